/* cmd_route_chip: `route` of a placed DEF with its LEF files. */
#ifndef LEEWAY_ROUTER_CLI_COMMAND_CMD_ROUTE_CHIP_H
#define LEEWAY_ROUTER_CLI_COMMAND_CMD_ROUTE_CHIP_H

#include "router/cli/cli.h"

/* Is the operand a DEF: by its name, or because LEF files are given? */
bool is_chip(const struct options *options);

/* Routes it and writes the DEF with its wiring (--routes, out/STEM.def if left out). Returns the
 * exit status. */
enum status cmd_route_chip(const struct cli *cli, const struct options *options,
                           struct error *error);

#endif
