/* The reference wave against an independent simple search. */
#include "tests/support/wave_cases.h"

static void test_random_designs(void **state)
{
    (void)state;
    wave_cases_run(&wave_dijkstra, 1000, case_seed());
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_designs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
