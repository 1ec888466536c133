/* lower_bound: a lower bound of the cost from a state to a job's targets, for A* (Hart, Nilsson,
 * Raphael 1968).
 *
 * The bound is consistent: it never falls by more than the cost of a step. So a state is settled
 * once, with its final label:
 *
 *     bound(x, y, z, axis) = per_x * dx + per_y * dy + rest[z][needs][axis]
 *
 * dx, dy         distance to the box around the targets
 * per_x, per_y   cheapest x step and y step of all layers
 * rest           least extra cost of vias, bends and wrong-way steps: a shortest path in a graph of
 *                (layer, axis, x steps needed, y steps needed) that takes the needed steps where
 *                the layers allow them and ends on a layer of a target
 *
 * Example: two layers, horizontal and vertical, via cost 4. On the horizontal layer, if steps in x
 * and y are needed and the target is on the horizontal layer, rest is 2 * (4 + 1) = 10, or the
 * wrong-way cost if that is less.
 *
 * Time: O(layers) to set up if the targets' layers changed; a few instructions per state. */
#pragma once

#include "router/search/engine.h"

#define BOUND_NONE UINT32_MAX /* no target can be reached */

enum {
    BOUND_STEP_MAX = 4096, /* largest per_x and per_y, so that a bound fits 32 bits */
    NEED_X = 1,            /* a path still has to take steps in x */
    NEED_Y = 2,
    NEEDS = 4
};

struct lower_bound {
    struct box box;    /* around the target cells inside the window */
    uint64_t layers;   /* bit set of the layers with a target; 0: no target */
    uint64_t rest_for; /* the layers that rest was made for */
    uint32_t per_x, per_y;
    uint32_t rest[GRID_LAYERS_MAX][NEEDS][AXES];
};

/* Sets the bound up for a job. bound: zeroed before its first use, then used with one grid only.
 * Returns false if no target is in the window. */
bool lower_bound_aim(struct lower_bound *bound, const struct grid *grid, const struct job *job);

/* Writes lower_bound_line of each column and row of the window. */
void lower_bound_lines(const struct lower_bound *bound, const struct box *window, uint32_t *columns,
                       uint32_t *rows);

/* The contribution of a distance to the box: the cost times NEEDS, plus the need. */
static inline uint32_t lower_bound_line(uint32_t at, uint32_t low, uint32_t high, uint32_t per_step,
                                        uint32_t need)
{
    uint32_t distance = at < low ? low - at : at > high ? at - high : 0;
    return distance > 0 ? distance * per_step * NEEDS + need : 0;
}

/* The bound from the sum of a column's and a row's contribution, or BOUND_NONE. */
static inline uint32_t lower_bound_sum(const struct lower_bound *bound, uint32_t sum, uint32_t z,
                                       int axis)
{
    uint32_t rest = bound->rest[z][sum % NEEDS][axis];
    return rest == BOUND_NONE ? BOUND_NONE : rest + sum / NEEDS;
}

/* The bound of a state, or BOUND_NONE. */
static inline uint32_t lower_bound_at(const struct lower_bound *bound, uint32_t x, uint32_t y,
                                      uint32_t z, int axis)
{
    uint32_t column = lower_bound_line(x, bound->box.x0, bound->box.x1, bound->per_x, NEED_X);
    uint32_t row = lower_bound_line(y, bound->box.y0, bound->box.y1, bound->per_y, NEED_Y);
    return lower_bound_sum(bound, column + row, z, axis);
}
