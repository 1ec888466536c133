/* options_table: the rows behind options.h, for those who go through all of them: the parser and
 * the help. */
#pragma once

#include "router/cli/options/options.h"

struct command_row {
    const char *name;
    unsigned fewest, most; /* operands */
    const char *operands;
    const char *help;
};

struct option_row {
    const char *name;
    char letter; /* 0: none */
    enum option_kind kind;
    const char *argument;
    uint64_t low, high;
    const char *words;
    const char *fallback; /* what holds where it is not given, for the help; or NULL */
    unsigned commands;
    const char *help;
};

extern const struct command_row command_table[COMMANDS_COUNT];
extern const struct option_row option_table[OPTION_COUNT];

/* The command of this name, COMMANDS_COUNT where there is none. */
enum command options_find_command(const char *name);

/* The error for an unknown command, with the nearest known one. */
enum status options_unknown_command(const char *text, struct error *error);
