/* The detour wave of the GPU against the CPU's queue: cost, target and every knot, on grids of one
 * layer with one source and one target, and on jobs that it has to hand over. Without a usable
 * device the program says so and ends well. Environment: SEED, and DESIGNS, the number of designs
 * (500; a few for a sanitizer). */
#include "tests/wave_cases.h"

#include "gpu/gpu.h"
#include "router/engine_cpu.h"

enum { DESIGNS = 500, PAIRS = 6 };

static int designs(void)
{
    const char *text = getenv("DESIGNS");
    return text != NULL ? atoi(text) : DESIGNS;
}

static struct engine *open_wave(const struct engine_ops *ops, const struct field *field,
                                const char *wave)
{
    struct engine *engine = NULL;
    struct error error = {0};
    struct engine_options options = {wave, 1, NULL, 0};
    if (ops->open(&engine, field, &options, &error) != STATUS_OK)
        fail_msg("%s: %s", wave, error.text);
    return engine;
}

/* The two answers to the same jobs, field by field. */
static void compare(const struct field *field, struct job *jobs, size_t count)
{
    struct job expected[2 * PAIRS];
    struct error error = {0};
    struct engine *gpu = open_wave(gpu_engine(), field, "detour");
    struct engine *cpu = open_wave(engine_cpu(), field, "queue");
    assert_true(count <= (size_t)2 * PAIRS);
    memcpy(expected, jobs, count * sizeof *jobs);
    assert_int_equal(cpu->ops->expand(cpu, expected, count, &error), STATUS_OK);
    if (gpu->ops->expand(gpu, jobs, count, &error) != STATUS_OK)
        fail_msg("detour: %s", error.text);
    for (size_t j = 0; j < count; j++) {
        assert_int_equal(jobs[j].outcome, expected[j].outcome);
        if (jobs[j].outcome != OUTCOME_FOUND)
            continue;
        assert_int_equal(jobs[j].cost, expected[j].cost);
        assert_int_equal(jobs[j].target, expected[j].target);
        assert_int_equal(jobs[j].reached, expected[j].reached);
        assert_int_equal(jobs[j].knot_count, expected[j].knot_count);
        assert_memory_equal(jobs[j].knots, expected[j].knots, jobs[j].knot_count * sizeof(cell_t));
    }
    gpu->ops->close(gpu);
    cpu->ops->close(cpu);
}

static void random_grid(struct grid *grid, uint32_t width, uint32_t height, uint32_t percent,
                        uint64_t *random)
{
    assert_int_equal(grid_create(grid, width, height, 1, NULL), STATUS_OK);
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        if (case_chance(random, percent))
            grid_set_blocked(grid, cell, true);
}

/* A window of the grid, often all of it, and a cell in it. */
static struct box random_window(const struct grid *grid, uint64_t *random)
{
    struct box box = {0, 0, grid->width - 1, grid->height - 1};
    if (case_chance(random, 50))
        return box;
    box.x0 = case_below(random, grid->width);
    box.y0 = case_below(random, grid->height);
    box.x1 = box.x0 + case_below(random, grid->width - box.x0);
    box.y1 = box.y0 + case_below(random, grid->height - box.y0);
    return box;
}

static struct wire random_cell(const struct grid *grid, struct box box, uint64_t *random)
{
    uint32_t x = box.x0 + case_below(random, box.x1 - box.x0 + 1);
    uint32_t y = box.y0 + case_below(random, box.y1 - box.y0 + 1);
    cell_t cell = grid_cell(grid, x, y, 0);
    return (struct wire){cell, cell};
}

/* Pairs of cells; every third job has two targets and must be handed over. */
static void compare_random_pairs(const struct grid *grid, uint64_t *random)
{
    struct wire ends[PAIRS][3];
    struct job jobs[PAIRS];
    struct field field = {grid, grid->blocked, NULL};
    memset(jobs, 0, sizeof jobs);
    for (int i = 0; i < PAIRS; i++) {
        struct box box = random_window(grid, random);
        for (int e = 0; e < 3; e++)
            ends[i][e] = random_cell(grid, box, random);
        jobs[i].sources = &ends[i][0];
        jobs[i].source_count = 1;
        jobs[i].targets = &ends[i][1];
        jobs[i].target_count = i % 3 == 2 ? 2 : 1;
        jobs[i].window = box;
    }
    compare(&field, jobs, PAIRS);
}

static void test_random_designs(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    for (int i = 0; i < designs(); i++) {
        uint64_t random = seed + (uint64_t)i * 1000003;
        uint32_t most = i % 4 == 0 ? 400 : 100;
        struct grid grid;
        random_grid(&grid, 1 + case_below(&random, most), 1 + case_below(&random, most),
                    case_below(&random, 45), &random);
        compare_random_pairs(&grid, &random);
        grid_destroy(&grid);
    }
}

/* Rows that take several strips, also mirrored ones, and columns that take several tiles. */
static void test_wide_and_tall(void **state)
{
    (void)state;
    static const uint32_t sides[][2] = {{4200, 40}, {2112, 33}, {9000, 20}, {30, 2000}, {70, 700}};
    uint64_t random = case_seed() + 3;
    size_t count = designs() < 12 ? 1 : sizeof sides / sizeof *sides;
    for (size_t i = 0; i < count; i++) {
        struct grid grid;
        random_grid(&grid, sides[i][0], sides[i][1], 25, &random);
        compare_random_pairs(&grid, &random);
        grid_destroy(&grid);
    }
}

/* One corridor up and down: more detours than the wave counts. */
static void test_serpentine(void **state)
{
    (void)state;
    const uint32_t side = designs() < 12 ? 33 : 301;
    struct grid grid;
    assert_int_equal(grid_create(&grid, side, side, 1, NULL), STATUS_OK);
    for (uint32_t x = 1; x < side; x += 2) {
        bool low = x / 2 % 2 == 0;
        grid_fill_blocked(&grid, (struct box){x, low ? 0 : 1, x, low ? side - 2 : side - 1}, 0,
                          true);
    }
    struct wire ends[2] = {{0, 0}, {side * side - 1, side * side - 1}};
    struct field field = {&grid, grid.blocked, NULL};
    struct job job = {.sources = &ends[0],
                      .source_count = 1,
                      .targets = &ends[1],
                      .target_count = 1,
                      .window = {0, 0, side - 1, side - 1}};
    compare(&field, &job, 1);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_designs),
                                       cmocka_unit_test(test_wide_and_tall),
                                       cmocka_unit_test(test_serpentine)};
    const char *why = gpu_engine()->unusable();
    if (why != NULL) {
        printf("[  SKIPPED ] no GPU to test: %s\n", why);
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
