/* team_tile: the sweeps through a tile of 16 x 16 columns, by a warp.
 *
 * Labels and costs have 16 bits, two layers per word, as in sweep_tile.cuh. Half a warp has layers
 * 0 and 1, the other half 2 and 3; a lane has one line of 16 columns in registers:
 *
 *     along y    lane % 16 = x, the line runs in y
 *     along x    lane % 16 = y, the line runs in x
 *
 * Two carries run along the line toward each other and past; then vias: within a word the halves
 * are swapped, between words a half comes from the other half of the warp. Up and down in three
 * steps (0-1 and 2-3, 1-2, 0-1 and 2-3) finds any change of layers.
 *
 * Rows are 17 words apart and planes 272, so lanes use different banks in both directions.
 */
#pragma once

#include "gpu/wave/team/team.cuh"
#include "gpu/wave/sweep/sweep_visit.cuh"

enum { TEAM_SWEEPS = 2 }; /* sweeps per visit at most; then neighbours are notified (NOTES.md) */

/* The grid's rules, for a lane. */
struct team_rules {
    uint32_t x, y, via; /* extra costs of steps, for both halves of a word */
    uint32_t layers;
    uint32_t pick; /* __byte_perm selector: from a word beyond and FAR, the layer next to the
                      lane's, in its place */
};

static __device__ __forceinline__ team_rules team_rules_of(const struct sweep_extras<2> &extras,
                                                           uint32_t layers, uint32_t lane)
{
    bool upper = lane >= TEAM_SIDE; /* layers 2 and 3 see 1 below 2, the lower ones 2 above 1 */
    return {upper ? extras.x[1] : extras.x[0], upper ? extras.y[1] : extras.y[0], extras.via,
            layers, upper ? 0x5432U : 0x1054U};
}

/* A lane's line. */
struct team_line {
    uint32_t label[TEAM_SIDE], cost[TEAM_SIDE];
};

/* Index of the first word of the lane's line in a tile. */
static __device__ __forceinline__ uint32_t team_first(bool in_y, uint32_t lane)
{
    uint32_t line = lane % TEAM_SIDE;
    return lane / TEAM_SIDE * TEAM_PLANE + (in_y ? line : line * TEAM_STRIDE);
}

/* Reads the line, labels at most `top`. */
template <bool IN_Y>
static __device__ __forceinline__ void team_take(team_line *line, const uint32_t *labels,
                                                 const uint32_t *costs, uint32_t top, uint32_t lane)
{
    const uint32_t first = team_first(IN_Y, lane), stride = IN_Y ? (uint32_t)TEAM_STRIDE : 1;
#pragma unroll
    for (uint32_t i = 0; i < TEAM_SIDE; i++) {
        line->cost[i] = costs[first + i * stride];
        line->label[i] = __viaddmin_u16x2(labels[first + i * stride], 0, top);
    }
}

template <bool IN_Y>
static __device__ __forceinline__ void team_put(const team_line &line, uint32_t *labels,
                                                uint32_t lane)
{
    const uint32_t first = team_first(IN_Y, lane), stride = IN_Y ? (uint32_t)TEAM_STRIDE : 1;
#pragma unroll
    for (uint32_t i = 0; i < TEAM_SIDE; i++)
        labels[first + i * stride] = line.label[i];
}

/* Takes steps along the line in both directions. before, after: labels beyond its ends. Returns the
 * bits that changed. */
static __device__ __forceinline__ uint32_t team_steps(team_line *line, uint32_t extra,
                                                      uint32_t before, uint32_t after)
{
    uint32_t changed = 0, enter[TEAM_SIDE], was[TEAM_SIDE];
#pragma unroll
    for (int i = 0; i < TEAM_SIDE; i++) {
        enter[i] = sweep_entering(line->cost[i], extra);
        was[i] = line->label[i];
    }
#pragma unroll
    for (int i = 0; i < TEAM_SIDE; i++) {
        const int j = TEAM_SIDE - 1 - i;
        before = line->label[i] = __viaddmin_u16x2(before, enter[i], line->label[i]);
        after = line->label[j] = __viaddmin_u16x2(after, enter[j], line->label[j]);
    }
#pragma unroll
    for (int i = 0; i < TEAM_SIDE; i++)
        changed |= line->label[i] ^ was[i];
    return changed;
}

static __device__ __forceinline__ uint32_t team_swapped(uint32_t label)
{
    return __byte_perm(label, 0, 0x1032);
}

/* From the two layers' labels of the other half of the warp, that of the layer next to the lane's,
 * in the place of the layer next to it. */
static __device__ __forceinline__ uint32_t team_across(uint32_t label, uint32_t pick)
{
    return __byte_perm(label, SWEEP_FAR_PAIR, pick);
}

/* Index of the word of the same column and the other two layers. */
static __device__ __forceinline__ uint32_t team_other(uint32_t at)
{
    return at >= TEAM_PLANE ? at - TEAM_PLANE : at + TEAM_PLANE;
}

/* Takes all vias in the line's columns. The half warps exchange words in the place of the labels,
 * not by shuffles, which would test each time that all lanes are present. Returns the bits that
 * changed. */
template <bool IN_Y>
static __device__ __forceinline__ uint32_t team_vias(team_line *line, uint32_t *labels,
                                                     const team_rules &rules, uint32_t lane)
{
    assert(lane < 32);
    const uint32_t first = team_first(IN_Y, lane), stride = IN_Y ? (uint32_t)TEAM_STRIDE : 1;
    const uint32_t other = team_other(first);
    uint32_t changed = 0, enter[TEAM_SIDE], label[TEAM_SIDE];
    if (rules.layers == 1)
        return 0;
#pragma unroll
    for (uint32_t i = 0; i < TEAM_SIDE; i++) {
        enter[i] = sweep_entering(line->cost[i], rules.via);
        label[i] = __viaddmin_u16x2(team_swapped(line->label[i]), enter[i], line->label[i]);
    }
    if (rules.layers > 2) {
#pragma unroll
        for (uint32_t i = 0; i < TEAM_SIDE; i++)
            labels[first + i * stride] = label[i];
        __syncwarp();
#pragma unroll
        for (uint32_t i = 0; i < TEAM_SIDE; i++) {
            uint32_t across = team_across(labels[other + i * stride], rules.pick);
            label[i] = __viaddmin_u16x2(across, enter[i], label[i]);
            label[i] = __viaddmin_u16x2(team_swapped(label[i]), enter[i], label[i]);
        }
        __syncwarp();
    }
#pragma unroll
    for (uint32_t i = 0; i < TEAM_SIDE; i++) {
        changed |= label[i] ^ line->label[i];
        line->label[i] = label[i];
    }
    return changed;
}

/* Whole warp: one sweep along y or x. before, after: labels beyond the ends of the lane's line.
 * vias: try vias even if no step changed anything. The result is the same in all lanes. */
template <bool IN_Y>
static __device__ __forceinline__ sweep_change team_along(uint32_t *labels, const uint32_t *costs,
                                                          const team_rules &rules, uint32_t before,
                                                          uint32_t after, bool vias, uint32_t top,
                                                          uint32_t lane)
{
    assert(lane < 32);
    team_line line;
    sweep_change change = {false, false};
    team_take<IN_Y>(&line, labels, costs, top, lane);
    uint32_t changed = team_steps(&line, IN_Y ? rules.y : rules.x, before, after);
    change.by_steps = __any_sync(~0U, changed != 0) != 0;
    if (change.by_steps || vias)
        change.by_vias = __any_sync(~0U, team_vias<IN_Y>(&line, labels, rules, lane) != 0) != 0;
    if (change.by_steps || change.by_vias)
        team_put<IN_Y>(line, labels, lane);
    __syncwarp();
    return change;
}

/* The work left in a tile: sweeps along x, along y, and vias without a step. */
struct team_work {
    bool x, y, vias;
};

/* Whole warp: sweeps along y and x alternately while that may lower a label, at most TEAM_SWEEPS
 * times. Returns the work that is left. */
static __device__ __forceinline__ team_work team_settle(uint32_t *labels, const uint32_t *costs,
                                                        const team_rules &rules,
                                                        const uint32_t (&halo)[SWEEP_EDGES],
                                                        team_work work, uint32_t top, uint32_t lane)
{
    assert(lane < 32);
    bool was_y = false;
#pragma unroll 1
    for (int sweep = 0; sweep < TEAM_SWEEPS && (work.x || work.y); sweep++) {
        bool in_y = work.y && !(work.x && was_y);
        sweep_change change = in_y ? team_along<true>(labels, costs, rules, halo[SWEEP_SOUTH],
                                                      halo[SWEEP_NORTH], work.vias, top, lane)
                                   : team_along<false>(labels, costs, rules, halo[SWEEP_WEST],
                                                       halo[SWEEP_EAST], work.vias, top, lane);
        work.y = change.by_vias || (!in_y && (work.y || change.by_steps));
        work.x = change.by_vias || (in_y && (work.x || change.by_steps));
        work.vias = false; /* all vias were tried */
        was_y = in_y;
    }
    return work;
}
