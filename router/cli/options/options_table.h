/* options_table: the table of commands; help texts, manual pages and shell completions, which are
 * made from it and the table of options.
 *
 *     leeway help --as bash >~/.local/share/bash-completion/completions/leeway
 *     leeway help --as zsh >_leeway              in a folder of $fpath
 *     leeway help --as fish >~/.config/fish/completions/leeway.fish
 *
 * `make install` installs manual pages and completions, and leeway-formats(5), which is written by
 * hand (router/cli/manual/). */
#pragma once

#include "router/cli/options/options.h"

struct command_row {
    const char *name;
    unsigned fewest, most; /* operands */
    const char *operands;
    const char *help;
};

extern const struct command_row command_table[COMMANDS_COUNT];

static inline bool option_takes(unsigned command, unsigned id)
{
    assert(command < COMMANDS_COUNT && id < OPTION_COUNT);
    return (option_table[id].commands >> command & 1) != 0;
}

/* The command of this name, COMMANDS_COUNT if there is none. */
enum command options_find_command(const char *name);

/* The error for an unknown command, with the nearest known one. */
enum status options_unknown_command(const char *text, struct error *error);

enum { HELP_STATUSES = 5 };
extern const char *const help_statuses[HELP_STATUSES][2];

void help_overview(FILE *out);
void help_command(FILE *out, enum command command);

/* Remarks on a command: paragraphs and, after "example:" or "examples:", command lines; or "". */
const char *help_remarks(enum command command);

/* Writes a text up to this mark, which it has; returns what is after the mark. */
const char *help_until(FILE *out, const char *text, const char *mark);

/* Writes an option's help with its range, its default and, if asked for, its words. */
void help_describe(const struct option_row *row, bool words, char *text, size_t size);

/* leeway-COMMAND(1), or leeway(1) for COMMANDS_COUNT, in the man(7) macros of groff and mandoc. */
void manual_page(FILE *out, enum command command);

/* The completions of bash, zsh or fish; false for any other shell. */
bool completion_print(FILE *out, const char *shell);
