/* gpu_none: the GPU engine and the kernel lab of a build without nvcc. unusable() reports why it
 * cannot be used, and open() fails with that reason. */
#include "gpu/gpu.h"
#include "gpu/lab/kernels.h"
#include "gpu/lab/lab.h"

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

/* No engine can be opened, so the functions that need one are NULL. */
const struct engine_ops *gpu_engine(void)
{
    static const struct engine_ops none = {
        .name = "gpu",
        .unusable = none_unusable,
        .open = none_open,
    };
    return &none;
}

enum status gpu_patterns(struct patterns_job *job, struct error *error)
{
    (void)job;
    return error_set(error, STATUS_FAILED, "no GPU can be used: %s", reason_none);
}

void gpu_build(FILE *out)
{
    fputs("none (no nvcc was found, or NVCC= was given)", out);
}

size_t gpu_devices(struct gpu_device *devices, size_t capacity, const char **reason)
{
    (void)devices;
    (void)capacity;
    if (reason != NULL)
        *reason = reason_none;
    return 0;
}

/* ---- the kernel lab: its names, so that a user learns what is missing ----------------------- */

static const char *const kernels[] = {
#define ROW(identifier, name) name,
    LAB_KERNELS(ROW)
#undef ROW
};

static enum status none_open_session(struct bfs_session **session,
                                     const struct bfs_problem *problem, struct error *error)
{
    (void)problem;
    *session = NULL;
    return error_set(error, STATUS_FAILED, "no GPU kernels: %s", reason_none);
}

/* No session can be opened, so the functions that need one are NULL. */
const struct bfs_lab *gpu_lab(void)
{
    static const struct bfs_lab none = {
        .unusable = none_unusable,
        .kernels = kernels,
        .kernel_count = sizeof kernels / sizeof *kernels,
        .open = none_open_session,
    };
    return &none;
}
