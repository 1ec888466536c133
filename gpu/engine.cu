/* engine: fills the table of router/search/engine.h for the GPU. It owns the workspaces of the
 * waves and passes the jobs of a call from wave to wave (wave/wave.cuh). */
#include "gpu/engine.cuh"

#include "gpu/devices.cuh"
#include "gpu/wave/block_queue.cuh"
#include "gpu/wave/wave.cuh"

/* Seconds to open the engine: context, code of the kernels, copy of the field (H200). */
#define OPEN_SECONDS 0.12

static void drop_wave(struct gpu_engine *engine, size_t index)
{
    if (engine->waves[index] != NULL)
        gpu_wave_at(index)->release(engine->waves[index]);
    free(engine->waves[index]);
    engine->waves[index] = NULL;
}

static void gpu_close(struct engine *base)
{
    struct gpu_engine *engine = (struct gpu_engine *)base;
    if (engine == NULL)
        return;
    (void)cudaSetDevice(engine->device_index);
    if (engine->stream != NULL)
        (void)cudaStreamSynchronize(engine->stream);
    for (size_t i = 0; engine->waves != NULL && i < GPU_WAVE_COUNT; i++)
        drop_wave(engine, i);
    device_field_close(&engine->copy, &engine->account);
    buffer_free(&engine->stop_flag, &engine->account);
    assert(engine->account.device == 0 && engine->account.host == 0);
    if (engine->stream != NULL)
        (void)cudaStreamDestroy(engine->stream);
    free(engine->waves);
    free(engine);
}

/* Returns the workspace of a wave; its first call creates it. */
static enum status get_wave(struct gpu_engine *engine, size_t index, struct gpu_wave **wave,
                            struct error *error)
{
    assert(index < GPU_WAVE_COUNT);
    const struct gpu_wave_ops *ops = gpu_wave_at(index);
    *wave = engine->waves[index];
    if (*wave != NULL)
        return STATUS_OK;
    assert(ops->size >= sizeof **wave);
    *wave = (struct gpu_wave *)mem_alloc(1, ops->size, "a wave", error);
    if (*wave == NULL)
        return STATUS_FAILED;
    (*wave)->engine = engine;
    engine->waves[index] = *wave;
    enum status status = ops->prepare != NULL ? ops->prepare(*wave, error) : STATUS_OK;
    if (status != STATUS_OK)
        drop_wave(engine, index);
    return status;
}

static bool is_any(const char *name)
{
    return name == NULL || strcmp(name, "auto") == 0;
}

/* Finds the wave of this name, or for "auto" the first wave for single jobs, and checks that it
 * supports the features. */
static enum status choose_wave(const char *name, unsigned features, size_t *index,
                               struct error *error)
{
    char names[128];
    *index = is_any(name) ? 0 : gpu_wave_find(name);
    while (is_any(name) && *index < GPU_WAVE_COUNT &&
           (gpu_wave_at(*index)->many || (features & ~gpu_wave_at(*index)->features) != 0))
        ++*index;
    if (*index == GPU_WAVE_COUNT)
        return error_set(error, STATUS_BAD_INPUT, "the GPU has no wave %s; its waves: auto, %s",
                         is_any(name) ? "for this design" : name,
                         gpu_wave_names(names, sizeof names, 0));
    unsigned missing = features & ~gpu_wave_at(*index)->features;
    if (missing == 0)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT,
                     "the GPU's wave %s does not support %s, which this design has; "
                     "waves that do: %s",
                     name, feature_name((enum feature)(missing & (~missing + 1))),
                     gpu_wave_names(names, sizeof names, features));
}

/* Opens the device, copies the field and creates the chosen wave, so that lack of memory is
 * reported at once. */
static enum status prepare(struct gpu_engine *engine, struct error *error)
{
    struct gpu_wave *wave = NULL;
    int shared = 0;
    CUDA_TRY(cudaSetDevice(engine->device_index), error);
    CUDA_TRY(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                    engine->device_index),
             error);
    engine->shared_limit = (size_t)shared;
    CUDA_TRY(cudaStreamCreateWithFlags(&engine->stream, cudaStreamNonBlocking), error);
    TRY(device_field_open(&engine->copy, engine->field, &engine->account, engine->stream, error));
    TRY(buffer_reserve_host(&engine->stop_flag, sizeof(uint32_t), "the stop flag", &engine->account,
                            error));
    TRY(get_wave(engine, engine->chosen, &wave, error));
    CUDA_TRY(cudaStreamSynchronize(engine->stream), error);
    return STATUS_OK;
}

static enum status gpu_open(struct engine **base, const struct field *field,
                            const struct engine_options *options, struct error *error)
{
    struct gpu_device device;
    const char *reason = NULL;
    const unsigned features = field_features(field);
    assert(field->grid != NULL && field->closed != NULL && options != NULL);
    size_t chosen = 0;
    *base = NULL;
    TRY(choose_wave(options->wave, features, &chosen, error));
    int index = gpu_device_pick(options->devices.list, &device, &reason);
    if (index < 0)
        return error_set(error, STATUS_FAILED, "no GPU can be used: %s", reason);
    if (options->block_queue > BLOCK_QUEUE_MAX)
        return error_set(error, STATUS_BAD_INPUT, "a block queue of %u entries: at most %d",
                         options->block_queue, BLOCK_QUEUE_MAX);
    struct gpu_engine *engine = (struct gpu_engine *)mem_alloc(1, sizeof *engine, "engine", error);
    if (engine == NULL)
        return STATUS_FAILED;
    engine->head = {gpu_engine(), gpu_wave_at(chosen)->name, engine->device, ""};
    engine->field = field;
    engine->options = *options;
    if (engine->options.block_queue == 0)
        engine->options.block_queue = BLOCK_QUEUE_DEFAULT;
    engine->any = is_any(options->wave);
    engine->chosen = chosen;
    engine->features = features;
    engine->device_index = index;
    engine->multiprocessors = device.multiprocessors;
    engine->major = device.major;
    assert(engine->multiprocessors > 0);
    memcpy(engine->device, device.name, sizeof engine->device);
    engine->waves =
        (struct gpu_wave **)mem_alloc(GPU_WAVE_COUNT, sizeof *engine->waves, "waves", error);
    enum status status = engine->waves != NULL ? prepare(engine, error) : STATUS_FAILED;
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
    const struct gpu_wave_ops *chosen = gpu_wave_at(engine->chosen);
    assert(dirty != NULL || count == 0);
    if (engine->field->toll != NULL && !engine->any && (chosen->features & FEATURE_TOLLS) == 0)
        return error_set(error, STATUS_FAILED,
                         "the GPU's wave %s does not support tolls, and some came after it began",
                         chosen->name);
    CUDA_TRY(cudaSetDevice(engine->device_index), error);
    return device_field_update(&engine->copy, engine->field, dirty, count, &engine->account,
                               engine->stream, error);
}

/* Calls one wave; *call then holds the jobs that the wave has left. */
static enum status call_wave(struct gpu_engine *engine, size_t index, struct gpu_call *call,
                             struct error *error)
{
    struct gpu_wave *wave = NULL;
    struct gpu_answer answer = {};
    TRY(get_wave(engine, index, &wave, error));
    TRY(gpu_wave_at(index)->expand(wave, call, &answer, error));
    assert(answer.left_count <= call->count);
    if (gpu_wave_at(index)->many)
        engine->together += call->count - answer.left_count;
    call->order = answer.left;
    call->count = answer.left_count;
    return STATUS_OK;
}

static enum status gpu_expand(struct engine *base, struct job *jobs, size_t count,
                              struct error *error)
{
    struct gpu_engine *engine = (struct gpu_engine *)base;
    const bool any = engine->any;
    assert(jobs != NULL || count == 0);
    struct gpu_call call = {jobs, NULL, count, engine->features, any};
    call.features |= engine->field->toll != NULL
                         ? FEATURE_TOLLS
                         : 0; /* tolls may appear and disappear between calls */
    engine->together = 0;
    CUDA_TRY(cudaSetDevice(engine->device_index), error);
    size_t index = any ? 0 : engine->chosen;
    while (call.count > 0 && index < GPU_WAVE_COUNT) {
        const struct gpu_wave_ops *wave = gpu_wave_at(index);
        if (gpu_wave_serves(wave, engine->field, call.features))
            TRY(call_wave(engine, index, &call, error));
        index = any ? index + 1 : gpu_wave_find(wave->rest);
    }
    assert(call.count == 0);
    return STATUS_OK;
}

/* Predicts how long the GPU needs for a call: the estimate() of router/search/engine.h. With "auto"
 * it is the time of the first wave in the table's order that is likely to get the call, decided
 * by the call's first job; what that wave leaves to the next one is not included. */
static double gpu_estimate(const struct field *field, unsigned features,
                           const struct engine_options *options, const struct job *jobs,
                           size_t count)
{
    if (count == 0)
        return OPEN_SECONDS;
    const bool any = options->wave == NULL || strcmp(options->wave, "auto") == 0;
    size_t index = any ? 0 : gpu_wave_find(options->wave);
    for (; index < GPU_WAVE_COUNT; index++) {
        const struct gpu_wave_ops *wave = gpu_wave_at(index);
        if (!any || (gpu_wave_serves(wave, field, features) &&
                     (wave->likely == NULL || wave->likely(field, features, jobs, count))))
            return gpu_times_sum(&wave->times, field, jobs, count);
    }
    /* An unknown name: open reports it. */
    return gpu_times_sum(&gpu_wave_at(GPU_WAVE_COUNT - 1)->times, field, jobs, count);
}

size_t gpu_jobs_together(const struct engine *base)
{
    return ((const struct gpu_engine *)base)->together;
}

static const char *gpu_wave_name_at(size_t index)
{
    const struct gpu_wave_ops *wave = gpu_wave_at(index);
    return wave != NULL ? wave->name : NULL;
}

static void gpu_peak_bytes(const struct engine *base, size_t *host, size_t *device)
{
    const struct gpu_engine *engine = (const struct gpu_engine *)base;
    *host = engine->account.host_peak;
    *device = engine->account.device_peak;
    for (size_t i = 0; i < GPU_WAVE_COUNT; i++)
        if (engine->waves[i] != NULL)
            *host += gpu_wave_at(i)->bytes(engine->waves[i]);
}

const struct engine_ops *gpu_engine(void)
{
    static const struct engine_ops ops = {"gpu",        gpu_unusable,   gpu_open,  gpu_update,
                                          gpu_expand,   gpu_peak_bytes, gpu_close, gpu_wave_name_at,
                                          gpu_estimate, gpu_device_set};
    return &ops;
}
