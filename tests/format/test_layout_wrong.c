/* test_layout_wrong: a native layout with each statement (from every.lef and every.def). In some
 * lines of each kind, each word is replaced, left out or moved, numbers are set to their limits,
 * and the line is left out or doubled. layout_wrong.txt has the message of each edit; "=": the same
 * layout is read; a hash: another one. To accept an intended change, run this and read the
 * difference:
 *
 *     UPDATE=1 out/build/release/tests/format/test_layout_wrong
 */
#include "tests/support/layout_texts.h"

#include "grid/format/layout/layout_text.h"

#define FOLDER "tests/format/lefdef/every/"
#define RESULT "tests/format/layout_wrong.txt"

enum { LINES_OF_A_KIND = 3, TEXT = 16384 };

static char *every_lef, *every_def, *expected;

/* Writes the layout to text; returns its length. */
static size_t own_words(const struct layout *layout, char text[TEXT])
{
    struct error error = {0};
    FILE *out = fmemopen(text, TEXT, "w");
    assert_non_null(out);
    assert_int_equal(layout_text_write(out, layout, &error), STATUS_OK);
    size_t size = (size_t)ftell(out);
    assert_int_equal(fclose(out), 0);
    assert_true(size < TEXT - 1);
    text[size] = '\0';
    return size;
}

/* Reads the text and writes a line: the edit and its result. */
static void try_text(FILE *out, unsigned line, unsigned word, const char *change, const char *text)
{
    static char again[TEXT];
    struct layout layout;
    struct error error = {0};
    struct scan scan;
    fprintf(out, "%u:%u %s: ", line, word, change);
    assert_int_equal(scan_open_bytes(&scan, "t", text, strlen(text), &error), STATUS_OK);
    enum status status = layout_text_read(&layout, &scan, &error);
    scan_close(&scan);
    if (status != STATUS_OK) {
        assert_int_equal(status, STATUS_BAD_INPUT);
        fprintf(out, "%llu:%llu %s\n", (unsigned long long)error.line,
                (unsigned long long)error.column, error.text);
        return;
    }
    own_words(&layout, again);
    uint32_t sum = 2166136261;
    for (const char *p = again; *p != '\0'; p++)
        sum = (sum ^ (unsigned char)*p) * 16777619;
    if (strcmp(text, again) == 0)
        fprintf(out, "=\n");
    else
        fprintf(out, "%08x\n", sum);
    layout_destroy(&layout);
}

/* The text with `length` bytes at `at` replaced. */
static void try_edit(FILE *out, unsigned line, unsigned word, const char *text, size_t at,
                     size_t length, const char *new)
{
    static char edited[2 * TEXT];
    char change[64];
    snprintf(change, sizeof change, "%.*s", (int)strcspn(new, "\n"), new);
    snprintf(edited, sizeof edited, "%.*s%s%s", (int)at, text, new, text + at + length);
    try_text(out, line, word, change, edited);
}

/* The bytes of `count` words from `at` on, with the blanks between them; 0 if `end` comes first. */
static size_t words_length(const char *text, size_t at, size_t end, int count)
{
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        if (at + length >= end)
            return 0;
        length += (i > 0) + strcspn(text + at + length + (i > 0), " \n");
    }
    return length;
}

/* Swaps one or two words from `at` on with one or two behind them. */
static void try_swaps(FILE *out, unsigned line, unsigned word, const char *text, size_t at,
                      size_t end)
{
    for (int i = 1; i <= 2; i++)
        for (int j = 1; j <= 2; j++) {
            char new[256];
            const size_t a = words_length(text, at, end, i);
            const size_t b = a > 0 ? words_length(text, at + a + 1, end, j) : 0;
            if (b == 0)
                continue;
            snprintf(new, sizeof new, "%.*s %.*s", (int)b, text + at + a + 1, (int)a, text + at);
            try_edit(out, line, word, text, at, a + 1 + b, new);
        }
}

static void try_line(FILE *out, const char *text, size_t first, unsigned line)
{
    static const char *const numbers[] = {"-1", "0", "1", "65535", "2147483647", "99999999999"};
    size_t length = strcspn(text + first, "\n") + 1;
    char twice[1024];
    snprintf(twice, sizeof twice, "%.*s%.*s", (int)length, text + first, (int)length, text + first);
    try_edit(out, line, 0, text, first, length, "");
    try_edit(out, line, 0, text, first, length, twice);
    unsigned word = 1;
    size_t one = first, two = first; /* start of the word before, and of the one before that */
    for (size_t at = first; at < first + length; word++) {
        size_t size = strcspn(text + at, " \n");
        bool number = strspn(text + at, "-0123456789") == size;
        try_edit(out, line, word, text, at, size, "?");
        try_edit(out, line, word, text, at, size, "");
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers && number; i++)
            try_edit(out, line, word, text, at, size, numbers[i]);
        if (number && word > 3) { /* a corner of no width or height */
            char same[32];
            snprintf(same, sizeof same, "%.*s", (int)strcspn(text + two, " \n"), text + two);
            try_edit(out, line, word, text, at, size, same);
        }
        if (word > 2) /* fields may come in any order */
            try_swaps(out, line, word, text, at, first + length - 1);
        two = one;
        one = at;
        at += size + 1;
    }
}

/* True if the line is one of the first of its kind: the same first word and number of words. */
static bool is_taken(const char *text, size_t first)
{
    size_t size = strcspn(text + first, " \n"), seen = 0;
    for (size_t at = 0; at < first; at += strcspn(text + at, "\n") + 1)
        seen += strcspn(text + at, " \n") == size && memcmp(text + at, text + first, size) == 0;
    return seen < LINES_OF_A_KIND;
}

static void test_wrong(void **state)
{
    (void)state;
    static char text[TEXT];
    struct layout layout;
    char *found = NULL, path[1024];
    size_t size = 0;
    unsigned line = 1;
    layout_read(&layout, every_lef, every_def);
    size_t length = own_words(&layout, text);
    layout_destroy(&layout);
    FILE *out = open_memstream(&found, &size);
    assert_non_null(out);
    for (size_t at = 0; at < length; at += strcspn(text + at, "\n") + 1, line++)
        if (is_taken(text, at))
            try_line(out, text, at, line);
    assert_int_equal(fclose(out), 0);
    snprintf(path, sizeof path, "%s/%s", texts_start, RESULT);
    if (getenv("UPDATE") != NULL)
        text_write(path, found);
    else if (strcmp(found, expected) != 0) {
        size_t i = 0;
        while (found[i] == expected[i])
            i++;
        while (i > 0 && found[i - 1] != '\n')
            i--;
        fail_msg("expected \"%.*s\", found \"%.*s\"", (int)strcspn(expected + i, "\n"),
                 expected + i, (int)strcspn(found + i, "\n"), found + i);
    }
    free(found);
}

static int set_up(void **state)
{
    size_t size;
    every_lef = text_read(FOLDER "every.lef", &size);
    every_def = text_read(FOLDER "every.def", &size);
    expected = text_read(RESULT, &size);
    return texts_set_up(state);
}

static int tear_down(void **state)
{
    free(every_lef);
    free(every_def);
    free(expected);
    return texts_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_wrong)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
