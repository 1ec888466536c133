/* Tests of grid/generate: mazes are perfect, a serpentine is one corridor, random cells have the
 * density of the option. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>

#include "tests/generate/generated.h"

/* Counts free cells and edges between them; *ends: cells with at most one neighbour. */
static size_t count_cells(const struct grid *grid, size_t *joints, size_t *ends, size_t *forks)
{
    size_t cells = 0;
    *joints = *ends = *forks = 0;
    for (cell_t cell = 0; cell < grid_cells(grid); cell++) {
        int degree = 0;
        for (int d = 0; d < DIRECTIONS && !grid_is_blocked(grid, cell); d++) {
            cell_t next = grid_neighbour(grid, cell, d);
            degree += next != CELL_NONE && !grid_is_blocked(grid, next);
        }
        cells += !grid_is_blocked(grid, cell);
        *joints += (size_t)degree;
        *ends += degree == 1;
        *forks += degree > 2;
    }
    *joints /= 2;
    return cells;
}

/* Cells reached from cell 0. */
static size_t flood(const struct grid *grid)
{
    cell_t *queue = calloc(grid_cells(grid), sizeof *queue);
    bool *seen = calloc(grid_cells(grid), sizeof *seen);
    assert(queue != NULL && seen != NULL);
    size_t head = 0, tail = 1;
    seen[0] = true;
    while (head < tail) {
        cell_t cell = queue[head++];
        for (int d = 0; d < DIRECTIONS; d++) {
            cell_t next = grid_neighbour(grid, cell, d);
            if (next == CELL_NONE || grid_is_blocked(grid, next) || seen[next])
                continue;
            seen[next] = true;
            queue[tail++] = next;
        }
    }
    free(queue);
    free(seen);
    return tail;
}

/* Connected, with one edge less than cells: exactly one path between any two. */
static void test_maze_is_perfect(void **state)
{
    (void)state;
    const uint32_t sizes[][3] = {{21, 13, 1}, {20, 12, 1}, {9, 7, 5},
                                 {5, 5, 4},   {3, 1, 1},   {1, 9, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct generate_options options = {.kind = GENERATE_MAZE, .nets = 1, .seed = i};
        options.width = sizes[i][0];
        options.height = sizes[i][1];
        options.layers = sizes[i][2];
        struct design design = generated(options);
        size_t joints, ends, forks, cells = count_cells(&design.grid, &joints, &ends, &forks);
        size_t rooms = (size_t)((options.width + 1) / 2) * ((options.height + 1) / 2) *
                       ((options.layers + 1) / 2);
        assert_int_equal(cells, 2 * rooms - 1);
        assert_int_equal(joints, cells - 1);
        assert_int_equal(flood(&design.grid), cells);
        assert_int_equal(design.nets.pins[0].cell, 0);
        design_destroy(&design);
    }
}

static void test_serpentine_is_one_corridor(void **state)
{
    (void)state;
    const uint32_t sizes[][3] = {{8, 7, 1}, {8, 6, 1}, {5, 5, 3}, {5, 7, 4}, {9, 1, 1}, {1, 9, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct generate_options options = {.kind = GENERATE_SERPENTINE, .nets = 1};
        options.width = sizes[i][0];
        options.height = sizes[i][1];
        options.layers = sizes[i][2];
        struct design design = generated(options);
        size_t joints, ends, forks, cells = count_cells(&design.grid, &joints, &ends, &forks);
        assert_int_equal(joints, cells - 1);
        assert_int_equal(flood(&design.grid), cells);
        assert_int_equal(ends, 2);
        assert_int_equal(forks, 0);
        assert_int_equal(design.nets.pins[0].cell, 0); /* the net runs from end to end */
        cell_t end = design.nets.pins[1].cell;
        int degree = 0;
        for (int d = 0; d < DIRECTIONS; d++) {
            cell_t next = grid_neighbour(&design.grid, end, d);
            degree += next != CELL_NONE && !grid_is_blocked(&design.grid, next);
        }
        assert_int_equal(degree, 1);
        design_destroy(&design);
    }
}

static void test_density(void **state)
{
    (void)state;
    for (uint32_t density = 0; density <= GENERATE_DENSITY_MAX; density += 19) {
        struct generate_options options = {GENERATE_RANDOM, 300, 200, 2, 5, 0, density, 3};
        struct design design = generated(options);
        size_t joints, ends, forks, cells = count_cells(&design.grid, &joints, &ends, &forks);
        int64_t all = (int64_t)grid_cells(&design.grid);
        assert(all > 0);
        int64_t blocked = (all - (int64_t)cells) * 100 / all;
        assert_true(blocked >= (int64_t)density - 1 && blocked <= (int64_t)density + 1);
        design_destroy(&design);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_maze_is_perfect),
        cmocka_unit_test(test_serpentine_is_one_corridor),
        cmocka_unit_test(test_density),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
