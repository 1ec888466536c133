/* The bit-plane wave in tiles: small designs against an independent simple search,
 * large ones against the reference wave. */
#include "tests/support/wave_compare.h"

#include "router/wave/isa.h"

enum { JOBS = 6, SOURCES = 8, TARGETS = 5 };

static void test_random_designs(void **state)
{
    (void)state;
    wave_cases_run(&wave_tiles, 1500, case_seed());
}

/* Serpentine walls with one gap each: fronts of a few cells, and a path that fills the grid. */
static void block_serpentine(struct grid *grid, uint32_t pitch)
{
    for (uint32_t y = pitch; y < grid->height; y += pitch) {
        struct box wall = {0, y, grid->width - 1, y};
        cell_t gap = grid_cell(grid, y / pitch % 2 != 0 ? grid->width - 1 : 0, y, 0);
        grid_fill_blocked(grid, wall, 0, true);
        grid_set_blocked(grid, gap, false);
    }
}

/* Blocks, walls and strict layers of all kinds. */
static void block_large(struct grid *grid, uint64_t *random)
{
    uint32_t kind = case_below(random, 8);
    if (kind == 0)
        block_serpentine(grid, 2 + case_below(random, 6));
    uint32_t percent = kind < 2 ? kind : case_below(random, 42);
    cell_t cells = (cell_t)grid_cells(grid);
    for (cell_t cell = 0; cell < cells; cell++)
        if (case_chance(random, percent))
            grid_set_blocked(grid, cell, true);
    if (kind == 4)
        for (cell_t i = 0; i < cells / 8; i++) {
            cell_t cell = case_below(random, cells);
            int direction = (int)case_below(random, DIRECTIONS);
            if (grid_neighbour(grid, cell, direction) != CELL_NONE)
                assert_int_equal(grid_add_wall(grid, cell, direction, NULL), STATUS_OK);
        }
    if (grid->layers > 1 && kind > 5) {
        grid->rules.horizontal = 1;
        grid->rules.vertical = 2;
        grid->rules.strict = kind == 6 ? 3 : 2;
    }
}

/* Sources and targets in a window: often one of each, far apart; else several, also near ones. */
static void make_job(const struct grid *grid, int index, struct wire *wires, struct job *job,
                     uint64_t *random)
{
    struct box all = {0, 0, grid->width - 1, grid->height - 1};
    *job = (struct job){.sources = wires, .targets = wires + SOURCES};
    job->window = index % 2 == 0 ? all : case_box(grid, random);
    job->source_count = index < 3 ? 1 : SOURCES;
    job->target_count = index < 4 ? 1 : TARGETS;
    for (int w = 0; w < SOURCES + TARGETS; w++)
        wires[w] = case_wire(grid, &job->window, random);
    if (index == 0)
        wires[0].to = wires[0].from;
}

static void compare_jobs(const struct grid *grid, uint64_t *random)
{
    struct field field = {grid, grid->blocked, NULL};
    struct wave *tiles = NULL, *reference = NULL;
    assert_int_equal(wave_create(&tiles, &wave_tiles, &field, NULL), STATUS_OK);
    assert_int_equal(wave_create(&reference, &wave_dijkstra, &field, NULL), STATUS_OK);
    for (int k = 0; k < JOBS; k++) {
        struct wire wires[SOURCES + TARGETS];
        struct job job;
        make_job(grid, k, wires, &job, random);
        compare_with_dijkstra(&field, tiles, reference, &job);
    }
    wave_destroy(tiles);
    wave_destroy(reference);
}

static void test_large_designs(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    for (int i = 0; i < 160; i++) {
        struct grid grid;
        uint32_t width = 1 + case_below(&random, i % 10 == 0 ? 9000 : 300);
        uint32_t height = 1 + case_below(&random, i % 10 == 0 ? 12 : 300);
        uint32_t layers = i % 4 == 0 ? 1 + case_below(&random, 3) : 1;
        assert_int_equal(grid_create(&grid, width, height, layers, NULL), STATUS_OK);
        block_large(&grid, &random);
        compare_jobs(&grid, &random);
        grid_destroy(&grid);
    }
}

/* All versions of the inner loops give the same result. */
static void test_versions(void **state)
{
    (void)state;
    for (int isa = ISA_PLAIN; isa < ISA_COUNT; isa++) {
        setenv("LEEWAY_ISA", isa_name((enum isa)isa), 1);
        wave_cases_run(&wave_tiles, 100, case_seed() + 17);
        uint64_t random = case_seed() + 5;
        for (int i = 0; i < 8; i++) {
            struct grid grid;
            assert_int_equal(grid_create(&grid, 200, 150, 1 + (uint32_t)i % 2, NULL), STATUS_OK);
            block_large(&grid, &random);
            compare_jobs(&grid, &random);
            grid_destroy(&grid);
        }
    }
    unsetenv("LEEWAY_ISA");
}

/* The stop flag is polled before each epoch; the workspace is valid afterwards. */
static void test_stop(void **state)
{
    (void)state;
    struct grid grid;
    assert_int_equal(grid_create(&grid, 300, 200, 1, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    struct wave *wave = NULL;
    struct wire ends[2] = {{0, 0}, {59999, 59999}};
    struct job job = {.sources = ends,
                      .source_count = 1,
                      .targets = ends + 1,
                      .target_count = 1,
                      .window = {0, 0, 299, 199}};
    struct trace trace = {0};
    volatile sig_atomic_t stop = 1;
    assert_int_equal(wave_create(&wave, &wave_tiles, &field, NULL), STATUS_OK);
    assert_int_equal(wave_search(wave, &job, &trace, &stop, NULL), STATUS_OK);
    assert_int_equal(job.outcome, OUTCOME_STOPPED);
    stop = 0;
    assert_int_equal(wave_search(wave, &job, &trace, &stop, NULL), STATUS_OK);
    assert_int_equal(job.outcome, OUTCOME_FOUND);
    assert_int_equal(job.cost, 299 + 199);
    wave_destroy(wave);
    free(trace.knots);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_large_designs),
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
