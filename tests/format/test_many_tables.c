/* test_many_tables: a layout of LEF and DEF with more than 2^16 different entries of each table.
 * Its native text and its routes are compared byte by byte. */
#include "tests/support/layout_texts.h"
#include "tests/support/repeated.h"

#include "grid/format/layout/layout_text.h"

enum { MANY = 65600 };

/* The start, a text for each i from 1 to MANY, and the end. */
static void many(FILE *out, const char *start, const char *each, const char *end)
{
    repeat(out, MANY, start, each, end);
}

static void write_lef(void)
{
    FILE *out = repeated_file("a.lef");
    fputs("UNITS DATABASE MICRONS 1000 ; END UNITS\nLAYER m1 TYPE ROUTING ; DIRECTION HORIZONTAL ; "
          "WIDTH 70 ; SPACING 0.2 ;\n",
          out);
    many(out, "", "SPACING ~ RANGE 0.1 0.2 ;\n", "");
    many(out, "", "SPACING 0.2 ENDOFLINE ~ WITHIN 0.1 ;\n", "");
    many(out, "", "MINENCLOSEDAREA 0.1 WIDTH ~ ;\n", "");
    many(out, "", "MINSTEP ~ ;\n", "");
    many(out, "", "MINIMUMCUT 2 WIDTH ~ ;\n", "END m1\n");
    many(out, "LAYER v TYPE CUT ; WIDTH 0.1 ;\n", "SPACING ~ ADJACENTCUTS 3 WITHIN 0.2 ;\n",
         "END v\nLAYER m2 TYPE ROUTING ; WIDTH 0.2 ; END m2\n"
         "LAYER m3 TYPE ROUTING ; WIDTH 0.2 ; END m3\nLAYER m4 TYPE ROUTING ; WIDTH 0.2 ; END m4\n"
         "VIA late LAYER m1 ; RECT 0 0 1 1 ; END late\n");
    many(out, "", "VIA v@ LAYER m1 ; RECT 0 0 ~ 0.1 ; LAYER v ; RECT 0 0 ~ 0.2 ; END v@\n",
         "VIA last LAYER m2 ; RECT 0 0 1 1 ; END last\n");
    many(out, "", "VIARULE r@ LAYER m1 ; WIDTH 0.1 TO ~ ; END r@\n",
         "VIARULE last LAYER m3 ; WIDTH 0.1 TO 1 ; END last\n");
    many(out, "", "NONDEFAULTRULE n@ LAYER m1 WIDTH ~ ; END m1 USEVIA v@ ; END n@\n", "");
    many(out, "NONDEFAULTRULE all\n", "LAYER m1 WIDTH 0.3 ; END m1 USEVIA v@ ;\n", "END all\n");
    many(out, "", "SITE s@ SIZE ~ BY 1 ; END s@\n", "");
    many(out, "",
         "MACRO A@ SIZE ~ BY 1 ; PIN p@ PORT LAYER m1 ; RECT 0 0 ~ 0.1 ; END END p@\n"
         "PIN q PORT LAYER m1 ; RECT 0 0 0.1 0.2 ; END END q\n"
         "OBS LAYER m1 ; RECT 0 0 ~ 0.3 ; END END A@\n",
         "");
    many(out, "MACRO ports SIZE 1 BY 1 ; PIN p1\n", "PORT LAYER m1 ; RECT 0 0 ~ 0.1 ; END\n",
         "END p1 END ports\n");
    many(out, "MACRO vias SIZE 1 BY 1 ; OBS\n", "VIA 0 0 v@ ;\n", "END END vias\n");
    fclose(out);
}

static void write_def(void)
{
    FILE *out = repeated_file("a.def");
    fprintf(out, "VERSION 5.8 ;\nDESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\n"
                 "DIEAREA ( 0 0 ) ( 200000 200000 ) ;\n");
    many(out, "", "ROW r@ s@ @ 0 N ;\n", "");
    many(out, "", "TRACKS Y @ DO 1 STEP 1 LAYER m1 ;\n", "TRACKS X 1 DO 70000 STEP 2");
    many(out, " LAYER\n", "m1\n", ";\n");
    many(out, "", "GCELLGRID X @ DO 70000 STEP 1 ;\n", "");
    many(out, "VIAS 65600 ;\n", "- d@ + RECT m1 ( 0 0 ) ( @ 100 ) ;\n", "END VIAS\n");
    many(out, "NONDEFAULTRULES 65600 ;\n", "- w@ + LAYER m1 WIDTH @ + VIA d@ ;\n",
         "END NONDEFAULTRULES\n");
    many(out, "COMPONENTS 65602 ;\n", "- c@ A@ + PLACED ( @ 0 ) N ;\n",
         "- ports ports + PLACED ( 1 2 ) N ;\n- vias vias + PLACED ( 3 4 ) N ;\nEND COMPONENTS\n");
    many(out, "PINS 65602 ;\n", "- io@ + LAYER m1 ( 0 0 ) ( @ 100 ) + PLACED ( 0 0 ) N ;\n", "");
    many(out, "- vias\n", "+ VIA d@ ( 0 0 ) + LAYER m1 ( 0 0 ) ( @ 300 )\n",
         "+ PLACED ( 0 0 ) N ;\n"
         "- vias + LAYER m1 ( 0 0 ) ( 7 8 ) + PLACED ( 0 0 ) N ;\nEND PINS\n");
    many(out, "BLOCKAGES 65600 ;\n", "- LAYER m1 RECT ( 0 0 ) ( @ 5 ) ;\n", "END BLOCKAGES\n");
    many(out, "SPECIALNETS 65600 ;\n", "- s@ ( c@ p@ ) + ROUTED m1 @ ( 0 0 ) ( 100 0 ) ;\n",
         "END SPECIALNETS\n");
    many(out, "NETS 65603 ;\n",
         "- n@ ( PIN io@ ) + NONDEFAULTRULE w@ + ROUTED m1 ( 0 @ ) ( 10 * ) ;\n", "");
    many(out, "- pins\n", "( c@ q )\n", ";\n");
    many(out, "- fixed\n", "+ FIXED m1 ( 0 @ ) ( 10 * )\n", "+ ROUTED m1 ( 0 7 ) ( 10 * ) ;\n");
    many(out, "- routed\n", "+ ROUTED m1 ( 1 @ ) ( 10 * ) v@\n", ";\nEND NETS\nEND DESIGN\n");
    fclose(out);
}

static void write_own_tech(FILE *out)
{
    static const char other[] = " routing width 400 min-width 400\n";
    many(out,
         "chip d\nunits 2000 1000 2\nlayer m1 routing dir horizontal width 140000 min-width "
         "140000 space 400\n",
         "range space & from 200 to 400\n", "");
    many(out, "", "line-end space 400 width & within 200\n", "");
    many(out, "", "hole area 400000 width &\n", "");
    many(out, "", "step length &\n", "");
    many(out, "", "cuts cuts 2 width & above below\n", "");
    many(out, "layer v cut width 200 min-width 200\n", "cut-space space & adjacent 3 within 400\n",
         "");
    fprintf(out, "layer m2%slayer m3%slayer m4%svia late\nrect m1 0 0 2000 2000\n", other, other,
            other);
    many(out, "", "via v@\nrect m1 0 0 & 200\nrect v 0 0 & 400\n",
         "via last\nrect m2 0 0 2000 2000\n");
    many(out, "", "via d@ of-design\nrect m1 0 0 & 200\n", "");
    many(out, "", "rule n@\non-layer m1 width &\nuse v@\n", "rule all\n");
    many(out, "", "on-layer m1 width 600\n", "");
    many(out, "", "use v@\n", "");
    many(out, "", "rule w@ of-design\non-layer m1 width &\nuse d@\n", "");
}

static void write_own(void)
{
    FILE *out = repeated_file("own.net");
    write_own_tech(out);
    many(out, "",
         "cell A@ & 2000 core\npin p@\nrect m1 0 0 & 200\npin q\nrect m1 0 0 200 400\nobs\n"
         "rect m1 0 0 & 600\n",
         "");
    many(out, "cell ports 2000 2000 core\npin p1\n", "rect m1 0 0 & 200\n", "");
    many(out, "cell vias 2000 2000 core\nobs\n", "rect m1 0 0 & 200\nrect v 0 0 & 400\n", "");
    many(out, "die 0 0 400000 400000\n", "lines horizontal & 2 1 m1\n", "lines vertical 2 4 70000");
    many(out, "", " m1", "\n");
    many(out, "", "place c@ A@ & 0\n", "place ports ports 2 4\nplace vias vias 6 8\n");
    many(out, "", "port io@\nrect m1 0 0 & 200\n", "");
    many(out, "port vias\n", "rect m1 0 0 & 200\nrect m1 0 0 & 600\n", "rect m1 0 0 14 16\n");
    many(out, "", "block m1 0 0 & 10\n", "");
    many(out, "",
         "net s@ special\non c@ p@ unlisted\n"
         "wire m1 0 0 200 0 status power width & ahead 0 beyond 0\n",
         "");
    many(out, "",
         "net n@ rule w@ regular\non-port io@\nwire m1 0 & 20 & width & ahead @ beyond @\n", "");
    many(out, "net pins regular\n", "on c@ q\n", "net fixed regular\n");
    many(out, "", "wire m1 0 & 20 & status fixed\n", "wire m1 0 14 20 14\nnet routed regular\n");
    many(out, "", "wire m1 2 & 20 &\nvia-at v@ 20 &\n", "");
    fclose(out);
}

static void write_own_routes(void)
{
    FILE *out = repeated_file("own.routes");
    many(out, "routes d\n",
         "net n@ routed length 20 vias 0 patches 0\nwire m1 0 & 20 & width & ahead @ beyond @\n",
         "net fixed routed length 20 vias 0 patches 0\n"
         "wire m1 0 14 20 14\n"
         "net routed routed length 1180800 vias 65600 patches 0\n");
    many(out, "", "wire m1 2 & 20 &\nvia-at v@ 20 &\n", "");
    fclose(out);
}

static void expect_written(const struct layout *layout)
{
    struct error error = {0};
    FILE *out = repeated_file("found.net");
    assert_int_equal(layout_text_write(out, layout, &error), STATUS_OK);
    fclose(out);
    repeated_same("found.net", "own.net");
    out = repeated_file("found.routes");
    assert_int_equal(layout_routes_write(out, layout, NULL, NULL, &error), STATUS_OK);
    fclose(out);
    repeated_same("found.routes", "own.routes");
}

/* Data that the native format does not keep. */
static void expect_unsaid(const struct layout *layout)
{
    const struct tech *tech = &layout->tech;
    const struct placed *placed = &layout->placed;
    assert_int_equal(tech->via_rule_count, MANY + 1);
    assert_int_equal(tech->site_names.count, MANY);
    assert_int_equal(placed->row_count, MANY);
    assert_int_equal(placed->gcell_count, MANY);
    for (int i = 1; i <= MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "r%d", i);
        assert_string_equal(names_text(&tech->words, tech->via_rules[i - 1].name), name);
        assert_int_equal(tech->via_rules[i - 1].metal[0].width_max, 2 * i);
        assert_int_equal(tech->sites[i - 1].width, 2 * i);
        assert_int_equal(placed->rows[i - 1].site, i - 1);
        assert_int_equal(placed->rows[i - 1].x, 2 * i);
        assert_int_equal(placed->gcells[i - 1].start, 2 * i);
        assert_int_equal(placed->gcells[i - 1].count, 70000);
    }
    const struct slice ports =
        layout->library.pins[layout->library.macros[MANY].pins.first].ports; /* of "ports" */
    assert_int_equal(ports.count, MANY);
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(layout->library.ports[ports.first + i].shapes.count, 1);
}

static void read_own(struct layout *layout)
{
    struct scan scan;
    struct error error = {0};
    assert_int_equal(scan_open(&scan, "own.net", &error), STATUS_OK);
    if (layout_text_read(layout, &scan, &error) != STATUS_OK)
        fail_msg("%llu: %s", (unsigned long long)error.line, error.text);
    scan_close(&scan);
}

static void test_lefdef(void **state)
{
    (void)state;
    static const char *const lefs[] = {"a.lef"};
    struct layout layout;
    struct error error = {0};
    if (lefdef_read(&layout, "a.def", NULL, lefs, 1, &error) != STATUS_OK)
        fail_msg("%s:%llu: %s", error.file, (unsigned long long)error.line, error.text);
    expect_unsaid(&layout);
    expect_written(&layout);
    layout_destroy(&layout);
}

static void test_own_words(void **state)
{
    (void)state;
    struct layout layout;
    read_own(&layout);
    expect_written(&layout);
    layout_destroy(&layout);
}

/* A layer that the last via rectangle or the last via rule uses cannot get LEF58_REGION; others
 * can. */
static void test_region(void **state)
{
    (void)state;
    static const char *const lefs[] = {"b.lef"};
    struct layout layout;
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    FILE *out = repeated_file("b.lef");
    for (int i = 1; i <= 4; i++)
        fprintf(out, "LAYER m%d TYPE ROUTING ; WIDTH 0.2 ; END m%d\n", i, i);
    many(out, "VIA v LAYER m1 ;\n", "RECT 0 0 ~ 1 ;\n", "LAYER m2 ; RECT 0 0 1 1 ; END v\n");
    many(out, "", "VIARULE r LAYER m1 ; END r\n", "VIARULE last LAYER m3 ; END last\n");
    for (int i = 4; i > 1; i--)
        fprintf(out, "LAYER m%d PROPERTY LEF58_REGION \"a\" ; END m%d\n", i, i);
    fclose(out);
    text_write("b.def", "");
    assert_int_equal(lefdef_read(&layout, "b.def", NULL, lefs, 1, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "LEF58_REGION above the layer's vias"));
    assert_int_equal(error.line, 4 + MANY + 2 + MANY + 1 + 2);
    assert_int_equal(rest.count, 1);
    assert_int_equal(rest.at[0].line, error.line + 1);
    layout_destroy(&layout);
}

/* A duplicate name, the first of them behind more than 2^16 names. */
static void test_twice(void **state)
{
    (void)state;
    static const char *const lefs[] = {"c.lef"};
    static const char lef[] = "UNITS DATABASE MICRONS 1000 ; END UNITS\n"
                              "LAYER m1 TYPE ROUTING ; WIDTH 0.2 ; END m1\n"
                              "MACRO A SIZE 1 BY 1 ; END A\n";
    static const char *const twice[][5] = {
        {"", "MACRO x@ SIZE 1 BY 1 ; END x@\n", "MACRO x@ SIZE 2 BY 1 ; END x@\n", "", "MACRO"},
        {"VIAS 1 ;\n", "- x@ + RECT m1 ( 0 0 ) ( 1 1 ) ;\n", "- x@ + RECT m1 ( 0 0 ) ( 2 1 ) ;\n",
         "END VIAS\n", "via"},
        {"NONDEFAULTRULES 1 ;\n", "- x@ ;\n", "- x@ + HARDSPACING ;\n", "END NONDEFAULTRULES\n",
         "nondefault rule"},
        {"COMPONENTS 1 ;\n", "- x@ A + PLACED ( 0 0 ) N ;\n", "- x@ A + PLACED ( 1 0 ) N ;\n",
         "END COMPONENTS\n", "component"},
        {"SPECIALNETS 1 ;\n", "- x@ ;\n", "- x@ ;\n", "END SPECIALNETS\n", "net"},
        {"NETS 1 ;\n", "- x@ ;\n", "- x@ ;\n", "END NETS\n", "net"},
    };
    text_write("c.def", "");
    for (size_t i = 0; i < sizeof twice / sizeof *twice; i++) {
        char said[80];
        struct layout layout;
        struct error error = {0};
        FILE *out = repeated_file(i == 0 ? "c.lef" : "c.def");
        fputs(i == 0 ? lef
                     : "DESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 9 9 ) ;\n"
                       "TRACKS Y 1 DO 1 STEP 1 LAYER m1 ;\n",
              out);
        many(out, twice[i][0], twice[i][1], "");
        repeat_once(out, twice[i][2], MANY);
        fputs(twice[i][3], out);
        fclose(out);
        snprintf(said, sizeof said,
                 i == 0 ? "expected %s x" : "expected a %s, found one of this name twice",
                 twice[i][4]);
        assert_int_equal(lefdef_read(&layout, "c.def", NULL, lefs, 1, &error), STATUS_BAD_INPUT);
        assert_int_equal(strncmp(error.text, said, strlen(said)), 0);
        layout_destroy(&layout);
        text_write("c.lef", lef);
    }
}

static int set_up(void **state)
{
    if (texts_set_up(state) != 0)
        return -1;
    write_lef();
    write_def();
    write_own();
    write_own_routes();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lefdef),
        cmocka_unit_test(test_own_words),
        cmocka_unit_test(test_region),
        cmocka_unit_test(test_twice),
    };
    return cmocka_run_group_tests(tests, set_up, texts_tear_down);
}
