/* test_lefdef_errors: one wrong word at a time: the message, and the caret under the word. The
 * texts are the technology and the counter of netlists/ with one edit. */
#include "tests/support/layout_texts.h"

struct fault {
    bool lef; /* the edit is in LEF */
    const char *old, *new;
    const char *at; /* the caret is at its first place in the edited text */
    const char *message;
};

static const struct fault FAULT[] = {
    {true, "DATABASE MICRONS 1000", "DATABASE MICRONS zero", "zero",
     "expected database units per micron (1..1000000), found \"zero\""},
    {true, "WIDTH 0.2 ;\n  SPACINGTABLE", "WIDTH 0,2 ;\n  SPACINGTABLE", "0,2",
     "expected a length in microns (-26843..26843), found \"0,2\""},
    {true, "AREA 0.1 ;", "AREA -0.1 ;", "-0.1 ;",
     "expected an area in square microns, found \"-0.1\""},
    {true, "WIDTH 0.5       0.2 0.3 ;", "WIDTH 0.5 0.2 ;", "WIDTH 0.5 0.2",
     "expected a row of 2 spacings, found 1"},
    {true, "PARALLELRUNLENGTH 0.0 1.0", "PARALLELRUNLENGTH", "WIDTH 0.0",
     "expected a row of 0 spacings, found 2"},
    {true, "ENDOFLINE 0.21 WITHIN 0.05 ;\n  AREA 0.12", "ENDOFLINE 0.21 WITHOUT 0.05 ;", "WITHOUT",
     "expected WITHIN, found \"WITHOUT\""},
    {true, "ENDOFLINE 0.21 WITHIN 0.05 ;\n  AREA 0.12", "ENDOFLINE 0.21 WITHIN -0.05 ;", "-0.05 ;",
     "expected a distance that is not negative, found \"-0.05\""},
    {true, "ENDOFLINE 0.21 WITHIN 0.05 ;\n  AREA 0.12",
     "SAMENET ;\n  MINIMUMCUT 2 WIDTH 1 WITHIN -3 ;", NULL,
     "expected distances that are not negative before ;, found \";\""},
    {true, "ENDOFLINE 0.21 WITHIN 0.05 ;\n  AREA 0.12",
     "SAMENET ;\n  PROPERTY LEF58_SPACING \"SPACING -0.2 ENDOFLINE 0.2 WITHIN 0.1 ;\" ;",
     "-0.2 END", "expected distances that are not negative, found \"-0.2\""},
    {true, "ENDOFLINE 0.21 WITHIN 0.05 ;\n  AREA 0.12",
     "SAMENET ;\n  MINIMUMCUT 2 WIDTH 1 LENGTH 1 WITHIN -3 ;", NULL,
     "expected distances that are not negative before ;, found \";\""},
    {true, "ENDOFLINE 0.21 WITHIN 0.05 ;\n  AREA 0.12",
     "SAMENET ;\n  PROPERTY LEF58_SPACING \"SPACING 0.7 ENDOFLINE -0.2 WITHIN 0.1 ;\" ;", "0.7 END",
     "expected distances that are not negative, found \"0.7\""},
    {true, "ENDOFLINE 0.21 WITHIN 0.05 ;\n  AREA 0.12",
     "SAMENET ;\n  PROPERTY LEF58_SPACING \"SPACING 0.7 ENDOFLINE 0.2 WITHIN -0.1 ;\" ;", "0.7 END",
     "expected distances that are not negative, found \"0.7\""},
    {true, "AREA 0.12 ;", "AREA 2e ;", "2e ;", "expected an area in square microns, found \"2e\""},
    {true, "AREA 0.12 ;", "AREA 2e-1x ;", "2e-1x",
     "expected an area in square microns, found \"2e-1x\""},
    {true, "RECT 0.60", "RECT ROUND 0.60", "ROUND",
     "expected a length in microns (-26843..26843), found \"ROUND\""},
    {true, "END metal3\n\nLAYER via3", "TYPE CUT ;\nEND metal3\n\nLAYER via3", "CUT ;\nEND metal3",
     "expected the TYPE that the layer has above, found \"CUT\""},
    {true, "END metal3\n\nLAYER via3", "END metal4\n\nLAYER via3", "metal4\n\nLAYER",
     "expected metal3 behind END, found \"metal4\""},
    {true, "LAYER metal1 ;\n    RECT -0.15", "LAYER metal9 ;\n    RECT -0.15", "metal9",
     "expected a layer that LEF defines, found \"metal9\""},
    {true, "RECT -0.15 -0.15 0.15 0.15 ;", "RECT -0.15 -0.15 0.15 ;", ";\n  LAYER via1 ;",
     "expected a length in microns (-26843..26843), found \";\""},
    {true, "LAYER metal1 ;\n    RECT -0.15", "RECT -0.15", "RECT -0.15",
     "expected LAYER before the first shape, found \"RECT\""},
    {true, "USEVIA via2_square", "USEVIA via2_round", "via2_round",
     "expected a via that is defined, found \"via2_round\""},
    {true, "SIZE 1.5 BY 5", "SIZE 1.5 5", "5 ;\n  SYMMETRY X Y ;\n  SITE core ;\n  PIN A",
     "expected BY, found \"5\""},
    {true, "SIZE 1.5 BY 5", "SIZE 1.5 BY -5", "-5 ;",
     "expected a size that is not negative, found \"-5\""},
    {true, "SIZE 1.5 BY 5", "SIZE -1.5 BY 5", "5 ;\n  SYMMETRY X Y ;\n  SITE core ;\n  PIN A",
     "expected a size that is not negative, found \"5\""},
    {true, "AREA 0.12 ;", "AREA 1234567890123456789 ;", "1234567890123456789",
     "expected an area in square microns, found \"1234567890123456789\""},
    {true, "DO 4 BY 1", "DO 0 BY 1", "0 BY 1",
     "expected a number of copies (1..1048576), found \"0\""},
    {true, "RECT 0.60", "VIA ITERATE 0 0 via1_square DO 2 BY 1 STEP 26843.5 0 ;\n RECT 0.60", NULL,
     "expected a shape within 26843 microns of the origin, found one outside"},
    {true, "DO 4 BY 1", "DO 2 BY 1048576", "1048576 STEP",
     "expected at most 1048576 copies, found more"},
    {true, "DO 4 BY 1", "DO 1048576 BY 2", "2 STEP", "expected at most 1048576 copies, found more"},
    {true, "DO 4 BY 1 STEP 0.5 0", "DO 2 BY 1 STEP 26841.4 0", NULL,
     "expected a shape within 26843 microns of the origin, found one outside"},
    {true, "DO 4 BY 1 STEP 0.5 0", "DO 3 BY 1 STEP -13422.85 0", NULL,
     "expected a shape within 26843 microns of the origin, found one outside"},
    {true, "DO 4 BY 1 STEP 0.5 0", "DO 1 BY 2 STEP 0 26840", NULL,
     "expected a shape within 26843 microns of the origin, found one outside"},
    {true, "DO 4 BY 1 STEP 0.5 0", "DO 1 BY 3 STEP 0 -13424", NULL,
     "expected a shape within 26843 microns of the origin, found one outside"},
    {true, "DO 4 BY 1", "DO 1048576 BY 1048576", "1048576 STEP",
     "expected at most 1048576 copies, found more"},
    {true, "MACRO BUF", "MACRO INV", "INV\n  CLASS CORE ;\n  FOREIGN BUF",
     "expected MACRO INV once, found it again with other words; the first is in line "},
    {true, "PIN B\n", "PIN A\n", "", "expected A behind END, found \"B\""},
    {true, "MACRO BUF", "MACRO ;", ";\n  CLASS CORE ;\n  FOREIGN BUF",
     "expected the macro's name, found \";\""},
    {true, "A\n    DIRECTION INPUT ;\n    USE SIGNAL ;", "A\n    DIRECTION INPUT ;\n    USE ;",
     ";\n    PORT", "expected the pin's use, found \";\""},
    {true, "END LIBRARY", "MACRO LAST CLASS CORE", "",
     "expected ; at the end of the statement, found the end of the file"},
    {false, "UNITS DISTANCE MICRONS 1000 ;", "UNITS DISTANCE MICRONS 300 ;", "300",
     "expected database units per micron that divide 40000, found \"300\""},
    {false, "UNITS DISTANCE MICRONS 1000 ;", "UNITS DISTANCE MICRONS 2000 ;", "2000 ;",
     "expected database units per micron that divide LEF's (1000), found \"2000\""},
    {false, "UNITS DISTANCE MICRONS 1000 ;", "", "DIEAREA",
     "expected UNITS before the first length, found \"DIEAREA\""},
    {false, "DIEAREA ( 0 0 ) ( 34000 34000 ) ;", "", NULL, "expected DIEAREA, found none"},
    {false, "DIEAREA ( 0 0 ) ( 34000 34000 ) ;", "DIEAREA ( 0 0 ) ( 34000 0 ) ;", "DIEAREA",
     "expected a die that has an area, found none"},
    {false, "( 34000 34000 )", "( 34000 x )", "x )",
     "expected a coordinate or length in database units (-268435455..268435455), found \"x\""},
    {false, "( 34000 34000 )", "( 34000 268435456 )", "268435456",
     "expected a coordinate or length in database units (-268435455..268435455), found "
     "\"268435456\""},
    {false, "2000 2000 N DO", "2000 2000 M DO", "M DO",
     "expected an orientation (N, S, E, W, FN, FS, FE or FW), found \"M\""},
    {false, "TRACKS Y 250 DO 68 STEP 500 LAYER metal1", "TRACKS Z 250 DO 68 STEP 500 LAYER metal1",
     "Z 250", "expected X or Y, found \"Z\""},
    {false, "STEP 500 LAYER metal1", "STEP 0 LAYER metal1", "0 LAYER",
     "expected a step above 0 and lines within the range of coordinates, found \"0\""},
    {false, "LAYER metal1 ;\nTRACKS", "LAYER metall ;\nTRACKS", "metall",
     "expected a layer that LEF defines, found \"metall\""},
    {false, "- rail34", "- rail23", "rail23\n", "expected a via, found one of this name twice"},
    {false, "+ CUTSIZE 200 200", "", "rail12",
     "expected a via with CUTSIZE behind VIARULE, found \"rail12\""},
    {false, "ROWCOL 1 2", "ROWCOL 1 x", "x ;",
     "expected a number of columns of cuts (1..1048576), found \"x\""},
    {false, "- clk_root BUF", "- clk_root BUFFER", "BUFFER",
     "expected a macro that LEF defines, found \"BUFFER\""},
    {false, "- clk_leaf_0 BUF", "- clk_root  BUF", "clk_root  BUF",
     "expected a component, found one of this name twice"},
    {false, "FILL1 + SOURCE DIST + FIXED", "FILL1 + SOURCE DIST + UNPLACED", NULL,
     "expected components that are PLACED, FIXED or COVER, found 1 unplaced: fill_"},
    {false, "END COMPONENTS", "END COMPONENT", "COMPONENT\n",
     "expected COMPONENTS, found \"COMPONENT\""},
    {false, "END COMPONENTS", "END COMPONENTS COMPONENTS 0 ; END COMPONENTS", "COMPONENTS 0 ;",
     "expected the section COMPONENTS once, found it twice"},
    {false, "+ LAYER metal3 ( -150 0 )", "+ LAYER metal7 ( -150 0 )", "metal7",
     "expected a layer that LEF defines, found \"metal7\""},
    {false, "- LAYER metal4 RECT", "- ROUTE metal4 RECT", "ROUTE metal4",
     "expected LAYER or PLACEMENT, found \"ROUTE\""},
    {false, "( clk_root A )", "( clk_rot A )", "clk_rot A",
     "expected a component that is placed, found \"clk_rot\""},
    {false, "( clk_root A )", "( clk_root D )", "D )",
     "expected a pin of the macro BUF, found \"D\""},
    {false, "( clk_root A )", "( clk_root A ( )", "( )", "expected ), found \"(\""},
    {false, "( PIN clk )", "( PIN clock )", "clock )",
     "expected an I/O pin that PINS defines, found \"clock\""},
    {false, "( clk_root A )", "( clk_root A ) ( clk_root Y )", NULL,
     "expected a pin of one net, found it in clk as well"},
    {false, "- reset_n ( PIN reset_n )", "- clk ( PIN reset_n )", "clk ( PIN reset_n )",
     "expected a net, found one of this name twice"},
    {false, "- clk ( PIN clk ) ( clk_root A )", "- clk ( PIN clk ) clk_root A", "clk_root A",
     "expected ( component pin ), + or ;, found \"clk_root\""},
    {false, "NETS 63 ;", "NETS many ;", "many",
     "expected a number of statements (0..4294967294), "
     "found \"many\""},
    {false, "END NETS", "END NETS\nNONDEFAULTRULES 0 ;", "NONDEFAULTRULES 0",
     "expected the section NONDEFAULTRULES before the first net, found it behind one"},
    {false, "END DESIGN", "", "", "expected END DESIGN, found the end of the file"},
    {false, "metal4 800 + SHAPE", "metal4 wide + SHAPE", "wide",
     "expected a coordinate or length in database units (-268435455..268435455), found \"wide\""},
    {false, "+ USE CLOCK ;\n- reset_n", "+ ROUTED metal2 ( 10 10 ) ( 20 20 ) ;\n- reset_n",
     "( 20 20 )", "expected a point with the x or y of the one before, found \"(\""},
    {false, "+ USE CLOCK ;\n- reset_n", "+ ROUTED metal2 ( * 10 ) ;\n- reset_n", "* 10",
     "expected a coordinate: * needs a point before it, found \"*\""},
    {false, "+ USE CLOCK ;\n- reset_n", "+ ROUTED metal2 ( 10 10 ) via3x ;\n- reset_n", "via3x",
     "expected a via that is defined, found \"via3x\""},
    {false, "+ USE CLOCK ;\n- reset_n", "+ ROUTED metal4 ( 10 10 ) via1_square ;\n- reset_n",
     "via1_square", "expected a via that has metal on metal4, found \"via1_square\""},
    {false, "+ USE CLOCK ;\n- reset_n", "+ ROUTED via1 ( 10 10 ) ( 10 20 ) ;\n- reset_n",
     "via1 ( 10 10 )", "expected a routing layer, found \"via1\""},
    {false, "+ USE CLOCK ;\n- reset_n", "+ NONDEFAULTRULE broad ;\n- reset_n", "broad",
     "expected a nondefault rule that is defined, found \"broad\""},
};

/* Checks the place of the caret. */
static bool right_place(const struct fault *fault, const char *edited, const struct error *error)
{
    uint64_t line, column;
    if (fault->at == NULL || fault->at[0] == '\0')
        return true;
    text_place(edited, fault->at, &line, &column);
    return line == error->line && column == error->column &&
           error->excerpt[error->excerpt_column - 1] == fault->at[0];
}

static void test_faults(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof FAULT / sizeof FAULT[0]; i++) {
        const struct fault *fault = &FAULT[i];
        struct layout layout;
        struct error error = {0};
        char *edited = text_edit(fault->lef ? quad_lef : counter_def, fault->old, fault->new);
        enum status status = layout_read_texts(&layout, fault->lef ? edited : quad_lef,
                                               fault->lef ? counter_def : edited, &error);
        if (status != STATUS_BAD_INPUT || strstr(error.text, fault->message) != error.text ||
            strcmp(error.file, fault->lef ? "t.lef" : "t.def") != 0 ||
            !right_place(fault, edited, &error)) {
            print_error("fault %zu: status %d: expected \"%s\", found %s:%llu:%llu: %s\n", i,
                        (int)status, fault->message, error.file, (unsigned long long)error.line,
                        (unsigned long long)error.column, error.text);
            wrong++;
        }
        assert_int_equal(layout.placed.text_size, 0); /* empty */
        assert_null(layout.tech.layers);
        free(edited);
    }
    assert_int_equal(wrong, 0);
}

/* Layers beyond the limit are not added, so a repeated one is beyond the limit again. */
static void test_layers(void **state)
{
    (void)state;
    char *text = malloc(strlen(quad_lef) + (size_t)64 * (TECH_LAYERS_MAX + 2));
    assert_non_null(text);
    const char *end = strstr(quad_lef, "END LIBRARY");
    assert_non_null(end);
    int length = sprintf(text, "%.*s", (int)(end - quad_lef), quad_lef);
    for (int i = 0; i < TECH_LAYERS_MAX; i++)
        length += sprintf(text + length, "LAYER more%d TYPE ROUTING ; END more%d\n", i, i);
    sprintf(text + length, "LAYER more%d TYPE CUT ; END more%d\nEND LIBRARY\n", TECH_LAYERS_MAX - 1,
            TECH_LAYERS_MAX - 1);
    struct layout layout;
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    assert_int_equal(layout_read_texts(&layout, text, counter_def, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected at most 1024 layers, found more");
    assert_true(rest.count >= 2);
    for (size_t i = 0; i < rest.count; i++)
        assert_string_equal(rest.at[i].text, error.text);
    layout_read(&layout, quad_lef, counter_def);
    const int known =
        (int)layout.tech.layer_names.count; /* the largest allowed number, and one more */
    layout_destroy(&layout);
    for (int more = 0; more < 2; more++) {
        length = sprintf(text, "%.*s", (int)(end - quad_lef), quad_lef);
        for (int i = known; i < TECH_LAYERS_MAX + more; i++)
            length += sprintf(text + length, "LAYER more%d TYPE ROUTING ; END more%d\n", i, i);
        sprintf(text + length, "END LIBRARY\n");
        assert_int_equal(layout_read_texts(&layout, text, counter_def, NULL),
                         more ? STATUS_BAD_INPUT : STATUS_OK);
        layout_destroy(&layout);
    }
    free(text);
}

/* Shapes are read after a LAYER with an invalid name, also before there is any layer. */
static void test_no_layer(void **state)
{
    (void)state;
    struct layout layout;
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    assert_int_equal(layout_read_texts(&layout,
                                       "MACRO m OBS LAYER \xFF ; RECT 0 0 1 1 ; RECT x ;\n",
                                       counter_def, &error),
                     STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected UTF-8 text, found other bytes");
    assert_true(rest.count > 0);
    assert_non_null(strstr(rest.at[0].text, "found \"x\""));
}

/* No TRACKS, by four edits: they are made from PITCH. */
static void test_no_tracks(void **state)
{
    (void)state;
    char *text = strdup(counter_def);
    for (int i = 0; i < 4; i++) {
        char *next = text_edit(text, "\nTRACKS", "\nSHORTCUTS");
        free(text);
        text = next;
    }
    struct layout layout;
    struct error error = {0};
    assert_int_equal(layout_read_texts(&layout, quad_lef, text, &error), STATUS_OK);
    assert_int_equal(layout.placed.track_count, 4);
    assert_int_equal(layout.placed.first_lef_track, 0);
    layout_destroy(&layout);
    free(text);
}

static void test_files(void **state)
{
    (void)state;
    static const char *const lefs[] = {"t.lef"}, *const missing[] = {"no.lef"};
    struct layout layout;
    struct error error = {0};
    text_write("t.lef", quad_lef);
    text_write("t.def", counter_def);
    assert_int_equal(lefdef_read(&layout, "t.def", NULL, missing, 1, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.file, "no.lef");
    error_clear(&error);
    assert_int_equal(lefdef_read(&layout, "t.def", NULL, lefs, 0, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected a LEF file for t.def, found none");
    error_clear(&error);
    assert_int_equal(lefdef_read(&layout, "t.lef", NULL, lefs, 1, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected a DEF file, found a LEF file");
    error_clear(&error);
    text_write("t.lef", counter_def);
    assert_int_equal(lefdef_read(&layout, "t.def", NULL, lefs, 1, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected a LEF file, found a DEF file");
    error_clear(&error);
    text_write("t.lef", "net a 1,1 2,2\n");
    assert_int_equal(lefdef_read(&layout, "t.def", NULL, lefs, 1, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected the first statement of a LEF file, found \"net\"");
    error_clear(&error);
    text_write_bytes("t.lef", "VERSION 5.8 ;\nLAYER a\1b\n", 24);
    assert_int_equal(lefdef_read(&layout, "t.def", NULL, lefs, 1, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected text, found the control character 0x01");
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 8);
    error_clear(&error);
    text_write_bytes("t.lef", "\2VERSION 5.8 ;\n\3", 16);
    assert_int_equal(lefdef_read(&layout, "t.def", NULL, lefs, 1, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected text, found the control character 0x02");
    error_clear(&error);
    text_write("t.lef", "");
    assert_int_equal(lefdef_read(&layout, "t.def", NULL, lefs, 1, &error), STATUS_BAD_INPUT);
    assert_int_equal(lefdef_read(&layout, "t.def", NULL, lefs, 1, NULL), STATUS_BAD_INPUT);
}

/* One to four random changes of a text: a byte, a word removed, doubled or moved, the end cut off.
 */
static char *mutate(const char *text, uint64_t *seed)
{
    char *copy = strdup(text);
    assert_non_null(copy);
    for (uint64_t edits = 1 + splitmix(seed) % 4; edits > 0; edits--) {
        size_t length = strlen(copy), at = splitmix(seed) % (length + 1);
        size_t from = at, to;
        while (from > 0 && copy[from - 1] > ' ')
            from--;
        for (to = at; copy[to] > ' '; to++)
            continue;
        char *longer = malloc(2 * length + 64);
        assert_non_null(longer);
        static const char *const WORD[] = {"999999999999",
                                           "-1",
                                           ";",
                                           "(",
                                           "END",
                                           "\"",
                                           "0.0001",
                                           "*",
                                           "1e30",
                                           "DO 99999 BY 99999 STEP 1 1",
                                           "+",
                                           "LAYER"};
        switch (splitmix(seed) % 6) {
        case 0: /* another byte */
            memcpy(longer, copy, length + 1);
            if (length > 0)
                longer[at % length] = (char)(1 + splitmix(seed) % 255);
            break;
        case 1: /* a word is missing */
            sprintf(longer, "%.*s%s", (int)from, copy, copy + to);
            break;
        case 2: /* twice */
            sprintf(longer, "%.*s %.*s %s", (int)to, copy, (int)(to - from), copy + from,
                    copy + to);
            break;
        case 3: /* the end is missing */
            sprintf(longer, "%.*s", (int)at, copy);
            break;
        default: /* another word */
            sprintf(longer, "%.*s %s %s", (int)from, copy,
                    WORD[splitmix(seed) % (sizeof WORD / sizeof WORD[0])], copy + to);
        }
        free(copy);
        copy = longer;
    }
    return copy;
}

static void test_mutants(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(1);
    int read = 0, refused = 0;
    for (int i = 0; i < 400; i++) {
        struct layout layout;
        struct error error = {0};
        char *lef = mutate(quad_lef, &seed), *def = mutate(counter_def, &seed);
        bool of_lef = i % 2 == 0;
        enum status status =
            layout_read_texts(&layout, of_lef ? lef : quad_lef, of_lef ? counter_def : def, &error);
        free(lef);
        free(def);
        if (status == STATUS_OK) {
            struct shapes shapes;
            read++;
            assert_int_equal(shapes_make(&shapes, &layout, NULL), STATUS_OK);
            shapes_destroy(&shapes);
            layout_destroy(&layout);
            continue;
        }
        refused++;
        assert_int_equal(status, STATUS_BAD_INPUT);
        assert_true(error.text[0] != '\0');
        assert_true(error.file[0] != '\0');
    }
    print_message("%d mutants read, %d refused\n", read, refused);
    assert_true(read > 0 && refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),   cmocka_unit_test(test_layers),
        cmocka_unit_test(test_no_layer), cmocka_unit_test(test_no_tracks),
        cmocka_unit_test(test_files),    cmocka_unit_test(test_mutants),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
