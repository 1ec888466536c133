/* batch_events: `--jsonl FILE`: what happens in a batch, a JSON object per line as it happens.
 *
 *     {"event": "begin", "seconds": 0.001, "job": "alu"}
 *     {"event": "end", "seconds": 0.250, "job": "alu", "result": "routed", "status": 0, "nets": 9,
 *      "routed": 9, "length": 140, "vias": 12, "cost": 160}        (one line in the file)
 *     {"event": "done", "seconds": 0.251, "status": 0}
 *
 * seconds: since the batch began. A job without a result has "error" in place of the numbers.
 * Lengths of layouts are in microns. Each line is written through at once, so that a reader can
 * follow a pipe or the file.
 */
#pragma once

#include "router/cli/batch/batch.h"

struct batch_events {
    FILE *file; /* NULL: no events are written */
    double start;
};

/* Opens the file, "-" is out. path NULL: no events. Fails with STATUS_FAILED. */
enum status batch_events_open(struct batch_events *events, const char *path, FILE *out,
                              struct error *error);

/* One call at a time. */
void batch_events_begin(const struct batch_events *events, const struct batch_job *job);
void batch_events_end(const struct batch_events *events, const struct batch_job *job,
                      const struct batch_result *result);

/* Writes the last line and closes the file. Fails with STATUS_FAILED if a line could not be
 * written. Accepts events without a file. */
enum status batch_events_close(struct batch_events *events, enum status status, FILE *out,
                               struct error *error);
