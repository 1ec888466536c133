/* test_def_stated: what DEF states twice, misspells or leaves out is one error at its place, or a
 * note. Each case edits the counter of netlists/. */
#include "tests/support/edits.h"
#include "tests/support/layout_texts.h"

#define ROOT "- clk_root BUF + PLACED ( 2000 12000 ) FN"
#define RAIL                                                                                       \
    "- rail12 + VIARULE via12 + CUTSIZE 200 200 + LAYERS metal1 via1 metal2 + CUTSPACING 250 "     \
    "250\n  + ENCLOSURE 50 50 50 50 + ROWCOL 1 2 ;"
#define CLK      "- clk ( PIN clk ) ( clk_root A )\n  + USE CLOCK ;"
#define VDD      "- vdd ( * vdd ) ( PIN vdd ) + USE POWER"
#define BLOCKED  "- LAYER metal4 RECT"
#define TRACKS_4 "TRACKS X 250 DO 34 STEP 1000 LAYER metal4 ;"
#define ROW_5    "ROW row_5 core 2000 27000 FS DO 60 BY 1 STEP 500 0"

struct stated_case {
    const char *old, *new;
    const char *said; /* the only error: line, column and message; or a note */
};

static uint32_t lef_notes; /* number of notes on the technology */

/* Reads the counter, edited; returns the errors, or NULL. */
static char *read_case(struct layout *layout, const struct stated_case *it)
{
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    char *def = text_edit(counter_def, it->old, it->new);
    const enum status status = layout_read_texts(layout, quad_lef, def, &error);
    free(def);
    return status == STATUS_OK ? NULL : edits_said(&error);
}

static void expect_errors(const struct stated_case *cases, size_t count)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < count; i++) {
        struct layout layout;
        char *said = read_case(&layout, &cases[i]);
        if (said == NULL || strcmp(said, cases[i].said) != 0)
            wrong++, print_error("%s:\nexpected %s\nfound    %s\n", cases[i].new, cases[i].said,
                                 said != NULL ? said : "no error");
        free(said);
    }
    assert_int_equal(wrong, 0);
}

/* Each case has this note, once, and no other but those of LEF. */
static void expect_notes(const struct stated_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct layout layout;
        char *said = read_case(&layout, &cases[i]);
        if (said != NULL || layout.notes.texts.count != lef_notes + 1 ||
            layout.notes.note[lef_notes].count != 1 ||
            strcmp(names_text(&layout.notes.texts, lef_notes), cases[i].said) != 0)
            fail_msg("%s: expected the note \"%s\", found %s", cases[i].new, cases[i].said,
                     said != NULL ? said
                     : layout.notes.texts.count > lef_notes
                         ? names_text(&layout.notes.texts, lef_notes)
                         : "none");
        layout_destroy(&layout);
    }
}
#define COUNT(cases) (sizeof(cases) / sizeof *(cases))

/* An option, a statement or an item that is stated again otherwise. */
static void test_otherwise(void **state)
{
    (void)state;
    static const struct stated_case cases[] = {
        {ROOT, ROOT " + PLACED ( 2000 12000 ) N",
         "43:45 expected PLACED once, found it twice; the first is in line 43, column 18"},
        {ROOT, ROOT " + FIXED ( 2000 12000 ) FN",
         "43:45 expected either PLACED or FIXED, found both; the first is in line 43, column 18"},
        {ROOT, ROOT " + WEIGHT 1 + weight 2",
         "43:56 expected weight once, found it twice; the first is in line 43, column 45"},
        {CLK, "- clk ( PIN clk ) ( clk_root A ) + USE CLOCK + USE SIGNAL ;",
         "248:48 expected USE once, found it twice; the first is in line 248, column 36"},
        {VDD, VDD " + USE GROUND",
         "213:43 expected USE once, found it twice; the first is in line 213, column 31"},
        {"+ ROWCOL 1 2 ;", "+ ROWCOL 1 2 + ROWCOL 2 1 ;",
         "32:42 expected ROWCOL once, found it twice; the first is in line 32, column 29"},
        {BLOCKED, "- LAYER metal4 + SPACING 100 + SPACING 200 RECT",
         "208:32 expected SPACING once, found it twice; the first is in line 208, column 18"},
        {"END VIAS",
         "END VIAS\nNONDEFAULTRULES 1 ;\n"
         "- r + LAYER metal1 WIDTH 300 + LAYER metal2 WIDTH 300 + LAYER metal1 WIDTH "
         "400 ;\nEND NONDEFAULTRULES",
         "42:57 expected LAYER once, found it twice; the first is in line 42, column 7"},
        {"END VIAS",
         "END VIAS\nNONDEFAULTRULES 2 ;\n- r + LAYER metal1 WIDTH 300 ;\n"
         "- r + LAYER metal1 WIDTH 400 ;\nEND NONDEFAULTRULES",
         "43:3 expected a nondefault rule, found one of this name twice; the first is in line 42, "
         "column 3"},
        {"END VIAS", "- rail34 + RECT metal3 ( -400 -150 ) ( 400 150 ) ;\nEND VIAS",
         "40:3 expected a via, found one of this name twice; the first is in line 35, column 3"},
        {"- clk_leaf_0 BUF", "- clk_root BUF",
         "44:3 expected a component, found one of this name twice; the first is in line 43, "
         "column 3"},
        {CLK, CLK "\n" CLK,
         "250:3 expected a net, found one of this name twice; the first is in line 248, column 3"},
        {"DESIGN counter ;", "DESIGN counter ;\nDESIGN other ;",
         "8:1 expected DESIGN once, found it twice; the first is in line 7, column 1"},
        {"END PINS", "- clk + NET reset_n ;\nEND PINS",
         "205:9 expected NET once, found it twice; the first is in line 149, column 9"},
    };
    expect_errors(cases, COUNT(cases));
}

/* Stated again in the same way. */
static void test_same_way(void **state)
{
    (void)state;
    static const struct stated_case cases[] = {
        {ROOT, ROOT " + PLACED ( 2000 12000 ) FN",
         "COMPONENTS: PLACED is stated more than once, in the same way"},
        {CLK, "- clk ( PIN clk ) ( clk_root A ) + USE CLOCK + USE CLOCK ;",
         "NETS: USE is stated more than once, in the same way"},
        {"END VIAS", RAIL "\nEND VIAS", "VIAS: rail12 is stated more than once, in the same way"},
        {ROOT, ROOT " ;\n" ROOT, "COMPONENTS: clk_root is stated more than once, in the same way"},
        {"END PINS", "- clk + NET clk + DIRECTION INPUT + USE CLOCK ;\nEND PINS",
         "PINS: a pin is stated more than once: one pin, more shapes"},
        {"DESIGN counter ;", "DESIGN counter ;\nDESIGN counter ;",
         "DEF: DESIGN is stated more than once, in the same way"},
        {"( clk_root A )", "( clk_root A ) ( clk_root A )", "NETS: clk lists the pin A twice"},
    };
    static const char *const counts[][2] = {{"VIAS 3 ;", "VIAS 4 ;"},
                                            {"COMPONENTS 103 ;", "COMPONENTS 104 ;"},
                                            {"PINS 14 ;", "PINS 15 ;"}};
    char *before = counter_def;
    for (size_t i = 0; i < COUNT(counts); i++) {
        counter_def = text_edit(before, counts[i][0], counts[i][1]);
        expect_notes(&cases[2 + i], 1);
        free(counter_def);
    }
    counter_def = before;
    expect_notes(cases, 2);
    expect_notes(cases + 5, 2);
}

/* Heads of sections, words that are missing, and texts that end early: one error each. */
static void test_one_error(void **state)
{
    (void)state;
    static const struct stated_case cases[] = {
        {"NETS 63 ;", "NET 63 ;", "247:1 expected a section, nearest NETS, found \"NET\""},
        {"\nPINS ", "\nPIN ", "148:1 expected a section, nearest PINS, found \"PIN\""},
        {"\nCOMPONENTS", "\nCOMPONETS",
         "42:1 expected a section, nearest COMPONENTS, found \"COMPONETS\""},
        {"\nCOMPONENTS", "\nCOMPONENT",
         "42:1 expected a section, nearest COMPONENTS, found \"COMPONENT\""},
        {"\nSPECIALNETS", "\nSPECIALNET",
         "212:1 expected a section, nearest SPECIALNETS, found \"SPECIALNET\""},
        {"END VIAS", "END VIAS\nFILS 0 ;\nEND FILLS",
         "41:1 expected a section, nearest FILLS, found \"FILS\""},
        {"END VIAS", "END VIAS\nWHATEVER 0 ;\nEND ELSE",
         "41:1 expected a section that ends with END WHATEVER, found \"WHATEVER\""},
        {"UNITS DISTANCE MICRONS 1000 ;", "",
         "14:1 expected UNITS before the first length, found \"DIEAREA\""},
        {"UNITS DISTANCE MICRONS 1000 ;", "UNIT DISTANCE MICRONS 1000 ;",
         "8:1 expected a statement, nearest UNITS, found \"UNIT\""},
        {" + CUTSPACING 250 250\n", "\n",
         "31:3 expected a via with CUTSPACING behind VIARULE, found \"rail12\""},
        {"  + ENCLOSURE 50 50 50 50", "",
         "31:3 expected a via with ENCLOSURE behind VIARULE, found \"rail12\""},
        {TRACKS_4, "TRACKS X 250 DO 34 STEP 1000 LAYER ;", "26:36 expected a layer, found \";\""},
        {BLOCKED " ( 16000 15000 ) ( 18000 19000 )", "- LAYER metal4",
         "208:16 expected a RECT or POLYGON of the blockage, found \";\""},
        {BLOCKED " ( 16000 15000 ) ( 18000 19000 )", "- LAYER metal4 POLYGON POLYGON ( 0 0 )",
         "208:24 expected a corner of a polygon, found \"POLYGON\""},
        {ROOT, ROOT " + PROPERTY foo", "43:58 expected the value of the property, found \";\""},
        {ROOT, ROOT " + WEIGHT heavy", "43:52 expected a number as the value, found \"heavy\""},
        {ROOT, ROOT " + SOURCE DIST DIST", "43:57 expected + or ;, found \"DIST\""},
        {"( clk_root A )", "( clk_root A + SYNTHESIZD )",
         "248:34 expected SYNTHESIZED, found \"SYNTHESIZD\""},
        {"END PROPERTYDEFINITIONS", "END PROPERTYDEFINITION",
         "12:5 expected PROPERTYDEFINITIONS, found \"PROPERTYDEFINITION\""},
    };
    expect_errors(cases, COUNT(cases));
}

/* Words that change nothing are named, with the nearest word. */
static void test_named(void **state)
{
    (void)state;
    static const struct stated_case cases[] = {
        {VDD, VDD " + SOURCE DISTX", "SPECIALNETS SOURCE DISTX, nearest DIST"},
        {"+ SHAPE FOLLOWPIN", "+ SHAPE STRIP", "SPECIALNETS SHAPE STRIP, nearest STRIPE"},
        {ROW_5, ROW_5 " + FOO 1", "ROW FOO"},
        {"row_5 core", "row_5 cor", "ROW: LEF does not define the site cor"},
        {"( * vdd )", "( * vdd ) ( * vdx )", "vdd lists ( * vdx ), a pin that no component has"},
        {"END DESIGN", "END DESIGN\nmore", "text behind END DESIGN is not read"},
        {"END VIAS", "END VIAS\nREGIONS 1 ;\n- r ( 0 0 ) ( 1 1 ) + TYPE FENSE ;\nEND REGIONS",
         "REGIONS TYPE FENSE, nearest FENCE"},
        {"END VIAS", "END VIAS\nGROUPS 1 ;\n- g u* + FOO r ;\nEND GROUPS", "GROUPS FOO"},
        {"COMPONENTPIN order", "COMPONENTPINS order",
         "PROPERTYDEFINITIONS COMPONENTPINS, nearest COMPONENTPIN"},
    };
    expect_notes(cases, COUNT(cases));
}

/* Reads the counter with a MUSTJOIN of LEF between A and B of NAND2; returns the pins of a net. */
static uint32_t count_joined(const char *old, const char *new, const char *net)
{
    struct layout layout;
    char *lef = text_edit(quad_lef, "PIN B\n    DIRECTION INPUT ;",
                          "PIN B\n    DIRECTION INPUT ;\n    MUSTJOIN A ;");
    char *more = text_edit(counter_def, "NETS 63 ;", "NETS 64 ;");
    char *def = text_edit(more, old, new);
    layout_read(&layout, lef, def);
    const uint32_t pins = layout.placed.nets[find_net(&layout, net)].pins.count;
    layout_destroy(&layout);
    free(def);
    free(more);
    free(lef);
    return pins;
}

/* MUSTJOIN of DEF is a net of the pin and of those that LEF joins with it, unless one of them is in
 * another net. */
static void test_must_join(void **state)
{
    (void)state;
    static const char END[] = "END COMPONENTS", NAND[] =
                                                    "- extra NAND2 + PLACED ( 4000 27000 ) S ;\n"
                                                    "END COMPONENTS";
    char *before = counter_def;
    counter_def = text_edit(before, END, NAND);
    assert_int_equal(
        count_joined("END NETS", "- MUSTJOIN ( extra B ) ;\nEND NETS", "MUSTJOIN(extra/B)"), 2);
    assert_int_equal(count_joined("END NETS",
                                  "- MUSTJOIN ( extra B ) ;\n- other ( extra A ) ;\nEND NETS",
                                  "MUSTJOIN(extra/B)"),
                     0);
    assert_int_equal(count_joined("END NETS",
                                  "- MUSTJOIN ( extra B ) ;\n- other ( extra A ) ;\nEND NETS",
                                  "other"),
                     2);
    free(counter_def);
    counter_def = before;
}

static int set_up(void **state)
{
    struct layout plain;
    const int status = layout_set_up(state);
    layout_read(&plain, quad_lef, counter_def);
    lef_notes = plain.notes.texts.count;
    layout_destroy(&plain);
    return status;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_otherwise), cmocka_unit_test(test_same_way),
        cmocka_unit_test(test_one_error), cmocka_unit_test(test_named),
        cmocka_unit_test(test_must_join)};
    return cmocka_run_group_tests(tests, set_up, layout_tear_down);
}
