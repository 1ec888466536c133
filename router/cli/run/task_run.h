/* task_run: one design from its file to its outputs.
 *
 *     read -> choose nets -> engine, route -> check -> draw, write -> report
 */
#pragma once

#include "router/cli/cli.h"
#include "router/cli/run/task.h"

/* Reads, routes, checks and writes. Returns the exit status. With STATUS_OK, STATUS_UNROUTED and
 * STATUS_INTERRUPTED the outputs are written and the report is filled; else *error tells why
 * not, and no output has changed: so, too, with STATUS_INTERRUPTED where report.design is NULL,
 * which is a signal while files were read. task_destroy the task in any case. */
enum status task_run(const struct cli *cli, struct task *task, struct error *error);
