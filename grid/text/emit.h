/* emit: writes words and decimal integers to a buffer, and the buffer to a stream. About 5 ns per
 * number, much faster than fprintf. A write error of a file is kept in the stream, where
 * output_commit finds it; that of a stream in memory is kept only in `failed`. */
#pragma once

#include "grid/grid.h"

enum { EMIT_BUFFER = 1 << 15 }; /* bytes */

struct emit {
    FILE *stream;
    bool failed; /* a write to the stream has failed */
    size_t used;
    char buffer[EMIT_BUFFER];
};

/* Starts with an empty buffer for the stream. */
void emit_open(struct emit *emit, FILE *stream);

/* Writes the buffer to the stream. A writer must call it last. */
void emit_flush(struct emit *emit);

void emit_text(struct emit *emit, const char *text);
void emit_char(struct emit *emit, char c);
void emit_uint(struct emit *emit, uint64_t number);

/* Like fprintf, with only %s, %d, %u, %ld and %lu. */
void emit_format(struct emit *emit, const char *format, ...) PRINTF_LIKE(2, 3);

/* True if the text can be a word of the native formats: UTF-8 without blanks, `#` and control
 * characters, at most SCAN_WORD_MAX bytes. */
bool emit_is_word(const char *text);

/* Writes a cell as X,Y,N. */
void emit_cell(struct emit *emit, const struct grid *grid, cell_t cell);
