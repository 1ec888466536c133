/* test_small_lef: small LEF texts for cases that the large ones of other tests do not cover. */
#include "tests/support/layout_rules.h"

/* An unknown rule is recorded once per layer. */
static void test_unknown_of_two_layers(void **state)
{
    (void)state;
    static const struct rule_case one = {.m1 = "NEWRULE 1 ;\n NEWRULE 2 ;\n OTHERRULE 1 ;",
                                         .v1 = "NEWRULE 1 ;\n NEWRULE 3 ;"};
    struct layout layout;
    char *lef, *def;
    rule_texts(&one, "", &lef, &def);
    layout_read(&layout, lef, def);
    const struct tech *tech = &layout.tech;
    assert_int_equal(tech->unknown_count, 3);
    static const char *const layers[] = {"m1", "m1", "v1"}, *const words[] = {
                                                                "NEWRULE", "OTHERRULE", "NEWRULE"};
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(tech->unknown[i].layer, find_layer(&layout, layers[i]));
        assert_string_equal(names_text(&tech->words, tech->unknown[i].keyword), words[i]);
    }
    layout_destroy(&layout);
    free(lef);
    free(def);
}

/* LEF 5.8 properties are recorded as unknown rules, except those that state the type of a layer. */
static void test_properties(void **state)
{
    (void)state;
    static const char *const names[] = {"LEF58_TYPE",  "LEF58_BACKSIDE",  "other",  "LEF58_",
                                        "LEF58_TYPES", "LEF58_BACKSIDES", "LEF58_X"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[100];
        struct layout layout;
        char *lef, *def;
        snprintf(text, sizeof text, "PROPERTY %s \"WORD ;\" ;", names[i]);
        const struct rule_case one = {.m1 = text};
        rule_texts(&one, "", &lef, &def);
        layout_read(&layout, lef, def);
        assert_int_equal(layout.tech.unknown_count, i > 3);
        if (i > 3)
            assert_string_equal(names_text(&layout.tech.words, layout.tech.unknown[0].keyword),
                                names[i]);
        layout_destroy(&layout);
        free(lef);
        free(def);
    }
}

/* One cell and three cells: each has its own size and origin, in units of the layout. */
static void test_cells(void **state)
{
    (void)state;
    static const struct rule_case one = {.n1 = ""};
    for (int cells = 1; cells <= 3; cells++) {
        struct layout layout;
        char *lef, *def, more[512] = "";
        rule_texts(&one, "", &lef, &def);
        for (int i = 1; i < cells; i++)
            snprintf(more + strlen(more), sizeof more - strlen(more),
                     "MACRO C%d\n CLASS CORE ;\n ORIGIN 0.%d00 0.%d50 ;\n SIZE %d BY %d ;\n"
                     "END C%d\n",
                     i, i, i, i + 1, i + 5, i);
        text_add(more, sizeof more, "END LIBRARY");
        char *with_origin = text_edit(lef, "ORIGIN 0 0", "ORIGIN 0.700 -0.800");
        char *text = text_edit(with_origin, "END LIBRARY", more);
        layout_read(&layout, text, def);
        const struct library *library = &layout.library;
        int32_t unit = (int32_t)(layout.tech.units_per_micron / 1000);
        assert_int_equal(library->macro_names.count, cells);
        for (int i = 0; i < cells; i++) {
            const struct cell_macro *macro = &library->macros[i];
            assert_int_equal(macro->width, 1000 * (i + 1) * unit);
            assert_int_equal(macro->height, (i > 0 ? 1000 * (i + 5) : 1000) * unit);
            assert_int_equal(macro->origin_x, (i > 0 ? 100 * i : 700) * unit);
            assert_int_equal(macro->origin_y, (i > 0 ? 100 * i + 50 : -800) * unit);
        }
        layout_destroy(&layout);
        free(text);
        free(with_origin);
        free(lef);
        free(def);
    }
}

/* Cuts of a generated via may overlap; a negative step is an error even with one cut. */
static void test_steps_back(void **state)
{
    (void)state;
    static const struct rule_case one = {
        .def = "VIAS 1 ;\n- made + VIARULE none + CUTSIZE 100 100 + LAYERS m1 v1 m2\n"
               " + CUTSPACING @ + ENCLOSURE 50 50 50 50 + ROWCOL 1 1 ;\nEND VIAS\n"};
    static const char *const gaps[] = {"50 50", "-100 50", "50 -100", "-101 50", "50 -101"};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        struct layout layout;
        struct error error = {0};
        char *lef, *def;
        rule_texts(&one, gaps[i], &lef, &def);
        char *rule = text_edit(lef, "MACRO CELL",
                               "VIARULE none GENERATE\n LAYER m1 ;\n  ENCLOSURE 0.05 0.05 ;\n"
                               " LAYER m2 ;\n  ENCLOSURE 0.05 0.05 ;\n LAYER v1 ;\n"
                               "  RECT -0.05 -0.05 0.05 0.05 ;\n  SPACING 0.2 BY 0.2 ;\n"
                               "END none\nMACRO CELL");
        enum status status = layout_read_texts(&layout, rule, def, &error);
        if (status != (i < 3 ? STATUS_OK : STATUS_BAD_INPUT))
            fail_msg("%s: status %d: %llu: %s", gaps[i], (int)status,
                     (unsigned long long)error.line, error.text);
        layout_destroy(&layout);
        free(rule);
        free(lef);
        free(def);
    }
}

/* Copies of a shape that are partly too far from the origin, on each side. */
static void test_far_shapes(void **state)
{
    (void)state;
    static const struct rule_case one = {.obs = "OBS LAYER m1 ; RECT ITERATE @ ; END"};
    static const char *const shapes[] = {
        "25000 0 26000 1 DO 2 BY 1 STEP 700 0",    "25000 0 26000 1 DO 2 BY 1 STEP 900 0",
        "0 25000 1 26000 DO 1 BY 2 STEP 0 700",    "0 25000 1 26000 DO 1 BY 2 STEP 0 900",
        "-26000 0 -25000 1 DO 2 BY 1 STEP -700 0", "-26000 0 -25000 1 DO 2 BY 1 STEP -900 0",
        "0 -26000 1 -25000 DO 1 BY 2 STEP 0 -700", "0 -26000 1 -25000 DO 1 BY 2 STEP 0 -900",
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct layout layout;
        struct error error = {0};
        char *lef, *def;
        rule_texts(&one, shapes[i], &lef, &def);
        enum status status = layout_read_texts(&layout, lef, def, &error);
        bool far = strstr(error.text, "microns of the origin") != NULL;
        if (far != (i % 2 == 1) || (far && status != STATUS_BAD_INPUT))
            fail_msg("%s: status %d: %s", shapes[i], (int)status, error.text);
        layout_destroy(&layout);
        free(lef);
        free(def);
    }
}

/* Vias with a side that is too far from the origin, in LEF and DEF: 2^28 units. */
static void test_far_vias(void **state)
{
    (void)state;
    static const struct rule_case of_lef = {.n1 = ""},
                                  of_def = {.def = "VIAS 1 ;\n- far + RECT m1 @ ;\nEND VIAS\n"};
    static const int sides[2][2] = {{6710, 6711}, {134217727, 134217728}}; /* near, far */
    for (int i = 0; i < 16; i++) {
        const bool in_def = i % 2 == 1, far = i / 2 % 2 == 1;
        const int side = i / 4;
        int at[4] = {0, 0, 1, 1};
        struct layout layout;
        struct error error = {0};
        char *lef, *def, *text, rect[128];
        at[side] = side < 2 ? -sides[in_def][far] : sides[in_def][far];
        snprintf(rect, sizeof rect, "( %d %d ) ( %d %d )", at[0], at[1], at[2], at[3]);
        rule_texts(in_def ? &of_def : &of_lef, rect, &lef, &def);
        snprintf(rect, sizeof rect, "VIA far\n LAYER m1 ; RECT %d %d %d %d ;\nEND far\nVIA v12",
                 at[0], at[1], at[2], at[3]);
        text = text_edit(lef, "VIA v12", in_def ? "VIA v12" : rect);
        enum status status = layout_read_texts(&layout, text, def, &error);
        const bool told = strstr(error.text, "a via within the range of coordinates") != NULL;
        if (status != (far ? STATUS_BAD_INPUT : STATUS_OK) || told != far)
            fail_msg("%d: %s: status %d: %s", i, rect, (int)status, error.text);
        layout_destroy(&layout);
        free(text);
        free(lef);
        free(def);
    }
}

/* Layers that are continued further down, in turn: each keeps its rules in their order. */
static void test_layers_in_turn(void **state)
{
    (void)state;
    static const char *const m[] = {
        "SPACING 0.%d RANGE 0.5 1 ; SPACING 0.%d ENDOFLINE 0.22 WITHIN 0.03 ; MINSTEP 0.%d ;"
        " MINIMUMCUT 2 WIDTH 0.%d ; MINENCLOSEDAREA 0.%d ;",
        "SPACING 0.%d ADJACENTCUTS 3 WITHIN 0.3 ;"};
    enum { TURNS = 9 };
    char more[4096] = "";
    for (int i = 0; i < TURNS; i++) {
        static const char *const layers[] = {"m3", "v1", "m1", "v2", "m2"};
        const char *layer = layers[i % 5 * 3 % 5];
        char rule[512];
        const int n = 10 + i;
        snprintf(rule, sizeof rule, m[layer[0] == 'v'], n, n, n, n, n);
        snprintf(more + strlen(more), sizeof more - strlen(more), "LAYER %s %s END %s\n", layer,
                 rule, layer);
    }
    text_add(more, sizeof more, "VIA v12");
    static const struct rule_case one = {.n1 = ""};
    struct layout layout;
    char *lef, *def;
    rule_texts(&one, "", &lef, &def);
    char *text = text_edit(lef, "VIA v12", more);
    layout_read(&layout, text, def);
    const struct tech *tech = &layout.tech;
    const int unit = (int)(tech->units_per_micron / 100); /* of 0.01 */
    for (int i = 0; i < TURNS; i++) {
        static const char *const layers[] = {"m3", "v1", "m1", "v2", "m2"};
        const char *name = layers[i % 5 * 3 % 5];
        const struct tech_layer *layer = &tech->layers[find_layer(&layout, name)];
        const uint32_t nth = i >= 5; /* the layer's first part is five turns earlier */
        const uint32_t count = i % 5 < TURNS - 5 ? 2 : 1;
        const int32_t value = (10 + i) * unit;
        if (name[0] == 'v') {
            assert_int_equal(layer->cut_spacings.count, count);
            assert_int_equal(tech->cut_spacings[layer->cut_spacings.first + nth].spacing, value);
            continue;
        }
        assert_int_equal(layer->ranges.count, count);
        assert_int_equal(tech->ranges[layer->ranges.first + nth].spacing, value);
        assert_int_equal(layer->line_ends.count, count);
        assert_int_equal(tech->line_ends[layer->line_ends.first + nth].spacing, value);
        assert_int_equal(layer->steps.count, count);
        assert_int_equal(tech->steps[layer->steps.first + nth].length, value);
        assert_int_equal(layer->minimum_cuts.count, count);
        assert_int_equal(tech->minimum_cuts[layer->minimum_cuts.first + nth].width, value);
        assert_int_equal(layer->enclosed.count, count);
        assert_int_equal(tech->enclosed[layer->enclosed.first + nth].area,
                         (int64_t)(10 + i) * 100 * unit * unit);
    }
    layout_destroy(&layout);
    free(text);
    free(lef);
    free(def);
}

/* A rule with a layer without END. */
static void test_cut_rule(void **state)
{
    (void)state;
    static const char *const ends[] = {"LAYER m1", "LAYER m1 WIDTH 0.3 ;"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct layout layout;
        struct error error = {0};
        char lef[512];
        snprintf(lef, sizeof lef,
                 "LAYER m1\n TYPE ROUTING ;\n DIRECTION HORIZONTAL ;\n WIDTH 0.2 ;\nEND m1\n"
                 "NONDEFAULTRULE wide\n %s\n",
                 ends[i]);
        assert_int_equal(layout_read_texts(&layout, lef, "VERSION 5.8 ;\n", &error),
                         STATUS_BAD_INPUT);
        assert_non_null(strstr(error.text, "expected END of the layer"));
        layout_destroy(&layout);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown_of_two_layers),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_steps_back),
        cmocka_unit_test(test_far_shapes),
        cmocka_unit_test(test_far_vias),
        cmocka_unit_test(test_layers_in_turn),
        cmocka_unit_test(test_cut_rule),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
