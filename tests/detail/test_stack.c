/* test_stack: the order of layers, and TRACKS without LAYER: the counter is routed with additional
 * layers in LEF. */
#include "tests/support/layout_texts.h"

#include "router/detail/detail.h"

/* A second layer of cuts between metal1 and metal2, and layers of rules for a region. */
#define MORE                                                                                       \
    "END via1\n\nLAYER via1x\n  TYPE CUT ;\n  SPACING 0.4 ;\n  WIDTH 0.2 ;\nEND via1x\n\n"         \
    "LAYER via1r\n  TYPE CUT ;\n  SPACING 0.5 ADJACENTCUTS 3 WITHIN 0.6 ;\n"                       \
    "  PROPERTY LEF58_REGION \"REGION dense BASEDLAYER via1 ;\" ;\n  SPACING 0.7 ;\nEND via1r\n\n" \
    "LAYER metal1r\n  TYPE ROUTING ;\n  DIRECTION VERTICAL ;\n  PITCH 0.5 ;\n"                     \
    "  SPACINGTABLE PARALLELRUNLENGTH 0 WIDTH 0 0.2 ;\n"                                           \
    "  PROPERTY LEF58_REGION \"REGION dense BASEDLAYER metal1 ;\" LEF58_BACKSIDE \"BACKSIDE ;\" "  \
    ";\n"                                                                                          \
    "  WIDTH 0.2 ;\nEND metal1r\n"

static void is_routed(const struct layout *layout)
{
    struct detail_result result;
    struct error error = {0};
    if (detail_route(&result, layout, &(struct detail_options){.threads = 1}, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    if (result.done != result.wanted)
        fail_msg("%u of %u nets routed", result.done, result.wanted);
    detail_destroy(&result);
}

static void regions_are_no_layers_of_the_stack(void **state)
{
    (void)state;
    struct layout layout;
    char *lef = text_edit(quad_lef, "END via1\n", MORE);
    layout_read(&layout, lef, counter_def);
    const struct tech *tech = &layout.tech;
    const uint16_t below = find_layer(&layout, "metal1"), above = find_layer(&layout, "metal2");
    static const char *const CUTS[] = {"via1", "via1x"};
    for (uint32_t i = 0; i < 2; i++) {
        const struct tech_layer *cut = &tech->layers[find_layer(&layout, CUTS[i])];
        assert_int_equal(cut->below, below);
        assert_int_equal(cut->above, above);
        assert_int_equal(cut->level, 0);
    }
    assert_int_equal(tech->layers[below].above, find_layer(&layout, "via1"));
    assert_int_equal(tech->layers[above].below, find_layer(&layout, "via1x"));
    assert_int_equal(tech->layers[find_layer(&layout, "via1r")].kind, LAYER_OTHER);
    assert_int_equal(tech->layers[find_layer(&layout, "metal1r")].kind, LAYER_OTHER);
    assert_int_equal(tech->level_count, 4);
    assert_int_equal(tech->unknown_count, 3); /* both regions and a density, not BACKSIDE */
    is_routed(&layout);
    layout_destroy(&layout);
    free(lef);
}

/* With vias of the second cut layer only, its rule applies. */
static void any_cut_between_two_layers_joins_them(void **state)
{
    (void)state;
    struct layout layout;
    char *lef = text_edit(quad_lef, "END via1\n", MORE);
    while (strstr(lef, "  LAYER via1 ;") != NULL) {
        char *next = text_edit(lef, "  LAYER via1 ;", "  LAYER via1x ;");
        free(lef);
        lef = next;
    }
    layout_read(&layout, lef, counter_def);
    is_routed(&layout);
    layout_destroy(&layout);
    free(lef);
}

/* Without vias from DEFAULT or VIARULE GENERATE, all vias of LEF are used. */
static void vias_need_not_be_default(void **state)
{
    (void)state;
    static const char *const EDIT[][2] = {{"via1_square DEFAULT", "via1_square"},
                                          {"via2_square DEFAULT", "via2_square"},
                                          {"via12 GENERATE", "via12"},
                                          {"via23 GENERATE", "via23"}};
    struct layout layout;
    char *lef = strdup(quad_lef);
    for (size_t i = 0; i < sizeof EDIT / sizeof *EDIT; i++) {
        char *next = text_edit(lef, EDIT[i][0], EDIT[i][1]);
        free(lef);
        lef = next;
    }
    layout_read(&layout, lef, counter_def);
    is_routed(&layout);
    layout_destroy(&layout);
    free(lef);
}

static char *without_tracks(const char *instead)
{
    char *text = strdup(counter_def);
    for (uint32_t i = 0; i < 4; i++) {
        char *next = text_edit(text, "\nTRACKS", "\nSHORTCUTS");
        free(text);
        text = next;
    }
    char *def = text_edit(text, "\nSHORTCUTS", instead);
    free(text);
    return def;
}

static void tracks_without_a_layer_are_those_of_all(void **state)
{
    (void)state;
    struct layout layout;
    char *def = without_tracks("\nTRACKS X 250 DO 68 STEP 500 ;\nTRACKS Y 250 DO 68 STEP 500 ;\nX");
    layout_read(&layout, quad_lef, def);
    assert_int_equal(layout.placed.track_count, 2);
    assert_int_equal(layout.placed.tracks[0].layers.count, 4);
    assert_int_equal(layout.placed.tracks[1].layers.count, 4);
    layout_destroy(&layout);
    free(def);
}

/* `*` repeats a coordinate of the previous point. */
static void stars_repeat_coordinates(void **state)
{
    (void)state;
    struct layout star, plain;
    char *first = text_edit(counter_def, "DIEAREA ( 0 0 ) ( 34000 34000 )",
                            "DIEAREA ( 0 0 ) ( 0 34000 ) ( 34000 34000 ) ( 34000 0 )");
    char *second = text_edit(counter_def, "DIEAREA ( 0 0 ) ( 34000 34000 )",
                             "DIEAREA ( 0 0 ) ( * 34000 ) ( 34000 * ) ( * 0 )");
    layout_read(&plain, quad_lef, first);
    layout_read(&star, quad_lef, second);
    assert_int_equal(star.placed.die_count, plain.placed.die_count);
    assert_memory_equal(star.placed.die, plain.placed.die,
                        plain.placed.die_count * sizeof *plain.placed.die);
    layout_destroy(&plain);
    layout_destroy(&star);
    free(first);
    free(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(regions_are_no_layers_of_the_stack),
                                       cmocka_unit_test(any_cut_between_two_layers_joins_them),
                                       cmocka_unit_test(vias_need_not_be_default),

                                       cmocka_unit_test(tracks_without_a_layer_are_those_of_all),
                                       cmocka_unit_test(stars_repeat_coordinates)};
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
