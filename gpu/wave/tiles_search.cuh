/* tiles_search: one net over the whole device, breadth-first on bit planes, with temporal blocking.
 *
 * Result   for every cell up to the target's level (and some beyond it) the label modulo 3, in two
 * bits. Method   A level costs a few operations for 32 cells, 50 ns for a tile, but a meeting of
 * all blocks costs 20 times that. So the blocks meet once in LEVELS levels, an epoch: a warp loads
 * a tile with HALO cells around it into registers, runs the levels, of which the rim computes what
 * the neighbours compute as well, and writes the core's labels back (tiles_region.cuh). Only tiles
 * near the front are run. One that holds cells of the last level wakes itself and the neighbours
 * near those cells that may have cells to find.
 *
 *     epoch   collect: read which tiles are awake, and take every n-th, n blocks
 *             load a tile, run, put its labels aside ... the next one
 *             wait until all blocks have loaded; write the labels
 *             meet
 *
 * Who does what. A block has WORKERS warps that take the block's tiles in turn, and a clerk, a
 * warp that counts and waits for the block. All blocks see the same set of tiles awake and number
 * them alike, so they agree without a word on who takes which, and none has more than one more
 * than another: an epoch lasts as long as the busiest block's.
 *
 * No race. Labels and the set of tiles awake are read after the meeting of all blocks, with __ldcg,
 * and written before the next. Within an epoch a tile's labels are read by the neighbours and
 * written by its warp: the write waits until every block has counted itself as loaded, which takes
 * no time, as that is long before the levels are run. Of the three sets of tiles, one is read, one
 * is written to (atomicOr), and the one that was read in the epoch before is cleared. The counters,
 * also three, are cleared in the same way. A staged tile is read and written by one warp.
 *
 * Ends     behind the epoch that reached the target, or when no tile is awake; when the host asks
 * to stop; or when a block has more tiles than it has room to put aside. Launch   cooperative,
 * task.blocks blocks of SEARCH_THREADS threads, at most one a multiprocessor;
 *          search_shared_bytes(capacity) bytes of dynamic shared memory.
 *
 * References: C. Y. Lee 1961; blocking in time: M. Wolf and M. Lam, A data locality optimizing
 * algorithm, 1991; few label bits: S. B. Akers, A modification of Lee's path connection algorithm,
 * 1967.
 */
#ifndef LEEWAY_GPU_WAVE_TILES_SEARCH_CUH
#define LEEWAY_GPU_WAVE_TILES_SEARCH_CUH

#include "gpu/wave/tiles_collect.cuh"
#include "gpu/wave/tiles_region.cuh"

namespace tiles
{

constexpr unsigned STOP_EVERY = 64; /* epochs between two looks at the host's flag */

/* What warps say when they are done: fields of control.arrived, summed up. The workers and the
 * clerk of a block are counted; those without a tile by the first worker. */
constexpr unsigned SAYS_DONE = 1, SAYS_AWAKE = 1 << 11, SAYS_FOUND = 1 << 22,
                   SAYS_STOPPED = 1 << 23, SAYS_OVERFLOW = 1 << 24;
constexpr unsigned BLOCKS_MAX = (SAYS_AWAKE - 1) / (WORKERS + 1);

/* Wakes tiles for the next epoch by what a tile sees around it; true in lanes that woke one. */
__device__ __forceinline__ bool wake_around(const task &t, tile at, const region &r, unsigned epoch,
                                            int lane)
{
    const uint32_t bits = look_around(r, lane);
    const int dx = lane % 3 - 1, dy = lane / 3 - 1;
    const unsigned halves = dx < 0 ? 1 : dx > 0 ? 2 : 3; /* of the core that are near */
    const bool concerned =
        lane < 9 && (bits >> FRONT & halves) != 0 && (bits >> (OPEN + lane) & 1) != 0;
    return concerned && wake(t, at.x + dx, at.y + dy, epoch + 1);
}

/* First word of a tile's core in a plane. */
__device__ __forceinline__ size_t core_begin(const task &t, tile at)
{
    return (size_t)(at.x + 1) * (size_t)t.rows + (size_t)((at.y + 1) * TILE_ROWS);
}

/* True in a lane whose rows hold the target, where the tile does, and where it is reached. */
__device__ __forceinline__ bool finds_target(const task &t, tile at, const region &r, int lane)
{
    if (at.x != (t.tx >> 6) - (t.x0 >> 6) || at.y != (t.ty - t.y0) / TILE_ROWS)
        return false;
    bool found = false;
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        if (core_row(lane, i) == (t.ty - t.y0) % TILE_ROWS)
            found = ((r.labels[i].x | r.labels[i].y) >> plane_bit(t.tx) & 1) != 0;
    return found;
}

/* A worker's epoch: every WORKERS-th tile of the block's. The last stays in registers until it may
 * be written, those before it are staged. What the worker says of them. */
template <bool MIXED>
__device__ __forceinline__ unsigned work(const task &t, const search_view &s, unsigned count,
                                         unsigned worker, unsigned epoch, int lane)
{
    region r;
    tile at = {0, 0};
    bool woke = false, found = false;
    unsigned i = worker;
    if (i >= count)
        barrier_arrive(LOADED, SEARCH_THREADS);
    for (; i < count; i += WORKERS) {
        const bool last = i + WORKERS >= count;
        at = s.tiles[i];
        region_words words;
        load_region(t, at.x, at.y, lane, &words);
        if (last)
            barrier_arrive(LOADED, SEARCH_THREADS);
        join_region(words, lane, &r);
        run_levels<MIXED>(&r);
        label_core(&r);
        found |= finds_target(t, at, r, lane);
        if (last)
            break;
        store_core(r, lane, s.stage[i].labels);
        woke |= wake_around(t, at, r, epoch, lane);
    }
    barrier_wait(ALL_LOADED, SEARCH_THREADS);
    if (worker >= count)
        return 0;
    store_core(r, lane, t.labels + core_begin(t, at));
    woke |= wake_around(t, at, r, epoch, lane);
    __syncwarp();
    for (unsigned k = worker; k < i; k += WORKERS)
        t.labels[core_begin(t, s.tiles[k]) + (size_t)lane] = s.stage[k].labels[lane];
    return (__any_sync(WARP, woke) ? SAYS_AWAKE : 0) + (__any_sync(WARP, found) ? SAYS_FOUND : 0);
}

/* One thread: waits until the counter's field of those who are done is full; returns the counter.
 */
__device__ __forceinline__ unsigned wait_full(const unsigned *counter, unsigned full)
{
    unsigned sum = read_acquire(counter);
    while ((sum & (SAYS_AWAKE - 1)) != full)
        sum = read_acquire(counter);
    return sum;
}

/* The clerk's epoch, while the others work: passes on that all blocks have loaded, and clears what
 * the epoch after the next will use. */
__device__ __forceinline__ void keep_books(const task &t, unsigned epoch, int lane)
{
    unsigned *loaded = &t.control->loaded[epoch % 3];
    uint32_t *clear = awake_set(t, epoch + 2);
    barrier_wait(LOADED, SEARCH_THREADS);
    if (lane == 0) {
        add_release(loaded, SAYS_DONE);
        wait_full(loaded, t.blocks);
    }
    __syncwarp();
    barrier_arrive(ALL_LOADED, SEARCH_THREADS);
    for (unsigned i = blockIdx.x * 32 + (unsigned)lane; i < (unsigned)t.awake_words;
         i += t.blocks * 32)
        clear[i] = 0;
    if (blockIdx.x == 0 && lane == 0)
        t.control->arrived[(epoch + 1) % 3] = t.control->loaded[(epoch + 1) % 3] = 0;
    __syncwarp();
}

/* How the search ends by what all say, or 0: it goes on. Several may say that there is no room, so
 * that field is the last. */
__device__ __forceinline__ unsigned verdict_end(unsigned verdict)
{
    if (verdict >= SAYS_OVERFLOW)
        return END_OVERFLOW;
    if ((verdict & SAYS_FOUND) != 0)
        return END_FOUND;
    if ((verdict & SAYS_STOPPED) != 0)
        return END_STOPPED;
    return verdict < SAYS_AWAKE ? END_NONE : 0;
}

/* capacity: tiles that a block has room for. */
template <bool MIXED>
static __global__ void __launch_bounds__(SEARCH_THREADS, 1)
    search_kernel(task t, unsigned capacity, const volatile uint32_t *stop_flag)
{
    extern __shared__ __align__(16) unsigned char memory[];
    staged *stage = (staged *)(memory + sizeof(search_shared));
    const search_view s = {(search_shared *)memory, stage, (tile *)(stage + capacity), capacity};
    const unsigned warp = threadIdx.x / 32;
    const int lane = (int)threadIdx.x % 32;
    unsigned end = 0, epoch = 0;
    while (end == 0) {
        epoch++;
        const unsigned count = collect(t, s, epoch);
        const unsigned room = min(count, capacity), busy = min(room, (unsigned)WORKERS);
        unsigned *arrived = &t.control->arrived[epoch % 3];
        if (warp < WORKERS) {
            unsigned says = SAYS_DONE + work<MIXED>(t, s, room, warp, epoch, lane);
            if (warp == 0)
                says += SAYS_DONE * (WORKERS - max(busy, 1U)) + (count > room ? SAYS_OVERFLOW : 0);
            __syncwarp();
            if (lane == 0 && (warp < busy || warp == 0))
                add_release(arrived, says);
        } else {
            keep_books(t, epoch, lane);
            if (lane == 0) {
                const bool stop = blockIdx.x == 0 && epoch % STOP_EVERY == 0 && *stop_flag != 0;
                add_release(arrived, SAYS_DONE + (stop ? SAYS_STOPPED : 0));
                s.shared->verdict = wait_full(arrived, t.blocks * (WORKERS + 1));
            }
        }
        __syncthreads();
        end = verdict_end(s.shared->verdict);
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        t.control->end = end;
        t.control->epoch = epoch;
    }
}

} // namespace tiles

#endif
