/* test_layout_kept: the reports on a routed DEF that differs from the placed one in a word, a
 * number or a statement: every.def, which has each statement that the reader knows, with each word
 * in turn replaced by `?`, each number increased by one, each statement left out. kept.txt has the
 * reports on the texts that can be read, except for wiring of nets. After an intended change update
 * it, and check the difference, with
 *
 *     UPDATE=1 out/build/release/tests/check/test_layout_kept
 */
#include "tests/support/layout_texts.h"

#include "grid/check/layout/layout_check.h"

#define FOLDER "tests/format/lefdef/every/"
#define RESULT "tests/check/kept.txt"

static char *every_lef, *every_def, *expected;
static struct layout placed;

struct told {
    FILE *out;
    const char *edit; /* not yet written */
    int asked;
};

static void note(void *context, const struct layout_violation *fault)
{
    struct told *told = context;
    assert_int_equal(fault->kind, FAULT_KEPT);
    fprintf(told->out, "%s %s\n", told->edit, fault->text + strlen("kept: "));
    told->edit = " ";
}

/* `kept` is checked first; stops the rest. */
static bool is_enough(void *context)
{
    struct told *told = context;
    return told->asked++ > 3; /* one before each part of the comparison */
}

/* Reads the text with `length` bytes at p replaced and checks `kept`. */
static void try_edit(FILE *out, const char *p, size_t length, const char *new, const char *what)
{
    static char edited[1 << 14];
    char edit[128];
    unsigned line = 1;
    for (const char *q = every_def; q < p; q++)
        line += *q == '\n';
    snprintf(edit, sizeof edit, "%u %.*s, %s:", line, (int)strcspn(p, " \n"), p, what);
    snprintf(edited, sizeof edited, "%.*s%s%s", (int)(p - every_def), every_def, new, p + length);
    struct layout layout;
    struct error error = {0};
    if (layout_read_texts(&layout, every_lef, edited, &error) == STATUS_OK) {
        struct told told = {.out = out, .edit = edit};
        struct layout_verdict verdict;
        const struct layout_checking how = {.report = note, .stop = is_enough, .context = &told};
        assert_int_equal(layout_check_all(&placed, &layout, &how, &verdict, &error),
                         STATUS_INTERRUPTED);
    }
    layout_destroy(&layout);
}

static void try_words(FILE *out)
{
    const char *statement = every_def;
    for (const char *p = every_def; *p != '\0';) {
        size_t length = strcspn(p, " \n");
        if (*p == '#') {
            p += strcspn(p, "\n");
            continue;
        }
        if (length == 1 && *p == ';') {
            statement += strspn(statement, " \n");
            try_edit(out, statement, (size_t)(p + 1 - statement), "", "left out");
            statement = p + 1;
        } else if (length > 0) {
            char *end;
            long value = strtol(p, &end, 10);
            char more[32];
            snprintf(more, sizeof more, "%ld", value + 1);
            if (end == p + length)
                try_edit(out, p, length, more, "one more");
            else
                try_edit(out, p, length, "?", "?");
        }
        p += length > 0 ? length : 1;
    }
}

static void test_kept(void **state)
{
    (void)state;
    char *found = NULL, path[1024];
    size_t size = 0, i = 0;
    layout_read(&placed, every_lef, every_def);
    FILE *out = open_memstream(&found, &size);
    assert_non_null(out);
    try_words(out);
    assert_int_equal(fclose(out), 0);
    layout_destroy(&placed);
    snprintf(path, sizeof path, "%s/" RESULT, texts_start);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kept)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
