/* test_lef_antenna: the antenna statements of LEF: their values in billionths, tables in ascending
 * order, oxide models, layers of pins, and statements of a pin that is stated twice. */
#include "tests/support/layout_texts.h"

static const char LEF[] =
    "UNITS DATABASE MICRONS 1000 ; END UNITS\nANTENNAINPUTGATEAREA 0.5 ;\n"
    "ANTENNAOUTPUTDIFFAREA 0.25 ;\nANTENNAINOUTDIFFAREA 0.125 ;\n"
    "LAYER m1 TYPE ROUTING ; DIRECTION HORIZONTAL ; PITCH 0.5 ; WIDTH 0.2 ; SPACING 0.2 ;\n"
    "THICKNESS 0.35 ; ANTENNAAREARATIO 100 ;\n"
    "antennadiffarearatio pwl ( ( 1 400 ) ( 0 4 ) ( 0.0125 4 ) ) ;\n"
    "ANTENNAAREAFACTOR 2.5 DIFFUSEONLY ; ANTENNASIDEAREAFACTOR 3 ; ANTENNACUMROUTINGPLUSCUT ;\n"
    "ANTENNAGATEPLUSDIFF 1.5 ; ANTENNAAREAMINUSDIFF 0.75 ; ANTENNACUMAREARATIO 0 ;\n"
    "ANTENNACUMDIFFAREARATIO 0 ; ANTENNASIDEAREARATIO 1e15 ;\n"
    "ANTENNAAREADIFFREDUCEPWL ( ( 0 1 ) ( 1 0.5 ) ) ;\n"
    "ANTENNAMODEL OXIDE2 ; ANTENNACUMDIFFSIDEAREARATIO 70 ;\n"
    "ANTENNAMODEL OXIDE1 ; ANTENNACUMSIDEAREARATIO 7 ;\nEND m1\n"
    "LAYER v1 TYPE CUT ; SPACING 0.2 ; ANTENNAAREARATIO 20 ; END v1\n"
    "LAYER m2 TYPE ROUTING ; DIRECTION VERTICAL ; PITCH 0.5 ; WIDTH 0.2 ; SPACING 0.2 ; END m2\n"
    "MACRO INV SIZE 2 BY 5 ;\nPIN A DIRECTION INPUT ; ANTENNAGATEAREA 0.1 ;\n"
    "ANTENNAMODEL OXIDE2 ; ANTENNAGATEAREA 0.2 LAYER m2 ;\n"
    "PORT LAYER m1 ; RECT 0.1 0.1 0.4 0.4 ; END END A\n"
    "PIN Y DIRECTION OUTPUT ; ANTENNADIFFAREA 0.3 ; ANTENNAPARTIALMETALAREA 9 ;\n"
    "ANTENNAPARTIALMETALSIDEAREA 4 LAYER m1 ; ANTENNAMAXCUTCAR 5 LAYER v1 ;\n"
    "PORT LAYER m1 ; RECT 1 1 1.5 1.5 ; END END Y\n"
    "PIN A ANTENNAMAXAREACAR 6 ; END A\nEND INV\nEND LIBRARY\n";

static const char DEF[] = "DESIGN t ;\nUNITS DISTANCE MICRONS 1000 ;\n"
                          "DIEAREA ( 0 0 ) ( 20000 20000 ) ;\nEND DESIGN\n";

static void test_layers(void **state)
{
    (void)state;
    struct layout layout;
    layout_read(&layout, LEF, DEF);
    const struct tech *tech = &layout.tech;
    assert_int_equal(tech->layers[0].thickness, 350000000);
    assert_int_equal(tech->layers[0].antenna.count, 2);
    assert_int_equal(tech->layers[1].antenna.count, 1);
    assert_int_equal(tech->layers[2].antenna.count, 0);
    const struct antenna_rule *one = &tech->antenna_rules[tech->layers[0].antenna.first];
    const struct antenna_rule *two = one + 1, *cut = one + 2;
    assert_int_equal(one->oxide, 0);
    assert_int_equal(two->oxide, 1);
    assert_int_equal(one->limit[ANTENNA_AREA], 100 * ANTENNA_ONE);
    assert_int_equal(one->limit[ANTENNA_CUM_AREA], ANTENNA_NONE);
    assert_int_equal(one->limit[ANTENNA_SIDE], 1000000000 * ANTENNA_ONE);
    assert_int_equal(one->limit[ANTENNA_CUM_SIDE], 7 * ANTENNA_ONE);
    assert_int_equal(one->area_factor, 2500000000);
    assert_true(one->area_diffuse_only && !one->side_diffuse_only && one->routing_plus_cut);
    assert_int_equal(one->side_factor, 3 * ANTENNA_ONE);
    assert_int_equal(one->gate_plus_diff, 1500000000);
    assert_int_equal(one->area_minus_diff, 750000000);
    assert_int_equal(one->diff_limit[ANTENNA_CUM_AREA].point_count, 0);
    assert_int_equal(one->reduce.point_count, 2);
    const struct antenna_curve *curve = &one->diff_limit[ANTENNA_AREA];
    static const int64_t want[3][2] = {{0, 4}, {12500000, 4}, {1000000000, 400}};
    assert_true(curve->is_table && curve->point_count == 3);
    for (uint32_t i = 0; i < 3; i++) {
        const struct antenna_point *p = &tech->antenna_points[curve->first_point + i];
        assert_int_equal(p->diffusion, want[i][0]);
        assert_int_equal(p->value, want[i][1] * ANTENNA_ONE);
    }
    assert_false(two->diff_limit[ANTENNA_CUM_SIDE].is_table);
    assert_int_equal(two->diff_limit[ANTENNA_CUM_SIDE].point_count, 1);
    assert_int_equal(two->area_factor, ANTENNA_ONE);
    assert_int_equal(two->limit[ANTENNA_AREA], ANTENNA_NONE);
    assert_int_equal(cut->limit[ANTENNA_AREA], 20 * ANTENNA_ONE);
    assert_int_equal(tech->unknown_count, 0);
    assert_true(layout_is_sound(&layout));
    layout_destroy(&layout);
}

static void expect_area(const struct library *library, uint32_t pin, uint32_t i,
                        struct antenna_area want)
{
    const struct antenna_area *area = &library->antenna_areas[library->pins[pin].antenna.first + i];
    assert_true(i < library->pins[pin].antenna.count);
    assert_int_equal(area->part, want.part);
    assert_int_equal(area->layer, want.layer);
    assert_int_equal(area->oxide, want.oxide);
    assert_int_equal(area->value, want.value);
}

static void test_pins(void **state)
{
    (void)state;
    struct layout layout, copy;
    layout_read(&layout, LEF, DEF);
    assert_int_equal(layout_copy(&copy, &layout, NULL), STATUS_OK);
    layout_destroy(&layout);
    const struct library *library = &copy.library;
    assert_int_equal(library->antenna_defaults.input_gate, 500000000);
    assert_int_equal(library->antenna_defaults.output_diffusion, 250000000);
    assert_int_equal(library->antenna_defaults.inout_diffusion, 125000000);
    assert_int_equal(library->pins[0].antenna.count, 3);
    assert_int_equal(library->pins[1].antenna.count, 3);
    expect_area(library, 0, 0, (struct antenna_area){LAYER_NONE, ANTENNA_GATE, 0, 100000000});
    expect_area(library, 0, 1, (struct antenna_area){2, ANTENNA_GATE, 1, 200000000});
    expect_area(library, 0, 2, (struct antenna_area){LAYER_NONE, ANTENNA_MAX_AREA, 0, 6000000000});
    expect_area(library, 1, 0, (struct antenna_area){LAYER_NONE, ANTENNA_DIFFUSION, 0, 300000000});
    expect_area(library, 1, 1, (struct antenna_area){0, ANTENNA_METAL_SIDE, 0, 4000000000});
    expect_area(library, 1, 2, (struct antenna_area){1, ANTENNA_MAX_CUT, 0, 5000000000});
    assert_int_equal(copy.notes.texts.count, 2); /* the pin that is stated twice, and: */
    assert_string_equal(names_text(&copy.notes.texts, 0),
                        "PIN ANTENNAPARTIALMETALAREA without LAYER");
    layout_destroy(&copy);
}

static void test_wrong(void **state)
{
    (void)state;
    static const char *const edits[][3] = {
        {"ANTENNAMODEL OXIDE2 ; ANTENNACUM", "ANTENNAMODEL OXIDE33 ; ANTENNACUM", "OXIDE33"},
        {"ANTENNAMODEL OXIDE2 ; ANTENNACUM", "ANTENNAMODEL OXIDE ; ANTENNACUM", "OXIDE ;"},
        {"ANTENNAMODEL OXIDE2 ; ANTENNACUM", "ANTENNAMODEL OXIDE0 ; ANTENNACUM", "OXIDE0"},
        {"( 1 400 )", "( 1 -400 )", "-400"},
        {"( 1 400 )", "( 1 )", ") ( 0 4"},
        {"pwl ( (", "pwl ( 1 400 ) (", "1 400 ) ( 1"},
        {"LAYER m2 ;\nPORT", "LAYER m9 ;\nPORT", "m9"},
        {"THICKNESS 0.35", "THICKNESS thin", "thin"},
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char *text = text_edit(LEF, edits[i][0], edits[i][1]);
        struct layout layout;
        struct error error = {0};
        uint64_t line, column;
        text_place(text, edits[i][2], &line, &column);
        assert_int_equal(layout_read_texts(&layout, text, DEF, &error), STATUS_BAD_INPUT);
        assert_int_equal(error.line, line);
        assert_int_equal(error.column, column);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_layers), cmocka_unit_test(test_pins),
                                       cmocka_unit_test(test_wrong)};
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
