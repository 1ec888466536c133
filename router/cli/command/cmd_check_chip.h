/* cmd_check_chip: `leeway check PLACED.def --lef FILE... ROUTED.def`. */
#pragma once

#include "router/cli/cli.h"

/* Judges a routed DEF, whoever routed it: reports each fault, at most CHIP_FAULTS_TOLD of a kind,
 * and returns the verdict's status. */
enum status cmd_check_chip(const struct cli *cli, const struct options *options,
                           struct error *error);
