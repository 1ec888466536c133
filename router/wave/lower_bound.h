/* lower_bound: what a state must still pay to reach a job's targets, from below.
 *
 * A goal-directed wave (Hart, Nilsson, Raphael 1968) settles states by f = label + bound. The
 * bound here never exceeds the true rest and never falls by more than a step costs (it is
 * consistent), so a state is settled once, with its final label:
 *
 *     bound(x, y, z, axis) = per_x * dx + per_y * dy + rest[z][needs][axis]
 *
 * dx, dy: distance to the box around the targets. per_x: the cheapest x step of any layer. rest:
 * the least cost, beyond that, of a walk in a tiny graph whose states know the layer, the axis,
 * and whether x and y steps are still needed: vias to a layer that lets one go that way and to a
 * layer of a target, or the wrong-way cost instead, and the bend between. For example on layers
 * horizontal / vertical with via 4: on the horizontal layer, with both needed and the target on
 * the horizontal layer, rest is 2 * (4 + 1) = 10, or the wrong-way cost where that is less.
 *
 * Cost: O(layers) to set up, kept while the targets' layers stay the same; a few instructions a
 * state.
 */
#ifndef LEEWAY_ROUTER_WAVE_LOWER_BOUND_H
#define LEEWAY_ROUTER_WAVE_LOWER_BOUND_H

#include "router/engine.h"

#define BOUND_NONE UINT32_MAX /* no target can be reached at all */

enum {
    BOUND_STEP_MAX = 8192, /* per_x and per_y are cut to this, so that a bound fits 32 bits */
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

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the bound up for a job. The struct is zeroed before its first use and then reused for one
 * grid only. Returns false where no target lies in the window. */
bool lower_bound_aim(struct lower_bound *bound, const struct grid *grid, const struct job *job);

#ifdef __cplusplus
}
#endif

/* The bound of a state, or BOUND_NONE. Below 2^31. */
static inline uint32_t lower_bound_at(const struct lower_bound *bound, uint32_t x, uint32_t y,
                                      uint32_t z, int axis)
{
    uint32_t dx = x < bound->box.x0 ? bound->box.x0 - x : x > bound->box.x1 ? x - bound->box.x1 : 0;
    uint32_t dy = y < bound->box.y0 ? bound->box.y0 - y : y > bound->box.y1 ? y - bound->box.y1 : 0;
    uint32_t rest = bound->rest[z][(dx > 0 ? NEED_X : 0) + (dy > 0 ? NEED_Y : 0)][axis];
    return rest == BOUND_NONE ? BOUND_NONE : rest + dx * bound->per_x + dy * bound->per_y;
}

#endif
