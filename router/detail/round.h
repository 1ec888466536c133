/* round: one round of PathFinder over all nets, by one or more threads.
 *
 * The die is cut into square bins. A net without conflicts stays clean until wires change in a bin
 * of its tree. The other nets have a turn each (router/negotiate/steps.h), in an order of slices:
 *
 *     short nets    a slice each, shortest first, so each avoids the wires of all before it
 *     long nets     shortest first, each in the first slice that has room in all bins about its
 *                   pins; the nets of a slice are searched side by side, without each other's wires
 *
 * The nets of a slice are taken out in order, each only if it is still in conflict. Conflicts
 * between new trees of a slice are found in the next round. A net waits only for those before it
 * whose windows it touches. A slice has more room if the round has more nets: many nets keep all
 * threads busy, few nets had better avoid each other (NOTES.md). Results do not depend on the
 * number of threads. */
#pragma once

#include <stdatomic.h>

#include "router/detail/pathfinder.h"
#include "router/negotiate/groups.h"

/* A net of a round. */
struct round_turn {
    uint64_t key; /* slice and position in all->order, 32 bits each */
    uint32_t net;
    bool taken; /* it was in conflict in its turn, and is routed in this round */
    bool out;   /* its tree is not counted in the lattice */
};

struct round {
    struct pathfinder *all;
    uint32_t *clean;          /* by net: the last round in which it had no conflict; 0: none */
    bool *listed;             /* by position in all->order: it has a turn */
    uint32_t *changed;        /* by bin: the last round in which wires in it changed */
    struct round_turn *turns; /* of the present round, in order */
    uint32_t turn_count;
    struct groups groups;
    int32_t bin_size; /* side of a bin, in units */
    int32_t reach;    /* the most, by layer, of twice round_reach: of both nets */
    /* By layer, and the most: wires of two nets that are each farther from a place do not meet. */
    int32_t half[MODEL_LAYERS_MAX], half_most;
    uint32_t number; /* of the present round, from 1 */
    struct costs costs;
    int32_t toll;
    bool drops;         /* trees in conflict are ripped up, not routed */
    bool refines;       /* complete trees are refined */
    atomic_bool failed; /* no memory */
};

/* The search window of a net: the bounding box of its pins and guides, with a margin. In a round it
 * is smaller for long nets, because nets whose windows touch wait for each other. */
struct layout_rect round_window(const struct lattice *lattice, const struct access *access,
                                uint32_t net, bool in_round);

/* The distance from its nodes up to which a net on the layer can be in conflict with another: metal
 * and spacing of the shapes that routing adds. */
int32_t round_reach(const struct lattice *lattice, uint32_t layer);

/* Makes a round for the nets of `all`, which must outlive it. Fails without memory; destroy it in
 * any case. */
enum status round_create(struct round *round, struct pathfinder *all, struct error *error);
void round_destroy(struct round *round);

/* Routes the nets that have no tree or are in conflict, at these costs; long ones with a tree may
 * wait for the next round. Nodes in conflict gain `toll` as history cost. *left: number of nets
 * that were routed or wait. With costs NULL rips up the trees in conflict, one net at a time from
 * the end of the order, even after a stop; trees that are free by then stay. *left: number of those
 * ripped up. With strict costs refines the complete trees that may gain; all must be free of
 * conflicts. One net has its turn at a time at each place (refine_tree.h); *left is 0. */
enum status round_run(struct round *round, const struct costs *costs, int32_t toll, size_t *left,
                      struct error *error);
