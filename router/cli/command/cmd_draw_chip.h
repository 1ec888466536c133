/* cmd_draw_chip: `draw` of a placed DEF, with a routed one or without. */
#ifndef LEEWAY_ROUTER_CLI_COMMAND_CMD_DRAW_CHIP_H
#define LEEWAY_ROUTER_CLI_COMMAND_CMD_DRAW_CHIP_H

#include "router/cli/cli.h"

enum status cmd_draw_chip(const struct cli *cli, const struct options *options,
                          struct error *error);

#endif
