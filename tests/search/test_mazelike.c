/* Windows that look like a maze, and others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "grid/generate/generate.h"
#include "router/search/mazelike.h"
#include "router/search/engine.h"

static bool is_maze(enum generate_kind kind, uint32_t side, uint32_t layers, uint32_t density,
                    uint64_t seed)
{
    struct generate_options options = {.kind = kind,
                                       .width = side,
                                       .height = side,
                                       .layers = layers,
                                       .nets = 1,
                                       .density = density,
                                       .seed = seed};
    struct design design;
    assert_int_equal(generate_design(&design, &options, NULL), STATUS_OK);
    struct field field = {&design.grid, design.grid.blocked, NULL};
    struct box all = {0, 0, side - 1, side - 1}, part = {side / 4, side / 3, side - 2, side - 5};
    bool maze = mazelike_window(field.grid, field.closed, &all);
    assert_int_equal(maze,
                     mazelike_window(field.grid, field.closed, &all)); /* the same each time */
    assert_int_equal(maze, mazelike_window(field.grid, field.closed, &part));
    design_destroy(&design);
    return maze;
}

static void test_designs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 10; seed++)
        for (uint32_t layers = 1; layers < 4; layers += 2) {
            assert_true(is_maze(GENERATE_MAZE, 101, layers, 0, seed));
            assert_true(is_maze(GENERATE_SERPENTINE, 100, layers, 0, seed));
            assert_false(is_maze(GENERATE_OPEN, 100, layers, 0, seed));
            assert_false(is_maze(GENERATE_RANDOM, 200, layers, 20, seed));
            assert_false(is_maze(GENERATE_RANDOM, 200, layers, layers == 1 ? 42 : 28, seed));
            assert_false(is_maze(GENERATE_MACRO, 200, layers, 0, seed));
        }
}

/* Walls between all rows except in the first column: a comb. Then one wall less per row. */
static void test_walls(void **state)
{
    (void)state;
    struct grid grid;
    struct box all = {0, 0, 39, 39};
    assert_int_equal(grid_create(&grid, 40, 40, 1, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    for (uint32_t y = 0; y < 39; y++)
        for (uint32_t x = 1; x < 40; x++)
            assert_int_equal(grid_add_wall(&grid, grid_cell(&grid, x, y, 0), NORTH, NULL),
                             STATUS_OK);
    assert_true(mazelike_window(field.grid, field.closed, &all));
    grid_destroy(&grid);
    assert_int_equal(grid_create(&grid, 40, 40, 1, NULL), STATUS_OK);
    field.closed = grid.blocked;
    for (uint32_t y = 0; y < 39; y++) /* walls only at every third row: an open field */
        for (uint32_t x = 1; x < 40 && y % 3 == 0; x++)
            assert_int_equal(grid_add_wall(&grid, grid_cell(&grid, x, y, 0), NORTH, NULL),
                             STATUS_OK);
    assert_false(mazelike_window(field.grid, field.closed, &all));
    grid_destroy(&grid);
}

static void test_all_closed(void **state)
{
    (void)state;
    struct grid grid;
    struct box all = {0, 0, 9, 9};
    assert_int_equal(grid_create(&grid, 10, 10, 1, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    grid_fill_blocked(&grid, all, 0, true);
    assert_false(mazelike_window(field.grid, field.closed, &all));
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_designs),
        cmocka_unit_test(test_walls),
        cmocka_unit_test(test_all_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
