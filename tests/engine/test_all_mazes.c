/* test_all_mazes: every maze of SIDE x SIDE cells on one layer, every pair of pins, every wave of
 * the CPU: the cost is what a brute-force flood finds. MAZE_SIDE in the environment is the side, 3
 * or 4 (default 3: 512 mazes, 36 pairs each way; 4: 65536 mazes, 120 pairs). MAZE_STEP=N takes each
 * N-th maze. */
#include "router/search/engine.h"
#include "router/engine/engine_cpu.h"
#include "tests/support/texts.h"

enum { SIDE_MAX = 4, CELLS_MAX = SIDE_MAX * SIDE_MAX };

static int side = 3;

/* Steps from a to b where the bits of blocked are closed but for a and b; -1 without a way. */
static int flood(unsigned blocked, int a, int b)
{
    const int cells = side * side;
    int steps[CELLS_MAX];
    for (int i = 0; i < CELLS_MAX; i++)
        steps[i] = -1;
    steps[a] = 0;
    blocked &= ~(1u << a | 1u << b);
    for (int round = 0; round < cells; round++)
        for (int i = 0; i < cells; i++)
            for (int j = 0; j < cells; j++) {
                int apart = abs(i % side - j % side) + abs(i / side - j / side);
                if (steps[i] == round && apart == 1 && steps[j] < 0 && (blocked >> j & 1) == 0)
                    steps[j] = round + 1;
            }
    return steps[b];
}

static void search_maze(const struct engine_ops *ops, const char *wave, unsigned blocked)
{
    const int cells = side * side;
    struct grid grid;
    assert_int_equal(grid_create(&grid, (uint32_t)side, (uint32_t)side, 1, NULL), STATUS_OK);
    for (int cell = 0; cell < cells; cell++)
        grid_set_blocked(&grid, (cell_t)cell, (blocked >> cell & 1) != 0);
    struct field field = {&grid, grid.blocked, NULL};
    struct engine_options options = {.wave = wave, .threads = 1};
    struct engine *engine = NULL;
    assert_int_equal(ops->open(&engine, &field, &options, NULL), STATUS_OK);
    for (int a = 0; a < cells; a++)
        for (int b = 0; b < cells; b++) {
            struct wire from = {(cell_t)a, (cell_t)a}, to = {(cell_t)b, (cell_t)b};
            struct job job = {.sources = &from,
                              .source_count = 1,
                              .targets = &to,
                              .target_count = 1,
                              .window = {0, 0, (uint32_t)side - 1, (uint32_t)side - 1}};
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
    const char *wanted = getenv("MAZE_SIDE"), *every = getenv("MAZE_STEP");
    const unsigned step = every != NULL && atoi(every) > 0 ? (unsigned)atoi(every) : 1;
    size_t waves = 0;
    side = wanted != NULL ? atoi(wanted) : side;
    assert_in_range(side, 3, SIDE_MAX);
    for (; ops->wave_at(waves) != NULL; waves++)
        for (unsigned blocked = 0; blocked < 1u << (side * side); blocked += step)
            search_maze(ops, ops->wave_at(waves), blocked);
    print_message("%zu waves\n", waves);
    assert_true(waves > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_mazes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
