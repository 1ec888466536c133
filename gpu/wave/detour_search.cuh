/* detour_search: one net over the whole device, by detours, as a pipeline of row sweeps.
 *
 * Method. Level k of the wave is the set of cells with k detours: the closure, under steps toward
 * the target, of level k-1's neighbours away from it (Hadlock 1977). On bit rows that closure is
 * one sweep over each quadrant around the target: rows toward the target's row, and within a row
 * a flood toward its column, which is an addition: with p the passable and g the seed bits and
 * the carry running toward the target, flood = ((p + g + carry) ^ p) & p | g.
 *
 * A sweep takes a strip of 2048 columns of a quadrant and is systolic: one warp, lane i owns one
 * word and works at step t on row t - i, so that the carry which lane i-1 sent a step ago is the
 * one it needs now. Both sums, with and without a carry, are formed before it comes (carry
 * select), so a step lasts about as long as one shuffle. Levels are pipelined as well: level k+1
 * works on a row as soon as level k has finished the next one. So all levels together take little
 * longer than one: a step a row, and a few microseconds of hand-over a level and a strip.
 *
 *     block (level k, part = strip of a quadrant)
 *        sweeper     1 warp, alone on its scheduler: V = flood(U, S + V of the row before)
 *        storers     5 warps in turn: labels |= V, look for the target, publish the progress
 *        loaders    10 warps in turn: wait for what the rows depend on, read the planes, compute
 *                   U = open and unlabelled, S = seeds, mirrored as needed
 *     joined by two rings of rows in shared memory; a block takes the levels k, k + stride, ...
 *
 * What a sweep reads of others, waiting for their progress first:
 *     level k-1, same part             seeds from the next row and the next column away
 *     level k-1, next strip            the same across the strip's border
 *     level k-1, across the target's column (right only) or row (top only): steps away over it
 *     level k,   strip before          the carry
 *     level k,   across the target's column (left only) or row (bottom only): steps toward it
 * Level k waits for level k-1; within a level a strip waits for the one before, left for right
 * and bottom for top: no cycle, so no deadlock while all blocks are resident (cooperative launch).
 *
 * No race: a word's labels are written by one sweep at a time, the levels following each other;
 * only the word that the target's column parts is shared by two quadrants and set by atomicOr (a
 * 64-bit atomic costs ten times a store, so not everywhere). A
 * reader waits (acquire) until the writer has published (fence, release) the row. Reading more
 * than was waited for is harmless: a label that is there is right, and what an older level leads
 * to without a detour is labelled already. So are labels beyond the level that finds the target.
 *
 * Launch: cooperative, blocks = parts * levels at once, SEARCH_THREADS threads,
 * sizeof(search_shared) of dynamic shared memory.
 */
#ifndef LEEWAY_GPU_WAVE_DETOUR_SEARCH_CUH
#define LEEWAY_GPU_WAVE_DETOUR_SEARCH_CUH

#include "gpu/wave/detour_load.cuh"
#include "gpu/wave/detour_store.cuh"
#include "gpu/wave/detour_sweep.cuh"

namespace detour
{

/* After a level: true where the block should go on. Nothing labelled in any part: no path. */
__device__ inline bool search_goes_on(const sweep &s, const int *any)
{
    for (int number = 0; number < s.parts && load_acquire(&any[s.level]) == 0; number++) {
        source part = {progress_of(s, s.level, number), 0};
        if (!wait_source(s, &part, FINISHED))
            return false;
    }
    if (load_acquire(&any[s.level]) == 0) {
        store_release(&s.c->dead, 1);
        return false;
    }
    return level_found(load_acquire(&s.c->found)) > s.level && load_acquire(&s.c->dead) == 0;
}

__device__ inline void reset_rings(search_shared *shared)
{
    const int i = (int)threadIdx.x;
    if (i < SLOTS) {
        mbarrier_init(&shared->loaded[i], 32);
        mbarrier_init(&shared->swept[i], 32);
        mbarrier_init(&shared->stored[i], 32);
    }
    if (i < STORERS)
        mbarrier_init(&shared->turn[i], 32);
    if (i < 2 * STRIP_WORDS)
        shared->in[RING_ROWS][i / STRIP_WORDS][i % STRIP_WORDS] = 0;
    if (i == 0)
        shared->stop = 0;
}

/* tables: int [level_limit] of "any" flags, then the progress of level_limit * parts sweeps; all
 * zero.
 * Block b takes part b % parts and the levels b / parts, + stride, ..., below level_limit. */
__global__ void __launch_bounds__(SEARCH_THREADS, 1)
    search_kernel(task t, control *c, int *tables, int parts, int stride, int level_limit)
{
    extern __shared__ __align__(16) unsigned char memory[];
    search_shared *shared = (search_shared *)memory;
    __shared__ bool go_on;
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    /* the warps of the sweeper's scheduler stay idle */
    const int helper = warp % SCHEDULERS == 0 ? -1 : warp - warp / SCHEDULERS - 1;
    int index = 0, strip = (int)blockIdx.x % parts;
    while (strip >= strips_of(quadrant_of(t, index)))
        strip -= strips_of(quadrant_of(t, index++));
    sweep s;
    s.p = part_of(t, index, strip);
    s.crosses_column = !s.p.q.right && strip == s.p.strips - 1 && t.tx < t.x1;
    s.batches = (s.p.q.rows + BATCH - 1) / BATCH;
    s.parts = parts;
    s.progress = tables + level_limit;
    s.c = c;
    for (s.level = (int)blockIdx.x / parts; s.level < level_limit; s.level += stride) {
        reset_rings(shared);
        __syncthreads();
        if (warp == 0)
            run_sweep(s, lane, shared);
        else if (helper >= 0 && helper < STORERS)
            store_sweep(t, s, helper, lane, tables, shared);
        else if (helper >= STORERS)
            load_sweep(t, s, helper - STORERS, lane, shared);
        __syncthreads();
        if (threadIdx.x == 0)
            go_on = shared->stop == 0 && search_goes_on(s, tables);
        __syncthreads();
        if (!go_on)
            break;
    }
}

} // namespace detour

#endif
