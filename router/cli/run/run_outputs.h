/* run_outputs: the picture, the routes and the JSON summary of one run.
 *
 * They are looked at before the run, so that it does not fail at its end, and appear all together
 * or not at all when the result is known to be right (deliver.h).
 */
#ifndef LEEWAY_ROUTER_CLI_RUN_RUN_OUTPUTS_H
#define LEEWAY_ROUTER_CLI_RUN_RUN_OUTPUTS_H

#include <time.h>

#include "router/cli/run/run_design.h"

/* Could all outputs of the run be written: as deliver_check says, and no two have one name. The
 * design is read: its grid is an input, too. */
enum status run_outputs_check(const struct run *run, struct error *error);

/* Draws and writes what is wanted, and notes the seconds of it in the report; the total counts from
 * start. Where one output cannot be written none changes. */
enum status run_outputs_write(const struct cli *cli, struct run *run, struct timespec start,
                              struct error *error);

/* Fills the picture's part of the options; highlight points into options. */
struct picture_options;
void run_picture_options(const struct options *options, struct picture_options *picture);

#endif
