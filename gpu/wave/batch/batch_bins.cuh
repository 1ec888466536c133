/* batch_bins: lists the nets of a chunk by the frame that they need.
 *
 * A net goes to the least class that holds its window, or its pins with some room. Within a class
 * nets are listed by the number of rows between their pins, because nets that share a warp take as
 * long as the longest of them. Three kernels make a counting sort: count_bins, place_bins,
 * fill_bins.
 *
 * Nets whose target is enclosed by a few cells are found here, too, and are not searched. */
#pragma once

#include "gpu/wave/batch/batch_frame.cuh"

enum {
    BIN_THREADS = 256,               /* threads per block of the kernels */
    ROW_BINS = 16,                   /* bins per class */
    KEYS = BATCH_CLASSES * ROW_BINS, /* keys of nets that are searched */
    KEY_NONE,                        /* no path */
    KEY_LEFT,                        /* for another wave */
    POCKET_ROWS = 15,                /* rows around t that are searched for a pocket */
    POCKET_X = 15,                   /* columns left of t; one more on the right */
    POCKET_ROUNDS = 32,              /* steps of the flood */
};

/* Cells that a frame must have around pins that are `span` apart, so that a few detours fit. */
static __device__ __forceinline__ int32_t room_for(int32_t span)
{
    return 6 + span / 16;
}

static __device__ __forceinline__ bool side_fits(uint32_t first, uint32_t last, int32_t low,
                                                 int32_t high, int32_t size)
{
    return (int32_t)(last - first) < size || high - low + 1 + 2 * room_for(high - low) <= size;
}

/* A net's key: its least class and bin by rows; KEY_LEFT; KEY_NONE: t is outside the window. */
static __device__ uint32_t key_of(const struct batch_net &net, uint32_t width)
{
    int32_t sy = (int32_t)(net.source / width), ty = (int32_t)(net.target / width);
    int32_t sx = (int32_t)(net.source - (uint32_t)sy * width);
    int32_t tx = (int32_t)(net.target - (uint32_t)ty * width);
    if ((uint32_t)tx < net.window.x0 || (uint32_t)tx > net.window.x1 ||
        (uint32_t)ty < net.window.y0 || (uint32_t)ty > net.window.y1)
        return KEY_NONE;
    for (int c = 0; c < BATCH_CLASSES; c++) {
        int32_t size = 64 << c;
        if (side_fits(net.window.x0, net.window.x1, min(sx, tx), max(sx, tx), size) &&
            side_fits(net.window.y0, net.window.y1, min(sy, ty), max(sy, ty), size))
            return (uint32_t)(c * ROW_BINS + min(abs(sy - ty) * ROW_BINS / size, ROW_BINS - 1));
    }
    return KEY_LEFT;
}

/* The open cells around t in one row of the window: bit i is column x - POCKET_X + i. */
static __device__ __forceinline__ uint32_t pocket_row(const struct field_view &view,
                                                      const struct box &window, int32_t x,
                                                      int32_t y)
{
    if (y < (int32_t)window.y0 || y > (int32_t)window.y1)
        return 0;
    const uint32_t *row = view.closed + (size_t)(uint32_t)y * view.row_words;
    int32_t from = x - POCKET_X, word = from >> 5, last = (int32_t)view.row_words - 1;
    uint32_t closed =
        __funnelshift_r(row[max(word, 0)], row[min(word + 1, last)], (uint32_t)from & 31);
    uint32_t inside = (uint32_t)bits_below(from, (int32_t)window.x1 + 1);
    return ~closed & inside & ~(uint32_t)bits_below(from, (int32_t)window.x0);
}

/* True if a few closed cells separate t from s, so that there is no path. Without this test the
 * search would have to reach all other cells first. With 20 % random blocks that happens to one net
 * in 200, and its search takes a hundred times longer than others. */
static __device__ bool is_pocket(const struct field_view &view, const struct batch_net &net)
{
    int32_t sy = (int32_t)(net.source / view.width), ty = (int32_t)(net.target / view.width);
    int32_t sx = (int32_t)(net.source - (uint32_t)sy * view.width);
    int32_t tx = (int32_t)(net.target - (uint32_t)ty * view.width);
    uint32_t open[POCKET_ROWS], seen[POCKET_ROWS], change = 1;
    int32_t s_at = sx - tx + POCKET_X;
    uint32_t s_bit = s_at >= 0 && s_at < 32 ? 1U << s_at : 0;
#pragma unroll
    for (int i = 0; i < POCKET_ROWS; i++) {
        open[i] = pocket_row(view, net.window, tx, ty - POCKET_ROWS / 2 + i);
        open[i] |= sy == ty - POCKET_ROWS / 2 + i ? s_bit : 0;
        seen[i] = i == POCKET_ROWS / 2 ? 1U << POCKET_X : 0;
    }
    for (int round = 0; round < POCKET_ROUNDS && change != 0; round++) {
        uint32_t escape = seen[0] | seen[POCKET_ROWS - 1];
        change = 0;
#pragma unroll
        for (int i = 0; i < POCKET_ROWS; i++) {
            uint32_t before = seen[i], next = before << 1 | before >> 1;
            next |= i > 0 ? seen[i - 1] : 0;
            next |= i + 1 < POCKET_ROWS ? seen[i + 1] : 0;
            seen[i] |= next & open[i];
            change |= seen[i] ^ before;
            escape |= seen[i] & 0x80000001U;
            escape |= sy == ty - POCKET_ROWS / 2 + i ? seen[i] & s_bit : 0;
        }
        if (escape != 0)
            return false;
    }
    return change == 0;
}

/* Launch: blocks of BIN_THREADS threads, one thread per net. A thread computes its net's key,
 * stores it in the net's own result, and counts it: first in the block's counts (shared memory,
 * atomic), which are then added to the bins (device memory, atomic), one key per thread. Barriers
 * separate clearing, counting and adding. */
static __global__ void count_bins(struct field_view view, struct batch_view batch, uint32_t *bins)
{
    __shared__ uint32_t counts[KEYS];
    assert(blockDim.x == BIN_THREADS && batch.net_count <= gridDim.x * BIN_THREADS);
    for (int i = (int)threadIdx.x; i < KEYS; i += BIN_THREADS)
        counts[i] = 0;
    __syncthreads();
    uint32_t index = blockIdx.x * BIN_THREADS + threadIdx.x;
    if (index < batch.net_count) {
        struct batch_net net = batch.nets[index];
        uint32_t key = net.source == CELL_NONE ? (uint32_t)KEY_LEFT : key_of(net, view.width);
        if (key < KEYS && is_pocket(view, net))
            key = KEY_NONE;
        if (key < KEYS)
            atomicAdd(&counts[key], 1);
        batch.results[index].cost = key;
    }
    __syncthreads();
    for (int i = (int)threadIdx.x; i < KEYS; i += BIN_THREADS)
        if (counts[i] != 0)
            atomicAdd(&bins[i], counts[i]);
}

/* Launch: one block of BATCH_CLASSES threads, one thread per class. A thread turns the counts of
 * its own class's bins into their beginnings and writes the number of nets of the class. Long nets
 * come first, so that no warp begins a long net at the end. */
static __global__ void place_bins(struct batch_view batch, uint32_t *bins)
{
    int c = (int)threadIdx.x;
    uint32_t sum = 0;
    assert(blockDim.x == BATCH_CLASSES);
    for (int i = ROW_BINS - 1; i >= 0; i--) {
        uint32_t count = bins[c * ROW_BINS + i];
        bins[c * ROW_BINS + i] = sum;
        sum += count;
    }
    assert(sum <= batch.net_count);
    batch.counters->listed[c] = sum;
}

/* Launch: as count_bins. A thread writes its net into its bin. The block counts its nets of each
 * key (atomic; the old count is the net's rank), then reserves room for them in the bin by one
 * atomic addition, so no two nets get the same place. The order within a bin depends on the run;
 * results do not. */
static __global__ void fill_bins(struct batch_view batch, uint32_t *bins)
{
    __shared__ uint32_t counts[KEYS], first[KEYS];
    assert(blockDim.x == BIN_THREADS && batch.net_count <= gridDim.x * BIN_THREADS);
    for (int i = (int)threadIdx.x; i < KEYS; i += BIN_THREADS)
        counts[i] = 0;
    __syncthreads();
    uint32_t index = blockIdx.x * BIN_THREADS + threadIdx.x, rank = 0, key = KEY_NONE;
    if (index < batch.net_count) {
        key = batch.results[index].cost;
        if (key < KEYS)
            rank = atomicAdd(&counts[key], 1);
        if (key == KEY_LEFT)
            atomicAdd(&batch.counters->left, 1);
        batch.results[index] = {0, 0, 0,
                                key == KEY_NONE ? (uint32_t)BATCH_NONE : (uint32_t)BATCH_LEFT};
    }
    __syncthreads();
    for (int i = (int)threadIdx.x; i < KEYS; i += BIN_THREADS)
        if (counts[i] != 0)
            first[i] = atomicAdd(&bins[i], counts[i]);
    __syncthreads();
    assert(key >= KEYS || first[key] + rank < batch.net_count);
    if (key < KEYS)
        batch.lists[(size_t)(key / ROW_BINS) * batch.net_count + first[key] + rank] = index;
}
