/* sweep_visit: a warp's visit to a tile, and how tiles wake each other.
 *
 * A tile's record in device memory holds costs, labels, and a copy of its four edges' labels, which
 * its neighbours read. A visit
 *
 *     puts the tile to sleep     before anything is read: a later fall of an edge wakes it again
 *     reads                      labels and costs into the warp's buffer, and the edges of the four
 *                                neighbours
 *     sweeps                     along y and x alternately until no label falls
 *     writes                     labels and edges, and wakes the neighbours of edges that fell
 *
 * Two neighbours may be visited at the same time. Then one may read the edge of the other before or
 * after it is written; if before, the other wakes it afterwards, and it is visited again in the
 * next round. Labels only fall, and a word of an edge is read and written as a whole, so nothing
 * else can happen. The place of a new record is in the table before its tile wakes others.
 *
 * Bounds: with `bound` the least label of a target so far and h the distance of the tile from the
 * goal, a label above bound - h is useless (every step costs at least 1). Labels above it are cut
 * off at limit + 1 when the tile is read, so that nothing above the limit counts as a fall. Such a
 * cut label may be less than the true one; it never leaves the tile (edges have FAR in its place),
 * and it cannot explain a label on a cheapest path, because it is above bound - h and that path's
 * labels are not. */
#pragma once

#include "gpu/wave/sweep/sweep_read.cuh"

enum sweep_edge { SWEEP_SOUTH, SWEEP_NORTH, SWEEP_WEST, SWEEP_EAST, SWEEP_EDGES };

/* A tile in device memory: [y][x]; edges are indexed by x (south, north) or y. */
template <int P> struct sweep_record {
    sweep_word<P> cost[SWEEP_SIDE * SWEEP_SIDE], label[SWEEP_SIDE * SWEEP_SIDE];
    sweep_word<P> edge[SWEEP_EDGES][SWEEP_SIDE];
};

/* Data about a net, shared by the warps of its block. */
struct sweep_control {
    struct sweep_net net;
    uint32_t index;                 /* index of the net in the call */
    uint32_t bound;                 /* least label of a target so far, at first net.below */
    uint32_t count[2];              /* lengths of the lists of awake tiles */
    uint32_t ticket;                /* tiles taken from the current list */
    uint32_t least[2];              /* least key of each list */
    uint32_t records;               /* records used */
    uint32_t lost;                  /* not 0: no room for a record */
    uint32_t cut;                   /* not 0: an open cell's cost did not fit */
    uint32_t label_most, cost_most; /* largest label and cost below FAR, if there is no path */
    unsigned long long reached;     /* target index << 32 | cell */
    uint32_t stopped, over;
};

/* The block's view of its net. */
template <int P> struct sweep_block {
    const struct field_view *view;
    const struct sweep_view *batch;
    const struct sweep_extras<P> *extras;
    struct sweep_control *control;
    struct sweep_table table;
    const struct sweep_run *runs;
    sweep_record<P> *records;
    uint32_t across, up; /* tiles */
};

/* Least number of steps from a tile to the goal. */
template <int P>
static __device__ __forceinline__ uint32_t sweep_distance(const sweep_block<P> &block,
                                                          uint32_t tile)
{
    const struct sweep_net &net = block.control->net;
    return sweep_goal_distance(net, sweep_place_of(net, tile));
}

/* One thread: wakes a tile for the next round. key: least cost of a path through it. */
template <int P>
static __device__ void sweep_wake(const sweep_block<P> &block, uint32_t tile, uint32_t key,
                                  uint32_t next)
{
    assert(tile < block.across * block.up && key != SWEEP_ASLEEP);
    if (atomicMin(&block.table.key[tile], key) == SWEEP_ASLEEP)
        block.table.awake[next][atomicAdd(&block.control->count[next], 1)] = tile;
}

/* The tile beyond an edge; returns false at the end of the window. */
template <int P>
static __device__ __forceinline__ bool sweep_beyond(const sweep_block<P> &block, uint32_t tile,
                                                    int edge, uint32_t *beyond)
{
    uint32_t x = tile % block.across, y = tile / block.across;
    assert(tile < block.across * block.up && edge >= 0 && edge < SWEEP_EDGES);
    switch (edge) {
    case SWEEP_SOUTH:
        *beyond = tile - block.across;
        return y > 0;
    case SWEEP_NORTH:
        *beyond = tile + block.across;
        return y + 1 < block.up;
    case SWEEP_WEST:
        *beyond = tile - 1;
        return x > 0;
    default:
        *beyond = tile + 1;
        return x + 1 < block.across;
    }
}

/* The lane's labels beyond an edge. */
template <int P>
static __device__ __forceinline__ sweep_word<P> sweep_halo(const sweep_block<P> &block,
                                                           uint32_t tile, int edge, uint32_t lane)
{
    assert(edge >= 0 && edge < SWEEP_EDGES);
    uint32_t beyond = 0;
    if (!sweep_beyond<P>(block, tile, edge, &beyond))
        return sweep_far<P>();
    uint32_t place = *(volatile uint32_t *)&block.table.place[beyond];
    if (place == SWEEP_UNREAD)
        return sweep_far<P>();
    return block.records[place & ~SWEEP_HAS_GOAL].edge[edge ^ 1][lane];
}

/* Whole warp: creates the record of a tile and leaves costs and labels in the buffer. *seeded: its
 * cells include sources. Returns false if there is no room. */
template <int P, bool W>
static __device__ bool sweep_first_visit(const sweep_block<P> &block, const struct box &place,
                                         sweep_buffer<P> *buffer, uint32_t lane, uint32_t *record,
                                         bool *seeded)
{
    assert(lane < 32);
    struct sweep_control *control = block.control;
    if (lane == 0)
        *record = atomicAdd(&control->records, 1);
    *record = __shfl_sync(~0U, *record, 0);
    if (*record >= block.batch->room) {
        control->lost = 1;
        return false;
    }
    bool goal = false, cut = sweep_read_field<P, W>(*block.view, place, buffer, lane);
    sweep_open_runs<P, W>(*block.view, control->net, block.runs, place, buffer, lane, seeded, &goal,
                          &cut);
    sweep_word<P> *costs = block.records[*record].cost;
#pragma unroll 8
    for (uint32_t i = 0; i < SWEEP_SIDE; i++)
        costs[i * SWEEP_SIDE + lane] = buffer->cost[i * SWEEP_STRIDE + lane];
    for (int edge = 0; edge < SWEEP_EDGES; edge++)
        block.records[*record].edge[edge][lane] = sweep_far<P>();
    if (cut)
        control->cut = 1;
    *record |= __any_sync(~0U, goal) ? SWEEP_HAS_GOAL : 0;
    *seeded = __any_sync(~0U, *seeded) != 0;
    return true;
}

/* True if the labels beyond an edge, in direction D, lower the lane's label at the edge. */
template <int P, bool W, int D>
static __device__ __forceinline__ bool sweep_reaches(const sweep_word<P> &beyond,
                                                     const sweep_buffer<P> *buffer, uint32_t at,
                                                     const uint32_t (&extra)[P])
{
    sweep_word<P> now = buffer->label[at], carry = beyond;
    return sweep_step<P, W, D>(&carry, buffer->cost[at], extra, &now) != 0;
}

/* Whole warp: sweeps along y and x alternately, as long as that may lower a label. Settled labels
 * need a sweep only if an edge lowers one; `seeded`: there are new sources, so labels are not
 * settled. Returns true if a label fell. */
template <int P, bool W>
static __device__ __forceinline__ bool
sweep_settle(const sweep_block<P> &block, sweep_buffer<P> *buffer,
             const sweep_word<P> (&halo)[SWEEP_EDGES], bool seeded, uint32_t lane)
{
    const struct sweep_extras<P> &extras = *block.extras;
    const uint32_t row = lane * SWEEP_STRIDE, last = SWEEP_SIDE - 1;
    bool south = sweep_reaches<P, W, SOUTH>(halo[SWEEP_SOUTH], buffer, lane, extras.y);
    bool north =
        sweep_reaches<P, W, NORTH>(halo[SWEEP_NORTH], buffer, last * SWEEP_STRIDE + lane, extras.y);
    bool west = sweep_reaches<P, W, WEST>(halo[SWEEP_WEST], buffer, row, extras.x);
    bool east = sweep_reaches<P, W, EAST>(halo[SWEEP_EAST], buffer, row + last, extras.x);
    bool y = seeded || __any_sync(~0U, south || north), x = seeded || __any_sync(~0U, west || east);
    bool vias = seeded, was_y = false, fell = false;
    while (x || y) {
        bool in_y = y && !(x && was_y);
        sweep_change change =
            in_y ? sweep_along<P, W, true>(buffer, lane, extras.y, extras.via, halo[SWEEP_SOUTH],
                                           halo[SWEEP_NORTH], vias)
                 : sweep_along<P, W, false>(buffer, lane, extras.x, extras.via, halo[SWEEP_WEST],
                                            halo[SWEEP_EAST], vias);
        y = change.by_vias || (in_y ? false : y || change.by_steps);
        x = change.by_vias || (in_y ? x || change.by_steps : false);
        vias = change.by_vias;
        was_y = in_y;
        fell = fell || change.by_steps || change.by_vias;
    }
    return fell;
}

/* Whole warp: writes an edge's labels, and wakes the tile beyond it if they fell. */
template <int P>
static __device__ __forceinline__ void
sweep_write_edge(const sweep_block<P> &block, uint32_t tile, int edge, sweep_word<P> *words,
                 sweep_word<P> labels, uint32_t limit, uint32_t next, uint32_t lane)
{
    uint32_t least = SWEEP_FAR, beyond = 0;
    sweep_word<P> old = words[lane];
#pragma unroll
    for (int p = 0; p < P; p++) {
        uint32_t low = labels.pair[p] & 0xFFFF, high = labels.pair[p] >> 16;
        low = low <= limit ? low : (uint32_t)SWEEP_FAR;
        high = high <= limit ? high : (uint32_t)SWEEP_FAR;
        least = low < (old.pair[p] & 0xFFFF) ? min(least, low) : least;
        least = high < old.pair[p] >> 16 ? min(least, high) : least;
        labels.pair[p] = __viaddmin_u16x2(high << 16 | low, 0, old.pair[p]);
    }
    least = __reduce_min_sync(~0U, least);
    if (least == SWEEP_FAR)
        return;
    words[lane] = labels;
    __threadfence_block();
    __syncwarp();
    if (lane != 0 || !sweep_beyond<P>(block, tile, edge, &beyond))
        return;
    uint32_t key = least + 1 + sweep_distance<P>(block, beyond);
    if (key <= *(volatile uint32_t *)&block.control->bound)
        sweep_wake<P>(block, beyond, key, next);
}

/* Whole warp: copies costs and labels from the record into the buffer, labels at most `top`. */
template <int P>
static __device__ __forceinline__ void
sweep_load(const sweep_record<P> &record, sweep_buffer<P> *buffer, uint32_t top, uint32_t lane)
{
#pragma unroll 16
    for (uint32_t i = 0; i < SWEEP_SIDE; i++) {
        sweep_word<P> label = record.label[i * SWEEP_SIDE + lane];
        buffer->cost[i * SWEEP_STRIDE + lane] = record.cost[i * SWEEP_SIDE + lane];
#pragma unroll
        for (int p = 0; p < P; p++)
            label.pair[p] = __viaddmin_u16x2(label.pair[p], 0, top);
        buffer->label[i * SWEEP_STRIDE + lane] = label;
    }
    __syncwarp();
}

/* Whole warp: writes what a visit has changed, and wakes the neighbours. */
template <int P>
static __device__ void sweep_store(const sweep_block<P> &block, const struct box &place,
                                   sweep_buffer<P> *buffer, sweep_record<P> *record, bool goal,
                                   uint32_t tile, uint32_t limit, uint32_t next, uint32_t lane)
{
    assert(lane < 32);
    struct sweep_control *control = block.control;
    const uint32_t row = lane * SWEEP_STRIDE, last = SWEEP_SIDE - 1;
#pragma unroll 16
    for (uint32_t i = 0; i < SWEEP_SIDE; i++)
        record->label[i * SWEEP_SIDE + lane] = buffer->label[i * SWEEP_STRIDE + lane];
    if (goal) {
        uint32_t label = sweep_goal_label<P>(control->net, block.runs, place, buffer, lane);
        if (lane == 0 && label <= limit)
            atomicMin(&control->bound, label);
    }
    sweep_write_edge<P>(block, tile, SWEEP_SOUTH, record->edge[SWEEP_SOUTH], buffer->label[lane],
                        limit, next, lane);
    sweep_write_edge<P>(block, tile, SWEEP_NORTH, record->edge[SWEEP_NORTH],
                        buffer->label[last * SWEEP_STRIDE + lane], limit, next, lane);
    sweep_write_edge<P>(block, tile, SWEEP_WEST, record->edge[SWEEP_WEST], buffer->label[row],
                        limit, next, lane);
    sweep_write_edge<P>(block, tile, SWEEP_EAST, record->edge[SWEEP_EAST],
                        buffer->label[row + last], limit, next, lane);
}

/* Whole warp: one visit. next: the list for the next round. */
template <int P, bool W>
static __device__ void sweep_visit(const sweep_block<P> &block, sweep_buffer<P> *buffer,
                                   uint32_t tile, uint32_t next, uint32_t lane)
{
    struct sweep_control *control = block.control;
    uint32_t number = block.table.place[tile];
    assert(number == SWEEP_UNREAD || (number & ~SWEEP_HAS_GOAL) < block.batch->room);
    struct box place = sweep_place_of(control->net, tile);
    bool first = number == SWEEP_UNREAD, seeded = false;
    uint32_t bound = __shfl_sync(~0U, *(volatile uint32_t *)&control->bound, 0);
    uint32_t distance = sweep_distance<P>(block, tile);
    uint32_t limit = bound == SWEEP_NO_BOUND ? SWEEP_FAR - 1 : bound - min(distance, bound);
    sweep_word<P> halo[SWEEP_EDGES];
#pragma unroll
    for (int edge = 0; edge < SWEEP_EDGES; edge++)
        halo[edge] = sweep_halo<P>(block, tile, edge, lane);
    if (first && !sweep_first_visit<P, W>(block, place, buffer, lane, &number, &seeded))
        return;
    sweep_record<P> *record = &block.records[number & ~SWEEP_HAS_GOAL];
    if (!first)
        sweep_load<P>(*record, buffer, (limit + 1) * 0x10001U, lane);
    bool fell = sweep_settle<P, W>(block, buffer, halo, seeded, lane);
    __syncwarp();
    if (lane == 0 && first) { /* its edges are FAR, before other tiles are woken because of them */
        __threadfence_block();
        atomicExch(&block.table.place[tile], number); /* other warps read it at the same time */
    }
    if (first || fell)
        sweep_store<P>(block, place, buffer, record, (number & SWEEP_HAS_GOAL) != 0, tile, limit,
                       next, lane);
    __syncwarp(); /* the buffer is used again */
}
