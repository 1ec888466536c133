/* sweep_search: the rounds of a net, by a whole block.
 *
 *     wake the tiles of the sources
 *     until none is awake, or none can lead below the bound:
 *         least = the least key of the awake tiles
 *         visit all awake tiles with a key below least + SWEEP_AHEAD, one warp each; the others
 *             stay awake
 *
 * A key is the least cost that a path through the tile may have: the label for which it was woken,
 * a step, and the distance to the goal. So the search goes toward the goal first, like A* [1], by
 * tiles instead of cells. Tiles farther away than the bound, which is known when the first target
 * is reached, are never read.
 *
 * A round has three barriers. Between them, threads share data only by atomics: the lists'
 * counters, the keys and the bound.
 *
 * [1] P. Hart, N. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum
 *     cost paths, 1968.
 */
#pragma once

#include "gpu/wave/sweep/sweep_visit.cuh"

enum {
    SWEEP_AHEAD = 64,      /* range of keys in a round */
    SWEEP_LOOK_EVERY = 64, /* rounds between two reads of the stop flag, which is in host memory */
};

/* Whole block: clears the table and wakes the tiles of the sources. */
template <int P> static __device__ void sweep_begin(const sweep_block<P> &block)
{
    struct sweep_control *control = block.control;
    const struct sweep_net &net = control->net;
    assert(net.window.x0 <= net.window.x1 && net.window.y0 <= net.window.y1);
    for (uint32_t tile = threadIdx.x; tile < block.across * block.up; tile += blockDim.x) {
        block.table.key[tile] = SWEEP_ASLEEP;
        block.table.place[tile] = SWEEP_UNREAD;
    }
    if (threadIdx.x == 0) {
        control->bound = net.below;
        control->count[0] = control->count[1] = control->ticket = 0;
        control->least[0] = control->least[1] = SWEEP_ASLEEP;
        control->records = control->lost = control->cut = 0;
        control->label_most = control->cost_most = 0;
        control->reached = ~0ULL;
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < net.source_count; i += blockDim.x) {
        struct sweep_run run = block.runs[i];
        uint32_t x0 = (run.x - net.window.x0) / SWEEP_SIDE;
        uint32_t y0 = (run.y - net.window.y0) / SWEEP_SIDE;
        uint32_t x1 = run.axis == 0 ? (run.x + run.steps - net.window.x0) / SWEEP_SIDE : x0;
        uint32_t y1 = run.axis == 1 ? (run.y + run.steps - net.window.y0) / SWEEP_SIDE : y0;
        for (uint32_t y = y0; y <= y1; y++)
            for (uint32_t x = x0; x <= x1; x++) {
                uint32_t tile = y * block.across + x;
                sweep_wake<P>(block, tile, sweep_distance<P>(block, tile), 0);
            }
    }
    __syncthreads();
}

/* Whole block: computes the least key of the list, in control->least[now]. */
template <int P> static __device__ void sweep_least(const sweep_block<P> &block, uint32_t now)
{
    struct sweep_control *control = block.control;
    uint32_t least = SWEEP_ASLEEP, count = control->count[now];
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x)
        least = min(least, block.table.key[block.table.awake[now][i]]);
    least = __reduce_min_sync(~0U, least);
    if (threadIdx.x % 32 == 0)
        atomicMin(&control->least[now], least);
}

/* Whole warp: takes tiles from the list until it is empty. */
template <int P, bool W>
static __device__ void sweep_round(const sweep_block<P> &block, sweep_buffer<P> *buffer,
                                   uint32_t now, uint32_t lane)
{
    assert(lane < 32);
    struct sweep_control *control = block.control;
    uint32_t count = control->count[now], most = control->least[now] + SWEEP_AHEAD;
    for (;;) {
        uint32_t i = 0, tile = 0, key = SWEEP_ASLEEP;
        if (lane == 0) {
            i = atomicAdd(&control->ticket, 1);
            if (i < count) {
                tile = block.table.awake[now][i];
                key = atomicExch(&block.table.key[tile], SWEEP_ASLEEP);
                __threadfence_block(); /* asleep before the neighbours' edges are read */
                if (key > *(volatile uint32_t *)&control->bound)
                    key = SWEEP_ASLEEP;
            }
        }
        i = __shfl_sync(~0U, i, 0);
        if (i >= count)
            return;
        tile = __shfl_sync(~0U, tile, 0);
        key = __shfl_sync(~0U, key, 0);
        if (key > most) {
            if (lane == 0 && key != SWEEP_ASLEEP)
                sweep_wake<P>(block, tile, key, now ^ 1);
            continue;
        }
        sweep_visit<P, W>(block, buffer, tile, now ^ 1, lane);
    }
}

/* Whole block: runs all rounds. Afterwards control->bound is the net's cost, if it has a path. */
template <int P, bool W>
static __device__ void sweep_rounds(const sweep_block<P> &block, sweep_buffer<P> *buffer)
{
    struct sweep_control *control = block.control;
    for (uint32_t round = 0;; round++) {
        uint32_t now = round % 2;
        sweep_least<P>(block, now);
        __syncthreads();
        if (threadIdx.x == 0) { /* one thread decides for all, because the numbers change later */
            if (round % SWEEP_LOOK_EVERY == SWEEP_LOOK_EVERY - 1)
                control->stopped = *block.batch->stop_flag;
            control->over = control->count[now] == 0 || control->lost != 0 ||
                            control->stopped != 0 || control->least[now] > control->bound;
        }
        __syncthreads();
        if (control->over != 0)
            return;
        sweep_round<P, W>(block, buffer, now, threadIdx.x % 32);
        __syncthreads();
        if (threadIdx.x == 0) {
            control->count[now] = control->ticket = 0;
            control->least[now] = SWEEP_ASLEEP;
        }
    }
}

/* Whole block: if no target was reached, returns whether that is certain: no label was cut off. */
template <int P, bool W> static __device__ bool sweep_is_exhausted(const sweep_block<P> &block)
{
    struct sweep_control *control = block.control;
    const uint32_t words = sizeof(block.records->label) / sizeof(uint32_t);
    uint32_t label_most = 0, cost_most = 0;
    for (uint32_t record = 0; record < control->records; record++)
#pragma unroll 1
        for (uint32_t i = threadIdx.x; i < words; i += blockDim.x) {
            uint32_t labels = ((const uint32_t *)block.records[record].label)[i];
            uint32_t costs = ((const uint32_t *)block.records[record].cost)[i];
            for (int half = 0; half < 2; half++) {
                uint32_t label = labels >> 16 * half & 0xFFFF, cost = costs >> 16 * half & 0xFFFF;
                if (W)
                    cost = cost == SWEEP_WALLED ? (uint32_t)SWEEP_FAR : cost & SWEEP_CUT;
                label_most = label < SWEEP_FAR ? max(label_most, label) : label_most;
                cost_most = cost < SWEEP_FAR ? max(cost_most, cost) : cost_most;
            }
        }
    atomicMax(&control->label_most, label_most);
    atomicMax(&control->cost_most, cost_most);
    __syncthreads();
    uint32_t extra = max(block.view->rules.via, block.view->rules.wrong_way);
    return control->cut == 0 && control->label_most + control->cost_most + extra < SWEEP_FAR;
}
