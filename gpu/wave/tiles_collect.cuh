/* tiles_collect: which tiles a block runs in an epoch of the tiles wave.
 *
 * The tiles that are awake are a set of bits in device memory, the same for all blocks. All number
 * its members alike, and block b of n takes the numbers b, b + n, b + 2n, ...: no two take the same
 * tile, none takes more than one more than another, and nobody had to be asked. Fronts run across
 * a grid in ways that no fixed share of the tiles foresees, and the busiest block is waited for.
 */
#ifndef LEEWAY_GPU_WAVE_TILES_COLLECT_CUH
#define LEEWAY_GPU_WAVE_TILES_COLLECT_CUH

#include "gpu/wave/tiles_plan.cuh"
#include "gpu/wave/tiles_sync.cuh"

namespace tiles
{

constexpr int WORKERS = 8, WORKER_THREADS = 32 * WORKERS, SEARCH_THREADS = WORKER_THREADS + 32;
constexpr int BATCH = 4; /* words of tiles awake that a thread reads at once */

/* At the beginning of a block's shared memory; behind it the staged tiles, then the tiles. */
struct search_shared {
    unsigned totals[WORKERS]; /* tiles awake that a warp has seen */
    unsigned verdict;         /* sum of what all warps say */
    unsigned unused[3];
};

/* The core's labels of a tile on their way. */
struct staged {
    ulonglong2 labels[TILE_ROWS];
};

/* A tile's place. */
struct tile {
    uint16_t x, y;
};

__host__ __device__ inline size_t search_shared_bytes(unsigned capacity)
{
    return sizeof(search_shared) + (size_t)capacity * (sizeof(staged) + sizeof(tile));
}

/* A block's view of the search. */
struct search_view {
    search_shared *shared;
    staged *stage; /* [capacity] */
    tile *tiles;   /* [capacity] this block's in this epoch */
    unsigned capacity;
};

/* Sum of the values of the lanes below. */
__device__ __forceinline__ unsigned sum_below(unsigned value, int lane)
{
    unsigned sum = value;
#pragma unroll
    for (int offset = 1; offset < 32; offset *= 2) {
        const unsigned other = __shfl_up_sync(0xffffffffu, sum, offset);
        sum += lane >= offset ? other : 0;
    }
    return sum - value;
}

/* One thread: keeps those of a word's tiles whose number this block takes; *number counts on. */
__device__ __forceinline__ void keep_tiles(const task &t, const search_view &s, uint32_t word,
                                           unsigned at, unsigned *number)
{
    const unsigned y = divide(at, t.by_row_words);
    const unsigned x = (at - y * (unsigned)t.row_words) * 32;
    for (; word != 0; word &= word - 1, ++*number) {
        const unsigned turn = divide(*number, t.by_blocks);
        if (*number - turn * t.blocks == blockIdx.x && turn < s.capacity)
            s.tiles[turn] = {(uint16_t)(x + (unsigned)__ffs((int)word) - 1), (uint16_t)y};
    }
}

/* Whole block: lists its tiles in this epoch; returns how many there are. All blocks number the
 * tiles alike: by batches of words, then by threads. */
__device__ __forceinline__ unsigned collect(const task &t, const search_view &s, unsigned epoch)
{
    const uint32_t *awake = awake_set(t, epoch);
    const int thread = (int)threadIdx.x, lane = thread % 32, warp = thread / 32;
    unsigned total = 0;
    for (int begin = thread; begin < t.awake_words + thread; begin += BATCH * WORKER_THREADS) {
        uint32_t words[BATCH];
        unsigned count = 0;
#pragma unroll
        for (int k = 0; k < BATCH; k++) {
            const int at = begin + k * WORKER_THREADS;
            words[k] = warp < WORKERS && at < t.awake_words ? __ldcg(awake + at) : 0;
        }
#pragma unroll
        for (int k = 0; k < BATCH; k++)
            count += (unsigned)__popc(words[k]);
        const unsigned sum = add_lanes(count);
        if (lane == 0 && warp < WORKERS)
            s.shared->totals[warp] = sum;
        unsigned number = total + sum_below(count, lane);
        __syncthreads();
#pragma unroll
        for (int w = 0; w < WORKERS; w++) {
            number += w < warp ? s.shared->totals[w] : 0;
            total += s.shared->totals[w];
        }
#pragma unroll
        for (int k = 0; k < BATCH; k++)
            if (words[k] != 0)
                keep_tiles(t, s, words[k], (unsigned)(begin + k * WORKER_THREADS), &number);
        __syncthreads();
    }
    const unsigned turns = divide(total, t.by_blocks);
    return turns + (total - turns * t.blocks > blockIdx.x ? 1 : 0);
}

} // namespace tiles

#endif
