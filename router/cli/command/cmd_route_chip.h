/* cmd_route_chip: `route` of a placed DEF with its LEF files. */
#pragma once

#include "router/cli/cli.h"

/* Routes it, draws it and writes the DEF with its wiring. Returns the exit status. */
enum status cmd_route_chip(const struct cli *cli, const struct options *options,
                           const char *picture, const char *routes, struct error *error);
