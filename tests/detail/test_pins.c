/* test_pins: pins smaller than the minimum area, and lines for pins off the tracks. */
#include <stdlib.h>

#include "tests/support/tiny_model.h"

/* Obstructions around a box, which leave little room for patches. */
static void ring(struct tiny *t, struct layout_rect box, int32_t away)
{
    struct layout_rect in = rect_grow(box, away), out = rect_grow(box, away + 4);
    tiny_block(t, 0, (struct layout_rect){out.x0, out.y0, in.x0, out.y1});
    tiny_block(t, 0, (struct layout_rect){in.x1, out.y0, out.x1, out.y1});
    tiny_block(t, 0, (struct layout_rect){in.x0, out.y0, in.x1, in.y0});
    tiny_block(t, 0, (struct layout_rect){in.x0, in.y1, in.x1, out.y1});
}

/* A net from a pin of the given shape to a large one. The minimum area is larger than the pin with
 * any patch that fits. */
static void make(struct tiny *t, struct layout_rect pin)
{
    tiny_make(t);
    t->layers[0].area = 600;
    tiny_pin(t, 0, 0, pin);
    tiny_pin(t, 0, 0, (struct layout_rect){140, 5, 180, 25});
}

static const struct net_tree_via *via_near(const struct flow *flow, int32_t x, int32_t y)
{
    const struct net_tree *tree = &flow->trees[0];
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct lattice_layer *layer = &flow->lattice.layers[tree->vias[i].cut];
        if (tree->vias[i].cut == 0 && abs(layer->x.at[tree->vias[i].ix] - x) < 10 &&
            abs(layer->y.at[tree->vias[i].iy] - y) < 20)
            return &tree->vias[i];
    }
    return NULL;
}

/* A pad within the pin adds no metal, and the pin on its own is no violation. */
static void a_small_pin_is_right_as_it_is(void **state)
{
    (void)state;
    const struct layout_rect pin = {54, 56, 66, 64};
    struct tiny t;
    struct flow flow;
    make(&t, pin);
    ring(&t, pin, 5);
    tiny_route(&flow, &t, 40, 1);
    assert_int_equal(flow.nets[0].state, FLOW_ROUTED);
    assert_int_equal(flow.mender.patch_count, 0);
    assert_non_null(via_near(&flow, 60, 60));
    flow_destroy(&flow);
}

/* The pad on the nearer row extends the pin, the pad on the farther row does not. */
static void a_pad_within_a_small_pin_is_preferred(void **state)
{
    (void)state;
    const struct layout_rect pin = {54, 58, 66, 77};
    struct tiny t;
    struct flow flow;
    make(&t, pin);
    ring(&t, pin, 5);
    tiny_route(&flow, &t, 40, 1);
    assert_int_equal(flow.nets[0].state, FLOW_ROUTED);
    const struct net_tree_via *via = via_near(&flow, 60, 65);
    assert_non_null(via);
    assert_int_equal(flow.lattice.layers[0].y.at[via->iy], 70);
    flow_destroy(&flow);
}

/* Vias on both tracks touch the pin, but extend it: it needs a column, and no row. */
static void a_small_pin_between_tracks_gets_a_column(void **state)
{
    (void)state;
    const struct layout_rect pin = {59, 56, 71, 64};
    struct tiny t;
    struct flow flow;
    make(&t, pin);
    ring(&t, pin, 9);
    tiny_route(&flow, &t, 40, 1);
    assert_int_equal(flow.nets[0].state, FLOW_ROUTED);
    assert_int_equal(flow.lattice.layers[0].x.count, TINY_LINES + 1);
    assert_int_equal(flow.lattice.layers[1].x.count, TINY_LINES + 1);
    assert_int_equal(flow.lattice.layers[2].x.count, TINY_LINES);
    assert_int_equal(flow.lattice.layers[0].y.count, TINY_LINES);
    flow_destroy(&flow);
}

/* One column serves two pins. */
static void a_line_serves_several_pins(void **state)
{
    (void)state;
    const struct layout_rect pins[2] = {{59, 56, 71, 64}, {60, 106, 72, 114}};
    struct tiny t;
    struct flow flow;
    make(&t, pins[0]);
    tiny_pin(&t, 1, 0, pins[1]);
    tiny_pin(&t, 1, 0, (struct layout_rect){140, 105, 180, 125});
    ring(&t, pins[0], 9);
    ring(&t, pins[1], 9);
    tiny_route(&flow, &t, 40, 1);
    assert_int_equal(flow.nets[0].state, FLOW_ROUTED);
    assert_int_equal(flow.nets[1].state, FLOW_ROUTED);
    assert_int_equal(flow.lattice.layers[0].x.count, TINY_LINES + 1);
    flow_destroy(&flow);
}

/* The column through the shape that needs least ends under an obstruction, so the pin gets all
 * lines. */
static void a_blocked_shape_is_not_all(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_make(&t);
    tiny_pin(&t, 0, 0, (struct layout_rect){59, 56, 71, 64}); /* lacks a column */
    t.shapes[t.model.shape_count++] =
        (struct model_shape){0, {119, 121, 131, 129}, 0, 0, -1, -1, true}; /* lacks both */
    t.pin_shapes[1] = t.model.shape_count;
    tiny_pin_at(&t, 0, 15, 3);
    for (int32_t side = 0; side < 2; side++)
        tiny_block(&t, 2 * (uint32_t)side,
                   (struct layout_rect){51, 51 - side, 79, 54}); /* beside the first shape */
    tiny_block(&t, 2, (struct layout_rect){40, 40, 90, 80});
    tiny_block(&t, 0, (struct layout_rect){51, 66, 79, 69});
    tiny_route(&flow, &t, 40, 1);
    assert_int_equal(flow.nets[0].state, FLOW_ROUTED);
    assert_true(axis_find(&flow.lattice.layers[0].x, 125) <
                axis_find(&flow.lattice.layers[0].x, 126));
    flow_destroy(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_pin_is_right_as_it_is),
        cmocka_unit_test(a_pad_within_a_small_pin_is_preferred),
        cmocka_unit_test(a_small_pin_between_tracks_gets_a_column),
        cmocka_unit_test(a_line_serves_several_pins),
        cmocka_unit_test(a_blocked_shape_is_not_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
