/* cmd_draw_chip: `draw` of a placed DEF, with a routed one or without. */
#pragma once

#include "router/cli/cli.h"

enum status cmd_draw_chip(const struct cli *cli, const struct options *options,
                          struct error *error);
