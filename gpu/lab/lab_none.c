/* lab_none: the kernel lab of a build without nvcc. It lists the kernels by name, so that
 * a user learns what is missing, and cannot run any of them. */
#include "gpu/lab/lab.h"

#include "gpu/lab/kernels.h"

static const char reason_none[] =
    "this leeway was built without CUDA (no nvcc found, or NVCC= given)";

static const char *const kernels[] = {
#define ROW(identifier, name) name,
    LAB_KERNELS(ROW)
#undef ROW
};

static const char *none_unusable(void)
{
    return reason_none;
}

static enum status none_open(struct bfs_session **session, const struct bfs_problem *problem,
                             struct error *error)
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
        .open = none_open,
    };
    return &none;
}
