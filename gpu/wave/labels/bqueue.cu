/* bqueue: the parallel breadth-first search with block queues, one launch a level, as in the book
 * (Hwu, Kirk, El Hajj, Fig. 12.7 the host, Fig. 12.8 the kernel), on the implicit grid.
 *
 * Result   the labels of all cells up to the target's level; cost 1 a step.
 * Method   see block_queue.cuh for the queues and level.cuh for a level. Against the listing: no
 *          edge list, as neighbours follow from the cell's number; visited marks are bits, blocked
 *          cells among them; the counter of an overflowing queue is not written back; the search
 *          ends with the level that reaches a target.
 * Time     levels * (launch + 40-byte copy + waiting for it), about 20 us a level whatever its
 *          size: the yardstick that the other waves are measured against.
 * Memory   8 bytes and a bit a cell: label, queue, visited.
 */
#include "gpu/check.cuh"
#include "gpu/estimate.cuh"
#include "gpu/wave/labels/level.cuh"

enum { THREADS = 256 };

/* One level. Launch: a thread for each entry of the frontier. tail[level % 3] counts what is read,
 * the next one what is written; the third is cleared for the launch after this one, which spares
 * the book's second kernel. */
static __global__ void bqueue_level(struct level_view view, const uint32_t *frontier,
                                    uint32_t count, uint32_t level, uint32_t *next,
                                    uint32_t capacity)
{
    extern __shared__ struct block_queue queue[];
    uint32_t *tail = view.job.control->tail;
    block_queue_open(queue, capacity);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        tail[(level + 2) % 3] = 0;
    struct frontier out = {next, &tail[(level + 1) % 3]};
    expand_level(view, frontier, count, level, queue, out);
    block_queue_flush(queue, out);
}

static enum status bqueue_search(struct gpu_wave *base, const struct job_view *job,
                                 enum outcome *outcome, struct error *error)
{
    struct level_wave *wave = (struct level_wave *)base;
    const struct gpu_engine *engine = base->engine;
    struct level_view view;
    uint32_t *frontier = (uint32_t *)wave->labels.queue.data;
    uint32_t capacity = engine->options.block_queue;
    const struct wave_control *control = NULL;
    TRY(level_begin(wave, job, &view, error));
    TRY(labels_control(&wave->labels, job, &control, error));
    uint32_t count = control->tail[0];
    bool found = control->best < job->top;
    for (uint32_t level = 0; count > 0 && !found && !engine_stopped(engine); level++) {
        uint32_t blocks = (count + THREADS - 1) / THREADS;
        bqueue_level<<<blocks, THREADS, block_queue_bytes(capacity), engine->stream>>>(
            view, frontier, count, level, frontier + count, capacity);
        CUDA_LAUNCHED("bqueue_level", error);
        TRY(labels_control(&wave->labels, job, &control, error));
        frontier += count;
        count = control->tail[(level + 1) % 3];
        found = control->found != 0;
    }
    *outcome = found ? OUTCOME_FOUND : count > 0 ? OUTCOME_STOPPED : OUTCOME_NONE;
    return STATUS_OK;
}

static enum status prepare(struct gpu_wave *wave, struct error *error)
{
    return level_prepare(wave, bqueue_search, error);
}

static double estimate(const struct field *field, const struct job *jobs, size_t count)
{
    static const struct gpu_times times = {10, 200, 20, 0, 0};
    return gpu_times_sum(&times, field, jobs, count);
}

const struct gpu_wave_ops gpu_wave_bqueue = {
    /* name */ "bqueue",
    /* features */ UNIT_FEATURES,
    /* many */ false,
    /* rest */ NULL,
    /* serves */ NULL,
    /* likely */ NULL,
    /* estimate */ estimate,
    /* size */ sizeof(struct level_wave),
    /* prepare */ prepare,
    /* expand */ labels_expand,
    /* bytes */ each_bytes,
    /* release */ level_release,
};
