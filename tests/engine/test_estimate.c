/* What the CPU's engine foresees: more work takes longer, and only threads that have a job help. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/engine/estimate.h"

enum { JOBS = 8 };

static void test_foresee(void **state)
{
    (void)state;
    struct grid grid;
    struct job jobs[JOBS] = {0};
    assert_int_equal(grid_create(&grid, 1000, 1000, 1, NULL), STATUS_OK);
    for (int i = 0; i < JOBS; i++)
        jobs[i].window = (struct box){.x1 = 999, .y1 = 999};
    const double one = estimate_cpu(&wave_bucket, &grid, 1, jobs, 1);
    const double all = estimate_cpu(&wave_bucket, &grid, 1, jobs, JOBS);
    assert_true(one > 1e-3 && one < 1e-1); /* a million cells at 10 ns */
    assert_true(all > 7.9 * one && all < 8.1 * one);

    /* Eight equal jobs on four threads: two rounds, and one more at the latest. */
    const double four = estimate_cpu(&wave_bucket, &grid, 4, jobs, JOBS);
    assert_true(four > 2 * one && four < 3 * one);

    /* Threads without a job are no help and no burden. */
    const double two = estimate_cpu(&wave_bucket, &grid, 2, jobs, 2);
    assert_true(two > 1.4 * one && two < 1.6 * one);
    assert_true(estimate_cpu(&wave_bucket, &grid, 64, jobs, 2) == two);

    /* Eight searches of one cell are over before as many threads have woken. */
    for (int i = 0; i < JOBS; i++)
        jobs[i].window = (struct box){0};
    assert_true(estimate_cpu(&wave_bucket, &grid, 8, jobs, JOBS) >
                estimate_cpu(&wave_bucket, &grid, 1, jobs, JOBS));
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_foresee)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
