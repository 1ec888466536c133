/* budget: a guess at what a path will cost at most, learned from the paths before.
 *
 * A search that knows a bound of its path's cost looks at fewer cells (focus.h). A search whose
 * bound was too low has to be done again. So the guess rises by 16 after a failure and falls by 1
 * after a success: it settles where about one search in seventeen fails. The ratio of cost to
 * distance is learned for short and long paths apart: obstacles do not grow with the distance, so
 * short paths cost many times their distance and long ones do not. The guess decides about work
 * alone: the path that is found within it is the path that would be found without it.
 */
#pragma once

#include "router/wave/focus.h"

enum { BUDGET_CLASSES = 12 }; /* of distances: below 8, 16, 32, ... */

struct budget {
    uint32_t slack[BUDGET_CLASSES]; /* cost beyond the distance, in 64ths of distance + 16; or
                                       BUDGET_UNKNOWN */
};

#define BUDGET_UNKNOWN UINT32_MAX

C_NAMES_BEGIN

/* Which of the slacks is for this distance. */
uint32_t budget_class(uint32_t distance);

/* Makes all slacks unknown. */
void budget_begin(struct budget *budget);

/* Guesses what a path over this distance costs at most. extra: the most that a via, a bend or a
 * step the wrong way costs beyond a step. FOCUS_EVERYWHERE where nothing is known. */
uint32_t budget_guess(const struct budget *budget, uint32_t distance, uint32_t extra);

/* The next guess for a path over this distance where `guess` was too low: five times as far beyond
 * the distance; FOCUS_EVERYWHERE above 2^30. */
uint32_t budget_wider(uint32_t guess, uint32_t distance);

/* The same for a job whose focus is set; FOCUS_EVERYWHERE where the guess would cover most of the
 * window. So after a few searches the whole window is searched, and the searches before are little
 * work beside that one. guess: not FOCUS_EVERYWHERE. */
uint32_t budget_next(const struct grid *grid, const struct focus *focus, const struct box *window,
                     uint32_t guess);

/* Learns from the cost of a path where nothing is known of this distance; else does nothing. */
void budget_learn_cost(struct budget *budget, uint32_t distance, uint32_t cost);

/* Learns from a search within a guess; does nothing where this distance is unknown. */
void budget_learn_guess(struct budget *budget, uint32_t distance, bool too_low);

C_NAMES_END
