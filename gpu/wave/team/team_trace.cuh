/* team_trace: the canonical path from a cluster's labels.
 *
 * Every warp computes masks from its tiles' labels, in their place: for each cell one bit per
 * direction from which a path may have come, as walked backwards. No bit: a source. Then one warp
 * walks: its lanes test the next 32 cells straight on, at once, in any block, and go as far as
 * the masks allow. Where the path must turn, the lowest bit of the cell's mask gives the direction
 * (router/search/backtrace.h). So a straight run of up to 32 cells takes one read.
 *
 * A cell beyond an edge counts with the label that was last received. On a cheapest path that is
 * its label: a label above the bound for its tile is not on such a path.
 */
#pragma once

#include "gpu/wave/team/team_search.cuh"
#include "gpu/wave/sweep/sweep_trace.cuh"

/* Tests in which half `from` plus the cost of entering is the label: bits `low` and `high` of the
 * halves. */
static __device__ __forceinline__ uint32_t team_explains(uint32_t from, uint32_t enter,
                                                         uint32_t label, int low, int high)
{
    uint32_t differs = (from + enter) ^ label; /* no carry between the halves: FAR + FAR fits */
    return ((differs & 0xFFFF) == 0 ? 1U << low : 0U) | (differs < 0x10000 ? 0x10000U << high : 0U);
}

/* Whole warp: chooses, among target cells of the tile whose label is the bound, the first target
 * and then the lowest cell; control->reached is the block's best. */
static __device__ void team_choose_target(const struct team &team, const struct team_slot &at,
                                          uint32_t *labels, uint32_t lane)
{
    assert(lane < 32);
    const struct sweep_net &net = team.control->net;
    struct box place = sweep_place_at(net, at.x, at.y, TEAM_SIDE);
#pragma unroll 1
    for (uint32_t t = lane; t < net.target_count; t += 32) {
        sweep_part part = sweep_part_of(team.runs[net.source_count + t], place);
#pragma unroll 1
        for (uint32_t z = part.z0; z <= part.z1 && !part.empty; z++)
#pragma unroll 1
            for (uint32_t y = part.y0; y <= part.y1; y++)
#pragma unroll 1
                for (uint32_t x = part.x0; x <= part.x1; x++) {
                    if (*team_half(labels, place, x, y, z) != team.control->bound)
                        continue;
                    uint32_t cell = (z * team.view->height + y) * team.view->width + x;
                    atomicMin(&team.control->reached, (unsigned long long)t << 32 | cell);
                }
    }
    __syncwarp();
}

/* Whole warp: the best of all blocks, each of which has its own: some 64-bit minima in another
 * block's shared memory were lost (H200, CUDA 13.0). */
static __device__ unsigned long long team_chosen(const struct team &team, uint32_t lane)
{
    unsigned long long best = ~0ULL;
    if (lane >> team.size == 0)
        best = *team_at(&team.control->reached, lane);
#pragma unroll 1
    for (int step = 16; step > 0; step /= 2)
        best = min(best, __shfl_xor_sync(~0U, best, step));
    return best;
}

/* The mask of a column of two layers, from its labels and those around it. */
static __device__ __forceinline__ uint32_t team_mask_of(const team_rules &rules, uint32_t cost,
                                                        uint32_t label, uint32_t across,
                                                        const uint32_t (&around)[SWEEP_EDGES])
{
    uint32_t enter = sweep_entering(cost, rules.x);
    uint32_t mask = team_explains(around[SWEEP_EAST], enter, label, EAST, EAST) |
                    team_explains(around[SWEEP_WEST], enter, label, WEST, WEST);
    enter = sweep_entering(cost, rules.y);
    mask |= team_explains(around[SWEEP_NORTH], enter, label, NORTH, NORTH) |
            team_explains(around[SWEEP_SOUTH], enter, label, SOUTH, SOUTH);
    enter = sweep_entering(cost, rules.via);
    mask |= team_explains(team_swapped(label), enter, label, UP, DOWN);
    /* the lower half of layer 2, the upper half of layer 1; the other half is FAR */
    return mask | team_explains(team_across(across, rules.pick), enter, label, DOWN, UP);
}

/* Whole warp: writes masks in the place of a tile's labels, some rows at a time; a lane has a
 * column of two layers. Rows are overwritten when all lanes have read them; the next row keeps the
 * last label from before. */
static __device__ void team_mask(const struct team &team, const team_rules &rules, uint32_t slot,
                                 uint32_t lane)
{
    assert(lane < 32);
    enum { ROWS = 4 };
    struct team_tile &tile = team.tiles[slot];
    const uint32_t *costs = team.costs + (size_t)slot * team.costs_step;
    const uint32_t x = lane % TEAM_SIDE, half_warp = lane - x;
    uint32_t at = team_first(true, lane), label[ROWS + 2];
    label[0] = tile.halo[SWEEP_SOUTH][lane];
    label[1] = tile.label[at];
#pragma unroll 1
    for (uint32_t y = 0; y < TEAM_SIDE; y += ROWS, at += ROWS * TEAM_STRIDE) {
        uint32_t mask[ROWS], north = tile.halo[SWEEP_NORTH][lane];
#pragma unroll
        for (uint32_t i = 0; i < ROWS; i++) {
            uint32_t here = at + i * TEAM_STRIDE;
            uint32_t above = tile.label[here + (y + i + 1 < TEAM_SIDE ? (uint32_t)TEAM_STRIDE : 0)];
            label[i + 2] = y + i + 1 < TEAM_SIDE ? above : north;
            uint32_t west = tile.halo[SWEEP_WEST][half_warp + y + i];
            uint32_t east = tile.halo[SWEEP_EAST][half_warp + y + i];
            uint32_t left = tile.label[here - (x > 0)], right = tile.label[here + (x < TEAM_LAST)];
            const uint32_t around[SWEEP_EDGES] = {label[i], label[i + 2], x > 0 ? left : west,
                                                  x < TEAM_LAST ? right : east};
            mask[i] = team_mask_of(rules, costs[here], label[i + 1], tile.label[team_other(here)],
                                   around);
        }
        __syncwarp();
#pragma unroll
        for (uint32_t i = 0; i < ROWS; i++)
            tile.label[at + i * TEAM_STRIDE] = mask[i];
        label[0] = label[ROWS];
        label[1] = label[ROWS + 1];
    }
    __syncwarp();
}

/* The mask of a cell; 0 outside the window. */
static __device__ __forceinline__ uint32_t team_mask_at(const struct team &team, sweep_spot spot)
{
    if (!sweep_is_inside(team.control->net.window, team.view->layers, spot))
        return 0;
    uint32_t tile = spot.y / TEAM_SIDE * team.across + spot.x / TEAM_SIDE;
    uint32_t at = spot.z / 2 * TEAM_PLANE + spot.y % TEAM_SIDE * TEAM_STRIDE + spot.x % TEAM_SIDE;
    uint32_t *word = &team.tiles[tile >> team.size].label[at];
    return *team_at(word, tile & ((1U << team.size) - 1)) >> spot.z % 2 * 16 & 0xFFFF;
}

/* Whole warp: writes the knots to path, from cell `reached` on, and returns their number: more than
 * SWEEP_KNOTS if they did not fit. */
static __device__ uint32_t team_trace(const struct team &team, uint32_t reached, uint32_t *path,
                                      uint32_t lane)
{
    assert(lane < 32);
    const struct sweep_box &window = team.control->net.window;
    struct field_place place = place_of(*team.view, reached);
    sweep_spot at = {place.x - window.x0, place.y - window.y0, place.z};
    uint32_t mask = team_mask_at(team, at), count = 0;
#pragma unroll 1
    for (;;) {
        if (lane == 0 && count < SWEEP_KNOTS)
            path[count] =
                (at.z * team.view->height + window.y0 + at.y) * team.view->width + window.x0 + at.x;
        count++;
        if (mask == 0)
            return count;
        int direction = __ffs((int)mask) - 1, stop = 0;
#pragma unroll 1
        do { /* straight on, to the first cell where the path turns */
            uint32_t beyond = team_mask_at(team, sweep_moved(at, direction, lane + 1));
            stop = __ffs((int)~__ballot_sync(~0U, beyond >> direction & 1));
            at = sweep_moved(at, direction, stop == 0 ? 32U : (uint32_t)stop);
            mask = __shfl_sync(~0U, beyond, stop == 0 ? 31 : stop - 1);
        } while (stop == 0);
    }
}
