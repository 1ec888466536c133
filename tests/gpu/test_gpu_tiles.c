/* Compares the tiles wave of the GPU with the CPU's bucket queue: cost, target and every knot, on
 * grids of one layer, with sources of one parity and of both, and on jobs that it has to leave.
 * Without a usable device the program prints that and succeeds.
 */
#include "tests/gpu/gpu_jobs.h"

enum { JOBS = 6, WIRES = 6 };

/* A straight run of cells inside the box, often a single one. */
static struct wire random_run(const struct grid *grid, struct box box, uint64_t *random)
{
    struct wire wire = gpu_jobs_cell(grid, box, random);
    uint32_t x = grid_x(grid, wire.from), y = grid_y(grid, wire.from);
    if (case_chance(random, 30))
        x = box.x0 + case_below(random, box.x1 - box.x0 + 1);
    else if (case_chance(random, 50))
        y = box.y0 + case_below(random, box.y1 - box.y0 + 1);
    wire.to = grid_cell(grid, x, y, 0);
    return wire;
}

/* Two jobs with a source and a target, two with several sources; then one whose target is often
 * among its sources and one with two targets, which are left. */
static void compare_random_jobs(const struct grid *grid, uint64_t *random)
{
    struct wire wires[JOBS][WIRES];
    struct job jobs[JOBS];
    struct field field = {grid, grid->blocked, NULL};
    memset(jobs, 0, sizeof jobs);
    for (int i = 0; i < JOBS; i++) {
        struct box box = gpu_jobs_window(grid, random);
        for (int w = 0; w < WIRES; w++)
            wires[i][w] = w < 3 ? gpu_jobs_cell(grid, box, random) : random_run(grid, box, random);
        jobs[i].targets = &wires[i][0];
        jobs[i].target_count = i == 5 ? 2 : 1;
        jobs[i].sources = &wires[i][2];
        jobs[i].source_count = i < 2 || i == 5 ? 1 : WIRES - 2;
        jobs[i].window = box;
        if (i == 4)
            wires[i][0] = (struct wire){wires[i][5].to, wires[i][5].to};
    }
    gpu_jobs_compare("tiles", &field, jobs, JOBS);
}

static void test_random_designs(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    for (int i = 0; i < gpu_designs(); i++) {
        uint64_t random = seed + (uint64_t)i * 1000003;
        uint32_t most = i % 4 == 0 ? 600 : 150;
        struct grid grid;
        gpu_jobs_grid(&grid, 1 + case_below(&random, most), 1 + case_below(&random, most),
                      case_below(&random, 45), &random);
        compare_random_jobs(&grid, &random);
        grid_destroy(&grid);
    }
}

/* Tiles for all blocks of a device, and more columns of tiles than blocks. */
static void test_large_designs(void **state)
{
    (void)state;
    static const uint32_t sides[][2] = {{1500, 1100}, {9000, 40}, {40, 5000}, {2500, 700}};
    uint64_t random = case_seed() + 3;
    size_t count = gpu_designs() < 12 ? 0 : 8;
    for (size_t i = 0; i < count; i++) {
        struct grid grid;
        gpu_jobs_grid(&grid, sides[i % 4][0], sides[i % 4][1], 20 + (uint32_t)i * 2, &random);
        compare_random_jobs(&grid, &random);
        grid_destroy(&grid);
    }
}

/* A path through every other cell: a front of one cell, and very many epochs. */
static void test_serpentine(void **state)
{
    (void)state;
    struct grid grid;
    struct wire ends[2];
    struct job job = gpu_jobs_serpentine(&grid, gpu_designs() < 12 ? 33 : 301, ends);
    struct field field = {&grid, grid.blocked, NULL};
    gpu_jobs_compare("tiles", &field, &job, 1);
    grid_destroy(&grid);
}

/* Walls with a gap at alternate ends, and teeth from both sides in the two rows between them: a
 * path with a corner at every other cell, more corners than the first trace has room for. */
static void test_many_knots(void **state)
{
    (void)state;
    const uint32_t side = gpu_designs() < 12 ? 40 : 560;
    struct grid grid;
    assert_int_equal(grid_create(&grid, side, side, 1, NULL), STATUS_OK);
    for (uint32_t y = 2; y + 2 < side; y += 4) {
        grid_fill_blocked(&grid, (struct box){0, y, side - 1, y + 1}, 0, true);
        cell_t gap = grid_cell(&grid, y / 4 % 2 == 0 ? side - 1 : 0, y, 0);
        grid_set_blocked(&grid, gap, false);
        grid_set_blocked(&grid, gap + side, false);
    }
    for (uint32_t y = 0; y + 1 < side; y += 4)
        for (uint32_t x = 1; x + 1 < side; x++) /* teeth between two rows: up, on, down, on */
            if (x % 4 == 1)
                grid_set_blocked(&grid, grid_cell(&grid, x, y, 0), true);
            else if (x % 4 == 3)
                grid_set_blocked(&grid, grid_cell(&grid, x, y + 1, 0), true);
    struct wire ends[2] = {{0, 0}, {side * side - side / 2, side * side - side / 2}};
    struct field field = {&grid, grid.blocked, NULL};
    struct job job = {.sources = &ends[0],
                      .source_count = 1,
                      .targets = &ends[1],
                      .target_count = 1,
                      .window = {0, 0, side - 1, side - 1}};
    gpu_jobs_compare("tiles", &field, &job, 1);
    assert_true(side < 100 || job.knot_count > 65536);
    grid_destroy(&grid);
}

static void test_stop(void **state)
{
    (void)state;
    volatile sig_atomic_t stop = 1;
    struct grid grid;
    struct wire ends[2];
    struct error error = {0};
    struct job job = gpu_jobs_serpentine(&grid, 65, ends);
    struct field field = {&grid, grid.blocked, NULL};
    struct engine *engine = gpu_jobs_open(gpu_engine(), &field, "tiles", &stop);
    assert_int_equal(engine->ops->expand(engine, &job, 1, &error), STATUS_OK);
    assert_int_equal(job.outcome, OUTCOME_STOPPED);
    stop = 0;
    assert_int_equal(engine->ops->expand(engine, &job, 1, &error), STATUS_OK);
    assert_int_equal(job.outcome, OUTCOME_FOUND);
    engine->ops->close(engine);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs), cmocka_unit_test(test_large_designs),
        cmocka_unit_test(test_serpentine),     cmocka_unit_test(test_many_knots),
        cmocka_unit_test(test_stop),
    };
    return gpu_jobs_main(tests);
}
