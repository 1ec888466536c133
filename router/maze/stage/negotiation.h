/* negotiate: nets share cells at a price, which rises until no two share any.
 *
 *     while nets share cells, or have no tree:
 *         raise the price of sharing; raise the history of the cells that are shared
 *         take all these nets out; in order, search each again at the new prices
 *
 * McMurchie and Ebeling, PathFinder, 1995. Only nets in conflict move. Two things decide how
 * quickly it ends in a crowded design. All of them are out before the first is searched: one at a
 * time each goes back to where it was and the conflict only moves on. And the order stays the same,
 * short nets first: they keep their cells, and long ones, which have more ways to go, go around
 * them. Long nets first, or an order that changes, does not come to an end.
 *
 * The price of sharing stays finite, or history could never move a conflict to where it can be
 * solved: a cell's history has to outweigh the price of crossing another net elsewhere. Where the
 * conflicts do not become fewer, history rises faster.
 *
 * The result does not depend on how many nets are searched at a time (speculate.h), so it is the
 * same for any engine and any number of threads.
 */
#pragma once

#include "router/maze/plan/speculate.h"

/* Where it stands: what the next searches depend on besides the plan. */
struct maze_negotiation {
    uint64_t present;               /* price of sharing in this iteration, in parts of 1024 */
    uint32_t least;                 /* fewest nets unsettled so far */
    uint32_t stalled;               /* iterations since */
    uint32_t left;                  /* iterations that may still come, this one included */
    uint32_t *ranks, count;         /* [nets of the plan] the nets of this iteration, in order */
    uint32_t next;                  /* the first of them that it has not searched yet */
    struct speculation speculation; /* made when it is opened */
};

/* Starts to negotiate, for at most so many iterations, from the trees that there are. Nets that
 * have none are given one, too. Each attempt but the first, 0, takes out some nets that it draws by
 * its number. Fails only for memory. */
enum status negotiation_begin(struct maze_negotiation *it, struct plan *plan, uint32_t attempt,
                              uint32_t iterations, struct error *error);

/* To be called before it goes on, after it was begun or read from a checkpoint. */
enum status negotiation_open(struct maze_negotiation *it, struct plan *plan, struct error *error);
void negotiation_close(struct maze_negotiation *it); /* accepts a zeroed one */

/* False when there is no conflict, when it stalls, or when the run has to end. */
bool negotiation_goes_on(const struct maze_negotiation *it, const struct plan *plan);

/* Searches the iteration's next nets. *used counts the iterations that are over. */
enum status negotiation_once(struct maze_negotiation *it, struct plan *plan, uint32_t *used,
                             struct error *error);

/* How many nets still share cells or have no tree. */
uint32_t negotiation_conflicts(struct maze_negotiation *it, const struct plan *plan);
