/* help: the texts of `leeway --help`, `leeway help COMMAND` and `leeway --version`, made from the
 * option table. */
#ifndef LEEWAY_ROUTER_CLI_OPTIONS_HELP_H
#define LEEWAY_ROUTER_CLI_OPTIONS_HELP_H

#include "router/cli/options/options.h"

void help_overview(FILE *out);
void help_command(FILE *out, enum command command);

#endif
