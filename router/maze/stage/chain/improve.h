/* improve: lowers the cost of a legal plan, and routes missing nets: runs an ejection chain from
 * each net that costs more than its ideal tree, round after round, until no chain gains.
 *
 * The plan may cost a little more on the way, so the best one is kept in a snapshot. It has lost no
 * net that was routed, and costs no more unless more nets are routed. */
#pragma once

#include "router/maze/stage/chain/chain.h"
#include "router/maze/plan/snapshot.h"

/* The state that the next chains depend on besides the plan and the best one; zero at the start. */
struct improvement {
    uint32_t cycle, round; /* round counts within the cycle */
    uint32_t warm;         /* rounds of this cycle with slack (improve.c) */
    uint32_t next;         /* the first rank that this round has not tried */
    uint32_t idle;         /* cycles since the last that lowered the best cost */
    uint64_t work;         /* labels of its searches, plus a constant per chain */
    cost_t least;          /* best cost when this cycle began */
    uint32_t quiet;        /* rounds since the last gain that counts (GAIN_PARTS) */
    cost_t before;         /* best cost at that gain */
    cost_t now;            /* the plan's cost, within a round; not kept in a checkpoint */
};

/* Number of nets that may get a better tree. */
uint32_t improve_gainers(const struct plan *plan);

/* True if `used` rounds can have led to this state. Checks a state that was read from a
 * checkpoint. */
bool improve_is_sound(const struct improvement *it, uint32_t used);

/* Sets the chain and the plan's tolls so that the improvement can continue. used, here and below:
 * number of completed rounds of the whole run. */
enum status improve_open(struct improvement *it, struct plan *plan, uint32_t used,
                         struct maze_chain *chain, struct error *error);

/* True if there is another chain or, between two rounds, another round; starts a new cycle if the
 * last one has ended. False if no chain gains, the limit of work is reached or the run has to end.
 * At ROUTE_NORMAL, with no net missing and not on a small grid, also false after some rounds of
 * little gain; their number grows with the number of nets. */
bool improve_goes_on(struct improvement *it, const struct plan *plan, const struct snapshot *best);

/* The chain of the next net that can gain, or the end of a round: then the plan may become the
 * best, and *used moves on. */
enum status improve_once(struct improvement *it, struct maze_chain *chain, struct snapshot *best,
                         uint32_t *used, struct error *error);
