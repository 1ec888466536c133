/* lower_bound: what a state must still pay to reach a job's targets, from below.
 *
 * A goal-directed wave (Hart, Nilsson, Raphael 1968) settles states by f = label + bound. The bound
 * never exceeds the true rest, and over a step it never falls by more than the step costs (it is
 * consistent). So a state is settled once, with its final label:
 *
 *     bound(x, y, z, axis) = per_x * dx + per_y * dy + rest[z][needs][axis]
 *
 * dx, dy     distance to the box around the targets
 * per_x      the cheapest x step of any layer; per_y: y step
 * rest       the least cost beyond these steps, for vias, bends and wrong ways. It is the cost of a
 *            walk in a small graph. A state of that graph is the layer, the axis, and whether steps
 *            in x and in y are still needed. The walk must reach a layer where such steps may be
 *            taken (or pay the wrong-way cost), and end on a layer of a target.
 *
 * For example on layers
 * horizontal / vertical with via 4: on the horizontal layer, with both needed and the target on
 * the horizontal layer, rest is 2 * (4 + 1) = 10, or the wrong-way cost where that is less.
 *
 * Cost: O(layers) to set up, kept while the targets' layers stay the same; a few instructions a
 * state.
 */
#pragma once

#include "router/search/engine.h"

#define BOUND_NONE UINT32_MAX /* no target can be reached at all */

enum {
    BOUND_STEP_MAX = 4096, /* per_x and per_y are cut to this, so that a bound fits 32 bits */
    NEED_X = 1,
    NEED_Y = 2,
    NEEDS = 4
};

struct lower_bound {
    struct box box;    /* around the targets' cells inside the window */
    uint64_t layers;   /* that hold a target's cell; 0: there is none */
    uint64_t rest_for; /* layers that rest was made for */
    uint32_t per_x, per_y;
    uint32_t rest[GRID_LAYERS_MAX][NEEDS][AXES];
};

/* Sets the bound up for a job. The struct is zeroed before its first use and then reused for one
 * grid only. Returns false where no target lies in the window. */
bool lower_bound_aim(struct lower_bound *bound, const struct grid *grid, const struct job *job);

/* Writes the contribution of each column and row of the window, as lower_bound_sum takes them. */
void lower_bound_lines(const struct lower_bound *bound, const struct box *window, uint32_t *columns,
                       uint32_t *rows);

/* What a distance to the box contributes: the cost in the upper bits, the need in the low two. */
static inline uint32_t lower_bound_line(uint32_t at, uint32_t low, uint32_t high, uint32_t per_step,
                                        uint32_t need)
{
    uint32_t distance = at < low ? low - at : at > high ? at - high : 0;
    return distance > 0 ? distance * per_step * NEEDS + need : 0;
}

/* The bound from the sum of a column's and a row's contribution (below 2^31), or BOUND_NONE. */
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
