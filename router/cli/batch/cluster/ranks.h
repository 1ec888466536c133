/* ranks: one batch run by several processes (MPI ranks), on one machine or many.
 *
 *     mpirun -n 8 leeway batch big.ini
 *
 * Rank 0 hands out the jobs one by one, largest first, and runs jobs, too; at the end it writes the
 * report, as a batch of one process does. The processes share the output folder. If one crashes,
 * mpirun ends all; finished jobs are on disk, and --resume continues.
 *
 *     ranks_join -> [ ranks_agree ] -> ranks_deal -> { ranks_take, ranks_failed } -> ranks_gather
 *     -> ranks_leave
 *
 * A build without MPI has ranks_none.c in place of ranks_mpi.c. */
#pragma once

#include "router/cli/batch/batch.h"

struct mpi_ranks;

/* This process among the others. */
struct ranks {
    unsigned index;        /* of this process; process 0 reports */
    unsigned beside;       /* processes on this host, which share its cores and GPUs */
    unsigned local;        /* index of this process among those */
    struct mpi_ranks *mpi; /* NULL: this process was started alone */
};

/* Joins the other processes. Fails with STATUS_FAILED if MPI does, or if there are others and this
 * build has no MPI. ranks_leave in any case. */
enum status ranks_join(struct ranks *ranks, struct error *error);

/* The name of the MPI library of this build, or "none"; static. */
extern const char ranks_build[];

/* Returns the status of rank 0. Called by all processes. */
enum status ranks_agree(const struct ranks *ranks, enum status status);

/* Rank 0 starts to hand out these jobs, in this order, which must last until ranks_gather. */
enum status ranks_deal(const struct ranks *ranks, const size_t *order, size_t count,
                       struct error *error);

/* Returns the next job, SIZE_MAX if there is none. One thread at a time. */
size_t ranks_take(void *ranks);

/* Notifies rank 0 of a failed job (a finished one has a record on disk). One thread at a time. */
void ranks_failed(void *ranks, size_t job, const struct batch_result *result);

/* Waits until all ranks are done. On rank 0, fills in the results of jobs that failed elsewhere. */
void ranks_gather(const struct ranks *ranks, struct batch_job *jobs);

void ranks_leave(struct ranks *ranks);
