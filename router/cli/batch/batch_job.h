/* batch_job: one job of a batch from start to record. Called by several workers at once. */
#pragma once

#include "router/cli/batch/batch.h"

/* Runs the job, or finds it finished (resume), and fills *result. lines gets what is to be printed
 * about it: its summary and its unrouted nets. threads: for its searches, where it does not say. */
void batch_job_run(const struct cli *cli, const struct batch_config *batch,
                   const struct batch_job *job, const struct batch_state *state, bool resume,
                   unsigned threads, FILE *lines, struct batch_result *result);
