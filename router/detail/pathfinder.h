/* pathfinder: negotiated congestion routing (McMurchie and Ebeling, PathFinder, 1995): the loop of
 * router/negotiate/negotiate.h over the trees of a lattice.
 *
 * All nets are routed with a low cost for conflicts. Nets in conflict are then ripped up and
 * rerouted in rounds: the cost of a conflict rises from round to round, and nodes in conflict gain
 * history cost. After the last round, nets still in conflict are ripped up and routed once more
 * with conflicts forbidden.
 *
 * A net is examined again only if something changed near it. The threads share the nets of a round
 * (round.h); the result does not depend on their number.
 */
#pragma once

#include "router/detail/net/net_tree.h"
#include "grid/workers.h"

struct pathfinder {
    struct lattice *lattice;
    struct grower *growers;  /* one for each thread */
    unsigned threads;        /* at least 1 */
    struct workers *workers; /* of these threads; NULL: one works */
    struct net_tree *trees;  /* by net; complete trees are counted in the lattice */
    const uint32_t *order;   /* [count] all nets, in the order in which they are routed */
    uint32_t count;
    uint32_t rounds;      /* maximum number of rounds */
    int32_t present;      /* cost of a conflict in the first round */
    bool (*stop)(void *); /* called before each net, by any thread; may be NULL */
    void (*progress)(void *, const char *, unsigned, size_t, size_t); /* as in detail.h */
    void *context;
    uint32_t used;      /* out: number of rounds */
    size_t in_conflict; /* out: number of nets ripped up after the last round */
};

/* Costs of steps and vias if a conflict costs `present`, or, with `strict`, is forbidden. */
struct costs pathfinder_costs(const struct lattice *lattice, int32_t present, bool strict);

/* True if the run was stopped. */
static inline bool pathfinder_is_over(const struct pathfinder *all)
{
    return all->stop != NULL && all->stop(all->context);
}

/* Nodes expanded so far, by all searches. */
uint64_t pathfinder_work(const struct grower *growers, unsigned threads);

/* Routes all nets in their order. On return all trees are counted in the lattice and free of
 * conflicts; the trees of nets without a path are not complete. Fails without memory. */
enum status pathfinder_run(struct pathfinder *all, struct error *error);
