/* test_mend: patches that fill small metal, notches and holes, in a tiny technology. */
#include "tests/support/tiny_model.h"

static void small_metal_is_made_larger(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_make(&t);
    t.layers[1].area = 100; /* a pad has 60 */
    tiny_pin_at(&t, 0, 5, 5);
    tiny_pin(&t, 0, 2, (struct layout_rect){57, 57, 63, 63}); /* above it: a stack of two vias */
    tiny_route(&flow, &t, 40, 1);
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
    tiny_route(&flow, &t, 40, 1);
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

/* A wire, and 6 from it another one, a pin or fixed metal of its net: the gap is filled. */
static void a_notch_is_filled(void **state)
{
    (void)state;
    enum { WIRE, PIN, FIXED };
    for (uint32_t other = WIRE; other <= FIXED; other++) {
        struct tiny t;
        struct flow flow;
        const struct layout_rect beside = {68, 88, 72, 112};
        tiny_pair(&t, 5, 5, 5, 15);
        if (other == PIN)
            tiny_pin(&t, 0, 1, beside);
        if (other == FIXED) {
            tiny_block(&t, 2, beside);
            t.shapes[t.model.shape_count - 1].net = 0;
        }
        tiny_route(&flow, &t, 40, 1);
        struct net_tree_wire by_hand[] = {{1, 0, 5, 8, 5, 10}, {1, 0, 6, 8, 6, 10}};
        t.layers[1].space = 7;
        struct net_tree tree = {
            .wires = by_hand, .wire_count = other == WIRE ? 2 : 1, .complete = true};
        if (other == WIRE) { /* clean without the second wire, but not with it */
            tree.wire_count = 1;
            assert_int_equal(mend(&flow.mender, &tree, NULL, NULL), STATUS_OK);
            assert_int_equal(flow.mender.patch_count, 0);
            tree.wire_count = 2;
        }
        assert_int_equal(mend(&flow.mender, &tree, NULL, NULL), STATUS_OK);
        assert_int_equal(flow.mender.fault_count, 0);
        assert_int_equal(flow.mender.patch_count, 1);
        assert_int_equal(flow.mender.patches[0].box.x0, 62);
        assert_int_equal(flow.mender.patches[0].box.x1, 68);
        flow_destroy(&flow);
    }
}

/* Four wires about 6 x 16: the hole is filled where it is smaller than the least area. */
static void a_small_hole_is_filled(void **state)
{
    (void)state;
    struct tiny t;
    struct flow flow;
    tiny_pair(&t, 5, 5, 5, 15);
    tiny_route(&flow, &t, 40, 1);
    struct net_tree_wire ring[] = {
        {1, 0, 5, 8, 5, 10}, {1, 0, 6, 8, 6, 10}, {1, 0, 5, 8, 6, 8}, {1, 0, 5, 10, 6, 10}};
    struct net_tree hole = {.wires = ring, .wire_count = 4, .complete = true};
    for (int64_t least = 96; least <= 97; least++) {
        t.layers[1].hole = least;
        assert_int_equal(mend(&flow.mender, &hole, NULL, NULL), STATUS_OK);
        assert_int_equal(flow.mender.fault_count, 0);
        assert_int_equal(flow.mender.patch_count, 0); /* a clean tree is skipped */
        if (least > 96)
            flow.mender.clean[0] = 0;
    }
    assert_int_equal(mend(&flow.mender, &hole, NULL, NULL), STATUS_OK);
    assert_int_equal(flow.mender.patch_count, 1);
    const struct layout_rect filled = {62, 92, 68, 108};
    assert_memory_equal(&flow.mender.patches[0].box, &filled, sizeof filled);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_metal_is_made_larger),
        cmocka_unit_test(threads_mend_alike),
        cmocka_unit_test(a_notch_is_filled),
        cmocka_unit_test(a_small_hole_is_filled),
        cmocka_unit_test(what_no_patch_mends_is_tried_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
