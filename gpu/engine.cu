/* engine: the GPU engine's side of router/engine.h. See engine.cuh for the way of a job. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>

#include "gpu/check.cuh"
#include "gpu/choose.cuh"
#include "gpu/estimate.cuh"
#include "gpu/wave/batch/batch.cuh"
#include "gpu/wave/block_queue.cuh"
#include "gpu/wave/sweep/sweep.cuh"

#define STATES_MAX      0xFFFFFFFEULL /* states are numbered by 32 bits */
#define WIDE_SPAN_FIRST (1ULL << 58)
#define WIDE_SPAN_MAX   (1ULL << 62)

static void gpu_close(struct engine *base)
{
    struct gpu_engine *engine = (struct gpu_engine *)base;
    if (engine == NULL)
        return;
    struct memory_account *account = &engine->account;
    (void)cudaSetDevice(engine->device_index);
    if (engine->stream != NULL)
        (void)cudaStreamSynchronize(engine->stream);
    batch_close(engine->batch);
    sweep_close(engine->sweep);
    device_field_close(&engine->copy, account);
    buffer_free(&engine->labels, account);
    buffer_free(&engine->taken, account);
    buffer_free(&engine->queue, account);
    buffer_free(&engine->planes, account);
    buffer_free(&engine->mail, account);
    buffer_free(&engine->near_plane[0], account);
    buffer_free(&engine->near_plane[1], account);
    buffer_free(&engine->far_plane, account);
    buffer_free(&engine->far_summary, account);
    buffer_free(&engine->job, account);
    buffer_free_host(&engine->job_host, account);
    buffer_free_host(&engine->control_host, account);
    buffer_free_host(&engine->stop_flag, account);
    buffer_free_host(&engine->report, account);
    if (engine->stream != NULL)
        (void)cudaStreamDestroy(engine->stream);
    free(engine->path.knots);
    free(engine->sorted.words);
    free(engine);
}

/* Labels of the present width; the next job fills them. */
static enum status reserve_labels(struct gpu_engine *engine, struct error *error)
{
    size_t states = grid_cells(engine->field->grid) * engine->axes;
    engine->top = 0;
    return buffer_reserve(&engine->labels, states * (engine->wide ? 8 : 4), "labels",
                          &engine->account, error);
}

/* Allocates what the wave's search needs, once. */
static enum status prepare_search(struct gpu_engine *engine, struct error *error)
{
    if (engine->labels.data != NULL)
        return STATUS_OK;
    TRY(device_field_marks(&engine->copy, engine->field->grid, &engine->account, engine->stream,
                           error));
    TRY(engine->wave->prepare(engine, error));
    return reserve_labels(engine, error);
}

/* Allocates everything and copies the field. */
static enum status prepare(struct gpu_engine *engine, struct error *error)
{
    const struct grid *grid = engine->field->grid;
    struct memory_account *account = &engine->account;
    engine->axes = step_needs_axes(&grid->rules) ? AXES : 1;
    if ((uint64_t)grid_cells(grid) * engine->axes > STATES_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "the GPU searches at most %llu cells where bends cost, this grid has %zu",
                         STATES_MAX / AXES, grid_cells(grid));
    engine->span = (uint64_t)grid_cells(grid) + 1;
    CUDA_TRY(cudaStreamCreateWithFlags(&engine->stream, cudaStreamNonBlocking), error);
    TRY(device_field_open(&engine->copy, engine->field, account, engine->stream, error));
    TRY(buffer_reserve_host(&engine->control_host, sizeof(struct wave_control), "control", account,
                            error));
    TRY(buffer_reserve_host(&engine->stop_flag, sizeof(uint32_t), "the stop flag", account, error));
    if (engine->wave->route == NULL)
        TRY(prepare_search(engine, error));
    CUDA_TRY(cudaStreamSynchronize(engine->stream), error);
    return STATUS_OK;
}

static enum status gpu_open(struct engine **base, const struct field *field,
                            const struct engine_options *options, struct error *error)
{
    struct gpu_device device;
    const char *reason = NULL;
    const struct gpu_wave *wave = NULL;
    *base = NULL;
    TRY(choose_wave(options->wave, field_features(field), &wave, error));
    int index = gpu_device_pick(&device, &reason);
    if (index < 0)
        return error_set(error, STATUS_FAILED, "no GPU can be used: %s", reason);
    if (options->block_queue > BLOCK_QUEUE_MAX)
        return error_set(error, STATUS_BAD_INPUT, "a block queue of %u entries: at most %d",
                         options->block_queue, BLOCK_QUEUE_MAX);
    struct gpu_engine *engine = (struct gpu_engine *)mem_alloc(1, sizeof *engine, "engine", error);
    if (engine == NULL)
        return STATUS_FAILED;
    engine->head.ops = gpu_engine();
    engine->field = field;
    engine->wave = wave;
    engine->options = *options;
    if (engine->options.block_queue == 0)
        engine->options.block_queue = BLOCK_QUEUE_DEFAULT;
    engine->chooses = choose_any(options->wave);
    engine->device_index = index;
    engine->features = field_features(field);
    choose_together(engine);
    engine->multiprocessors = device.multiprocessors;
    memcpy(engine->device, device.name, sizeof engine->device);
    enum status status = cuda_status(cudaSetDevice(index), "cudaSetDevice", error);
    if (status == STATUS_OK)
        status = prepare(engine, error);
    if (status != STATUS_OK) {
        gpu_close(&engine->head);
        return status;
    }
    *base = &engine->head;
    return STATUS_OK;
}

static enum status gpu_update(struct engine *base, const struct box *dirty, size_t count,
                              struct error *error)
{
    struct gpu_engine *engine = (struct gpu_engine *)base;
    if (engine->field->toll != NULL && (engine->wave->features & FEATURE_TOLLS) == 0)
        return error_set(error, STATUS_FAILED,
                         "the GPU's wave %s does not support tolls, and some came after it began",
                         engine->wave->name);
    CUDA_TRY(cudaSetDevice(engine->device_index), error);
    return device_field_update(&engine->copy, engine->field, dirty, count, &engine->account,
                               engine->stream, error);
}

/* The last search was cut off by the range of its labels: makes it wider. */
static enum status widen(struct gpu_engine *engine, struct error *error)
{
    uint64_t most = engine->wide ? WIDE_SPAN_MAX : UINT32_MAX;
    if (engine->span < most) {
        engine->span = engine->span > most / 64 ? most : engine->span * 64;
        engine->top = 0;
        return STATUS_OK;
    }
    if (engine->wide)
        return error_set(error, STATUS_FAILED, "a path costs more than %llu", WIDE_SPAN_MAX);
    engine->wide = true;
    engine->span = WIDE_SPAN_FIRST;
    return reserve_labels(engine, error);
}

/* By the engine's wave, or one that answers what it can in its place. */
static enum status expand_one(struct gpu_engine *engine, const struct gpu_wave *wave,
                              struct job *job, struct error *error)
{
    struct job_view view;
    enum outcome outcome = OUTCOME_STOPPED;
    if (wave->route != NULL) {
        bool done = false;
        TRY(wave->route(engine, job, &done, error));
        if (done)
            return STATUS_OK;
        TRY(prepare_search(engine, error));
    }
    do {
        engine->too_narrow = false;
        TRY(job_begin(engine, job, &view, error));
        TRY(engine->wave->search(engine, &view, &outcome, error));
        if (outcome == OUTCOME_FOUND)
            TRY(job_trace(engine, &view, job, error));
        TRY(job_end(engine, &view, error));
        if (engine->too_narrow)
            TRY(widen(engine, error));
    } while (engine->too_narrow);
    job->outcome = outcome;
    return STATUS_OK;
}

/* Jobs order[0 .. count), or the first count where order is NULL, one by one; those from `even` on
 * are in uneven windows. */
static enum status expand_each(struct gpu_engine *engine, struct job *jobs, const uint32_t *order,
                               size_t count, size_t even, struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        struct job *job = &jobs[order != NULL ? order[i] : i];
        job->outcome = OUTCOME_STOPPED;
        job->knots = NULL;
        job->knot_count = 0;
        if (!engine_stopped(engine))
            TRY(expand_one(engine, i < even ? engine->wave : &gpu_wave_tiles, job, error));
    }
    const cell_t *knots = engine->path.knots;
    for (size_t i = 0; i < count; i++) {
        struct job *job = &jobs[order != NULL ? order[i] : i];
        if (job->outcome != OUTCOME_FOUND)
            continue;
        job->knots = knots;
        knots += job->knot_count;
    }
    return STATUS_OK;
}

/* Searches what a batch can take, of jobs whose pins are no farther apart. *order, *count: those
 * that it has left. */
static enum status expand_batch(struct gpu_engine *engine, struct job *jobs, uint32_t reach,
                                const uint32_t **order, size_t *count, struct error *error)
{
    if (engine->batch == NULL)
        TRY(batch_open(&engine->batch, engine, engine->dial, error));
    if (engine->batch == NULL)
        return STATUS_OK;
    TRY(batch_expand(engine->batch, jobs, *count, reach, order, count, error));
    engine->batch_ms += batch_kernel_ms(engine->batch);
    return STATUS_OK;
}

/* Jobs order[0 .. count) by sweeps; those are left that they have left. */
static enum status expand_sweeps(struct gpu_engine *engine, struct job *jobs,
                                 const uint32_t **order, size_t *count, struct error *error)
{
    if (engine->sweep == NULL)
        TRY(sweep_open(&engine->sweep, engine, error));
    TRY(sweep_expand(engine->sweep, jobs, *order, *count, order, count, error));
    engine->batch_ms += sweep_kernel_ms(engine->sweep);
    return STATUS_OK;
}

static void append(struct sorted_jobs *sorted, const uint32_t *list, size_t count)
{
    std::copy_n(list, count, sorted->rest + sorted->rest_count);
    sorted->rest_count += count;
}

/* The same with those that are worth it; *even: of those left, how many come before those in uneven
 * windows. */
static enum status expand_some_sweeps(struct gpu_engine *engine, struct job *jobs,
                                      const uint32_t **order, size_t *count, size_t *even,
                                      struct error *error)
{
    struct sorted_jobs *sorted = &engine->sorted;
    TRY(choose_sweeps(engine, jobs, *order, *count, sorted, error));
    if (sorted->together_count > 0) {
        const uint32_t *left = sorted->together;
        size_t left_count = sorted->together_count;
        TRY(expand_sweeps(engine, jobs, &left, &left_count, error));
        append(sorted, left, left_count);
    }
    *even = sorted->rest_count;
    append(sorted, sorted->uneven, sorted->uneven_count);
    *order = sorted->rest;
    *count = sorted->rest_count;
    return STATUS_OK;
}

static enum status gpu_expand(struct engine *base, struct job *jobs, size_t count,
                              struct error *error)
{
    struct gpu_engine *engine = (struct gpu_engine *)base;
    const uint32_t *order = NULL;
    uint32_t reach = 0;
    size_t even = SIZE_MAX;
    CUDA_TRY(cudaSetDevice(engine->device_index), error);
    engine->path.count = 0;
    engine->batch_ms = 0;
    choose_together(engine);
    if (choose_batch(engine, jobs, count, &reach))
        TRY(expand_batch(engine, jobs, reach, &order, &count, error));
    if (engine->sweeps && !engine->sweeps_some && count > 0)
        TRY(expand_sweeps(engine, jobs, &order, &count, error));
    if (engine->sweeps_some && count >= SWEEPS_MIN)
        TRY(expand_some_sweeps(engine, jobs, &order, &count, &even, error));
    return expand_each(engine, jobs, order, count, even, error);
}

double gpu_batch_ms(const struct engine *base)
{
    const struct gpu_engine *engine = (const struct gpu_engine *)base;
    return engine->batch_ms;
}

enum status engine_wait(struct gpu_engine *engine, struct error *error)
{
    if (engine->options.stop == NULL) {
        CUDA_TRY(cudaStreamSynchronize(engine->stream), error);
        return STATUS_OK;
    }
    cudaError_t result = cudaSuccess;
    while ((result = cudaStreamQuery(engine->stream)) == cudaErrorNotReady)
        if (engine_stopped(engine))
            *(volatile uint32_t *)engine->stop_flag.data = 1;
    return cuda_status(result, "cudaStreamQuery(stream)", error);
}

static size_t gpu_appetite(const struct engine *base)
{
    (void)base;
    return 64; /* blocks of `sweep` for half the multiprocessors */
}

static const char *gpu_wave_name(const struct engine *base)
{
    return ((const struct gpu_engine *)base)->wave->name;
}

static const char *gpu_device_name(const struct engine *base)
{
    return ((const struct gpu_engine *)base)->device;
}

static void gpu_peak_bytes(const struct engine *base, size_t *host, size_t *device)
{
    const struct gpu_engine *engine = (const struct gpu_engine *)base;
    *host = engine->account.host_peak + engine->path.capacity * sizeof(cell_t);
    *device = engine->account.device_peak;
}

const struct engine_ops *gpu_engine(void)
{
    static const struct engine_ops ops = {
        "gpu",         gpu_unusable,    gpu_open,       gpu_update, gpu_expand, gpu_appetite,
        gpu_wave_name, gpu_device_name, gpu_peak_bytes, gpu_close,  choose_at,  gpu_foresee};
    return &ops;
}
