/* team_read: reads all tiles of a window, before the first visit.
 *
 * Each warp reads its own tiles. The reads of all warps are in flight together, so this
 * takes little longer than one tile alone.
 */
#pragma once

#include "gpu/wave/team/team_rest.cuh"
#include "gpu/wave/team/team_tile.cuh"

enum {
    TEAM_AWAKE = 1,     /* mark: an edge may have fallen */
    TEAM_NEW = 2,       /* mark: its labels have not been sent to neighbours yet */
    TEAM_AGAIN = 4,     /* mark: the last visit ended before the labels had settled */
    TEAM_READ_ROWS = 8, /* rows whose costs are read together */
};

/* A tile in shared memory: [pair of layers][y][x]. */
struct team_tile {
    uint32_t label[TEAM_WORDS];
    uint32_t halo[SWEEP_EDGES][32]; /* [lane] labels that neighbours wrote */
};

struct team_slot {
    uint16_t x, y;     /* position, in tiles */
    uint16_t distance; /* distance from the goal */
    uint16_t goal;     /* not 0: it holds targets */
};

/* Data shared by the warps of a block; at the same address in all blocks of a cluster. */
struct team_control {
    struct sweep_net net;
    uint32_t bound; /* least label of a target so far, at first net.below */
    struct team_rest rest;
    uint32_t cut;                   /* not 0: an open cell's cost was cut off at FAR */
    uint32_t label_most, cost_most; /* largest label and cost below FAR, if there is no path */
    unsigned long long reached;     /* target index << 32 | cell */
    uint32_t awake[TEAM_SLOTS];     /* marks of the tiles to visit; 0: none */
    uint32_t key[TEAM_SLOTS]; /* lower bound of the cost of a path through the tile, from the labels
                                 received so far */
    struct team_slot slots[TEAM_SLOTS];
};

/* A block's view of its net. */
struct team {
    const struct field_view *view;
    struct team_control *control;
    struct team_tile *tiles;      /* [slots] */
    uint32_t *costs;              /* [TEAM_WORDS] costs per slot */
    uint32_t costs_step;          /* words from slot to slot of costs */
    const struct sweep_run *runs; /* runs of the net */
    uint32_t across, up;          /* tiles */
    uint32_t rank, size;          /* rank of the block; the cluster has 2^size blocks */
    uint32_t slots;               /* slots used */
};

static __host__ __device__ __forceinline__ uint32_t team_tiles_across(uint32_t first, uint32_t last)
{
    return (last - first) / TEAM_SIDE + 1;
}

/* Least number of steps from a tile to the goal. */
static __device__ __forceinline__ uint32_t team_distance(const struct sweep_net &net, uint32_t tx,
                                                         uint32_t ty)
{
    return sweep_goal_distance(net, sweep_place_at(net, tx, ty, TEAM_SIDE));
}

/* Closed cells of row y0 + lane % 16 in layer z, in 16 bits; cells outside are closed. */
static __device__ __forceinline__ uint32_t team_closed_row(const struct field_view &view,
                                                           const struct box &place, uint32_t z,
                                                           uint32_t lane)
{
    assert(lane < 32);
    uint32_t y = place.y0 + lane % TEAM_SIDE;
    if (z >= view.layers || y > place.y1)
        return 0xFFFF;
    return (sweep_closed_bits(view, place.x0, y, z) | ~0U << (place.x1 - place.x0 + 1)) & 0xFFFF;
}

/* A lane's column on its two layers, as it walks through the rows of a plane of the field. */
struct team_column {
    uint32_t cell[2]; /* cells of the next row */
    uint32_t rows;    /* rows of the tile after it; beyond them the last row is read again */
};

/* Adds a plane's values of the column's next rows. No read depends on a condition, so all are in
 * flight together. */
static __device__ __forceinline__ void team_add_rows(const uint32_t *plane,
                                                     struct team_column column, uint32_t width,
                                                     uint32_t (&costs)[TEAM_READ_ROWS][2])
{
    uint32_t read[TEAM_READ_ROWS][2];
#pragma unroll
    for (uint32_t i = 0; i < TEAM_READ_ROWS; i++) {
        uint32_t step = i < column.rows ? width : 0;
#pragma unroll
        for (uint32_t half = 0; half < 2; half++) {
            read[i][half] = __ldg(&plane[column.cell[half]]);
            column.cell[half] += step;
        }
    }
#pragma unroll
    for (uint32_t i = 0; i < TEAM_READ_ROWS; i++)
#pragma unroll
        for (uint32_t half = 0; half < 2; half++)
            costs[i][half] += min(read[i][half], (uint32_t)SWEEP_FAR);
}

/* Whole warp: reads some rows of a tile's costs from the field, and sets labels to FAR. closed:
 * bits of the rows, in the lanes, two layers. Returns not 0 if an open cell's cost is cut off at
 * FAR. */
static __device__ __forceinline__ uint32_t team_read_rows(const struct field_view &view,
                                                          const struct team_column &column,
                                                          uint32_t closed, uint32_t row,
                                                          uint32_t *labels, uint32_t *costs,
                                                          uint32_t lane)
{
    assert(lane < 32);
    uint32_t cost[TEAM_READ_ROWS][2], cut = 0, unit = view.weight == nullptr;
#pragma unroll
    for (uint32_t i = 0; i < TEAM_READ_ROWS; i++)
        cost[i][0] = cost[i][1] = unit;
    if (view.toll != nullptr)
        team_add_rows(view.toll, column, view.width, cost);
    if (view.weight != nullptr)
        team_add_rows(view.weight, column, view.width, cost);
#pragma unroll
    for (uint32_t i = 0; i < TEAM_READ_ROWS; i++) {
        uint32_t from = lane / TEAM_SIDE * TEAM_SIDE + row + i;
        uint32_t closed_bits = __shfl_sync(~0U, closed, (int)from) >> lane % TEAM_SIDE & 0x10001;
        uint32_t word = min(cost[i][0], (uint32_t)SWEEP_FAR) | min(cost[i][1], (uint32_t)SWEEP_FAR)
                                                                   << 16;
        cut |=
            (word + 0x10001) & 0x80008000 & ~(closed_bits << 15); /* FAR + 1 has the highest bit */
        costs[i * TEAM_STRIDE] = word | closed_bits * SWEEP_FAR;
        labels[i * TEAM_STRIDE] = SWEEP_FAR_PAIR;
    }
    return cut;
}

/* Whole warp: fills a tile's costs from the field, and labels with FAR. Outside the window the
 * nearest cell's cost is read. Returns true if an open cell's cost is cut off at FAR. */
static __device__ bool team_read_field(const struct field_view &view, const struct box &place,
                                       uint32_t *labels, uint32_t *costs, uint32_t lane)
{
    assert(lane < 32);
    const uint32_t low = lane / TEAM_SIDE * 2, first = team_first(true, lane);
    const uint32_t x = min(place.x0 + lane % TEAM_SIDE, place.x1), last = view.layers - 1;
    uint32_t closed =
        team_closed_row(view, place, low, lane) | team_closed_row(view, place, low + 1, lane) << 16;
    uint32_t cut = 0, rows = place.y1 - place.y0;
#pragma unroll 1
    for (uint32_t row = 0; row < TEAM_SIDE; row += TEAM_READ_ROWS) {
        uint32_t y = place.y0 + min(row, rows);
        struct team_column column = {{(min(low, last) * view.height + y) * view.width + x,
                                      (min(low + 1, last) * view.height + y) * view.width + x},
                                     rows - min(row, rows)};
        cut |= team_read_rows(view, column, closed, row, labels + first + row * TEAM_STRIDE,
                              costs + first + row * TEAM_STRIDE, lane);
    }
    __syncwarp();
    return cut != 0;
}

/* The half word of a cell in a tile's labels or costs. */
static __device__ __forceinline__ uint16_t *team_half(uint32_t *words, const struct box &place,
                                                      uint32_t x, uint32_t y, uint32_t z)
{
    assert(x >= place.x0 && x <= place.x1 && y >= place.y0 && y <= place.y1 && z < SWEEP_LAYERS);
    uint32_t at = z / 2 * TEAM_PLANE + (y - place.y0) * TEAM_STRIDE + x - place.x0;
    return (uint16_t *)&words[at] + z % 2;
}

/* Whole warp: opens the job's own cells and labels its sources. Lanes that meet at a cell write the
 * same values. */
static __device__ void team_open_runs(const struct team &team, const struct box &place,
                                      uint32_t *labels, uint32_t *costs, uint32_t lane,
                                      bool *seeded, bool *goal, bool *cut)
{
    assert(lane < 32);
    const struct sweep_net &net = team.control->net;
    const struct field_view &view = *team.view;
#pragma unroll 1
    for (uint32_t i = lane; i < net.source_count + net.target_count; i += 32) {
        sweep_part part = sweep_part_of(team.runs[i], place);
        if (part.empty)
            continue;
        *goal = *goal || i >= net.source_count;
        *seeded = *seeded || i < net.source_count;
#pragma unroll 1
        for (uint32_t z = part.z0; z <= part.z1; z++)
#pragma unroll 1
            for (uint32_t y = part.y0; y <= part.y1; y++)
#pragma unroll 1
                for (uint32_t x = part.x0; x <= part.x1; x++) {
                    uint32_t cost =
                        sweep_cost_at(view, (size_t)(z * view.height + y) * view.width + x);
                    *team_half(costs, place, x, y, z) = (uint16_t)cost;
                    *cut = *cut || cost == SWEEP_FAR;
                    if (i < net.source_count)
                        *team_half(labels, place, x, y, z) = 0;
                }
    }
    __syncwarp();
}

/* Whole warp: fills the tile of a slot. */
static __device__ void team_read(const struct team &team, uint32_t slot, uint32_t lane)
{
    struct team_control *control = team.control;
    uint32_t tile = (slot << team.size) + team.rank, *labels = team.tiles[slot].label;
    uint32_t *costs = team.costs + (size_t)slot * team.costs_step;
    assert(slot < TEAM_SLOTS && slot < team.slots && tile < team.across * team.up);
    uint32_t ty = tile / team.across, tx = tile - ty * team.across;
    struct box place = sweep_place_at(control->net, tx, ty, TEAM_SIDE);
    bool seeded = false, goal = false;
    bool cut = team_read_field(*team.view, place, labels, costs, lane);
    team_open_runs(team, place, labels, costs, lane, &seeded, &goal, &cut);
#pragma unroll 1
    for (int edge = 0; edge < SWEEP_EDGES; edge++)
        team.tiles[slot].halo[edge][lane] = SWEEP_FAR_PAIR;
    seeded = __any_sync(~0U, seeded) != 0;
    goal = __any_sync(~0U, goal) != 0;
    if (__any_sync(~0U, cut) != 0 && lane == 0)
        atomicExch(&control->cut, 1);
    if (lane != 0)
        return;
    control->slots[slot] = {(uint16_t)tx, (uint16_t)ty,
                            (uint16_t)team_distance(control->net, tx, ty), (uint16_t)goal};
    control->awake[slot] = seeded ? (uint32_t)TEAM_NEW : 0;
    control->key[slot] = SWEEP_ASLEEP;
}
