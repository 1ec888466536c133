/* Tests of grid/emit: digits, cells, and texts around the end of the buffer. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grid/text/emit.h"

static struct emit emit;

/* Collects the output in a string; the caller frees it. */
static char *text_of(FILE *stream)
{
    emit_flush(&emit);
    long length = ftell(stream);
    assert_true(length >= 0);
    char *text = calloc((size_t)length + 1, 1);
    assert_non_null(text);
    rewind(stream);
    assert_int_equal(fread(text, 1, (size_t)length, stream), length);
    fclose(stream);
    return text;
}

static void test_numbers(void **state)
{
    (void)state;
    static const uint64_t numbers[] = {0, 1, 9, 10, 99, 100, 4294967296, 999999999999, UINT64_MAX};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char wanted[32];
        FILE *stream = tmpfile();
        emit_open(&emit, stream);
        emit_uint(&emit, numbers[i]);
        char *text = text_of(stream);
        snprintf(wanted, sizeof wanted, "%" PRIu64, numbers[i]);
        assert_string_equal(text, wanted);
        free(text);
    }
}

/* The same text as printf writes, for the ends of the ranges and a text over the buffer's end. */
static void test_format(void **state)
{
    (void)state;
    static const char *const words[] = {"", "a", "%d"};
    static const long numbers[] = {0, -1, 7, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    char wanted[256];
    for (size_t i = 0; i < 3 * sizeof numbers / sizeof *numbers; i++) {
        FILE *stream = tmpfile();
        const long n = numbers[i / 3];
        emit_open(&emit, stream);
        emit_format(&emit, "%s<%d %u> %ld,%lu%s\n", words[i % 3], (int)n, (unsigned)n, n,
                    (unsigned long)n, words[(i + 1) % 3]);
        emit_format(&emit, "no place");
        char *text = text_of(stream);
        snprintf(wanted, sizeof wanted, "%s<%d %u> %ld,%lu%s\nno place", words[i % 3], (int)n,
                 (unsigned)n, n, (unsigned long)n, words[(i + 1) % 3]);
        assert_string_equal(text, wanted);
        free(text);
    }
}

static void test_cell(void **state)
{
    (void)state;
    struct grid grid;
    assert_int_equal(grid_create(&grid, 300, 20, 3, NULL), STATUS_OK);
    FILE *stream = tmpfile();
    emit_open(&emit, stream);
    emit_cell(&emit, &grid, grid_cell(&grid, 299, 7, 2));
    emit_char(&emit, ' ');
    emit_cell(&emit, &grid, 0);
    char *text = text_of(stream);
    assert_string_equal(text, "299,7,3 0,0,1");
    free(text);
    grid_destroy(&grid);
}

/* Pieces of all lengths, some longer than the buffer, are written completely and in order. */
static void test_buffer(void **state)
{
    (void)state;
    size_t lengths[] = {1,           EMIT_BUFFER - 1, 1, (size_t)3 * EMIT_BUFFER, 7,
                        EMIT_BUFFER, EMIT_BUFFER + 1, 2};
    size_t count = sizeof lengths / sizeof *lengths, total = 0;
    char *piece = calloc((size_t)3 * EMIT_BUFFER + 1, 1);
    assert_non_null(piece);
    FILE *stream = tmpfile();
    emit_open(&emit, stream);
    for (size_t i = 0; i < count; i++) {
        memset(piece, 'a' + (int)i, lengths[i]);
        piece[lengths[i]] = '\0';
        emit_text(&emit, piece);
    }
    char *text = text_of(stream);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < lengths[i]; k++)
            assert_int_equal(text[total++], 'a' + (int)i);
    assert_int_equal(strlen(text), total);
    free(text);
    free(piece);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_cell),
        cmocka_unit_test(test_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
