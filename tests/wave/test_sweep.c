/* The sweep wave in each version that the processor supports: small random designs
 * against an independent simple search, larger ones against `bucket`. */
#include "tests/support/wave_large.h"

static void test_random_designs(void **state)
{
    (void)state;
    wave_cases_run(&wave_sweep, 1000, case_seed());
}

/* Rows of one chunk and of several, few layers and many. */
static void test_large_designs(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    for (int i = 0; i < 60; i++)
        large_run(&wave_sweep, 1 + case_below(&random, 300), 1 + case_below(&random, 100),
                  1 + case_below(&random, 7), &random);
    for (int i = 0; i < 6; i++)
        large_run(&wave_sweep, 200 + case_below(&random, 600), 1 + case_below(&random, 60), 2,
                  &random);
}

static void test_walls_of_all_lengths(void **state)
{
    (void)state;
    large_walls(&wave_sweep);
}

static void search_across(struct grid *grid, cell_t target)
{
    struct field field = {grid, grid->blocked, NULL};
    struct large_pair pair = large_open(&wave_sweep, &field);
    const struct wire wires[] = {{0, 0}, {target, target}};
    struct job job = {.sources = wires,
                      .targets = wires + 1,
                      .source_count = 1,
                      .target_count = 1,
                      .window = {0, 0, grid->width - 1, grid->height - 1}};
    large_compare(&pair, &job);
    large_close(&pair);
}

/* Walls with gaps at alternating ends: of rows, which passes handle well, and of columns, where
 * every other column needs its own pass, so that the search is handed over. */
static void test_mazes(void **state)
{
    (void)state;
    struct grid grid;
    assert_int_equal(grid_create(&grid, 150, 150, 2, NULL), STATUS_OK);
    large_serpentine(&grid, 2);
    search_across(&grid, 148 * 150);
    grid_destroy(&grid);
    assert_int_equal(grid_create(&grid, 301, 301, 1, NULL), STATUS_OK);
    for (uint32_t x = 1; x < 301; x += 2) {
        struct box wall = {x, 0, x, 300};
        grid_fill_blocked(&grid, wall, 0, true);
        grid_set_blocked(&grid, grid_cell(&grid, x, x / 2 % 2 != 0 ? 300 : 0, 0), false);
    }
    search_across(&grid, 300);
    grid_destroy(&grid);
}

/* Path costs near the largest label: each search costs one more. */
static void test_highest_labels(void **state)
{
    (void)state;
    struct grid grid;
    uint32_t toll[12] = {0};
    assert_int_equal(grid_create(&grid, 6, 2, 1, NULL), STATUS_OK);
    grid.rules.via = 3;
    struct field field = {&grid, grid.blocked, toll};
    struct large_pair pair = large_open(&wave_sweep, &field);
    const struct wire wires[] = {{0, 0}, {5, 5}};
    struct job job = {.sources = wires,
                      .targets = wires + 1,
                      .source_count = 1,
                      .target_count = 1,
                      .window = {0, 0, 5, 1}};
    for (uint32_t step = 0; step < 3; step++) /* one, two or five expensive cells */
        for (uint32_t cost = 32600; cost < 32800; cost++) {
            uint32_t cells = step == 0 ? 1 : step == 1 ? 2 : 5;
            for (cell_t cell = 0; cell < 12; cell++)
                toll[cell] = cell % 6 < cells ? 0 : cost / (6 - cells);
            large_compare(&pair, &job);
        }
    for (uint32_t shift = 12; shift < 32; shift++) {
        for (cell_t cell = 0; cell < 12; cell++)
            toll[cell] = cell % 6 == 3 ? (uint32_t)1 << shift : 0;
        large_compare(&pair, &job);
    }
    large_close(&pair);
    grid_destroy(&grid);
}

/* With and without a path: with small costs the wave is certain, with large ones it hands over. */
static void test_no_way(void **state)
{
    (void)state;
    for (uint32_t weight = 1; weight < 40000; weight = 5 * weight + 3) {
        struct grid grid;
        assert_int_equal(grid_create(&grid, 40, 30, 2, NULL), STATUS_OK);
        struct box wall = {20, 0, 20, 29}, all = {0, 0, 39, 29};
        for (uint32_t z = 0; z < 2; z++) {
            assert_int_equal(grid_fill_weight(&grid, all, z, weight, NULL), STATUS_OK);
            grid_fill_blocked(&grid, wall, z, true);
        }
        search_across(&grid, 39);
        grid_set_blocked(&grid, 20, false);
        search_across(&grid, 39);
        grid_destroy(&grid);
    }
}

static void test_stop(void **state)
{
    (void)state;
    large_stop(&wave_sweep);
}

static void test_limit(void **state)
{
    (void)state;
    struct grid grid;
    assert_int_equal(grid_create(&grid, 8, 8, 2, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    grid.rules = (struct step_rules){.via = 4095, .bend = 4095};
    assert_null(wave_sweep.limit(&field));
    grid.rules.bend = 4096;
    assert_non_null(wave_sweep.limit(&field));
    grid.rules = (struct step_rules){.via = 4096};
    assert_non_null(wave_sweep.limit(&field));
    grid.rules = (struct step_rules){.wrong_way = 5000, .horizontal = 1, .strict = 1};
    assert_null(wave_sweep.limit(&field)); /* there are no such steps */
    grid.rules.strict = 0;
    assert_non_null(wave_sweep.limit(&field));
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_large_designs),
        cmocka_unit_test(test_walls_of_all_lengths),
        cmocka_unit_test(test_mazes),
        cmocka_unit_test(test_highest_labels),
        cmocka_unit_test(test_no_way),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_limit),
    };
    return run_in_all_versions(tests, sizeof tests / sizeof *tests);
}
