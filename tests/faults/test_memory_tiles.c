/* Tests of global routing where memory ends: each call that gives memory fails once; then routing
 * fails, gives all memory back, and no other result is taken for the right one. */
#include "tests/support/allocations.h"

#include "router/global/global.h"
#include "tests/support/random_tiles.h"

static enum status run_route(void *context, struct error *error)
{
    const struct tile_graph *graph = context;
    const struct global_options options = {.threads = 1, .effort = GLOBAL_NORMAL, .rounds = 3};
    struct global_outcome outcome = {0};
    struct tile_routes routes = {0};
    enum status status = tile_routes_create(&routes, graph->net_count, error);
    THEN(status, global_route(graph, &routes, &options, &outcome, error));
    tile_routes_destroy(&routes);
    return status;
}

static void test_route(void **state)
{
    (void)state;
    static const enum tile_rules RULES[] = {TILES_2008, TILES_2024};
    uint64_t seed = splitmix_seed(8);
    for (uint32_t i = 0; i < 2; i++) {
        struct tile_graph graph;
        make_graph(&seed, &graph, RULES[i], 16, 12, 4, 90, 5);
        fail_each(run_route, &graph, 0);
        tile_graph_destroy(&graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_route)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
