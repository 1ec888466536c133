/* The map of ways against the grid's own word on every step, and its places. */
#include "tests/support/wave_cases.h"

#include "router/wave/corridor/ways.h"

enum { FEATURES = FEATURE_LAYERS | FEATURE_STRICT | FEATURE_WALLS };

static bool is_inside(const struct box *box, const struct grid *grid, cell_t cell)
{
    uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
    return x >= box->x0 && x <= box->x1 && y >= box->y0 && y <= box->y1;
}

static unsigned expected_way(const struct field *field, const struct box *box, cell_t cell)
{
    unsigned way = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        cell_t next = grid_neighbour(field->grid, cell, direction);
        if (next != CELL_NONE && is_inside(box, field->grid, next) &&
            grid_step_exists(field->grid, cell, direction) &&
            !grid_plane_get(field->grid, field->closed, cell) &&
            !grid_plane_get(field->grid, field->closed, next))
            way |= 1u << direction;
    }
    return way;
}

static bool is_tip(const struct ways *ways, uint32_t place)
{
    for (size_t i = 0; i < ways->tip_count; i++)
        if (ways->tips[i] == place)
            return true;
    return false;
}

static void check_map(const struct ways *ways, const struct field *field, const struct box *box)
{
    const struct grid *grid = field->grid;
    assert(grid->width > 0 && grid->height > 0);
    uint8_t *seen = calloc(ways_places(ways), 1);
    size_t tips = 0;
    for (cell_t cell = 0; cell < grid_cells(grid); cell++) {
        if (!is_inside(box, grid, cell))
            continue;
        struct spot spot = spot_of(grid, cell);
        uint32_t place = ways_place(ways, spot.x, spot.y, spot.z);
        assert_true(place < ways_places(ways) && seen[place]++ == 0);
        assert_int_equal(ways->way[place], expected_way(field, box, cell));
        assert_int_equal(is_tip(ways, place), ways_is_single(ways->way[place]));
        tips += ways_is_single(ways->way[place]);
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            cell_t next = grid_neighbour(grid, cell, direction);
            bool may = next != CELL_NONE && is_inside(box, grid, next) &&
                       grid_step_exists(grid, cell, direction);
            assert_int_equal(ways_may_step(ways, &spot, direction), may);
            if (!may)
                continue;
            struct spot to = spot_of(grid, next);
            assert_int_equal(ways_next(ways, place, 1u << direction),
                             ways_place(ways, to.x, to.y, to.z));
            assert_int_equal(ways_next_cell(ways, cell, 1u << direction), next);
        }
    }
    assert_int_equal(ways->tip_count, tips);
    free(seen);
}

static void test_random_designs(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    struct ways ways = {0}; /* used again and again: what an earlier window left must not show */
    for (int i = 0; i < 300; i++) {
        struct wave_case c;
        uint64_t random = seed + (uint64_t)i * 1000003;
        case_create(&c, i % 3 == 0 ? 0 : FEATURES, &random);
        for (int k = 0; k < 4; k++) {
            struct box box = k == 0 ? (struct box){0, 0, c.grid.width - 1, c.grid.height - 1}
                                    : case_box(&c.grid, &random);
            assert_int_equal(ways_make(&ways, &c.field, &box, NULL), STATUS_OK);
            check_map(&ways, &c.field, &box);
            assert_true(ways_bytes(&ways) >= ways_places(&ways));
        }
        case_destroy(&c);
    }
    ways_destroy(&ways);
}

static void test_back(void **state)
{
    (void)state;
    for (int direction = 0; direction < DIRECTIONS; direction++)
        assert_int_equal(ways_back(1u << direction), 1u << direction_opposite(direction));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
