/* One row of the sweep wave, with and without walls: after closing, its labels are those of all
 * walks within the row; after entering, they are no worse than after a step in y. */
#include "tests/support/wave_large.h"

#include "router/wave/sweep/sweep_build.h"
#include "router/wave/sweep/sweep_row.h"

enum { WIDTH_MAX = 700, LAYERS = 5 };

/* Labels of a row by Bellman-Ford: [z][x][axis]. */
struct row_labels {
    uint32_t label[LAYERS][WIDTH_MAX][AXES];
};

static uint32_t cost_at(const struct sweep_rows *rows, uint32_t x, uint32_t y, uint32_t z)
{
    return rows->costs[sweep_place(rows, x, y, z)];
}

static bool lower(uint32_t *label, uint64_t to)
{
    bool better = to < *label;
    *label = better ? (uint32_t)to : *label;
    return better;
}

/* Takes the steps out of one state of row y; true if a label fell. */
static bool relax(const struct sweep_rows *rows, struct row_labels *row, uint32_t width, uint32_t y,
                  uint32_t x, uint32_t z)
{
    const struct grid *grid = rows->field->grid;
    bool fell = false;
    for (int axis = 0; axis < (rows->bend > 0 ? AXES : 1); axis++)
        for (int d = EAST; d < DIRECTIONS; d++) {
            int64_t to_x = x + (d == EAST) - (d == WEST), to_z = z + (d == UP) - (d == DOWN);
            if (d == NORTH || d == SOUTH || to_x < 0 || to_x >= width || to_z < 0 ||
                to_z >= grid->layers || step_is_forbidden(&grid->rules, z, d) ||
                grid_has_wall(grid, grid_cell(grid, x, y, z), d))
                continue;
            uint64_t cost = cost_at(rows, (uint32_t)to_x, y, (uint32_t)to_z);
            int to_axis = rows->bend > 0 ? direction_axis(d) : AXIS_NONE;
            fell |= lower(&row->label[to_z][to_x][to_axis],
                          row->label[z][x][axis] + cost + step_extra(&grid->rules, z, axis, d));
        }
    return fell;
}

static void relax_all(const struct sweep_rows *rows, struct row_labels *row, uint32_t width,
                      uint32_t y)
{
    for (bool fell = true; fell;) {
        fell = false;
        for (uint32_t x = 0; x < width; x++)
            for (uint32_t z = 0; z < rows->layers; z++)
                fell |= relax(rows, row, width, y, x, z);
        for (uint32_t x = width; x-- > 0;)
            for (uint32_t z = rows->layers; z-- > 0;)
                fell |= relax(rows, row, width, y, x, z);
    }
}

/* The labels of a cell that matter: the least, and those that steps in x and in y start from. (A
 * step straight back may have a lower label than the wave's, which does not matter.) */
static void least_labels(const struct sweep_rows *rows, const uint32_t label[AXES],
                         uint32_t least[AXES])
{
    const uint32_t bend = rows->bend;
    for (int axis = 0; axis < AXES; axis++) {
        uint32_t x = label[AXIS_X] + (axis == AXIS_Y ? bend : 0);
        uint32_t y = label[AXIS_Y] + (axis == AXIS_X ? bend : 0);
        least[axis] = label[AXIS_NONE] < x ? label[AXIS_NONE] : x;
        least[axis] = least[axis] < y ? least[axis] : y;
    }
}

static void compare_row(const struct sweep_rows *rows, const struct row_labels *row, uint32_t width,
                        uint32_t y)
{
    for (uint32_t z = 0; z < rows->layers; z++)
        for (uint32_t x = 0; x < width; x++) {
            uint32_t label[AXES] = {SWEEP_TOP, SWEEP_TOP, SWEEP_TOP}, have[AXES], want[AXES];
            for (uint32_t axis = 0; axis < (rows->bend > 0 ? AXES : 1); axis++)
                label[axis] = rows->labels[axis * rows->plane + sweep_place(rows, x, y, z)];
            least_labels(rows, label, have);
            least_labels(rows, row->label[z][x], want);
            for (int axis = 0; axis < AXES; axis++)
                assert_true(have[axis] == want[axis] ||
                            (have[axis] >= rows->closed && want[axis] >= rows->closed));
        }
}

static void close_fully(struct sweep_rows *rows, uint32_t y)
{
    while (sweep_row_is(rows, y, SWEEP_OPEN_ROWS))
        assert_true(sweep_row_close(rows, y) > 0);
}

/* A grid of two rows: the first has the sources and is closed; then the second is entered. */
static void check_two_rows(uint32_t width, uint32_t layers, uint64_t *random)
{
    struct grid grid;
    struct sweep_rows rows = {0};
    struct lower_bound bound = {0};
    static struct row_labels row;
    assert_int_equal(grid_create(&grid, width, 2, layers, NULL), STATUS_OK);
    grid.rules = (struct step_rules){.via = case_below(random, 5),
                                     .wrong_way = case_below(random, 9),
                                     .bend = case_chance(random, 50) ? case_below(random, 7) : 0,
                                     .horizontal = 0x15,
                                     .vertical = 0x0a,
                                     .strict = case_chance(random, 30) ? 0x0b : 0};
    struct field field = {&grid, grid.blocked, NULL};
    large_fill(&grid, &field, random);
    if (case_chance(random, 50))
        large_add_walls(&grid, random);
    struct wire target = {0, 0};
    struct job job = {.targets = &target, .target_count = 1, .window = {0, 0, width - 1, 1}};
    assert_true(lower_bound_aim(&bound, &grid, &job));
    sweep_rows_open(&rows, &field);
    assert_int_equal(sweep_rows_lay_out(&rows, &job.window, NULL), STATUS_OK);
    sweep_rows_aim(&rows, &bound);
    memset(rows.bounds, 0, rows.bound_plane * (rows.bend > 0 ? AXES : 1) * sizeof *rows.bounds);
    for (uint32_t y = 0; y < 2; y++)
        sweep_build(&rows, y);
    memset(&row, 0x3f, sizeof row);
    for (int i = 0; i < 3; i++) {
        uint32_t x = case_below(random, width), z = case_below(random, layers);
        rows.labels[sweep_place(&rows, x, 0, z)] = (uint16_t)(100 * i);
        row.label[z][x][AXIS_NONE] = (uint32_t)(100 * i);
        uint32_t chunk = x / (uint32_t)rows.layer_places;
        rows.pending[chunk] |= (uint64_t)1 << z;
        sweep_open(&rows, 0, chunk, SWEEP_RAW);
    }
    close_fully(&rows, 0);
    relax_all(&rows, &row, width, 0);
    compare_row(&rows, &row, width, 0);
    static struct row_labels above;
    memset(&above, 0x3f, sizeof above);
    for (uint32_t z = 0; z < layers; z++)
        for (uint32_t x = 0; x < width && !step_is_forbidden(&grid.rules, z, NORTH); x++)
            for (int axis = 0; axis < (rows.bend > 0 ? AXES : 1) &&
                               !grid_has_wall(&grid, grid_cell(&grid, x, 0, z), NORTH);
                 axis++)
                lower(&above.label[z][x][rows.bend > 0 ? AXIS_Y : AXIS_NONE],
                      (uint64_t)row.label[z][x][axis] + cost_at(&rows, x, 1, z) +
                          step_extra(&grid.rules, z, axis, NORTH));
    sweep_row_enter(&rows, 0, 1);
    close_fully(&rows, 1);
    relax_all(&rows, &above, width, 1);
    compare_row(&rows, &above, width, 1);
    sweep_rows_destroy(&rows);
    free(field.toll);
    grid_destroy(&grid);
}

static void test_rows(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    for (int i = 0; i < 300; i++)
        check_two_rows(1 + case_below(&random, i % 5 == 0 ? WIDTH_MAX : 70),
                       1 + case_below(&random, LAYERS), &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    return run_in_all_versions(tests, sizeof tests / sizeof *tests);
}
