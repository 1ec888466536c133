/* cmd_layout: commands on a layout (layout_task_is): DEF with LEF, or our own text of it. */
#pragma once

#include "router/cli/cli.h"

/* Routes it, draws it and writes the DEF with its wiring. Returns the exit status. */
enum status cmd_route_layout(const struct cli *cli, const struct options *options,
                             const char *picture, const char *routes, struct error *error);

/* Judges a routed DEF, whoever routed it: reports each fault, at most LAYOUT_FAULTS_TOLD of a kind,
 * and returns the verdict's status. */
enum status cmd_check_layout(const struct cli *cli, const struct options *options,
                             struct error *error);

/* Draws it, with one result, with two, or without. */
enum status cmd_draw_layout(const struct cli *cli, const struct options *options,
                            struct error *error);

/* Says of a net why it is open or long, and what of it breaks a rule. */
enum status cmd_explain_layout(const struct cli *cli, const struct options *options,
                               struct error *error);
