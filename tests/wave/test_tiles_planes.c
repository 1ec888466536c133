/* The planes of the tiles wave: each cell of each region agrees with the field, for windows
 * anywhere in grids of any width. */
#include "tests/support/wave_cases.h"

#include "router/wave/tiles/tiles_planes.h"

/* A cell by its offset in a region; false if it is outside of the window. */
static bool region_spot(const struct tiles_planes *planes, uint32_t tile, int x, int y, uint32_t z,
                        struct spot *spot)
{
    const struct box *window = &planes->window;
    int64_t across = tile % planes->across, up = tile / planes->across;
    int64_t at_x = window->x0 + across * TILES_CORE_X + x - TILES_HALO_X;
    int64_t at_y = window->y0 + up * TILES_CORE_Y + y - TILES_HALO_Y;
    if (at_x < window->x0 || at_x > window->x1 || at_y < window->y0 || at_y > window->y1)
        return false;
    *spot = (struct spot){0, (uint32_t)at_x, (uint32_t)at_y, z};
    spot->cell = grid_cell(planes->field->grid, spot->x, spot->y, z);
    return true;
}

static void check_cell(struct tiles_planes *planes, uint32_t tile, int x, int y, uint32_t z)
{
    const struct grid *grid = planes->field->grid;
    struct spot spot;
    size_t word = (size_t)z * TILES_STRIDE + TILES_PAD + (size_t)y;
    bool inside = region_spot(planes, tile, x, y, z, &spot);
    bool free = inside && !grid_plane_get(grid, planes->field->closed, spot.cell);
    assert_int_equal(planes->now.open[word] >> x & 1, free);
    assert_int_equal(planes->now.front[0][word] >> x & 1, 0);
    if (!inside || !planes->careful)
        return;
    bool core = x >= TILES_HALO_X && x < TILES_HALO_X + TILES_CORE_X && y >= TILES_HALO_Y &&
                y < TILES_HALO_Y + TILES_CORE_Y;
    assert_true(!core || tiles_tile(planes, spot.x, spot.y) == tile);
    for (int d = 0; d < DIRECTIONS; d++)
        assert_int_equal(planes->now.exits[d][word] >> x & 1,
                         !grid_has_wall(grid, spot.cell, d) &&
                             !step_is_forbidden(&grid->rules, z, d));
}

static void check_regions(struct tiles_planes *planes)
{
    for (uint32_t tile = 0; tile < planes->tiles; tile++) {
        tiles_load(planes, tile);
        for (uint32_t z = 0; z < planes->now.layers; z++)
            for (int y = 0; y < TILES_SIDE; y++)
                for (int x = 0; x < TILES_SIDE; x++)
                    check_cell(planes, tile, x, y, z);
    }
}

static void random_grid(struct grid *grid, uint64_t *random)
{
    uint32_t width = 1 + case_below(random, 700), height = 1 + case_below(random, 150);
    assert_int_equal(grid_create(grid, width, height, 1 + case_below(random, 2), NULL), STATUS_OK);
    cell_t cells = (cell_t)grid_cells(grid);
    for (cell_t cell = 0; cell < cells; cell++)
        if (case_chance(random, 40))
            grid_set_blocked(grid, cell, true);
    for (int i = case_chance(random, 50) ? 500 : 0; i > 0; i--) {
        cell_t cell = case_below(random, cells);
        int direction = (int)case_below(random, DIRECTIONS);
        if (grid_neighbour(grid, cell, direction) != CELL_NONE)
            assert_int_equal(grid_add_wall(grid, cell, direction, NULL), STATUS_OK);
    }
    if (case_chance(random, 50)) {
        grid->rules.horizontal = 1;
        grid->rules.strict = 1;
    }
}

static void test_regions(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    for (int i = 0; i < 12; i++) {
        struct grid grid;
        struct tiles_planes planes;
        random_grid(&grid, &random);
        struct field field = {&grid, grid.blocked, NULL};
        assert_int_equal(tiles_planes_create(&planes, &field, NULL), STATUS_OK);
        for (int k = 0; k < 3; k++) {
            struct box window = case_box(&grid, &random);
            assert_int_equal(tiles_lay_out(&planes, &window, NULL), STATUS_OK);
            check_regions(&planes);
        }
        assert_true(tiles_planes_bytes(&planes) > 0);
        tiles_planes_destroy(&planes);
        grid_destroy(&grid);
    }
}

static void test_labels(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 2;
    struct grid grid;
    struct tiles_planes planes;
    assert_int_equal(grid_create(&grid, 300, 200, 2, NULL), STATUS_OK);
    grid_fill_blocked(&grid, (struct box){0, 0, 299, 199}, 1, true);
    struct field field = {&grid, grid.blocked, NULL};
    struct box window = {5, 7, 290, 180};
    assert_int_equal(tiles_planes_create(&planes, &field, NULL), STATUS_OK);
    for (cost_t label = 0; label < 40; label++) {
        assert_int_equal(tiles_lay_out(&planes, &window, NULL), STATUS_OK);
        struct spot spot = {0, 5 + case_below(&random, 286), 7 + case_below(&random, 174), 1};
        assert_false(tiles_has_label(&planes, &spot, label)); /* not even filled */
        tiles_open(&planes, &spot);
        assert_false(tiles_has_label(&planes, &spot, label));
        tiles_set_label(&planes, &spot, label);
        assert_true(tiles_has_label(&planes, &spot, label));
        assert_false(tiles_has_label(&planes, &spot, label + 1));
        assert_false(tiles_has_label(&planes, &spot, label + 2));
        tiles_set_label(&planes, &spot, COST_NONE);
        for (cost_t want = 0; want < 3; want++)
            assert_false(tiles_has_label(&planes, &spot, want));
    }
    tiles_planes_destroy(&planes);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
