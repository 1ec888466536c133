/* emit: see the header for the contract. */
#include "grid/emit.h"

#include <string.h>

enum { DIGITS_MAX = 20 }; /* of 2^64 - 1 */

void emit_open(struct emit *emit, FILE *stream)
{
    emit->stream = stream;
    emit->used = 0;
}

void emit_flush(struct emit *emit)
{
    fwrite(emit->buffer, 1, emit->used, emit->stream);
    emit->used = 0;
}

static void emit_bytes(struct emit *emit, const char *bytes, size_t count)
{
    if (count > EMIT_BUFFER - emit->used)
        emit_flush(emit);
    if (count > EMIT_BUFFER) {
        fwrite(bytes, 1, count, emit->stream);
        return;
    }
    memcpy(emit->buffer + emit->used, bytes, count);
    emit->used += count;
}

void emit_text(struct emit *emit, const char *text)
{
    emit_bytes(emit, text, strlen(text));
}

void emit_char(struct emit *emit, char c)
{
    emit_bytes(emit, &c, 1);
}

void emit_uint(struct emit *emit, uint64_t number)
{
    char digits[DIGITS_MAX];
    size_t at = DIGITS_MAX;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    emit_bytes(emit, digits + at, DIGITS_MAX - at);
}

void emit_cell(struct emit *emit, const struct grid *grid, cell_t cell)
{
    emit_uint(emit, grid_x(grid, cell));
    emit_char(emit, ',');
    emit_uint(emit, grid_y(grid, cell));
    emit_char(emit, ',');
    emit_uint(emit, grid_z(grid, cell) + 1);
}
