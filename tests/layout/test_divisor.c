/* test_divisor: the greatest common divisor against trial division, and at the limits of numbers.
 */
#include "grid/layout/rect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { SIDE = 60 };

/* The largest number that divides both; for 0 and b it is |b|. */
static int32_t by_trial(int32_t a, int32_t b)
{
    int32_t best = a == 0 ? b : a;
    for (int32_t d = best < 0 ? -best : best; d > 0; d--)
        if (a % d == 0 && b % d == 0)
            return d;
    return 0;
}

static void test_small_numbers(void **state)
{
    (void)state;
    for (int32_t a = -SIDE; a <= SIDE; a++)
        for (int32_t b = -SIDE; b <= SIDE; b++)
            assert_int_equal(common_divisor(a, b), by_trial(a, b));
}

static void test_large_numbers(void **state)
{
    (void)state;
    assert_int_equal(common_divisor(INT32_MAX, 0), INT32_MAX);
    assert_int_equal(common_divisor(0, -INT32_MAX), INT32_MAX);
    assert_int_equal(common_divisor(-INT32_MAX, INT32_MAX), INT32_MAX);
    assert_int_equal(common_divisor(INT32_MAX, INT32_MAX - 1), 1);
    assert_int_equal(common_divisor(1 << 30, 3 << 29), 1 << 29);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_numbers),
        cmocka_unit_test(test_large_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
