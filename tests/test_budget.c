/* The guess at what a path costs: nothing at first, then what was learned, up fast and down slowly.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/wave/budget.h"
#include "router/wave/focus.h"

static void test_learns(void **state)
{
    (void)state;
    struct budget budget = {BUDGET_UNKNOWN};
    assert_int_equal(budget_guess(&budget, 100, 5), FOCUS_EVERYWHERE);
    budget_learn_cost(&budget, 4, 8); /* too short to learn from */
    assert_int_equal(budget_guess(&budget, 100, 5), FOCUS_EVERYWHERE);
    budget_learn_cost(&budget, 100, 150);
    uint32_t first = budget_guess(&budget, 100, 5);
    assert_true(first >= 150 + 10 && first <= 150 + 10 + 25);
    assert_int_equal(budget_guess(&budget, 200, 0), 2 * (first - 10));
    budget_learn_cost(&budget, 100, 1000); /* is known already */
    assert_int_equal(budget_guess(&budget, 100, 5), first);
    budget_learn_guess(&budget, true);
    uint32_t higher = budget_guess(&budget, 100, 5);
    assert_int_equal(higher, first + 25);
    for (int i = 0; i < 15; i++)
        budget_learn_guess(&budget, false);
    assert_true(budget_guess(&budget, 100, 5) > first);
    budget_learn_guess(&budget, false);
    assert_int_equal(budget_guess(&budget, 100, 5), first);
}

static void test_ends(void **state)
{
    (void)state;
    struct budget budget = {0};
    budget_learn_guess(&budget, false);
    assert_int_equal(budget_guess(&budget, 70, 3), 76);
    for (int i = 0; i < 1000; i++)
        budget_learn_guess(&budget, true);
    uint32_t most = budget_guess(&budget, 64, 0);
    budget_learn_guess(&budget, true);
    assert_int_equal(budget_guess(&budget, 64, 0), most);
    assert_int_equal(budget_guess(&budget, 1u << 30, 0), FOCUS_EVERYWHERE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_learns), cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
