/* record_fields: values as text, each on its line, for records on disk.
 *
 *     netlist 9 a/alu.net      a word and its length in bytes
 *     nets 12                  a number
 *
 * The reader accepts what the writer writes and nothing else.
 */
#pragma once

#include <stdio.h>

#include "grid/base.h"

/* Write errors show in the stream. */
void record_put_word(FILE *out, const char *name, const char *word);
void record_put_number(FILE *out, const char *name, uint64_t number);

/* A text that is being read: the rest of it; good: everything so far was as expected. The text must
 * be followed by a NUL; words stay in it and are ended by a NUL. */
struct record_cursor {
    char *at, *end;
    bool good;
};

void record_expect(struct record_cursor *it, const char *text);

/* These read the line of this name. NULL or 0 if it is not as expected, or above `most`. */
char *record_take_word(struct record_cursor *it, const char *name);
uint64_t record_take_number(struct record_cursor *it, const char *name, uint64_t most);
