/* improve: lowers the cost of a legal plan, and routes what is still missing, by ejection chains
 * from every net that costs more than it would alone, round after round, until nothing helps.
 *
 * The plan may cost a little more on the way, so the best one is kept in a snapshot. It has lost no
 * net that was routed, and costs no more unless more nets are routed.
 */
#pragma once

#include "router/maze/stage/chain/chain.h"
#include "router/maze/plan/snapshot.h"

/* All that the next chains depend on besides the plan and the best; zero at the start. */
struct improvement {
    uint32_t cycle, round; /* round counts within the cycle */
    uint32_t warm;         /* rounds of this cycle with slack */
    uint32_t next;         /* the first rank that this round has not looked at */
    uint32_t idle;         /* cycles since the last that lowered the best cost */
    uint64_t work;         /* labels of its searches, and something for each chain */
    cost_t least;          /* best cost when this cycle began */
    uint32_t quiet;        /* rounds since the last gain that counts */
    cost_t before;         /* best cost then */
    cost_t now;            /* the plan's cost, within a round; not kept in a checkpoint */
};

/* How many nets there are that may get a better tree; others have none to gain from. */
uint32_t improve_gainers(const struct plan *plan);

/* True if `used` rounds may have led there: cycles end, and no count is beyond its rounds. What
 * is read from outside is to be judged by this. */
bool improve_is_sound(const struct improvement *it, uint32_t used);

/* Makes the chain and the plan's tolls what they have to be to go on from there. `used`, here and
 * below, are the rounds of the whole run that are over. */
enum status improve_open(struct improvement *it, struct plan *plan, uint32_t used,
                         struct maze_chain *chain, struct error *error);

/* Looks whether there is to be another chain; between two rounds, whether there is to be another
 * round, and starts a cycle where one is over. False when nothing helps, or a measure of work is
 * used up, or the run has to end; at ROUTE_NORMAL, where no net is missing and the grid is not of a
 * few cells, when some rounds have gained little: more of them the more nets there are. */
bool improve_goes_on(struct improvement *it, const struct plan *plan, const struct snapshot *best);

/* The chain of the next net that can gain, or the end of a round: then the plan may become the
 * best, and *used moves on. */
enum status improve_once(struct improvement *it, struct maze_chain *chain, struct snapshot *best,
                         uint32_t *used, struct error *error);
