/* sweep_trace: the canonical path from a net's records, by one warp.
 *
 * Paths are mostly straight, so the warp does not walk cell by cell. Every lane tests one cell
 * ahead in the direction of the step before, lane i at the i-th, and tests whether the cell beyond
 * explains its label. As far as all lanes agree the path goes straight on
 * (router/search/backtrace.h tries that first), up to 32 steps at once. At a turn, lanes 0 to 5
 * test one neighbour each. */
#pragma once

#include "gpu/wave/sweep/sweep_search.cuh"

/* A cell of the walk, relative to the window's corner. */
struct sweep_spot {
    uint32_t x, y, z;
};

static __device__ __forceinline__ sweep_spot sweep_moved(sweep_spot spot, int direction,
                                                         uint32_t steps)
{
    assert(direction >= 0 && direction < DIRECTIONS);
    uint32_t by = (direction & 1) != 0 ? 0U - steps : steps; /* EAST, NORTH and UP go up */
    spot.x += direction < NORTH ? by : 0;
    spot.y += direction >= NORTH && direction < UP ? by : 0;
    spot.z += direction >= UP ? by : 0;
    return spot;
}

static __device__ __forceinline__ bool sweep_is_inside(const struct sweep_box &window,
                                                       uint32_t layers, sweep_spot spot)
{
    return spot.x <= (uint32_t)(window.x1 - window.x0) &&
           spot.y <= (uint32_t)(window.y1 - window.y0) && spot.z < layers;
}

/* Label and stored cost of a cell; FAR if it was never read or is outside. */
template <int P>
static __device__ __forceinline__ uint32_t sweep_label(const sweep_block<P> &block, sweep_spot spot,
                                                       uint32_t *cost)
{
    *cost = SWEEP_FAR;
    if (!sweep_is_inside(block.control->net.window, block.view->layers, spot))
        return SWEEP_FAR;
    uint32_t place = block.table.place[spot.y / SWEEP_SIDE * block.across + spot.x / SWEEP_SIDE];
    if (place == SWEEP_UNREAD)
        return SWEEP_FAR;
    sweep_record<P> *record = &block.records[place & ~SWEEP_HAS_GOAL];
    uint32_t at = spot.y % SWEEP_SIDE * SWEEP_SIDE + spot.x % SWEEP_SIDE;
    *cost = sweep_half<P>(record->cost, at, spot.z);
    return sweep_half<P>(record->label, at, spot.z);
}

/* The cost of entering a cell through its side in this direction, without extras. */
template <bool W>
static __device__ __forceinline__ uint32_t sweep_cost_through(uint32_t cost, int side)
{
    if (!W)
        return cost;
    return (cost >> (SWEEP_WALL + side) & 1) != 0 ? (uint32_t)SWEEP_FAR : cost & SWEEP_CUT;
}

/* The extra cost of the step into a cell, by its direction walked backwards; FAR: forbidden. */
static __device__ __forceinline__ uint32_t sweep_extra(const struct field_view &view, uint32_t z,
                                                       int backwards)
{
    int forward = direction_opposite(backwards);
    if (step_is_forbidden(&view.rules, z, forward))
        return SWEEP_FAR;
    return (uint32_t)step_extra(&view.rules, z, AXIS_NONE, forward);
}

/* Whole block: chooses, among target cells whose label is the bound, the first target and then the
 * lowest cell, in control->reached, by an atomic minimum. */
template <int P> static __device__ void sweep_choose_target(const sweep_block<P> &block)
{
    struct sweep_control *control = block.control;
    const struct sweep_net &net = control->net;
    for (uint32_t t = threadIdx.x; t < net.target_count; t += blockDim.x) {
        struct sweep_run run = block.runs[net.source_count + t];
        for (uint32_t i = 0; i <= run.steps; i++) {
            uint32_t x = run.x + (run.axis == 0 ? i : 0), y = run.y + (run.axis == 1 ? i : 0);
            uint32_t z = run.z + (run.axis == 2 ? i : 0), cost = 0;
            sweep_spot spot = {x - net.window.x0, y - net.window.y0, z};
            if (sweep_label<P>(block, spot, &cost) != control->bound)
                continue;
            uint32_t cell = (z * block.view->height + y) * block.view->width + x;
            atomicMin(&control->reached, (unsigned long long)t << 32 | cell);
            break;
        }
    }
    __syncthreads();
}

/* Whole warp: returns how many steps the path goes straight on, 0 to 32; *label: after them. */
template <int P, bool W>
static __device__ __forceinline__ uint32_t sweep_straight(const sweep_block<P> &block,
                                                          sweep_spot at, int direction,
                                                          uint32_t lane, uint32_t *label)
{
    assert(lane < 32);
    uint32_t cost = 0, beyond_cost = 0;
    sweep_spot here = sweep_moved(at, direction, lane), next = sweep_moved(here, direction, 1);
    uint32_t mine = sweep_label<P>(block, here, &cost);
    uint32_t beyond = sweep_label<P>(block, next, &beyond_cost);
    uint32_t extra = sweep_extra(*block.view, next.z, direction);
    bool explains = mine != 0 && mine < SWEEP_FAR &&
                    mine == beyond + sweep_cost_through<W>(cost, direction) + extra;
    uint32_t steps = (uint32_t)__ffs((int)~__ballot_sync(~0U, explains)) - 1;
    steps = min(steps, 32U);
    uint32_t after = __shfl_sync(~0U, beyond, steps > 0 ? (int)steps - 1 : 0);
    *label = steps > 0 ? after : *label;
    return steps;
}

/* Whole warp: returns the direction of the step back at a turn, or -1 if there is none, which is a
 * fault. *label: after the step. */
template <int P, bool W>
static __device__ __forceinline__ int sweep_choose(const sweep_block<P> &block, sweep_spot at,
                                                   uint32_t lane, uint32_t *label)
{
    assert(lane < 32);
    uint32_t cost = 0, beyond_cost = 0, beyond = SWEEP_FAR, extra = SWEEP_FAR;
    (void)sweep_label<P>(block, at, &cost);
    if (lane < DIRECTIONS) {
        sweep_spot next = sweep_moved(at, (int)lane, 1);
        beyond = sweep_label<P>(block, next, &beyond_cost);
        extra = sweep_extra(*block.view, next.z, (int)lane);
        cost = sweep_cost_through<W>(cost, (int)lane);
    }
    uint32_t fitting = __ballot_sync(~0U, beyond + cost + extra == *label);
    if (fitting == 0)
        return -1;
    int direction = __ffs((int)fitting) - 1;
    *label = __shfl_sync(~0U, beyond, direction);
    return direction;
}

template <int P>
static __device__ __forceinline__ void sweep_knot(const sweep_block<P> &block, uint32_t *path,
                                                  sweep_spot at, uint32_t lane, uint32_t *count)
{
    const struct sweep_box &window = block.control->net.window;
    if (lane == 0 && *count < SWEEP_KNOTS)
        path[*count] =
            (at.z * block.view->height + window.y0 + at.y) * block.view->width + window.x0 + at.x;
    ++*count;
}

/* Whole warp: copies a path of `count` knots, target first, to the host, source first, and writes
 * the result of net `index`. A path of no knots or more than SWEEP_KNOTS is left. */
static __device__ void sweep_hand_back(const struct sweep_view &batch, uint32_t index,
                                       uint32_t cost, unsigned long long reached,
                                       const uint32_t *path, uint32_t count, uint32_t lane)
{
    assert(lane < 32 && index < batch.net_count);
    struct sweep_result result = {SWEEP_LEFT, 0, 0, 0, 0, 0};
    uint32_t first = 0;
    __syncwarp();
    if (count > 0 && count <= SWEEP_KNOTS) {
        if (lane == 0)
            first = atomicAdd(&batch.counters->knots, count);
        first = __shfl_sync(~0U, first, 0);
        bool fits = first <= batch.knot_capacity && count <= batch.knot_capacity - first;
#pragma unroll 1
        for (uint32_t i = lane; fits && i < count; i += 32)
            batch.knots[first + i] = path[count - 1 - i];
        result = {fits ? (uint32_t)SWEEP_FOUND : (uint32_t)SWEEP_FULL,
                  cost,
                  (uint32_t)(reached >> 32),
                  (uint32_t)reached,
                  first,
                  count};
    }
    if (lane == 0)
        batch.results[index] = result;
}

/* Whole warp: writes the knots to path, target first, and returns their number: more than
 * SWEEP_KNOTS if they did not fit, 0 if a label has no predecessor. */
template <int P, bool W>
static __device__ uint32_t sweep_trace(const sweep_block<P> &block, uint32_t *path, uint32_t lane)
{
    assert(lane < 32);
    const struct sweep_control *control = block.control;
    struct field_place place = place_of(*block.view, (uint32_t)control->reached);
    sweep_spot at = {place.x - control->net.window.x0, place.y - control->net.window.y0, place.z};
    uint32_t label = control->bound, count = 0;
    int direction = -1;
    while (label > 0) {
        uint32_t steps = 0;
        if (direction >= 0)
            steps = sweep_straight<P, W>(block, at, direction, lane, &label);
        at = steps > 0 ? sweep_moved(at, direction, steps) : at;
        if (label == 0 || steps == 32)
            continue;
        sweep_knot<P>(block, path, at, lane, &count);
        direction = sweep_choose<P, W>(block, at, lane, &label);
        if (direction < 0)
            return 0;
        at = sweep_moved(at, direction, 1);
    }
    sweep_knot<P>(block, path, at, lane, &count);
    return count;
}
