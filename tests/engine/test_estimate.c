/* The predicted time of the CPU: more work takes longer, and only threads with a job help. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/engine/engine_cpu.h"
#include "router/search/field.h"
#include "router/wave/wave.h"

enum { JOBS = 8 };

static double estimate(const char *wave, const struct grid *grid, unsigned threads,
                       const struct job *jobs, size_t count)
{
    const struct field field = {.grid = grid};
    const struct engine_options options = {.wave = wave, .threads = threads};
    return engine_cpu.estimate(&field, 0, &options, jobs, count);
}

static void test_more_work_takes_longer(void **state)
{
    (void)state;
    struct grid grid;
    struct job jobs[JOBS] = {0};
    assert_int_equal(grid_create(&grid, 1000, 1000, 1, NULL), STATUS_OK);
    for (int i = 0; i < JOBS; i++)
        jobs[i].window = (struct box){.x1 = 999, .y1 = 999};
    const double one = estimate("bucket", &grid, 1, jobs, 1);
    const double all = estimate("bucket", &grid, 1, jobs, JOBS);
    assert_true(one > 1e-3 && one < 1e-1); /* a million cells at 10 ns */
    assert_true(all > 7.9 * one && all < 8.1 * one);

    /* Eight equal jobs on four threads: two rounds, and one more at the latest. */
    const double four = estimate("bucket", &grid, 4, jobs, JOBS);
    assert_true(four > 2 * one && four < 3 * one);

    /* Threads without a job do not change the estimate. */
    const double two = estimate("bucket", &grid, 2, jobs, 2);
    assert_true(two > 1.4 * one && two < 1.6 * one);
    assert_true(estimate("bucket", &grid, 64, jobs, 2) == two);

    /* Eight searches of one cell end before eight threads have woken. */
    for (int i = 0; i < JOBS; i++)
        jobs[i].window = (struct box){0};
    assert_true(estimate("bucket", &grid, 8, jobs, JOBS) >
                estimate("bucket", &grid, 1, jobs, JOBS));
    grid_destroy(&grid);
}

/* Each wave has a cost per cell; `detour` is fast only between single pins. */
static void test_waves_have_estimates(void **state)
{
    (void)state;
    for (const struct wave_ops *const *wave = wave_table; *wave != NULL; wave++)
        assert_true((*wave)->pin_ns > 0 && (*wave)->wide_ns >= (*wave)->pin_ns);
    struct grid grid;
    struct wire pin = {0, 0}, row = {0, 9};
    struct job job = {.targets = &pin, .target_count = 1, .window = {.x1 = 999, .y1 = 999}};
    assert_int_equal(grid_create(&grid, 1000, 1000, 1, NULL), STATUS_OK);
    double narrow = estimate("detour", &grid, 1, &job, 1);
    job.targets = &row;
    assert_true(estimate("detour", &grid, 1, &job, 1) > 5 * narrow);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_more_work_takes_longer),
                                       cmocka_unit_test(test_waves_have_estimates)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
