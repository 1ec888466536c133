/* task_outputs: the files that a run writes: result, picture, film, table of nets, JSON summary.
 *
 * They are checked before the design is routed, so that a long run does not fail at its end, and
 * appear all together or not at all once the result is known to be right (deliver.h).
 */
#pragma once

#include "router/cli/subject/subject.h"

/* Fails if an output cannot be written, is an input, or is written by two options, and for picture
 * options that do not fit the design, which has been read. */
enum status task_outputs_check(struct task *task, struct error *error);

/* Judges the result, draws and writes what is wanted, and fills task->record. If one output cannot
 * be written, none changes. A large result (task->apart) is drawn while it is judged and written.
 */
enum status task_outputs_write(struct task *task, struct error *error);

/* Fails for an output at `path` that cannot be written or is an input of the task; other[count] are
 * more inputs. what names the output: "--picture". */
enum status task_output_check(const struct task *task, const char *path, const char *what,
                              const char *const *other, size_t count, struct error *error);

/* Draws the task's result, or its design alone, into the file. */
enum status task_draw(struct task *task, struct picture_options *options, const char *path,
                      struct error *error);

/* Fills *picture from the options, to which its highlighted names point. */
void task_picture_options(const struct options *options, struct picture_options *picture);

/* Reads --layer, as in picture_options. Fails for a value that is no number nor "each", and unless
 * --show asks for a map. */
enum status task_picture_layer(const struct options *options, uint32_t *layer, struct error *error);
