/* batch: many jobs, several at a time, each as `route` would do it alone.
 *
 *     workers take jobs in the file's order -> task_run -> record on disk -> a line
 *
 * One failed job does not stop the others. A signal stops the running jobs with their best results
 * and starts no more. What is finished and what is half-way is on disk at any moment
 * (batch_state.h), so a resumed batch ends with the bytes of an undisturbed one.
 */
#pragma once

#include "router/cli/batch/batch_state.h"
#include "router/cli/cli.h"

enum { BATCH_CHECKPOINT_SECONDS = 10 }; /* about that much work is lost by a kill; the default */
#define BATCH_CHECKPOINT_LEAST 0.02     /* seconds, where 0 is asked for */

enum job_state {
    JOB_NOT_RUN, /* not chosen, or the batch was stopped before its turn */
    JOB_RUNNING,
    JOB_FINISHED, /* `run` has its numbers; status 0 or 1 */
    JOB_KEPT,     /* the same, finished by an earlier run */
    JOB_STOPPED,  /* by a signal; the best result so far is written, `run` has its numbers */
    JOB_FAILED,   /* error says why; status 2 or 3 */
    JOB_STATES
};

/* How a job went. */
struct batch_result {
    enum job_state state;
    enum status status;
    struct run_record run; /* its numbers, if there are any */
    struct error error;
};

/* How a batch runs. */
struct batch_way {
    bool resume;
    unsigned parallel;           /* jobs at a time, 0: one a core */
    unsigned cores;              /* for all of them, at least 1 */
    unsigned process, processes; /* number `process` of so many that share this host's GPUs */
    /* Where the next job comes from, and who hears of one that failed: other processes deal them
     * out (cluster/ranks.h). NULL: the chosen jobs in the file's order. One call at a time. */
    size_t (*take)(void *context);
    void (*failed)(void *context, size_t job, const struct batch_result *result);
    void *context;
};

/* Runs all chosen jobs. results: one a job, owned by the caller, zeroed before. A line a job goes
 * to cli->out as it ends, errors go to standard error. */
enum status batch_run(const struct cli *cli, const struct batch_config *batch,
                      const struct batch_state *state, const struct batch_way *way,
                      struct batch_result *results, struct error *error);
