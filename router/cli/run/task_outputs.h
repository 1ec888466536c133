/* task_outputs: the picture, the routes and the JSON summary of one task.
 *
 * They are looked at before the design is routed, so that it does not fail at its end, and appear
 * all together or not at all when the result is known to be right (deliver.h).
 */
#pragma once

#include "router/cli/cli.h"
#include "router/cli/run/task.h"

/* Could all outputs of the task be written: as deliver_check says, and no two have one name. The
 * design is read: its grid is an input, too. */
enum status task_outputs_check(const struct task *task, struct error *error);

/* Judges the result; what it does not accept is not written. */
typedef enum status task_check(const struct cli *cli, struct task *task, struct error *error);

/* Checks the result, draws and writes what is wanted, and notes the seconds of it in the report;
 * the total counts from start, in seconds of the monotonic clock. Where one output cannot be
 * written none changes. A large result is drawn while it is checked and written, if it may have two
 * threads and all outputs can wait for each other. */
enum status task_outputs_write(const struct cli *cli, struct task *task, double start,
                               task_check *check, struct error *error);

/* Fills the picture's part of the options; highlight points into options. */
struct picture_options;
void task_picture_options(const struct options *options, struct picture_options *picture);

/* What --layer says, as in picture_options. STATUS_BAD_INPUT where it is neither a number nor
 * "each", or where --show asks for no map. */
enum status task_picture_layer(const struct options *options, uint32_t *layer, struct error *error);
