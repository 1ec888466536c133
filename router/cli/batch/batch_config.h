/* batch_config: the contents of a batch's INI file.
 *
 *     [batch]                    defaults of all jobs, and options of the batch
 *     output = out/nightly
 *     [job alu]                  one section per job; keys are the long options of route
 *     netlist = ../netlists/alu.net
 *     highlight = clk reset      a list: several words, or the key several times
 *
 *     [job sweep]
 *     netlist = runs/m*.net      a pattern: the jobs sweep.m1, sweep.m2, ... in the order of names
 *
 * Inputs are relative to the INI file. Outputs are in the output folder. */
#pragma once

#include "router/cli/subject/subject.h"

enum { BATCH_JOBS_MAX = 10000 };

enum job_state {
    JOB_NOT_RUN, /* not chosen, or the batch was stopped before its turn */
    JOB_RUNNING,
    JOB_FINISHED, /* `run` has its numbers; status 0 or 1 */
    JOB_KEPT,     /* the same, finished by an earlier run */
    JOB_STOPPED,  /* stopped by a signal; its best result is written, `run` has its numbers */
    JOB_FAILED,   /* the reason is in error; status 2 or 3 */
    JOB_STATES
};

struct batch_result {
    enum job_state state;
    enum status status;
    struct run_record run; /* its numbers, if there are any */
    struct error error;
};

struct batch_job {
    char *name;                    /* letters, digits, . _ + -; unique */
    uint64_t line;                 /* of its section */
    struct options options;        /* options of route; inputs relative to the working folder */
    const struct subject *subject; /* of its netlist */
    char *netlist;                 /* path, relative to the working folder */
    char *output[TASK_OUTPUTS];    /* the same; NULL: not wanted (batch_outputs.c) */
    bool chosen;                   /* to be run */
    struct batch_result result;
};

struct batch_config {
    char *config;            /* the INI file */
    char *output;            /* the folder of all outputs, relative to the working folder */
    struct options defaults; /* of [batch] */
    bool has_batch;          /* there is a [batch] */
    struct batch_job *jobs;
    size_t count, capacity;
};

/* Reads the file and checks it, without running a job. Fails with STATUS_BAD_INPUT, with the line
 * and the nearest known word, for unknown or repeated sections and keys, wrong values, a job
 * without a netlist, a file without jobs, a pattern that no file matches, two jobs of one name, and
 * outputs that exclude each other or leave the output folder. batch_destroy in any case. */
enum status batch_read(struct batch_config *batch, const char *config, struct error *error);

/* Marks the jobs of this list as chosen, or all if it is empty. Fails for an unknown name. */
enum status batch_choose(struct batch_config *batch, char *const *names, size_t count,
                         struct error *error);

/* The input files of a job, its netlist first, and the option that names each; then NULL. */
const char *batch_input(const struct batch_job *job, size_t i, enum option *option);

/* STATUS_BAD_INPUT where the job gives this option, else at the job's section. */
enum status batch_error_at(const struct batch_config *batch, const struct batch_job *job,
                           enum option option, struct error *error, const char *format, ...)
    PRINTF_LIKE(5, 6);

void batch_destroy(struct batch_config *batch); /* accepts a zeroed or half-built one */

/* ---- the files that a batch writes (batch_outputs.c) -----------------------------------------
 *
 *     <output>/alu.png  <output>/alu.routes     of job alu, unless its section names others
 *     <output>/batch.json  <output>/contact.png  <output>/.batch/     of the batch itself
 *
 * No two outputs have the same name, and none is a folder of another: `picture = maps` of one job
 * and `routes = maps/b.routes` of another exclude each other. The names alone show that, so it is
 * an error of the configuration, found before anything is written. Other faults show only on disk,
 * when the folders are made: links that lead out of the output folder, a folder in a file's place,
 * an output that is an input under another name. */

/* Fills the outputs of all jobs from their options and names; batch->output is set. Fails for two
 * that exclude each other, at the later value. O(n log n) for n outputs. */
enum status batch_outputs_name(struct batch_config *batch, struct error *error);

/* Makes the output folder and the folders of the jobs' outputs. Fails if a link leads an output, or
 * a file of the batch itself, out of the output folder, if a folder is in the place of an output,
 * and if an output would overwrite the configuration or an input of a job. O(n log n). */
enum status batch_outputs_make_folders(const struct batch_config *batch, struct error *error);
