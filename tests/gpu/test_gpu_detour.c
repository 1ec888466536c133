/* Compares the detour wave of the GPU with the CPU's bucket queue: cost, target and every knot, on
 * grids of one layer with one source and one target, and on jobs that it has to leave. Without a
 * usable device the program prints that and succeeds.
 */
#include "tests/gpu/gpu_jobs.h"

enum { PAIRS = 6 };

/* Pairs of cells; every third job has two targets and must be left. */
static void compare_random_pairs(const struct grid *grid, uint64_t *random)
{
    struct wire ends[PAIRS][3];
    struct job jobs[PAIRS];
    struct field field = {grid, grid->blocked, NULL};
    memset(jobs, 0, sizeof jobs);
    for (int i = 0; i < PAIRS; i++) {
        struct box box = gpu_jobs_window(grid, random);
        for (int e = 0; e < 3; e++)
            ends[i][e] = gpu_jobs_cell(grid, box, random);
        jobs[i].sources = &ends[i][0];
        jobs[i].source_count = 1;
        jobs[i].targets = &ends[i][1];
        jobs[i].target_count = i % 3 == 2 ? 2 : 1;
        jobs[i].window = box;
    }
    gpu_jobs_compare("detour", &field, jobs, PAIRS);
}

static void test_random_designs(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    for (int i = 0; i < gpu_designs(); i++) {
        uint64_t random = seed + (uint64_t)i * 1000003;
        uint32_t most = i % 4 == 0 ? 400 : 100;
        struct grid grid;
        gpu_jobs_grid(&grid, 1 + case_below(&random, most), 1 + case_below(&random, most),
                      case_below(&random, 45), &random);
        compare_random_pairs(&grid, &random);
        grid_destroy(&grid);
    }
}

/* Rows that take several strips, also mirrored ones, columns that take several tiles, and both: a
 * full strip that wraps around the ring buffer. */
static void test_wide_and_tall(void **state)
{
    (void)state;
    static const uint32_t sides[][2] = {{4200, 40}, {2112, 33}, {9000, 20},
                                        {30, 2000}, {70, 700},  {1200, 900}};
    uint64_t random = case_seed() + 3;
    size_t count = gpu_designs() < 12 ? 1 : sizeof sides / sizeof *sides;
    for (size_t i = 0; i < count; i++) {
        struct grid grid;
        gpu_jobs_grid(&grid, sides[i][0], sides[i][1], 25, &random);
        compare_random_pairs(&grid, &random);
        grid_destroy(&grid);
    }
}

/* More detours than the wave can count. */
static void test_serpentine(void **state)
{
    (void)state;
    struct grid grid;
    struct wire ends[2];
    struct job job = gpu_jobs_serpentine(&grid, gpu_designs() < 12 ? 33 : 301, ends);
    struct field field = {&grid, grid.blocked, NULL};
    gpu_jobs_compare("detour", &field, &job, 1);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_designs),
                                       cmocka_unit_test(test_wide_and_tall),
                                       cmocka_unit_test(test_serpentine)};
    return gpu_jobs_main(tests);
}
