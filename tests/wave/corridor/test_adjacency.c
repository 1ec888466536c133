/* The adjacency map, compared with the grid's answer for each step, and its places. */
#include "tests/support/wave_cases.h"

#include "router/wave/corridor/adjacency.h"

enum { FEATURES = FEATURE_LAYERS | FEATURE_STRICT | FEATURE_WALLS };

static bool is_inside(const struct box *box, const struct grid *grid, cell_t cell)
{
    uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
    return x >= box->x0 && x <= box->x1 && y >= box->y0 && y <= box->y1;
}

static unsigned expected_way(const struct field *field, const struct box *box, cell_t cell)
{
    unsigned exits = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        cell_t next = grid_neighbour(field->grid, cell, direction);
        if (next != CELL_NONE && is_inside(box, field->grid, next) &&
            grid_step_exists(field->grid, cell, direction) &&
            !grid_plane_get(field->grid, field->closed, cell) &&
            !grid_plane_get(field->grid, field->closed, next))
            exits |= 1u << direction;
    }
    return exits;
}

static bool is_tip(const struct adjacency *adj, uint32_t place)
{
    for (size_t i = 0; i < adj->tip_count; i++)
        if (adj->tips[i] == place)
            return true;
    return false;
}

static void check_map(const struct adjacency *adj, const struct field *field, const struct box *box)
{
    const struct grid *grid = field->grid;
    assert(grid->width > 0 && grid->height > 0);
    uint8_t *seen = calloc(adj_places(adj), 1);
    size_t tips = 0;
    for (cell_t cell = 0; cell < grid_cells(grid); cell++) {
        if (!is_inside(box, grid, cell))
            continue;
        struct spot spot = spot_of(grid, cell);
        uint32_t place = adj_place(adj, spot.x, spot.y, spot.z);
        assert_true(place < adj_places(adj) && seen[place]++ == 0);
        assert_int_equal(adj->exits[place], expected_way(field, box, cell));
        assert_int_equal(is_tip(adj, place), adj_is_single(adj->exits[place]));
        tips += adj_is_single(adj->exits[place]);
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            cell_t next = grid_neighbour(grid, cell, direction);
            bool may = next != CELL_NONE && is_inside(box, grid, next) &&
                       grid_step_exists(grid, cell, direction);
            assert_int_equal(adj_may_step(adj, &spot, direction), may);
            if (!may)
                continue;
            struct spot to = spot_of(grid, next);
            assert_int_equal(adj_next(adj, place, 1u << direction),
                             adj_place(adj, to.x, to.y, to.z));
            assert_int_equal(adj_next_cell(adj, cell, 1u << direction), next);
        }
    }
    assert_int_equal(adj->tip_count, tips);
    free(seen);
}

static void test_random_designs(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    struct adjacency adj = {0}; /* reused: earlier windows must not matter */
    for (int i = 0; i < 300; i++) {
        struct wave_case c;
        uint64_t random = seed + (uint64_t)i * 1000003;
        case_create(&c, i % 3 == 0 ? 0 : FEATURES, &random);
        for (int k = 0; k < 4; k++) {
            struct box box = k == 0 ? (struct box){0, 0, c.grid.width - 1, c.grid.height - 1}
                                    : case_box(&c.grid, &random);
            assert_int_equal(adj_make(&adj, &c.field, &box, NULL), STATUS_OK);
            check_map(&adj, &c.field, &box);
            assert_true(adj_bytes(&adj) >= adj_places(&adj));
        }
        case_destroy(&c);
    }
    adj_destroy(&adj);
}

static void test_back(void **state)
{
    (void)state;
    for (int direction = 0; direction < DIRECTIONS; direction++)
        assert_int_equal(adj_back(1u << direction), 1u << direction_opposite(direction));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
