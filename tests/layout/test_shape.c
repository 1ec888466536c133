/* Tests of placed shapes: the eight orientations, the metal of wires, owners. */
#include "tests/support/layout_texts.h"

static void assert_rect(struct layout_rect r, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    if (r.x0 != x0 || r.y0 != y0 || r.x1 != x1 || r.y1 != y1)
        fail_msg("expected %d %d %d %d, found %d %d %d %d", x0, y0, x1, y1, r.x0, r.y0, r.x1, r.y1);
}

/* A point of a cell of 10 x 4, turned by hand: counterclockwise (x, y) -> (-y, x). */
static void test_orientations(void **state)
{
    (void)state;
    const struct layout_rect r = {1, 0, 3, 2};
    assert_rect(rect_orient(r, ORIENT_N, 10, 4), 1, 0, 3, 2);
    assert_rect(rect_orient(r, ORIENT_W, 10, 4), 2, 1, 4, 3);
    assert_rect(rect_orient(r, ORIENT_S, 10, 4), 7, 2, 9, 4);
    assert_rect(rect_orient(r, ORIENT_E, 10, 4), 0, 7, 2, 9);
    assert_rect(rect_orient(r, ORIENT_FN, 10, 4), 7, 0, 9, 2);
    assert_rect(rect_orient(r, ORIENT_FW, 10, 4), 0, 1, 2, 3);
    assert_rect(rect_orient(r, ORIENT_FS, 10, 4), 1, 2, 3, 4);
    assert_rect(rect_orient(r, ORIENT_FE, 10, 4), 2, 7, 4, 9);
    assert_rect(rect_orient(r, ORIENT_W, 0, 0), -2, 1, 0, 3);
}

static void test_rectangles(void **state)
{
    (void)state;
    const struct layout_rect a = {0, 0, 10, 10};
    assert_true(rect_overlap(a, (struct layout_rect){9, 9, 12, 12}));
    assert_false(rect_overlap(a, (struct layout_rect){10, 0, 12, 10}));
    assert_true(rect_meet(a, (struct layout_rect){10, 10, 12, 12}));
    assert_false(rect_meet(a, (struct layout_rect){11, 0, 12, 10}));
    assert_true(rect_holds(a, (struct layout_rect){0, 0, 10, 10}));
    assert_false(rect_holds(a, (struct layout_rect){0, 0, 10, 11}));
    assert_rect(rect_join(a, (struct layout_rect){-1, 5, 3, 20}), -1, 0, 10, 20);
    assert_rect(rect_grow(rect_move(a, 5, -5), 2), 3, -7, 17, 7);
}

static void test_segments(void **state)
{
    (void)state;
    struct placed_wire wire = {
        .x0 = 10, .y0 = 20, .x1 = 50, .y1 = 20, .width = 6, .ext0 = 3, .ext1 = 1};
    assert_rect(wire_segment_rect(&wire), 7, 17, 51, 23);
    wire.x0 = 90;
    assert_rect(wire_segment_rect(&wire), 49, 17, 93, 23);
    wire = (struct placed_wire){.x0 = 5, .y0 = 8, .x1 = 5, .y1 = 2, .width = 4};
    assert_rect(wire_segment_rect(&wire), 3, 2, 7, 8);
    wire.y1 = 8;
    wire.ext0 = wire.ext1 = 2;
    assert_rect(wire_segment_rect(&wire), 3, 6, 7, 10);
}

/* The counter, counted in another way. */
static void test_counter(void **state)
{
    (void)state;
    struct layout layout;
    struct shapes shapes;
    layout_read(&layout, quad_lef, counter_def);
    assert_int_equal(shapes_make(&shapes, &layout, NULL), STATUS_OK);
    const struct placed *placed = &layout.placed;
    assert_int_equal(placed->scale, 2);
    uint32_t kinds[SHAPE_WIRE + 1] = {0};
    for (uint32_t i = 0; i < shapes.count; i++)
        kinds[shapes.shapes[i].kind]++;
    assert_int_equal(kinds[SHAPE_PORT], 14);
    assert_int_equal(kinds[SHAPE_BLOCKAGE], 1); /* the other one is for placement */
    assert_int_equal(kinds[SHAPE_WIRE], 0);
    /* 7 rails and 2 straps; at each rail two vias of 4 rectangles and one of 4 */
    assert_int_equal(kinds[SHAPE_SPECIAL], 7 + 2 + 7 * 12);
    assert_int_equal(kinds[SHAPE_OBS], 8 * 1 + 8 * 5); /* XOR2 and DFF */
    assert_int_equal(shapes.first_blockage - shapes.first_obs, kinds[SHAPE_OBS]);
    assert_int_equal(shapes.first_wire, shapes.count);
    for (uint32_t pin = 0; pin < placed->pin_count; pin++)
        for (uint32_t i = shapes.pin_first[pin]; i < shapes.pin_first[pin + 1]; i++) {
            assert_int_equal(shapes.shapes[i].owner, pin);
            assert_int_equal(shapes.shapes[i].net, placed->pin_net[pin]);
            assert_true(rect_holds(rect_grow(placed->die_box, 1000), shapes.shapes[i].rect));
        }
    shapes_destroy(&shapes);
    shapes_destroy(NULL);
    layout_destroy(&layout);
    layout_destroy(NULL);
}

/* One component in each orientation: its pin is where rect_orient and the place put it. */
static void test_component(void **state)
{
    (void)state;
    static const char *const ORIENT[] = {"N", "W", "S", "E", "FN", "FW", "FS", "FE"};
    const struct layout_rect pin = {200, 3200, 800,
                                    4800}; /* A of INV, 0.1 1.6 0.4 2.4 um, half dbu */
    for (int i = 0; i < 8; i++) {
        struct layout layout;
        struct shapes shapes;
        char text[64];
        snprintf(text, sizeof text, "EXTRA INV + PLACED ( 7000 9000 ) %s ; - fill_0 ", ORIENT[i]);
        char *one = text_edit(counter_def, "COMPONENTS 103", "COMPONENTS 104");
        char *def = text_edit(one, "fill_0 ", text);
        layout_read(&layout, quad_lef, def);
        assert_int_equal(shapes_make(&shapes, &layout, NULL), STATUS_OK);
        uint32_t extra = names_find(&layout.placed.component_names, "EXTRA", 5);
        const struct placed_component *component = &layout.placed.components[extra];
        assert_int_equal(component->orient, i);
        struct layout_rect want = rect_orient(pin, (enum orient)i, 3000, 10000);
        want = rect_move(want, 14000, 18000);
        const struct shape *shape = &shapes.shapes[shapes.pin_first[component->first_pin]];
        assert_rect(shape->rect, want.x0, want.y0, want.x1, want.y1);
        assert_int_equal(shape->net, NET_NONE);
        assert_string_equal(layout_pin_name(&layout, component->first_pin + 1, text, sizeof text),
                            "EXTRA/Y");
        shapes_destroy(&shapes);
        layout_destroy(&layout);
        free(one);
        free(def);
    }
}

/* Equal blockages are kept once; those that differ in anything are all kept. */
static void test_doubles(void **state)
{
    (void)state;
    struct layout layout;
    struct shapes shapes;
    char *def = text_edit(counter_def, "BLOCKAGES 2 ;",
                          "BLOCKAGES 8 ;\n"
                          "- LAYER metal4 RECT ( 0 0 ) ( 10 20 ) ;\n"
                          "- LAYER metal4 RECT ( 16000 15000 ) ( 18000 19000 ) ;\n"
                          "- LAYER metal4 + SPACING 50 RECT ( 0 0 ) ( 10 20 ) ;\n"
                          "- LAYER metal4 + DESIGNRULEWIDTH 50 RECT ( 0 0 ) ( 10 20 ) ;\n"
                          "- LAYER metal4 RECT ( 0 0 ) ( 10 20 ) RECT ( 0 0 ) ( 10 22 ) ;\n"
                          "- LAYER metal3 RECT ( 0 0 ) ( 10 20 ) ;\n");
    layout_read(&layout, quad_lef, def);
    assert_int_equal(layout.placed.blockage_count, 9);
    assert_int_equal(shapes_make(&shapes, &layout, NULL), STATUS_OK);
    const uint32_t owners[] = {0, 1, 2, 3, 5, 6}; /* 4 is 0 again, 7 is 1, 8 is for placement */
    assert_int_equal(shapes.first_special - shapes.first_blockage, 6);
    assert_int_equal(shapes.first_blockage - shapes.first_obs, 8 * 1 + 8 * 5);
    for (uint32_t i = 0; i < 6; i++) {
        const struct shape *shape = &shapes.shapes[shapes.first_blockage + i];
        assert_int_equal(shape->kind, SHAPE_BLOCKAGE);
        assert_int_equal(shape->owner, owners[i]);
    }
    assert_int_equal(shapes.shapes[shapes.first_blockage - 1].kind, SHAPE_OBS);
    assert_int_equal(shapes.shapes[shapes.first_special].kind, SHAPE_SPECIAL);
    shapes_destroy(&shapes);
    layout_destroy(&layout);
    free(def);
}

/* The same for the obstructions of a cell, in each of its components. */
static void test_double_obstructions(void **state)
{
    (void)state;
    struct layout layout;
    struct shapes shapes;
    uint32_t count[2];
    char *twice = text_edit(quad_lef, "  OBS\n",
                            "  OBS\n    LAYER metal1 ;\n"
                            "      RECT 0.1 0.1 0.2 0.2 ;\n"
                            "      RECT 0.1 0.1 0.2 0.2 ;\n");
    char *once = text_edit(quad_lef, "  OBS\n",
                           "  OBS\n    LAYER metal1 ;\n"
                           "      RECT 0.1 0.1 0.2 0.2 ;\n");
    for (int i = 0; i < 2; i++) {
        layout_read(&layout, i == 0 ? once : twice, counter_def);
        assert_int_equal(shapes_make(&shapes, &layout, NULL), STATUS_OK);
        count[i] = shapes.count;
        assert_int_equal(shapes.first_blockage - shapes.first_obs, 8 * 1 + 8 * 5 + 8);
        shapes_destroy(&shapes);
        layout_destroy(&layout);
    }
    assert_int_equal(count[0], count[1]);
    free(twice);
    free(once);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orientations),
        cmocka_unit_test(test_rectangles),
        cmocka_unit_test(test_segments),
        cmocka_unit_test(test_counter),
        cmocka_unit_test(test_component),
        cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_double_obstructions),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
