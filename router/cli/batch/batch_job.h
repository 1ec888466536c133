/* batch_job: one job of a batch from start to record. Called by several workers at once. */
#pragma once

#include "router/cli/batch/batch.h"

/* What a job has of the machine. */
struct batch_share {
    unsigned threads;  /* for its searches, where it does not say */
    unsigned turn, of; /* its turn among those that share its GPUs */
};

/* Runs the job, or finds it finished (resume), and fills *result. lines gets what is to be printed
 * about it: its summary and its unrouted nets. */
void batch_job_run(const struct cli *cli, const struct batch_config *batch,
                   const struct batch_job *job, const struct batch_state *state, bool resume,
                   const struct batch_share *share, FILE *lines, struct batch_result *result);
