/* batch_job: one job of a batch, from start to record. Called by several workers at once. */
#pragma once

#include "router/cli/batch/batch.h"

/* A job's share of the machine. */
struct batch_share {
    unsigned threads;  /* CPU threads, unless its options say */
    unsigned turn, of; /* its turn among `of` jobs that share the GPUs */
};

/* Fails for an option that means nothing for the job's design, and for an input that cannot be
 * opened, at the place where the configuration gives it. */
enum status batch_job_check(const struct batch_config *batch, const struct batch_job *job,
                            struct error *error);

/* Gives an error that is in no file, such as an unknown net or a full disk, the place of the job's
 * section. */
void batch_job_place_error(const struct batch_config *batch, const struct batch_job *job,
                           struct error *error);

/* Runs the job, or with `resume` finds it finished, and fills *result. Writes to `lines` what is
 * printed about it: its unrouted nets and its summary. */
void batch_job_run(const struct cli *cli, const struct batch_config *batch,
                   const struct batch_job *job, const struct batch_state *state, bool resume,
                   const struct batch_share *share, FILE *lines, struct batch_result *result);
