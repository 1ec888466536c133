/* test_heat: the percentages of congestion maps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/draw/frame/heat.h"

/* Pins may be on blocked cells: a tile that uses more than its room is full, not fuller. */
static void test_use_beyond_the_room(void **state)
{
    (void)state;
    static const uint64_t USE[] = {1, 3, 0, 2}, ROOM[] = {4, 2, 0, 0};
    static const unsigned PERCENT[] = {25, 100, 100, 100}; /* of the first tiles */
    struct heat heat;
    assert_int_equal(heat_create(&heat, 1, 4, 1, NULL), STATUS_OK);
    for (uint32_t i = 0; i < 4; i++) {
        *heat_at(&heat, heat.use, 0, i, 0) = USE[i];
        *heat_at(&heat, heat.room, 0, i, 0) = ROOM[i];
        assert_int_equal(heat_fullest(&heat, 0), PERCENT[i]);
    }
    heat.use[0] = heat.use[1] = 0; /* only the one without room is left */
    assert_int_equal(heat_fullest(&heat, 0), 100);
    heat_destroy(&heat);
}

/* The scale ends at the least of 10, 20, 50 and 100 percent that no tile exceeds. */
static void test_top_of_the_scale(void **state)
{
    (void)state;
    static const unsigned TOP[][2] = {{0, 10},  {10, 10},  {11, 20},   {20, 20},  {21, 50},
                                      {50, 50}, {51, 100}, {100, 100}, {150, 100}};
    struct heat heat;
    assert_int_equal(heat_create(&heat, 2, 2, 2, NULL), STATUS_OK);
    *heat_at(&heat, heat.room, 0, 1, 1) = 100;
    for (size_t i = 0; i < sizeof TOP / sizeof *TOP; i++) {
        *heat_at(&heat, heat.use, 0, 1, 1) = TOP[i][0];
        assert_int_equal(heat_top(&heat), TOP[i][1]);
    }
    heat_sum(&heat);
    assert_int_equal(heat_fullest(&heat, 1), 100);
    heat_destroy(&heat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_use_beyond_the_room),
        cmocka_unit_test(test_top_of_the_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
