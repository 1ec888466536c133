/* negotiation: nets share cells at a price, which rises until no two share any.
 *
 * The loop is that of router/negotiate/negotiate.h, over a plan. Only nets in conflict move.
 * Two rules make it converge quickly in a crowded design. First, all of these nets are ripped up
 * before the first is searched: if they were ripped up one at a time, each would return to its old
 * cells and the conflict would only move. Second, the order stays the same, short nets first: they
 * keep their cells, and long nets, which have more alternatives, go around them. Long nets first,
 * or an order that changes, does not converge.
 *
 * The price of sharing stays finite. Otherwise history could never move a conflict to a place where
 * it can be solved: a cell's history must outweigh the price of crossing another net elsewhere.
 *
 * A step of a round is the search of one net, so that a checkpoint can be written between two
 * steps. The last cost of a net predicts its cost now, since tolls change little; a search with
 * such a guess visits fewer cells. */
#pragma once

#include "router/maze/plan/plan.h"
#include "router/negotiate/negotiate.h"

/* The state that the next searches depend on besides the plan. */
struct maze_negotiation {
    struct plan *plan; /* these two are not owned */
    uint32_t *used;    /* the completed rounds of the run are counted here */
    struct negotiation loop;
    uint32_t *ranks, count; /* [nets of the plan] the nets of this round, in order */
    uint32_t next;          /* the first of them that has not been searched yet */
    struct growth growth;   /* of a search */
    cost_t *found;          /* [nets of the plan] cost of a net's last tree, with tolls; 0: none */
};

/* Starts to negotiate from the present trees, for at most `rounds` rounds. Nets without a tree get
 * one, too. Fails only without memory. */
enum status negotiation_begin(struct maze_negotiation *it, struct plan *plan, uint32_t rounds,
                              struct error *error);

/* Must be called after negotiation_begin, or after it was read from a checkpoint. */
enum status negotiation_open(struct maze_negotiation *it, struct plan *plan, uint32_t *used,
                             struct error *error);
void negotiation_close(struct maze_negotiation *it); /* accepts a zeroed one */

/* False when there is no conflict, when it stalls, or when the run has to end. */
bool negotiation_goes_on(struct maze_negotiation *it);

/* Searches the round's next net. */
enum status negotiation_once(struct maze_negotiation *it, struct error *error);

/* The number of nets that still share cells or have no tree. */
uint32_t negotiation_conflicts(const struct maze_negotiation *it);
