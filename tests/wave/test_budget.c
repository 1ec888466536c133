/* The guess at the cost of a path: unknown at first, then learned, rising fast and falling slowly.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/search/field.h"
#include "router/wave/budget.h"
#include "router/wave/focus.h"

static void test_learns(void **state)
{
    (void)state;
    struct budget budget;
    budget_begin(&budget);
    assert_int_equal(budget_guess(&budget, 100, 5), FOCUS_EVERYWHERE);
    budget_learn_guess(&budget, 100, true); /* nothing is learned in an unknown class */
    budget_learn_guess(&budget, 100, false);
    assert_int_equal(budget_guess(&budget, 100, 5), FOCUS_EVERYWHERE);
    budget_learn_cost(&budget, 100, 150);
    uint32_t first = budget_guess(&budget, 100, 5), step = (100 + 16) / 4;
    assert_in_range(first, 150 + 10 + step - 2, 150 + 10 + step + 2);
    budget_learn_cost(&budget, 100, 1000); /* already known */
    assert_int_equal(budget_guess(&budget, 100, 5), first);
    budget_learn_guess(&budget, 100, true);
    uint32_t higher = budget_guess(&budget, 100, 5);
    assert_int_equal(higher, first + step);
    for (int i = 0; i < 15; i++)
        budget_learn_guess(&budget, 100, false);
    assert_true(budget_guess(&budget, 100, 5) > first);
    budget_learn_guess(&budget, 100, false);
    assert_int_equal(budget_guess(&budget, 100, 5), first);
}

/* Short and long paths are learned separately. */
static void test_classes(void **state)
{
    (void)state;
    struct budget budget;
    budget_begin(&budget);
    budget_learn_cost(&budget, 0, 40);
    budget_learn_cost(&budget, 90, 120);
    uint32_t longer = budget_guess(&budget, 100, 0);
    for (int i = 0; i < 100; i++)
        budget_learn_guess(&budget, 7, true);
    assert_int_equal(budget_guess(&budget, 100, 0), longer);
    assert_true(budget_guess(&budget, 0, 0) > 200);
    assert_int_equal(budget_guess(&budget, 8, 0), FOCUS_EVERYWHERE);
    uint32_t before = 0;
    for (uint32_t distance = 0; distance < 1u << 20; distance++) {
        uint32_t class = budget_class(distance);
        assert_in_range(class, before, BUDGET_CLASSES - 1);
        before = class;
    }
    assert_int_equal(budget_class(7), 0);
    assert_int_equal(budget_class(8), 1);
    assert_int_equal(budget_class(UINT32_MAX), BUDGET_CLASSES - 1);
}

static void test_ends(void **state)
{
    (void)state;
    struct budget budget = {0};
    budget_learn_guess(&budget, 70, false);
    assert_int_equal(budget_guess(&budget, 70, 3), 76);
    for (int i = 0; i < 1000; i++)
        budget_learn_guess(&budget, 64, true);
    uint32_t most = budget_guess(&budget, 64, 0);
    budget_learn_guess(&budget, 64, true);
    assert_int_equal(budget_guess(&budget, 64, 0), most);
    for (int i = 0; i < 1000; i++)
        budget_learn_guess(&budget, 1u << 30, true);
    assert_int_equal(budget_guess(&budget, 1u << 30, 0), FOCUS_EVERYWHERE);
}

static void test_wider(void **state)
{
    (void)state;
    assert_int_equal(budget_wider(100, 80), 80 + 5 * 20);
    assert_int_equal(budget_wider(80, 80), 80 + 5 * 16);
    assert_int_equal(budget_wider(10, 80), 80 + 5 * 16); /* a guess less than the distance */
    assert_int_equal(budget_wider(1u << 29, 80), FOCUS_EVERYWHERE);
}

/* Each guess grows to the whole window in a few steps. */
static void test_next(void **state)
{
    (void)state;
    const struct grid grid = {.width = 1000, .height = 1000, .layers = 2};
    const struct box window = {0, 0, 999, 999};
    const struct focus focus = {.from = {500, 500, 500, 500}, .to = {520, 510, 520, 510}};
    uint32_t guess = 40, steps = 0;
    for (; guess != FOCUS_EVERYWHERE; steps++) {
        struct box before = focus_clip(&focus, &window, guess);
        assert_true(2 * box_cells(&grid, before) <= box_cells(&grid, window));
        struct box wider = focus_clip(&focus, &window, budget_wider(guess, focus_distance(&focus)));
        bool most = 2 * box_cells(&grid, wider) > box_cells(&grid, window);
        guess = budget_next(&grid, &focus, &window, guess);
        assert_int_equal(guess == FOCUS_EVERYWHERE, most);
    }
    assert_in_range(steps, 2, 6);
    const struct box small = {498, 498, 522, 512};
    assert_int_equal(budget_next(&grid, &focus, &small, 31), FOCUS_EVERYWHERE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_learns),
                                       cmocka_unit_test(test_classes), cmocka_unit_test(test_ends),
                                       cmocka_unit_test(test_wider), cmocka_unit_test(test_next)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
