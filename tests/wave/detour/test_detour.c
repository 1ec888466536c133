/* The bit-parallel wave: small designs against an independent simple search, large
 * ones against the reference wave. */
#include "tests/support/wave_compare.h"
#include "tests/support/wave_large.h"

static void test_random_designs(void **state)
{
    (void)state;
    wave_cases_run(&wave_detour, 1500, case_seed());
}

/* Serpentine walls with one gap each: many levels, and a path that fills the grid. */
static void block_serpentine(struct grid *grid, uint32_t pitch)
{
    for (uint32_t y = pitch; y < grid->height; y += pitch) {
        struct box wall = {0, y, grid->width - 1, y};
        grid_fill_blocked(grid, wall, 0, true);
        grid_set_blocked(grid, grid_cell(grid, y / pitch % 2 != 0 ? grid->width - 1 : 0, y, 0),
                         false);
    }
}

static void block_large(struct grid *grid, uint64_t *random)
{
    uint32_t kind = case_below(random, 8);
    if (kind == 0)
        block_serpentine(grid, 2 + case_below(random, 6));
    uint32_t percent = kind < 2 ? kind : case_below(random, 42);
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        if (case_chance(random, percent))
            grid_set_blocked(grid, cell, true);
}

static void test_large_designs(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    for (int i = 0; i < 120; i++) {
        struct grid grid;
        uint32_t width = 1 + case_below(&random, i % 10 == 0 ? 9000 : 400);
        uint32_t height = 1 + case_below(&random, i % 10 == 0 ? 12 : 300);
        assert_int_equal(grid_create(&grid, width, height, 1, NULL), STATUS_OK);
        block_large(&grid, &random);
        struct field field = {&grid, grid.blocked, NULL};
        struct wave *detour = NULL, *reference = NULL;
        assert_int_equal(wave_create(&detour, &wave_detour, &field, NULL), STATUS_OK);
        assert_int_equal(wave_create(&reference, &wave_dijkstra, &field, NULL), STATUS_OK);
        struct box all = {0, 0, width - 1, height - 1};
        for (int k = 0; k < 6; k++) {
            struct wire wires[9];
            struct job job = {.sources = wires, .targets = wires + 8, .target_count = 1};
            job.window = k % 2 == 0 ? all : case_box(&grid, &random);
            job.source_count = k < 3 ? 1 : 8;
            for (int w = 0; w < 8; w++)
                wires[w] = case_wire(&grid, &job.window, &random);
            wires[8].from = wires[8].to = case_wire(&grid, &job.window, &random).from;
            if (k == 0)
                wires[0].to = wires[0].from;
            compare_with_dijkstra(&field, detour, reference, &job);
        }
        wave_destroy(detour);
        wave_destroy(reference);
        grid_destroy(&grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_large_designs),
    };
    return run_in_all_versions(tests, sizeof tests / sizeof *tests);
}
