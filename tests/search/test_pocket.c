/* Pockets: in designs smaller than a pocket, a job is shut in exactly if the reference finds no
 * path; in larger ones, only small pockets are found.
 */
#include "tests/support/wave_cases.h"

#include "router/search/pocket.h"

enum { MOST = 512 };

static struct job job_between(const struct wire *source, const struct wire *target,
                              struct box window)
{
    return (struct job){.sources = source,
                        .source_count = 1,
                        .targets = target,
                        .target_count = 1,
                        .window = window};
}

static bool look(struct pocket *pocket, const struct field *field, const struct job *job,
                 uint32_t most)
{
    bool shut = false;
    assert_int_equal(pocket_look(pocket, field, job, most, &shut, NULL), STATUS_OK);
    return shut;
}

static bool has_path(const struct wave_case *c, const struct job *job)
{
    struct wave *wave = NULL;
    struct trace trace = {0};
    struct job copy = *job;
    assert_int_equal(wave_create(&wave, &wave_dijkstra, &c->field, NULL), STATUS_OK);
    assert_int_equal(wave_search(wave, &copy, &trace, NULL, NULL), STATUS_OK);
    wave_destroy(wave);
    free(trace.knots);
    return copy.outcome == OUTCOME_FOUND;
}

static void test_like_reference(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    uint32_t shut = 0, open = 0;
    struct pocket pocket = {0};
    for (int i = 0; i < 600; i++) {
        uint64_t random = seed + (uint64_t)i * 77773;
        struct wave_case c;
        case_create(&c, FEATURE_ALL, &random);
        for (int k = 0; k < CASE_JOBS; k++) {
            bool path = has_path(&c, &c.jobs[k]);
            bool is_shut = look(&pocket, &c.field, &c.jobs[k], MOST);
            assert_false(path && is_shut);
            if (grid_cells(&c.grid) <= MOST)
                assert_int_equal(is_shut, !path);
            shut += !path;
            open += path;
        }
        case_destroy(&c);
    }
    pocket_destroy(&pocket);
    assert_true(shut > 100 && open > 100);
}

/* A target in the middle of a square of `inside` x `inside` open cells behind closed ones. */
static bool is_shut(uint32_t inside, uint32_t most)
{
    enum { SIDE = 200 };
    struct grid grid;
    struct pocket pocket = {0};
    assert_int_equal(grid_create(&grid, SIDE, SIDE, 1, NULL), STATUS_OK);
    uint32_t low = SIDE / 2 - inside / 2 - 1, high = low + inside + 1;
    for (uint32_t i = low; i <= high; i++) {
        const cell_t edge[] = {grid_cell(&grid, i, low, 0), grid_cell(&grid, i, high, 0),
                               grid_cell(&grid, low, i, 0), grid_cell(&grid, high, i, 0)};
        for (int k = 0; k < 4; k++)
            grid.blocked[grid_word(&grid, edge[k])] |= grid_bit(&grid, edge[k]);
    }
    struct field field = {.grid = &grid, .closed = grid.blocked};
    struct wire source = {0, 0}, target = {grid_cell(&grid, SIDE / 2, SIDE / 2, 0),
                                           grid_cell(&grid, SIDE / 2, SIDE / 2, 0)};
    struct job job = job_between(&source, &target, (struct box){0, 0, SIDE - 1, SIDE - 1});
    bool shut = look(&pocket, &field, &job, most);
    job.sources = &target; /* inside, too */
    assert_false(look(&pocket, &field, &job, most));
    grid_destroy(&grid);
    pocket_destroy(&pocket);
    return shut;
}

static void test_size(void **state)
{
    (void)state;
    assert_true(is_shut(1, MOST));
    assert_true(is_shut(2, MOST));
    assert_true(is_shut(22, MOST)); /* 484 cells */
    assert_false(is_shut(23, MOST));
    assert_false(is_shut(150, MOST));
    assert_true(is_shut(150, 150 * 150));
    assert_false(is_shut(150, 150 * 150 - 1));
    const uint64_t least = (uint64_t)POCKET_LEAST * POCKET_SHARE;
    assert_int_equal(pocket_most(least - 1), 0);
    assert_int_equal(pocket_most(least), POCKET_LEAST);
}

/* After 2^32 floods, cells of the first flood must not be taken for new ones. */
static void test_round(void **state)
{
    (void)state;
    struct grid grid;
    struct pocket pocket = {0};
    assert_int_equal(grid_create(&grid, 3, 1, 1, NULL), STATUS_OK);
    struct field field = {.grid = &grid, .closed = grid.blocked};
    struct wire source = {0, 0}, target = {2, 2};
    struct job job = job_between(&source, &target, (struct box){0, 0, 2, 0});
    for (uint32_t i = 0; i < 3; i++) {
        pocket.round = UINT32_MAX;
        assert_false(look(&pocket, &field, &job, MOST));
        assert_int_equal(pocket.round, 1);
    }
    grid_destroy(&grid);
    pocket_destroy(&pocket);
}

/* New memory of a larger flood is undefined and must not be taken for reached cells. */
static void test_growth(void **state)
{
    (void)state;
    struct grid grid;
    struct pocket pocket = {0};
    assert_int_equal(grid_create(&grid, 40, 40, 1, NULL), STATUS_OK);
    struct field field = {.grid = &grid, .closed = grid.blocked};
    struct wire source = {0, 0}, target = {820, 820};
    struct job job = job_between(&source, &target, (struct box){0, 0, 39, 39});
    assert_false(look(&pocket, &field, &job, MOST));
    for (size_t i = 0; i < pocket.marks_capacity; i++)
        pocket.marks[i] = pocket.round + 1;
    assert_false(look(&pocket, &field, &job, 4 * MOST));
    assert_int_equal(pocket.count, 1600);
    grid_destroy(&grid);
    pocket_destroy(&pocket);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_like_reference),
                                       cmocka_unit_test(test_size), cmocka_unit_test(test_round),
                                       cmocka_unit_test(test_growth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
