/* negotiate: nets haggle over cells until nobody shares any.
 *
 *     every net takes its own best tree, as if it were alone
 *     while nets share cells:
 *         raise the price of sharing; remember which cells were fought for
 *         each net in conflict, in order: take its tree out, search another at the new prices
 *
 * McMurchie and Ebeling, PathFinder, 1995. Only nets in conflict move. The order is fixed and a
 * batch is searched against a snapshot (plan.h), so the result is the same for any engine.
 */
#ifndef LEEWAY_ROUTER_NEGOTIATE_H
#define LEEWAY_ROUTER_NEGOTIATE_H

#include "router/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Gives every net of the plan the tree that it would have alone (a net of two pins: its one
 * cheapest path) and fills ideals. Nets without any get none. */
enum status negotiate_start(struct plan *plan, struct error *error);

/* Haggles for at most `iterations` iterations; adds their number to *used. Ends when there is no
 * conflict, when it stalls, or when the run has to end. *conflicts is the number of nets that
 * still share cells. */
enum status negotiate(struct plan *plan, uint32_t iterations, uint32_t *used, uint32_t *conflicts,
                      struct error *error);

#ifdef __cplusplus
}
#endif

#endif
