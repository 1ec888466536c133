/* manual: manual pages of the program and its commands, from the table of options, in the man(7)
 * macros of groff and mandoc. `make install` installs them beside leeway-formats(5), which is
 * written by hand (router/cli/manual/). */
#pragma once

#include "router/cli/options/options.h"

/* leeway-COMMAND(1), or leeway(1) for COMMANDS_COUNT. */
void manual_page(FILE *out, enum command command);
