/* batch_glob: a job whose netlist is a pattern of files becomes a job per file.
 *
 *     [job sweep]
 *     netlist = runs/m*.net      the jobs sweep.m1, sweep.m2, ... in the order of the file names
 *
 * The patterns are those of the shell: *, ? and [..]. A name holds _ in place of bytes that a job's
 * name cannot have.
 */
#pragma once

#include "router/cli/batch/batch_config.h"

/* True if the job's netlist is a pattern and not the name of a file. */
bool batch_is_glob(const struct batch_config *batch, const struct batch_job *job);

/* Appends a job per file that matches to batch->jobs, which must not contain `job`. Fails with
 * STATUS_BAD_INPUT where no file matches and where two files give the same name. */
enum status batch_expand(struct batch_config *batch, const struct batch_job *job,
                         struct error *error);
