/* test_flow: owners, pin access, patches and negotiation, in a tiny technology. */
#include "router/detail/round.h"
#include "tests/support/tiny_model.h"

static void route_for(struct flow *flow, struct tiny *t, uint32_t rounds, unsigned threads)
{
    struct flow_options options = {.first = 0, .last = 2, .rounds = rounds, .threads = threads};
    assert_int_equal(flow_route(flow, &t->model, &options, NULL), STATUS_OK);
}

static void route(struct flow *flow, struct tiny *t, unsigned threads)
{
    route_for(flow, t, 40, threads);
}

static void owners_follow_from_metal(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_make(&t);
    tiny_pin_at(&t, 0, 5, 5);
    tiny_pin_at(&t, 0, 15, 5);
    tiny_block(&t, 0, (struct layout_rect){114, 54, 116, 66}); /* between columns 10 and 11 */
    route(&flow, &t, 1);
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
    route(&flow, &t, 1);
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
    route(&flow, &t, 1);
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
        route(&flow, &t, 1);
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
        route(&flow, &t, 1);
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
    tiny_make(&t);
    tiny_pin_at(&t, 0, 5, 5);
    tiny_pin_at(&t, 0, 15, 5);
    for (uint32_t l = 0; l < 2; l++)
        tiny_block(&t, 2 * l, (struct layout_rect){145, 45, 175, 75});
    route(&flow, &t, 1);
    assert_int_equal(flow.nets[0].state, FLOW_NO_ACCESS);
    assert_int_equal(flow.nets[0].pin, 1);
    assert_int_equal(flow.trees[0].wire_count, 0);
    flow_destroy(&flow);
}

/* Each pair of nets competes for the same lines. */
static void make_crowd(struct tiny *t)
{
    tiny_make(t);
    for (uint32_t n = 0; n < 6; n++) {
        tiny_pin_at(t, n, 2, 4 + 2 * n);
        tiny_pin_at(t, n, 16, 4 + 2 * ((n + 3) % 6));
    }
}

static void no_conflict_is_left(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    make_crowd(&t);
    route(&flow, &t, 1);
    for (uint32_t n = 0; n < 6; n++) {
        assert_int_equal(flow.nets[n].state, FLOW_ROUTED);
        net_tree_count(&flow.trees[n], &flow.lattice, -1);
        assert_int_equal(net_tree_conflicts(&flow.trees[n], &flow.lattice, 0), 0);
        net_tree_count(&flow.trees[n], &flow.lattice, 1);
    }
    for (uint32_t n = 0; n < 6; n++)
        net_tree_count(&flow.trees[n], &flow.lattice, -1);
    for (uint32_t i = 0; i < flow.lattice.node_count; i++)
        assert_int_equal(cell_costs(&flow.lattice, &flow.lattice.cells[0][i]).count, 0);
    flow_destroy(&flow);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    for (uint32_t rounds = 1; rounds < 40; rounds += 38) { /* after one, trees in conflict go */
        struct tiny t;
        struct flow one, many;
        make_crowd(&t);
        route_for(&one, &t, rounds, 1);
        route_for(&many, &t, rounds, 3);
        for (uint32_t n = 0; n < 6; n++) {
            const struct net_tree *a = &one.trees[n];
            const struct net_tree *b = &many.trees[n];
            assert_int_equal(a->wire_count, b->wire_count);
            assert_int_equal(a->via_count, b->via_count);
            assert_memory_equal(a->wires, b->wires, a->wire_count * sizeof *a->wires);
            assert_memory_equal(a->vias, b->vias, a->via_count * sizeof *a->vias);
        }
        flow_destroy(&one);
        flow_destroy(&many);
    }
}

/* Trees of a crowd after one round, of which those in conflict are then taken out from the end of
 * the order: in a loop (threads 0), or as a round does it. Returns which are left, a bit each. */
static uint32_t left_of_crowd(unsigned threads)
{
    struct tiny t;
    struct flow flow;
    struct round round;
    struct grower growers[3] = {0};
    struct workers *workers = NULL;
    static const uint32_t order[] = {3, 5, 1, 0, 4, 2};
    size_t dropped = 0, left = 0;
    uint32_t mask = 0;
    make_crowd(&t);
    route(&flow, &t, 1);
    struct lattice *lattice = &flow.lattice;
    struct pathfinder all = {lattice, growers,   threads > 0 ? threads : 1, NULL, flow.trees,
                             order,   .count = 6};
    const struct costs costs = pathfinder_costs(lattice, 0, false); /* conflicts are free */
    assert_int_equal(workers_create(&workers, all.threads, NULL), STATUS_OK);
    all.workers = workers;
    for (unsigned g = 0; g < all.threads; g++)
        assert_int_equal(grower_create(&growers[g], lattice, &flow.access, NULL), STATUS_OK);
    for (uint32_t n = 0; n < 6; n++)
        net_tree_rip_up(&flow.trees[n], lattice);
    assert_int_equal(round_create(&round, &all, NULL), STATUS_OK);
    assert_int_equal(round_run(&round, &costs, 0, &left, NULL), STATUS_OK);
    for (uint32_t i = 6; i-- > 0 && threads == 0;)
        if (net_tree_in_conflict(&flow.trees[order[i]], lattice))
            net_tree_rip_up(&flow.trees[order[i]], lattice);
    if (threads > 0)
        assert_int_equal(round_run(&round, NULL, 0, &dropped, NULL), STATUS_OK);
    for (uint32_t n = 0; n < 6; n++) {
        assert_false(flow.trees[n].complete && net_tree_in_conflict(&flow.trees[n], lattice));
        mask |= (uint32_t)flow.trees[n].complete << n;
        left -= flow.trees[n].complete;
    }
    assert_true(left > 0 && (threads == 0 || dropped == left));
    for (unsigned g = 0; g < all.threads; g++)
        grower_destroy(&growers[g]);
    round_destroy(&round);
    workers_destroy(workers);
    flow_destroy(&flow);
    return mask;
}

static void conflicts_go_from_the_end(void **state)
{
    (void)state;
    const uint32_t left = left_of_crowd(0);
    assert_int_not_equal(left, 0);
    for (unsigned threads = 1; threads <= 3; threads++)
        assert_int_equal(left_of_crowd(threads), left);
}

static void small_metal_is_made_larger(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_make(&t);
    t.layers[1].area = 100; /* a pad has 60 */
    tiny_pin_at(&t, 0, 5, 5);
    tiny_pin(&t, 0, 2, (struct layout_rect){57, 57, 63, 63}); /* above it: a stack of two vias */
    route(&flow, &t, 1);
    assert_int_equal(flow.nets[0].state, FLOW_ROUTED);
    assert_int_equal(flow.trees[0].via_count, 2);
    assert_int_equal(flow.mender.patch_count, 1);
    assert_int_equal(flow.mender.patches[0].layer, 1);
    assert_true(rect_long(flow.mender.patches[0].box) >= 10);
    flow_destroy(&flow);
}

/* Small metal of two nets that patches would lengthen toward each other: several threads make the
 * patches of one. */
static void threads_mend_alike(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_make(&t);
    t.layers[1].area = 200; /* a pad is 10 x 6: 7 more on either side of it */
    for (uint32_t net = 0; net < 2; net++) {
        int32_t y = 60 + 20 * (int32_t)net;
        tiny_pin_at(&t, net, 5, 5 + 2 * net);
        tiny_pin(&t, net, 2, (struct layout_rect){57, y - 3, 63, y + 3});
    }
    route(&flow, &t, 1);
    struct mender *m = &flow.mender;
    assert_int_equal(m->patch_count, 2);
    struct patch alone[2] = {m->patches[0], m->patches[1]};
    assert_int_equal(alone[0].box.y1, 70);
    assert_true(rect_gap_y(alone[0].box, alone[1].box) >= 4);
    struct workers *workers = NULL;
    assert_int_equal(workers_create(&workers, 2, NULL), STATUS_OK);
    assert_int_equal(mend(m, flow.trees, workers, NULL), STATUS_OK);
    assert_int_equal(m->patch_count, 2);
    assert_memory_equal(m->patches, alone, sizeof alone);
    flow.trees[0].complete = false;
    mend_forget(m, flow.trees);
    assert_int_equal(m->patch_count, 1);
    assert_int_equal(m->patches[0].net, 1);
    workers_destroy(workers);
    flow_destroy(&flow);
}

/* Metal of two pins of one net, 2 apart under a via's pad on each, is filled. */
static void a_notch_is_filled(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_make(&t);
    tiny_pin_at(&t, 0, 5, 5);
    tiny_pin_at(&t, 0, 5, 15);
    route(&flow, &t, 1);
    struct net_tree *tree = &flow.trees[0];
    struct net_tree_wire by_hand[] = {{1, 0, 5, 8, 5, 10}, {1, 0, 6, 8, 6, 10}};
    t.layers[1].space = 7; /* columns are 6 apart */
    tree->wires[0] = by_hand[0];
    tree->wire_count = 1;
    tree->via_count = 0;
    struct net_tree two = {.wires = by_hand, .wire_count = 2, .complete = true};
    assert_int_equal(mend(&flow.mender, &two, NULL, NULL), STATUS_OK);
    assert_int_equal(flow.mender.fault_count, 0);
    assert_int_equal(flow.mender.patch_count, 1);
    assert_int_equal(flow.mender.patches[0].box.x0, 62);
    assert_int_equal(flow.mender.patches[0].box.x1, 68);
    flow_destroy(&flow);
}

/* Four wires about 6 x 16: the hole is filled where it is smaller than the least area. */
static void a_small_hole_is_filled(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_make(&t);
    tiny_pin_at(&t, 0, 5, 5);
    tiny_pin_at(&t, 0, 5, 15);
    route(&flow, &t, 1);
    struct net_tree_wire ring[] = {
        {1, 0, 5, 8, 5, 10}, {1, 0, 6, 8, 6, 10}, {1, 0, 5, 8, 6, 8}, {1, 0, 5, 10, 6, 10}};
    struct net_tree hole = {.wires = ring, .wire_count = 4, .complete = true};
    for (int64_t least = 96; least <= 97; least++) {
        t.layers[1].hole = least;
        assert_int_equal(mend(&flow.mender, &hole, NULL, NULL), STATUS_OK);
        assert_int_equal(flow.mender.fault_count, 0);
        assert_int_equal(flow.mender.patch_count, least - 96);
    }
    const struct layout_rect filled = {62, 92, 68, 108};
    assert_memory_equal(&flow.mender.patches[0].box, &filled, sizeof filled);
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
    route(&flow, &t, 1);
    assert_int_equal(flow.nets[0].state, FLOW_ROUTED);
    flow_destroy(&flow);
}

static void count_patching(void *context, const char *stage, unsigned round, size_t done,
                           size_t all)
{
    (void)round;
    (void)done;
    (void)all;
    *(uint32_t *)context += strcmp(stage, "patching metal") == 0;
}

/* A net whose metal no patch makes large enough is rerouted 32 times, and then left open. */
static void what_no_patch_mends_is_tried_again(void **state)
{
    (void)state;
    for (uint32_t possible = 0; possible < 2; possible++) {
        struct tiny t;
        struct flow flow;
        uint32_t turns = 0;
        const struct flow_options options = {
            .last = 2, .rounds = 40, .threads = 1, .progress = count_patching, .context = &turns};
        tiny_make(&t);
        t.layers[1].area = possible ? 100 : 1000 * 1000;
        tiny_pin_at(&t, 0, 5, 5);
        tiny_pin(&t, 0, 2, (struct layout_rect){57, 57, 63, 63});
        assert_int_equal(flow_route(&flow, &t.model, &options, NULL), STATUS_OK);
        assert_int_equal(flow.nets[0].state, possible ? FLOW_ROUTED : FLOW_RULE);
        assert_int_equal(turns, possible ? 1 : 1 + 32 + 1); /* the last without a net */
        assert_true(possible || flow.nets[0].fault.rule == MEND_AREA);
        flow_destroy(&flow);
    }
}

static bool is_used_up(void *context)
{
    uint32_t *left = context;
    return *left == 0 || (*left)-- == 0;
}

/* A net of a run that was stopped is not reported as one without a path: whether the stop comes
 * while the lattice, the owners and the pin access are made, or before the first round. */
static void an_early_end_is_told(void **state)
{
    (void)state;
    uint32_t asked = 0, open = 0;
    for (bool ended = true; ended; asked++) {
        struct tiny t;
        struct flow flow;
        uint32_t left = asked;
        const struct flow_options options = {
            .last = 2, .rounds = 40, .threads = 1, .stop = is_used_up, .context = &left};
        tiny_make(&t);
        tiny_pin_at(&t, 0, 5, 5);
        tiny_pin_at(&t, 0, 15, 5);
        assert_int_equal(flow_route(&flow, &t.model, &options, NULL), STATUS_OK);
        ended = flow.nets[0].state == FLOW_ENDED;
        open += ended && flow.growers == NULL;
        assert_true(ended || flow.nets[0].state == FLOW_ROUTED);
        flow_destroy(&flow);
    }
    assert_true(open > 1 && asked > open + 2); /* in the lattice and after it */
}

/* Looks for a stop, with the number of those before it and after it. */
struct flow_stops {
    uint32_t before, after;
};

static bool count_stops(void *context)
{
    struct flow_stops *stops = context;
    stops->before -= stops->before > 0;
    stops->after += stops->before == 0;
    return stops->before == 0;
}

/* After a stop the nets of the round have no more turns, and all trees without conflicts stay. */
static void a_stop_ends_the_round(void **state)
{
    (void)state;
    uint32_t most = 0, kept = 0;
    for (uint32_t look = 1; look < 200; look++) {
        struct tiny t;
        struct flow flow;
        struct flow_stops stops = {.before = look};
        const struct flow_options options = {
            .last = 2, .rounds = 40, .threads = 1, .stop = count_stops, .context = &stops};
        make_crowd(&t);
        assert_int_equal(flow_route(&flow, &t.model, &options, NULL), STATUS_OK);
        for (uint32_t n = 0; n < 6; n++)
            kept += flow.nets[n].state == FLOW_ROUTED;
        most = most > stops.after ? most : stops.after;
        if (flow.growers != NULL)
            for (uint32_t n = 0; n < 6; n++)
                if (flow.trees[n].complete)
                    net_tree_count(&flow.trees[n], &flow.lattice, -1);
        for (uint32_t i = 0; flow.growers != NULL && i < flow.lattice.node_count; i++)
            assert_int_equal(cell_costs(&flow.lattice, &flow.lattice.cells[0][i]).count, 0);
        flow_destroy(&flow);
    }
    assert_true(most < 3 * 6); /* a round has 4 turns for each net */
    assert_true(kept > 0);
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
        cmocka_unit_test(no_conflict_is_left),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(conflicts_go_from_the_end),
        cmocka_unit_test(small_metal_is_made_larger),
        cmocka_unit_test(threads_mend_alike),
        cmocka_unit_test(a_notch_is_filled),
        cmocka_unit_test(a_small_hole_is_filled),
        cmocka_unit_test(vias_in_pins_leave_places),
        cmocka_unit_test(what_no_patch_mends_is_tried_again),
        cmocka_unit_test(an_early_end_is_told),
        cmocka_unit_test(a_stop_ends_the_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
