/* sweep_tile: the sweeps through a tile, by a warp.
 *
 * Labels and costs have 16 bits, two layers per word, so that one instruction (viaddmin on Hopper)
 * takes a step on both: min(label of the cell before + cost, label). A tile has 32 x 32 columns of
 * 2 P layers, in the warp's part of the shared memory, [y][x]. In a sweep every lane processes a
 * line of 32 columns:
 *
 *     along y    lane = x, the line runs in y          along x    lane = y, the line runs in x
 *
 * Two carries run along the line toward each other, one step at a time; when they have passed, no
 * step along the line can lower a label. Then vias: within a word the halves are swapped, between
 * words one half is moved. Rows are 33 words apart, so that lanes use different banks in both
 * directions.
 *
 * A line is processed in groups of 8 columns: the loads of a group are in flight together, and
 * registers and code stay few.
 *
 * If the grid has walls (W), a cost has room for them: its low 10 bits are the cost, and bit 10 + d
 * is set if a wall closes the cell's side in direction d. A closed cell has all six walls, and so
 * has an open cell whose cost does not fit 10 bits; `cut` reports such a cell. Without walls none
 * of this is compiled in.
 *
 * FAR is the label of a cell not reached, the cost of a closed cell, and the limit of a cost plus
 * its extra. So a sum is at most 2 * FAR and fits, and the minimum with a label, which is at most
 * FAR, brings it back below. */
#pragma once

#include "gpu/wave/sweep/sweep.cuh"

#define SWEEP_FAR_PAIR 0x7FFF7FFFU

enum {
    SWEEP_GROUP = 8,       /* columns of a line that are processed together */
    SWEEP_WALL = 10,       /* first bit of the walls in a cost */
    SWEEP_CUT = 0x3FF,     /* least cost that does not fit beside walls */
    SWEEP_WALLED = 0xFFFF, /* cost of a closed cell beside walls */
};

/* Labels or costs of a column of cells: layer z in half z % 2 of word z / 2. */
template <int P> struct alignas(4 * P) sweep_word {
    uint32_t pair[P];
};

/* Extra costs of steps, for both halves of each word; FAR if forbidden. */
template <int P> struct sweep_extras {
    uint32_t x[P], y[P], via;
};

static inline uint32_t sweep_extra_of(const struct step_rules *rules, uint32_t z, int direction)
{
    assert(direction >= 0 && direction < DIRECTIONS);
    if (step_is_forbidden(rules, z, direction))
        return SWEEP_FAR;
    return (uint32_t)step_extra(rules, z, AXIS_NONE, direction);
}

/* The extra costs of a grid. Host. */
template <int P> static inline sweep_extras<P> sweep_extras_of(const struct grid *grid)
{
    const struct step_rules *rules = &grid->rules;
    sweep_extras<P> extras = {};
    for (uint32_t z = 0; z < grid->layers; z++) {
        extras.x[z / 2] |= sweep_extra_of(rules, z, EAST) << z % 2 * 16;
        extras.y[z / 2] |= sweep_extra_of(rules, z, NORTH) << z % 2 * 16;
    }
    extras.via = rules->via * 0x10001U;
    return extras;
}

/* A warp's part of the shared memory. */
template <int P> struct sweep_buffer {
    sweep_word<P> cost[SWEEP_SIDE * SWEEP_STRIDE];
    sweep_word<P> label[SWEEP_SIDE * SWEEP_STRIDE];
};

template <int P> static __device__ __forceinline__ sweep_word<P> sweep_far(void)
{
    sweep_word<P> word;
#pragma unroll
    for (int p = 0; p < P; p++)
        word.pair[p] = SWEEP_FAR_PAIR;
    return word;
}

/* Cost plus extra, at most FAR. */
static __device__ __forceinline__ uint32_t sweep_entering(uint32_t cost, uint32_t extra)
{
    return __viaddmin_u16x2(cost, extra, SWEEP_FAR_PAIR);
}

/* FAR in the halves whose bit is set; bits: 0 and 16. */
static __device__ __forceinline__ uint32_t sweep_shut(uint32_t bits)
{
    return (bits & 0x10001U) * SWEEP_FAR;
}

/* The cost of a step through the cells' sides in direction D, for both halves of a word. */
template <bool W, int D>
static __device__ __forceinline__ uint32_t sweep_crossing(uint32_t cost, uint32_t extra)
{
    if (!W)
        return sweep_entering(cost, extra);
    return sweep_entering(cost & SWEEP_CUT * 0x10001U, extra) |
           sweep_shut(cost >> (SWEEP_WALL + D));
}

/* The cost of a via, for both halves. LOW is the side through which the lower half is entered, HIGH
 * that of the higher half. */
template <bool W, int LOW, int HIGH>
static __device__ __forceinline__ uint32_t sweep_via_cost(uint32_t cost, uint32_t via)
{
    if (!W)
        return sweep_entering(cost, via);
    uint32_t walls = (cost >> (SWEEP_WALL + LOW) & 1U) | (cost >> (SWEEP_WALL + HIGH) & 0x10000U);
    return sweep_entering(cost & SWEEP_CUT * 0x10001U, via) | sweep_shut(walls);
}

/* Moves the carry one step into the column, through its side D. Returns the changed label bits. */
template <int P, bool W, int D>
static __device__ __forceinline__ uint32_t sweep_step(sweep_word<P> *carry,
                                                      const sweep_word<P> &cost,
                                                      const uint32_t (&extra)[P],
                                                      sweep_word<P> *label)
{
    uint32_t changed = 0;
#pragma unroll
    for (int p = 0; p < P; p++) {
        uint32_t before = label->pair[p];
        label->pair[p] =
            __viaddmin_u16x2(carry->pair[p], sweep_crossing<W, D>(cost.pair[p], extra[p]), before);
        carry->pair[p] = label->pair[p];
        changed |= label->pair[p] ^ before;
    }
    return changed;
}

/* Takes one via in the column: within words, then between words. Returns the changed bits. */
template <int P, bool W>
static __device__ __forceinline__ uint32_t sweep_vias(const sweep_word<P> &cost, uint32_t via,
                                                      sweep_word<P> *label)
{
    uint32_t enter[P], before[P], changed = 0;
#pragma unroll
    for (int p = 0; p < P; p++) {
        before[p] = label->pair[p];
        enter[p] = sweep_via_cost<W, UP, DOWN>(cost.pair[p], via);
        label->pair[p] = __viaddmin_u16x2(__byte_perm(before[p], 0, 0x1032), enter[p], before[p]);
    }
    if (P > 1) { /* layer 1 up into layer 2, layer 2 down into layer 1 */
        uint32_t low = label->pair[0], high = label->pair[P - 1];
        uint32_t up = __byte_perm(low, SWEEP_FAR_PAIR, 0x5432);
        uint32_t down = __byte_perm(high, SWEEP_FAR_PAIR, 0x1054);
        label->pair[P - 1] =
            __viaddmin_u16x2(up, sweep_via_cost<W, DOWN, UP>(cost.pair[P - 1], via), high);
        label->pair[0] =
            __viaddmin_u16x2(down, sweep_via_cost<W, DOWN, UP>(cost.pair[0], via), low);
    }
#pragma unroll
    for (int p = 0; p < P; p++)
        changed |= label->pair[p] ^ before[p];
    return changed;
}

/* A group of columns of the lane's line. */
template <int P> struct sweep_group {
    sweep_word<P> label[SWEEP_GROUP], cost[SWEEP_GROUP];
};

template <int P, int STRIDE>
static __device__ __forceinline__ void sweep_take(sweep_group<P> *group,
                                                  const sweep_buffer<P> *buffer, uint32_t first)
{
#pragma unroll
    for (int i = 0; i < SWEEP_GROUP; i++) {
        group->label[i] = buffer->label[(int)first + i * STRIDE];
        group->cost[i] = buffer->cost[(int)first + i * STRIDE];
    }
}

template <int P, int STRIDE>
static __device__ __forceinline__ void sweep_put(const sweep_group<P> &group,
                                                 sweep_buffer<P> *buffer, uint32_t first)
{
#pragma unroll
    for (int i = 0; i < SWEEP_GROUP; i++)
        buffer->label[(int)first + i * STRIDE] = group.label[i];
}

/* The changes made by a sweep; the same in all lanes. */
struct sweep_change {
    bool by_steps, by_vias;
};

/* Whole warp: one sweep through the buffer along y or x. before, after: labels beyond the ends of
 * the lane's line. vias: try vias even if no step changed anything. */
template <int P, bool W, bool IN_Y>
static __device__ __forceinline__ sweep_change sweep_along(sweep_buffer<P> *buffer, uint32_t lane,
                                                           const uint32_t (&extra)[P], uint32_t via,
                                                           sweep_word<P> before,
                                                           sweep_word<P> after, bool vias)
{
    assert(lane < 32);
    enum { STRIDE = IN_Y ? (int)SWEEP_STRIDE : 1, NEXT = SWEEP_GROUP * STRIDE };
    uint32_t first = IN_Y ? lane : lane * SWEEP_STRIDE;
    uint32_t last = first + (SWEEP_SIDE - 1) * STRIDE, changed = 0;
#pragma unroll 1
    for (uint32_t g = 0; g < SWEEP_SIDE / SWEEP_GROUP;
         g++) { /* low and high are never the same group */
        uint32_t up = 0, down = 0;
        sweep_group<P> low, high;
        sweep_take<P, STRIDE>(&low, buffer, first + g * NEXT);
        sweep_take<P, -STRIDE>(&high, buffer, last - g * NEXT);
#pragma unroll
        for (int i = 0; i < SWEEP_GROUP; i++) {
            up |= sweep_step < P, W,
                IN_Y ? SOUTH : WEST > (&before, low.cost[i], extra, &low.label[i]);
            down |= sweep_step < P, W,
                IN_Y ? NORTH : EAST > (&after, high.cost[i], extra, &high.label[i]);
        }
        if (up != 0)
            sweep_put<P, STRIDE>(low, buffer, first + g * NEXT);
        if (down != 0)
            sweep_put<P, -STRIDE>(high, buffer, last - g * NEXT);
        changed |= up | down;
    }
    sweep_change change = {__any_sync(~0U, changed != 0) != 0, false};
    changed = 0;
#pragma unroll 1
    for (uint32_t g = 0; g < SWEEP_SIDE / SWEEP_GROUP && (change.by_steps || vias); g++) {
        uint32_t fell = 0;
        sweep_group<P> group;
        sweep_take<P, STRIDE>(&group, buffer, first + g * NEXT);
#pragma unroll
        for (int i = 0; i < SWEEP_GROUP; i++)
            fell |= sweep_vias<P, W>(group.cost[i], via, &group.label[i]);
        if (fell != 0)
            sweep_put<P, STRIDE>(group, buffer, first + g * NEXT);
        changed |= fell;
    }
    __syncwarp();
    change.by_vias = __any_sync(~0U, changed != 0) != 0;
    return change;
}
