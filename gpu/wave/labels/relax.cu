/* relax: the host's side of the wave for all costs; see relax_kernel.cuh for the method. It passes
 * each job through mark, search, trace and wipe (labels.cuh), and widens the range of labels when a
 * cost does not fit. */
#include <algorithm>

#include "gpu/wave/labels/relax_kernel.cuh"

#define STATES_MAX      0xFFFFFFFEULL /* states have numbers of 32 bits */
#define WIDE_SPAN_FIRST (1ULL << 58)  /* initial range of a job with labels of 64 bits */
#define WIDE_SPAN_MAX   (1ULL << 62)  /* its maximum */

enum {
    DELTA_STEPS = 64,       /* width of a bucket, in costs of a mean step (NOTES.md) */
    FIRST_SPAN = 1 << 22,   /* range of labels of a job, until a job needs more */
    GRID_THREADS = 128,     /* threads per block in a launch of several blocks */
    ONE_BLOCK_FRONT = 1024, /* longest front, in states, that one block searches */
};

template <typename L, int axes>
static enum status launch(const struct labels *labels, const struct job_view *job,
                          struct error *error)
{
    const struct gpu_engine *engine = labels->each.head.engine;
    relax_view<L> wave = {};
    size_t states = grid_cells(engine->field->grid) * axes;
    assert(labels->axes == axes);
    wave.field = engine->copy.view;
    wave.job = *job;
    wave.labels = (L *)labels->label.data;
    wave.queue[0] = (uint32_t *)labels->queue.data;
    wave.queue[1] = wave.queue[0] + states;
    wave.near_plane[0] = (uint32_t *)labels->near_plane.data;
    wave.near_plane[1] = (uint32_t *)labels->near_other.data;
    wave.far_plane = (uint32_t *)labels->far_plane.data;
    wave.far_summary = (uint32_t *)labels->far_summary.data;
    wave.summary_words = (wave.field.width + 1023) / 1024;
    wave.plane_words = grid_plane_words(engine->field->grid) * 2;
    wave.delta = labels->delta;
    wave.capacity = engine->options.block_queue;
    wave.stop_flag = (const volatile uint32_t *)engine->stop_flag.data_device;
    /* A front across the window has about its half perimeter of cells per layer. Blocks are small,
     * at most one per multiprocessor, so that all of them are resident at once. */
    const struct box &window = job->window;
    uint64_t half = (uint64_t)(window.x1 - window.x0) + (window.y1 - window.y0) + 2;
    uint64_t front = half * wave.field.layers * axes;
    bool one = front <= ONE_BLOCK_FRONT;
    uint64_t blocks = one ? 1 : (front + GRID_THREADS - 1) / GRID_THREADS;
    blocks = std::min(blocks, (uint64_t)engine->multiprocessors);
    unsigned threads = one ? (unsigned)RELAX_THREADS_MAX : (unsigned)GRID_THREADS;
    void *arguments[] = {&wave};
    CUDA_TRY(cudaLaunchCooperativeKernel((const void *)relax<L, axes>, dim3((unsigned)blocks),
                                         dim3(threads), arguments, block_queue_bytes(wave.capacity),
                                         engine->stream),
             error);
    return STATUS_OK;
}

/* Labels every state whose cost is less than the nearest target's, and that target; or, if there is
 * no path, all states that can be reached. */
static enum status search(struct gpu_wave *base, const struct job_view *job, enum outcome *outcome,
                          struct error *error)
{
    struct labels *labels = (struct labels *)base;
    cudaStream_t stream = base->engine->stream;
    enum status (*go)(const struct labels *, const struct job_view *, struct error *) = NULL;
    if (labels->wide)
        go = labels->axes > 1 ? launch<unsigned long long, AXES> : launch<unsigned long long, 1>;
    else
        go = labels->axes > 1 ? launch<unsigned int, AXES> : launch<unsigned int, 1>;
    TRY(go(labels, job, error));
    TRY(engine_wait(base->engine, error));
    struct wave_control *control = (struct wave_control *)labels->control_host.data;
    CUDA_TRY(
        cudaMemcpyAsync(control, job->control, sizeof *control, cudaMemcpyDeviceToHost, stream),
        error);
    CUDA_TRY(cudaStreamSynchronize(stream), error);
    assert(control->best >= job->base && control->best <= job->top);
    bool stopped = control->stopped != 0, found = control->best < job->top;
    *outcome = stopped ? OUTCOME_STOPPED : found ? OUTCOME_FOUND : OUTCOME_NONE;
    /* A path was cut off because its label did not fit. It may be the best if none is cheaper. */
    labels->too_narrow = !stopped && !found && control->overflow != 0;
    if (!stopped)
        return STATUS_OK;
    for (const struct buffer *plane : {&labels->near_plane, &labels->near_other})
        CUDA_TRY(cudaMemsetAsync(plane->data, 0, plane->bytes, stream), error);
    return STATUS_OK;
}

/* Allocates labels of the present width; the next job fills them with ones. */
static enum status reserve_labels(struct labels *labels, struct error *error)
{
    size_t states = grid_cells(labels->each.head.engine->field->grid) * labels->axes;
    assert(labels->axes == 1 || labels->axes == AXES);
    labels->top = 0;
    return buffer_reserve(&labels->label, states * (labels->wide ? 8 : 4), "labels",
                          &labels->each.head.engine->account, error);
}

/* Makes the range of labels wider, after a search that did not fit into it. */
static enum status widen(struct labels *labels, struct error *error)
{
    uint64_t most = labels->wide ? WIDE_SPAN_MAX : UINT32_MAX;
    assert(labels->span > 0 && labels->span <= most);
    if (labels->span < most) {
        labels->span = labels->span > most / 64 ? most : labels->span * 64;
        labels->top = 0;
        return STATUS_OK;
    }
    if (labels->wide)
        return error_set(error, STATUS_FAILED, "a path costs more than %llu", WIDE_SPAN_MAX);
    labels->wide = true;
    labels->span = WIDE_SPAN_FIRST;
    return reserve_labels(labels, error);
}

static enum status search_job(struct gpu_wave *wave, const struct gpu_call *call, size_t i,
                              bool *done, struct error *error)
{
    struct labels *labels = (struct labels *)wave;
    struct job *job = call_job(call, i);
    struct job_view view;
    enum outcome outcome = OUTCOME_STOPPED;
    do {
        labels->too_narrow = false;
        TRY(labels_mark(labels, job, &view, error));
        TRY(search(wave, &view, &outcome, error));
        assert(outcome != OUTCOME_FOUND || !labels->too_narrow);
        if (outcome == OUTCOME_FOUND)
            TRY(labels_trace(labels, &view, job, error));
        TRY(labels_wipe(labels, &view, error));
        if (labels->too_narrow)
            TRY(widen(labels, error));
    } while (labels->too_narrow);
    job->outcome = outcome;
    *done = true;
    return STATUS_OK;
}

/* The mean cost of a step, which only sets the width of the buckets. */
static uint64_t mean_step(const struct grid *grid)
{
    uint64_t sum = 0;
    size_t cells = grid_cells(grid);
    if (grid->weight == NULL)
        sum = cells;
    else
        for (size_t cell = 0; cell < cells; cell++)
            sum += grid->weight[cell];
    return std::max<uint64_t>(sum / cells, 1);
}

static enum status prepare(struct gpu_wave *base, struct error *error)
{
    struct labels *labels = (struct labels *)base;
    struct gpu_engine *engine = base->engine;
    const struct grid *grid = engine->field->grid;
    labels->span = FIRST_SPAN;
    labels->axes = step_needs_axes(&grid->rules) ? AXES : 1;
    if ((uint64_t)grid_cells(grid) * labels->axes > STATES_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "the GPU searches at most %llu cells where bends cost, this grid has %zu",
                         STATES_MAX / AXES, grid_cells(grid));
    TRY(device_field_marks(&engine->copy, grid, &engine->account, engine->stream, error));
    TRY(buffer_reserve_host(&labels->control_host, sizeof(struct wave_control), "control",
                            &engine->account, error));
    TRY(reserve_labels(labels, error));
    size_t states = grid_cells(grid) * labels->axes;
    size_t bits = grid_plane_words(grid) * sizeof(uint64_t) * labels->axes;
    size_t summary =
        (size_t)grid->layers * grid->height * ((grid->width + 1023) / 1024) * 4 * labels->axes;
    labels->delta = DELTA_STEPS * mean_step(grid);
    TRY(buffer_reserve(&labels->queue, 2 * states * sizeof(uint32_t), "the near piles",
                       &engine->account, error));
    for (struct buffer *plane : {&labels->near_plane, &labels->near_other, &labels->far_plane})
        TRY(plane_clear(plane, bits, "the near and far planes", &engine->account, engine->stream,
                        error));
    return plane_clear(&labels->far_summary, summary, "the far plane", &engine->account,
                       engine->stream, error);
}

static void release(struct gpu_wave *base)
{
    struct labels *labels = (struct labels *)base;
    for (struct buffer *buffer : {&labels->near_other, &labels->far_plane, &labels->far_summary,
                                  &labels->label, &labels->queue, &labels->near_plane, &labels->job,
                                  &labels->job_host, &labels->control_host, &labels->report})
        buffer_free(buffer, &base->engine->account);
    each_release(&labels->each);
}

const struct gpu_wave_ops gpu_wave_relax = {
    /* name */ "relax",
    /* features */ FEATURE_ALL,
    /* many */ false,
    /* rest */ NULL,
    /* serves */ NULL,
    /* likely */ NULL,
    /* times: call, job, side, every, largest */ {10, 60, 6, 0, 0},
    /* size */ sizeof(struct labels),
    /* prepare */ prepare,
    /* expand */ each_by<search_job>,
    /* bytes */ each_bytes,
    /* release */ release,
};
