/* test_limits: each limit of LEF and DEF: the largest accepted value, and one more with its message
 * and place. */
#include "tests/support/layout_texts.h"

#include "grid/text/scan.h"
#include "tests/support/edits.h"

static const char lef[] = "UNITS DATABASE MICRONS 1000 ; END UNITS\n"
                          "LAYER m1 TYPE ROUTING ; WIDTH 0.2 ; END m1\n"
                          "LAYER v TYPE CUT ; END v\n"
                          "LAYER m2 TYPE ROUTING ; WIDTH 0.2 ; END m2\n"
                          "MACRO A SIZE 1 BY 1 ; END A\n";
static const char def[] = "DESIGN d ;\n"
                          "UNITS DISTANCE MICRONS 1000 ;\n"
                          "DIEAREA ( 0 0 ) ( 9000 9000 ) ;\n"
                          "TRACKS Y 0 DO 3 STEP 100 LAYER m1 ;\n"
                          "NETS 1 ; - n + ROUTED m1 ( 0 100 ) ( 50 * ) ; END NETS\n"
                          "END DESIGN\n";

/* Reads both texts; returns the message, to be freed, or "ok". */
static char *read_both(struct layout *layout, const char *lef_text, const char *def_text)
{
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    if (layout_read_texts(layout, lef_text, def_text, &error) == STATUS_OK)
        return strdup("ok");
    char *said = NULL, *place = edits_said(&error);
    assert_true(asprintf(&said, "%s:%s", error.file, place) > 0);
    free(place);
    return said;
}

static void expect(bool of_lef, const char *text, const char *expected)
{
    struct layout layout;
    char *said = read_both(&layout, of_lef ? text : lef, of_lef ? def : text);
    assert_string_equal(said, expected);
    free(said);
    layout_destroy(&layout);
}

/* The text with, behind `line`: start, `count` times the same, end. To be freed. */
static char *repeated(const char *text, const char *line, const char *start, int count,
                      const char *each, const char *end)
{
    char *long_text = NULL;
    size_t size;
    FILE *out = open_memstream(&long_text, &size);
    assert_non_null(out);
    fprintf(out, "%s\n%s", line, start);
    for (int i = 0; i < count; i++)
        fputs(each, out);
    fputs(end, out);
    assert_int_equal(fclose(out), 0);
    char *edited = text_edit(text, line, long_text);
    free(long_text);
    return edited;
}

/* `most` are accepted, one more is not. */
static void test_counts(void **state)
{
    (void)state;
    static const struct {
        bool of_lef;
        int most;
        const char *line, *start, *each, *end;
        const char *said[2];
    } counts[] = {
        {true,
         1024,
         "m1 TYPE ROUTING ;",
         "SPACINGTABLE PARALLELRUNLENGTH ",
         "1 ",
         "\nWIDTH 1 1 ;",
         {"t.lef:4:1 expected a row of 1024 spacings, found 1",
          "t.lef:3:2080 expected at most 1024 values in a row, found more"}},
        {true,
         1024,
         "m1 TYPE ROUTING ;",
         "SPACINGTABLE TWOWIDTHS WIDTH 1 ",
         "1 ",
         "\n;",
         {"t.lef:3:14 expected as many rows as columns, found 1 and 1024",
          "t.lef:3:2080 expected at most 1024 values in a row, found more"}},
        {true,
         8189,
         "MACRO A",
         "OBS LAYER m1 ; POLYGON 0 0 0 1 1 1 ",
         "1 0 ",
         "\n; END\n",
         {"ok", "t.lef:6:32792 expected at most 8192 points, found more"}},
        {false,
         8189,
         "MICRONS 1000 ;",
         "BLOCKAGES 1 ; - LAYER m1 POLYGON ( 0 0 ) ( 0 9 ) ( 9 9 ) ",
         "( 9 0 ) ",
         "\n; END BLOCKAGES\n",
         {"ok", "t.def:3:65570 expected at most 8192 points, found more"}},
        {false,
         4094,
         "MICRONS 1000 ;",
         "COMPONENTS 1 ; - c",
         "a",
         "\nB ;\n",
         {"t.def:4:1 expected a macro that LEF defines, found \"B\"",
          "t.def:3:18 expected a name of at most 4095 bytes, found a longer one"}},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int more = 0; more <= 1; more++) {
            char *text = repeated(counts[i].of_lef ? lef : def, counts[i].line, counts[i].start,
                                  counts[i].most + more, counts[i].each, counts[i].end);
            expect(counts[i].of_lef, text, counts[i].said[more]);
            free(text);
        }
}

/* An edit in LEF or DEF, and its message. */
static void test_values(void **state)
{
    (void)state;
    static const struct {
        bool of_lef;
        const char *old, *new, *said;
    } values[] = {
        {true, "m1 TYPE ROUTING ;", "m1 TYPE ROUTING ; AREA 720575940.379 ;", "ok"},
        {true, "m1 TYPE ROUTING ;", "m1 TYPE ROUTING ; AREA 720575940.380 ;",
         "t.lef:2:30 expected an area below 700 square millimetres, found \"720575940.380\""},
        {true, "m1 TYPE ROUTING ;", "m1 TYPE ROUTING ; AREA 1300000000 ;",
         "t.lef:2:30 expected an area below 700 square millimetres, found \"1300000000\""},
        {true, "m1 TYPE ROUTING ;", "m1 TYPE ROUTING ; AREA 90000000000 ;",
         "t.lef:2:30 expected an area below 700 square millimetres, found \"90000000000\""},
        {true, "MACRO A", "VIA w LAYER m1 ; RECT 0 0 6710.8 1 ; END w MACRO A", "ok"},
        {true, "MACRO A", "VIA w LAYER m1 ; RECT 0 0 6710.9 1 ; END w MACRO A",
         "t.lef:5:35 expected a via within the range of coordinates, found a larger one"},
        {true, "MACRO A", "VIA w LAYER m1 ; RECT 0 -6710.9 1 0 ; END w MACRO A",
         "t.lef:5:36 expected a via within the range of coordinates, found a larger one"},
        {true, "MACRO A", "VIA w LAYER m1 ; RECT 0 0 0 1 ; END w MACRO A",
         "t.lef:5:30 expected a rectangle of the via with an area, found one without"},
        {true, "MACRO A",
         "VIA w VIARULE r ; CUTSIZE 0.1 0.1 ; LAYERS m1 v m2 ; CUTSPACING 0 0 ; "
         "ENCLOSURE 0 0 0 0 ; ROWCOL 1024 1024 ; END w MACRO A",
         "ok"},
        {true, "MACRO A",
         "VIA w VIARULE r ; CUTSIZE 0.1 0.1 ; LAYERS m1 v m2 ; CUTSPACING 0 0 ; "
         "ENCLOSURE 0 0 0 0 ; ROWCOL 1024 1025 ; END w MACRO A",
         "t.lef:5:5 expected a via of at most 1048576 cuts, found more"},
        {true, "SIZE 1 BY 1", "SIZE 6710 BY 1", "ok"},
        {true, "SIZE 1 BY 1", "SIZE 3355 BY 0.000025", "ok"},
        {true, "SIZE 1 BY 1", "SIZE 3356 BY 0.000025",
         "t.def:2:24 expected cells within 3355 microns of the origin, LEF has larger ones"},
        {false, "NETS 1", "VIAS 0 ; END VIAS VIAS 0 ; END DESIGN",
         "t.def:5:19 expected the section VIAS once, found it twice"},
        {false, "END DESIGN", "NETS 0 ; END DESIGN",
         "t.def:6:1 expected the section NETS once, found it twice"},
        {false, "END DESIGN", "PINS 0 ; END DESIGN",
         "t.def:6:1 expected the section PINS before the first net, found it behind one"},
        {false, "ROUTED m1 (", "ROUTED m1 RECT ( 0 0 5 5 ) (",
         "t.def:5:26 expected a point before RECT, found \"RECT\""},
        {false, "MICRONS 1000", "MICRONS 300",
         "t.def:2:24 expected database units per micron that divide 40000, found \"300\""},
        {false, "MICRONS 1000", "MICRONS 2000",
         "t.def:2:24 expected database units per micron that divide LEF's (1000), found \"2000\""},
        {false, "MICRONS 1000", "MICRONS 40001",
         "t.def:2:24 expected database units per micron (1..40000), found \"40001\""},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char *text = text_edit(values[i].of_lef ? lef : def, values[i].old, values[i].new);
        expect(values[i].of_lef, text, values[i].said);
        free(text);
    }
}

/* The units of a LEF file are stated once. */
static void test_units_twice(void **state)
{
    (void)state;
    static const int units[] = {100, 1000, 40000, 66000, 70000, 1000000};
    for (size_t i = 0; i < 36; i++) {
        char twice[128];
        struct layout layout;
        const int a = units[i / 6], b = units[i % 6];
        snprintf(twice, sizeof twice, "MICRONS %d ; DATABASE MICRONS %d.0 ;", a, b);
        char *text = text_edit(lef, "MICRONS 1000 ;", twice);
        char *coarse = text_edit(def, "MICRONS 1000", "MICRONS 100");
        char *said = read_both(&layout, text, coarse);
        if (a != b)
            assert_non_null(strstr(said, "expected DATABASE once, found it again"));
        else if (a % 100 == 0)
            assert_string_equal(said, "ok");
        layout_destroy(&layout);
        free(said);
        free(coarse);
        free(text);
    }
}

/* Statements of layers that are no rules are not listed as unknown; others are. */
static void test_no_rules(void **state)
{
    (void)state;
    static const char *const words[] = {
        "RESISTANCE",   "CAPACITANCE",      "EDGECAPACITANCE",  "MASK",
        "HEIGHT",       "SHRINKAGE",        "CAPMULTIPLIER",    "ACCURRENTDENSITY",
        "CURRENTDEN",   "DCCURRENTDENSITY", "DENSITYCHECKSTEP", "DENSITYCHECKWINDOW",
        "DENSITYCHECK", "DENSITYLIMITS",    "ANTENNAWEIGHT",    "WEIGHTED",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char stated[64];
        struct layout layout;
        snprintf(stated, sizeof stated, "m1 TYPE ROUTING ; %s 1 ;", words[i]);
        char *text = text_edit(lef, "m1 TYPE ROUTING ;", stated);
        layout_read(&layout, text, def);
        assert_int_equal(layout.tech.unknown_count, i >= 12);
        if (i >= 12)
            assert_string_equal(names_text(&layout.tech.words, layout.tech.unknown[0].keyword),
                                words[i]);
        layout_destroy(&layout);
        free(text);
    }
}

/* A DEF that cannot be opened twice must have its first statement early, and no NUL before it. */
static void test_late_statement(void **state)
{
    (void)state;
    static const char *const lefs[] = {"t.lef"};
    static const size_t blanks[] = {0, 1 << 19, 1 << 21};
    text_write("t.lef", lef);
    for (size_t i = 0; i < 3; i++) {
        struct layout layout = {0};
        struct scan scan;
        struct word word;
        struct error error = {0};
        FILE *out = fopen("late.def", "w");
        assert_non_null(out);
        fprintf(out, "%*s\n%s", (int)blanks[i], "", def);
        assert_int_equal(fclose(out), 0);
        assert_int_equal(scan_open(&scan, "late.def", &error), STATUS_OK);
        assert_int_equal(scan_first_word(&scan, &word, &error), STATUS_OK);
        const enum status status = lefdef_read(&layout, "late.def", &scan, lefs, 1, &error);
        assert_int_equal(status, i < 2 ? STATUS_OK : STATUS_BAD_INPUT);
        if (i == 2)
            assert_string_equal(error.text, "expected a statement within the first MiB");
        scan_close(&scan);
        layout_destroy(&layout);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),         cmocka_unit_test(test_values),
        cmocka_unit_test(test_units_twice),    cmocka_unit_test(test_no_rules),
        cmocka_unit_test(test_late_statement),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
