/* The detour wave for narrow windows against the reference wave: windows of each width up to 64
 * in a wider grid, sources on all sides of the target, mazes that are given up. */
#include "router/wave/detour/narrow.h"
#include "tests/support/wave_cases.h"

struct tally {
    int found, none, given_up;
};

static void compare(struct narrow *narrow, const struct field *field, struct wave *reference,
                    const struct job *job, struct tally *tally)
{
    struct trace traces[2] = {0};
    struct job a = *job, b = *job;
    bool given_up = false;
    a.outcome = OUTCOME_NONE;
    assert_true(narrow_fits(&a));
    assert_int_equal(narrow_search(narrow, field, &a, &traces[0], &given_up, NULL), STATUS_OK);
    assert_int_equal(wave_search(reference, &b, &traces[1], NULL, NULL), STATUS_OK);
    tally->given_up += given_up;
    tally->none += !given_up && b.outcome == OUTCOME_NONE;
    tally->found += !given_up && b.outcome == OUTCOME_FOUND;
    if (!given_up) {
        assert_same_answer(&a, traces[0].knots, &b, traces[1].knots);
        assert_int_equal(traces[0].count, a.knot_count);
    }
    free(traces[0].knots);
    free(traces[1].knots);
}

static cell_t cell_in(const struct grid *grid, const struct box *box, uint64_t *random)
{
    return grid_cell(grid, box->x0 + case_below(random, box->x1 - box->x0 + 1),
                     box->y0 + case_below(random, box->y1 - box->y0 + 1), 0);
}

static struct box narrow_window(const struct grid *grid, uint64_t *random)
{
    uint32_t width = case_chance(random, 40) ? 64 : 1 + case_below(random, 64);
    uint32_t height = 1 + case_below(random, NARROW_ROWS);
    width = width < grid->width ? width : grid->width;
    height = height < grid->height ? height : grid->height;
    uint32_t x = case_below(random, grid->width - width + 1);
    uint32_t y = case_below(random, grid->height - height + 1);
    return (struct box){x, y, x + width - 1, y + height - 1};
}

static void run_design(struct narrow *narrow, uint64_t *random, struct tally *tally)
{
    struct grid grid;
    uint32_t width = 1 + case_below(random, 200), height = 1 + case_below(random, 300);
    assert_int_equal(grid_create(&grid, width, height, 1, NULL), STATUS_OK);
    uint32_t percent = case_below(random, 50);
    for (cell_t cell = 0; cell < grid_cells(&grid); cell++)
        if (case_chance(random, percent))
            grid_set_blocked(&grid, cell, true);
    for (uint32_t y = 1; y < height && case_chance(random, 95); y += 2) { /* sometimes a maze */
        struct box wall = {0, y, width - 1, y};
        if (percent > 5)
            break;
        grid_fill_blocked(&grid, wall, 0, true);
        grid_set_blocked(&grid, grid_cell(&grid, case_below(random, width), y, 0), false);
    }
    struct field field = {&grid, grid.blocked, NULL};
    struct wave *reference = NULL;
    assert_int_equal(wave_create(&reference, &wave_dijkstra, &field, NULL), STATUS_OK);
    for (int i = 0; i < 20; i++) {
        struct box window = narrow_window(&grid, random);
        struct wire wires[2];
        wires[0].from = wires[0].to = cell_in(&grid, &window, random);
        struct box all = {0, 0, width - 1, height - 1};
        wires[1].from = wires[1].to =
            cell_in(&grid, case_chance(random, 95) ? &window : &all, random);
        struct job job = {.sources = wires,
                          .targets = wires + 1,
                          .source_count = 1,
                          .target_count = 1,
                          .window = window};
        compare(narrow, &field, reference, &job, tally);
    }
    wave_destroy(reference);
    grid_destroy(&grid);
}

static void test_like_reference(void **state)
{
    (void)state;
    static struct narrow
        narrow; /* one workspace for all searches, which must not affect each other */
    struct tally tally = {0};
    uint64_t random = case_seed();
    for (int i = 0; i < 200; i++)
        run_design(&narrow, &random, &tally);
    assert_true(tally.found > 1000 && tally.none > 100 && tally.given_up > 10);
}

static void test_fits(void **state)
{
    (void)state;
    const struct wire cells[] = {{5, 5}, {7, 7}}, line = {5, 6};
    struct job job = {.sources = cells,
                      .targets = cells + 1,
                      .source_count = 1,
                      .target_count = 1,
                      .window = {3, 0, 66, NARROW_ROWS - 1}};
    assert_true(narrow_fits(&job));
    job.window.x1++;
    assert_false(narrow_fits(&job));
    job.window.x1--;
    job.window.y1++;
    assert_false(narrow_fits(&job));
    job.window.y1--;
    job.sources = &line;
    assert_false(narrow_fits(&job));
    job.sources = cells;
    job.target_count = 2;
    assert_false(narrow_fits(&job));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_like_reference),
        cmocka_unit_test(test_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
