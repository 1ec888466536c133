/* The wave over rings of bit planes, in every version that the processor has: small random designs
 * against an answer written from the contract alone, larger ones against the bucket queue. */
#include "router/wave/isa.h"
#include "tests/wave_cases.h"

static void test_random_designs(void **state)
{
    (void)state;
    wave_cases_run(&wave_dial, 700, case_seed());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs),
    };
    int failed = 0;
    for (int isa = ISA_PLAIN; isa < ISA_COUNT; isa++) {
        setenv("LEEWAY_ISA", isa_name((enum isa)isa), 1);
        if ((int)isa_best() == isa)
            failed += cmocka_run_group_tests_name(isa_name((enum isa)isa), tests, NULL, NULL);
    }
    return failed;
}
