/* Tests of scan_report: the place of a message, the quoted line and its caret. */
#include "tests/support/texts.h"

#include "grid/text/scan.h"
#include "grid/text/utf8.h"

/* Fails at the word "X" of the text. */
static void fail_at_x(const char *text, struct error *error)
{
    struct scan scan;
    struct word word = {0};
    text_write("text", text);
    assert_int_equal(scan_open(&scan, "text", NULL), STATUS_OK);
    do
        assert_int_equal(scan_word_anywhere(&scan, &word, NULL), STATUS_OK);
    while (word.length > 0 && !word_is(&word, "X"));
    memset(error, 0, sizeof *error);
    assert_int_equal(scan_fail(&scan, &word, error, "no %s", "X"), STATUS_BAD_INPUT);
    scan_close(&scan);
}

static void assert_caret(const char *text, uint64_t line, uint64_t column, const char *excerpt,
                         uint32_t caret)
{
    struct error error;
    fail_at_x(text, &error);
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_string_equal(error.text, "no X");
    assert_string_equal(error.file, "text");
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    assert_string_equal(error.excerpt, excerpt);
    assert_int_equal(error.excerpt_column, caret);
}

static void test_short_lines(void **state)
{
    (void)state;
    assert_caret("X", 1, 1, "X", 1);
    assert_caret("a\n  b X c # d\ne", 2, 5, "  b X c # d", 5);
    assert_caret("a\tX\r\n", 1, 3, "a X", 3);
    assert_caret("\xC3\xA4\xE2\x82\xAC X \xC3\xA4", 1, 4, "\xC3\xA4\xE2\x82\xAC X \xC3\xA4", 4);
    assert_caret("a X # \xFF \x01", 1, 3, "a X # ? ?", 3);
    assert_caret("a b", 1, 4, "a b", 4); /* none found: the end */
}

/* A path that is too long for a message keeps its end. */
static void test_long_path(void **state)
{
    (void)state;
    char path[2 * ERROR_FILE_MAX];
    for (size_t length = ERROR_FILE_MAX - 2; length <= ERROR_FILE_MAX + 40; length++) {
        struct scan scan;
        struct word word;
        struct error error = {0};
        for (size_t i = 0; i < length; i++)
            path[i] = (char)('a' + i % 26);
        path[length] = '\0';
        assert_int_equal(scan_open_bytes(&scan, path, "X", 1, NULL), STATUS_OK);
        assert_int_equal(scan_word_anywhere(&scan, &word, NULL), STATUS_OK);
        assert_int_equal(scan_fail(&scan, &word, &error, "no"), STATUS_BAD_INPUT);
        size_t cut = length < ERROR_FILE_MAX ? 0 : length - (ERROR_FILE_MAX - 1);
        assert_string_equal(error.file, path + cut);
        scan_close(&scan);
    }
}

/* The caret points at the X for lines of any length and content. */
static void test_long_lines(void **state)
{
    (void)state;
    for (size_t before = 0; before < 400; before += 3) {
        for (size_t after = 0; after < 400; after += 57) {
            char text[2048] = "first\n", *at = text + 6;
            for (size_t i = 0; i < before; i++)
                at = stpcpy(at, i % 5 == 4 ? " " : "\xC3\xA9");
            at = stpcpy(at, " X ");
            for (size_t i = 0; i < after; i++)
                at = stpcpy(at, "\xE2\x82\xAC");
            struct error error;
            fail_at_x(text, &error);
            assert_int_equal(error.line, 2);
            assert_int_equal(error.column, before + 2);
            assert_true(strlen(error.excerpt) < ERROR_EXCERPT_MAX);
            bool whole = strncmp(error.excerpt, text + 6, 3) == 0;
            assert_true(whole || strncmp(error.excerpt, "...", 3) == 0);
            assert_true(!whole || error.excerpt_column == error.column);
            assert_true(utf8_is_valid(error.excerpt, strlen(error.excerpt)));
            const char *caret = error.excerpt;
            for (uint32_t i = 1; i < error.excerpt_column; i++)
                do
                    caret++;
                while (((unsigned char)*caret & 0xC0) == 0x80);
            assert_int_equal(*caret, 'X');
        }
    }
}

/* A line that fits with room for "..." at both ends is quoted completely, a longer one up to the
 * last byte that fits. */
static void test_room(void **state)
{
    (void)state;
    enum { ROOM = ERROR_EXCERPT_MAX - 1 - 2 * 3, LONG = 3 * ROOM };
    for (size_t length = 2; length < LONG; length++)
        for (size_t at = 0; at < length; at += 1 + length / 3) {
            char text[LONG + ROOM];
            struct error error;
            memset(text, 'y', length);
            text[at] = 'X';
            if (at > 0)
                text[at - 1] = ' ';
            if (at + 1 < length)
                text[at + 1] = ' ';
            text[length] = '\0';
            fail_at_x(text, &error);
            const char *shown = error.excerpt;
            const bool left = strncmp(shown, "...", 3) == 0;
            const size_t start = at + 1 - error.excerpt_column + (left ? 3 : 0);
            const size_t size = strlen(shown) - (left ? 3 : 0);
            const bool right = start + (left ? size : strlen(shown)) > length || size > ROOM;
            const size_t kept = right ? size - 3 : size;
            assert_true(left == (start > 0) && start + kept <= length);
            assert_memory_equal(shown + (left ? 3 : 0), text + start, kept);
            assert_int_equal(kept, length - start < ROOM ? length - start : ROOM);
            if (length <= ROOM)
                assert_string_equal(shown, text);
            const bool ends =
                strcmp(shown + strlen(shown) - (strlen(shown) < 3 ? 0 : 3), "...") == 0;
            assert_int_equal(ends, start + kept < length);
        }
}

static void test_expected(void **state)
{
    (void)state;
    struct scan scan;
    struct word word;
    struct error error = {0};
    text_write("text", "a\nb");
    assert_int_equal(scan_open(&scan, "text", NULL), STATUS_OK);
    assert_int_equal(scan_word(&scan, &word, NULL), STATUS_OK);
    scan_expected(&scan, &word, &error, "%d", 7);
    assert_string_equal(error.text, "expected 7, found \"a\"");
    scan_expected(&scan, &word, &error, "other");
    assert_string_equal(error.text, "expected 7, found \"a\""); /* the first message wins */
    error_clear(&error);
    assert_int_equal(scan_word(&scan, &word, NULL), STATUS_OK);
    scan_expected(&scan, &word, &error, "more");
    assert_string_equal(error.text, "expected more, found the end of the line");
    scan_close(&scan);

    text_write("text", "");
    assert_int_equal(scan_open(&scan, "text", NULL), STATUS_OK);
    assert_int_equal(scan_word_anywhere(&scan, &word, NULL), STATUS_OK);
    error_clear(&error);
    scan_expected(&scan, &word, &error, "more");
    assert_string_equal(error.text, "expected more, found the end of the file");
    assert_int_equal(scan_expected(&scan, &word, NULL, "more"), STATUS_BAD_INPUT);
    scan_close(&scan);
}

static void test_place(void **state)
{
    (void)state;
    struct scan scan;
    struct word word;
    struct error error = {0};
    text_write("text", "ab cd");
    assert_int_equal(scan_open(&scan, "text", NULL), STATUS_OK);
    assert_int_equal(scan_word(&scan, &word, NULL), STATUS_OK);
    assert_int_equal(scan_word(&scan, &word, NULL), STATUS_OK);
    error_set(&error, STATUS_BAD_INPUT, "too large");
    assert_int_equal(scan_place(&scan, &word, STATUS_BAD_INPUT, &error), STATUS_BAD_INPUT);
    assert_int_equal(error.column, 4);
    error_clear(&error);
    error_set(&error, STATUS_FAILED, "no memory");
    assert_int_equal(scan_place(&scan, &word, STATUS_FAILED, &error), STATUS_FAILED);
    assert_int_equal(error.line, 0);
    scan_close(&scan);
}

static void test_quote(void **state)
{
    (void)state;
    char text[SCAN_FOUND_MAX];
    char lengthy[200];
    memset(lengthy, 'q', sizeof lengthy);
    assert_string_equal(word_quote(&(struct word){"ab", 2, 0}, text), "\"ab\"");
    assert_string_equal(word_quote(&(struct word){"a\tb\x01", 4, 0}, text), "\"a b?\"");
    word_quote(&(struct word){lengthy, sizeof lengthy, 0}, text);
    assert_int_equal(strlen(text), SCAN_FOUND_MAX - 1);
    assert_string_equal(text + SCAN_FOUND_MAX - 5, "...\"");
    for (size_t i = 0; i + 1 < sizeof lengthy; i += 2)
        memcpy(lengthy + i, "\xC3\xA9", 2);
    for (size_t cut = 50; cut < 70; cut++) {
        word_quote(&(struct word){lengthy, cut & ~(size_t)1, 0}, text);
        assert_true(utf8_is_valid(text, strlen(text)));
    }
}

/* After 5 GiB of text, at a line and a column beyond 32 bits: the place is right, and a word can be
 * read again after the window has moved. */
static void test_far(void **state)
{
    (void)state;
    const uint64_t far = (uint64_t)5 << 30, blanks = (uint64_t)3 << 20;
    for (int lines = 0; lines <= 1; lines++) {
        struct scan scan;
        struct word word = {0}, again = {0};
        struct error error = {0};
        FILE *file = fopen("text", "w");
        assert_non_null(file);
        for (uint64_t i = 0; i < blanks; i++)
            fputc(lines ? '\n' : ' ', file);
        fputs("  X y", file);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(scan_open(&scan, "text", NULL), STATUS_OK);
        scan.base = far;
        scan.line = far;
        scan.line_skipped = lines ? 0 : far;
        assert_int_equal(scan_word_anywhere(&scan, &word, NULL), STATUS_OK);
        assert_int_equal(word.offset, far + blanks + 2);
        scan_back(&scan, &word);
        assert_int_equal(scan_word(&scan, &again, NULL), STATUS_OK);
        assert_true(word_is(&again, "X") && again.offset == word.offset);
        scan_fail(&scan, &again, &error, "no X");
        assert_int_equal(error.line, lines ? far + blanks : far);
        assert_int_equal(error.column, lines ? 3 : far + blanks + 3);
        assert_string_equal(strchr(error.excerpt, 'X'), "X y");
        assert_int_equal(error.excerpt_column, strcspn(error.excerpt, "X") + 1);
        scan_close(&scan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short_lines), cmocka_unit_test(test_long_path),
        cmocka_unit_test(test_long_lines),  cmocka_unit_test(test_expected),
        cmocka_unit_test(test_room),        cmocka_unit_test(test_place),
        cmocka_unit_test(test_quote),       cmocka_unit_test(test_far),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
