/* test_alone: each net's tree as if it were the only one: the cheapest there is, in whatever window
 * it was found; and what is left of it when the run is stopped before it is certain. */
#include "router/maze/stage/ideal.h"
#include "tests/support/random_designs.h"

static void destroy(struct design *design)
{
    netlist_destroy(&design->nets);
    grid_destroy(&design->grid);
}

static void search_all(struct plan *plan)
{
    struct ideal stage;
    assert_int_equal(ideal_open(&stage, plan, 0, NULL), STATUS_OK);
    while (!ideal_is_over(&stage, plan))
        assert_int_equal(ideal_once(&stage, plan, NULL), STATUS_OK);
    ideal_close(&stage);
}

/* Windows that grow, and the whole grid at once. */
static void two_pins_cost_what_the_whole_grid_says(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint64_t searches = 0, nets_searched = 0;
    for (int round = 0; round < 20; round++) {
        struct design design;
        struct session session;
        struct plan plan;
        uint32_t nets[40];
        cost_t ideals[40];
        random_grid(&design, 60, 60, 2, 45, true, &seed);
        random_nets(&design, 40, 2, false, &seed);
        uint32_t count = design.nets.net_count;
        struct route_options options = plain_options();
        assert_int_equal(session_open(&session, &design, &options, NULL), STATUS_OK);
        assert_int_equal(order_nets(&design, ORDER_SHORT, NULL, nets, NULL), STATUS_OK);
        assert_int_equal(plan_create(&plan, &session, nets, count, NULL), STATUS_OK);
        search_all(&plan);
        searches += session.searches;
        nets_searched += count;
        for (uint32_t rank = 0; rank < count; rank++) {
            ideals[rank] = plan.ideals[rank];
            assert_true(plan.trees[rank].present == (ideals[rank] != COST_NONE));
            assert_true(!plan.trees[rank].present || plan.trees[rank].cost == ideals[rank]);
            plan.margins[rank] = GRID_SIDE_MAX;
        }
        search_all(&plan);
        assert_memory_equal(plan.ideals, ideals, count * sizeof *ideals);
        plan_destroy(&plan);
        session_close(&session);
        destroy(&design);
    }
    assert_true(searches > nets_searched); /* some first windows were too small */
}

/* The CPU's engine, and a stop flag that is raised when it has searched so often. */
static struct engine_ops brief_ops;
static volatile sig_atomic_t stop;
static int calls_left;

static enum status brief_expand(struct engine *engine, struct job *jobs, size_t count,
                                struct error *error)
{
    enum status status = engine_cpu.expand(engine, jobs, count, error);
    if (--calls_left == 0)
        stop = 1;
    return status;
}

static enum status brief_open(struct engine **engine, const struct field *field,
                              const struct engine_options *options, struct error *error)
{
    enum status status = engine_cpu.open(engine, field, options, error);
    if (status == STATUS_OK)
        (*engine)->ops = &brief_ops;
    return status;
}

/* Two walls with a gap each, above and below: the way through both is found in the first window,
 * but it is so long that a way around that window could be shorter.
 *
 *     . . . . . # . #        y 14: the gap of the left wall
 *     . . . . a # . # b      y 20
 *     . . . . . # . .        y 26: the gap of the right one */
static void walled_design(struct design *design)
{
    memset(design, 0, sizeof *design);
    assert_int_equal(grid_create(&design->grid, 40, 40, 1, NULL), STATUS_OK);
    for (uint32_t y = 0; y < 40; y++) {
        grid_set_blocked(&design->grid, grid_cell(&design->grid, 11, y, 0), y != 14);
        grid_set_blocked(&design->grid, grid_cell(&design->grid, 13, y, 0), y != 26);
    }
    assert_int_equal(netlist_add_net(&design->nets, "n", 1, NULL), STATUS_OK);
    for (uint32_t x = 10; x <= 14; x += 4)
        assert_int_equal(netlist_add_pins(&design->nets,
                                          &(struct pin){grid_cell(&design->grid, x, 20, 0), false},
                                          1, NULL),
                         STATUS_OK);
}

static void a_stop_leaves_the_tree_of_too_small_a_window(void **state)
{
    (void)state;
    struct design design;
    struct route_report report;
    walled_design(&design);
    brief_ops = engine_cpu;
    brief_ops.open = brief_open;
    brief_ops.expand = brief_expand;
    struct route_options options = plain_options();
    options.engine = &brief_ops;
    options.engine_options.stop = &stop;
    options.max_iterations = 10;
    for (calls_left = 2; calls_left >= 1; calls_left--) {
        struct routes routes;
        int calls = calls_left;
        stop = 0;
        assert_int_equal(route_design(&design, &options, &routes, &report, NULL),
                         STATUS_INTERRUPTED);
        assert_int_equal(report.searches, calls); /* one search is not enough to be certain */
        assert_int_equal(routes.nets[0].state, ROUTE_ROUTED);
        assert_int_equal(routes.nets[0].cost, 28);
        assert_right(&design, &routes);
        routes_destroy(&routes);
        calls_left = calls;
    }
    destroy(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_pins_cost_what_the_whole_grid_says),
        cmocka_unit_test(a_stop_leaves_the_tree_of_too_small_a_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
