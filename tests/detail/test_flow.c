/* test_flow: owners, pin access, vias, and the rounds for few open nets, in a tiny technology. */
#include "tests/support/tiny_model.h"

static void owners_follow_from_metal(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_pair(&t, 5, 5, 15, 5);
    tiny_block(&t, 0, (struct layout_rect){114, 54, 116, 66}); /* between columns 10 and 11 */
    tiny_route(&flow, &t, 40, 1);
    const struct lattice *lattice = &flow.lattice;
    const struct cell *pin = &lattice->cells[0][lattice_node(lattice, 0, 5, 5)];
    assert_int_equal(cell_own(lattice, pin, 0), 1);
    assert_int_equal(cell_own(lattice, pin, 1), 1);
    assert_int_equal(cell_own(lattice, &lattice->cells[0][lattice_node(lattice, 0, 3, 5)], 0),
                     LATTICE_FREE);
    assert_int_equal(cell_own(lattice, &lattice->cells[0][lattice_node(lattice, 0, 10, 5)], 0),
                     LATTICE_CLOSED);
    assert_int_equal(cell_own(lattice, &lattice->cells[0][lattice_node(lattice, 0, 10, 8)], 0),
                     LATTICE_FREE);
    assert_int_equal(flow.nets[0].state, FLOW_ROUTED);
    assert_true(flow.trees[0].wire_count > 1); /* around the block */
    flow_destroy(&flow);
}

static void a_pin_off_the_lines_gets_lines_of_its_own(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_make(&t);
    tiny_pin(&t, 0, 0, (struct layout_rect){33, 33, 37, 37});
    tiny_pin_at(&t, 0, 15, 3);
    tiny_route(&flow, &t, 40, 1);
    assert_int_equal(flow.nets[0].state, FLOW_ROUTED);
    assert_int_equal(flow.lattice.layers[0].x.count, TINY_LINES + 1);
    flow_destroy(&flow);
}

static void wide_pins_get_vias_of_many_cuts(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    struct tech_minimum_cut rule = {
        .width = 10, .cuts = 2, .from_above = true, .length = LENGTH_NONE};
    tiny_make(&t);
    t.layers[0].cuts = &rule;
    t.layers[0].cut_count = 1;
    t.layers[0].straight = true; /* rows apart: there has to be a via at each pin */
    t.vias[2] = (struct model_via){
        0, 0, 2, {{-9, -3, 9, 3}, {-9, -3, 9, 3}}, {-6, -1, 6, 1}, {false, false}};
    t.model.via_count = 3;
    tiny_pin(&t, 0, 0, (struct layout_rect){40, 40, 80, 80});
    tiny_pin_at(&t, 0, 15, 15);
    tiny_block(&t, 0, (struct layout_rect){95, 30, 99, 90}); /* no wire can leave the wide pin */
    tiny_block(&t, 0, (struct layout_rect){21, 30, 25, 90});
    tiny_route(&flow, &t, 40, 1);
    assert_int_equal(flow.nets[0].state, FLOW_ROUTED);
    uint32_t two = 0, one = 0;
    for (size_t i = 0; i < flow.trees[0].via_count; i++) {
        const struct net_tree_via *via = &flow.trees[0].vias[i];
        bool at_pin = flow.lattice.layers[0].x.at[via->ix] <= 80 &&
                      flow.lattice.layers[0].y.at[via->iy] <= 80;
        uint32_t holes = t.vias[flow.lattice.cuts[via->cut].via[via->variant]].holes;
        two += via->cut == 0 && at_pin && holes == 2;
        one += via->cut == 0 && at_pin && holes == 1;
    }
    assert_int_equal(two, 1);
    assert_int_equal(one, 0);
    flow_destroy(&flow);
}

/* Layer 1 is vertical and allows rectangles only; a pin is across it. A via whose upper pad is
 * across it, too, is used within the pin only. */
static void a_pin_across_rectangles_is_reached(void **state)
{
    (void)state;
    for (uint32_t across = 0; across < 2; across++) {
        struct tiny t;
        struct flow flow;
        tiny_make(&t);
        t.layers[1].rectangles = t.layers[1].straight = true;
        t.vias[0].pad[1] = t.vias[1].pad[0] = (struct layout_rect){-2, -3, 2, 3};
        t.vias[2] = (struct model_via){
            0, 0, 1, {{-5, -3, 5, 3}, {-3, -2, 3, 2}}, {-1, -1, 1, 1}, {false, true}};
        t.model.via_count = 2 + across;
        tiny_pin(&t, 0, 1, (struct layout_rect){40, 58, 80, 62});
        tiny_pin_at(&t, 0, 15, 15);
        tiny_route(&flow, &t, 40, 1);
        assert_int_equal(flow.nets[0].state, across ? FLOW_ROUTED : FLOW_NO_ACCESS);
        uint32_t used = 0;
        for (size_t i = 0; i < flow.trees[0].via_count; i++) {
            const struct net_tree_via *via = &flow.trees[0].vias[i];
            if (via->cut != 0 || flow.lattice.cuts[0].via[via->variant] != 2)
                continue;
            used++;
            assert_true(
                rect_holds((struct layout_rect){40, 58, 80, 62},
                           lattice_pad_box(&flow.lattice, 0, via->variant, via->ix, via->iy, 1)));
        }
        assert_int_equal(used, across);
        flow_destroy(&flow);
    }
}

/* An obstruction covers a pin: a via whose pad is within the pin is allowed. */
static void a_pin_in_an_obstruction_is_reached(void **state)
{
    (void)state;
    for (uint32_t large = 0; large < 2; large++) {
        struct tiny t;
        struct flow flow;
        tiny_make(&t);
        tiny_pin(&t, 0, 0,
                 large ? (struct layout_rect){55, 57, 65, 63}
                       : (struct layout_rect){57, 57, 63, 63});
        tiny_pin_at(&t, 0, 15, 5);
        tiny_block(&t, 0, (struct layout_rect){35, 35, 85, 85});
        tiny_route(&flow, &t, 40, 1);
        assert_int_equal(flow.nets[0].state, large ? FLOW_ROUTED : FLOW_NO_ACCESS);
        for (size_t i = 0; i < flow.trees[0].wire_count; i++)
            assert_true(flow.trees[0].wires[i].layer > 0 || flow.trees[0].wires[i].ix0 > 5);
        flow_destroy(&flow);
    }
}

static void a_closed_pin_is_named(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_pair(&t, 5, 5, 15, 5);
    for (uint32_t l = 0; l < 2; l++)
        tiny_block(&t, 2 * l, (struct layout_rect){145, 45, 175, 75});
    tiny_route(&flow, &t, 40, 1);
    assert_int_equal(flow.nets[0].state, FLOW_NO_ACCESS);
    assert_int_equal(flow.nets[0].pin, 1);
    assert_int_equal(flow.trees[0].wire_count, 0);
    flow_destroy(&flow);
}

/* Vias for use within pins only, although the smallest, do not take all variants. */
static void vias_in_pins_leave_places(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_make(&t);
    t.layers[0].straight = true; /* rows apart: the net has to change layers */
    const struct model_via below = t.vias[0], above = t.vias[1];
    for (uint32_t v = 0; v < LATTICE_VARIANTS; v++) {
        t.vias[v] = below;
        t.vias[v].in_pins[1] = true;
    }
    t.vias[LATTICE_VARIANTS] = below;
    t.vias[LATTICE_VARIANTS + 1] = above;
    t.model.via_count = LATTICE_VARIANTS + 2;
    tiny_pin_at(&t, 0, 5, 5);
    tiny_pin_at(&t, 0, 15, 15);
    tiny_route(&flow, &t, 40, 1);
    assert_int_equal(flow.nets[0].state, FLOW_ROUTED);
    flow_destroy(&flow);
}

static void count_routing(void *context, const char *stage, unsigned round, size_t done, size_t all)
{
    (void)round;
    (void)done;
    (void)all;
    *(uint32_t *)context += strcmp(stage, "routing") == 0;
}

/* One open net gets a second negotiation if it is one of 1024 nets or more. */
static void few_open_nets_get_more_rounds(void **state)
{
    (void)state;
    enum { NETS = 1024, ROW = 32, PINS = 2 * NETS, LINES = 4 * ROW };
    static struct model_shape shapes[PINS + 2];
    static uint32_t pin_net[PINS], net_pins[NETS + 1], pin_shapes[PINS + 1];
    static int32_t line[LINES];
    for (uint32_t i = 0; i < LINES; i++)
        line[i] = 10 * ((int32_t)i + 1);
    for (uint32_t nets = NETS - 1; nets <= NETS; nets++) {
        struct tiny t;
        struct flow flow;
        uint32_t runs = 0;
        const struct flow_options options = {
            .last = 2, .rounds = 40, .threads = 1, .progress = count_routing, .context = &runs};
        tiny_make(&t);
        for (uint32_t l = 0; l < 3; l++) {
            t.layers[l].x = t.layers[l].y = line;
            *(l == 1 ? &t.layers[l].x_count : &t.layers[l].y_count) = LINES;
        }
        for (uint32_t pin = 0; pin < 2 * nets; pin++) {
            const uint32_t net = pin_net[pin] = pin / 2;
            const int32_t x = line[4 * (net % ROW) + 2 * (pin % 2)], y = line[4 * (net / ROW)];
            shapes[pin] =
                (struct model_shape){0, {x - 3, y - 3, x + 3, y + 3}, net, pin, -1, -1, true};
            net_pins[net + 1] = pin_shapes[pin + 1] = pin + 1;
        }
        for (uint32_t l = 0; l < 2; l++) /* over the first pin */
            shapes[2 * nets + l] = (struct model_shape){
                2 * l, {-5, -5, 25, 25}, MODEL_OBSTRUCTION, MODEL_NONE, -1, -1, false};
        t.model.die = (struct layout_rect){0, 0, 10 * (LINES + 1), 10 * (LINES + 1)};
        t.model.net_count = nets;
        t.model.pin_count = 2 * nets;
        t.model.shape_count = 2 * nets + 2;
        t.model.shapes = shapes;
        t.model.pin_net = pin_net;
        t.model.net_pins = net_pins;
        t.model.pin_shapes = pin_shapes;
        assert_int_equal(flow_route(&flow, &t.model, &options, NULL), STATUS_OK);
        for (uint32_t net = 0; net < nets; net++)
            assert_int_equal(flow.nets[net].state, net == 0 ? FLOW_NO_ACCESS : FLOW_ROUTED);
        assert_int_equal(runs, nets < NETS ? 1 : 2);
        flow_destroy(&flow);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(owners_follow_from_metal),
        cmocka_unit_test(a_pin_off_the_lines_gets_lines_of_its_own),
        cmocka_unit_test(wide_pins_get_vias_of_many_cuts),
        cmocka_unit_test(a_pin_across_rectangles_is_reached),
        cmocka_unit_test(a_pin_in_an_obstruction_is_reached),
        cmocka_unit_test(a_closed_pin_is_named),
        cmocka_unit_test(vias_in_pins_leave_places),
        cmocka_unit_test(few_open_nets_get_more_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
