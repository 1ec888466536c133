/* batch_dry: `leeway batch CONFIG.ini --dry-run`: what a run would do, without routing anything.
 *
 * Each chosen job's inputs are read and its options checked, as the run would. The table has the
 * number of nets (of a layout with its power nets), the least memory that routing a grid takes, and
 * the seconds of the last finished run; of a layout the memory is that of this run. Nothing is
 * written.
 */
#pragma once

#include "router/cli/batch/batch_config.h"
#include "router/cli/cli.h"

/* resume: --resume is given, so finished jobs would be kept. Prints the table to cli->talk and the
 * errors of jobs to standard error. Returns the worst status of reading; STATUS_FAILED without
 * memory. */
enum status batch_dry_run(const struct cli *cli, const struct batch_config *batch, bool resume,
                          struct error *error);
