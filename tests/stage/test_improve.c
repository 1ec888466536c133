/* test_improve: when improvement ends, and that the measure of work is the same for any number of
 * threads and for a run that was resumed. */
#include "router/route/route.h"
#include "router/maze/stage/repair.h"
#include "router/maze/stage/schedule.h"
#include "tests/support/random_designs.h"

/* As router/maze/stage/chain/improve.c has them. */
enum { WORK_BEST = 250000000, WORK_SMALL = 6000000, COLD_ROUNDS = 10, IDLE_CYCLES = 40 };
enum { PATIENCE = 1, PATIENCE_NETS = 3, GAIN_PARTS = 400 };

static void make_design(struct design *design, uint64_t *seed)
{
    random_grid(design, 16, 16, 2, 10, true, seed);
    random_nets(design, 20, 3, false, seed);
}

static void destroy(struct design *design)
{
    netlist_destroy(&design->nets);
    grid_destroy(&design->grid);
}

/* A legal plan in which nets can gain. */
static void make_plan(struct plan *plan, struct session *session, uint32_t *nets)
{
    struct ideal alone;
    assert_int_equal(order_nets(session->design, ORDER_SHORT, NULL, nets, NULL), STATUS_OK);
    assert_int_equal(plan_create(plan, session, nets, session->design->nets.net_count, NULL),
                     STATUS_OK);
    assert_int_equal(ideal_open(&alone, plan, 0, NULL), STATUS_OK);
    while (!ideal_is_over(&alone, plan))
        assert_int_equal(ideal_once(&alone, plan, NULL), STATUS_OK);
    ideal_close(&alone);
    assert_int_equal(repair_drop_later(plan, NULL), STATUS_OK);
    assert_true(repair_missing(plan) > 0);
}

/* Within a round nothing ends it; between rounds it goes on as long as it gains, whatever the work,
 * without gain as long as the work is below the limit of the effort, and not idle. */
static void work_ends_it_where_it_gains_little(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    struct design design;
    struct session session;
    struct plan plan;
    struct snapshot best = {0};
    uint32_t nets[20];
    make_design(&design, &seed);
    struct route_options options = plain_options();
    assert_int_equal(session_open(&session, &design, &options, NULL), STATUS_OK);
    make_plan(&plan, &session, nets);
    for (uint32_t rank = 0; rank < plan.count; rank++) /* none is missing, and one can gain */
        plan.ideals[rank] = plan.trees[rank].present ? plan.trees[rank].cost : COST_NONE;
    plan.ideals[0]--;
    assert_true(repair_missing(&plan) == 0 && improve_gainers(&plan) > 0);
    assert_int_equal(snapshot_take(&best, &plan, NULL), STATUS_OK);
    for (int i = 0; i < 2; i++) {
        const uint64_t limit = i == 0 ? WORK_SMALL : WORK_BEST;
        options.effort = i == 0 ? ROUTE_NORMAL : ROUTE_BEST;
        const uint32_t patience = PATIENCE + plan.count / PATIENCE_NETS;
        struct improvement it = {.work = limit, .quiet = patience - 1};
        assert_true(improve_goes_on(&it, &plan, &best));
        it.quiet++;
        assert_false(improve_goes_on(&it, &plan, &best));
        it = (struct improvement){.cycle = 1, .quiet = patience, .work = limit - 1};
        assert_true(improve_goes_on(&it, &plan, &best));
        it.work = limit;
        assert_false(improve_goes_on(&it, &plan, &best));
        it.next = 3;
        assert_true(improve_goes_on(&it, &plan, &best));
        it = (struct improvement){.cycle = IDLE_CYCLES, .idle = IDLE_CYCLES - 1};
        assert_true(improve_goes_on(&it, &plan, &best));
        it.round = it.warm + COLD_ROUNDS; /* a cycle without gain is over */
        assert_false(improve_goes_on(&it, &plan, &best));
        assert_int_equal(it.idle, IDLE_CYCLES);
    }
    snapshot_destroy(&best);
    plan_destroy(&plan);
    session_close(&session);
    destroy(&design);
}

/* A round whose best has fallen by one part in GAIN_PARTS since the last gain that counted starts
 * the count of quiet rounds anew; one less is a quiet round, and the next adds to it. */
static void look_at_gains(bool dear)
{
    uint64_t seed = random_seed();
    struct design design;
    struct session session;
    struct plan plan;
    struct maze_chain chain;
    struct snapshot best = {0};
    uint32_t nets[20], used = 0;
    make_design(&design, &seed);
    const struct box whole = {0, 0, design.grid.width - 1, design.grid.height - 1};
    for (uint32_t z = 0; z < design.grid.layers && dear; z++)
        assert_int_equal(grid_fill_weight(&design.grid, whole, z, 100, NULL), STATUS_OK);
    struct route_options options = plain_options();
    assert_int_equal(session_open(&session, &design, &options, NULL), STATUS_OK);
    make_plan(&plan, &session, nets);
    assert_int_equal(plan_open(&plan, NULL), STATUS_OK);
    assert_int_equal(snapshot_take(&best, &plan, NULL), STATUS_OK);
    struct improvement it = {0};
    assert_int_equal(improve_open(&it, &plan, used, &chain, NULL), STATUS_OK);
    assert_int_equal(best.cost >= GAIN_PARTS, dear);
    for (int i = 0; i < 3; i++) {
        const bool quiet = i == 1 && dear;
        const cost_t enough = (best.cost + GAIN_PARTS - 1) / GAIN_PARTS;
        it.next = plan.count; /* the round is over */
        it.quiet = 7;
        it.before = i == 0 ? best.cost + enough : i == 1 ? best.cost + enough - 1 : best.cost - 1;
        const cost_t before = it.before;
        assert_int_equal(improve_once(&it, &chain, &best, &used, NULL), STATUS_OK);
        assert_int_equal(it.quiet, quiet ? 8 : 0);
        assert_true(it.before == (quiet ? before : best.cost));
    }
    chain_destroy(&chain);
    snapshot_destroy(&best);
    plan_destroy(&plan);
    session_close(&session);
    destroy(&design);
}

static void gains_that_count_keep_it_going(void **state)
{
    (void)state;
    look_at_gains(true);
}

/* Costs below GAIN_PARTS: rounds cost so little that each of them counts. */
static void small_costs_keep_it_going(void **state)
{
    (void)state;
    look_at_gains(false);
}

/* Routes the whole design; returns the work. */
static uint64_t work_of(const struct design *design, const struct route_options *options)
{
    struct routes routes;
    struct route_report report;
    const enum status status = route_design(design, options, &routes, &report, NULL);
    assert_true(status == STATUS_OK || status == STATUS_UNROUTED);
    routes_destroy(&routes);
    return report.work;
}

/* Keeps every fiftieth checkpoint, and the last of these. */
struct last {
    struct route_checkpoint kept;
    uint32_t seen;
};

static void keep_last(void *context, const struct routes *best,
                      const struct route_checkpoint *checkpoint)
{
    struct last *last = context;
    (void)best;
    if (last->seen++ % 50 != 0)
        return;
    last->kept.bytes = realloc(last->kept.bytes, checkpoint->size);
    last->kept.size = checkpoint->size;
    memcpy(last->kept.bytes, checkpoint->bytes, checkpoint->size);
}

static void work_does_not_depend_on_threads(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (int round = 0; round < 8; round++) {
        struct design design;
        struct last last = {0};
        make_design(&design, &seed);
        struct route_options options = plain_options();
        options.max_iterations = 30;
        options.checkpoint = keep_last;
        options.context = &last;
        uint64_t work = work_of(&design, &options);
        options.checkpoint = NULL;
        options.engine_options.threads = 3;
        assert_true(work > 0 && work_of(&design, &options) == work);
        options.resume = &last.kept;
        assert_true(work_of(&design, &options) == work);
        free(last.kept.bytes);
        destroy(&design);
    }
}

/* Less effort is less work: none for cost, some, and several times as much. */
static void effort_is_work(void **state)
{
    (void)state;
    uint64_t seed = random_seed(), work[ROUTE_EFFORTS] = {0};
    for (int round = 0; round < 2; round++) {
        struct design design;
        random_grid(&design, 40, 40, 2, 10, false, &seed);
        random_nets(&design, 14, 3, false, &seed);
        struct route_options options = plain_options();
        options.max_iterations = 1000;
        for (unsigned i = 0; i < ROUTE_EFFORTS; i++) {
            options.effort = (enum route_effort)i;
            work[i] += work_of(&design, &options);
        }
        destroy(&design);
    }
    assert_true(work[ROUTE_FAST] < work[ROUTE_NORMAL]);
    assert_true(work[ROUTE_NORMAL] * 2 < work[ROUTE_BEST]);
}

/* Of a large design that is close at once, nets that branch are improved, two-pin nets are not. */
static void large_designs_are_improved_where_nets_branch(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (uint32_t pins = 2; pins <= 3; pins++) {
        struct design design;
        struct routes all;
        struct route_report report;
        struct route_options options = plain_options();
        random_grid(&design, 150, 150, 6, 2, false, &seed);
        random_nets(&design, 220, pins, false, &seed);
        options.max_iterations = 1000;
        assert_int_equal(route_design(&design, &options, &all, &report, NULL), STATUS_OK);
        assert_int_equal(assert_right(&design, &all), STATUS_OK);
        assert_true(pins == 2 ? report.iterations == 0 : report.iterations > 0);
        routes_destroy(&all);
        destroy(&design);
    }
}

/* Two nets cross on one layer: no round can place both, so rounds end soon, at any effort. */
static void what_cannot_be_placed_ends_soon(void **state)
{
    (void)state;
    static const cell_t pins[2][2] = {{10, 14}, {2, 22}};
    for (unsigned i = 0; i < ROUTE_EFFORTS; i++) {
        struct design design = {0};
        struct routes all;
        struct route_report report;
        struct route_options options = plain_options();
        options.effort = (enum route_effort)i;
        options.max_iterations = ROUTE_ITERATIONS_MAX;
        assert_int_equal(grid_create(&design.grid, 5, 5, 1, NULL), STATUS_OK);
        for (int net = 0; net < 2; net++) {
            assert_int_equal(netlist_add_net(&design.nets, net == 0 ? "a" : "b", 1, NULL),
                             STATUS_OK);
            for (int pin = 0; pin < 2; pin++)
                assert_int_equal(
                    netlist_add_pins(&design.nets, &(struct pin){pins[net][pin], false}, 1, NULL),
                    STATUS_OK);
        }
        assert_int_equal(route_design(&design, &options, &all, &report, NULL), STATUS_UNROUTED);
        assert_true(report.iterations > 0 && report.iterations < 10000);
        routes_destroy(&all);
        destroy(&design);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_ends_it_where_it_gains_little),
        cmocka_unit_test(gains_that_count_keep_it_going),
        cmocka_unit_test(small_costs_keep_it_going),
        cmocka_unit_test(work_does_not_depend_on_threads),
        cmocka_unit_test(effort_is_work),
        cmocka_unit_test(large_designs_are_improved_where_nets_branch),
        cmocka_unit_test(what_cannot_be_placed_ends_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
