/* budget: a guess at what a path will cost at most, learned from the paths before.
 *
 * A search that knows a bound of its path's cost looks at fewer cells (focus.h), and one that
 * was promised too little has to be done again. So the guess goes up by a lot after a failure and
 * down by a little after a success, which settles where about one search in seventeen fails. What
 * is learned is the ratio of cost and distance, for short and long ones apart: what a path goes
 * around does not grow with its length, so short ones need many times their distance, and long ones
 * would be promised far too much by what these teach. The guess decides about work alone: a path
 * that is found within it is the one that would be found without it.
 */
#ifndef LEEWAY_ROUTER_WAVE_BUDGET_H
#define LEEWAY_ROUTER_WAVE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#include "router/wave/focus.h"

enum { BUDGET_CLASSES = 12 }; /* of distances: below 8, 16, 32, ... */

struct budget {
    uint32_t slack[BUDGET_CLASSES]; /* what paths cost beyond the distance, in 64ths of it and 16
                                       more; BUDGET_UNKNOWN */
};

#define BUDGET_UNKNOWN UINT32_MAX

#ifdef __cplusplus
extern "C" {
#endif

/* Which of the slacks is for this distance. */
uint32_t budget_class(uint32_t distance);

/* Forgets all. */
void budget_begin(struct budget *budget);

/* Guesses what a path over this distance costs at most, when one dearest via or step the wrong way
 * costs `extra` more than a step; FOCUS_EVERYWHERE where nothing is known. */
uint32_t budget_guess(const struct budget *budget, uint32_t distance, uint32_t extra);

/* A guess for a path over this distance where this one was too low: five times as much beyond the
 * distance. */
uint32_t budget_wider(uint32_t guess, uint32_t distance);

/* The same for a job whose focus is set; FOCUS_EVERYWHERE where most of its window would be seen.
 * So a few searches come to the whole window, and those before the last are little work beside it.
 */
uint32_t budget_next(const struct grid *grid, const struct focus *focus, const struct box *window,
                     uint32_t guess);

/* Learns from the cost of a path; nothing where this distance is known. */
void budget_learn_cost(struct budget *budget, uint32_t distance, uint32_t cost);

/* Learns from a search with a guess; nothing where this distance is not known. */
void budget_learn_guess(struct budget *budget, uint32_t distance, bool too_low);

#ifdef __cplusplus
}
#endif

#endif
