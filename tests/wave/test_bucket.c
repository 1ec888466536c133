/* The A* wave against an independent simple search. */
#include "tests/support/wave_cases.h"

static void test_random_designs(void **state)
{
    (void)state;
    wave_cases_run(&wave_bucket, 1000, case_seed());
}

static void search(struct wave_case *c, struct wave *wave, struct job *job)
{
    struct trace trace = {0};
    assert_int_equal(wave_search(wave, job, &trace, NULL, NULL), STATUS_OK);
    assert_answer(c, job, trace.knots);
    free(trace.knots);
}

/* The wave stores base + label and raises base after each search. Eight searches with large costs
 * raise it by almost 2^32, so labels of the first search would be small labels of the last one if
 * they were not cleared in between. */
static void test_labels_run_out(void **state)
{
    (void)state;
    uint32_t toll[35] = {0};
    struct wave_case c;
    struct wave *wave = NULL;
    memset(&c, 0, sizeof c);
    assert_int_equal(grid_create(&c.grid, 7, 5, 1, NULL), STATUS_OK);
    c.field = (struct field){&c.grid, c.grid.blocked, toll};
    assert_int_equal(wave_create(&wave, &wave_bucket, &c.field, NULL), STATUS_OK);
    const struct wire ends[] = {{0, 0}, {34, 34}, {1, 1}};
    struct job all = {.sources = ends, .source_count = 1, .targets = ends + 1, .target_count = 1};
    struct job one = {.sources = ends, .source_count = 1, .targets = ends + 2, .target_count = 1};
    all.window = (struct box){0, 0, 6, 4};
    one.window = (struct box){0, 0, 1, 0};
    for (uint64_t short_of = 20; short_of < 4000; short_of += 97) {
        memset(toll, 0, sizeof toll);
        search(&c, wave, &all);
        toll[1] = (uint32_t)((((uint64_t)1 << 32) - short_of) / 8 - 1200);
        for (int i = 0; i < 8; i++)
            search(&c, wave, &one);
        for (cell_t cell = 0; cell < 35; cell++)
            toll[cell] = 1000;
        search(&c, wave, &all);
    }
    wave_destroy(wave);
    grid_destroy(&c.grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_designs),
                                       cmocka_unit_test(test_labels_run_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
