/* steps: gives the nets of a round their turns, slices side by side, without barriers.
 *
 * A turn has four steps:
 *
 *     choose    the net has a turn if it has no tree or is in conflict
 *     leave     its tree is taken out of the map
 *     search    a tree is searched against the map as it is now
 *     put       the tree is counted in the map
 *
 * All units of a slice take a step before one of them takes the next (groups.h); whole units take
 * all steps, net by net. They search side by side; in the other steps, those that share a bin go in
 * order. A unit takes its first step when the groups before its own are done, and the next one when
 * all units of its groups have taken this one: a slice need not wait for all of the slice before.
 * So the turns at each place are in the order of slices, and the trees are the same for any number
 * of threads.
 */
#pragma once

#include "router/negotiate/groups.h"

enum turn_step { TURN_CHOOSE, TURN_LEAVE, TURN_SEARCH, TURN_PUT, TURN_STEPS };

struct steps {
    struct groups *groups;
    /* Lets a net (as units number them) take a step. `thread`, below groups->threads, is that of
     * the calling thread. */
    void (*take)(void *context, uint32_t net, enum turn_step step, unsigned thread);
    void *context;
    bool no_trees; /* no net of the round has a tree: turns begin with the search */
    bool shared;   /* of several short steps, which are long here, idle threads take all but one */
    /* Called before each search, by any thread: true ends the round, and nets that have left need
     * not have been put. NULL: it never ends. */
    bool (*is_over)(void *context);
};

/* Runs the round of which groups_make has made the groups. O(nets + links), beside the steps. */
void steps_run(const struct steps *steps, struct workers *workers);
