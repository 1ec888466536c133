/* Handing over: workspaces are made once, mazes are remembered, updates reach all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "grid/generate/generate.h"
#include "router/wave/fallback.h"

enum { SIDE = 99 };

static struct design design;
static struct field field;
static struct wire ends[2];

static void make(enum generate_kind kind)
{
    struct generate_options options = {
        .kind = kind, .width = SIDE, .height = SIDE, .layers = 1, .nets = 1, .seed = 7};
    assert_int_equal(generate_design(&design, &options, NULL), STATUS_OK);
    cell_t last = SIDE * SIDE - 1;
    field = (struct field){&design.grid, design.grid.blocked, NULL};
    ends[0] = (struct wire){0, 0};
    ends[1] = (struct wire){last, last};
}

static struct job corner_to_corner(void)
{
    return (struct job){.sources = ends,
                        .source_count = 1,
                        .targets = ends + 1,
                        .target_count = 1,
                        .window = {0, 0, SIDE - 1, SIDE - 1}};
}

/* Number of waves with a workspace. */
static int count_waves(const struct fallback *others)
{
    int count = 0;
    for (int i = 0; i < OTHERS_MAX; i++)
        count += others->waves[i] != NULL;
    return count;
}

static void test_workspaces(void **state)
{
    (void)state;
    struct fallback others;
    struct trace trace = {0};
    make(GENERATE_OPEN);
    fallback_begin(&others, &field);
    assert_int_equal(fallback_bytes(&others), 0);
    const struct wave_ops *const waves[] = {&wave_dijkstra, &wave_bucket, &wave_dijkstra};
    for (int i = 0; i < 3; i++) {
        struct job job = corner_to_corner();
        assert_int_equal(fallback_search(&others, waves[i], &job, &trace, NULL, NULL), STATUS_OK);
        assert_int_equal(job.outcome, OUTCOME_FOUND);
        assert_int_equal(job.cost, 2 * (SIDE - 1));
        assert_int_equal(count_waves(&others), i == 0 ? 1 : 2);
    }
    assert_true(fallback_bytes(&others) > 0);
    fallback_destroy(&others);
    assert_int_equal(fallback_bytes(&others), 0);
    fallback_destroy(&others);
    free(trace.knots);
    design_destroy(&design);
}

static void test_maze(void **state)
{
    (void)state;
    struct fallback others;
    struct trace trace = {0};
    struct box all = {0, 0, SIDE - 1, SIDE - 1}, part = {0, 0, SIDE - 1, SIDE - 2};
    make(GENERATE_MAZE);
    fallback_begin(&others, &field);
    assert_false(fallback_in_maze(&others, &all)); /* not known the first time */
    assert_true(fallback_in_maze(&others, &all));
    assert_false(fallback_in_maze(&others, &part));
    assert_true(fallback_in_maze(&others, &part));
    assert_false(fallback_in_maze(&others, &all)); /* forgotten */
    struct job job = corner_to_corner();
    assert_int_equal(fallback_search_maze(&others, &wave_dijkstra, &job, &trace, NULL, NULL),
                     STATUS_OK);
    assert_int_equal(job.outcome, OUTCOME_FOUND);
    assert_true(others.maze && others.waves[0]->ops == &wave_corridor && count_waves(&others) == 1);

    /* A cell of the path is closed: without an update, `corridor` returns the old path. */
    cell_t cell = trace.knots[1];
    struct box dirty = {cell % SIDE, cell / SIDE, cell % SIDE, cell / SIDE};
    grid_set_blocked(&design.grid, cell, true);
    fallback_update(&others, &dirty, 1);
    assert_int_equal(fallback_search_maze(&others, &wave_dijkstra, &job, &trace, NULL, NULL),
                     STATUS_OK);
    assert_int_equal(job.outcome, OUTCOME_NONE);
    fallback_destroy(&others);
    free(trace.knots);
    design_destroy(&design);
}

static void test_no_maze(void **state)
{
    (void)state;
    struct fallback others;
    struct trace trace = {0};
    make(GENERATE_OPEN);
    fallback_begin(&others, &field);
    struct job job = corner_to_corner();
    for (int i = 0; i < 3; i++) {
        assert_false(fallback_in_maze(&others, &job.window));
        assert_int_equal(fallback_search_maze(&others, &wave_sweep, &job, &trace, NULL, NULL),
                         STATUS_OK);
        assert_int_equal(job.outcome, OUTCOME_FOUND);
        assert_true(others.waves[0]->ops == &wave_sweep && count_waves(&others) == 1);
    }
    fallback_destroy(&others);
    free(trace.knots);
    design_destroy(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_workspaces),
        cmocka_unit_test(test_maze),
        cmocka_unit_test(test_no_maze),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
