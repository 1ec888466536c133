/* dial_planes: a small window as bit planes, one warp per net.
 *
 * A window has at most 64 columns, 64 rows and 4 layers. A plane has one bit per cell: 64 words per
 * layer, one per row. Lane l owns rows 2l and 2l + 1 of every layer, a pair of words that are read
 * and written together:
 *
 *     plane p, layer z    [ row 0 | row 1 | row 2 | row 3 | ... | row 63 ]
 *                           lane 0          lane 1
 *
 * A level of the search (dial_search.cuh) reads and writes only the lane's own pairs; steps in y
 * need a word of the lanes before and after, by a shuffle. So planes need no barrier until the path
 * is traced.
 *
 * Costs (weight + toll) are sorted into classes when the window is read: class c is the plane of
 * the cells that cost cost[c] to enter. A cost above DIAL_COST_MAX, or a fifth one, has no class:
 * such cells are `late`, and the search ends where they might matter.
 */
#pragma once

#include "gpu/wave/batch/batch_frame.cuh"

enum {
    DIAL_WARP = 32,         /* lanes of a warp */
    DIAL_LAYERS = 4,        /* layers of a window at most */
    DIAL_SIDE = 64,         /* columns and rows of a window at most */
    DIAL_CLASSES = 4,       /* classes of costs */
    DIAL_COST_MAX = 7,      /* greatest cost of a cell that has a class */
    DIAL_EXTRA_MAX = 7,     /* greatest cost of a via or a wrong way */
    DIAL_NO_STEP = 1 << 30, /* extra cost of a forbidden step */
    DIAL_ARRIVED = 8,       /* slots of the ring buffer of arrived cells, a power of two */
    DIAL_BITS = 5,          /* bits of a label */
    DIAL_MODULUS = 31,      /* of labels: more than twice the most expensive step */
    DIAL_READ_ROWS = 4,     /* rows whose costs are read together */
};

/* Costs and planes, the same for all nets; passed by value. */
struct dial_shape {
    uint32_t x[DIAL_LAYERS], y[DIAL_LAYERS], via; /* extra costs of steps, or DIAL_NO_STEP */
    uint32_t wrong_way;                           /* extra cost of a wrong way */
    uint32_t found_slots;                         /* slots of the ring buffer of found cells */
    uint32_t classes;                             /* planes of classes; 0: every cell costs 1 */
    uint32_t arrived, first_class; /* first plane of each kind; that of `found` is 0 */
    uint32_t planes;
};

typedef ulonglong2 dial_pair;

/* A net in its window. */
struct dial_net {
    uint32_t x0, y0, width, height;
    uint32_t sx, sy, sz, tx, ty, tz; /* relative to the window's corner */
};

/* The warp's planes. */
template <int Z> struct dial_planes {
    uint64_t *words;
    uint32_t lane;

    __device__ __forceinline__ dial_pair &pair(uint32_t plane, int z) const
    {
        assert(z >= 0 && z < Z && lane < DIAL_WARP);
        return ((dial_pair *)(words + (plane * Z + (uint32_t)z) * DIAL_SIDE))[lane];
    }

    __device__ __forceinline__ uint32_t bit(uint32_t plane, uint32_t x, uint32_t y,
                                            uint32_t z) const
    {
        assert(x < DIAL_SIDE && y < DIAL_SIDE && z < Z);
        return (uint32_t)(words[(plane * Z + z) * DIAL_SIDE + y] >> x) & 1;
    }
};

/* The classes of a window. */
struct dial_costs {
    uint32_t cost[DIAL_CLASSES], count;
    uint32_t late; /* the least cost without a class */
};

static __device__ __forceinline__ dial_pair operator&(dial_pair a, dial_pair b)
{
    return {a.x & b.x, a.y & b.y};
}

static __device__ __forceinline__ dial_pair operator|(dial_pair a, dial_pair b)
{
    return {a.x | b.x, a.y | b.y};
}

static __device__ __forceinline__ dial_pair operator~(dial_pair a)
{
    return {~a.x, ~a.y};
}

static __device__ __forceinline__ bool any_bit(dial_pair a)
{
    return (a.x | a.y) != 0;
}

/* The pair of this lane that holds only this cell. */
static __device__ __forceinline__ dial_pair cell_pair(uint32_t lane, uint32_t x, uint32_t y)
{
    uint64_t bit = lane == y / 2 ? 1ULL << x : 0;
    return {y % 2 == 0 ? bit : 0, y % 2 != 0 ? bit : 0};
}

/* Open cells of this lane's rows of a layer; pins are not opened. */
static __device__ __forceinline__ dial_pair open_rows(const struct field_view &view,
                                                      const struct dial_net &net, uint32_t lane,
                                                      uint32_t z)
{
    assert(lane < DIAL_WARP);
    int32_t words = (int32_t)view.row_words / 2;
    uint64_t row[2] = {0, 0};
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t y = 2 * lane + i;
        if (y >= net.height)
            continue;
        const uint64_t *bits = (const uint64_t *)view.closed +
                               (size_t)(z * view.height + net.y0 + y) * (uint32_t)words;
        row[i] = ~closed_bits(bits, words, (int32_t)net.x0) & bits_below(0, (int32_t)net.width);
    }
    return {row[0], row[1]};
}

/* The classes of the 32 costs that the lanes hold (0: no cell), as masks. Whole warp. A cost
 * without a class gets one while there are some left; nearly always all have one already. */
static __device__ __forceinline__ void classify(struct dial_costs *costs, uint32_t cost,
                                                uint32_t (&same)[DIAL_CLASSES])
{
    for (;;) {
        uint32_t classed = 0;
#pragma unroll
        for (uint32_t c = 0; c < DIAL_CLASSES; c++) {
            same[c] = __ballot_sync(~0U, cost == costs->cost[c] && c < costs->count);
            classed |= same[c];
        }
        bool open = cost != 0 && (classed >> (threadIdx.x % DIAL_WARP) & 1) == 0;
        uint32_t fit = __ballot_sync(~0U, open);
        if (fit == 0)
            return;
        if (open)
            costs->late = min(costs->late, cost);
        fit = __ballot_sync(~0U, open && cost <= DIAL_COST_MAX);
        if (fit == 0 || costs->count == DIAL_CLASSES)
            return;
        uint32_t first = __shfl_sync(~0U, cost, __ffs((int)fit) - 1);
#pragma unroll
        for (uint32_t c = 0; c < DIAL_CLASSES; c++)
            costs->cost[c] = c == costs->count ? first : costs->cost[c];
        costs->count++;
    }
}

/* The cost of entering a cell; 0 outside the window. */
static __device__ __forceinline__ uint32_t cost_at(const struct field_view &view,
                                                   const struct dial_net &net, uint32_t x,
                                                   uint32_t y, uint32_t z)
{
    if (x >= net.width || y >= net.height)
        return 0;
    size_t cell = (size_t)(z * view.height + net.y0 + y) * view.width + net.x0 + x;
    uint32_t weight = view.weight != nullptr ? __ldg(&view.weight[cell]) : 1;
    uint32_t toll = view.toll != nullptr ? __ldg(&view.toll[cell]) : 0;
    return weight + toll < toll ? UINT32_MAX : weight + toll;
}

/* The least of the lanes' values. Whole warp. */
static __device__ __forceinline__ uint32_t warp_min(uint32_t value)
{
    for (int distance = DIAL_WARP / 2; distance > 0; distance /= 2)
        value = min(value, __shfl_xor_sync(~0U, value, distance));
    return value;
}

/* Whole warp: reads the costs of all cells of the window and fills the planes of classes. */
template <int Z>
static __device__ void read_costs(const struct field_view &view, const struct dial_shape &shape,
                                  const struct dial_net &net, const struct dial_planes<Z> &planes,
                                  struct dial_costs *costs)
{
    uint32_t lane = planes.lane;
    assert(shape.classes == DIAL_CLASSES && costs->count == 0);
    for (uint32_t z = 0; z < Z; z++) {
        uint64_t *rows = planes.words + (shape.first_class * Z + z) * DIAL_SIDE;
        for (uint32_t y = 0; y < DIAL_SIDE; y += DIAL_READ_ROWS) {
            uint32_t low[DIAL_READ_ROWS], high[DIAL_READ_ROWS];
#pragma unroll
            for (uint32_t i = 0; i < DIAL_READ_ROWS; i++) {
                low[i] = cost_at(view, net, lane, y + i, z);
                high[i] = cost_at(view, net, lane + 32, y + i, z);
            }
#pragma unroll
            for (uint32_t i = 0; i < DIAL_READ_ROWS; i++) {
                uint32_t left[DIAL_CLASSES], right[DIAL_CLASSES];
                classify(costs, low[i], left);
                classify(costs, high[i], right);
#pragma unroll
                for (uint32_t c = 0; c < DIAL_CLASSES; c++)
                    if (lane == c)
                        rows[c * Z * DIAL_SIDE + y + i] = (uint64_t)right[c] << 32 | left[c];
            }
        }
    }
    costs->late = warp_min(costs->late);
    __syncwarp();
}
