/* help: the texts of `leeway --help`, `leeway help COMMAND` and `leeway --version`, made from the
 * option table. */
#pragma once

#include "router/cli/options/options.h"

void help_overview(FILE *out);
void help_command(FILE *out, enum command command);

/* What the table cannot say about a command: paragraphs and, behind a line "example:" or
 * "examples:", command lines; "" if nothing. */
const char *help_remarks(enum command command);

/* An option's help with its range, its words where they are wanted, and its default. */
struct option_row;
void help_describe(const struct option_row *row, bool words, char *text, size_t size);
