/* lab_none: the kernel lab of a build without nvcc. It knows the kernels by name, so that a user
 * who asks for one is told what is missing, and can run none of them. */
#include "gpu/lab/lab.h"

#include "gpu/lab/kernels.h"

static const char reason_none[] =
    "this leeway was built without CUDA (no nvcc found, or NVCC= given)";

static const struct bfs_kernel kernels[] = {
#define ROW(identifier, name, idea) {name, idea},
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

static enum status none_run(struct bfs_session *session, size_t kernel, uint32_t *labels,
                            unsigned repeats, double *seconds, struct error *error)
{
    (void)session;
    (void)kernel;
    (void)labels;
    (void)repeats;
    (void)seconds;
    return error_set(error, STATUS_FAILED, "no GPU kernels: %s", reason_none);
}

static const char *none_device(const struct bfs_session *session)
{
    (void)session;
    return "none";
}

static void none_close(struct bfs_session *session)
{
    (void)session;
}

const struct bfs_lab *gpu_lab(void)
{
    static const struct bfs_lab none = {
        .unusable = none_unusable,
        .kernels = kernels,
        .kernel_count = sizeof kernels / sizeof *kernels,
        .open = none_open,
        .run = none_run,
        .device = none_device,
        .close = none_close,
    };
    return &none;
}

enum status gpu_lab_sort_nets(const struct design *design, uint32_t *order, double *seconds,
                              struct error *error)
{
    (void)design;
    (void)order;
    (void)seconds;
    return error_set(error, STATUS_FAILED, "no GPU sort: %s", reason_none);
}
