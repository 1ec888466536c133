/* options_table: the rows behind options.h, for the parser, the help, manual pages and completions.
 */
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
    const char *fallback; /* the default, for the help; NULL: none */
    unsigned commands;
    const char *help;
};

extern const struct command_row command_table[COMMANDS_COUNT];
extern const struct option_row option_table[OPTION_COUNT];

static inline bool option_takes(unsigned command, unsigned id)
{
    assert(command < COMMANDS_COUNT && id < OPTION_COUNT);
    return (option_table[id].commands >> command & 1) != 0;
}

/* The command of this name, COMMANDS_COUNT if there is none. */
enum command options_find_command(const char *name);

/* The error for an unknown command, with the nearest known one. */
enum status options_unknown_command(const char *text, struct error *error);
