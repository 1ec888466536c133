/* The rest of a line, for every position of the end of the buffer. */
#include "tests/support/texts.h"

#include "grid/text/scan.h"

enum { BLANKS = 12 };

/* A word, blanks, the rest and blanks, after a comment of `before` bytes. */
static void expect_rest(size_t before, const char *text)
{
    struct scan scan;
    struct word word;
    FILE *file = fopen("t", "wb");
    assert_non_null(file);
    fputc('#', file);
    for (size_t i = 2; i < before; i++)
        fputc('x', file);
    fprintf(file, "\ngrid%*s%s%*s\nnext\n", BLANKS, "", text, BLANKS, "");
    assert_int_equal(fclose(file), 0);
    assert_int_equal(scan_open(&scan, "t", NULL), STATUS_OK);
    assert_int_equal(scan_first_word(&scan, &word, NULL), STATUS_OK);
    assert_true(word_is(&word, "grid"));
    assert_int_equal(scan_rest(&scan, &word, NULL), STATUS_OK);
    assert_true(word_is(&word, text));
    assert_int_equal(scan_first_word(&scan, &word, NULL), STATUS_OK);
    assert_true(word_is(&word, "next"));
    scan_close(&scan);
}

static void test_where_bytes_end(void **state)
{
    (void)state;
    for (size_t before = SCAN_BUFFER - 50; before <= SCAN_BUFFER; before++)
        expect_rest(before, "a b.grid");
    expect_rest(10, "");
    expect_rest(10, "a");
}

/* A control character in the rest is reported at its place. */
static void test_control(void **state)
{
    (void)state;
    struct scan scan;
    struct word word;
    struct error error = {0};
    text_write("t", "grid a b\x01.grid\n");
    assert_int_equal(scan_open(&scan, "t", NULL), STATUS_OK);
    assert_int_equal(scan_first_word(&scan, &word, NULL), STATUS_OK);
    assert_int_equal(scan_rest(&scan, &word, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected text, found the control character 0x01");
    assert_int_equal(error.column, 9);
    scan_close(&scan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_where_bytes_end),
                                       cmocka_unit_test(test_control)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
