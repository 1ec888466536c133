/* ranks: one batch by several processes that mpirun has started, on one machine or many.
 *
 *     mpirun -n 8 leeway batch big.ini
 *
 * Rank 0 deals the jobs out one by one, largest first, and runs jobs, too; at the end it writes
 * the report, as a batch of one process does. The processes share the output folder. One that dies
 * takes all with it (mpirun ends them); what was finished is on disk, and --resume goes on.
 *
 *     ranks_join -> [ ranks_agree ] -> ranks_deal -> { ranks_take, ranks_failed } -> ranks_gather
 *     -> ranks_leave
 *
 * A build without MPI has ranks_none.c in place of ranks_mpi.c.
 */
#pragma once

#include "router/cli/batch/batch.h"

struct ranks;

/* Joins the others. *ranks is NULL where this process was not started as one of several. Fails with
 * STATUS_FAILED where MPI does, or where there are others and this build has no MPI. */
enum status ranks_join(struct ranks **ranks, struct error *error);

/* 0 for NULL, too: the process that reports. */
unsigned ranks_index(const struct ranks *ranks);

/* Processes on this host, 1 for NULL: they share its cores and its GPUs. */
unsigned ranks_beside(const struct ranks *ranks);

/* Number of this process among them, 0 for NULL. */
unsigned ranks_local(const struct ranks *ranks);

/* All get the status that rank 0 came to. Called by all, or by none. */
enum status ranks_agree(struct ranks *ranks, enum status status);

/* Rank 0 begins to deal these jobs, in this order; the others do nothing. The array must stay. */
enum status ranks_deal(struct ranks *ranks, const size_t *order, size_t count, struct error *error);

/* The next job, SIZE_MAX where there is none. One thread at a time. */
size_t ranks_take(void *ranks);

/* Tells rank 0 of a job that failed here: others leave a record on disk. One thread at a time. */
void ranks_failed(void *ranks, size_t job, const struct batch_result *result);

/* Waits until all ranks are done. On rank 0 the results of jobs that failed elsewhere are filled
 * in. */
void ranks_gather(struct ranks *ranks, struct batch_result *results);

void ranks_leave(struct ranks *ranks); /* accepts NULL */
