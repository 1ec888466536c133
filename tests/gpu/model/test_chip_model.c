/* test_chip_model: the kernels of gpu/chip, on a model of a device, give the host's trees.
 *
 * No GPU is needed. The same source that nvcc compiles runs here with fibers for threads
 * (cuda_runtime.h beside this), in both orders of lanes.
 */
#include "gpu/chip/chip.h"
#include "tests/gpu/chip_rounds.h"

extern bool model_reverse;

static void test_random_designs(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (uint32_t i = 0; i < 40; i++) {
        model_reverse = i % 2 == 1;
        compare_random(gpu_chip(), 30, 9, (enum chip_effort)(i % CHIP_EFFORTS), &seed);
    }
}

static void test_placed_chips(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    model_reverse = false;
    compare_placed(gpu_chip(), 80, 70, 3, 100, CHIP_NORMAL, &seed);
    compare_placed(gpu_chip(), 120, 90, 4, 160, CHIP_BEST, &seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_placed_chips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
