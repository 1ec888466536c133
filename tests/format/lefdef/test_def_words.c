/* test_def_words: rare words of LEF and DEF, one at a time in the counter, and their effects. */
#include "tests/support/layout_texts.h"

static void read_edited(struct layout *layout, const char *old, const char *new)
{
    char *def = text_edit(counter_def, old, new);
    layout_read(layout, quad_lef, def);
    free(def);
}

#define BLOCKED "- LAYER metal4 RECT ( 16000 15000 ) ( 18000 19000 ) ;"

static void expect_blockage(const char *shape, struct layout_rect rect, uint32_t count,
                            uint32_t slanted)
{
    struct layout layout, plain;
    char text[200];
    snprintf(text, sizeof text, "- LAYER metal4 %s ;", shape);
    layout_read(&plain, quad_lef, counter_def);
    read_edited(&layout, BLOCKED, text);
    int32_t scale = layout.placed.scale;
    const struct layout_rect want = {rect.x0 * scale, rect.y0 * scale, rect.x1 * scale,
                                     rect.y1 * scale};
    assert_int_equal(layout.placed.blockage_count, plain.placed.blockage_count + count - 1);
    assert_memory_equal(&layout.placed.blockages[0].rect, &want, sizeof want);
    assert_int_equal(layout.library.slanted, slanted);
    layout_destroy(&layout);
    layout_destroy(&plain);
}

/* A polygon is cut into rectangles; one with slanted edges becomes its box and is counted. */
static void test_polygons(void **state)
{
    (void)state;
    expect_blockage("RECT ( 10 20 ) ( 30 40 )", (struct layout_rect){10, 20, 30, 40}, 1, 0);
    expect_blockage("POLYGON ( 0 0 ) ( 20 0 ) ( 20 10 ) ( 10 10 ) ( 10 30 ) ( 0 30 )",
                    (struct layout_rect){0, 0, 20, 10}, 2, 0);
    expect_blockage("POLYGON ( 5 7 ) ( 20 10 ) ( 10 30 )", (struct layout_rect){5, 7, 20, 30}, 1,
                    1);
    expect_blockage("POLYGON ( 10 30 ) ( 5 7 ) ( 20 10 ) ( 2 9 )",
                    (struct layout_rect){2, 7, 20, 30}, 1, 1);
}

/* ( * pin ) in NETS adds that pin of every cell, unless it has a net. */
static void test_wildcard(void **state)
{
    (void)state;
    struct layout layout;
    char *less = text_edit(counter_def, "( PIN clk ) ( clk_root A )", "( PIN clk )");
    char *more = text_edit(less, "NETS 63 ;", "NETS 64 ;");
    char *def = text_edit(more, "END NETS", "- rest ( * A ) + USE SIGNAL ;\nEND NETS");
    layout_read(&layout, quad_lef, def);
    uint32_t rest = find_net(&layout, "rest"), pins = 0;
    for (uint32_t pin = 0; pin < layout.placed.pin_count; pin++) {
        char name[64];
        if (layout.placed.pin_net[pin] != rest)
            continue;
        assert_string_equal(layout_pin_name(&layout, pin, name, sizeof name), "clk_root/A");
        pins++;
    }
    assert_int_equal(pins, 1);
    layout_destroy(&layout);
    free(def);
    free(more);
    free(less);
}

/* Special wiring may begin with a shape, and a port's via may have a mask. */
static void test_shapes(void **state)
{
    (void)state;
    struct layout layout, plain;
    layout_read(&plain, quad_lef, counter_def);
    read_edited(&layout, "- vdd ( * vdd ) ( PIN vdd ) + USE POWER",
                "- vdd ( * vdd ) ( PIN vdd ) + USE POWER\n"
                "  + ROUTED + SHAPE STRIPE + RECT metal2 ( 10 20 ) ( 30 50 )");
    const struct placed *placed = &layout.placed;
    uint32_t vdd = find_net(&layout, "vdd");
    struct slice wires = placed->nets[vdd].special_wires;
    assert_int_equal(wires.count, plain.placed.nets[vdd].special_wires.count + 1);
    const struct placed_wire *wire = &placed->special_wires[wires.first];
    assert_int_equal(wire->kind, WIRE_RECT);
    assert_int_equal(wire->x0, 10 * placed->scale);
    assert_int_equal(wire->y1, 50 * placed->scale);
    layout_destroy(&layout);
    read_edited(&layout, "+ LAYER metal3 ( -150 0 ) ( 150 600 )\n    + PLACED ( 0 18250 ) E",
                "+ VIA via2_square MASK 1 ( 0 300 )\n    + PLACED ( 0 18250 ) E");
    assert_int_equal(layout.placed.port_shape_count, plain.placed.port_shape_count + 2);
    layout_destroy(&layout);
    layout_destroy(&plain);
}

static void test_wrong_numbers(void **state)
{
    (void)state;
    static const char *const numbers[] = {"68.5", "0", "-1", "99999999999", "x"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct layout layout = {0};
        struct error error = {0};
        char text[64];
        snprintf(text, sizeof text, "TRACKS Y 250 DO %s STEP 500 LAYER metal1", numbers[i]);
        char *def = text_edit(counter_def, "TRACKS Y 250 DO 68 STEP 500 LAYER metal1", text);
        uint64_t line, column;
        text_place(def, text, &line, &column);
        if (layout_read_texts(&layout, quad_lef, def, &error) != STATUS_BAD_INPUT)
            fail_msg("DO %s is taken", numbers[i]);
        assert_int_equal(error.line, line);
        assert_int_equal(error.column, column + strlen("TRACKS Y 250 DO "));
        layout_destroy(&layout);
        free(def);
    }
}

/* A via inside a rule may be used only by wires with that rule. */
static void test_rule_via(void **state)
{
    (void)state;
    struct layout layout;
    char *lef = text_edit(quad_lef, "END LIBRARY",
                          "NONDEFAULTRULE broad\n LAYER metal1\n  WIDTH 0.3 ;\n END metal1\n"
                          " VIA broad_via\n  LAYER metal1 ;\n   RECT -0.2 -0.2 0.2 0.2 ;\n"
                          "  LAYER via1 ;\n   RECT -0.1 -0.1 0.1 0.1 ;\n"
                          "  LAYER metal2 ;\n   RECT -0.2 -0.2 0.2 0.2 ;\n END broad_via\n"
                          "END broad\nEND LIBRARY");
    layout_read(&layout, lef, counter_def);
    assert_true(layout.tech.vias[find_via(&layout, "broad_via")].nondefault);
    assert_false(layout.tech.vias[find_via(&layout, "via1_square")].nondefault);
    layout_destroy(&layout);
    free(lef);
}

/* MUSTJOIN of a pin is stored, DENSITY of a cell is skipped. */
static void test_cell_words(void **state)
{
    (void)state;
    struct layout layout;
    char *joined = text_edit(quad_lef, "PIN B\n    DIRECTION INPUT ;",
                             "PIN B\n    DIRECTION INPUT ;\n    MUSTJOIN A ;");
    char *lef = text_edit(joined, "END NAND2",
                          "DENSITY\n  LAYER metal1 ;\n   RECT 0 0 1 1 45.5 ;\n END\n"
                          " OBS\n  LAYER metal2 ;\n   RECT 0.3 0.3 0.6 0.6 ;\n END\nEND NAND2");
    layout_read(&layout, lef, counter_def);
    const struct library *library = &layout.library;
    uint32_t joins = 0;
    for (uint32_t i = 0; i < library->pin_count; i++) {
        const struct cell_pin *pin = &library->pins[i];
        if (pin->must_join == NAME_NONE)
            continue;
        assert_string_equal(names_text(&library->pin_names, pin->name), "B");
        assert_string_equal(names_text(&library->pin_names, pin->must_join), "A");
        joins++;
    }
    assert_int_equal(joins, 1);
    uint32_t nand = names_find(&library->macro_names, "NAND2", 5);
    assert_int_equal(library->macros[nand].obs.count, 1);
    layout_destroy(&layout);
    free(lef);
    free(joined);
}

/* A via rule's layers in both orders, its older words; WIREEXTENSION of a nondefault rule. */
static void test_rules(void **state)
{
    (void)state;
    struct layout layout, plain;
    char *lef =
        text_edit(quad_lef, "END LIBRARY",
                  "VIARULE old\n LAYER metal2 ;\n  DIRECTION VERTICAL ;\n  OVERHANG 0.05 ;\n"
                  "  WIDTH 0.2 TO 1.5 ;\n LAYER metal1 ;\n  DIRECTION HORIZONTAL ;\n"
                  " LAYER via1 ;\n  RECT -0.1 -0.1 0.1 0.1 ;\n  SPACING 0.4 BY 0.5 ;\n"
                  "END old\n"
                  "NONDEFAULTRULE far\n LAYER metal1\n  WIDTH 0.3 ;\n  WIREEXTENSION 0.4 ;\n"
                  " END metal1\nEND far\nEND LIBRARY");
    layout_read(&plain, quad_lef, counter_def);
    layout_read(&layout, lef, counter_def);
    const struct tech *tech = &layout.tech;
    assert_int_equal(tech->via_rule_count, plain.tech.via_rule_count + 1);
    const struct tech_via_rule *rule = &tech->via_rules[tech->via_rule_count - 1];
    const int32_t unit = (int32_t)tech->units_per_micron / 100;
    assert_int_equal(rule->metal[0].layer, tech_find_layer(tech, "metal1", 6));
    assert_int_equal(rule->metal[0].direction, DIRECTION_HORIZONTAL);
    assert_int_equal(rule->metal[1].layer, tech_find_layer(tech, "metal2", 6));
    assert_int_equal(rule->metal[1].direction, DIRECTION_VERTICAL);
    assert_int_equal(rule->metal[1].enclosure_x, 5 * unit);
    assert_int_equal(rule->metal[1].enclosure_y, 5 * unit);
    assert_int_equal(rule->metal[1].width_min, 20 * unit);
    assert_int_equal(rule->metal[1].width_max, 150 * unit);
    assert_int_equal(rule->cut_step_x, 40 * unit);
    assert_int_equal(rule->cut_step_y, 50 * unit);
    const uint32_t far = names_find(&tech->rule_names, "far", 3);
    assert_int_equal(tech->rules[far].layers.count, 1);
    assert_int_equal(tech->rule_layers[tech->rules[far].layers.first].wire_extension, 40 * unit);
    layout_destroy(&layout);
    layout_destroy(&plain);
    free(lef);
}

static void test_blockage_options(void **state)
{
    (void)state;
    struct layout layout;
    char *counted = text_edit(counter_def, "BLOCKAGES 2 ;", "BLOCKAGES 4 ;");
    char *def =
        text_edit(counted, BLOCKED,
                  "- LAYER metal4 + EXCEPTPGNET + SPACING 400 + MASK 1 + COMPONENT clk_root "
                  "RECT ( 10 20 ) ( 30 40 ) ;\n- LAYER metal4 + FILLS RECT ( 1 2 ) ( 3 4 ) ;\n"
                  "- LAYER metal4 + SLOTS + DESIGNRULEWIDTH 500 RECT ( 1 2 ) ( 3 4 ) ;");
    layout_read(&layout, quad_lef, def);
    free(def);
    free(counted);
    const struct placed_blockage *blockage = layout.placed.blockages;
    const int32_t scale = layout.placed.scale;
    assert_true(blockage[0].except_pg && !blockage[0].fills && !blockage[0].slots);
    assert_int_equal(blockage[0].spacing, 400 * scale);
    assert_true(!blockage[1].except_pg && blockage[1].fills && !blockage[1].slots);
    assert_true(!blockage[2].except_pg && !blockage[2].fills && blockage[2].slots);
    assert_int_equal(blockage[2].rule_width, 500 * scale);
    layout_destroy(&layout);
}

/* An option without its value is skipped; the statement continues behind it. */
static void test_missing_values(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new;
    } cases[] = {
        {"+ USE SIGNAL ;", "+ USE ; ;"},
        {"+ USE SIGNAL ;", "+ USE + WEIGHT 3 ;"},
        {"- LAYER metal4 RECT", "- LAYER metal4 + COMPONENT + FILLS RECT"},
        {"+ DIRECTION INPUT", "+ DIRECTION + FIXEDBUMP"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct layout layout = {0};
        struct error error = {0};
        char *def = text_edit(counter_def, cases[i].old, cases[i].new);
        if (layout_read_texts(&layout, quad_lef, def, &error) != STATUS_BAD_INPUT ||
            strstr(error.text, "expected a value of the option") == NULL)
            fail_msg("%s: %s", cases[i].new, error.text);
        layout_destroy(&layout);
        free(def);
    }
}

/* Without NETS, wiring belongs before END DESIGN; without VIAS, vias too. */
static void test_no_nets(void **state)
{
    (void)state;
    struct layout layout;
    static const char DEF[] = "VERSION 5.7 ;\nDESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\n"
                              "DIEAREA ( 0 0 ) ( 34000 34000 ) ;\n"
                              "TRACKS X 250 DO 34 STEP 1000 LAYER metal2 ;\nEND DESIGN\n";
    layout_read(&layout, quad_lef, DEF);
    const size_t end = (size_t)(strstr(DEF, "END DESIGN") - DEF);
    assert_int_equal(layout.placed.nets_at, end);
    assert_int_equal(layout.placed.vias_end, end);
    layout_destroy(&layout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polygons),         cmocka_unit_test(test_wildcard),
        cmocka_unit_test(test_shapes),           cmocka_unit_test(test_rule_via),
        cmocka_unit_test(test_wrong_numbers),    cmocka_unit_test(test_no_nets),
        cmocka_unit_test(test_cell_words),       cmocka_unit_test(test_rules),
        cmocka_unit_test(test_blockage_options), cmocka_unit_test(test_missing_values),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
