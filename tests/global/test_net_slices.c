/* test_net_slices: each net once, idle nets never, slices of about the same length of wire. */
#include "router/global/net_slices.h"
#include "router/global/planes.h"
#include "tests/support/random_tiles.h"

enum { NETS = 30000 };

static uint32_t length_of(const struct tile_graph *graph, uint32_t net)
{
    const struct box box = planes_net_box(graph, net);
    return box.x1 - box.x0 + box.y1 - box.y0;
}

static void test_slices(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(9);
    struct tile_graph graph;
    struct net_slices alone, some;
    struct workers *workers;
    static bool met[NETS];
    make_graph(&seed, &graph, TILES_2024, 90, 70, 3, NETS, 3);
    for (uint32_t net = 0; net < NETS; net += 10)
        graph.nets[net].idle = true;
    assert_int_equal(workers_create(&workers, 3, NULL), STATUS_OK);
    assert_int_equal(net_slices_create(&alone, &graph, 0, NULL, NULL), STATUS_OK);
    assert_int_equal(net_slices_create(&some, &graph, 0, workers, NULL), STATUS_OK);
    assert_int_equal(alone.count, NETS - NETS / 10);
    assert_int_equal(alone.slices, some.slices);
    assert_in_range(alone.slices, 100, 256);
    assert_memory_equal(alone.nets, some.nets, alone.count * sizeof *alone.nets);
    assert_memory_equal(alone.from, some.from, (alone.slices + 1) * sizeof *alone.from);
    uint64_t shortest = UINT64_MAX, longest = 0;
    for (uint32_t slice = 0; slice < alone.slices; slice++) {
        uint64_t length = 0;
        uint32_t last = 0; /* size of the net before: the longest of a slice come first */
        for (uint32_t at = alone.from[slice]; at < alone.from[slice + 1]; at++) {
            const uint32_t net = alone.nets[at];
            assert_true(!met[net] && !graph.nets[net].idle);
            met[net] = true;
            length += length_of(&graph, net);
            const uint32_t size = length_of(&graph, net) + graph.nets[net].pin_count;
            assert_true(at == alone.from[slice] || size <= last);
            last = size;
        }
        assert_in_range(alone.from[slice + 1] - alone.from[slice], 1, alone.most);
        shortest = length < shortest && slice + 1 < alone.slices ? length : shortest;
        longest = length > longest ? length : longest;
    }
    assert_int_equal(alone.from[alone.slices], alone.count);
    assert_true(longest < 4 * shortest); /* the shortest nets are 1/60 of the longest */
    net_slices_destroy(&alone);
    net_slices_destroy(&some);
    workers_destroy(workers);
    tile_graph_destroy(&graph);
}

/* Each net of a design of few nets has a slice of its own, however short it is beside others. */
static void test_few(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(4);
    for (uint32_t attempt = 0; attempt < 2; attempt++) {
        struct tile_graph graph;
        struct net_slices few;
        make_graph(&seed, &graph, TILES_2008, 1000, 1, 2, NET_SLICES_FEW, 2);
        assert_int_equal(net_slices_create(&few, &graph, attempt, NULL, NULL), STATUS_OK);
        assert_int_equal(few.slices, NET_SLICES_FEW);
        assert_int_equal(few.most, 1);
        net_slices_destroy(&few);
        tile_graph_destroy(&graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_slices), cmocka_unit_test(test_few)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
