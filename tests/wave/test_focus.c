/* The part of a window that a path of a given cost can reach. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/wave/focus.h"

static void test_clip(void **state)
{
    (void)state;
    struct grid grid;
    assert_int_equal(grid_create(&grid, 100, 50, 3, NULL), STATUS_OK);
    const struct wire wires[] = {{2030, 2030}, {7040, 7045}}; /* (30,20,0); (40..45,20,1) */
    struct job job = {.sources = wires,
                      .targets = wires + 1,
                      .source_count = 1,
                      .target_count = 1,
                      .window = {10, 0, 99, 24}};
    struct focus focus = {0};
    assert_true(focus_aim(&focus, &grid, &job));
    assert_int_equal(focus_distance(&focus), 10);
    assert_int_equal(focus.low_layer, 1);
    assert_int_equal(focus.high_layer, 1);
    struct box box = focus_clip(&focus, &job.window, 19); /* 4 more than the distance: margin 2 */
    assert_int_equal(box.x0, 26);
    assert_int_equal(box.x1, 49);
    assert_int_equal(box.y0, 16);
    assert_int_equal(box.y1, 24);
    box = focus_clip(&focus, &job.window, 9);
    assert_int_equal(box.x0, 30);
    box = focus_clip(&focus, &job.window, FOCUS_EVERYWHERE);
    assert_memory_equal(&box, &job.window, sizeof box);
    job.window.x1 = 39;
    assert_false(focus_aim(&focus, &grid, &job));
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
