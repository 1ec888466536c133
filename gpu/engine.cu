/* engine: the GPU engine's side of router/engine.h. See engine.cuh for the way of a job. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/check.cuh"
#include "gpu/engine.cuh"
#include "gpu/wave/batch.cuh"
#include "gpu/wave/block_queue.cuh"
#include "gpu/wave/sweep.cuh"

#define STATES_MAX      0xFFFFFFFEULL /* states are numbered by 32 bits */
#define WIDE_SPAN_FIRST (1ULL << 58)
#define WIDE_SPAN_MAX   (1ULL << 62)

enum { JOBS_MIN = BATCH_JOBS_MIN, JOBS_MIN_TOLLED = 1 << 14 }; /* for a batch */

/* The first that does it is what "auto" takes. */
static const struct gpu_wave *const waves[] = {
    &gpu_wave_detour, &gpu_wave_tiles, &gpu_wave_persistent, &gpu_wave_bqueue,
    &gpu_wave_relax,  &gpu_wave_batch, &gpu_wave_dial,       &gpu_wave_sweep};

/* "a, b": the waves that support the features. */
static const char *wave_list(char *text, size_t size, unsigned features)
{
    size_t used = 0;
    text[0] = '\0';
    for (const struct gpu_wave *wave : waves)
        if ((features & ~wave->features) == 0 && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                                     wave->name);
    return text;
}

static bool any_wave(const char *name)
{
    return name == NULL || strcmp(name, "auto") == 0;
}

static enum status wave_choose(const char *name, unsigned features, const struct gpu_wave **chosen,
                               struct error *error)
{
    char names[128];
    bool any = any_wave(name);
    for (const struct gpu_wave *wave : waves) {
        if (!any && strcmp(name, wave->name) != 0)
            continue;
        unsigned missing = features & ~wave->features;
        *chosen = wave;
        if (missing == 0)
            return STATUS_OK;
        if (!any)
            return error_set(error, STATUS_BAD_INPUT,
                             "the GPU's wave %s does not support %s, which this design has; "
                             "waves that do: %s",
                             name, feature_name((enum feature)(missing & (~missing + 1))),
                             wave_list(names, sizeof names, features));
    }
    return error_set(error, STATUS_BAD_INPUT, "the GPU has no wave %s; its waves: auto, %s", name,
                     wave_list(names, sizeof names, 0));
}

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

/* Whether many jobs at once go to a batch, and to which; and whether jobs go to the sweeps. */
static void choose_batch(struct gpu_engine *engine)
{
    unsigned features = engine->features;
    bool any = any_wave(engine->options.wave);
    features |= engine->field->toll != NULL ? FEATURE_TOLLS : 0; /* they may have come meanwhile */
    engine->dial = features != 0 || engine->wave == &gpu_wave_dial;
    engine->batches = any || engine->wave == &gpu_wave_batch || engine->wave == &gpu_wave_dial;
    engine->batches = engine->batches && (!engine->dial || dial_serves(engine->field, features));
    engine->sweeps = (any || engine->wave == &gpu_wave_sweep) &&
                     sweep_serves(engine->field, features) &&
                     (features != 0 || engine->wave == &gpu_wave_sweep);
}

static enum status gpu_open(struct engine **base, const struct field *field,
                            const struct engine_options *options, struct error *error)
{
    struct gpu_device device;
    const char *reason = NULL;
    const struct gpu_wave *wave = NULL;
    *base = NULL;
    TRY(wave_choose(options->wave, field_features(field), &wave, error));
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
    engine->device_index = index;
    engine->features = field_features(field);
    choose_batch(engine);
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

static enum status expand_one(struct gpu_engine *engine, struct job *job, struct error *error)
{
    struct job_view view;
    enum outcome outcome = OUTCOME_STOPPED;
    if (engine->wave->route != NULL) {
        bool done = false;
        TRY(engine->wave->route(engine, job, &done, error));
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

/* Jobs order[0 .. count), or the first count where order is NULL, one by one. */
static enum status expand_each(struct gpu_engine *engine, struct job *jobs, const uint32_t *order,
                               size_t count, struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        struct job *job = &jobs[order != NULL ? order[i] : i];
        job->outcome = OUTCOME_STOPPED;
        job->knots = NULL;
        job->knot_count = 0;
        if (!engine_stopped(engine))
            TRY(expand_one(engine, job, error));
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

/* Whether so many jobs are for a batch. With tolls, most windows hold costs that `dial` cannot
 * take, so that it pays for many jobs only. */
static bool is_for_batch(const struct gpu_engine *engine, size_t count)
{
    bool tolls = engine->field->toll != NULL && any_wave(engine->options.wave);
    return engine->batches && count >= (tolls ? JOBS_MIN_TOLLED : JOBS_MIN);
}

static enum status gpu_expand(struct engine *base, struct job *jobs, size_t count,
                              struct error *error)
{
    struct gpu_engine *engine = (struct gpu_engine *)base;
    const uint32_t *order = NULL;
    CUDA_TRY(cudaSetDevice(engine->device_index), error);
    engine->path.count = 0;
    engine->batch_ms = 0;
    choose_batch(engine);
    if (is_for_batch(engine, count)) {
        if (engine->batch == NULL)
            TRY(batch_open(&engine->batch, engine, engine->dial, error));
        if (engine->batch != NULL)
            TRY(batch_expand(engine->batch, jobs, count, &order, &count, error));
        engine->batch_ms += engine->batch != NULL ? batch_kernel_ms(engine->batch) : 0;
    }
    if (engine->sweeps && count > 0) {
        if (engine->sweep == NULL)
            TRY(sweep_open(&engine->sweep, engine, error));
        TRY(sweep_expand(engine->sweep, jobs, order, count, &order, &count, error));
        engine->batch_ms += sweep_kernel_ms(engine->sweep);
    }
    return expand_each(engine, jobs, order, count, error);
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

static const char *gpu_wave_at(size_t index)
{
    return index < sizeof waves / sizeof *waves ? waves[index]->name : NULL;
}

const struct engine_ops *gpu_engine(void)
{
    static const struct engine_ops ops = {
        "gpu",         gpu_unusable,    gpu_open,       gpu_update, gpu_expand, gpu_appetite,
        gpu_wave_name, gpu_device_name, gpu_peak_bytes, gpu_close,  gpu_wave_at};
    return &ops;
}
