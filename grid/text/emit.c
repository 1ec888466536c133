/* emit: digits are written backwards into a small array, then copied to the buffer. */
#include "grid/text/emit.h"

#include "grid/text/scan.h"
#include "grid/text/utf8.h"

enum {
    DIGITS_MAX = 20,    /* digits of 2^64 - 1 */
    CELL_TEXT_MAX = 32, /* bytes of three 32-bit numbers and two commas */
};

bool emit_is_word(const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c <= ' ' || c == '#' || c == 127)
            return false;
    }
    return length > 0 && length <= SCAN_WORD_MAX && utf8_is_valid(text, length);
}

void emit_open(struct emit *emit, FILE *stream)
{
    assert(stream != NULL);
    emit->stream = stream;
    emit->failed = false;
    emit->used = 0;
}

static void write_out(struct emit *emit, const char *bytes, size_t count)
{
    emit->failed |= fwrite(bytes, 1, count, emit->stream) != count;
}

void emit_flush(struct emit *emit)
{
    write_out(emit, emit->buffer, emit->used);
    emit->used = 0;
}

static void emit_bytes(struct emit *emit, const char *bytes, size_t count)
{
    DEBUG_ASSERT(emit->used <= EMIT_BUFFER);
    if (count > EMIT_BUFFER - emit->used)
        emit_flush(emit);
    if (count > EMIT_BUFFER) {
        write_out(emit, bytes, count);
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

/* Writes the digits of a number before text[at]; returns the index of the first. */
static size_t put_before(char *text, size_t at, uint64_t number)
{
    do
        text[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return at;
}

void emit_uint(struct emit *emit, uint64_t number)
{
    char digits[DIGITS_MAX];
    size_t at = put_before(digits, DIGITS_MAX, number);
    emit_bytes(emit, digits + at, DIGITS_MAX - at);
}

static void emit_int(struct emit *emit, int64_t number)
{
    if (number < 0)
        emit_char(emit, '-');
    emit_uint(emit, number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number);
}

void emit_format(struct emit *emit, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *p = format; *p != '\0'; p++) {
        for (; *p != '%' && *p != '\0'; p++) /* runs are short: no call per run */
            emit_char(emit, *p);
        if (*p == '\0')
            break;
        const bool wide = *++p == 'l';
        p += wide;
        assert(*p == 's' || *p == 'd' || *p == 'u');
        if (*p == 's')
            emit_text(emit, va_arg(args, const char *));
        else if (*p == 'd')
            emit_int(emit, wide ? va_arg(args, long) : va_arg(args, int));
        else
            emit_uint(emit, wide ? va_arg(args, unsigned long) : va_arg(args, unsigned));
    }
    va_end(args);
}

void emit_cell(struct emit *emit, const struct grid *grid, cell_t cell)
{
    DEBUG_ASSERT(cell < grid_cells(grid));
    char text[CELL_TEXT_MAX];
    uint32_t row = cell / grid->width, z = row / grid->height;
    size_t at = put_before(text, CELL_TEXT_MAX, z + 1);
    text[--at] = ',';
    at = put_before(text, at, row - z * grid->height);
    text[--at] = ',';
    at = put_before(text, at, cell - row * grid->width);
    emit_bytes(emit, text + at, CELL_TEXT_MAX - at);
}
