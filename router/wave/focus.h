/* focus: the part of a window that a path of limited cost can reach. Each step costs at least 1, so
 * the Manhattan distance of two cells is a lower bound of the cost between them. */
#pragma once

#include "router/search/engine.h"

#define FOCUS_EVERYWHERE UINT32_MAX

/* A path of cost at most `budget` from one box to the other visits only cells whose distances to
 * the two boxes add up to at most the budget (an ellipse in the Manhattan metric). */
struct focus {
    struct box from, to;
    uint32_t budget;                /* FOCUS_EVERYWHERE: all cells of the window */
    uint32_t low_layer, high_layer; /* of the targets */
};

C_NAMES_BEGIN

/* Sets the boxes and layers for a job, but not the budget. False if the targets' box is outside of
 * the window. O(wires). */
bool focus_aim(struct focus *focus, const struct grid *grid, const struct job *job);

/* Manhattan distance of the two boxes. */
uint32_t focus_distance(const struct focus *focus);

/* The part of the window that a path of at most this cost can reach: a path that leaves the box
 * around sources and targets by m cells costs at least 2 m more than the distance. */
struct box focus_clip(const struct focus *focus, const struct box *window, uint32_t budget);

C_NAMES_END

/* Distance of two ranges of integers, 0 if they meet. */
static inline uint32_t focus_gap(uint32_t low, uint32_t high, uint32_t other_low,
                                 uint32_t other_high)
{
    DEBUG_ASSERT(low <= high && other_low <= other_high);
    return low > other_high ? low - other_high : other_low > high ? other_low - high : 0;
}
