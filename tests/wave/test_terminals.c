/* The cells of wires inside the window by rows, in the order of the wires. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/wave/sweep/terminals.h"

static void test_gather(void **state)
{
    (void)state;
    struct grid grid;
    struct terminals own = {0};
    assert_int_equal(grid_create(&grid, 10, 8, 3, NULL), STATUS_OK);
    const struct wire wires[] = {
        {grid_cell(&grid, 5, 7, 0), grid_cell(&grid, 5, 2, 0)}, /* down, half of it outside */
        {grid_cell(&grid, 1, 3, 2), grid_cell(&grid, 4, 3, 2)}, /* east */
        {grid_cell(&grid, 6, 3, 0), grid_cell(&grid, 6, 3, 2)}, /* a stack */
        {grid_cell(&grid, 0, 0, 0), grid_cell(&grid, 0, 0, 0)}, /* outside */
    };
    const struct box window = {2, 1, 6, 4};
    const uint32_t row_2[][2] = {{3, 0}, {0, 2}, {1, 2}, {2, 2}, {4, 0}, {4, 1}, {4, 2}};
    for (int again = 0; again < 2; again++) {
        assert_int_equal(terminals_gather(&own, &grid, &window, wires, 4, NULL), STATUS_OK);
        const uint32_t first[] = {0, 0, 1, 8, 9};
        assert_memory_equal(own.first, first, sizeof first);
        for (uint32_t i = 0; i < 7; i++) {
            const struct own_cell *cell = &own.cells[1 + i];
            assert_int_equal(cell->x, row_2[i][0]);
            assert_int_equal(cell->z, row_2[i][1]);
            assert_int_equal(cell->cell, grid_cell(&grid, cell->x + 2, 3, cell->z));
        }
    }
    assert_int_equal(terminals_gather(&own, &grid, &window, wires + 3, 1, NULL), STATUS_OK);
    assert_int_equal(own.first[4], 0);
    assert_true(terminals_bytes(&own) > 0);
    terminals_destroy(&own);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gather)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
