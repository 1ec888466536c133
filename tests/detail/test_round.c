/* test_round: negotiation of nets in conflict, and its early end, in a tiny technology. */
#include "router/detail/round.h"
#include "tests/support/tiny_model.h"

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
    tiny_route(&flow, &t, 40, 1);
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
    for (uint32_t rounds = 1; rounds < 40; rounds += 38) {
        struct tiny t;
        struct flow one, many;
        make_crowd(&t);
        tiny_route(&one, &t, rounds, 1);
        tiny_route(&many, &t, rounds, 3);
        for (uint32_t n = 0; n < 6; n++) {
            const struct net_tree *a = &one.trees[n];
            const struct net_tree *b = &many.trees[n];
            assert_false(a->complete && net_tree_in_conflict(a, &one.lattice));
            assert_int_equal(a->wire_count, b->wire_count);
            assert_int_equal(a->via_count, b->via_count);
            assert_memory_equal(a->wires, b->wires, a->wire_count * sizeof *a->wires);
            assert_memory_equal(a->vias, b->vias, a->via_count * sizeof *a->vias);
        }
        flow_destroy(&one);
        flow_destroy(&many);
    }
}

static bool is_stopped(void *context)
{
    (void)context;
    return true;
}

/* Trees of a crowd after one round, of which those in conflict are then taken out from the end of
 * the order, after a stop: in a loop (threads 0), or as a round does it. Returns which are left, a
 * bit each. */
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
    tiny_route(&flow, &t, 40, 1);
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
    all.stop = is_stopped;
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

/* Two nets on both sides of a wall, which leaves row 9 of layer 0 open. */
static void make_gap(struct tiny *t)
{
    tiny_make(t);
    for (uint32_t n = 0; n < 2; n++) {
        tiny_pin_at(t, n, 2, 7 + 4 * n);
        tiny_pin_at(t, n, 16, 7 + 4 * n);
    }
    for (uint32_t level = 0; level < 5; level += 2) {
        tiny_block(t, level, (struct layout_rect){95, 0, 105, level > 0 ? 200 : 93});
        tiny_block(t, level, (struct layout_rect){95, level > 0 ? 0 : 107, 105, 200});
    }
}

/* Two nets have one gap: one of them is taken out after the last round. */
static void one_net_leaves_a_gap(void **state)
{
    (void)state;
    for (uint32_t rounds = 1; rounds < 40; rounds += 38) {
        struct tiny t;
        struct flow flow;
        make_gap(&t);
        tiny_route(&flow, &t, rounds, 1);
        assert_int_equal(flow.trees[0].complete + flow.trees[1].complete, 1);
        assert_int_equal(flow.nets[flow.trees[0].complete].state, FLOW_NO_WAY);
        flow_destroy(&flow);
    }
}

/* Two nets have one gap. The first has no conflict when a round begins in which the second comes:
 * the next round looks at both. */
static void a_net_nearby_makes_a_net_unclean(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    struct round round;
    struct grower grower = {0};
    struct workers *workers = NULL;
    static const uint32_t order[] = {0, 1};
    size_t left = 0;
    make_gap(&t);
    tiny_route(&flow, &t, 40, 1);
    for (uint32_t n = 0; n < 2; n++)
        if (flow.trees[n].complete)
            net_tree_rip_up(&flow.trees[n], &flow.lattice);
    assert_int_equal(workers_create(&workers, 1, NULL), STATUS_OK);
    assert_int_equal(grower_create(&grower, &flow.lattice, &flow.access, NULL), STATUS_OK);
    struct pathfinder all = {&flow.lattice, &grower, 1, workers, flow.trees, order, .count = 2};
    const struct costs costs = pathfinder_costs(&flow.lattice, 0, false); /* conflicts are free */
    assert_int_equal(round_create(&round, &all, NULL), STATUS_OK);
    for (all.count = 1; all.count <= 2; all.count++) {
        assert_int_equal(round_run(&round, &costs, 0, &left, NULL), STATUS_OK);
        assert_int_equal(round.turn_count, 1);
        assert_true(flow.trees[all.count - 1].complete);
    }
    all.count = 2;
    assert_int_equal(round_run(&round, &costs, 0, &left, NULL), STATUS_OK);
    assert_int_equal(round.turn_count, 2);
    grower_destroy(&grower);
    round_destroy(&round);
    workers_destroy(workers);
    flow_destroy(&flow);
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
        tiny_pair(&t, 5, 5, 15, 5);
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
                if (flow.trees[n].complete) {
                    assert_false(net_tree_in_conflict(&flow.trees[n], &flow.lattice));
                    net_tree_count(&flow.trees[n], &flow.lattice, -1);
                }
        for (uint32_t i = 0; flow.growers != NULL && i < flow.lattice.node_count; i++)
            assert_int_equal(cell_costs(&flow.lattice, &flow.lattice.cells[0][i]).count, 0);
        flow_destroy(&flow);
    }
    assert_true(most < 3 * 6); /* a round has 4 turns for each net */
    assert_true(kept > 0);
}

/* Two nets of a round begin `apart` pitches from each other, at each place relative to the bins:
 * true if their units share a bin in all places, or, without `all_places`, in one. The tree of the
 * first net is `more` pitches longer than needed. */
static bool share_bins(uint32_t apart, uint32_t more, bool all_places)
{
    static int32_t columns[256];
    uint32_t shared = 0;
    for (uint32_t i = 0; i < 256; i++)
        columns[i] = 10 * ((int32_t)i + 1);
    for (uint32_t at = 10; at < 42; at++) {
        struct tiny t;
        struct flow flow;
        struct round round;
        struct grower grower;
        static const uint32_t order[] = {0, 1};
        size_t left;
        tiny_make(&t);
        t.model.die.x1 = 2560;
        t.layers[1].x = columns;
        t.layers[1].x_count = 256;
        for (uint32_t pin = 0; pin < 4; pin++)
            tiny_pin_at(&t, pin / 2, at + pin / 2 * apart + pin % 2 * 4, 9);
        tiny_route(&flow, &t, 1, 1);
        struct pathfinder all = {&flow.lattice, &grower, 1, NULL, flow.trees, order, .count = 2};
        const struct costs costs = pathfinder_costs(&flow.lattice, 0, true);
        struct net_tree_wire *wire = &flow.trees[0].wires[0];
        net_tree_count(&flow.trees[0], &flow.lattice, -1);
        *(wire->ix0 > wire->ix1 ? &wire->ix0 : &wire->ix1) += (uint16_t)more;
        net_tree_count(&flow.trees[0], &flow.lattice, 1);
        assert_int_equal(grower_create(&grower, &flow.lattice, &flow.access, NULL), STATUS_OK);
        assert_int_equal(round_create(&round, &all, NULL), STATUS_OK);
        assert_int_equal(round_run(&round, &costs, 0, &left, NULL), STATUS_OK);
        assert_int_equal(round.groups.unit_count, 2);
        const struct box a = round.groups.units[0].window, b = round.groups.units[1].window;
        shared += b.x0 <= a.x1;
        grower_destroy(&grower);
        round_destroy(&round);
        flow_destroy(&flow);
    }
    return all_places ? shared == 32 : shared > 0;
}

/* A net waits for one whose window or tree is up to 26 units from its window: so far reaches metal
 * at both borders. The windows are 18 and 28 units apart where their nets are 57 and 58 pitches. */
static void near_windows_wait(void **state)
{
    (void)state;
    assert_true(share_bins(57, 0, true));
    assert_false(share_bins(58, 0, true));
    assert_false(share_bins(130, 0, false));
    assert_true(share_bins(130, 100, true)); /* its old tree is at the window of the second */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_conflict_is_left),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(conflicts_go_from_the_end),
        cmocka_unit_test(one_net_leaves_a_gap),
        cmocka_unit_test(a_net_nearby_makes_a_net_unclean),
        cmocka_unit_test(an_early_end_is_told),
        cmocka_unit_test(a_stop_ends_the_round),
        cmocka_unit_test(near_windows_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
