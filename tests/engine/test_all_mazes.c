/* test_all_mazes: all mazes of SIDE x SIDE cells on one layer, all pairs of pins and all waves of
 * the CPU, compared with a brute-force flood. MAZE_SIDE in the environment is the side, 3 or 4
 * (default 3: 512 mazes, 36 pairs each way; 4: 65536 mazes, 120 pairs, 40 s). */
#include "router/search/engine.h"
#include "router/engine/engine_cpu.h"
#include "tests/support/texts.h"

enum { SIDE_MAX = 4, CELLS_MAX = SIDE_MAX * SIDE_MAX };

static int side = 3;

/* The cells beside those of a set, in which cell c is bit c. */
static unsigned beside(unsigned cells)
{
    unsigned left = 0, all = (1u << (side * side)) - 1;
    for (int y = 0; y < side; y++)
        left |= 1u << (y * side);
    unsigned right = left << (side - 1);
    return ((cells & ~left) >> 1 | (cells & ~right) << 1 | cells << side | cells >> side) & all;
}

/* Steps from a to each cell, or -1. Cells with a bit in blocked are closed, except the two ends. */
static void flood(unsigned blocked, int a, int *steps)
{
    unsigned reached = 1u << a, front = reached;
    for (int cell = 0; cell < side * side; cell++)
        steps[cell] = cell == a ? 0 : -1;
    for (int round = 1; front != 0; round++) {
        unsigned next = beside(front) & ~reached;
        for (int cell = 0; cell < side * side; cell++)
            if ((next >> cell & 1) != 0)
                steps[cell] = round;
        reached |= next;
        front = next & ~blocked;
    }
}

static void search_maze(const struct engine_ops *ops, const char *wave, unsigned blocked,
                        int steps[][CELLS_MAX])
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
            assert_int_equal(ops->expand(engine, &job, 1, NULL), STATUS_OK);
            assert_int_equal(job.outcome, steps[a][b] < 0 ? OUTCOME_NONE : OUTCOME_FOUND);
            assert_true(steps[a][b] < 0 || job.cost == (cost_t)steps[a][b]);
        }
    ops->close(engine);
    grid_destroy(&grid);
}

static void all_mazes(void **state)
{
    (void)state;
    const struct engine_ops *ops = &engine_cpu;
    const char *wanted = getenv("MAZE_SIDE");
    unsigned mazes = 0;
    size_t waves = 0;
    side = wanted != NULL ? atoi(wanted) : side;
    assert_in_range(side, 3, SIDE_MAX);
    for (; ops->wave_at(waves) != NULL; waves++)
        continue;
    for (unsigned blocked = 0; blocked < 1u << (side * side); blocked++, mazes++) {
        int steps[CELLS_MAX][CELLS_MAX] = {{0}};
        for (int a = 0; a < side * side; a++)
            flood(blocked, a, steps[a]);
        for (size_t wave = 0; wave < waves; wave++)
            search_maze(ops, ops->wave_at(wave), blocked, steps);
    }
    print_message("%u mazes, %zu waves\n", mazes, waves);
    assert_true(waves > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_mazes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
