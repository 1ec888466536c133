/* batch_report: the end of a batch: the table, batch.json, the contact sheet, the exit status. */
#pragma once

#include "router/cli/batch/batch.h"

/* A line a chosen job: what became of it, and its numbers. */
void batch_report_table(FILE *out, const struct batch_config *batch,
                        const struct batch_result *results);

/* Writes <output>/batch.json and <output>/contact.png, both or none. Jobs that were not chosen
 * stand there as an earlier run left them (batch_earlier.h); "status" is the worst of all. */
enum status batch_report_write(const struct batch_config *batch, const struct batch_state *state,
                               const struct batch_result *results, struct error *error);

/* The worst of the jobs: 130, 3, 2, 1, 0 in this order. A job that was chosen and had no turn
 * counts as interrupted. */
enum status batch_report_status(const struct batch_config *batch,
                                const struct batch_result *results);
