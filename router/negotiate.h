/* negotiate: nets haggle over cells until nobody shares any.
 *
 *     while nets share cells, or have no tree:
 *         raise the price of sharing; make the cells that were fought for dearer
 *         take all these nets out; in order, search each again at the new prices
 *
 * McMurchie and Ebeling, PathFinder, 1995. Only nets in conflict move. Two things decide how
 * quickly it ends in a crowded design. All of them are out before the first is searched: one at a
 * time they squeeze in where they have lain and push each other on. And the order stays the same,
 * short nets first: they settle, and long ones, which have more ways to go, pay; long nets first,
 * or in an order that changes, they go round and round.
 *
 * The price of sharing stays finite, or history could never move a conflict to where it can be
 * solved: a cell's history has to outweigh the price of crossing another net elsewhere. Where the
 * conflicts do not become fewer, history rises faster.
 *
 * The result does not depend on how many nets are searched at a time (ahead.h), so it is the same
 * for any engine and any number of threads.
 */
#ifndef LEEWAY_ROUTER_NEGOTIATE_H
#define LEEWAY_ROUTER_NEGOTIATE_H

#include "router/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How prices rise. */
struct negotiate_rules {
    uint32_t first;    /* price of sharing a cell in the first iteration ... */
    uint32_t parts;    /* ... which rises by one part in so many in each ... */
    uint32_t last;     /* ... to this */
    uint32_t patience; /* from so many iterations without fewer conflicts on, fought-for cells
                          become dearer, by 1 per user and iteration, ... */
    uint32_t hurry;    /* ... and by 1 more for each so many of them */
    uint32_t stall;    /* so many, and it is given up */
    uint32_t together; /* nets taken out before they are searched */
};

/* For trees that ignore each other, and designs with room: each net as near as it can be to what it
 * would have alone. */
extern const struct negotiate_rules negotiate_gentle;

/* For nets that find no place in a crowded, nearly legal plan. */
extern const struct negotiate_rules negotiate_crowded;

/* Gives every net of the plan the tree that it would have alone (a net of two pins: its one
 * cheapest path) and fills ideals. Nets without any get none. */
enum status negotiate_start(struct plan *plan, struct error *error);

/* Haggles for at most `iterations` iterations; adds their number to *used. Starts from the trees
 * that there are, and gives those nets one, too, that have none. Ends when there is no conflict,
 * when it stalls, or when the run has to end. *conflicts is the number of nets that still share
 * cells or have no tree. */
enum status negotiate(struct plan *plan, const struct negotiate_rules *rules, uint32_t iterations,
                      uint32_t *used, uint32_t *conflicts, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
