/* The lower bound: never above the true cost, never falling by more than the cost of a step, and as
 * sharp as its comment says on the example given there. */
#include "tests/support/wave_cases.h"

#include "router/wave/bucket/lower_bound.h"

/* Checks the bound of one state against all steps out of it. */
static void check_state(const struct brute *b, const struct lower_bound *bound, cell_t cell,
                        int axis)
{
    const struct grid *grid = b->field->grid;
    uint32_t here =
        lower_bound_at(bound, grid_x(grid, cell), grid_y(grid, cell), grid_z(grid, cell), axis);
    for (int d = 0; d < DIRECTIONS; d++) {
        cost_t cost = brute_step(b, cell, axis, d);
        if (cost == COST_NONE)
            continue;
        cell_t to = grid_neighbour(grid, cell, d);
        uint32_t there = lower_bound_at(bound, grid_x(grid, to), grid_y(grid, to), grid_z(grid, to),
                                        brute_axis(b, d));
        assert_true(there == BOUND_NONE || (here != BOUND_NONE && here <= cost + there));
    }
}

static void test_consistent(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    for (int i = 0; i < 400; i++) {
        uint64_t random = seed + (uint64_t)i * 77773;
        struct wave_case c;
        struct lower_bound bound = {0};
        case_create(&c, FEATURE_ALL, &random);
        for (int k = 0; k < CASE_JOBS; k++) {
            struct brute b = {&c.field, &c.jobs[k], NULL, calloc(grid_cells(&c.grid), 1)};
            brute_own(&b, b.job->targets, b.job->target_count, false);
            bool any = lower_bound_aim(&bound, &c.grid, b.job);
            for (cell_t cell = 0; any && cell < grid_cells(&c.grid); cell++) {
                uint32_t x = grid_x(&c.grid, cell), y = grid_y(&c.grid, cell);
                for (int axis = 0; axis < AXES && brute_inside(&b, cell); axis++)
                    check_state(&b, &bound, cell, axis);
                for (uint32_t t = 0; t < b.job->target_count; t++)
                    if (b.job->targets[t].from == cell && brute_inside(&b, cell))
                        assert_int_equal(
                            lower_bound_at(&bound, x, y, grid_z(&c.grid, cell), AXIS_NONE), 0);
            }
            free(b.own);
        }
        case_destroy(&c);
    }
}

static void test_example(void **state)
{
    (void)state;
    struct grid grid;
    struct lower_bound bound = {0};
    assert_int_equal(grid_create(&grid, 20, 20, 2, NULL), STATUS_OK);
    grid.rules = (struct step_rules){.via = 4, .wrong_way = 100, .horizontal = 1, .vertical = 2};
    struct wire target = {grid_cell(&grid, 15, 12, 0), grid_cell(&grid, 15, 12, 0)};
    struct job job = {.targets = &target, .target_count = 1, .window = {0, 0, 19, 19}};
    assert_true(lower_bound_aim(&bound, &grid, &job));
    assert_int_equal(lower_bound_at(&bound, 5, 2, 0, AXIS_NONE), 20 + 10);
    assert_int_equal(lower_bound_at(&bound, 5, 2, 1, AXIS_NONE), 20 + 5);
    assert_int_equal(lower_bound_at(&bound, 5, 12, 0, AXIS_NONE), 10);
    assert_int_equal(lower_bound_at(&bound, 15, 12, 0, AXIS_NONE), 0);
    grid.rules.wrong_way = 3;
    memset(&bound, 0, sizeof bound);
    assert_true(lower_bound_aim(&bound, &grid, &job));
    assert_int_equal(lower_bound_at(&bound, 5, 2, 0, AXIS_NONE), 20 + 3);
    job.window = (struct box){0, 0, 9, 9};
    assert_false(lower_bound_aim(&bound, &grid, &job));
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_consistent),
                                       cmocka_unit_test(test_example)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
