/* pathfinder: all nets together, until no two are in conflict (PathFinder).
 *
 * Every net is routed, at first as if conflicts cost little. What is in conflict then loses its
 * tree and is routed again; conflicts become dearer from round to round, and the places where they
 * stay gather tolls. After the last round the nets still in conflict lose their trees and are tried
 * once more without any.
 *
 * A net is looked at again only if something changed near it. Threads share the nets of a round
 * (round.h), and their number does not matter to the result.
 */
#pragma once

#include "router/detail/net/net_tree.h"

struct pathfinder {
    struct lattice *lattice;
    struct grower *growers; /* one for each thread */
    unsigned threads;       /* at least 1 */
    struct net_tree *trees; /* by net; those that are complete are counted */
    uint32_t rounds;        /* at most */
    int32_t present;        /* cost of a conflict in the first round, in units of cost */
    bool (*stop)(void *);   /* asked before each net, by any thread; may be NULL */
    void (*progress)(void *, const char *, unsigned, size_t, size_t); /* as in detail.h */
    void *context;
    uint32_t used;      /* out: rounds */
    size_t in_conflict; /* out: nets that lost their trees at the end */
};

/* What steps and vias cost where a conflict costs `present`. */
struct costs pathfinder_costs(const struct lattice *lattice, int32_t present);

/* Nodes that all searches so far have expanded. */
uint64_t pathfinder_work(const struct pathfinder *all);

/* Routes the nets order[0 .. count), small ones first. On return all trees are counted in the
 * lattice and free of conflicts; nets without a way are not complete. */
enum status pathfinder_run(struct pathfinder *all, const uint32_t *order, uint32_t count,
                           struct error *error);
