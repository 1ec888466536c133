/* The map that is updated from the field connects the same cells as the field. */
#include <assert.h>

#include "tests/support/wave_cases.h"

#include "router/wave/corridor/pruned_map.h"

enum { FEATURES = FEATURE_LAYERS | FEATURE_STRICT | FEATURE_WALLS };

static bool is_open(const struct field *field, cell_t cell)
{
    return !grid_plane_get(field->grid, field->closed, cell);
}

static bool holds(const struct box *box, const struct grid *grid, cell_t cell)
{
    uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
    return x >= box->x0 && x <= box->x1 && y >= box->y0 && y <= box->y1;
}

static uint32_t place_of(const struct pruned_map *map, cell_t cell)
{
    struct spot spot = spot_of(map->field->grid, cell);
    return adj_place(&map->adj, spot.x, spot.y, spot.z);
}

/* True if the field (map NULL) or the map connects two cells. */
static bool joined(const struct field *field, const struct box *box, const struct pruned_map *map,
                   cell_t from, cell_t to)
{
    const struct grid *grid = field->grid;
    size_t cells = grid_cells(grid), count = 0;
    assert(grid->width > 0); /* each grid has a cell; for the static analyser */
    uint8_t *seen = calloc(cells, 1);
    cell_t *list = malloc(cells * sizeof *list);
    list[count++] = from;
    seen[from] = 1;
    for (size_t i = 0; i < count; i++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            cell_t next = grid_neighbour(grid, list[i], direction);
            if (next == CELL_NONE || !holds(box, grid, next) || seen[next])
                continue;
            bool step = grid_step_exists(grid, list[i], direction) && is_open(field, next);
            if (map != NULL)
                step = (map->adj.exits[place_of(map, list[i])] >> direction & 1) != 0;
            if (!step)
                continue;
            seen[next] = 1;
            list[count++] = next;
        }
    bool found = seen[to] != 0;
    free(seen);
    free(list);
    return found;
}

/* Two open cells of the box; false where none were found. */
static bool draw_pair(const struct field *field, const struct box *box, uint64_t *random,
                      cell_t pair[2])
{
    int found = 0;
    for (int i = 0; i < 50 && found < 2; i++) {
        cell_t cell = case_below(random, (uint32_t)grid_cells(field->grid));
        if (holds(box, field->grid, cell) && is_open(field, cell))
            pair[found++] = cell;
    }
    return found == 2;
}

static void check_pairs(struct pruned_map *map, const struct box *box, uint64_t *random)
{
    struct prune_log log = {0};
    for (int i = 0; i < 6; i++) {
        cell_t pair[2];
        if (!draw_pair(map->field, box, random, pair))
            continue;
        for (int end = 0; end < 2; end++)
            assert_int_equal(prune_link(&map->adj, place_of(map, pair[end]), &log, NULL),
                             STATUS_OK);
        assert_int_equal(joined(map->field, box, map, pair[0], pair[1]),
                         joined(map->field, box, NULL, pair[0], pair[1]));
        prune_undo(&map->adj, &log);
    }
    free(log.changes);
}

static void test_changes(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    for (int i = 0; i < 400; i++) {
        struct wave_case c;
        struct pruned_map map;
        uint64_t random = seed + (uint64_t)i * 1000003;
        case_create(&c, i % 2 == 0 ? 0 : FEATURES, &random);
        struct box box = {0, 0, c.grid.width - 1, c.grid.height - 1};
        if (case_chance(&random, 50))
            box = case_box(&c.grid, &random);
        pruned_map_begin(&map, &c.field);
        for (int k = 0; k < 6; k++) {
            assert_int_equal(pruned_map_fit(&map, &box, NULL, NULL), STATUS_OK);
            check_pairs(&map, &box, &random);
            for (int n = 0; n < 3; n++) {
                cell_t cell = case_below(&random, (uint32_t)grid_cells(&c.grid));
                uint32_t x = grid_x(&c.grid, cell), y = grid_y(&c.grid, cell);
                struct box dirty = {x, y, x, y};
                c.field.closed[grid_word(&c.grid, cell)] ^= grid_bit(&c.grid, cell);
                pruned_map_update(&map, &dirty, 1);
            }
        }
        assert_true(pruned_map_bytes(&map) > 0);
        pruned_map_destroy(&map);
        case_destroy(&c);
    }
}

static void test_kept(void **state)
{
    (void)state;
    struct grid grid;
    struct pruned_map map;
    struct box all = {0, 0, 99, 99}, part = {0, 0, 50, 50}, cell = {10, 10, 10, 10},
               none = {9, 9, 8, 8};
    assert_int_equal(grid_create(&grid, 100, 100, 1, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    pruned_map_begin(&map, &field);
    assert_int_equal(pruned_map_fit(&map, &all, NULL, NULL), STATUS_OK);
    uint32_t place = adj_place(&map.adj, 50, 50, 0);
    map.adj.exits[place] |= 1 << DIRECTIONS; /* a mark to recognise the map */
    grid_set_blocked(&grid, grid_cell(&grid, 10, 10, 0), true);
    pruned_map_update(&map, &none, 1);
    assert_int_equal(pruned_map_fit(&map, &all, NULL, NULL), STATUS_OK);
    assert_int_equal(map.changes, 0); /* no update yet */
    pruned_map_update(&map, &cell, 1);
    assert_int_equal(pruned_map_fit(&map, &all, NULL, NULL), STATUS_OK);
    assert_int_equal(map.changes, 1);
    assert_int_equal(map.adj.exits[adj_place(&map.adj, 10, 10, 0)], 0);
    assert_true(map.adj.exits[place] >> DIRECTIONS == 1);
    grid_fill_blocked(&grid, (struct box){0, 0, 99, 4}, 0, true);
    pruned_map_update(&map, &all, 1);
    assert_int_equal(pruned_map_fit(&map, &all, NULL, NULL), STATUS_OK);
    assert_true(map.adj.exits[place] >> DIRECTIONS == 0 && map.changes == 0); /* made again */
    assert_int_equal(pruned_map_fit(&map, &part, NULL, NULL), STATUS_OK);
    assert_int_equal(map.adj.box.x1, 50);
    pruned_map_destroy(&map);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
