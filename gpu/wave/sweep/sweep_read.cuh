/* sweep_read: reads a tile at its first visit: its cells' costs from the field, and the job's
 * cells.
 *
 * A warp reads the tile row by row, its lanes side by side along x. Before that, each
 * lane reads the closed cells of one row; the lanes get the bits of a row by shuffles. Then the
 * job's runs are processed, one per lane: their cells are open even where the field is closed, and
 * sources have the label 0. */
#pragma once

#include "gpu/wave/sweep/sweep_tile.cuh"

enum { SWEEP_READ_ROWS = 8 }; /* rows whose costs are read together */

/* The columns and rows of tile (tx, ty), of `side` columns, that are inside the window. */
static __device__ __forceinline__ struct box sweep_place_at(const struct sweep_net &net,
                                                            uint32_t tx, uint32_t ty, uint32_t side)
{
    uint32_t x0 = net.window.x0 + tx * side, y0 = net.window.y0 + ty * side;
    assert(x0 <= net.window.x1 && y0 <= net.window.y1);
    return {x0, y0, min(x0 + side - 1, (uint32_t)net.window.x1),
            min(y0 + side - 1, (uint32_t)net.window.y1)};
}

static __device__ __forceinline__ struct box sweep_place_of(const struct sweep_net &net,
                                                            uint32_t tile)
{
    uint32_t across = sweep_tiles_across(net.window.x0, net.window.x1);
    return sweep_place_at(net, tile % across, tile / across, SWEEP_SIDE);
}

/* Least number of steps from a tile to the goal. */
static __device__ __forceinline__ uint32_t sweep_goal_distance(const struct sweep_net &net,
                                                               const struct box &place)
{
    int dx = max((int)net.goal.x0 - (int)place.x1, (int)place.x0 - (int)net.goal.x1);
    int dy = max((int)net.goal.y0 - (int)place.y1, (int)place.y0 - (int)net.goal.y1);
    return (uint32_t)(max(dx, 0) + max(dy, 0));
}

/* The cost of entering a cell, at most FAR. */
static __device__ __forceinline__ uint32_t sweep_cost_of(uint32_t weight, uint32_t toll)
{
    return min(min(weight, (uint32_t)SWEEP_FAR) + min(toll, (uint32_t)SWEEP_FAR),
               (uint32_t)SWEEP_FAR);
}

static __device__ __forceinline__ uint32_t sweep_cost_at(const struct field_view &view, size_t cell)
{
    return sweep_cost_of(view.weight != nullptr ? __ldg(&view.weight[cell]) : 1,
                         view.toll != nullptr ? __ldg(&view.toll[cell]) : 0);
}

/* A cost as it is stored in a tile. Sets *cut if the cost of an open cell does not fit. */
template <bool W>
static __device__ __forceinline__ uint32_t sweep_kept(const struct field_view &view, size_t cell,
                                                      uint32_t cost, bool closed_cell, bool *cut)
{
    if (!W) {
        *cut = *cut || (!closed_cell && cost == SWEEP_FAR);
        return closed_cell ? (uint32_t)SWEEP_FAR : cost;
    }
    *cut = *cut || (!closed_cell && cost >= SWEEP_CUT);
    if (closed_cell || cost >= SWEEP_CUT)
        return SWEEP_WALLED;
    return cost | (uint32_t)__ldg(&view.walls[cell]) << SWEEP_WALL;
}

/* The half of a word that belongs to layer z. */
template <int P>
static __device__ __forceinline__ uint16_t &sweep_half(sweep_word<P> *words, uint32_t at,
                                                       uint32_t z)
{
    return ((uint16_t *)&words[at])[z];
}

/* Closed cells of a row from column x on: 32 bits; bits beyond the row are 1. */
static __device__ __forceinline__ uint32_t sweep_closed_bits(const struct field_view &view,
                                                             uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t *row = view.closed + (size_t)(z * view.height + y) * view.row_words;
    uint32_t word = x / 32, next = word + 1 < view.row_words ? __ldg(&row[word + 1]) : ~0U;
    assert(y < view.height && word < view.row_words);
    return (uint32_t)(((uint64_t)next << 32 | __ldg(&row[word])) >> (x % 32));
}

/* Closed cells of row y0 + lane in layer z: bit i is column x0 + i; others are closed. */
static __device__ __forceinline__ uint32_t sweep_closed_row(const struct field_view &view,
                                                            const struct box &place, uint32_t z,
                                                            uint32_t lane)
{
    assert(lane < 32);
    uint32_t columns = place.x1 - place.x0 + 1;
    if (z >= view.layers || place.y0 + lane > place.y1)
        return ~0U;
    uint32_t closed = sweep_closed_bits(view, place.x0, place.y0 + lane, z);
    return columns < 32 ? closed | ~0U << columns : closed;
}

/* Each lane reads the costs of SWEEP_READ_ROWS rows in its column, of closed cells too. No read
 * depends on a condition, so the reads overlap. Outside the window it is the nearest cell's. */
template <int P>
static __device__ __forceinline__ void
sweep_read_rows(const struct field_view &view, const struct box &place, uint32_t row, uint32_t lane,
                uint32_t (&costs)[SWEEP_READ_ROWS][2 * P])
{
    uint32_t x = min(place.x0 + lane, place.x1);
    uint32_t weight[SWEEP_READ_ROWS][2 * P], toll[SWEEP_READ_ROWS][2 * P];
#pragma unroll
    for (uint32_t i = 0; i < SWEEP_READ_ROWS; i++)
#pragma unroll
        for (uint32_t z = 0; z < 2 * P; z++) {
            uint32_t y = min(place.y0 + row + i, place.y1);
            size_t cell = (size_t)(min(z, view.layers - 1) * view.height + y) * view.width + x;
            weight[i][z] = view.weight != nullptr ? __ldg(&view.weight[cell]) : 1;
            toll[i][z] = view.toll != nullptr ? __ldg(&view.toll[cell]) : 0;
        }
#pragma unroll
    for (uint32_t i = 0; i < SWEEP_READ_ROWS; i++)
#pragma unroll
        for (uint32_t z = 0; z < 2 * P; z++)
            costs[i][z] = sweep_cost_of(weight[i][z], toll[i][z]);
}

/* Whole warp: fills costs from the field, and labels with FAR. Returns true if an open cell's cost
 * does not fit. */
template <int P, bool W>
static __device__ bool sweep_read_field(const struct field_view &view, const struct box &place,
                                        sweep_buffer<P> *buffer, uint32_t lane)
{
    assert(lane < 32);
    uint32_t closed[2 * P];
    bool cut = false;
#pragma unroll
    for (uint32_t z = 0; z < 2 * P; z++)
        closed[z] = sweep_closed_row(view, place, z, lane);
#pragma unroll 1
    for (uint32_t row = 0; row < SWEEP_SIDE; row += SWEEP_READ_ROWS) {
        uint32_t costs[SWEEP_READ_ROWS][2 * P];
        sweep_read_rows<P>(view, place, row, lane, costs);
#pragma unroll
        for (uint32_t i = 0; i < SWEEP_READ_ROWS; i++) {
            sweep_word<P> word;
#pragma unroll
            for (uint32_t z = 0; z < 2 * P; z++) {
                bool closed_cell = (__shfl_sync(~0U, closed[z], (int)(row + i)) >> lane & 1) != 0;
                size_t cell =
                    (size_t)(z * view.height + place.y0 + row + i) * view.width + place.x0 + lane;
                uint32_t cost = sweep_kept<W>(view, cell, costs[i][z], closed_cell, &cut);
                word.pair[z / 2] = z % 2 == 0 ? cost : word.pair[z / 2] | cost << 16;
            }
            buffer->cost[(row + i) * SWEEP_STRIDE + lane] = word;
            buffer->label[(row + i) * SWEEP_STRIDE + lane] = sweep_far<P>();
        }
    }
    __syncwarp();
    return cut;
}

/* The part of a run inside a tile; empty if x0 > x1 or y0 > y1. */
struct sweep_part {
    uint32_t x0, y0, x1, y1, z0, z1;
    bool empty;
};

static __device__ __forceinline__ sweep_part sweep_part_of(const struct sweep_run &run,
                                                           const struct box &place)
{
    uint32_t x1 = run.x + (run.axis == 0 ? run.steps : 0U);
    uint32_t y1 = run.y + (run.axis == 1 ? run.steps : 0U);
    sweep_part part = {max((uint32_t)run.x, place.x0),
                       max((uint32_t)run.y, place.y0),
                       min(x1, place.x1),
                       min(y1, place.y1),
                       run.z,
                       run.z + (run.axis == 2 ? run.steps : 0U),
                       false};
    part.empty = part.x0 > part.x1 || part.y0 > part.y1;
    return part;
}

/* Whole warp: opens the job's own cells and labels its sources. Lanes that meet at a cell write the
 * same values. *seeded: there are sources; *goal: there are targets; *cut: as sweep_read_field. */
template <int P, bool W>
static __device__ void sweep_open_runs(const struct field_view &view, const struct sweep_net &net,
                                       const struct sweep_run *runs, const struct box &place,
                                       sweep_buffer<P> *buffer, uint32_t lane, bool *seeded,
                                       bool *goal, bool *cut)
{
    assert(lane < 32);
    for (uint32_t i = lane; i < net.source_count + net.target_count; i += 32) {
        sweep_part part = sweep_part_of(runs[i], place);
        if (part.empty)
            continue;
        *goal = *goal || i >= net.source_count;
        *seeded = *seeded || i < net.source_count;
        for (uint32_t z = part.z0; z <= part.z1; z++)
            for (uint32_t y = part.y0; y <= part.y1; y++)
                for (uint32_t x = part.x0; x <= part.x1; x++) {
                    uint32_t at = (y - place.y0) * SWEEP_STRIDE + x - place.x0;
                    size_t cell = (size_t)(z * view.height + y) * view.width + x;
                    uint32_t cost =
                        sweep_kept<W>(view, cell, sweep_cost_at(view, cell), false, cut);
                    sweep_half<P>(buffer->cost, at, z) = (uint16_t)cost;
                    if (i < net.source_count)
                        sweep_half<P>(buffer->label, at, z) = 0;
                }
    }
    __syncwarp();
}

/* Whole warp: the least label of target cells in the tile, whose labels are in the buffer. */
template <int P>
static __device__ uint32_t sweep_goal_label(const struct sweep_net &net,
                                            const struct sweep_run *runs, const struct box &place,
                                            sweep_buffer<P> *buffer, uint32_t lane)
{
    assert(lane < 32);
    uint32_t least = SWEEP_FAR;
    for (uint32_t i = net.source_count + lane; i < net.source_count + net.target_count; i += 32) {
        sweep_part part = sweep_part_of(runs[i], place);
        if (part.empty)
            continue;
        for (uint32_t z = part.z0; z <= part.z1; z++)
            for (uint32_t y = part.y0; y <= part.y1; y++)
                for (uint32_t x = part.x0; x <= part.x1; x++)
                    least = min(
                        least, (uint32_t)sweep_half<P>(
                                   buffer->label, (y - place.y0) * SWEEP_STRIDE + x - place.x0, z));
    }
    return __reduce_min_sync(~0U, least);
}
