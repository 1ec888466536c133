/* ini: reads INI files; everything that is not understood is an error with line and column.
 *
 *     # a comment, ; another
 *     [batch]
 *     engine = cpu          ; a comment after a value and a blank
 *     [job alu]
 *     netlist = alu.net
 *
 * The parser is inih, with a reader in front of it, because inih accepts what it cannot store: it
 * reads a line over 200 bytes as several wrong pairs, cuts names at 49 bytes, and takes an indented
 * key for a part of the value before it. The reader counts lines, strips indentation, refuses names
 * that inih would cut, and takes the values of long lines itself. */
#pragma once

#include "grid/base.h"

enum {
    INI_LINE_LIMIT = 198, /* bytes of a line that inih reads; longer lines are cut for it */
    INI_NAME_LIMIT = 49,  /* bytes of a section's name or of a key */
    INI_LINES_LIMIT = 1000000,
};

/* The place of a word; all zero for the command line. */
struct option_place {
    const char *file;
    uint64_t line, column;
    const char *text; /* the whole line; valid during the call */
};

/* Callbacks for each section and pair. A status other than STATUS_OK ends the reading. */
struct ini_events {
    enum status (*section)(void *context, const char *name, const struct option_place *place,
                           struct error *error);
    enum status (*pair)(void *context, const char *key, const char *value,
                        const struct option_place *key_place,
                        const struct option_place *value_place, struct error *error);
};

/* Reads the file ("-" is standard input) and calls back in its order. Adds excerpt and caret to
 * errors of the callbacks. */
enum status ini_read(const char *path, const struct ini_events *events, void *context,
                     struct error *error);

/* Quotes a line of the file in an error without an excerpt, with a caret at the byte `column`, from
 * 1. Of a long line, quotes a window around the caret. error may be NULL. */
void ini_quote(struct error *error, const char *line, uint64_t column);
