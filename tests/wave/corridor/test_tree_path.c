/* Paths in pruned trees: the result of the two climbs, which must leave no marks. */
#include "tests/support/wave_cases.h"

#include "grid/generate/generate.h"
#include "router/wave/corridor/prune.h"
#include "router/wave/corridor/tree_path.h"

/* A picture of one layer: '#' is blocked. */
static void make_grid(struct grid *grid, const char *const *rows, uint32_t height)
{
    uint32_t width = (uint32_t)strlen(rows[0]);
    assert_int_equal(grid_create(grid, width, height, 1, NULL), STATUS_OK);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            grid_set_blocked(grid, grid_cell(grid, x, y, 0), rows[y][x] == '#');
}

static void make_ways(struct adjacency *adj, const struct field *field)
{
    struct box all = {0, 0, field->grid->width - 1, field->grid->height - 1};
    assert_int_equal(adj_make(adj, field, &all, NULL), STATUS_OK);
    prune_dead_ends(adj, NULL);
}

/* Finds a path; the map must be as before. */
static enum tree_end find(struct adjacency *adj, cell_t source, cell_t target, struct trace *trace,
                          cost_t *cost)
{
    struct tree_path path = {0};
    enum tree_end end = TREE_APART;
    uint8_t *before = malloc(adj_places(adj));
    memcpy(before, adj->exits, adj_places(adj));
    trace->count = 0;
    assert_int_equal(tree_path_find(&path, adj, source, target, trace, &end, cost, NULL),
                     STATUS_OK);
    assert_memory_equal(before, adj->exits, adj_places(adj));
    assert_true(tree_path_bytes(&path) > 0);
    tree_path_destroy(&path);
    free(before);
    return end;
}

static void test_small(void **state)
{
    (void)state;
    static const char *const ROWS[] = {
        ".#.....", /* a tree at the left, one cell at the top right that belongs to it, */
        ".#.###.", /* and a cycle with a dead end at the bottom */
        "....#..", "#######", "...#...", ".#...#.", "...#...",
    };
    struct grid grid;
    struct adjacency adj = {0};
    struct trace trace = {0};
    cost_t cost = 0;
    make_grid(&grid, ROWS, 7);
    struct field field = {&grid, grid.blocked, NULL};
    make_ways(&adj, &field);
    assert_int_equal(find(&adj, 0, 5 + 7 * 2, &trace, &cost), TREE_FOUND);
    const cell_t knots[] = {0, 7 * 2, 2 + 7 * 2, 2, 6, 6 + 7 * 2, 5 + 7 * 2};
    assert_int_equal(trace.count, 7);
    assert_memory_equal(trace.knots, knots, sizeof knots);
    assert_int_equal(cost, 2 + 2 + 2 + 4 + 2 + 1);
    assert_int_equal(find(&adj, 4, 4, &trace, &cost), TREE_FOUND);
    assert_true(trace.count == 1 && trace.knots[0] == 4 && cost == 0);
    assert_int_equal(find(&adj, 2 + 7, 2 + 7 * 2, &trace, &cost), TREE_FOUND);
    assert_true(trace.count == 2 && cost == 1);
    assert_int_equal(find(&adj, 0, 7 * 4, &trace, &cost), TREE_APART);
    assert_int_equal(find(&adj, 7 * 4, 6 + 7 * 6, &trace, &cost), TREE_CORE);
    assert_int_equal(find(&adj, 7 * 4, 0, &trace, &cost), TREE_APART);
    adj_destroy(&adj);
    grid_destroy(&grid);
    free(trace.knots);
}

/* All pairs of cells of a path of long and short straight corridors. */
static void test_pairs(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    for (int i = 0; i < 13; i++) {
        bool long_one = i == 12; /* longer than a burst */
        struct generate_options options = {.kind = i % 2 != 0 || long_one ? GENERATE_SERPENTINE
                                                                          : GENERATE_MAZE,
                                           .width = long_one ? 3000
                                                    : i < 6  ? 300
                                                             : 33,
                                           .height = long_one ? 60 : 9 + (uint32_t)i,
                                           .layers = i % 3 == 0 && !long_one ? 3 : 1,
                                           .nets = 1,
                                           .seed = (uint64_t)i};
        struct design design;
        struct wave *reference = NULL;
        struct adjacency adj = {0};
        struct trace trace = {0}, expected = {0};
        assert_int_equal(generate_design(&design, &options, NULL), STATUS_OK);
        struct grid *grid = &design.grid;
        struct field field = {grid, grid->blocked, NULL};
        make_ways(&adj, &field);
        assert_int_equal(wave_create(&reference, &wave_dijkstra, &field, NULL), STATUS_OK);
        for (int k = 0; k < (long_one ? 10 : 200); k++) {
            struct wire wires[2];
            for (int w = 0; w < 2; w++) {
                cell_t cell = case_below(&random, (uint32_t)grid_cells(grid));
                while (grid_is_blocked(grid, cell))
                    cell = (cell + 1) % (cell_t)grid_cells(grid);
                wires[w] = (struct wire){cell, cell};
            }
            struct job job = {.sources = wires,
                              .source_count = 1,
                              .targets = wires + 1,
                              .target_count = 1,
                              .window = {0, 0, grid->width - 1, grid->height - 1}};
            cost_t cost = 0;
            expected.count = 0;
            assert_int_equal(wave_search(reference, &job, &expected, NULL, NULL), STATUS_OK);
            assert_int_equal(find(&adj, wires[0].from, wires[1].from, &trace, &cost), TREE_FOUND);
            assert_int_equal(job.cost, cost);
            assert_int_equal(trace.count, expected.count);
            assert_memory_equal(trace.knots, expected.knots, trace.count * sizeof *trace.knots);
        }
        wave_destroy(reference);
        adj_destroy(&adj);
        free(trace.knots);
        free(expected.knots);
        design_destroy(&design);
    }
}

/* After closing cells, two cells may lead to each other. */
static void test_pair_left(void **state)
{
    (void)state;
    static const char *const ROWS[] = {"...", ".#.", "..."};
    struct grid grid;
    struct adjacency adj = {0};
    struct trace trace = {0};
    cost_t cost = 0;
    make_grid(&grid, ROWS, 3);
    struct field field = {&grid, grid.blocked, NULL};
    make_ways(&adj, &field);
    for (cell_t cell = 2; cell < 9; cell++) { /* only 0 and 1 of the ring remain */
        struct spot spot = spot_of(&grid, cell);
        if (!grid_is_blocked(&grid, cell))
            prune_close(&adj, &spot);
    }
    assert_int_equal(find(&adj, 0, 1, &trace, &cost), TREE_FOUND);
    assert_true(trace.count == 2 && cost == 1);
    assert_int_equal(find(&adj, 0, 8, &trace, &cost), TREE_APART);
    adj_destroy(&adj);
    grid_destroy(&grid);
    free(trace.knots);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_pair_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
