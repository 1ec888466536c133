/* Rows of labels in stripes: each cell has its own place, costs and bounds are those of the field
 * and the lower bound, sets of rows are walked in both directions. */
#include "tests/support/wave_large.h"

#include "router/wave/sweep/sweep_build.h"

/* The places of a row's cells are different, and consecutive columns are ordered as in the header.
 */
static void check_places(const struct sweep_rows *rows, uint32_t width)
{
    uint8_t *seen = calloc(rows->row_places, 1);
    for (uint32_t z = 0; z < rows->layers; z++)
        for (uint32_t x = 0; x < width; x++) {
            size_t place = sweep_place(rows, x, 0, z);
            assert_true(place < rows->row_places && !seen[place]);
            seen[place] = 1;
            if ((x + 1) % rows->stripes != 0 && x + 1 < width)
                assert_int_equal(sweep_place(rows, x + 1, 0, z), place + rows->lanes);
        }
    free(seen);
}

static void check_cell(const struct sweep_rows *rows, const struct lower_bound *bound, uint32_t x,
                       uint32_t y, uint32_t z)
{
    const struct field *field = rows->field;
    uint32_t grid_x0 = rows->window.x0 + x, grid_y0 = rows->window.y0 + y;
    cell_t cell = grid_cell(field->grid, grid_x0, grid_y0, z);
    size_t place = sweep_place(rows, x, y, z);
    uint64_t cost = grid_weight(field->grid, cell);
    cost += field->toll != NULL ? field->toll[cell] : 0;
    cost = cost < rows->closed ? cost : rows->closed;
    assert_int_equal(sweep_cost(rows, cell), cost);
    if (grid_plane_get(field->grid, field->closed, cell))
        cost = rows->closed;
    assert_int_equal(rows->costs[place], cost);
    assert_int_equal(rows->labels[place], SWEEP_TOP);
    for (int axis = 0; axis < (rows->bend > 0 ? AXES : 1); axis++) {
        uint32_t apart = y < rows->low ? rows->low - y : y > rows->high ? y - rows->high : 0;
        uint64_t want = lower_bound_at(bound, grid_x0, grid_y0, z, axis);
        uint64_t have =
            (uint64_t)apart * rows->y_step +
            rows->bounds[(size_t)axis * rows->bound_plane + (apart > 0 ? rows->row_places : 0) +
                         (place - y * rows->row_places)];
        assert_true(have == want || (have >= SWEEP_TOP && want >= SWEEP_TOP));
    }
}

static void test_random_windows(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    struct sweep_rows rows = {0};
    for (int i = 0; i < 60; i++) {
        struct wave_case c;
        case_create(&c, FEATURE_ALL & ~(unsigned)FEATURE_WALLS, &random);
        if (sweep_extra(&c.grid) > SWEEP_EXTRA_MAX) {
            case_destroy(&c);
            continue;
        }
        sweep_rows_open(&rows, &c.field);
        for (int k = 0; k < CASE_JOBS; k++) {
            const struct box *window = &c.jobs[k].window;
            struct lower_bound bound = {0};
            if (!lower_bound_aim(&bound, &c.grid, &c.jobs[k]))
                continue;
            assert_int_equal(sweep_rows_lay_out(&rows, window, NULL), STATUS_OK);
            sweep_rows_aim(&rows, &bound);
            check_places(&rows, window->x1 - window->x0 + 1);
            for (uint32_t y = 0; y < rows.height; y++) {
                sweep_build(&rows, y);
                for (uint32_t x = 0; x <= window->x1 - window->x0; x++)
                    for (uint32_t z = 0; z < rows.layers; z++)
                        check_cell(&rows, &bound, x, y, z);
            }
        }
        sweep_rows_destroy(&rows);
        case_destroy(&c);
    }
}

/* Walks over the rows that are open or beside a marked one. */
static void test_next(void **state)
{
    (void)state;
    struct grid grid;
    struct sweep_rows rows = {0};
    assert_int_equal(grid_create(&grid, 4, 192, 1, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    struct wire target = {0, 0};
    struct job job = {.targets = &target, .target_count = 1, .window = {0, 0, 3, 191}};
    struct lower_bound bound = {0};
    assert_true(lower_bound_aim(&bound, &grid, &job));
    sweep_rows_open(&rows, &field);
    assert_int_equal(sweep_rows_lay_out(&rows, &job.window, NULL), STATUS_OK);
    sweep_rows_aim(&rows, &bound);
    assert_int_equal(sweep_rows_next(&rows, 0, true), 192);
    assert_int_equal(sweep_rows_next(&rows, 191, false), 192);
    const uint32_t open[] = {0, 5, 63, 64, 130, 191};
    for (int i = 0; i < 6; i++)
        sweep_open(&rows, open[i], 0, 0);
    for (uint32_t y = 0, i = 0; y < 192; y++) {
        assert_int_equal(sweep_rows_next(&rows, y, true), open[i]);
        i += y == open[i];
    }
    for (uint32_t y = 192, i = 6; y-- > 0;) {
        assert_int_equal(sweep_rows_next(&rows, y, false), open[i - 1]);
        i -= y == open[i - 1];
    }
    memset(rows.row_sets[SWEEP_OPEN_ROWS], 0, 3 * sizeof(uint64_t));
    rows.row_sets[SWEEP_NORTH_ROWS][0] = (uint64_t)1 << 63;
    rows.row_sets[SWEEP_NORTH_ROWS][2] = (uint64_t)1 << 63; /* row 191 is the last row */
    rows.row_sets[SWEEP_SOUTH_ROWS][0] = 1;                 /* row 0 likewise */
    rows.row_sets[SWEEP_SOUTH_ROWS][2] = 1;
    assert_int_equal(sweep_rows_next(&rows, 0, true), 64);
    assert_int_equal(sweep_rows_next(&rows, 65, true), 192);
    assert_int_equal(sweep_rows_next(&rows, 191, false), 127);
    assert_int_equal(sweep_rows_next(&rows, 126, false), 192);
    assert_int_equal(sweep_rows_next(&rows, 192, true), 192);
    sweep_rows_destroy(&rows);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_windows),
                                       cmocka_unit_test(test_next)};
    return run_in_all_versions(tests, sizeof tests / sizeof *tests);
}
