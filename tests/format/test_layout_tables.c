/* test_layout_tables: spacing tables of every size, from LEF to the native format and back, and
 * each of their lines cut behind each word. */
#include "tests/support/layout_texts.h"

#include "grid/format/layout/layout_text.h"

enum { SIDE = 5, TEXT = 1 << 15 };

/* A different spacing for each row and column, in thousandths of a micron. */
static int space(uint32_t row, uint32_t column)
{
    return 200 + 20 * (int)row + (int)column;
}

/* A layer with a table by run length and one with a table by widths, which has a column per row. */
static void lef_of(char text[TEXT], uint32_t rows, uint32_t columns)
{
    FILE *out = fmemopen(text, TEXT, "w");
    assert_non_null(out);
    fprintf(out, "UNITS DATABASE MICRONS 1000 ; END UNITS\nLAYER a TYPE ROUTING ; "
                 "DIRECTION HORIZONTAL ; PITCH 1 ; WIDTH 0.2 ;\n"
                 "SPACINGTABLE PARALLELRUNLENGTH");
    for (uint32_t c = 0; c < columns; c++)
        fprintf(out, " 0.%03u", 7 * c);
    for (uint32_t r = 0; r < rows; r++) {
        fprintf(out, "\n  WIDTH 0.%03u", 11 * r);
        for (uint32_t c = 0; c < columns; c++)
            fprintf(out, " 0.%03d", space(r, c));
    }
    fprintf(out, " ;\nEND a\nLAYER v TYPE CUT ; SPACING 0.2 ; END v\nLAYER b TYPE ROUTING ; "
                 "DIRECTION VERTICAL ; PITCH 1 ; WIDTH 0.2 ;\nSPACINGTABLE TWOWIDTHS");
    for (uint32_t r = 0; r < rows; r++) {
        fprintf(out, "\n  WIDTH 0.%03u%s", 11 * r, r % 2 == 1 ? " PRL 0.5" : "");
        for (uint32_t c = 0; c < rows; c++)
            fprintf(out, " 0.%03d", space(r, c));
    }
    fprintf(out, " ;\nEND b\nEND LIBRARY\n");
    assert_int_equal(fclose(out), 0);
}

static const char a_def[] =
    "VERSION 5.8 ;\nDESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\n"
    "DIEAREA ( 0 0 ) ( 9000 9000 ) ;\nTRACKS Y 500 DO 9 STEP 1000 LAYER a "
    ";\nTRACKS X 500 DO 9 STEP 1000 LAYER b ;\nNETS 1 ;\n- n ;\nEND NETS\nEND DESIGN\n";

/* Each number is at its place, and the layout has no others. */
static void expect_tables(const struct tech *tech, uint32_t rows, uint32_t columns)
{
    assert_int_equal(tech->table_count, 2);
    uint32_t at = 0;
    const int unit = (int)tech->units_per_micron / 1000;
    for (uint32_t number = 0; number < 2; number++) {
        const struct tech_table *table = &tech->tables[number];
        const bool two = number == 1;
        const uint32_t wide = two ? rows : columns;
        assert_int_equal(table->two_widths, two);
        assert_true(table->rows == rows && table->columns == wide && table->first == at);
        for (uint32_t c = 0; c < columns && !two; c++)
            assert_int_equal(tech->numbers[at++], unit * 7 * (int)c);
        for (uint32_t r = 0; r < rows; r++) {
            assert_int_equal(tech->numbers[at++], unit * 11 * (int)r);
            if (two)
                assert_int_equal(tech->numbers[at++], r % 2 == 1 ? unit * 500 : LENGTH_NONE);
            for (uint32_t c = 0; c < wide; c++)
                assert_int_equal(tech->numbers[at++], unit * space(r, c));
        }
    }
    assert_int_equal(tech->number_count, at);
    assert_int_equal(tech->layers[0].run_table, 0);
    assert_int_equal(tech->layers[0].width_table, TECH_NONE);
    assert_int_equal(tech->layers[2].run_table, TECH_NONE);
    assert_int_equal(tech->layers[2].width_table, 1);
}

static enum status read_words(struct layout *layout, const char *text, struct error *error)
{
    struct scan scan;
    assert_int_equal(scan_open_bytes(&scan, "t.net", text, strlen(text), error), STATUS_OK);
    const enum status status = layout_text_read(layout, &scan, error);
    scan_close(&scan);
    return status;
}

static void write_words(char text[TEXT], const struct layout *layout)
{
    FILE *out = fmemopen(text, TEXT, "w");
    assert_non_null(out);
    assert_int_equal(layout_text_write(out, layout, NULL), STATUS_OK);
    assert_int_equal(fclose(out), 0);
}

static void test_sizes(void **state)
{
    (void)state;
    static char text[TEXT], again[TEXT];
    for (uint32_t rows = 1; rows <= SIDE; rows++)
        for (uint32_t columns = 1; columns <= SIDE; columns++) {
            struct layout layout;
            struct error error = {0};
            lef_of(text, rows, columns);
            layout_read(&layout, text, a_def);
            expect_tables(&layout.tech, rows, columns);
            write_words(text, &layout);
            layout_destroy(&layout);
            if (read_words(&layout, text, &error) != STATUS_OK)
                fail_msg("%u x %u: %s", rows, columns, error.text);
            expect_tables(&layout.tech, rows, columns);
            write_words(again, &layout);
            assert_string_equal(text, again);
            layout_destroy(&layout);
        }
}

/* The first line of a table with only its first `kept` words, then the text from `rest` on. */
static void try_cut(const char *text, const char *line, unsigned kept, const char *rest, bool fits)
{
    static char cut[TEXT];
    struct layout layout;
    struct error error = {0};
    size_t length = 0;
    for (unsigned i = 0; i < kept; i++)
        length += (i > 0) + strcspn(line + length + (i > 0), " \n");
    snprintf(cut, sizeof cut, "%.*s%s", (int)(line - text) + (int)length, text, rest);
    const enum status status = read_words(&layout, cut, &error);
    if (status != (fits ? STATUS_OK : STATUS_BAD_INPUT))
        fail_msg("%.*s: status %d: %s", (int)length, line, (int)status, error.text);
    if (!fits) { /* runs may end anywhere, and a pair may have no spacing until the next pair */
        uint64_t number = 1;
        for (const char *p = text; p < line; p++)
            number += *p == '\n';
        if (kept == 1 || strncmp(line, "row ", 4) == 0 || (line[0] == 'p' && kept == 2))
            assert_int_equal(error.line, number);
        return;
    }
    assert_true(layout.tech.tables[1].rows == 1 && layout.tech.tables[1].columns == 1);
    layout_destroy(&layout);
}

/* Wrong numbers of values in table lines: the first line of each kind is cut. A single pair has one
 * spacing. */
static void test_cut_lines(void **state)
{
    (void)state;
    static const char *const words[] = {"runs ", "row ", "pair "};
    static char text[TEXT];
    struct layout layout;
    lef_of(text, 3, 4);
    layout_read(&layout, text, a_def);
    write_words(text, &layout);
    layout_destroy(&layout);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *line = strstr(text, words[i]);
        assert_non_null(line);
        const char *next = line + strcspn(line, "\n"), *last = next;
        while (strncmp(last + 1, words[i], strlen(words[i])) == 0)
            last += 1 + strcspn(last + 1, "\n");
        const unsigned count = i == 0 ? 5 : 6;
        for (unsigned kept = 1; kept < count; kept++) {
            try_cut(text, line, kept, next, false);
            if (i == 2)
                try_cut(text, line, kept, last, kept == 4);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_cut_lines),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
