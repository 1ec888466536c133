/* test_numbers: every.lef and every.def contain each statement that the readers know. Each of their
 * numbers is replaced by 0, -1, one more, and a very large and small one; each statement is left
 * out, doubled, and ended without `;`, with two, and with one more word. numbers.txt has the
 * message of each edit, or a hash of the layout that is read, if it is another one. To accept an
 * intended change, run this and read the difference:
 *
 *     UPDATE=1 out/build/release/tests/format/lefdef/test_numbers
 */
#include "tests/support/allocations.h"
#include "tests/support/layout_dump.h"

#define FOLDER "tests/format/lefdef/every/"

static char *every_lef, *every_def, *expected;
static uint32_t as_it_stands;

static uint32_t sum_of(const struct layout *layout)
{
    char *text = layout_dump(layout);
    uint32_t sum = 2166136261;
    for (const char *p = text; *p != '\0'; p++)
        sum = (sum ^ (unsigned char)*p) * 16777619;
    free(text);
    return sum;
}

/* Reads the text with `length` bytes at p replaced; writes a line if the result differs. */
static void try_edit(FILE *out, const char *text, const char *p, size_t length, const char *new,
                     const char *what)
{
    static char edited[1 << 14];
    bool of_lef = text == every_lef;
    unsigned line = 1;
    for (const char *q = text; q < p; q++)
        line += *q == '\n';
    snprintf(edited, sizeof edited, "%.*s%s%s", (int)(p - text), text, new, p + length);
    struct layout layout;
    struct error error = {0};
    const long live = atomic_load(&allocations_live);
    enum status status = layout_read_texts(&layout, of_lef ? edited : every_lef,
                                           of_lef ? every_def : edited, &error);
    uint32_t sum = status == STATUS_OK ? sum_of(&layout) : 0;
    if (status != STATUS_OK)
        fprintf(out, "%u %.*s, %s: %llu:%llu %s\n", line, (int)strcspn(p, " \n"), p, what,
                (unsigned long long)error.line, (unsigned long long)error.column, error.text);
    else if (sum != as_it_stands)
        fprintf(out, "%u %.*s, %s: %08x\n", line, (int)strcspn(p, " \n"), p, what, sum);
    layout_destroy(&layout);
    no_more_than(live);
}

static void try_number(FILE *out, const char *text, const char *p, size_t length)
{
    char more[64];
    const char *point = memchr(p, '.', length);
    if (point != NULL)
        snprintf(more, sizeof more, "%.*f", (int)(p + length - point - 1), strtod(p, NULL) + 1);
    else
        snprintf(more, sizeof more, "%ld", strtol(p, NULL, 10) + 1);
    try_edit(out, text, p, length, "0", "0");
    try_edit(out, text, p, length, "-1", "-1");
    try_edit(out, text, p, length, more, "more");
    try_edit(out, text, p, length, "300000000", "large");
    if (point != NULL)
        try_edit(out, text, p, length, "0.000025", "small");
}

static void try_text(FILE *out, const char *text)
{
    const char *statement = text;
    for (const char *p = text; *p != '\0';) {
        size_t length = strcspn(p, " \n");
        if (*p == '#') {
            p += strcspn(p, "\n");
            continue;
        }
        if (length > 0 && strspn(p, "0123456789.-") == length &&
            strpbrk(p, "0123456789") == p + (*p == '-'))
            try_number(out, text, p, length);
        if (length == 1 && *p == ';') {
            char twice[4096];
            statement += strspn(statement, " \n");
            int size = (int)(p + 1 - statement);
            snprintf(twice, sizeof twice, "%.*s %.*s", size, statement, size, statement);
            try_edit(out, text, statement, (size_t)size, "", "left out");
            try_edit(out, text, statement, (size_t)size, twice, "twice");
            try_edit(out, text, p, 1, "", "left out");
            try_edit(out, text, p, 1, "; ;", "twice");
            try_edit(out, text, p, 1, "word ;", "word");
            statement = p + 1;
        }
        p += length > 0 ? length : 1;
    }
}

static void test_numbers(void **state)
{
    (void)state;
    struct layout layout;
    char *found = NULL, path[1024];
    size_t size = 0, i = 0;
    layout_read(&layout, every_lef, every_def);
    as_it_stands = sum_of(&layout);
    layout_destroy(&layout);
    FILE *out = open_memstream(&found, &size);
    assert_non_null(out);
    fputs("lef\n", out);
    try_text(out, every_lef);
    fputs("def\n", out);
    try_text(out, every_def);
    assert_int_equal(fclose(out), 0);
    snprintf(path, sizeof path, "%s/" FOLDER "numbers.txt", texts_start);
    if (getenv("UPDATE") != NULL)
        text_write(path, found);
    else if (strcmp(found, expected) != 0) {
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
    expected = text_read(FOLDER "numbers.txt", &size);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
