/* level: one level of a breadth-first wave over the implicit grid, for all kernels of unit costs.
 *
 * The frontier is a slice of one array of all cells ever reached, in the order of their levels: a
 * cell enters once, so the array needs one entry a cell and nothing is swapped:
 *
 *     queue   [ level 0 | level 1 |  level 2  | ... free ... ]
 *                          reads     writes
 *
 * A bit plane says which cells are taken: closed, or visited. It is small enough to stay in the
 * second-level cache where labels are not. Of all threads that reach a cell, the one whose atomicOr
 * finds its bit 0 owns it; it alone writes the label, and nobody waits for that. Looking before
 * the atomic spares three atomics of four.
 *
 * A level is a chain of round trips to the cache, whatever its size. So a thread asks for all six
 * neighbours before it looks at any answer, first for the bits, then for the ownerships.
 */
#ifndef LEEWAY_GPU_WAVE_LABELS_LEVEL_CUH
#define LEEWAY_GPU_WAVE_LABELS_LEVEL_CUH

#include "gpu/wave/block_queue.cuh"
#include "gpu/wave/labels/labels.cuh"

/* Features that cost every step 1: all that a wave by levels can do. */
enum { UNIT_FEATURES = FEATURE_LAYERS | FEATURE_STRICT | FEATURE_WALLS };

/* What the kernels of a search by levels see. */
struct level_view {
    struct field_view field;
    struct job_view job;
    uint32_t *taken; /* bits: closed or visited */
    uint32_t *labels;
};

/* The workspace of a wave by levels. */
struct level_wave {
    struct labels labels;
    struct buffer taken; /* bits of closed and visited cells */
};

/* What prepare() of such a wave calls, and its release(). */
enum status level_prepare(struct gpu_wave *wave, labels_search *search, struct error *error);
void level_release(struct gpu_wave *wave);

/* Fills the view and makes the plane of taken cells inside the job's window: closed ones that are
 * not the job's own, and the sources. Before each search. */
enum status level_begin(struct level_wave *wave, const struct job_view *job,
                        struct level_view *view, struct error *error);

/* One neighbour of a cell. */
struct neighbour {
    uint32_t cell, word, bit;
    uint32_t taken, target; /* its words of the planes; taken all ones where no step leads there */
};

/* All threads of the launch: reads frontier[0 .. count), labels what it reaches and pushes it. A
 * thread owns every n-th entry of the frontier, n threads in the launch. level: number of this
 * level from 0; it is put into control->found, plus 1, when a target is reached. */
static __device__ __forceinline__ void expand_level(const struct level_view &view,
                                                    const uint32_t *frontier, uint32_t count,
                                                    uint32_t level, struct block_queue *queue,
                                                    const struct frontier &out)
{
    uint32_t stride = gridDim.x * blockDim.x;
    assert(view.job.base + level + 1 < view.job.top);
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        struct place at = place_of(view.field, __ldcg(&frontier[i]));
        struct neighbour around[DIRECTIONS];
#pragma unroll
        for (int d = 0; d < DIRECTIONS; d++) {
            struct place next;
            bool exists = place_step(view.field, view.job.window, at, d, &next);
            around[d] = {next.cell, place_word(view.field, next), place_bit(next), ~0U, 0};
            if (exists) {
                around[d].taken = __ldcg(&view.taken[around[d].word]);
                around[d].target = view.field.target[around[d].word];
            }
        }
#pragma unroll
        for (int d = 0; d < DIRECTIONS; d++)
            if ((around[d].taken & around[d].bit) == 0)
                around[d].taken = atomicOr(&view.taken[around[d].word], around[d].bit);
#pragma unroll
        for (int d = 0; d < DIRECTIONS; d++) {
            if ((around[d].taken & around[d].bit) != 0)
                continue;
            view.labels[around[d].cell] = (uint32_t)view.job.base + level + 1;
            block_queue_push(queue, out, around[d].cell);
            if ((around[d].target & around[d].bit) != 0)
                view.job.control->found = level + 1;
        }
    }
}

#endif
