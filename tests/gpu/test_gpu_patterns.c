/* Compares patterns on the GPU with those on the host: the routes of random tile graphs by all
 * rules are the same, wire by wire. Environment: SEED; DESIGNS, the number of designs (60). */
#include "gpu/gpu.h"
#include "router/global/global.h"
#include "tests/support/random_tiles.h"
#include "tests/support/texts.h"

enum { DESIGNS = 60 };

static void route(const struct tile_graph *graph, patterns_device *device,
                  enum global_effort effort, struct tile_routes *routes)
{
    const struct global_options options = {.threads = 2, .effort = effort, .device = device};
    struct global_outcome outcome;
    struct error error = {0};
    assert_int_equal(tile_routes_create(routes, graph->net_count, NULL), STATUS_OK);
    if (global_route(graph, routes, &options, &outcome, &error) != STATUS_OK)
        fail_msg("%s", error.text);
}

static void compare(const struct tile_graph *graph, enum global_effort effort)
{
    struct tile_routes host, device;
    route(graph, NULL, effort, &host);
    route(graph, gpu_patterns, effort, &device);
    for (uint32_t net = 0; net < graph->net_count; net++) {
        const struct tile_route *a = &host.nets[net], *b = &device.nets[net];
        assert_int_equal(a->state, b->state);
        assert_int_equal(a->wire_count, b->wire_count);
        if (a->wire_count > 0)
            assert_memory_equal(host.wires + a->first_wire, device.wires + b->first_wire,
                                a->wire_count * sizeof *host.wires);
    }
    tile_routes_destroy(&host);
    tile_routes_destroy(&device);
}

static void test_random_designs(void **state)
{
    (void)state;
    static const enum tile_rules rules[] = {TILES_2024, TILES_2008, TILES_1998, TILES_NATIVE};
    const char *text = getenv("DESIGNS"), *start = getenv("SEED");
    const int designs = text != NULL ? atoi(text) : DESIGNS;
    uint64_t seed = start != NULL ? strtoull(start, NULL, 10) : 1;
    for (int i = 0; i < designs; i++) {
        struct tile_graph graph;
        const enum tile_rules by = rules[i % 4];
        /* The other rules go on to negotiate, which takes seconds in large designs. */
        const uint32_t side = by == TILES_2024 ? 120 : 12, nets = by == TILES_2024 ? 3000 : 60;
        make_graph(&seed, &graph, by, 2 + splitmix_below(&seed, side),
                   2 + splitmix_below(&seed, side), 2 + splitmix_below(&seed, 8),
                   65 + splitmix_below(&seed, nets), 2 + splitmix_below(&seed, 30));
        compare(&graph, GLOBAL_FAST);
        tile_graph_destroy(&graph);
    }
}

/* One net has a tree of more levels than shared memory holds: pins on a stair. */
static void test_deep_tree(void **state)
{
    (void)state;
    struct tile_graph graph;
    uint64_t seed = 5;
    uint32_t earlier;
    make_graph(&seed, &graph, TILES_2024, 700, 700, 4, 100, 3);
    assert_int_equal(tile_graph_add_net(&graph, "stair", 5, &earlier, NULL), STATUS_OK);
    for (uint32_t i = 0; i < 690; i++) {
        const cell_t cell = (i % 4 * 700 + i) * 700 + i;
        assert_int_equal(tile_graph_add_pin(&graph, &cell, 1, NULL), STATUS_OK);
    }
    assert_int_equal(tile_graph_finish(&graph, NULL), STATUS_OK);
    compare(&graph, GLOBAL_FAST);
    tile_graph_destroy(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_deep_tree),
    };
    const char *why = gpu_engine()->unusable();
    if (why != NULL) {
        printf("[  SKIPPED ] no GPU to test: %s\n", why);
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
