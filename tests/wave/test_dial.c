/* The wave over rings of bit planes, in every version that the processor has: small random designs
 * against an answer written from the contract alone, larger ones against the bucket queue. */
#include "tests/support/wave_large.h"

static void test_random_designs(void **state)
{
    (void)state;
    wave_cases_run(&wave_dial, 400, case_seed());
}

static void test_large_designs(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    for (int i = 0; i < 60; i++)
        large_run(&wave_dial, 1 + case_below(&random, 260), 1 + case_below(&random, 120),
                  1 + case_below(&random, 4), &random);
    large_run(&wave_dial, 20, 1100, 3, &random); /* blocks of more than 8 rows */
    large_run(&wave_dial, 130, 700, 2, &random);
}

static void test_walls_of_all_lengths(void **state)
{
    (void)state;
    large_walls(&wave_dial);
}

/* A maze is handed over, and comes out right. */
static void test_maze(void **state)
{
    (void)state;
    struct grid grid;
    assert_int_equal(grid_create(&grid, 150, 150, 2, NULL), STATUS_OK);
    large_serpentine(&grid, 2);
    struct field field = {&grid, grid.blocked, NULL};
    struct large_pair pair = large_open(&wave_dial, &field);
    size_t before = wave_dial.bytes(pair.wave);
    const struct wire wires[] = {{0, 0}, {148 * 150, 148 * 150}};
    struct job job = {.sources = wires,
                      .targets = wires + 1,
                      .source_count = 1,
                      .target_count = 1,
                      .window = {0, 0, 149, 149}};
    large_compare(&pair, &job);
    assert_true(wave_dial.bytes(pair.wave) > before + wave_bucket.bytes(pair.bucket) / 2);
    large_close(&pair);
    grid_destroy(&grid);
}

static void test_stop(void **state)
{
    (void)state;
    large_stop(&wave_dial);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_large_designs),
        cmocka_unit_test(test_walls_of_all_lengths),
        cmocka_unit_test(test_maze),
        cmocka_unit_test(test_stop),
    };
    return run_in_all_versions(tests, sizeof tests / sizeof *tests);
}
