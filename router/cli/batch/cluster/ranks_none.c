/* ranks_none: ranks.h in a build without MPI: there is one process. */
#include "router/cli/batch/cluster/ranks.h"

/* True if mpirun started several processes of this program (Open MPI; MPICH and Slurm's PMI). */
static bool has_others(void)
{
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *size = getenv(sizes[i]);
        if (size != NULL && strcmp(size, "1") != 0)
            return true;
    }
    return false;
}

const char ranks_build[] = "none (no mpicc was found, or MPI= was given)";

enum status ranks_join(struct ranks *ranks, struct error *error)
{
    *ranks = (struct ranks){.beside = 1};
    if (has_others())
        return error_fail(
            error, "this leeway was built without MPI and cannot share a batch with the others "
                   "that mpirun started: build it where mpicc is, or use --shard I/N");
    return STATUS_OK;
}

enum status ranks_agree(const struct ranks *ranks, enum status status)
{
    (void)ranks;
    return status;
}

enum status ranks_deal(const struct ranks *ranks, const size_t *order, size_t count,
                       struct error *error)
{
    (void)ranks, (void)order, (void)count, (void)error;
    return STATUS_OK;
}

size_t ranks_take(void *ranks)
{
    (void)ranks;
    return SIZE_MAX;
}

void ranks_failed(void *ranks, size_t job, const struct batch_result *result)
{
    (void)ranks, (void)job, (void)result;
}

void ranks_gather(const struct ranks *ranks, struct batch_job *jobs)
{
    (void)ranks, (void)jobs;
}

void ranks_leave(struct ranks *ranks)
{
    (void)ranks;
}
