/* test_gpu_chip: chips on a GPU have the host's trees, and who has too little memory asks the host.
 */
#include "gpu/chip/chip.h"
#include "gpu/gpu.h"
#include "tests/gpu/chip_rounds.h"

static void test_random_designs(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (uint32_t i = 0; i < 60; i++)
        compare_random(gpu_chip(), 160, 40, (enum chip_effort)(i % CHIP_EFFORTS), &seed);
}

static void test_crowded_gap(void **state)
{
    (void)state;
    compare_gap(gpu_chip(), 100);
}

static void test_placed_chips(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (uint32_t i = 0; i < 6; i++)
        compare_placed(gpu_chip(), 300 + random_below(&seed, 200), 600, 3 + i, 160,
                       (enum chip_effort)(i % CHIP_EFFORTS), &seed);
}

static void test_long_nets(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    compare_long(gpu_chip(), 300, 12, &seed);
}

int main(void)
{
    const char *why = gpu_engine()->unusable();
    if (why != NULL) {
        printf("skipped: no GPU can be used: %s\n", why);
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_crowded_gap),
        cmocka_unit_test(test_placed_chips),
        cmocka_unit_test(test_long_nets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
