/* test_course_grid: course_grid. Wrong grids are in tests/bad. */
#include "tests/support/read_files.h"
#include "tests/support/texts.h"

static const char grid_text[] = "3 2 5 10\n1 1 7\n-1 1 1\n2 2 2\n1 1 -1 ";

static void test_grid(void **state)
{
    (void)state;
    struct grid grid;
    text_write("a.grid", grid_text);
    assert_int_equal(grid_file_read(&grid, "a.grid", NULL), STATUS_OK);
    assert_int_equal(grid.width, 3);
    assert_int_equal(grid.height, 2);
    assert_int_equal(grid.layers, 2);
    assert(grid.width > 0); /* the analyser does not know that the reader refuses 0 */
    assert_int_equal(grid.rules.bend, 5);
    assert_int_equal(grid.rules.via, 10);
    static const int cells[] = {1, 1, 7, -1, 1, 1, 2, 2, 2, 1, 1, -1};
    for (cell_t cell = 0; cell < 12; cell++) {
        assert_int_equal(grid_is_blocked(&grid, cell), cells[cell] < 0);
        assert_int_equal(grid_weight(&grid, cell), cells[cell] < 0 ? 1 : cells[cell]);
    }
    grid_destroy(&grid);
    text_write("a.grid", "2 1 0 0 1 -1\n\n# second layer\n1\r\n1");
    assert_int_equal(grid_file_read(&grid, "a.grid", NULL), STATUS_OK);
    assert_null(grid.weight);
    assert_true(grid_is_blocked(&grid, 1));
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_grid)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
