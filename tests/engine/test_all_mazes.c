/* test_all_mazes: every maze of 3 x 3 cells on one layer, every pair of pins, every wave of the
 * CPU: the cost is what a brute-force flood finds. 512 mazes, 36 pairs each way. */
#include "router/engine.h"
#include "router/engine/engine_cpu.h"
#include "tests/support/texts.h"

enum { SIDE = 3, CELLS = SIDE * SIDE };

/* Steps from a to b where the bits of blocked are closed but for a and b; -1 without a way. */
static int flood(unsigned blocked, int a, int b)
{
    int steps[CELLS];
    for (int i = 0; i < CELLS; i++)
        steps[i] = -1;
    steps[a] = 0;
    blocked &= ~(1u << a | 1u << b);
    for (int round = 0; round < CELLS; round++)
        for (int i = 0; i < CELLS; i++)
            for (int j = 0; j < CELLS; j++) {
                int apart = abs(i % SIDE - j % SIDE) + abs(i / SIDE - j / SIDE);
                if (steps[i] == round && apart == 1 && steps[j] < 0 && (blocked >> j & 1) == 0)
                    steps[j] = round + 1;
            }
    return steps[b];
}

static void search_maze(const struct engine_ops *ops, const char *wave, unsigned blocked)
{
    struct grid grid;
    assert_int_equal(grid_create(&grid, SIDE, SIDE, 1, NULL), STATUS_OK);
    for (int cell = 0; cell < CELLS; cell++)
        grid_set_blocked(&grid, (cell_t)cell, (blocked >> cell & 1) != 0);
    struct field field = {&grid, grid.blocked, NULL};
    struct engine_options options = {.wave = wave, .threads = 1};
    struct engine *engine = NULL;
    assert_int_equal(ops->open(&engine, &field, &options, NULL), STATUS_OK);
    for (int a = 0; a < CELLS; a++)
        for (int b = 0; b < CELLS; b++) {
            struct wire from = {(cell_t)a, (cell_t)a}, to = {(cell_t)b, (cell_t)b};
            struct job job = {.sources = &from,
                              .source_count = 1,
                              .targets = &to,
                              .target_count = 1,
                              .window = {0, 0, SIDE - 1, SIDE - 1}};
            if (a == b)
                continue;
            int steps = flood(blocked, a, b);
            assert_int_equal(ops->expand(engine, &job, 1, NULL), STATUS_OK);
            assert_int_equal(job.outcome, steps < 0 ? OUTCOME_NONE : OUTCOME_FOUND);
            assert_true(steps < 0 || job.cost == (cost_t)steps);
        }
    ops->close(engine);
    grid_destroy(&grid);
}

static void all_mazes(void **state)
{
    (void)state;
    const struct engine_ops *ops = engine_cpu();
    size_t waves = 0;
    for (; ops->wave_at(waves) != NULL; waves++)
        for (unsigned blocked = 0; blocked < 1u << CELLS; blocked++)
            search_maze(ops, ops->wave_at(waves), blocked);
    print_message("%zu waves\n", waves);
    assert_true(waves > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_mazes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
