/* batch: runs many jobs, several at a time, each as `route` would run it alone.
 *
 *     workers take jobs in the file's order -> task_run -> record on disk -> a line
 *     all jobs -> table, batch.json, contact sheet, exit status
 *
 * A failed job does not stop the others. A signal stops the running jobs with their best results,
 * and no further job starts. Finished jobs and checkpoints of running ones are on disk at any
 * moment (batch_state.h), so a resumed batch ends with the bytes of an undisturbed one. */
#pragma once

#include "router/cli/batch/batch_state.h"

enum { BATCH_CHECKPOINT_SECONDS = 10 }; /* default time between two checkpoints */
#define BATCH_CHECKPOINT_LEAST 0.02     /* least time between two checkpoints, in seconds */

/* A batch and how it is run. Its jobs hold their results. */
struct batch_run {
    const struct cli *cli;
    struct batch_config batch;
    struct batch_state state;
    bool resume;
    unsigned parallel;           /* jobs at a time; 0: one per core */
    unsigned cores;              /* cores for all jobs together, at least 1 */
    unsigned process, processes; /* this process, of `processes` that share the host's GPUs */
    /* Returns the next job, and is notified of a failed one, if processes share a batch
     * (cluster/ranks.h). NULL: the chosen jobs in the file's order. One call at a time. */
    size_t (*take)(void *context);
    void (*failed)(void *context, size_t job, const struct batch_result *result);
    void *context;
    FILE *events; /* --jsonl; NULL: no events are written */
    double start; /* of the events, in seconds of the clock */
};

/* Runs all chosen jobs. Prints a line per job as it ends, and errors. */
enum status batch_run_jobs(struct batch_run *run, struct error *error);

/* `leeway batch CONFIG.ini --dry-run`: what a run would do, without routing and writing anything.
 * Reads each chosen job's inputs and checks its options, as the run would. Prints a table to
 * cli->talk and the errors of jobs to standard error: the number of nets (of a layout with its
 * power nets), the least memory that routing a grid takes, and the seconds (of a layout also the
 * memory) of the last finished run. Returns the worst status of reading. */
enum status batch_dry_run(const struct batch_run *run, struct error *error);

/* ---- one job (batch_job.c) ------------------------------------------------------------------ */

struct batch_share {
    unsigned threads;  /* CPU threads, unless its options set them */
    unsigned turn, of; /* index of its turn among `of` jobs that share the GPUs */
};

/* Fails, at the place in the configuration, for an option that does not apply to the job's design
 * and for an input that cannot be opened. */
enum status batch_job_check(const struct batch_config *batch, const struct batch_job *job,
                            struct error *error);

/* Gives an error that is in no file, such as a full disk, the place of the job's section. */
void batch_job_place_error(const struct batch_config *batch, const struct batch_job *job,
                           struct error *error);

/* Runs the job and fills its result; with run->resume, keeps the result of a finished job. Writes
 * the job's unrouted nets and summary to `lines`. */
void batch_job_run(const struct batch_run *run, struct batch_job *job,
                   const struct batch_share *share, FILE *lines);

/* ---- events (batch_events.c): `--jsonl FILE`, a JSON object per line as it happens ------------
 *
 *     {"event": "begin", "seconds": 0.001, "job": "alu"}
 *     {"event": "end", "seconds": 0.250, "job": "alu", "result": "routed", "status": 0, "nets": 9,
 *      "routed": 9, "length": 140, "vias": 12, "cost": 160}        (one line in the file)
 *     {"event": "done", "seconds": 0.251, "status": 0}
 *
 * seconds: since the batch began. A job without a result has "error" instead of the numbers.
 * Lengths of layouts are in microns. Each line is flushed at once, so that another program can
 * follow the file or pipe. */

/* Opens the file, "-" is cli->out. path NULL: no events. Fails with STATUS_FAILED. */
enum status batch_events_open(struct batch_run *run, const char *path, struct error *error);

/* The job begins, or has ended. One call at a time. */
void batch_event(const struct batch_run *run, const struct batch_job *job);

/* Writes the last line and closes the file. Fails if a line was not written. */
enum status batch_events_close(struct batch_run *run, enum status status, struct error *error);

/* ---- the end (batch_report.c) --------------------------------------------------------------- */

/* "routed", "unrouted", "stopped", "failed" or "not run". */
const char *batch_result_word(const struct batch_result *result);
bool batch_has_numbers(const struct batch_result *result);

/* Columns of the longest name of a chosen job, at least 3. */
int batch_name_width(const struct batch_config *batch);

/* Prints a line per chosen job: its result and its numbers, or why it failed. */
void batch_report_table(FILE *out, const struct batch_config *batch);

/* Writes <output>/batch.json, <output>/contact.png and .batch/report, all or none. Entries of jobs
 * that were not chosen are copied from the earlier .batch/report; "status" is the worst of all.
 * copy: a stream that gets the text of batch.json as well, or NULL. */
enum status batch_report_write(const struct batch_config *batch, const struct batch_state *state,
                               FILE *copy, struct error *error);

/* The worst status of the chosen jobs; one that did not start counts as interrupted. */
enum status batch_report_status(const struct batch_config *batch);
