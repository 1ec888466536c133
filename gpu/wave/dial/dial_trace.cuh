/* dial_trace: the canonical path from the planes of labels, by one warp per net.
 *
 * Each of the lanes 0 to 5 tests one neighbour, and a ballot chooses by the rule of
 * router/search/backtrace.h.
 */
#pragma once

#include "gpu/wave/dial/dial_search.cuh"

/* The state of the walk back. */
struct dial_walk {
    uint32_t x, y, z, label;
    int straight;
};

/* The cost of entering the cell. */
template <int Z>
static __device__ __forceinline__ uint32_t entering_cost(const struct dial_shape &shape,
                                                         const struct dial_planes<Z> &planes,
                                                         const struct dial_costs &costs,
                                                         const struct dial_walk &at)
{
    uint32_t cost = 1;
#pragma unroll
    for (uint32_t c = 0; c < DIAL_CLASSES; c++)
        if (c < costs.count && planes.bit(shape.first_class + c, at.x, at.y, at.z) != 0)
            cost = costs.cost[c];
    return cost;
}

/* Moves one step. Returns false at the end of the window or of the layers. */
static __device__ __forceinline__ bool walk_step(const struct dial_net &net, uint32_t layers,
                                                 int direction, struct dial_walk *at)
{
    assert(direction >= 0 && direction < DIRECTIONS);
    int step = (direction & 1) != 0 ? -1 : 1; /* EAST, NORTH and UP go up */
    at->x += direction < NORTH ? (uint32_t)step : 0;
    at->y += direction >= NORTH && direction < UP ? (uint32_t)step : 0;
    at->z += direction >= UP ? (uint32_t)step : 0;
    return at->x < net.width && at->y < net.height && at->z < layers;
}

/* Whole warp: walks back from the target and writes the corners to path[], target first. Returns
 * their number, which may exceed `capacity` (then the rest is not written), or 0 if a label has no
 * predecessor. */
template <int Z>
static __device__ uint32_t trace_dial(const struct field_view &view, const struct dial_shape &shape,
                                      const struct dial_net &net,
                                      const struct dial_planes<Z> &planes,
                                      const struct dial_costs &costs, uint32_t label,
                                      uint32_t *path, uint32_t capacity)
{
    struct dial_walk at = {net.tx, net.ty, net.tz, label, -1};
    uint32_t count = 0, lane = planes.lane;
    assert(net.tx < net.width && net.ty < net.height && net.tz < Z && capacity > 0);
    while (at.label > 0) {
        uint32_t cost = entering_cost<Z>(shape, planes, costs, at), extra = 0;
        struct dial_walk from = at;
        bool fits = lane < DIRECTIONS && walk_step(net, Z, (int)lane, &from);
        if (fits) {
            int forward = direction_opposite((int)lane);
            extra = (uint32_t)step_extra(&view.rules, from.z, AXIS_NONE, forward);
            fits = !step_is_forbidden(&view.rules, from.z, forward) && cost + extra <= at.label;
        }
        if (fits) {
            uint32_t found = 0;
#pragma unroll
            for (uint32_t b = 0; b < DIAL_BITS; b++)
                found |= planes.bit(b, from.x, from.y, from.z) << b;
            fits = found == (at.label - cost - extra) % DIAL_MODULUS + 1;
        }
        uint32_t fitting = __ballot_sync(~0U, fits);
        if (fitting == 0)
            return 0;
        int direction = __ffs((int)fitting) - 1;
        if (at.straight >= 0 && (fitting >> at.straight & 1) != 0)
            direction = at.straight;
        if (direction != at.straight) {
            if (lane == 0 && count < capacity)
                path[count] = (at.z * view.height + net.y0 + at.y) * view.width + net.x0 + at.x;
            count++;
        }
        walk_step(net, Z, direction, &at);
        at.label -= cost + __shfl_sync(~0U, extra, direction);
        at.straight = direction;
    }
    if (lane == 0 && count < capacity)
        path[count] = (at.z * view.height + net.y0 + at.y) * view.width + net.x0 + at.x;
    return count + 1;
}
