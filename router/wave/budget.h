/* budget: a guess at the maximum cost of a path, learned from earlier paths.
 *
 * A search with a cost limit visits fewer cells (focus.h) but must be repeated if the limit was too
 * low. So its slack (below) rises by 16 after a failure and falls by 1 after a success, and about
 * one search in 17 fails. The ratio of cost to distance is learned per distance class, because
 * obstacles do not grow with the distance: short paths cost many times their distance, long ones do
 * not. The guess changes the work only, never the path. */
#pragma once

#include "router/wave/focus.h"

enum { BUDGET_CLASSES = 12 }; /* distances below 8, 16, 32, ...; the last class has no end */

#define BUDGET_UNKNOWN UINT32_MAX

struct budget {
    uint32_t slack[BUDGET_CLASSES]; /* (cost - distance) * 64 / (distance + 16); BUDGET_UNKNOWN */
};

C_NAMES_BEGIN

/* The class of a distance. */
uint32_t budget_class(uint32_t distance);

/* Sets all slacks to BUDGET_UNKNOWN. */
void budget_begin(struct budget *budget);

/* Guesses the maximum cost of a path over this distance, FOCUS_EVERYWHERE if its class is unknown.
 * extra: the largest extra cost of a via, a bend or a wrong-way step. */
uint32_t budget_guess(const struct budget *budget, uint32_t distance, uint32_t extra);

/* The next guess after `guess` was too low: five times as far beyond the distance, FOCUS_EVERYWHERE
 * above 2^30. */
uint32_t budget_wider(uint32_t guess, uint32_t distance);

/* The same for a job whose focus is set, and FOCUS_EVERYWHERE if the guess would cover more than
 * half of the window. guess: not FOCUS_EVERYWHERE. */
uint32_t budget_next(const struct grid *grid, const struct focus *focus, const struct box *window,
                     uint32_t guess);

/* Learns the cost of a path if the class of the distance is unknown; else does nothing. */
void budget_learn_cost(struct budget *budget, uint32_t distance, uint32_t cost);

/* Learns the result of a search within a guess; does nothing if the class is unknown. */
void budget_learn_guess(struct budget *budget, uint32_t distance, bool too_low);

C_NAMES_END
