/* ini: INI files with an error for everything that is not understood, at its line and column.
 *
 *     # a comment, ; another
 *     [batch]
 *     engine = cpu          ; a comment behind a value follows a blank
 *     [job alu]
 *     netlist = alu.net
 *
 * The parser is inih, read through a reader of our own, because inih alone drops what it cannot
 * hold without a word: lines over 200 bytes come back as several wrong pairs, names are cut at 49
 * bytes, an indented key becomes part of the value before it. The reader counts lines, strips
 * indentation, and refuses what would be cut.
 */
#pragma once

#include "grid/base.h"

enum {
    INI_LINE_LIMIT = 198, /* bytes of a line without its end and indentation */
    INI_NAME_LIMIT = 49,  /* bytes of a section's name or of a key */
    INI_LINES_LIMIT = 1000000,
};

/* Where a word is: all zero for the command line. */
struct option_place {
    const char *file;
    uint64_t line, column;
    const char *text; /* the whole line; valid during the call */
};

/* What a reader of the file wants to hear. A status that is not STATUS_OK ends the reading. */
struct ini_events {
    enum status (*section)(void *context, const char *name, const struct option_place *place,
                           struct error *error);
    enum status (*pair)(void *context, const char *key, const char *value,
                        const struct option_place *key_place,
                        const struct option_place *value_place, struct error *error);
};

/* Reads the file ("-" is standard input) and calls back in its order. Fails with
 * STATUS_BAD_INPUT for a file that cannot be read or is malformed. The excerpt and caret of an
 * error that a callback sets at a line are added here. */
enum status ini_read(const char *path, const struct ini_events *events, void *context,
                     struct error *error);

/* Quotes a line of the file in an error that has no excerpt yet, with the caret at this byte of it
 * (from 1; 0: no caret). Of a long line it is a window around the caret. error may be NULL. */
void ini_quote(struct error *error, const char *line, uint64_t column);
