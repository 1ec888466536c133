/* test_negotiation: runs with negotiation and improvement: always right, never worse than one pass,
 * the same for any number of threads, and optimal where everything can be tried. */
#include "router/maze/stage/ideal.h"
#include "router/maze/stage/negotiation.h"
#include "router/maze/stage/repair.h"
#include "tests/support/mirror_engines.h"

static void crowded_design(struct design *design, uint64_t *seed)
{
    random_grid(design, 6 + random_below(seed, 12), 6 + random_below(seed, 12),
                1 + random_below(seed, 3), random_below(seed, 20), random_below(seed, 2) == 0,
                seed);
    random_nets(design, 3 + random_below(seed, 12), 2 + random_below(seed, 3),
                random_below(seed, 3) == 0, seed);
    struct netlist *nets = &design->nets;
    struct net *last = &nets->nets[nets->net_count - 1];
    if (random_below(seed, 3) == 0) { /* a net of one pin has a tree without wires */
        last->pin_count = 1;
        nets->pin_count = last->first_pin + 1;
    }
}

static void destroy(struct design *design)
{
    netlist_destroy(&design->nets);
    grid_destroy(&design->grid);
}

static void negotiation_is_right_and_no_worse(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t more = 0;
    for (int round = 0; round < 60; round++) {
        struct design design;
        struct routes pass, first, second;
        struct route_report pass_report, report;
        crowded_design(&design, &seed);
        struct route_options options = plain_options();
        route_design(&design, &options, &pass, &pass_report, NULL);
        options.max_iterations = 25;
        enum status status = route_design(&design, &options, &first, &report, NULL);
        assert_int_equal(assert_right(&design, &first), status);
        assert_true(report.routed >= pass_report.routed || report.conflicts > 0);
        more += report.routed > pass_report.routed;
        options.engine_options.threads = 2 + random_below(&seed, 7);
        options.engine_options.wave = "dijkstra";
        assert_int_equal(route_design(&design, &options, &second, &report, NULL), status);
        assert_same_routes(&first, &second);
        routes_destroy(&pass);
        routes_destroy(&first);
        routes_destroy(&second);
        destroy(&design);
    }
    assert_true(more > 3);
}

static void kept_nets_stay(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (int round = 0; round < 20; round++) {
        struct design design;
        struct routes keep, routes;
        bool skip[64] = {false};
        crowded_design(&design, &seed);
        struct route_options options = plain_options();
        for (uint32_t net = 0; net < design.nets.net_count; net++)
            skip[net] = random_below(&seed, 3) != 0;
        options.skip = skip;
        route_design(&design, &options, &keep, NULL, NULL);
        options.skip = NULL;
        options.keep = &keep;
        options.max_iterations = 20;
        route_design(&design, &options, &routes, NULL, NULL);
        assert_right(&design, &routes);
        for (uint32_t net = 0; net < design.nets.net_count; net++) {
            const struct route *a = &keep.nets[net], *b = &routes.nets[net];
            if (a->state != ROUTE_ROUTED)
                continue;
            assert_int_equal(a->wire_count, b->wire_count);
            if (a->wire_count > 0)
                assert_memory_equal(keep.wires + a->first_wire, routes.wires + b->first_wire,
                                    a->wire_count * sizeof(struct wire));
        }
        routes_destroy(&keep);
        routes_destroy(&routes);
        destroy(&design);
    }
}

/* True where every toll is what history and users make it; *remembered: some history is there. */
static bool tolls_are_right(const struct plan *plan, bool *remembered)
{
    const struct congestion *cong = &plan->cong;
    bool right = true;
    for (size_t cell = 0; cell < grid_cells(cong->grid); cell++) {
        uint64_t toll = cong->history[cell] + (uint64_t)cong->present * cong->use[cell];
        right = right && cong->toll[cell] == (toll < TOLL_MAX ? toll : TOLL_MAX);
        *remembered = *remembered || cong->history[cell] > 0;
    }
    return right;
}

/* Tolls, while the price of sharing rises, and with some nets that have no tree at first.
 * The engine is a mirror, which knows what it was told, and fails when it is asked and that is not
 * all. */
static void tolls_are_kept_and_told(void **state)
{
    (void)state;
    enum { PRICE_UNIT = 1024 /* as negotiation.c has it */ };
    uint64_t seed = random_seed();
    uint32_t open = 0;
    bool remembered = false;
    for (int round = 0; round < 20; round++) {
        struct design design;
        struct session session;
        struct plan plan;
        struct ideal alone;
        struct maze_negotiation it;
        uint32_t nets[30], used = 0;
        random_grid(&design, 14, 14, 2, 10, false, &seed);
        random_nets(&design, 30, 2, false, &seed);
        uint32_t count = design.nets.net_count;
        struct route_options options = plain_options();
        options.engine = &home_ops;
        assert_int_equal(session_open(&session, &design, &options, NULL), STATUS_OK);
        assert_int_equal(order_nets(&design, ORDER_SHORT, NULL, nets, NULL), STATUS_OK);
        assert_int_equal(plan_create(&plan, &session, nets, count, NULL), STATUS_OK);
        assert_int_equal(ideal_open(&alone, &plan, 0, NULL), STATUS_OK);
        while (!ideal_is_over(&alone, &plan))
            assert_int_equal(ideal_once(&alone, &plan, NULL), STATUS_OK);
        ideal_close(&alone);
        assert_int_equal(plan_open(&plan, NULL), STATUS_OK);
        for (uint32_t rank = 0; rank < count && round % 3 > 0; rank += 4)
            assert_int_equal(plan_take_out(&plan, rank, NULL), STATUS_OK);
        open += repair_missing(&plan);
        assert_int_equal(negotiation_begin(&it, &plan, 20, NULL), STATUS_OK);
        assert_int_equal(negotiation_open(&it, &plan, &used, NULL), STATUS_OK);
        while (negotiation_goes_on(&it)) {
            uint64_t price = it.loop.price / PRICE_UNIT;
            assert_int_equal(negotiation_once(&it, NULL), STATUS_OK);
            assert_int_equal(plan.cong.present, price);
            assert_true(tolls_are_right(&plan, &remembered));
        }
        assert_int_equal(used, it.loop.round);
        negotiation_close(&it);
        plan_destroy(&plan);
        session_close(&session);
        destroy(&design);
    }
    assert_true(remembered && open > 0);
}

/* Every way from one cell to another through free cells, with its cells as bits: all of them for
 * the first net, and for each the best of the rest. */
struct trial {
    const struct design *design;
    uint32_t best;
};

static void try_net(struct trial *trial, uint32_t net, uint32_t used, uint32_t cost);

static void try_steps(struct trial *trial, uint32_t net, cell_t at, uint32_t used, uint32_t cost)
{
    const struct grid *grid = &trial->design->grid;
    const struct net *n = &trial->design->nets.nets[net];
    if (cost >= trial->best)
        return;
    if (at == trial->design->nets.pins[n->first_pin + 1].cell) {
        try_net(trial, net + 1, used, cost);
        return;
    }
    for (int d = 0; d < DIRECTIONS; d++) {
        cell_t next = grid_step_exists(grid, at, d) ? grid_neighbour(grid, at, d) : CELL_NONE;
        if (next == CELL_NONE || grid_is_blocked(grid, next))
            continue;
        bool own = next == trial->design->nets.pins[n->first_pin + 1].cell;
        if (!own && (used >> next & 1) != 0)
            continue;
        try_steps(trial, net, next, used | 1u << next, cost + 1);
    }
}

static void try_net(struct trial *trial, uint32_t net, uint32_t used, uint32_t cost)
{
    const struct netlist *nets = &trial->design->nets;
    if (net == nets->net_count)
        trial->best = cost;
    else
        try_steps(trial, net, nets->pins[nets->nets[net].first_pin].cell, used, cost);
}

static void tiny_designs_come_out_optimal(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t complete = 0, optimal = 0;
    for (int round = 0; round < 150; round++) {
        struct design design;
        struct routes routes;
        uint32_t pins = 0;
        random_grid(&design, 5, 5, 1, 0, false, &seed);
        random_nets(&design, 3, 2, false, &seed);
        for (uint32_t i = 0; i < design.nets.pin_count; i++)
            pins |= 1u << design.nets.pins[i].cell;
        struct trial trial = {&design, 60};
        try_net(&trial, 0, pins, 0);
        struct route_options options = plain_options();
        options.max_iterations = 60;
        enum status status = route_design(&design, &options, &routes, NULL, NULL);
        assert_int_equal(assert_right(&design, &routes), status);
        assert_true(status == STATUS_UNROUTED || trial.best < 60);
        if (trial.best < 60) {
            cost_t cost = 0;
            for (uint32_t net = 0; net < routes.net_count; net++)
                cost += routes.nets[net].cost;
            complete++;
            optimal += status == STATUS_OK && cost == trial.best;
            assert_true(status != STATUS_OK || cost >= trial.best);
        }
        routes_destroy(&routes);
        destroy(&design);
    }
    print_message("%u of %u tiny designs optimal\n", optimal, complete);
    assert_true(complete > 80 && optimal * 100 >= complete * 97);
}

static void a_stop_in_the_middle_leaves_a_right_result(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (int round = 0; round < 20; round++) {
        struct design design;
        struct routes routes;
        random_grid(&design, 60, 60, 2, 15, true, &seed);
        random_nets(&design, 60, 3, false, &seed);
        struct route_options options = plain_options();
        options.max_iterations = 1000;
        options.time_limit = 0.0005 * (1 + random_below(&seed, 60));
        enum status status = route_design(&design, &options, &routes, NULL, NULL);
        assert_int_equal(assert_right(&design, &routes), status);
        routes_destroy(&routes);
        destroy(&design);
    }
}

static void count_negotiation(void *context, const struct route_progress *progress)
{
    uint32_t *rounds = context;
    *rounds += strcmp(progress->phase, "negotiate") == 0;
}

/* Far more nets than there is room for: most cross others at the last price, so negotiation ends
 * long before its last round, and nets are routed all the same. */
static void a_design_that_is_too_full_ends_soon(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    struct design design;
    struct routes routes;
    uint32_t rounds = 0;
    random_grid(&design, 30, 30, 1, 10, false, &seed);
    random_nets(&design, 60, 2, false, &seed);
    struct route_options options = plain_options();
    options.max_iterations = 1000;
    options.progress = count_negotiation;
    options.context = &rounds;
    assert_int_equal(route_design(&design, &options, &routes, NULL, NULL), STATUS_UNROUTED);
    assert_int_equal(assert_right(&design, &routes), STATUS_UNROUTED);
    assert_true(rounds > 0 && rounds < 120); /* with those of the first attempt, in rounds */
    routes_destroy(&routes);
    destroy(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(negotiation_is_right_and_no_worse),
        cmocka_unit_test(tolls_are_kept_and_told),
        cmocka_unit_test(kept_nets_stay),
        cmocka_unit_test(tiny_designs_come_out_optimal),
        cmocka_unit_test(a_stop_in_the_middle_leaves_a_right_result),
        cmocka_unit_test(a_design_that_is_too_full_ends_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
