/* level: one level of a breadth-first wave over the implicit grid, for all kernels of unit costs.
 *
 * The frontier is a slice of one array of all cells ever reached, in the order of their levels: a
 * cell enters once, so the array needs one entry a cell and nothing is swapped:
 *
 *     queue   [ level 0 | level 1 |  level 2  | ... free ... ]
 *                          reads     writes
 *
 * Whether a cell was visited stands in its label: at or above top means no. Of all threads that
 * reach it, the one whose atomicMin finds it unvisited owns it; all write the same label, so
 * labels do not depend on who wins. Looking before the atomic spares three atomics of four.
 */
#ifndef LEEWAY_GPU_WAVE_LEVEL_CUH
#define LEEWAY_GPU_WAVE_LEVEL_CUH

#include "gpu/engine.cuh"
#include "gpu/wave/block_queue.cuh"

/* Features that cost every step 1: all that a wave by levels can do. */
enum { UNIT_FEATURES = FEATURE_LAYERS | FEATURE_STRICT | FEATURE_WALLS };

/* What a thread knows of one neighbour before it acts. */
struct neighbour {
    uint32_t cell;
    uint32_t word, bit;
    bool open; /* may be entered and had no label */
};

/* The neighbours of a cell, all loads in flight together. */
static __device__ __forceinline__ void look_around(const struct field_view &view,
                                                   const struct job_view &job,
                                                   const uint32_t *labels, const struct place &at,
                                                   struct neighbour around[DIRECTIONS])
{
#pragma unroll
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        struct place next;
        struct neighbour *to = &around[direction];
        to->open = place_step(view, job.window, at, direction, &next);
        if (!to->open)
            continue;
        to->cell = next.cell;
        to->word = place_word(view, next);
        to->bit = place_bit(next);
        uint32_t closed = view.closed[to->word] & ~view.own[to->word];
        to->open = (closed & to->bit) == 0 && __ldcg(&labels[next.cell]) >= job.top;
    }
}

/* All threads of the launch: reads frontier[0 .. count), labels what it reaches with next_label
 * and pushes it. A thread owns every n-th entry of the frontier, n threads in the launch. level:
 * number of this level from 0; it is put into control->found, plus 1, when a target is reached. */
static __device__ __forceinline__ void expand_level(const struct field_view &view,
                                                    const struct job_view &job, uint32_t *labels,
                                                    const uint32_t *frontier, uint32_t count,
                                                    uint32_t level, struct block_queue *queue,
                                                    const struct frontier &out)
{
    uint32_t next_label = (uint32_t)job.base + level + 1;
    uint32_t stride = gridDim.x * blockDim.x;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        struct neighbour around[DIRECTIONS];
        look_around(view, job, labels, place_of(view, __ldcg(&frontier[i])), around);
#pragma unroll
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            const struct neighbour *to = &around[direction];
            if (!to->open || atomicMin(&labels[to->cell], next_label) < (uint32_t)job.top)
                continue;
            block_queue_push(queue, out, to->cell);
            if ((view.target[to->word] & to->bit) != 0)
                job.control->found = level + 1;
        }
    }
}

#endif
