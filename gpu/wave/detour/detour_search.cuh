/* detour_search: one net by the whole device, ordered by detours, as a pipeline of row sweeps [1].
 *
 * Method. Level k is the set of cells with k detours: the closure, under steps toward the target,
 * of the neighbours of level k-1 that are one step away from it. On rows of bits that closure is
 * one sweep over each quadrant around the target: rows toward the target's row, and within a row a
 * flood toward its column, which is an addition: with u the cells that may be entered, g the seeds
 * among them, and the carry running toward the target, flood = ~(u + g + carry) & u | g.
 *
 * The sweep is systolic: one warp, in which a lane owns one word and processes 8 rows of it, a row
 * block, per step. A row needs the row before it, which is in the same lane, and the carry of the
 * word before, from the neighbouring lane, which processed these rows a step ago. So one shuffle
 * carries the carries of 8 rows. The labels are stored in the order of the steps (detour_plan), and
 * the whole pipeline moves in that order: the next level follows when two batches of steps are
 * stored, the next strip when the first border bits come. All levels together take little longer
 * than one.
 *
 *     block (level, part = strip of a quadrant)
 *        sweeper     1 warp, alone on its scheduler
 *        loaders     4 warps in turn: what may be entered, and seeds, into the ring buffer
 *        messenger   1 warp: seeds and carries from neighbouring parts
 *        storers     4 warps in turn: labels out of the ring buffer, publish the progress
 *     a block takes the levels k, k + stride, ...
 *
 * A sweep waits for
 *     the level before, same part  labels, by its progress
 *     the neighbouring parts       bits of a column or row along the border (detour_mail): of the
 *                                  same level from the strip before, for left from across the
 *                                  target's column, for bottom from across its row; of the level
 *                                  before from the next strip, for right and for top from across
 * Level k waits for level k-1; within a level a strip waits for the strip before, left for right
 * and bottom for top. That is no cycle, so there is no deadlock as long as all blocks are resident
 * (cooperative launch).
 *
 * No race: a part's labels are written by one sweep at a time, level after level, and a reader
 * waits (acquire) until the writer has published (release) the steps. In shared memory each slot
 * has one owner at a time; the barriers loaded, heard, swept and stored pass it on.
 *
 * The level that finds the target is swept to its end in all parts, and so are the levels before
 * it, because the trace needs their labels. Later levels stop where they are; their labels are
 * right.
 *
 * Launch: cooperative, blocks = parts * stride, SEARCH_THREADS threads, sizeof(detour_shared) bytes
 * of dynamic shared memory.
 *
 * [1] F. O. Hadlock, A shortest path algorithm for grid graphs, 1977. */
#pragma once

#include "gpu/wave/detour/detour_load.cuh"
#include "gpu/wave/detour/detour_store.cuh"
#include "gpu/wave/detour/detour_sweep.cuh"

namespace detour
{

/* Called after a level: returns true if the block should continue. If the level labelled no cell in
 * any part there is no path. Whole warp; lane l waits for part l first. */
__device__ inline bool search_goes_on(const detour_sweep &s, int lane)
{
    for (int number = lane; number - lane < s.parts; number += 32) {
        uint64_t known = 0;
        const board *part = &s.x.boards[block_of(s, s.level, min(number, s.parts - 1))];
        if (!wait_board(s, part, progress_mark(s.level, ALL_STORED), &known))
            return false;
    }
    const uint64_t verdict = load_verdict(s.x.c);
    if (level_found((int)(uint32_t)verdict) <= s.level || verdict >> 32 != 0)
        return false;
    if (load_acquire(&s.x.any[s.level]) != 0)
        return true;
    if (lane == 0)
        store_release(&s.x.c->dead, 1);
    return false;
}

/* Called by the whole block before each sweep; a block-wide barrier must follow. For level 0, whose
 * loaders do not fill the ring buffer in order, it is cleared. */
__device__ inline void reset_ring(detour_shared *shared, int level)
{
    const int i = (int)threadIdx.x;
    if (i < RING_BATCHES) {
        mbarrier_init(&shared->loaded[i], 32);
        mbarrier_init(&shared->swept[i], 32);
        mbarrier_init(&shared->stored[i], 32);
    }
    if (i < RING_STEPS)
        mbarrier_init(&shared->heard[i], 32);
    if (i < STORERS)
        mbarrier_init(&shared->turn[i], 32);
    ring_pair *pairs = &shared->slot[0][0][0];
    for (int k = i; level == 0 && k < RING_STEPS * PAIRS * STRIP_WORDS; k += SEARCH_THREADS)
        pairs[k] = make_uint4(0, 0, 0, 0);
}

/* The sweeps of this block, without the level. */
__device__ inline detour_sweep sweep_of(const detour_task &t, const exchange &x)
{
    const int number = (int)blockIdx.x % t.parts;
    int index = QUADRANTS - 1;
    while (number < t.quadrants[index].first_part || t.quadrants[index].strips == 0)
        index--;
    assert(index >= 0);
    return {part_of(t, index, number - t.quadrants[index].first_part), 0, t.parts, x};
}

/* Launch and race argument: see the top of the file. Block b owns part b % parts of the levels b /
 * parts, b / parts + stride, ... below level_limit. */
__global__ void __launch_bounds__(SEARCH_THREADS, 1)
    search_kernel(const detour_task t, exchange x, int level_limit)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800 /* older devices lack the barriers */
    extern __shared__ __align__(16) unsigned char memory[];
    detour_shared *shared = (detour_shared *)memory;
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    /* the other warps of the sweeper's scheduler stay idle */
    const int helper = warp % SCHEDULERS == 0 ? -1 : warp - warp / SCHEDULERS - 1;
    assert(blockDim.x == SEARCH_THREADS && gridDim.x == (unsigned)(t.parts * x.stride));
    assert(level_limit <= LEVELS_MAX);
    detour_sweep s = sweep_of(t, x);
    for (s.level = (int)blockIdx.x / t.parts; s.level < level_limit; s.level += x.stride) {
        reset_ring(shared, s.level);
        __syncthreads();
        if (warp == 0)
            run_sweep(t, s, lane, shared);
        else if (helper >= 0 && helper < LOADERS && s.level == 0)
            load_first_level(t, s, helper, lane, shared);
        else if (helper >= 0 && helper < LOADERS)
            load_later_level(t, s, helper, lane, shared);
        else if (helper >= LOADERS && helper < LOADERS + STORERS)
            store_sweep(t, s, helper - LOADERS, lane, shared);
        else if (helper == LOADERS + STORERS)
            carry_mail(t, s, lane, shared);
        __syncthreads();
        if (warp == 0) {
            const bool go_on = search_goes_on(s, lane);
            if (lane == 0)
                shared->go_on = go_on;
        }
        __syncthreads();
        if (!shared->go_on)
            break;
    }
#endif
}

} // namespace detour
