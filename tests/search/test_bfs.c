/* Tests of bfs: the two-array search against a reference that shares no idea with it: labels are
 * relaxed edge by edge until nothing changes (Bellman and Ford), with the grid's steps taken from
 * grid.h instead of the graph view. */
#include "router/search/bfs.h"

#include "tests/support/random_graphs.h"

static bool relax(uint32_t *labels, uint32_t from, uint32_t to)
{
    if (labels[from] == BFS_UNREACHED || labels[to] <= labels[from] + 1)
        return false;
    labels[to] = labels[from] + 1;
    return true;
}

static void reference_graph(const uint32_t *from, const uint32_t *to, uint32_t edges,
                            bool undirected, uint32_t *labels)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < edges; e++) {
            changed |= relax(labels, from[e], to[e]);
            if (undirected)
                changed |= relax(labels, to[e], from[e]);
        }
    }
}

static void reference_grid(const struct grid *grid, uint32_t *labels)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (cell_t cell = 0; cell < grid_cells(grid); cell++)
            for (int d = 0; d < DIRECTIONS; d++)
                if (grid_step_exists(grid, cell, d) &&
                    !grid_is_blocked(grid, grid_neighbour(grid, cell, d)))
                    changed |= relax(labels, cell, grid_neighbour(grid, cell, d));
    }
}

/* Compares the search with the reference, in which the source is marked. */
static void check(const struct bfs_problem *problem, const uint32_t *expected)
{
    uint32_t vertices = bfs_vertex_count(problem);
    uint32_t *labels = malloc(vertices * sizeof *labels);
    assert_non_null(labels);
    assert_int_equal(bfs_sequential(problem, labels, NULL), STATUS_OK);
    assert_memory_equal(labels, expected, vertices * sizeof *labels);
    free(labels);
}

static void test_worked_example(void **state)
{
    (void)state;
    const uint32_t from[] = {0, 0, 1, 2, 4}, to[] = {1, 2, 2, 3, 0};
    const uint32_t expected[] = {0, 1, 1, 2, BFS_UNREACHED};
    struct csr_graph graph;
    assert_int_equal(csr_graph_build(&graph, 5, from, to, 5, false, NULL), STATUS_OK);
    struct bfs_problem problem = {.graph = &graph};
    check(&problem, expected);
    struct bfs_summary summary = bfs_summarise(&problem, expected);
    assert_int_equal(summary.levels, 3);
    assert_int_equal(summary.reached, 4);
    assert_int_equal(summary.edges, 4);
    csr_graph_destroy(&graph);
}

static void test_random_graphs(void **state)
{
    (void)state;
    for (int round = 0; round < 300; round++) {
        uint32_t vertices = 1 + random_below(40), edges = random_below(3 * vertices);
        bool undirected = random_below(2) == 0;
        uint32_t from[120], to[120], expected[40];
        for (uint32_t e = 0; e < edges; e++) {
            from[e] = random_below(vertices);
            to[e] = random_below(vertices);
        }
        struct csr_graph graph;
        assert_int_equal(csr_graph_build(&graph, vertices, from, to, edges, undirected, NULL),
                         STATUS_OK);
        struct bfs_problem problem = {.graph = &graph, .source = random_below(vertices)};
        memset(expected, 0xff, sizeof expected);
        expected[problem.source] = 0;
        reference_graph(from, to, edges, undirected, expected);
        check(&problem, expected);
        csr_graph_destroy(&graph);
    }
}

static void test_random_grids(void **state)
{
    (void)state;
    for (int round = 0; round < 100; round++) {
        struct grid grid;
        random_grid(&grid, 70, 9);
        uint32_t cells = (uint32_t)grid_cells(&grid);
        struct bfs_problem problem = {.grid = &grid, .source = random_below(cells)};
        uint32_t *expected = malloc(cells * sizeof *expected);
        assert_non_null(expected);
        memset(expected, 0xff, cells * sizeof *expected);
        expected[problem.source] = 0;
        reference_grid(&grid, expected);
        check(&problem, expected);
        uint64_t edges = 0, reached = 0;
        for (cell_t cell = 0; cell < cells; cell++) {
            reached += expected[cell] != BFS_UNREACHED;
            for (int d = 0; d < DIRECTIONS && expected[cell] != BFS_UNREACHED; d++)
                edges += grid_step_exists(&grid, cell, d) &&
                         !grid_is_blocked(&grid, grid_neighbour(&grid, cell, d));
        }
        struct bfs_summary summary = bfs_summarise(&problem, expected);
        assert_int_equal(summary.edges, edges);
        assert_int_equal(summary.reached, reached);
        free(expected);
        grid_destroy(&grid);
    }
}

/* A star of 10^6 leaves, in and out: one frontier of one vertex, one of a million. */
static void test_star(void **state)
{
    (void)state;
    enum { LEAVES = 1000000 };
    uint32_t *from = calloc(LEAVES, sizeof *from), *to = malloc(LEAVES * sizeof *to);
    assert_non_null(from);
    assert_non_null(to);
    for (uint32_t leaf = 0; leaf < LEAVES; leaf++)
        to[leaf] = leaf + 1;
    struct csr_graph graph;
    assert_int_equal(csr_graph_build(&graph, LEAVES + 1, from, to, LEAVES, true, NULL), STATUS_OK);
    uint32_t *labels = malloc((LEAVES + 1) * sizeof *labels);
    assert_non_null(labels);
    struct bfs_problem problem = {.graph = &graph, .source = 17};
    assert_int_equal(bfs_sequential(&problem, labels, NULL), STATUS_OK);
    struct bfs_summary summary = bfs_summarise(&problem, labels);
    assert_int_equal(summary.levels, 3);
    assert_int_equal(summary.reached, LEAVES + 1);
    assert_int_equal(summary.edges, 2 * LEAVES);
    assert_int_equal(labels[17], 0);
    assert_int_equal(labels[0], 1);
    assert_int_equal(labels[LEAVES], 2);
    free(labels);
    csr_graph_destroy(&graph);
    free(from);
    free(to);
}

int main(void)
{
    random_start(1211);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_example),
        cmocka_unit_test(test_random_graphs),
        cmocka_unit_test(test_random_grids),
        cmocka_unit_test(test_star),
    };
    return cmocka_run_group_tests_name("bfs", tests, NULL, NULL);
}
