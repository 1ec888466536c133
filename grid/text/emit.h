/* emit: writes text fast: words and decimal integers into one buffer, the buffer into a stream.
 *
 * A result has a line for every wire, so numbers are turned into digits here and not by fprintf:
 * about 5 ns a number. Write errors of a file show in the stream (output_commit looks at it), those
 * of a stream in memory in `failed` alone.
 */
#pragma once

#include <stdio.h>

#include "grid/grid.h"

enum { EMIT_BUFFER = 1 << 15 }; /* bytes */

struct emit {
    FILE *stream;
    bool failed; /* the stream has not taken all that it was given */
    size_t used;
    char buffer[EMIT_BUFFER];
};

/* Starts an empty buffer in front of the stream. */
void emit_open(struct emit *emit, FILE *stream);

/* Gives everything to the stream. The last call of a writer. */
void emit_flush(struct emit *emit);

void emit_text(struct emit *emit, const char *text);
void emit_char(struct emit *emit, char c);
void emit_uint(struct emit *emit, uint64_t number);

/* True where the text can stand as one word of the native formats: UTF-8 without blanks, `#` and
 * control characters, and not too long. */
bool emit_is_word(const char *text);

/* X,Y,N of a cell. */
void emit_cell(struct emit *emit, const struct grid *grid, cell_t cell);
