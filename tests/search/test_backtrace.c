/* The rule of the backtrace on small fields, and cutting loops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "router/search/backtrace.h"

/* Labels of an open 4 x 3 grid around the source (1, 0), bottom row first. */
static const cost_t open_labels[] = {1, 0, 1, 2, 2, 1, 2, 3, 3, 2, 3, 4};

static bool array_has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    assert_int_equal(axis, AXIS_NONE); /* without bend costs the axis is always AXIS_NONE */
    return ((const cost_t *)labels)[spot->cell] == want;
}

static struct grid make_grid(uint32_t width, uint32_t height, uint32_t layers)
{
    struct grid grid;
    assert_int_equal(grid_create(&grid, width, height, layers, NULL), STATUS_OK);
    return grid;
}

static void test_straight_on_before_turning(void **state)
{
    (void)state;
    struct grid grid = make_grid(4, 3, 1);
    struct field field = {&grid, grid.blocked, NULL};
    struct wire source = {1, 1}, target = {11, 11};
    struct job job = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    struct trace trace = {0};
    struct backtrace labels = {&field, {0, 0, 3, 2}, array_has_label, open_labels};
    assert_int_equal(backtrace_job(&labels, &job, 4, &trace, NULL), STATUS_OK);
    /* From (3, 2) WEST comes before SOUTH; straight on to (1, 2), then SOUTH. */
    const cell_t knots[] = {1, 9, 11};
    assert_int_equal(job.outcome, OUTCOME_FOUND);
    assert_int_equal(job.cost, 4);
    assert_int_equal(job.reached, 11);
    assert_int_equal(job.knot_count, 3);
    assert_memory_equal(trace.knots, knots, sizeof knots);

    /* Traces are appended. A wall west of (3, 2) makes it go SOUTH and straight on to (3, 0). */
    assert_int_equal(grid_add_wall(&grid, 11, WEST, NULL), STATUS_OK);
    const cell_t walled[] = {1, 9, 11, 1, 3, 11};
    assert_int_equal(backtrace_job(&labels, &job, 4, &trace, NULL), STATUS_OK);
    assert_int_equal(job.knot_count, 3);
    assert_int_equal(trace.count, 6);
    assert_memory_equal(trace.knots, walled, sizeof walled);
    free(trace.knots);
    grid_destroy(&grid);
}

static void test_target_is_source(void **state)
{
    (void)state;
    struct grid grid = make_grid(4, 3, 1);
    struct field field = {&grid, grid.blocked, NULL};
    struct wire source = {0, 3};
    const struct wire targets[] = {{11, 11}, {9, 1}, {1, 1}};
    struct job job = {.sources = &source, .source_count = 1, .targets = targets, .target_count = 3};
    struct trace trace = {0};
    struct backtrace labels = {&field, {0, 0, 3, 2}, array_has_label, open_labels};
    assert_int_equal(backtrace_job(&labels, &job, 0, &trace, NULL), STATUS_OK);
    assert_int_equal(job.target, 1); /* a tie: the lowest index */
    assert_int_equal(job.reached, 1);
    assert_int_equal(job.knot_count, 1);
    assert_int_equal(trace.knots[0], 1);
    free(trace.knots);
    grid_destroy(&grid);
}

static void test_loops_are_cut_at_first_meeting(void **state)
{
    (void)state;
    struct grid grid = make_grid(5, 5, 2);
    /* East along the bottom to (3, 0), up a layer and down again, on to (4, 0); then a loop
     * (4,0) (4,2) (2,2) (2,0), which meets the path at (2, 0), and north to (2, 4). */
    const cell_t path[] = {0, 3, 28, 3, 4, 14, 12, 2, 22};
    struct trace trace = {0};
    assert_int_equal(trace_add(&trace, 7, NULL), STATUS_OK); /* a path before it */
    for (size_t i = 0; i < sizeof path / sizeof *path; i++)
        assert_int_equal(trace_add(&trace, path[i], NULL), STATUS_OK);
    bool cut = false;
    assert_int_equal(trace_cut_loops(&trace, 1, &grid, &cut, NULL), STATUS_OK);
    const cell_t simple[] = {7, 0, 2, 22};
    assert_true(cut);
    assert_int_equal(trace.count, 4);
    assert_memory_equal(trace.knots, simple, sizeof simple);
    assert_int_equal(trace_cut_loops(&trace, 1, &grid, &cut, NULL), STATUS_OK);
    assert_false(cut);
    assert_int_equal(trace.count, 4);
    free(trace.knots);
    grid_destroy(&grid);
}

static void test_cost_of_knots(void **state)
{
    (void)state;
    struct grid grid = make_grid(5, 5, 2);
    uint32_t toll[50] = {0};
    toll[1] = 100;
    struct field field = {&grid, grid.blocked, toll};
    grid.rules = (struct step_rules){.via = 7, .bend = 10, .wrong_way = 3, .horizontal = 1};
    struct box box = {2, 0, 2, 0};
    assert_int_equal(grid_fill_weight(&grid, box, 0, 50, NULL), STATUS_OK);
    /* (0,0) east to (2,0): 1 + 100, 50; north to (2,1): 1 + bend + wrong way; up: 1 + via;
     * west on layer 2, no turn after a via: 1. */
    const cell_t knots[] = {0, 2, 7, 32, 31};
    assert_int_equal(knots_cost(&field, knots, 5), 101 + 50 + 14 + 8 + 1);
    assert_int_equal(knots_cost(&field, knots, 1), 0);
    grid_destroy(&grid);
}

static void test_orders(void **state)
{
    (void)state;
    const int north[] = {NORTH, EAST, WEST, -1, SOUTH, UP, DOWN};
    const int y[] = {AXIS_Y, AXIS_NONE, AXIS_X, -1};
    for (int i = 0; i <= DIRECTIONS; i++)
        assert_int_equal(backtrace_direction(NORTH, i), north[i]);
    for (int i = 0; i <= AXES; i++)
        assert_int_equal(backtrace_axis(AXIS_Y, i), y[i]);
    assert_int_equal(backtrace_direction(-1, 1), EAST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight_on_before_turning),
        cmocka_unit_test(test_target_is_source),
        cmocka_unit_test(test_loops_are_cut_at_first_meeting),
        cmocka_unit_test(test_cost_of_knots),
        cmocka_unit_test(test_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
