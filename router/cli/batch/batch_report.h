/* batch_report: the end of a batch: the table, batch.json, the contact sheet, the exit status. */
#pragma once

#include "router/cli/batch/batch.h"

/* Prints a line per chosen job: its result and its numbers. */
void batch_report_table(FILE *out, const struct batch_config *batch,
                        const struct batch_result *results);

/* Writes <output>/batch.json, <output>/contact.png and .batch/report, all or none. Jobs that were
 * not chosen are as an earlier run left them in .batch/report; "status" is the worst of all. */
enum status batch_report_write(const struct batch_config *batch, const struct batch_state *state,
                               const struct batch_result *results, struct error *error);

/* The worst status of the chosen jobs: 130, 3, 2, 1, 0 in this order. A job that did not start
 * counts as interrupted. */
enum status batch_report_status(const struct batch_config *batch,
                                const struct batch_result *results);
