/* test_rule_vias: the vias that VIARULE GENERATE allows. Units as in test_lef. */
#include "tests/support/layout_texts.h"

/* The two numbers of an ENCLOSURE apply in both orders: the metal is long along its layer's
 * direction, and once across that of the lower layer. */
static void test_rule_vias_lie_along_layers(void **state)
{
    (void)state;
    static const char *const numbers[] = {"0.1 0.3", "0.3 0.1"};
    for (int pass = 0; pass < 2; pass++) {
        struct layout layout;
        struct layout_rect low = {0}, high = {0};
        char text[128];
        snprintf(text, sizeof text, "GENERATE\n  LAYER metal3 ;\n    ENCLOSURE %s", numbers[pass]);
        char *half =
            text_edit(quad_lef, "GENERATE\n  LAYER metal3 ;\n    ENCLOSURE 0.05 0.05", text);
        snprintf(text, sizeof text, "ENCLOSURE %s ;\n  LAYER via3", numbers[pass]);
        char *lef = text_edit(half, "ENCLOSURE 0.1 0.1 ;\n  LAYER via3", text);
        layout_read(&layout, lef, counter_def);
        const struct tech *tech = &layout.tech;
        uint16_t m3 = find_layer(&layout, "metal3"), m4 = find_layer(&layout, "metal4");
        bool flat = tech->layers[m3].direction == DIRECTION_HORIZONTAL;
        for (int turned = 0; turned < 2; turned++) {
            uint32_t via = find_via(&layout, turned ? "via34_1x1_2" : "via34_1x1");
            assert_true(tech_via_box(tech, via, m3, &low) && tech_via_box(tech, via, m4, &high));
            assert_int_equal(low.x1 - low.y1, flat == !turned ? 400 : -400);
            assert_int_equal(high.x1 - high.y1, flat ? -400 : 400);
        }
        layout_destroy(&layout);
        free(lef);
        free(half);
    }
}

static struct layout_rect via_box(const struct layout *layout, const char *via, const char *layer)
{
    struct layout_rect box = {0};
    assert_true(
        tech_via_box(&layout->tech, find_via(layout, via), find_layer(layout, layer), &box));
    return box;
}

/* A RECTONLY layer gets vias that lie across it, although LEF has a DEFAULT one. */
static void test_rule_vias_across_rectangles(void **state)
{
    (void)state;
    struct layout layout;
    char *half = text_edit(quad_lef, "VIARULE via23 GENERATE\n  LAYER metal2 ;\n    ENCLOSURE 0.05",
                           "VIARULE via23 GENERATE\n  LAYER metal2 ;\n    ENCLOSURE 0.15");
    char *lef =
        text_edit(half, "END metal2", "PROPERTY LEF58_RECTONLY \"RECTONLY ;\" ;\nEND metal2");
    layout_read(&layout, half, counter_def);
    assert_int_equal(names_find(&layout.tech.via_names, "via23_1x1", 9), NAME_NONE);
    layout_destroy(&layout);
    layout_read(&layout, lef, counter_def);
    struct layout_rect low = via_box(&layout, "via23_1x1", "metal2");
    assert_true(layout.tech.layers[find_layer(&layout, "metal2")].direction == DIRECTION_VERTICAL);
    assert_int_equal(low.x1 - low.x0, 1000); /* across: 0.2 and twice 0.15 */
    assert_int_equal(low.y1 - low.y0, 600);
    assert_int_equal(names_find(&layout.tech.via_names, "via23_1x1_2", 11), NAME_NONE);
    layout_destroy(&layout);
    free(lef);
    free(half);
}

/* With database units of 0.1 micron, a centred cut of 0.3 has corners off database units. It is
 * moved, and the metal still encloses it. */
static void test_rule_vias_lie_on_database_units(void **state)
{
    (void)state;
    struct layout layout;
    char *lef = text_edit(quad_lef, "RECT -0.1 -0.1 0.1 0.1 ;\n    SPACING 0.5",
                          "RECT -0.15 -0.15 0.15 0.15 ;\n    SPACING 0.5");
    char def[1024];
    snprintf(def, sizeof def,
             "VERSION 5.8 ;\nDESIGN d ;\nUNITS DISTANCE MICRONS 10 ;\n"
             "DIEAREA ( 0 0 ) ( 100 100 ) ;\nTRACKS X 5 DO 9 STEP 10 LAYER metal2 ;\nEND DESIGN\n");
    layout_read(&layout, lef, def);
    int32_t unit = layout.placed.scale, five = unit / 20; /* 0.005 micron */
    struct layout_rect cut = via_box(&layout, "via34_1x1", "via3");
    struct layout_rect low = via_box(&layout, "via34_1x1", "metal3");
    struct layout_rect high = via_box(&layout, "via34_1x1", "metal4");
    const struct layout_rect all[] = {cut, low, high};
    for (int i = 0; i < 3; i++) {
        const int32_t corner[] = {all[i].x0, all[i].y0, all[i].x1, all[i].y1};
        for (int k = 0; k < 4; k++)
            assert_int_equal(corner[k] % unit, 0);
    }
    assert_int_equal(cut.x1 - cut.x0, 3 * unit);
    assert_true(cut.x0 - low.x0 >= 10 * five && low.x1 - cut.x1 >= 10 * five);
    assert_true(cut.y0 - high.y0 >= 20 * five && high.y1 - cut.y1 >= 20 * five);
    layout_destroy(&layout);
    free(lef);
}

/* The text without the part from the first `from` up to `to`; to be freed. */
static char *without(const char *text, const char *from, const char *to)
{
    char *rest = strdup(text), *at = strstr(rest, from);
    assert_true(at != NULL && strstr(at, to) != NULL);
    memmove(at, strstr(at, to), strlen(strstr(at, to)) + 1);
    return rest;
}

/* The TYPE of a layer that vias or via rules use cannot change: with both, with vias alone (the
 * first three), with rules alone. */
static void test_region_below_vias(void **state)
{
    static const char *const LAYER[] = {"metal1", "via1", "metal3", "via3", "metal4"};
    char *plain = without(quad_lef, "NONDEFAULTRULE", "SITE core");
    char *const texts[] = {plain, without(plain, "VIARULE via12", "SITE core"),
                           without(plain, "VIA via1_square", "VIARULE via12")};
    (void)state;
    for (size_t i = 0; i < 3 * sizeof LAYER / sizeof *LAYER; i++) {
        char text[200];
        struct layout layout;
        struct error error = {0};
        const size_t layer = i / 3, kind = i % 3;
        if (kind == 1 && layer > 2)
            continue;
        snprintf(text, sizeof text,
                 "LAYER %s PROPERTY LEF58_REGION \"REGION r ;\" ; END %s\nEND LIBRARY",
                 LAYER[layer], LAYER[layer]);
        char *lef = text_edit(texts[kind], "END LIBRARY", text);
        assert_int_equal(layout_read_texts(&layout, lef, counter_def, &error), STATUS_BAD_INPUT);
        assert_string_equal(error.text,
                            "expected LEF58_REGION above the layer's vias, found it below one");
        free(lef);
    }
    for (size_t i = 0; i < 3; i++)
        free(texts[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rule_vias_lie_along_layers),
        cmocka_unit_test(test_rule_vias_across_rectangles),
        cmocka_unit_test(test_rule_vias_lie_on_database_units),
        cmocka_unit_test(test_region_below_vias),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
