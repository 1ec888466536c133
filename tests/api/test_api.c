/* Tests of leeway.h: routing in memory: results, several runs at the same time. */
#include "tests/api/calls.h"

#include <pthread.h>

static void test_route(void **state)
{
    (void)state;
    struct leeway_design *design = make(12, 8, 1);
    struct leeway_routes *routes;
    uint32_t size[3];
    size_t count;
    add(design, "clk", CLK, 2);
    add(design, NULL, D0, 3);
    leeway_design_size(design, size);
    assert_true(size[0] == 12 && size[1] == 8 && size[2] == 1);
    assert_int_equal(leeway_design_net_count(design), 2);
    assert_string_equal(leeway_design_net_name(design, 0), "clk");
    assert_string_equal(leeway_design_net_name(design, 1), "1");
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    assert_true(error.status == LEEWAY_OK && error.text[0] == '\0');
    const struct leeway_net *nets = leeway_routes_nets(routes, &count);
    assert_int_equal(count, 2);
    assert_int_equal(nets[0].state, LEEWAY_ROUTED);
    assert_true(nets[0].cost == 11 && nets[0].length == 11 && nets[0].vias == 0);
    assert_true(nets[0].first_wire == 0 && nets[0].wire_count == 1);
    const uint32_t *wires = leeway_routes_wires(routes, &count);
    assert_int_equal(count, nets[0].wire_count + nets[1].wire_count);
    assert_memory_equal(wires, CLK, sizeof CLK);
    assert_string_equal(leeway_routes_report(routes)->engine, "cpu");
    assert_string_equal(leeway_routes_report(routes)->end, "done");
    assert_int_equal(leeway_check(design, routes, NULL, NULL, &error), LEEWAY_OK);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

/* Blocked cells separate the pins of one net; another net blocks a third. */
static void test_unrouted(void **state)
{
    (void)state;
    enum { WIDTH = 7, HEIGHT = 3 };
    uint8_t blocked[WIDTH * HEIGHT] = {0}, bits[(WIDTH * HEIGHT + 7) / 8] = {0};
    const uint32_t across[] = {0, 1, 0, 6, 1, 0};
    struct leeway_design *design[2] = {make(WIDTH, HEIGHT, 1), make(WIDTH, HEIGHT, 1)};
    for (uint32_t y = 0; y < HEIGHT; y++) {
        uint32_t cell = y * WIDTH + 3;
        blocked[cell] = 1;
        bits[cell / 8] |= (uint8_t)(1u << cell % 8);
    }
    assert_int_equal(leeway_design_set_blocked(design[0], blocked, sizeof blocked, &error), 0);
    assert_int_equal(leeway_design_set_blocked_bits(design[1], bits, sizeof bits, &error), 0);
    for (int i = 0; i < 2; i++) {
        struct leeway_routes *routes;
        add(design[i], "cut", across, 2);
        assert_int_equal(leeway_route(&routes, design[i], NULL, &error), LEEWAY_UNROUTED);
        const struct leeway_net *net = leeway_routes_nets(routes, NULL);
        assert_int_equal(net->state, LEEWAY_NO_PATH);
        assert_string_equal(leeway_state_name(net->state), "no-path");
        assert_true(net->cost == 0 && net->wire_count == 0);
        assert_int_equal(leeway_check(design[i], routes, NULL, NULL, &error), LEEWAY_UNROUTED);
        leeway_routes_destroy(routes);
        leeway_design_destroy(design[i]);
    }
    struct leeway_design *crossed = make(3, 3, 1);
    const uint32_t a[] = {0, 1, 0, 2, 1, 0}, b[] = {1, 0, 0, 1, 2, 0};
    struct leeway_routes *routes;
    size_t count;
    add(crossed, "a", a, 2);
    add(crossed, "b", b, 2);
    assert_int_equal(leeway_route(&routes, crossed, NULL, &error), LEEWAY_UNROUTED);
    const struct leeway_net *nets = leeway_routes_nets(routes, NULL);
    uint32_t lost = nets[0].state == LEEWAY_ROUTED ? 1 : 0;
    const uint32_t *blockers = leeway_routes_blockers(routes, &count);
    assert_int_equal(nets[lost].state, LEEWAY_BLOCKED_BY);
    assert_true(nets[lost].blocker_count == 1 && count == 1);
    assert_int_equal(blockers[nets[lost].first_blocker], 1 - lost);
    leeway_routes_destroy(routes);
    leeway_design_destroy(crossed);
}

/* Costs, layers, directions and weights reach the router. */
static void test_costs(void **state)
{
    (void)state;
    struct leeway_design *design = make(5, 1, 2);
    const uint32_t pins[] = {0, 0, 0, 4, 0, 0};
    uint32_t weights[10] = {1, 9, 9, 9, 1, 1, 1, 1, 1, 1};
    struct leeway_routes *routes;
    add(design, "n", pins, 2);
    assert_int_equal(leeway_design_set_costs(design, 3, 0, 5, &error), LEEWAY_OK);
    assert_int_equal(leeway_design_set_weights(design, weights, 10, &error), LEEWAY_OK);
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    /* up (1 + 3), four steps on layer 1, down (1 + 3) */
    assert_int_equal(leeway_routes_nets(routes, NULL)->cost, 12);
    assert_int_equal(leeway_routes_nets(routes, NULL)->vias, 2);
    leeway_routes_destroy(routes);
    assert_int_equal(leeway_design_set_layer(design, 1, "m2", LEEWAY_VERTICAL, 1, &error), 0);
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    assert_int_equal(leeway_routes_nets(routes, NULL)->cost, 28);
    leeway_routes_destroy(routes);
    for (int i = 0; i < 10; i++)
        weights[i] = 1;
    assert_int_equal(leeway_design_set_weights(design, weights, 10, &error), LEEWAY_OK);
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    assert_int_equal(leeway_routes_nets(routes, NULL)->cost, 4);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

/* ---- side by side ---------------------------------------------------------------------------- */

struct worker {
    const struct leeway_design *design;
    struct leeway_routes *routes;
    enum leeway_status status;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    worker->status = leeway_route(&worker->routes, worker->design, NULL, NULL);
    return NULL;
}

/* Two threads route one design, a third another design, at the same time. */
static void test_threads(void **state)
{
    (void)state;
    enum { THREADS = 3 };
    struct leeway_design *design = make(64, 64, 2), *other = make_first();
    pthread_t thread[THREADS];
    struct worker worker[THREADS];
    size_t count[2];
    for (uint32_t i = 0; i < 40; i++) {
        const uint32_t pins[] = {i % 8 * 8, i / 8 * 8, 0, 63 - i, 60, LEEWAY_EVERY_LAYER};
        add(design, NULL, pins, 2);
    }
    for (int i = 0; i < THREADS; i++) {
        worker[i] = (struct worker){.design = i < 2 ? design : other};
        assert_int_equal(pthread_create(&thread[i], NULL, work, &worker[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    assert_int_equal(worker[0].status, worker[1].status);
    assert_int_equal(leeway_check(other, worker[2].routes, NULL, NULL, &error), LEEWAY_OK);
    assert_int_equal(leeway_routes_nets(worker[2].routes, NULL)->cost, 11);
    const uint32_t *wires = leeway_routes_wires(worker[0].routes, &count[0]);
    const uint32_t *others = leeway_routes_wires(worker[1].routes, &count[1]);
    assert_true(count[0] == count[1] && count[0] >= 40);
    assert_memory_equal(wires, others, 24 * count[0]);
    for (int i = 0; i < THREADS; i++)
        leeway_routes_destroy(worker[i].routes);
    leeway_design_destroy(design);
    leeway_design_destroy(other);
}

static void test_version(void **state)
{
    (void)state;
    int major, minor, patch;
    assert_string_equal(leeway_version(), LEEWAY_VERSION);
    assert_int_equal(sscanf(LEEWAY_VERSION, "%d.%d.%d", &major, &minor, &patch), 3);
    assert_int_equal(10000 * major + 100 * minor + patch, LEEWAY_VERSION_NUMBER);
}

/* The layout of structs is part of the interface; one with a `size` may only grow at its end. */
static void test_layout(void **state)
{
    (void)state;
    if (sizeof(void *) != 8 || sizeof(enum leeway_status) != 4)
        skip();
#define AT(type, member, offset) assert_int_equal(offsetof(struct leeway_##type, member), offset)
    AT(error, excerpt_column, 4), AT(error, line, 8), AT(error, column, 16), AT(error, text, 24);
    AT(error, file, 792), AT(error, excerpt, 1304);
    assert_int_equal(sizeof(struct leeway_error), 1504);
    AT(progress, iteration, 8), AT(progress, total, 16), AT(progress, conflicts, 20);
    AT(progress, routed, 24), AT(progress, cost, 32);
    AT(options, engine, 8), AT(options, wave, 16), AT(options, order, 24), AT(options, threads, 32);
    AT(options, max_iterations, 36), AT(options, time_limit, 40), AT(options, alone, 48);
    AT(options, skip, 56), AT(options, skip_count, 64), AT(options, keep, 72);
    AT(options, progress, 80), AT(options, context, 88), AT(options, stop, 96);
    AT(options, effort, 104), AT(options, film, 112), AT(options, global, 120);
    AT(net, cost, 0), AT(net, length, 8), AT(net, vias, 16), AT(net, bends, 24);
    AT(net, first_wire, 32), AT(net, wire_count, 40), AT(net, first_blocker, 48);
    AT(net, blocker_count, 56), AT(net, state, 64);
    assert_int_equal(sizeof(struct leeway_net), 72);
    AT(report, wave, 16), AT(report, device, 48), AT(report, end, 176), AT(report, iterations, 192);
    AT(report, conflicts, 196), AT(report, searches, 200), AT(report, seconds, 208);
    AT(report, peak_host, 216), AT(report, peak_device, 224);
    AT(picture, scale, 8), AT(picture, cropped, 12), AT(picture, crop, 16);
    AT(picture, highlight, 32), AT(picture, highlight_count, 40), AT(picture, bare, 48);
#undef AT
    assert_int_equal(LEEWAY_INTERRUPTED, 130);
    assert_int_equal(LEEWAY_NOT_TRIED, 4);
    assert_int_equal(LEEWAY_VERTICAL, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_route),   cmocka_unit_test(test_unrouted),
        cmocka_unit_test(test_costs),   cmocka_unit_test(test_threads),
        cmocka_unit_test(test_version), cmocka_unit_test(test_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
