/* test_discipline: costs to plan by, and designs that are planned by them. */
#include "router/maze/stage/directions.h"
#include "tests/support/random_designs.h"

static void layers_keep_to_their_directions(void **state)
{
    (void)state;
    struct grid grid;
    struct step_rules rules;
    assert_int_equal(grid_create(&grid, 2, 2, 2, NULL), STATUS_OK);
    grid.rules = (struct step_rules){.via = 10, .bend = 1};
    assert_false(directions_rules(&grid, false, &rules)); /* no directions */
    grid.rules.horizontal = 1;
    assert_false(directions_rules(&grid, false, &rules)); /* one direction only */
    grid.rules.vertical = 2;
    assert_true(directions_rules(&grid, false, &rules));
    assert_int_equal(rules.via, 4);
    assert_int_equal(rules.wrong_way, 2);
    assert_int_equal(rules.bend, 0);
    assert_int_equal(rules.horizontal, 1);
    assert_int_equal(rules.vertical, 2);
    assert_true(directions_rules(&grid, true, &rules));
    assert_int_equal(rules.via, 2);
    grid.rules.bend = 0;
    grid.rules.via = 4;
    grid.rules.wrong_way = 2;
    assert_false(directions_rules(&grid, false, &rules)); /* its own costs are the same */
    grid_destroy(&grid);
}

/* Two hundred nets on a small board, directions that cost nothing to ignore. */
static void planned_designs_come_out_right(void **state)
{
    (void)state;
    static const char *const waves[] = {"dijkstra", "bucket"};
    uint64_t seed = random_seed();
    for (int round = 0; round < 2; round++) {
        struct design design;
        struct routes first, other;
        struct route_report report;
        struct step_rules planned;
        random_grid(&design, 34, 34, 3, 5, false, &seed);
        design.grid.rules =
            (struct step_rules){.via = round == 0 ? 0 : 9, .horizontal = 5, .vertical = 2};
        random_nets(&design, 200, 2, false, &seed);
        assert_true(directions_rules(&design.grid, false, &planned));
        struct route_options options = plain_options();
        options.max_iterations = 8;
        enum status status = route_design(&design, &options, &first, &report, NULL);
        assert_int_equal(assert_right(&design, &first), status); /* costs by the true rules */
        options.engine_options.threads = 3;
        options.engine_options.wave = waves[round];
        assert_int_equal(route_design(&design, &options, &other, &report, NULL), status);
        assert_same_routes(&first, &other);
        routes_destroy(&first);
        routes_destroy(&other);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_keep_to_their_directions),
        cmocka_unit_test(planned_designs_come_out_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
