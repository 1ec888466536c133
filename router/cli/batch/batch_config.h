/* batch_config: a batch as its INI file has it; batch_read.h makes one.
 *
 *     [batch]                    defaults of all jobs, and how the batch runs
 *     output = out/nightly
 *     [job alu]                  one section a job; keys are the long options of route
 *     netlist = ../netlists/alu.net
 *     highlight = clk reset      a list: words, or the key several times
 *
 * Inputs are relative to the INI file, outputs to the output folder, which they cannot leave.
 */
#pragma once

#include "router/cli/options/options.h"

enum { BATCH_JOBS_MAX = 10000 };

/* Where a value stands in the file. */
struct batch_place {
    uint64_t line, column;
    char *text; /* that line, for messages; NULL where the file has no such value */
};

enum batch_output {
    BATCH_PICTURE,
    BATCH_ROUTES,
    BATCH_JSON,
    BATCH_NETS_CSV,
    BATCH_ANIMATE,
    BATCH_OUTPUTS
};

struct batch_job {
    char *name;             /* letters, digits, . _ + -; unique */
    uint64_t line;          /* of its section */
    struct options options; /* as route takes them; keep and guides are paths from here */
    char *netlist;          /* path from here */
    struct batch_place netlist_place, keep_place, guides_place, lef_place;
    char *output[BATCH_OUTPUTS]; /* paths from here, or NULL: not wanted (batch_outputs.h) */
    struct batch_place output_place[BATCH_OUTPUTS];
    bool chosen; /* to be run */
};

struct batch_config {
    char *config;            /* the INI file */
    char *output;            /* the folder of all outputs, from here */
    struct options defaults; /* of [batch] */
    bool has_batch;          /* there is a [batch] */
    struct batch_job *jobs;
    size_t count, capacity;
};

/* Marks the jobs of this list as chosen, all where it is empty. Fails for an unknown name. */
enum status batch_choose(struct batch_config *batch, char *const *names, size_t count,
                         struct error *error);

/* STATUS_BAD_INPUT at this place of the job, with the line and a caret; where the file has no such
 * value, at the job's section. */
enum status batch_error_at(const struct batch_config *batch, const struct batch_job *job,
                           const struct batch_place *place, struct error *error, const char *format,
                           ...) PRINTF_LIKE(5, 6);

void batch_destroy(struct batch_config *batch); /* accepts a zeroed or half-built one */
