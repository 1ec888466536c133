/* test_route: whole designs in one pass, judged by the checker, and by a second router that knows
 * no batches: one net after the other. */
#include "tests/support/random_designs.h"

#include "router/maze/net/connect.h"
#include "router/search/field.h"

/* One net after the other with nothing but connect, field and the engine. */
static void route_plainly(const struct design *design, enum order order, struct routes *routes)
{
    struct field_store store;
    struct engine *engine = NULL;
    struct engine_options options = {.wave = "dijkstra", .threads = 1};
    struct growth growth = {0};
    uint32_t *nets = malloc(design->nets.net_count * sizeof *nets);
    assert_int_equal(order_nets(design, order, NULL, nets, NULL), STATUS_OK);
    assert_int_equal(routes_create(routes, design->nets.net_count, NULL), STATUS_OK);
    make_field(&store, design);
    assert_int_equal(engine_cpu.open(&engine, &store.field, &options, NULL), STATUS_OK);
    for (uint32_t i = 0; i < design->nets.net_count; i++) {
        assert_int_equal(connect_begin(&growth, design, nets[i], NULL), STATUS_OK);
        while (!connect_is_done(&growth)) {
            struct job job = connect_job(&growth, box_whole(&design->grid));
            assert_int_equal(engine->ops->expand(engine, &job, 1, NULL), STATUS_OK);
            if (job.outcome != OUTCOME_FOUND)
                break;
            assert_int_equal(connect_take(&growth, &job, NULL), STATUS_OK);
        }
        if (!connect_is_done(&growth))
            continue;
        assert_int_equal(
            routes_set_wires(routes, design, nets[i], growth.wires, growth.wire_count, NULL),
            STATUS_OK);
        struct box dirty = box_empty();
        field_close(&store, growth.wires, growth.wire_count, &dirty);
        assert_int_equal(engine->ops->update(engine, &dirty, 1, NULL), STATUS_OK);
    }
    connect_destroy(&growth);
    engine->ops->close(engine);
    field_destroy(&store);
    free(nets);
}

static void random_design(struct design *design, uint64_t *seed)
{
    uint32_t side = 2 + random_below(seed, 14);
    uint32_t layers = 1 + random_below(seed, 3);
    random_grid(design, side, 2 + random_below(seed, 14), layers, random_below(seed, 40), true,
                seed);
    random_nets(design, 1 + random_below(seed, 20), 1 + random_below(seed, 5), true, seed);
}

static void destroy(struct design *design)
{
    netlist_destroy(&design->nets);
    grid_destroy(&design->grid);
}

static void one_pass_is_one_net_after_the_other(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t unrouted = 0, routed = 0;
    for (int round = 0; round < 400; round++) {
        struct design design;
        struct routes plain, routes;
        struct route_report report;
        random_design(&design, &seed);
        struct route_options options = plain_options();
        options.order = (enum order)random_below(&seed, ORDERS);
        options.engine_options.threads = 1 + random_below(&seed, 3);
        route_plainly(&design, options.order, &plain);
        enum status status = route_design(&design, &options, &routes, &report, NULL);
        assert_int_equal(assert_right(&design, &routes), status);
        for (uint32_t net = 0; net < routes.net_count; net++) {
            const struct route *a = &plain.nets[net], *b = &routes.nets[net];
            assert_true((a->state == ROUTE_ROUTED) == (b->state == ROUTE_ROUTED));
            assert_int_equal(a->wire_count, b->wire_count);
            if (a->wire_count > 0)
                assert_memory_equal(plain.wires + a->first_wire, routes.wires + b->first_wire,
                                    a->wire_count * sizeof(struct wire));
            *(b->state == ROUTE_ROUTED ? &routed : &unrouted) += 1;
        }
        assert_int_equal(report.chosen, routes.net_count);
        routes_destroy(&plain);
        routes_destroy(&routes);
        destroy(&design);
    }
    assert_true(routed > 500 && unrouted > 100);
}

static void alone_nets_do_not_see_each_other(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (int round = 0; round < 100; round++) {
        struct design design, one;
        struct routes routes, single;
        random_design(&design, &seed);
        struct route_options options = plain_options();
        options.alone = true;
        enum status status = route_design(&design, &options, &routes, NULL, NULL);
        assert_int_equal(assert_right(&design, &routes), status);
        for (uint32_t net = 0; net < design.nets.net_count; net++) {
            one = design;
            memset(&one.nets, 0, sizeof one.nets);
            const struct net *n = &design.nets.nets[net];
            assert_int_equal(netlist_add_net(&one.nets, "n", 1, NULL), STATUS_OK);
            for (uint32_t i = 0; i < n->pin_count; i++)
                assert_int_equal(
                    netlist_add_pins(&one.nets, &design.nets.pins[n->first_pin + i], 1, NULL),
                    STATUS_OK);
            options.alone = false;
            route_design(&one, &options, &single, NULL, NULL);
            assert_int_equal(single.nets[0].state, routes.nets[net].state);
            assert_true(single.nets[0].cost == routes.nets[net].cost);
            routes_destroy(&single);
            netlist_destroy(&one.nets);
        }
        routes_destroy(&routes);
        destroy(&design);
    }
}

static void skipped_nets_wait_and_kept_nets_stay(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (int round = 0; round < 100; round++) {
        struct design design;
        struct routes first, second;
        struct route_report report;
        bool skip[32] = {false};
        random_design(&design, &seed);
        struct route_options options = plain_options();
        uint32_t skipped = 0;
        for (uint32_t net = 0; net < design.nets.net_count; net++)
            skipped += skip[net] = random_below(&seed, 2) == 0;
        options.skip = skip;
        route_design(&design, &options, &first, &report, NULL);
        assert_right(&design, &first);
        assert_int_equal(report.chosen, design.nets.net_count - skipped);
        for (uint32_t net = 0; net < design.nets.net_count; net++)
            assert_true(!skip[net] || first.nets[net].state == ROUTE_INTERRUPTED);
        options.skip = NULL;
        options.keep = &first;
        route_design(&design, &options, &second, &report, NULL);
        assert_right(&design, &second);
        for (uint32_t net = 0; net < design.nets.net_count; net++) {
            if (first.nets[net].state != ROUTE_ROUTED)
                continue;
            assert_int_equal(second.nets[net].wire_count, first.nets[net].wire_count);
            if (first.nets[net].wire_count > 0)
                assert_memory_equal(second.wires + second.nets[net].first_wire,
                                    first.wires + first.nets[net].first_wire,
                                    first.nets[net].wire_count * sizeof(struct wire));
        }
        routes_destroy(&first);
        routes_destroy(&second);
        destroy(&design);
    }
}

static void a_raised_flag_ends_the_run(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    struct design design;
    struct routes routes;
    struct route_report report;
    volatile sig_atomic_t stop = 1;
    random_grid(&design, 10, 10, 1, 0, false, &seed);
    random_nets(&design, 5, 2, false, &seed);
    struct route_options options = plain_options();
    options.engine_options.stop = &stop;
    assert_int_equal(route_design(&design, &options, &routes, &report, NULL), STATUS_INTERRUPTED);
    assert_int_equal(report.end, ROUTE_END_STOPPED);
    assert_string_equal(route_end_name(report.end), "stopped");
    for (uint32_t net = 0; net < routes.net_count; net++)
        assert_int_equal(routes.nets[net].state, ROUTE_INTERRUPTED);
    routes_destroy(&routes);
    options.engine_options.stop = NULL;
    options.time_limit = 1e-9;
    assert_int_equal(route_design(&design, &options, &routes, &report, NULL), STATUS_UNROUTED);
    assert_int_equal(report.end, ROUTE_END_TIME);
    for (uint32_t net = 0; net < routes.net_count; net++)
        assert_int_equal(routes.nets[net].state, ROUTE_TIME_LIMIT);
    routes_destroy(&routes);
    destroy(&design);
}

/* Bytes of a run with two nets, from left to right and from (x, y) upwards. */
static size_t bytes_of_two_nets(uint32_t x, uint32_t y)
{
    const cell_t cells[][2] = {{50 * 100 + 10, 50 * 100 + 90}, {y * 100 + x, (y + 5) * 100 + x}};
    struct design design = {0};
    struct routes routes;
    struct route_report report;
    assert_int_equal(grid_create(&design.grid, 100, 100, 1, NULL), STATUS_OK);
    for (int net = 0; net < 2; net++) {
        assert_int_equal(netlist_add_net(&design.nets, net == 0 ? "a" : "b", 1, NULL), STATUS_OK);
        for (int pin = 0; pin < 2; pin++)
            assert_int_equal(
                netlist_add_pins(&design.nets, &(struct pin){cells[net][pin], false}, 1, NULL),
                STATUS_OK);
    }
    struct route_options options = plain_options();
    options.max_iterations = 10;
    assert_int_equal(route_design(&design, &options, &routes, &report, NULL), STATUS_OK);
    routes_destroy(&routes);
    destroy(&design);
    return report.peak_host;
}

/* Tolls, history and users of cells are 10 bytes a cell. */
static void nets_that_do_not_meet_pay_for_no_tolls(void **state)
{
    (void)state;
    const size_t tolls = 100000;
    assert_true(bytes_of_two_nets(50, 10) + tolls <= bytes_of_two_nets(50, 48));
}

static void wrong_calls_are_told(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    struct design design;
    struct routes routes, keep;
    struct error error = {0};
    random_grid(&design, 10, 10, 1, 0, false, &seed);
    random_nets(&design, 5, 2, false, &seed);
    struct route_options options = plain_options();
    options.engine_options.wave = "tsunami";
    assert_int_equal(route_design(&design, &options, &routes, NULL, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "tsunami"));
    assert_null(routes.nets);
    error_clear(&error);
    options = plain_options();
    assert_int_equal(routes_create(&keep, 3, NULL), STATUS_OK);
    options.keep = &keep;
    assert_int_equal(route_design(&design, &options, &routes, NULL, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "3 nets"));
    routes_destroy(&keep);
    destroy(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_pass_is_one_net_after_the_other),
        cmocka_unit_test(alone_nets_do_not_see_each_other),
        cmocka_unit_test(skipped_nets_wait_and_kept_nets_stay),
        cmocka_unit_test(a_raised_flag_ends_the_run),
        cmocka_unit_test(nets_that_do_not_meet_pay_for_no_tolls),
        cmocka_unit_test(wrong_calls_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
