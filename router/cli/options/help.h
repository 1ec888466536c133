/* help: the texts of `leeway --help` and `leeway help COMMAND`, from the table of options. */
#pragma once

#include "router/cli/options/options.h"

/* Exit statuses and their meanings. */
enum { HELP_STATUSES = 5 };
extern const char *const help_statuses[HELP_STATUSES][2];

void help_overview(FILE *out);
void help_command(FILE *out, enum command command);

/* Remarks on a command beside its options: paragraphs and, after a line "example:" or
 * "examples:", command lines; "" if nothing. */
const char *help_remarks(enum command command);

/* Writes an option's help with its range, its default and, if asked for, its words. */
struct option_row;
void help_describe(const struct option_row *row, bool words, char *text, size_t size);
