/* persistent: the block-queue search in one launch. All blocks stay on the device for the whole
 * search and meet in a barrier after each level, instead of coming back to the host.
 *
 * Result   as bqueue: the labels of all cells up to the target's level.
 * Method   see block_queue.cuh and level.cuh. A cooperative launch guarantees that all blocks run
 *          at the same time, without which a barrier would wait for ever.
 * Ends     with the level that reaches a target, with an empty frontier, or when the host asks to
 *          stop. found and stopped hold the number of the level that set them, plus 1: a block
 *          that is late at the barrier may see what a faster one did in the level after, must not
 *          take it for its own level, and so leaves the loop in the same turn as all others.
 * Time     levels * (barrier + some round trips to the second-level cache), 5 to 6 us a level.
 * Memory   8 bytes and a bit a cell: label, queue, visited.
 */
#include "gpu/check.cuh"
#include "gpu/estimate.cuh"
#include "gpu/wave/labels/barrier.cuh"
#include "gpu/wave/labels/level.cuh"

enum { STOP_EVERY = 64 };

/* Launch: cooperative, any number of blocks. tail[level % 3] counts what is read, the next one what
 * is written, the third is cleared: it was read before the last barrier, and is written after the
 * next. */
static __global__ void __launch_bounds__(BARRIER_THREADS_MAX, 1)
    persistent(struct level_view view, uint32_t *entries, uint32_t capacity,
               const volatile uint32_t *stop_flag)
{
    extern __shared__ struct block_queue queue[];
    struct wave_control *control = view.job.control;
    if (control->best < view.job.top)
        return; /* a source is a target */
    block_queue_open(queue, capacity);
    for (uint32_t level = 0;; level++) {
        uint32_t count = __ldcg(&control->tail[level % 3]);
        uint32_t found = __ldcg(&control->found), stopped = __ldcg(&control->stopped);
        if (count == 0 || (found != 0 && found <= level) || (stopped != 0 && stopped <= level))
            break;
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            control->tail[(level + 2) % 3] = 0;
            if (level % STOP_EVERY == STOP_EVERY - 1 && *stop_flag != 0)
                control->stopped = level + 1;
        }
        struct frontier out = {entries + count, &control->tail[(level + 1) % 3]};
        expand_level(view, entries, count, level, queue, out);
        block_queue_flush(queue, out);
        barrier_all();
        entries += count;
    }
}

static enum status persistent_search(struct gpu_wave *base, const struct job_view *job,
                                     enum outcome *outcome, struct error *error)
{
    struct level_wave *wave = (struct level_wave *)base;
    struct gpu_engine *engine = base->engine;
    struct level_view view;
    TRY(level_begin(wave, job, &view, error));
    uint32_t *entries = (uint32_t *)wave->labels.queue.data;
    uint32_t capacity = engine->options.block_queue;
    const void *stop_flag = engine->stop_flag.data_device;
    void *arguments[] = {&view, &entries, &capacity, &stop_flag};
    struct launch_shape shape =
        barrier_shape(barrier_front(job->window, view.field.layers), engine->multiprocessors);
    TRY(barrier_launch((const void *)persistent, arguments, shape, block_queue_bytes(capacity),
                       engine->stream, error));
    const struct wave_control *control = NULL;
    TRY(engine_wait(engine, error));
    TRY(labels_control(&wave->labels, job, &control, error));
    bool found = control->found != 0 || control->best < job->top;
    *outcome = found ? OUTCOME_FOUND : control->stopped != 0 ? OUTCOME_STOPPED : OUTCOME_NONE;
    return STATUS_OK;
}

static enum status prepare(struct gpu_wave *wave, struct error *error)
{
    return level_prepare(wave, persistent_search, error);
}

static double estimate(const struct field *field, const struct job *jobs, size_t count)
{
    static const struct gpu_times times = {10, 150, 3.8, 0, 0};
    return gpu_times_sum(&times, field, jobs, count);
}

const struct gpu_wave_ops gpu_wave_persistent = {
    /* name */ "persistent",
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
