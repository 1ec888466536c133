/* test_every: every.lef and every.def contain each statement that the readers know. every.txt is
 * the layout that is read, written.def the DEF with its wires. wrong.txt has a line for each word
 * that may not be `?`: its place, a colon, and the message, with its place if that differs, or a
 * hash of the layout that is read. ends.txt has the same for texts that end early. To accept an
 * intended change, run this and read the difference:
 *
 *     UPDATE=1 out/build/release/tests/format/lefdef/test_every
 */
#include "tests/support/allocations.h"
#include "tests/support/layout_dump.h"

#include "grid/format/def/def_write.h"

#define FOLDER "tests/format/lefdef/every/"

static char *every_lef, *every_def, *every_txt, *wrong_txt, *ends_txt, *written_def;

/* ---- wrong words ---------------------------------------------------------------------------- */

/* The sum of the hashes of the lines: of two texts it differs by those of the lines that differ. */
static uint32_t sum_of_lines(const char *text)
{
    uint32_t sum = 0;
    while (*text != '\0') {
        uint32_t hash = 2166136261u; /* FNV-1a */
        for (; *text != '\0' && *text != '\n'; text++)
            hash = (hash ^ (unsigned char)*text) * 16777619u;
        text += *text == '\n';
        sum += hash;
    }
    return sum;
}

/* The result of reading: a hash of the layout, or the first message with its place and the places
 * of the others. To be freed. */
static char *outcome(const char *lef, const char *def, unsigned line, unsigned column)
{
    struct layout layout;
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    char *text = NULL, *whole;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    const long live = atomic_load(&allocations_live);
    const enum status status = layout_read_texts(&layout, lef, def, &error);
    if (status != STATUS_OK)
        no_more_than(live);
    if (status == STATUS_OK) {
        whole = layout_dump(&layout);
        if (strcmp(whole, every_txt) != 0)
            fprintf(out, "%08x", sum_of_lines(whole) - sum_of_lines(every_txt));
        free(whole);
        layout_destroy(&layout);
    } else {
        if (status != STATUS_BAD_INPUT)
            fprintf(out, "status %d ", (int)status);
        if (error.line != line || error.column != column)
            fprintf(out, "%u:%u ", (unsigned)error.line, (unsigned)error.column);
        const char *found = strstr(error.text, ", found \"?\"");
        fprintf(out, "%.*s", (int)(found != NULL ? found - error.text : ERROR_TEXT_MAX),
                error.text);
        for (size_t i = 0; i < rest.count; i++)
            fprintf(out, ", %u:%u", (unsigned)rest.at[i].line, (unsigned)rest.at[i].column);
    }
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Replaces each word in turn by `?`, and writes a line for each that makes a difference. */
static void try_words(FILE *out, bool of_lef)
{
    const char *text = of_lef ? every_lef : every_def;
    unsigned line = 1, column = 1;
    fputs(of_lef ? "lef\n" : "def\n", out);
    for (const char *p = text; *p != '\0';) {
        if (*p == '#' && column == 1) {
            p = strchr(p, '\n');
        } else if (*p == ' ' || *p == '\n') {
            column = *p == '\n' ? 1 : column + 1;
            line += *p == '\n';
            p++;
        } else {
            const int length = (int)strcspn(p, " \n");
            char *edited = NULL;
            assert_true(asprintf(&edited, "%.*s?%s", (int)(p - text), text, p + length) > 0);
            char *said =
                outcome(of_lef ? edited : every_lef, of_lef ? every_def : edited, line, column);
            if (said[0] != '\0')
                fprintf(out, "%u:%u %.*s: %s\n", line, column, length, p, said);
            free(said);
            free(edited);
            p += length;
            column += (unsigned)length;
        }
    }
}

/* Ends a text in front of each of its words: LEF may end between two statements, DEF may not.
 * Writes a line for each word whose message differs from that of the word before or is not at the
 * end. */
static void try_ends(FILE *out, bool of_lef)
{
    const char *text = of_lef ? every_lef : every_def;
    char *cut = strdup(text), before[ERROR_TEXT_MAX] = "";
    unsigned line = 1, column = 1;
    fputs(of_lef ? "lef\n" : "def\n", out);
    for (size_t end = 0; text[end + 1] != '\0'; end++, column++) {
        if (text[end] == ' ' || text[end] == '\n') {
            struct layout layout;
            struct error error = {0};
            cut[end] = '\0';
            const enum status status = layout_read_texts(&layout, of_lef ? cut : every_lef,
                                                         of_lef ? every_def : cut, &error);
            cut[end] = text[end];
            assert_true(status == STATUS_BAD_INPUT || (of_lef && status == STATUS_OK));
            assert_true(status == STATUS_OK || error.text[0] != '\0');
            if (strcmp(before, error.text) != 0 || (status != STATUS_OK && error.line != line))
                fprintf(out, "%u:%u: %u:%u %s\n", line, column, (unsigned)error.line,
                        (unsigned)error.column, error.text);
            snprintf(before, sizeof before, "%s", error.text);
            layout_destroy(&layout);
        }
        if (text[end] == '\n') {
            line++;
            column = 0;
        }
    }
    free(cut);
}

/* ---- tests ---------------------------------------------------------------------------------- */

/* Reports the first line in which the two texts differ. */
static void expect_text(const char *file, const char *found, const char *expected)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%s", texts_start, FOLDER, file);
    if (getenv("UPDATE") != NULL)
        text_write(path, found);
    else if (strcmp(found, expected) != 0) {
        size_t i = 0;
        unsigned line = 1;
        for (; found[i] == expected[i]; i++)
            line += found[i] == '\n';
        while (i > 0 && found[i - 1] != '\n')
            i--;
        fail_msg("%s:%u: expected \"%.*s\", found \"%.*s\"", file, line,
                 (int)strcspn(expected + i, "\n"), expected + i, (int)strcspn(found + i, "\n"),
                 found + i);
    }
}

static void test_read(void **state)
{
    (void)state;
    struct layout layout;
    layout_read(&layout, every_lef, every_def);
    char *text = layout_dump(&layout);
    layout_destroy(&layout);
    expect_text("every.txt", text, every_txt);
    free(every_txt);
    every_txt = text;
}

/* The wires that were read are written again. */
static void test_written(void **state)
{
    (void)state;
    struct layout layout;
    struct error error = {0};
    layout_read(&layout, every_lef, every_def);
    const struct placed *placed = &layout.placed;
    uint32_t *first = calloc(placed->net_names.count + 1, sizeof *first), count = 0;
    struct placed_wire *wires = calloc(placed->wire_count, sizeof *wires);
    assert_true(first != NULL && wires != NULL);
    for (uint32_t net = 0; net < placed->net_names.count; net++) {
        const struct slice slice = placed->nets[net].wires;
        for (uint32_t i = 0; i < slice.count; i++)
            wires[count++] = placed->wires[slice.first + i];
        first[net + 1] = count;
    }
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    const struct def_wiring wiring = {wires, first, NULL};
    assert_int_equal(def_write(out, &layout, &wiring, &error), STATUS_OK);
    assert_int_equal(fclose(out), 0);
    expect_text("written.def", text, written_def);
    free(text);
    free(wires);
    free(first);
    layout_destroy(&layout);
}

/* The native text of the layout reads back to the same text. */
static void test_own_words(void **state)
{
    (void)state;
    struct layout layout, again;
    struct error error = {0};
    struct scan scan;
    layout_read(&layout, every_lef, every_def);
    char *text[2] = {NULL, NULL};
    size_t size[2];
    for (int i = 0; i < 2; i++) {
        FILE *out = open_memstream(&text[i], &size[i]);
        assert_non_null(out);
        assert_int_equal(layout_text_write(out, i == 0 ? &layout : &again, &error), STATUS_OK);
        assert_int_equal(fclose(out), 0);
        if (i == 0) {
            assert_int_equal(scan_open_bytes(&scan, "t.net", text[0], size[0], &error), STATUS_OK);
            assert_int_equal(layout_text_read(&again, &scan, &error), STATUS_OK);
            scan_close(&scan);
        }
    }
    assert_string_equal(text[0], text[1]);
    free(text[0]);
    free(text[1]);
    layout_destroy(&layout);
    layout_destroy(&again);
}

static void test_wrong_words(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    try_words(out, true);
    try_words(out, false);
    assert_int_equal(fclose(out), 0);
    expect_text("wrong.txt", text, wrong_txt);
    free(text);
}

static void test_ends(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    try_ends(out, true);
    try_ends(out, false);
    assert_int_equal(fclose(out), 0);
    expect_text("ends.txt", text, ends_txt);
    free(text);
}

static int set_up(void **state)
{
    size_t size;
    every_lef = text_read(FOLDER "every.lef", &size);
    every_def = text_read(FOLDER "every.def", &size);
    every_txt = text_read(FOLDER "every.txt", &size);
    wrong_txt = text_read(FOLDER "wrong.txt", &size);
    ends_txt = text_read(FOLDER "ends.txt", &size);
    written_def = text_read(FOLDER "written.def", &size);
    return layout_set_up(state);
}

static int tear_down(void **state)
{
    free(every_lef);
    free(every_def);
    free(every_txt);
    free(wrong_txt);
    free(ends_txt);
    free(written_def);
    return layout_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),      cmocka_unit_test(test_written),
        cmocka_unit_test(test_own_words), cmocka_unit_test(test_wrong_words),
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
