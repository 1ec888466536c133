/* task_run: one design from its file to its outputs, whatever its subject. `route` does it once,
 * `batch` once per job; the other commands use parts of it.
 *
 *     read -> choose nets -> [keep] -> route -> judge -> draw, write -> record
 */
#pragma once

#include "router/cli/subject/subject.h"

/* Reads, routes, judges and writes. Returns the exit status. With STATUS_OK, STATUS_UNROUTED and
 * STATUS_INTERRUPTED the outputs are written and task->record is filled (record.name is set);
 * otherwise *error has the reason and no output has changed. STATUS_INTERRUPTED without record.name
 * means that a signal came while files were read. Call task_destroy in any case. */
enum status task_run(struct task *task, struct error *error);
bool task_has_result(const struct task *task, enum status status);

/* Prints the unrouted nets and the summary line of a run with a result. */
void task_report(struct task *task, FILE *out);

/* For commands that do not route: chooses the subject of the first operand, and reads the design
 * and its result (NULL: none). Fails for options that do not apply to the subject, and if more than
 * one operand is standard input. Call task_destroy in any case. */
enum status task_read(struct task *task, const char *result, struct error *error);

/* ---- choosing nets (task_choose.c) ---------------------------------------------------------- */

/* Makes task->skip from --only-net and --skip-net. Fails for a name that no net has and if no net
 * is left. O(nets + names). */
enum status task_choose_nets(struct task *task, struct error *error);

/* Fails if the old result under the default name has wires of nets that --only-net or --skip-net
 * leave out, or is not a result of the design, so that nothing is lost. A file that the user named
 * may be overwritten. A picture under its default name belongs to the result of the same name. */
enum status task_check_partial(struct task *task, struct error *error);

/* Fails for a net of --highlight that does not exist. */
enum status task_check_highlight(struct task *task, struct error *error);

/* ---- outputs (task_outputs.c): result, picture, film, table of nets, JSON summary ------------
 *
 * They are checked before the design is routed, so that a long run does not fail at its end, and
 * appear all together or not at all once the result is known to be right (deliver.h). */

/* Fails if an output cannot be written, is an input, or is written by two options, and for picture
 * options that do not fit the design, which has been read. */
enum status task_outputs_check(struct task *task, struct error *error);

/* Judges the result, draws and writes what is wanted, and fills task->record. All outputs change or
 * none. A large result (task->apart) is drawn meanwhile. */
enum status task_outputs_write(struct task *task, struct error *error);

/* Fails for an output at `path` that cannot be written or is an input of the task; other[count] are
 * more inputs. what names the output: "--picture". */
enum status task_output_check(const struct task *task, const char *path, const char *what,
                              const char *const *other, size_t count, struct error *error);

enum status task_draw(struct task *task, struct picture_options *options, const char *path,
                      struct error *error);

/* Makes the text of record.origin. Reads the inputs again for their hashes, after subject->read. */
enum status task_note_origin(struct task *task, struct error *error);

/* Fills *picture from the options, to which its highlighted names point. */
void task_picture_options(const struct options *options, struct picture_options *picture);

/* Reads --layer. Fails for what is no number nor "each", and unless --show asks for a map. */
enum status task_picture_layer(const struct options *options, uint32_t *layer, struct error *error);
