/* test_chip_model: the kernels of gpu/chip, on a model of a device, give the host's trees.
 *
 * No GPU is needed. The same source that nvcc compiles runs here with fibers for threads
 * (cuda_runtime.h beside this), in both orders of lanes.
 */
#include "gpu/chip/chip.h"
#include "tests/gpu/chip_rounds.h"

extern bool model_reverse;
extern size_t model_memory, model_taken;

static void test_random_designs(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (uint32_t i = 0; i < 12; i++) {
        model_reverse = i % 2 == 1;
        compare_random(gpu_chip(), 30, 9, (enum chip_effort)(i % CHIP_EFFORTS), &seed);
    }
}

static void test_crowded_gap(void **state)
{
    (void)state;
    model_reverse = false;
    compare_gap(gpu_chip(), 24);
}

static void test_placed_chips(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    model_reverse = false;
    compare_placed(gpu_chip(), 80, 70, 3, 100, CHIP_NORMAL, &seed);
    compare_placed(gpu_chip(), 120, 90, 4, 160, CHIP_BEST, &seed);
}

static void test_long_nets(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    model_reverse = true;
    compare_long(gpu_chip(), 300, 12, &seed);
}

static void test_many_pins(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    model_reverse = false;
    compare_many_pins(gpu_chip(), &seed);
}

/* With less and less memory: first fewer searches go at once, in the end the host does it all. */
static void test_little_memory(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    struct design design;
    random_grid(&design, 280, 270, 2, 10, false, &seed);
    random_nets(&design, 5, 2, false, &seed);
    struct chip_request request = {.threads = 1, .rounds_max = 2, .is_over = never_over};
    uint32_t on_device = 0, runs = 0;
    for (size_t bytes = 3 << 20; bytes > 1 << 17; bytes -= bytes / 4, runs++) {
        struct chip_trees chip;
        model_memory = bytes;
        model_taken = 0;
        request.device = gpu_chip();
        assert_int_equal(chip_route(&chip, &design.grid, &design.nets, &request, NULL), STATUS_OK);
        assert_int_equal(chip.on_device, chip.loss.text[0] == '\0');
        on_device += chip.on_device;
        if (chip.on_device) {
            model_taken = 0;
            compare_chip(&design, gpu_chip(), CHIP_FAST, 2);
        }
        chip_trees_destroy(&chip);
    }
    model_memory = 0;
    assert_in_range(on_device, 1, runs - 1);
    design_destroy(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crowded_gap),  cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_placed_chips), cmocka_unit_test(test_long_nets),
        cmocka_unit_test(test_many_pins),    cmocka_unit_test(test_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
