/* gpu_none: the GPU engine of a build without nvcc. It is never usable and says why; its other
 * functions are there so that a caller who asks all the same gets an error, not a crash. */
#include "gpu/gpu.h"

static const char reason_none[] =
    "this leeway was built without CUDA (no nvcc found, or NVCC= given)";

static const char *none_unusable(void)
{
    return reason_none;
}

static enum status none_open(struct engine **engine, const struct field *field,
                             const struct engine_options *options, struct error *error)
{
    (void)field;
    (void)options;
    *engine = NULL;
    return error_set(error, STATUS_FAILED, "no GPU engine: %s", reason_none);
}

static enum status none_update(struct engine *engine, const struct box *dirty, size_t count,
                               struct error *error)
{
    (void)engine;
    (void)dirty;
    (void)count;
    return error_set(error, STATUS_FAILED, "no GPU engine: %s", reason_none);
}

static enum status none_expand(struct engine *engine, struct job *jobs, size_t count,
                               struct error *error)
{
    (void)engine;
    (void)jobs;
    (void)count;
    return error_set(error, STATUS_FAILED, "no GPU engine: %s", reason_none);
}

static const char *none_name(const struct engine *engine)
{
    (void)engine;
    return "none";
}

static void none_peak_bytes(const struct engine *engine, size_t *host, size_t *device)
{
    (void)engine;
    *host = 0;
    *device = 0;
}

static void none_close(struct engine *engine)
{
    (void)engine;
}

static const char *none_wave_at(size_t index)
{
    (void)index;
    return NULL;
}

static size_t none_appetite(const struct engine *engine)
{
    (void)engine;
    return 1;
}

static double none_estimate(const struct field *field, unsigned features,
                            const struct engine_options *options, const struct job *jobs,
                            size_t count)
{
    (void)field;
    (void)features;
    (void)options;
    (void)jobs;
    (void)count;
    return 0;
}

const struct engine_ops *gpu_engine(void)
{
    static const struct engine_ops none = {
        .name = "gpu",
        .unusable = none_unusable,
        .open = none_open,
        .update = none_update,
        .expand = none_expand,
        .appetite = none_appetite,
        .wave = none_name,
        .device = none_name,
        .peak_bytes = none_peak_bytes,
        .close = none_close,
        .wave_at = none_wave_at,
        .estimate = none_estimate,
    };
    return &none;
}

const struct maze_device_ops *gpu_rounds(void)
{
    return NULL;
}

size_t gpu_devices(struct gpu_device *devices, size_t capacity, const char **reason)
{
    (void)devices;
    (void)capacity;
    if (reason != NULL)
        *reason = reason_none;
    return 0;
}

double gpu_batch_ms(const struct engine *engine)
{
    (void)engine;
    return 0;
}
