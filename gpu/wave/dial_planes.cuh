/* dial_planes: a small window as bit planes, one warp a net.
 *
 * A window of at most 64 columns, 64 rows and 4 layers. A plane holds a bit a cell: 64 words a
 * layer, one a row. Lane l owns rows 2l and 2l + 1 of every layer, a pair of words that are read
 * and written at once:
 *
 *     plane p, layer z    [ row 0 | row 1 | row 2 | row 3 | ... | row 63 ]
 *                           lane 0          lane 1
 *
 * All that a level of the wave (dial_search.cuh) reads and writes are the lane's own pairs; only
 * steps in y need a word of the lane before and after, by a shuffle. So planes need no barrier
 * until the path is traced.
 *
 * Costs (weight + toll) are sorted into classes when the window is read: class c is the plane of
 * the cells that cost cost[c] to enter. A cost above DIAL_COST_MAX, or a fifth one, has no class:
 * such cells are `late`, and the search ends where they might matter.
 */
#ifndef LEEWAY_GPU_WAVE_DIAL_PLANES_CUH
#define LEEWAY_GPU_WAVE_DIAL_PLANES_CUH

#include "gpu/wave/batch_frame.cuh"

enum {
    DIAL_WARP = 32,
    DIAL_LAYERS = 4,
    DIAL_SIDE = 64,
    DIAL_CLASSES = 4,
    DIAL_COST_MAX = 7,  /* of a cell that has a class */
    DIAL_EXTRA_MAX = 7, /* of a via or a wrong way */
    DIAL_NO_STEP = 1 << 30,
    DIAL_READ_ROWS = 4, /* rows whose costs are read at once */
};

/* What is the same for all nets; passed by value. */
struct dial_shape {
    uint32_t x[DIAL_LAYERS], y[DIAL_LAYERS], via; /* beyond the cell entered; or DIAL_NO_STEP */
    uint32_t found_slots, arrived_slots;          /* lengths of the rings */
    uint32_t bits;                                /* of a label; planes */
    uint32_t classes;                             /* planes of classes; 0: every cell costs 1 */
    uint32_t arrived, label, seen, first_class;   /* first plane of each kind; found is 0 */
    uint32_t planes;
};

typedef ulonglong2 dial_pair;

/* A net in its window. */
struct dial_net {
    uint32_t x0, y0, width, height;
    uint32_t sx, sy, sz, tx, ty, tz; /* relative to the corner */
};

/* The warp's planes. */
template <int Z> struct dial_planes {
    uint64_t *words;
    uint32_t lane;

    __device__ __forceinline__ dial_pair &pair(uint32_t plane, int z) const
    {
        return ((dial_pair *)(words + (plane * Z + (uint32_t)z) * DIAL_SIDE))[lane];
    }

    __device__ __forceinline__ uint32_t bit(uint32_t plane, uint32_t x, uint32_t y,
                                            uint32_t z) const
    {
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

/* The pair of this lane that holds just the cell. */
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

/* Puts the cells of one row that are in `mask` and cost the same into that class; a cost without
 * a class gets one while there are some. Whole warp. Returns the cells that have none. */
static __device__ __forceinline__ bool classify(struct dial_costs *costs, uint64_t *row,
                                                uint32_t row_words, uint32_t cost, bool high)
{
    uint32_t lane = threadIdx.x % DIAL_WARP;
    bool open = cost != 0;
    for (uint32_t c = 0; c < DIAL_CLASSES; c++) {
        if (c == costs->count) {
            uint32_t fit = __ballot_sync(~0U, open && cost <= DIAL_COST_MAX);
            if (fit == 0)
                break;
            uint32_t first = __shfl_sync(~0U, cost, __ffs((int)fit) - 1);
            costs->count++;
#pragma unroll
            for (uint32_t i = 0; i < DIAL_CLASSES; i++)
                costs->cost[i] = i == c ? first : costs->cost[i];
        }
        uint32_t wanted = 0;
#pragma unroll
        for (uint32_t i = 0; i < DIAL_CLASSES; i++)
            wanted = i == c ? costs->cost[i] : wanted;
        uint32_t same = __ballot_sync(~0U, open && cost == wanted);
        open = open && cost != wanted;
        if (lane == 0 && same != 0)
            ((uint32_t *)(row + c * row_words))[high ? 1 : 0] = same;
    }
    if (open)
        costs->late = min(costs->late, cost);
    return open;
}

/* Whole warp: reads the costs of all cells of the window and fills the planes of classes. */
template <int Z>
static __device__ void read_costs(const struct field_view &view, const struct dial_shape &shape,
                                  const struct dial_net &net, const struct dial_planes<Z> &planes,
                                  struct dial_costs *costs)
{
    uint32_t lane = planes.lane;
    for (uint32_t c = 0; c < shape.classes; c++)
        for (int z = 0; z < Z; z++)
            planes.pair(shape.first_class + c, z) = {0, 0};
    __syncwarp();
    for (uint32_t z = 0; z < Z; z++) {
        for (uint32_t y = 0; y < net.height; y += DIAL_READ_ROWS) {
            uint32_t cost[DIAL_READ_ROWS][2];
#pragma unroll
            for (uint32_t i = 0; i < DIAL_READ_ROWS; i++) {
#pragma unroll
                for (uint32_t h = 0; h < 2; h++) {
                    uint32_t x = lane + 32 * h;
                    size_t cell =
                        (size_t)(z * view.height + net.y0 + y + i) * view.width + net.x0 + x;
                    bool inside = x < net.width && y + i < net.height;
                    uint32_t weight = 1, toll = 0;
                    if (inside && view.weight != nullptr)
                        weight = __ldg(&view.weight[cell]);
                    if (inside && view.toll != nullptr)
                        toll = __ldg(&view.toll[cell]);
                    uint32_t sum = weight + toll;
                    cost[i][h] = !inside ? 0 : sum < toll ? UINT32_MAX : sum;
                }
            }
#pragma unroll
            for (uint32_t i = 0; i < DIAL_READ_ROWS; i++)
#pragma unroll
                for (uint32_t h = 0; h < 2; h++)
                    if (y + i < net.height)
                        classify(costs,
                                 planes.words + (shape.first_class * Z + z) * DIAL_SIDE + y + i,
                                 Z * DIAL_SIDE, cost[i][h], h != 0);
        }
    }
    costs->late = __reduce_min_sync(~0U, costs->late);
    __syncwarp();
}

#endif
