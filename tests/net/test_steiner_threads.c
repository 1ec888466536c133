/* test_steiner_threads: trees of many nets at once are those of one net after the other. */
#include "tests/support/random_designs.h"

#include "router/search/field.h"
#include "router/maze/net/steiner_threads.h"

enum { NETS = 40 };

/* Starts a growth for each net, and lists those that are for the crew. */
static uint32_t begin(const struct design *design, struct growth *growths, uint32_t *which)
{
    uint32_t count = 0;
    for (uint32_t net = 0; net < design->nets.net_count; net++) {
        assert_int_equal(connect_begin(&growths[net], design, net, NULL), STATUS_OK);
        if (steiner_suits(design, net, box_whole(&design->grid)))
            which[count++] = net;
    }
    return count;
}

static void assert_same_trees(const struct growth *one, const struct growth *other, uint32_t nets)
{
    for (uint32_t net = 0; net < nets; net++) {
        assert_int_equal(one[net].outcome, other[net].outcome);
        assert_int_equal(one[net].target_count, other[net].target_count);
        assert_int_equal(one[net].wire_count, other[net].wire_count);
        assert_true(one[net].cost == other[net].cost);
        if (one[net].wire_count > 0)
            assert_memory_equal(one[net].wires, other[net].wires,
                                one[net].wire_count * sizeof *one[net].wires);
    }
}

static void threads_agree(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    struct growth one[NETS] = {0}, many[NETS] = {0};
    struct steiner *steiner = NULL;
    struct steiner_threads *crew = NULL;
    struct workers *workers;
    uint32_t trees = 0;
    assert_int_equal(steiner_create(&steiner, NULL), STATUS_OK);
    assert_int_equal(workers_create(&workers, 5, NULL), STATUS_OK);
    assert_int_equal(steiner_threads_create(&crew, workers, NULL), STATUS_OK);
    for (int round = 0; round < 30; round++) {
        struct design design;
        struct field_store store;
        struct box windows[NETS];
        uint32_t which[NETS];
        random_grid(&design, 40, 30, 2, 20, true, &seed);
        design.grid.rules.bend = 0;
        random_nets(&design, NETS, 4, false, &seed);
        for (uint32_t net = 0; net < NETS; net++)
            windows[net] = box_whole(&design.grid);
        assert_int_equal(field_create(&store, &design, false, NULL), STATUS_OK);
        uint32_t count = begin(&design, one, which);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(
                steiner_grow(steiner, &store.field, windows[which[i]], &one[which[i]], NULL),
                STATUS_OK);
        assert_int_equal(begin(&design, many, which), count);
        assert_int_equal(
            steiner_threads_grow(crew, &store.field, windows, many, which, count, NULL), STATUS_OK);
        assert_same_trees(one, many, design.nets.net_count);
        trees += count;
        field_destroy(&store);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
    assert_true(trees > 200);
    for (uint32_t net = 0; net < NETS; net++) {
        connect_destroy(&one[net]);
        connect_destroy(&many[net]);
    }
    steiner_destroy(steiner);
    steiner_threads_destroy(crew);
    steiner_threads_destroy(NULL);
    workers_destroy(workers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
