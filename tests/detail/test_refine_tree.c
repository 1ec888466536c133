/* test_refine_tree: trees get cheaper when other nets have left, and never dearer; threads change
 * nothing; a stop ends the round; no node is expanded where nothing is gained; paths that may gain
 * are found; runs without memory fail and leave nothing behind. */
#include "tests/support/allocations.h"

#include "router/detail/net/refine_tree.h"

#include "router/detail/round.h"
#include "tests/support/splitmix.h"
#include "tests/support/tiny_model.h"

enum { NETS = 8, THREADS = 3 };

/* Nets with their trees, and what rounds need. */
struct refined {
    struct tiny tiny;
    struct flow flow;
    struct round round;
    struct grower growers[THREADS];
    struct pathfinder all;
    uint32_t order[NETS];
};

/* Length and 2 pitches per via, in whole units. */
static int64_t cost_of(const struct refined *r, uint32_t net)
{
    const struct lattice *lattice = &r->flow.lattice;
    const struct net_tree *tree = &r->flow.trees[net];
    int64_t cost = (int64_t)tree->via_count * (2 * lattice->pitch);
    for (size_t i = 0; i < tree->wire_count; i++) {
        const struct net_tree_wire *w = &tree->wires[i];
        const struct lattice_layer *layer = &lattice->layers[w->layer];
        cost += abs(layer->x.place[w->ix1] - layer->x.place[w->ix0]) +
                abs(layer->y.place[w->iy1] - layer->y.place[w->iy0]);
    }
    return cost;
}

static void refine(struct refined *r)
{
    const struct costs costs = pathfinder_costs(&r->flow.lattice, 0, true);
    size_t left;
    assert_int_equal(round_run(&r->round, &costs, 0, &left, NULL), STATUS_OK);
    assert_int_equal(left, 0);
}

static bool is_stopped(void *context)
{
    uint32_t *looks = context;
    return *looks == 0 || --*looks == 0;
}

/* True if a tree may gain in a large layout. */
static bool may_gain(struct refined *r, const struct net_tree *tree)
{
    const uint32_t nets = r->tiny.model.net_count;
    r->tiny.model.net_count = MODEL_SMALL_NETS + 1;
    const bool may = refine_may_gain(tree, &r->flow.lattice);
    r->tiny.model.net_count = nets;
    return may;
}

/* Opens a round of `nets` nets, whose trees are ripped up. */
static void open_round(struct refined *r, uint32_t nets, unsigned threads)
{
    tiny_route(&r->flow, &r->tiny, 40, 1);
    r->all = (struct pathfinder){&r->flow.lattice, r->growers, threads,      NULL,
                                 r->flow.trees,    r->order,   .count = nets};
    assert_int_equal(workers_create(&r->all.workers, threads, NULL), STATUS_OK);
    for (uint32_t n = 0; n < nets; n++) {
        r->order[n] = n;
        if (r->flow.trees[n].complete)
            net_tree_rip_up(&r->flow.trees[n], &r->flow.lattice);
    }
    for (unsigned t = 0; t < threads; t++)
        assert_int_equal(grower_create(&r->growers[t], &r->flow.lattice, &r->flow.access, NULL),
                         STATUS_OK);
    assert_int_equal(round_create(&r->round, &r->all, NULL), STATUS_OK);
}

static void close_round(struct refined *r)
{
    for (unsigned t = 0; t < r->all.threads; t++)
        grower_destroy(&r->growers[t]);
    round_destroy(&r->round);
    workers_destroy(r->all.workers);
    flow_destroy(&r->flow);
}

/* Takes all trees, which must be free of conflicts, out of the lattice, and checks that no counts
 * are left. */
static void check_counts(struct refined *r)
{
    struct lattice *lattice = &r->flow.lattice;
    for (uint32_t n = 0; n < r->all.count; n++) {
        if (!r->flow.trees[n].complete)
            continue;
        assert_false(net_tree_in_conflict(&r->flow.trees[n], lattice));
    }
    for (uint32_t n = 0; n < r->all.count; n++)
        if (r->flow.trees[n].complete)
            net_tree_rip_up(&r->flow.trees[n], lattice);
    for (uint32_t i = 0; i < lattice->node_count; i++)
        assert_int_equal(cell_costs(lattice, &lattice->cells[0][i]).count, 0);
}

/* Two nets, and a wall with a near and a far gap: the second net takes the far one. */
static void a_net_leaves_its_detour(void **state)
{
    (void)state;
    struct refined r = {0};
    size_t left;
    tiny_make(&r.tiny);
    for (uint32_t n = 0; n < 2; n++) {
        tiny_pin_at(&r.tiny, n, 2, 8 + 2 * n);
        tiny_pin_at(&r.tiny, n, 16, 8 + 2 * n);
    }
    for (uint32_t level = 0; level < 5; level += 2) {
        tiny_block(&r.tiny, level, (struct layout_rect){95, 0, 105, level > 0 ? 200 : 93});
        tiny_block(&r.tiny, level, (struct layout_rect){95, 107, 105, 153});
        tiny_block(&r.tiny, level, (struct layout_rect){95, level > 0 ? 93 : 167, 105, 200});
    }
    open_round(&r, 2, 1);
    const int32_t pitch = r.flow.lattice.pitch;
    const struct costs around = pathfinder_costs(&r.flow.lattice, 64 * pitch, false);
    assert_int_equal(round_run(&r.round, &around, 0, &left, NULL), STATUS_OK);
    assert_true(r.flow.trees[0].complete && r.flow.trees[1].complete);
    const int64_t detour = cost_of(&r, 1);
    refine(&r);
    assert_int_equal(cost_of(&r, 1), detour);
    assert_true(may_gain(&r, &r.flow.trees[1]));
    net_tree_rip_up(&r.flow.trees[0], &r.flow.lattice);
    refine(&r);
    const int64_t refined = cost_of(&r, 1);
    assert_true(refined + 8 * pitch <= detour);
    net_tree_rip_up(&r.flow.trees[1], &r.flow.lattice);
    assert_int_equal(round_run(&r.round, &around, 0, &left, NULL), STATUS_OK);
    assert_true(r.flow.trees[0].complete); /* it comes first and takes the near gap */
    assert_true(refined <= cost_of(&r, 0) + 4 * pitch);
    check_counts(&r);
    close_round(&r);
}

/* Routes a random crowd of nets of three pins in a few rounds; those in conflict and the first one
 * are taken out. */
static void make_crowd(struct refined *r, uint64_t seed, unsigned threads)
{
    uint64_t dice = seed;
    size_t left;
    *r = (struct refined){0};
    tiny_make(&r->tiny);
    uint32_t turn[3]; /* no two pins share a place */
    for (uint32_t pin = 0; pin < 3; pin++)
        turn[pin] = splitmix_below(&dice, NETS);
    for (uint32_t n = 0; n < NETS; n++)
        for (uint32_t pin = 0; pin < 3; pin++)
            tiny_pin_at(&r->tiny, n, 2 + 6 * pin + splitmix_below(&dice, 4),
                        2 + 2 * ((n * (2 * pin + 1) + turn[pin]) % NETS));
    open_round(r, NETS, threads);
    for (int32_t round = 1; round <= 4; round++) {
        const struct costs costs =
            pathfinder_costs(&r->flow.lattice, round * round * r->flow.lattice.pitch / 2, false);
        assert_int_equal(round_run(&r->round, &costs, 8, &left, NULL), STATUS_OK);
    }
    assert_int_equal(round_run(&r->round, NULL, 0, &left, NULL), STATUS_OK);
    if (r->flow.trees[0].complete)
        net_tree_rip_up(&r->flow.trees[0], &r->flow.lattice);
}

/* The costs of all trees. */
static void price(const struct refined *r, int64_t *costs)
{
    for (uint32_t n = 0; n < NETS; n++)
        costs[n] = cost_of(r, n);
}

static void no_net_gets_dearer(void **state)
{
    (void)state;
    uint32_t less = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct refined r, many;
        int64_t before[NETS], after[NETS];
        make_crowd(&r, seed, 1);
        make_crowd(&many, seed, THREADS);
        price(&r, before);
        refine(&r);
        refine(&many);
        price(&r, after);
        for (uint32_t n = 0; n < NETS; n++) {
            const struct net_tree *a = &r.flow.trees[n], *b = &many.flow.trees[n];
            assert_true(after[n] <= before[n]);
            less += after[n] < before[n];
            assert_int_equal(a->complete, b->complete);
            assert_int_equal(a->wire_count, b->wire_count);
            assert_int_equal(a->via_count, b->via_count);
            assert_memory_equal(a->wires, b->wires, a->wire_count * sizeof *a->wires);
            assert_memory_equal(a->vias, b->vias, a->via_count * sizeof *a->vias);
        }
        check_counts(&r);
        close_round(&r);
        close_round(&many);
    }
    assert_true(less > 30);
}

/* After a stop no further net is refined; all trees stay complete and counted. */
static void a_stop_ends_the_round(void **state)
{
    (void)state;
    uint32_t changed[64] = {0};
    for (uint32_t looks = 0; looks < 64; looks++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            struct refined r;
            int64_t before[NETS], after[NETS];
            uint32_t left = looks;
            make_crowd(&r, seed, 1);
            price(&r, before);
            r.all.stop = is_stopped;
            r.all.context = &left;
            refine(&r);
            price(&r, after);
            for (uint32_t n = 0; n < NETS; n++) {
                assert_true(after[n] <= before[n]);
                changed[looks] += after[n] < before[n];
            }
            check_counts(&r);
            close_round(&r);
        }
    assert_int_equal(changed[0], 0);
    assert_true(changed[63] > changed[8]);
}

/* The bound on the cost of a path ends the search for another straight line at once. */
static void a_straight_line_takes_no_work(void **state)
{
    (void)state;
    struct refined r = {0};
    tiny_pair(&r.tiny, 2, 8, 16, 8);
    open_round(&r, 1, 1);
    size_t left;
    const struct costs costs = pathfinder_costs(&r.flow.lattice, 4, false);
    assert_int_equal(round_run(&r.round, &costs, 0, &left, NULL), STATUS_OK);
    const uint64_t work = pathfinder_work(r.growers, 1);
    assert_true(work > 8);
    refine(&r);
    assert_int_equal(pathfinder_work(r.growers, 1), work);
    assert_false(may_gain(&r, &r.flow.trees[0]));
    assert_true(refine_may_gain(&r.flow.trees[0], &r.flow.lattice)); /* a small one: all may */
    check_counts(&r);
    close_round(&r);
}

/* In a large layout a path may gain if it has three vias or more, or goes back and forth. */
static void few_paths_of_large_layouts_may_gain(void **state)
{
    (void)state;
    struct refined r = {0};
    struct net_tree_wire wires[] = {{0, 0, 2, 8, 9, 8}, {0, 0, 9, 8, 5, 8}};
    struct net_tree_via vias[3] = {0};
    struct net_tree_path path = {.from = NET_TREE_ROOT};
    struct net_tree tree = {
        .wires = wires, .vias = vias, .paths = &path, .path_count = 1, .complete = true};
    tiny_pair(&r.tiny, 2, 8, 16, 8);
    open_round(&r, 1, 1);
    for (tree.wire_count = 1; tree.wire_count <= 2; tree.wire_count++)
        for (tree.via_count = 0; tree.via_count <= 3; tree.via_count++)
            assert_int_equal(may_gain(&r, &tree), tree.wire_count == 2 || tree.via_count == 3);
    close_round(&r);
}

static enum status run_flow(void *context, struct error *error)
{
    const struct flow_options options = {.last = 2, .rounds = 8, .threads = 1};
    struct flow flow;
    const enum status status = flow_route(&flow, &((struct tiny *)context)->model, &options, error);
    flow_destroy(&flow);
    return status;
}

static void memory_fails(void **state)
{
    (void)state;
    struct refined r;
    make_crowd(&r, 3, 1);
    fail_each(run_flow, &r.tiny, 0);
    close_round(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_net_leaves_its_detour),
        cmocka_unit_test(no_net_gets_dearer),
        cmocka_unit_test(a_stop_ends_the_round),
        cmocka_unit_test(a_straight_line_takes_no_work),
        cmocka_unit_test(few_paths_of_large_layouts_may_gain),
        cmocka_unit_test(memory_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
