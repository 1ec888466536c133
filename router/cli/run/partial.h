/* partial: a run of a part of a design does not replace a result that holds more.
 *
 * `route layout.net --only-net n7` writes out/layout.routes unless told otherwise, and there may
 * lie the wires of all nets. What a run writes under a name that the user gave is his wish; under
 * the usual name it must hold every net that the file there holds.
 */
#pragma once

#include "router/cli/run/task.h"

/* STATUS_BAD_INPUT where --only-net or --skip-net leave out nets that the file of routes under its
 * usual name holds, or where the file cannot be read as a result of the design. The picture under
 * its usual name goes with the routes beside it; where there are none, nobody knows what it shows.
 * keep: the wires that stay, or NULL. */
enum status partial_check(const struct task *task, const struct routes *keep, struct error *error);

/* The message for both kinds of designs: more is how many nets the file holds beyond the run's, 0
 * where that is not known. */
enum status partial_refuse(const char *path, const char *option, uint32_t more,
                           struct error *error);
