/* The bit planes of the detour wave: both parts, the edges, open cells and labels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/wave/detour/detour_planes.h"

static bool bit_of(const uint64_t *row, uint32_t word, uint32_t bit)
{
    return (row[word] >> bit & 1) != 0;
}

/* Each open cell of the window has its bit, and no other bit is set. */
static void check_row(const struct detour_planes *planes, uint32_t y)
{
    const struct grid *grid = planes->field->grid;
    const uint64_t *open = planes_row(planes, y, PLANE_OPEN);
    unsigned count = 0, expected = 0;
    for (uint32_t x = planes->window.x0; x <= planes->window.x1; x++) {
        bool free = !grid_is_blocked(grid, grid_cell(grid, x, y, 0));
        if (x <= planes->tx)
            assert_int_equal(bit_of(open, planes_left_word(planes, x), x % 64), free);
        if (x >= planes->tx && planes->right_word != 0)
            assert_int_equal(bit_of(open, planes_right_word(planes, x), 63 - x % 64), free);
        bool twice = x == planes->tx && planes->right_word != 0;
        expected += !free ? 0u : twice ? 2u : 1u;
        assert_int_equal(planes_label(planes, x, y), -1);
    }
    for (uint32_t word = 0; word < planes->plane_words; word++)
        count += (unsigned)__builtin_popcountll(open[word]);
    assert_int_equal(count, expected);
}

static void test_layout(void **state)
{
    (void)state;
    struct grid grid;
    assert_int_equal(grid_create(&grid, 300, 9, 1, NULL), STATUS_OK);
    for (cell_t cell = 0; cell < grid_cells(&grid); cell += 3)
        grid_set_blocked(&grid, cell, true);
    struct field field = {&grid, grid.blocked, NULL};
    struct detour_planes planes;
    assert_int_equal(planes_create(&planes, &field, NULL), STATUS_OK);
    const uint32_t columns[] = {10, 63, 64, 100, 127, 128, 250};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        struct box window = {i % 2 != 0 ? 0 : 10, 1, i % 2 != 0 ? 299 : 250, 7};
        planes.tx = columns[i];
        planes.ty = 3;
        assert_int_equal(planes_lay_out(&planes, &window, i % 2 != 0, NULL), STATUS_OK);
        assert_int_equal(planes.reach, -1);
        planes_build(&planes, 4); /* row 7 above, row 1 below; there is no row -1 */
        for (uint32_t y = 1; y <= 7; y++)
            check_row(&planes, y);
    }
    assert_true(planes_bytes(&planes) > 0);
    planes_destroy(&planes);
    grid_destroy(&grid);
}

static void test_labels(void **state)
{
    (void)state;
    struct grid grid;
    assert_int_equal(grid_create(&grid, 200, 3, 1, NULL), STATUS_OK);
    grid_set_blocked(&grid, 150, true);
    struct field field = {&grid, grid.blocked, NULL};
    struct detour_planes planes;
    struct box all = {0, 0, 199, 2};
    assert_int_equal(planes_create(&planes, &field, NULL), STATUS_OK);
    planes.tx = 70;
    planes.ty = 0;
    planes.own[grid_word(&grid, 150)] |= grid_bit(&grid, 150);
    assert_int_equal(planes_lay_out(&planes, &all, true, NULL), STATUS_OK);
    planes_build(&planes, 2);
    uint32_t word = planes_right_word(&planes, 150);
    uint64_t bit = (uint64_t)1 << (63 - 150 % 64);
    planes_row(&planes, 0, PLANE_OPEN)[word] &= ~bit;
    assert_int_equal(planes_label(&planes, 150, 0), 0);
    planes_row(&planes, 0, PLANE_LABEL_1)[word] |= bit;
    assert_int_equal(planes_label(&planes, 150, 0), 2);
    planes_row(&planes, 0, PLANE_LABEL_0)[word] |= bit;
    assert_int_equal(planes_label(&planes, 150, 0), 3);
    planes.own[grid_word(&grid, 150)] = 0; /* a blocked cell is never reached */
    assert_int_equal(planes_label(&planes, 150, 0), -1);
    planes_destroy(&planes);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_layout),
                                       cmocka_unit_test(test_labels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
