/* batch_report: the end of a batch: the table, batch.json, the contact sheet, the exit status. */
#pragma once

#include "router/cli/batch/batch.h"

/* "routed", "unrouted", "stopped", "failed" or "not run". */
const char *batch_result_word(enum job_state state, enum status status);

/* True if a job in this state has numbers. */
bool batch_has_numbers(enum job_state state);

/* Columns of the longest name of a chosen job, at least 3. */
int batch_name_width(const struct batch_config *batch);

/* Prints a line per chosen job: its result and its numbers, or why it failed. */
void batch_report_table(FILE *out, const struct batch_config *batch,
                        const struct batch_result *results);

/* Writes <output>/batch.json, <output>/contact.png and .batch/report, all or none. Jobs that were
 * not chosen are as an earlier run left them in .batch/report; "status" is the worst of all. copy:
 * gets the text of batch.json, too; or NULL. */
enum status batch_report_write(const struct batch_config *batch, const struct batch_state *state,
                               const struct batch_result *results, FILE *copy, struct error *error);

/* The worst status of the chosen jobs: 130, 3, 2, 1, 0 in this order. A job that did not start
 * counts as interrupted. */
enum status batch_report_status(const struct batch_config *batch,
                                const struct batch_result *results);
