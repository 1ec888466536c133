/* test_gpu_rounds: designs on a GPU get the host's trees. Environment: SEED, and DESIGNS, the
 * number of random designs (60); with few of them the others are small, too: use 1 for
 * compute-sanitizer.
 */
#include "gpu/gpu.h"
#include "gpu/gpu.h"
#include "tests/gpu/gpu_rounds.h"

static uint32_t designs(void)
{
    const char *text = getenv("DESIGNS");
    return text != NULL ? (uint32_t)strtoul(text, NULL, 10) : 60;
}

static void test_random_designs(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (uint32_t i = 0; i < designs(); i++)
        compare_random(gpu_rounds(), 160, 40, (enum maze_effort)(i % MAZE_EFFORTS), &seed);
}

static void test_crowded_gap(void **state)
{
    (void)state;
    compare_gap(gpu_rounds(), designs() < 10 ? 24 : 100);
}

static void test_placed_mazes(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    const uint32_t side = designs() < 10 ? 100 : 600;
    for (uint32_t i = 0; i < (designs() < 10 ? 1 : 6); i++)
        compare_placed(gpu_rounds(), side / 2 + random_below(&seed, side / 3), side, 3 + i, 160,
                       (enum maze_effort)(i % MAZE_EFFORTS), &seed);
}

static void test_long_nets(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    compare_long(gpu_rounds(), 300, designs() < 10 ? 5 : 12, &seed);
}

static void test_many_pins(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    compare_many_pins(gpu_rounds(), &seed);
}

int main(void)
{
    const char *why = gpu_engine()->unusable();
    if (why != NULL) {
        printf("skipped: no GPU can be used: %s\n", why);
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs), cmocka_unit_test(test_crowded_gap),
        cmocka_unit_test(test_placed_mazes),   cmocka_unit_test(test_long_nets),
        cmocka_unit_test(test_many_pins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
