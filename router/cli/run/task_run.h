/* task_run: one design from its file to its outputs, whatever its subject. `route` does it once,
 * `batch` once per job.
 *
 *     read -> choose nets -> [keep] -> route -> judge -> draw, write -> record
 */
#pragma once

#include "router/cli/subject/subject.h"

/* Reads, routes, judges and writes. Returns the exit status. With STATUS_OK, STATUS_UNROUTED and
 * STATUS_INTERRUPTED the outputs are written and task->record is filled (record.name is set);
 * otherwise *error has the reason and no output has changed. STATUS_INTERRUPTED without a record
 * name is a signal while files were read. task_destroy the task in any case. */
enum status task_run(struct task *task, struct error *error);

/* True if the run came to a result, complete or not. */
bool task_has_result(const struct task *task, enum status status);

/* Prints the unrouted nets and the summary line of a run with a result. */
void task_report(struct task *task, FILE *out, const char *before_summary);
