/* test_global_route: small random designs, routed and judged by the checker (which shares no code
 * with the router), against the best of all combinations of paths; threads; routes that are kept;
 * prices. */
#include <math.h>

#include "grid/check/capacity/tile_check.h"
#include "router/global/global.h"
#include "router/global/price.h"
#include "tests/support/random_tiles.h"
#include "tests/support/texts.h"

#define HASH_OF_PRICES UINT64_C(0xa0cae4a25b9e810a)

enum { NETS = 4, SIDE = 4, LAYERS = 2, PATHS_MAX = 4000, EDGES_MAX = SIDE * SIDE * LAYERS };

static void route(const struct tile_graph *graph, struct tile_routes *routes, uint32_t threads,
                  struct global_outcome *outcome)
{
    const struct global_options options = {.threads = threads, .effort = GLOBAL_NORMAL};
    assert_int_equal(global_route(graph, routes, &options, outcome, NULL), STATUS_OK);
    assert_true(tile_routes_are_sound(routes, graph));
}

/* The result must be joined, without loops, repeated edges and loose ends. */
static void judge(const struct tile_graph *graph, const struct tile_routes *routes,
                  struct tile_verdict *verdict)
{
    struct tile_check check = {0};
    tile_check(&check, graph, routes, 1, NULL);
    *verdict = check.verdict;
    assert_int_equal(verdict->counts.open, 0);
    assert_int_equal(verdict->counts.unrouted, 0);
    assert_int_equal(verdict->counts.loops, 0);
    assert_int_equal(verdict->counts.repeated, 0);
    tile_check_destroy(&check);
}

/* ---- all combinations of paths ------------------------------------------------------------- */

struct path {
    uint64_t edges; /* bits of lower tiles */
    uint32_t cost;
};

struct brute {
    const struct tile_graph *graph;
    struct path paths[NETS][PATHS_MAX];
    uint32_t counts[NETS], limit;
    uint8_t use[EDGES_MAX];
    uint64_t best;
};

static uint32_t apart(const struct grid *grid, cell_t a, cell_t b)
{
    return (uint32_t)(abs((int)grid_x(grid, a) - (int)grid_x(grid, b)) +
                      abs((int)grid_y(grid, a) - (int)grid_y(grid, b)) +
                      abs((int)grid_z(grid, a) - (int)grid_z(grid, b)));
}

/* All simple paths from `at` to `to` of at most `limit` steps. */
static void walk(struct brute *brute, uint32_t net, cell_t at, cell_t to, uint64_t seen,
                 uint64_t edges, uint32_t cost)
{
    const struct grid *grid = &brute->graph->grid;
    if (cost + apart(grid, at, to) > brute->limit)
        return;
    if (at == to) {
        assert_true(brute->counts[net] < PATHS_MAX);
        brute->paths[net][brute->counts[net]++] = (struct path){edges, cost};
        return;
    }
    const uint32_t stride = tile_stride(brute->graph, grid_z(grid, at));
    const uint32_t layer = grid->width * grid->height;
    const uint32_t across = stride == 1 ? grid_x(grid, at) : grid_y(grid, at);
    const cell_t next[4] = {
        tile_has_edge(brute->graph, at) ? at + stride : CELL_NONE,
        across > 0 ? at - stride : CELL_NONE,
        grid_z(grid, at) + 1 < grid->layers ? at + layer : CELL_NONE,
        grid_z(grid, at) > 0 ? at - layer : CELL_NONE,
    };
    for (int i = 0; i < 4; i++) {
        if (next[i] == CELL_NONE || (seen >> next[i] & 1) != 0)
            continue;
        assert(next[i] < 64 && at < 64);
        const uint64_t edge = i > 1 ? 0 : (uint64_t)1 << (i == 0 ? at : next[i]);
        walk(brute, net, next[i], to, seen | (uint64_t)1 << next[i], edges | edge, cost + 1);
    }
}

/* The least sum of costs without overflow. */
static void combine(struct brute *brute, uint32_t net, uint64_t cost)
{
    if (cost >= brute->best)
        return;
    if (net == NETS) {
        brute->best = cost;
        return;
    }
    for (uint32_t i = 0; i < brute->counts[net]; i++) {
        const struct path *path = &brute->paths[net][i];
        bool fits = true;
        for (uint64_t left = path->edges; left != 0; left &= left - 1) {
            const uint32_t edge = (uint32_t)__builtin_ctzll(left);
            fits &= ++brute->use[edge] * TILE_TRACK <= brute->graph->capacity[edge];
        }
        if (fits)
            combine(brute, net + 1, cost + path->cost);
        for (uint64_t left = path->edges; left != 0; left &= left - 1)
            brute->use[__builtin_ctzll(left)]--;
    }
}

static int compare_paths(const void *a, const void *b)
{
    const struct path *p = a, *q = b;
    return (p->cost > q->cost) - (p->cost < q->cost);
}

/* The optimum of nets of two pins, or UINT64_MAX if paths with four extra steps overflow. */
static uint64_t optimum(struct brute *brute, const struct tile_graph *graph)
{
    memset(brute, 0, sizeof *brute);
    brute->graph = graph;
    brute->best = UINT64_MAX;
    for (uint32_t net = 0; net < NETS; net++) {
        const cell_t *pins = graph->access + graph->nets[net].first_pin;
        if (graph->nets[net].idle) {
            brute->paths[net][brute->counts[net]++] = (struct path){0, 0};
            continue;
        }
        brute->limit = apart(&graph->grid, pins[0], pins[1]) + 4;
        walk(brute, net, pins[0], pins[1], (uint64_t)1 << pins[0], 0, 0);
        qsort(brute->paths[net], brute->counts[net], sizeof(struct path), compare_paths);
    }
    combine(brute, 0, 0);
    return brute->best;
}

static void test_optimum(void **state)
{
    (void)state;
    static struct brute brute;
    uint64_t seed = 5;
    uint32_t equal = 0, routable = 0;
    for (uint32_t round = 0; round < 120; round++) {
        struct tile_graph graph = {0};
        struct tile_routes routes = {0};
        struct global_outcome outcome;
        struct tile_verdict verdict;
        make_graph(&seed, &graph, TILES_2008, SIDE, SIDE, LAYERS, NETS, 2);
        const uint64_t best = optimum(&brute, &graph);
        assert_int_equal(tile_routes_create(&routes, NETS, NULL), STATUS_OK);
        route(&graph, &routes, 1, &outcome);
        judge(&graph, &routes, &verdict);
        if (best != UINT64_MAX) {
            const uint64_t cost = verdict.counts.wire + verdict.counts.vias;
            assert_true(verdict.overflow == 0);
            assert_int_equal(outcome.status, STATUS_OK);
            if (cost > best)
                print_message("round %u: %lu, best %lu\n", round, (unsigned long)cost,
                              (unsigned long)best);
            assert_true(cost * 100 <= best * 105);
            equal += cost == best;
            routable++;
        }
        tile_routes_destroy(&routes);
        tile_graph_destroy(&graph);
    }
    print_message("%u of %u are optimal\n", equal, routable);
    assert_true(routable > 60 && equal * 10 >= routable * 9);
}

/* ---- larger designs ------------------------------------------------------------------------ */

static void assert_same(const struct tile_routes *a, const struct tile_routes *b)
{
    assert_int_equal(a->net_count, b->net_count);
    for (uint32_t net = 0; net < a->net_count; net++) {
        assert_int_equal(a->nets[net].state, b->nets[net].state);
        assert_int_equal(a->nets[net].wire_count, b->nets[net].wire_count);
        if (a->nets[net].wire_count > 0)
            assert_memory_equal(a->wires + a->nets[net].first_wire,
                                b->wires + b->nets[net].first_wire,
                                a->nets[net].wire_count * sizeof *a->wires);
    }
}

/* Odd designs: layers in one direction or none, no capacity, widths, lengths and weights from 0,
 * one tile. What is routed is right, and no proof exceeds the overflow. */
static void test_odd(void **state)
{
    (void)state;
    static const enum tile_rules RULES[] = {TILES_NATIVE, TILES_2007, TILES_2008, TILES_2024};
    uint64_t seed = 13;
    for (uint32_t round = 0; round < 120; round++) {
        struct tile_graph graph = {0};
        struct tile_routes routes = {0};
        struct tile_check check = {0};
        struct global_outcome outcome;
        const uint32_t width = 1 + splitmix_below(&seed, 7), height = 1 + splitmix_below(&seed, 7);
        const uint32_t layers = 1 + splitmix_below(&seed, 4);
        make_graph(&seed, &graph, RULES[round % 4], width, height, layers,
                   1 + splitmix_below(&seed, 9), 6);
        for (uint32_t z = graph.rules == TILES_2024; z < layers; z++)
            if (splitmix_below(&seed, 3) == 0)
                tile_graph_set_axis(&graph, z, (enum axis)splitmix_below(&seed, AXES));
        for (uint32_t i = 0; i < width * height * layers; i++)
            graph.capacity[i] =
                tile_has_edge(&graph, i) && round % 5 > 0 ? (int32_t)splitmix_below(&seed, 300) : 0;
        for (uint32_t z = 0; z < layers; z++)
            graph.layer[z].min_width = splitmix_below(&seed, 2);
        if (graph.rules == TILES_2024)
            assert_int_equal(MEM_NEW(graph.x_length, width, "lengths", NULL), STATUS_OK);
        for (uint32_t x = 0; x < width && graph.rules == TILES_2024; x++)
            graph.x_length[x] = splitmix_below(&seed, 3);
        for (uint32_t z = 0; z < layers; z++)
            graph.layer[z].overflow_weight = splitmix_below(&seed, 2);
        for (uint32_t net = 0; net < graph.net_count; net++)
            graph.nets[net].width = splitmix_below(&seed, 4);
        assert_int_equal(tile_routes_create(&routes, graph.net_count, NULL), STATUS_OK);
        route(&graph, &routes, 2, &outcome);
        tile_check(&check, &graph, &routes, 1, NULL);
        assert_int_equal(check.verdict.counts.open, 0); /* right, or unrouted */
        assert_int_equal(check.verdict.counts.loops, 0);
        assert_int_equal(check.verdict.counts.repeated, 0);
        assert_true(fabs(check.verdict.overflow * TILE_TRACK - (double)outcome.overflow) < 0.5);
        assert_true(outcome.proven <= outcome.overflow);
        tile_check_destroy(&check);
        tile_routes_destroy(&routes);
        tile_graph_destroy(&graph);
    }
}

/* Any number of threads gives the same result, whose overflow is the checker's. */
static void test_threads(void **state)
{
    (void)state;
    static const enum tile_rules RULES[] = {TILES_NATIVE, TILES_1998, TILES_2007, TILES_2008,
                                            TILES_2024};
    uint64_t seed = 7;
    for (uint32_t round = 0; round < 10; round++) {
        struct tile_graph graph = {0};
        struct tile_routes routes[3] = {{0}};
        struct global_outcome outcome;
        struct tile_verdict verdict;
        const enum tile_rules rules = RULES[round % 5];
        make_graph(&seed, &graph, rules, 20, 15, rules == TILES_1998 ? 2 : 4, 150, 8);
        for (uint32_t i = 0; i < 3; i++) {
            assert_int_equal(tile_routes_create(&routes[i], graph.net_count, NULL), STATUS_OK);
            route(&graph, &routes[i], i + 1, &outcome);
            assert_same(&routes[0], &routes[i]);
        }
        judge(&graph, &routes[0], &verdict);
        assert_true(fabs(verdict.overflow * TILE_TRACK - (double)outcome.overflow) < 0.5);
        if (rules == TILES_2024) /* a net in one tile has a via that leads nowhere */
            assert_true(verdict.counts.dangling <= graph.net_count / 10);
        else
            assert_int_equal(verdict.counts.dangling, 0);
        for (uint32_t i = 0; i < 3; i++)
            tile_routes_destroy(&routes[i]);
        tile_graph_destroy(&graph);
    }
}

/* Kept routes, with a loop and in any order, are made into trees and not into worse ones. */
static void test_keep(void **state)
{
    (void)state;
    uint64_t seed = 9;
    struct tile_graph graph = {0};
    struct tile_routes routes = {0};
    struct global_outcome outcome;
    struct tile_verdict before, after;
    make_graph(&seed, &graph, TILES_2008, 12, 12, 4, 60, 5);
    for (uint32_t i = 0; i < 12 * 12 * 4; i++)
        graph.capacity[i] *= 4;
    assert_int_equal(tile_routes_create(&routes, graph.net_count, NULL), STATUS_OK);
    route(&graph, &routes, 1, &outcome);
    judge(&graph, &routes, &before);
    for (uint32_t net = 0; net < graph.net_count; net++) {
        struct wire wires[64];
        const uint32_t count = routes.nets[net].wire_count;
        if (count == 0 || count > 60)
            continue;
        for (uint32_t i = 0; i < count; i++) {
            const struct wire wire = routes.wires[routes.nets[net].first_wire + i];
            wires[count - 1 - i] = (struct wire){wire.to, wire.from};
        }
        wires[count] = wires[0]; /* twice */
        assert_int_equal(tile_routes_set(&routes, net, wires, count + 1, NULL), STATUS_OK);
    }
    route(&graph, &routes, 2, &outcome);
    judge(&graph, &routes, &after);
    assert_true(before.overflow == 0 && after.overflow == 0);
    assert_true(after.counts.wire + after.counts.vias <= before.counts.wire + before.counts.vias);
    tile_routes_destroy(&routes);
    tile_graph_destroy(&graph);
}

/* The prices of 2024 are the growth of the exponential, and always the same integers. */
static void test_prices(void **state)
{
    (void)state;
    static struct price_table table;
    uint64_t hash = 14695981039346656037u;
    price_table_fill(&table, 50 * PRICE_UNIT);
    for (int32_t over = -PRICE_FLOOR * 100; over <= 4000; over++) {
        const uint32_t price = price_growth(&table, 4000 + over, 4000);
        const double x = over < 999 ? over / 100.0 : 9.99;
        const double growth = 50 * PRICE_UNIT * (exp(x / 2 + 0.5) - exp(x / 2));
        const double line = over < 999 ? growth : growth * (1 + (over / 100.0 - 9.99) / 2);
        assert_true(fabs(price - line) <= 1 + line * 1e-4);
        hash = (hash ^ price) * 1099511628211u;
    }
    if (hash != HASH_OF_PRICES)
        print_message("%016llx\n", (unsigned long long)hash);
    assert_true(hash == HASH_OF_PRICES);
    assert_int_equal(price_growth(&table, 0, 0), 50 * PRICE_UNIT * exp(1.5));
    assert_int_equal(price_missing(300, 200, 100, 48), 96);
    assert_int_equal(price_missing(100, 200, 100, 48), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_optimum), cmocka_unit_test(test_threads), cmocka_unit_test(test_odd),
        cmocka_unit_test(test_keep),    cmocka_unit_test(test_prices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
