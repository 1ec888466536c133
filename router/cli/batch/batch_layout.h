/* batch_layout: a job whose netlist is a placed DEF. */
#pragma once

#include <stdio.h>

#include "router/cli/batch/batch_state.h"
#include "router/cli/cli.h"

/* Routes the job and writes its outputs, as layout_task_run does, and its part of the contact
 * sheet. With STATUS_OK, STATUS_UNROUTED and STATUS_INTERRUPTED *record has its key, numbers
 * (length in whole microns, no cost) and JSON object, and lines its summary. threads, prefix: as in
 * task.h. */
enum status batch_layout_route(const struct cli *cli, const struct batch_job *job,
                               const struct batch_state *state, unsigned threads,
                               const char *prefix, FILE *lines, struct batch_record *record,
                               struct error *error);
