/* batch: runs many jobs, several at a time, each as `route` would run it alone.
 *
 *     workers take jobs in the file's order -> task_run -> record on disk -> a line
 *
 * A failed job does not stop the others. A signal stops the running jobs with their best results,
 * and no further job starts. Finished jobs and checkpoints of running ones are on disk at any
 * moment (batch_state.h), so a resumed batch ends with the bytes of an undisturbed one.
 */
#pragma once

#include "router/cli/batch/batch_state.h"
#include "router/cli/cli.h"

enum { BATCH_CHECKPOINT_SECONDS = 10 }; /* default time between two checkpoints */
#define BATCH_CHECKPOINT_LEAST 0.02     /* least time between two checkpoints, in seconds */

enum job_state {
    JOB_NOT_RUN, /* not chosen, or the batch was stopped before its turn */
    JOB_RUNNING,
    JOB_FINISHED, /* `run` has its numbers; status 0 or 1 */
    JOB_KEPT,     /* the same, finished by an earlier run */
    JOB_STOPPED,  /* by a signal; the best result so far is written, `run` has its numbers */
    JOB_FAILED,   /* the reason is in error; status 2 or 3 */
    JOB_STATES
};

/* The outcome of a job. */
struct batch_result {
    enum job_state state;
    enum status status;
    struct run_record run; /* its numbers, if there are any */
    struct error error;
};

struct batch_events;

/* Options of a batch's run. */
struct batch_way {
    bool resume;
    unsigned parallel;           /* jobs at a time; 0: one per core */
    unsigned cores;              /* cores for all jobs together, at least 1 */
    unsigned process, processes; /* this process, of `processes` that share the host's GPUs */
    /* Returns the next job, and is notified of a failed one, if processes share a batch
     * (cluster/ranks.h). NULL: the chosen jobs in the file's order. One call at a time. */
    size_t (*take)(void *context);
    void (*failed)(void *context, size_t job, const struct batch_result *result);
    void *context;
    const struct batch_events *events; /* written as jobs begin and end */
};

/* Runs all chosen jobs. results: one per job, zeroed by the caller, which owns them. Prints a line
 * per job to cli->talk as it ends, and errors to standard error. */
enum status batch_run(const struct cli *cli, const struct batch_config *batch,
                      const struct batch_state *state, const struct batch_way *way,
                      struct batch_result *results, struct error *error);
