/* insert: gives trees to nets that have none, by ejecting others.
 *
 * A round runs an ejection chain from each net without a tree. The plan is legal before and after,
 * and no net that was routed is lost. */
#pragma once

#include "router/maze/stage/chain/chain.h"

/* All that the next chains depend on besides the plan. */
struct insertion {
    uint32_t left;     /* remaining rounds, including this one */
    uint32_t toll;     /* cost of using a cell of another net */
    uint32_t idle;     /* rounds since the last one that inserted a net */
    uint32_t inserted; /* nets that this round has inserted */
    uint32_t next;     /* the first rank that this round has not tried */
};

/* Starts, for at most `rounds` rounds. */
void insert_begin(struct insertion *it, const struct plan *plan, uint32_t rounds);

/* Sets the chain and the plan's tolls so that the insertion can continue. */
enum status insert_open(const struct insertion *it, struct plan *plan, struct maze_chain *chain,
                        struct error *error);

/* False if all nets have trees, no chain succeeds or the run has to end. */
bool insert_goes_on(const struct insertion *it, const struct plan *plan);

/* Runs the chain of the next net without a tree, or ends the round and increments *used. */
enum status insert_once(struct insertion *it, struct maze_chain *chain, uint32_t *used,
                        struct error *error);
