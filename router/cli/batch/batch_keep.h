/* batch_keep: what is kept of a job that has come to a result: its report, and its part of the
 * contact sheet. Both fail with STATUS_FAILED alone.
 */
#pragma once

#include <stdio.h>

#include "router/cli/batch/batch_state.h"
#include "router/draw/scene/picture.h"

/* Makes the report the record's payload; `write` writes it as JSON. */
enum status batch_keep_json(struct batch_record *record,
                            void (*write)(FILE *out, const void *report), const void *report,
                            struct error *error);

/* Writes the thumbnail, which `render` draws. */
enum status batch_keep_thumb(const struct batch_state *state, const struct batch_job *job,
                             enum status (*render)(struct canvas *canvas, const void *result,
                                                   const struct picture_options *options,
                                                   struct error *error),
                             const void *result, struct error *error);
