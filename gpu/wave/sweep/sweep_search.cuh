/* sweep_search: the rounds of a net, by a whole block.
 *
 *     wake the tiles of the sources
 *     until none is awake, or none can lead below the bound:
 *         least = the least key of the tiles that are awake
 *         visit all of a key below least + SWEEP_AHEAD, a warp each; the others stay awake
 *
 * A key is the least cost that a path through the tile may have: the label that it was woken for, a
 * step, and the distance to the goal. So the search goes toward the goal first, as A* does (Hart,
 * Nilsson, Raphael 1968), by tiles instead of cells; what lies farther off than the bound, which
 * is known when the first target is reached, is never read.
 *
 * A round has three barriers. Between them, threads meet only in atomics: the lists' counters, the
 * keys, the bound.
 */
#pragma once

#include "gpu/wave/sweep/sweep_visit.cuh"

enum {
    SWEEP_AHEAD = 64,      /* of keys in a round */
    SWEEP_LOOK_EVERY = 64, /* rounds between two looks at the stop flag, which lies far away */
};

/* Whole block: an empty table, and the tiles of the sources awake. */
template <int P> static __device__ void sweep_begin(const sweep_block<P> &block)
{
    struct sweep_control *control = block.control;
    const struct sweep_net &net = control->net;
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

/* Whole block: the least key of the list, in control->least[now]. */
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

/* Whole warp: takes tiles off the list until it is empty. */
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
                __threadfence_block(); /* asleep before its neighbours' edges are read */
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

/* Whole block: all rounds. Then control->bound is the net's cost, if it has a path. */
template <int P, bool W>
static __device__ void sweep_rounds(const sweep_block<P> &block, sweep_buffer<P> *buffer)
{
    struct sweep_control *control = block.control;
    for (uint32_t round = 0;; round++) {
        uint32_t now = round % 2;
        sweep_least<P>(block, now);
        __syncthreads();
        if (threadIdx.x == 0) { /* one decides for all: the numbers change while others look */
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

/* Whole block: where no target was reached, whether that is certain: no label was cut off. */
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
