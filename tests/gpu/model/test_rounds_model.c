/* test_rounds_model: the kernels of gpu/rounds, on a model of a device, give the host's trees.
 *
 * No GPU is needed. The source that nvcc compiles runs here with fibers for threads (cuda_runtime.h
 * in this folder), in both orders of lanes.
 */
#include "gpu/gpu.h"
#include "tests/gpu/gpu_rounds.h"

extern bool model_reverse;
extern size_t model_memory, model_taken;

static void test_random_designs(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (uint32_t i = 0; i < 12; i++) {
        model_reverse = i % 2 == 1;
        compare_random(gpu_rounds(), 30, 9, (enum maze_effort)(i % MAZE_EFFORTS), &seed);
    }
}

static void test_crowded_gap(void **state)
{
    (void)state;
    model_reverse = false;
    compare_gap(gpu_rounds(), 24);
}

static void test_placed_mazes(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    model_reverse = false;
    compare_placed(gpu_rounds(), 80, 70, 3, 100, MAZE_NORMAL, &seed);
    compare_placed(gpu_rounds(), 120, 90, 4, 160, MAZE_BEST, &seed);
}

static void test_long_nets(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    model_reverse = true;
    compare_long(gpu_rounds(), 300, 12, &seed);
}

static void test_many_pins(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    model_reverse = false;
    compare_many_pins(gpu_rounds(), &seed);
}

/* With less and less memory: first fewer searches run together, at last the host routes everything.
 */
static void test_little_memory(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    struct design design;
    random_grid(&design, 280, 270, 2, 10, false, &seed);
    random_nets(&design, 5, 2, false, &seed);
    struct maze_request request = {.threads = 1, .rounds_max = 2, .is_over = never_over};
    uint32_t on_device = 0, runs = 0;
    for (size_t bytes = 3 << 20; bytes > 1 << 17; bytes -= bytes / 4, runs++) {
        struct maze_trees maze;
        model_memory = bytes;
        model_taken = 0;
        request.device = gpu_rounds();
        assert_int_equal(maze_route(&maze, &design.grid, &design.nets, &request, NULL), STATUS_OK);
        assert_int_equal(maze.on_device, maze.loss.text[0] == '\0');
        on_device += maze.on_device;
        if (maze.on_device) {
            model_taken = 0;
            compare_maze(&design, gpu_rounds(), MAZE_FAST, 2);
        }
        maze_trees_destroy(&maze);
    }
    model_memory = 0;
    assert_in_range(on_device, 1, runs - 1);
    design_destroy(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crowded_gap),  cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_placed_mazes), cmocka_unit_test(test_long_nets),
        cmocka_unit_test(test_many_pins),    cmocka_unit_test(test_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
