/* Tests of graph: the rows hold the edges of a list, and the implicit grid graph has exactly
 * the steps that grid.h describes. */
#include "grid/graph.h"

#include "tests/support/random_graphs.h"

static void test_small_graph(void **state)
{
    (void)state;
    const uint32_t from[] = {0, 0, 2, 2}, to[] = {1, 2, 1, 2};
    struct csr_graph graph;
    assert_int_equal(csr_graph_build(&graph, 3, from, to, 4, false, NULL), STATUS_OK);
    const uint32_t row_start[] = {0, 2, 2, 4};
    assert_int_equal(graph.edge_count, 4);
    assert_memory_equal(graph.row_start, row_start, sizeof row_start);
    assert_memory_equal(graph.target, to, sizeof to);
    csr_graph_destroy(&graph);
}

static void test_undirected_keeps_self_loops_single(void **state)
{
    (void)state;
    const uint32_t from[] = {0, 1, 1}, to[] = {1, 1, 0};
    struct csr_graph graph;
    assert_int_equal(csr_graph_build(&graph, 2, from, to, 3, true, NULL), STATUS_OK);
    const uint32_t row_start[] = {0, 2, 5}, target[] = {1, 1, 0, 1, 0};
    assert_int_equal(graph.edge_count, 5);
    assert_memory_equal(graph.row_start, row_start, sizeof row_start);
    assert_memory_equal(graph.target, target, sizeof target);
    csr_graph_destroy(&graph);
}

static void test_empty(void **state)
{
    (void)state;
    struct csr_graph graph;
    assert_int_equal(csr_graph_build(&graph, 0, NULL, NULL, 0, true, NULL), STATUS_OK);
    assert_int_equal(graph.row_start[0], 0);
    csr_graph_destroy(&graph);
    csr_graph_destroy(NULL);
}

static void test_limits(void **state)
{
    (void)state;
    struct csr_graph graph;
    struct error error = {0};
    assert_int_equal(csr_graph_build(&graph, UINT32_MAX, NULL, NULL, 0, false, &error),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "at most"));
    assert_null(graph.row_start);
}

/* Counts how often the graph has the edge a -> b. */
static unsigned count_in(const struct csr_graph *graph, uint32_t a, uint32_t b)
{
    unsigned count = 0;
    for (uint32_t e = graph->row_start[a]; e < graph->row_start[a + 1]; e++)
        count += graph->target[e] == b;
    return count;
}

static void test_random_graphs(void **state)
{
    (void)state;
    for (int round = 0; round < 200; round++) {
        uint32_t vertices = 1 + random_below(12), edges = random_below(40);
        uint32_t from[40], to[40];
        for (uint32_t e = 0; e < edges; e++) {
            from[e] = random_below(vertices);
            to[e] = random_below(vertices);
        }
        struct csr_graph graph;
        assert_int_equal(csr_graph_build(&graph, vertices, from, to, edges, false, NULL),
                         STATUS_OK);
        for (uint32_t a = 0; a < vertices; a++) {
            for (uint32_t b = 0; b < vertices; b++) {
                unsigned listed = 0;
                for (uint32_t e = 0; e < edges; e++)
                    listed += from[e] == a && to[e] == b;
                assert_int_equal(listed, count_in(&graph, a, b));
            }
        }
        csr_graph_destroy(&graph);
    }
}

static void test_grid_steps(void **state)
{
    (void)state;
    for (int round = 0; round < 100; round++) {
        struct grid grid;
        random_grid(&grid, 70, 9);
        struct grid_graph graph = grid_graph_view(&grid);
        assert_int_equal(graph.vertex_count, grid_cells(&grid));
        for (cell_t cell = 0; cell < graph.vertex_count; cell++) {
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                cell_t next = grid_neighbour(&grid, cell, direction);
                bool step = grid_step_exists(&grid, cell, direction);
                bool leaves = step && !grid_is_blocked(&grid, next);
                assert_int_equal(grid_graph_exits(&graph, cell) >> direction & 1, leaves);
                if (step)
                    assert_int_equal(grid_graph_step(&graph, cell, (uint32_t)direction), next);
            }
        }
        grid_destroy(&grid);
    }
}

int main(void)
{
    random_start(20260);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_graph),
        cmocka_unit_test(test_undirected_keeps_self_loops_single),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_random_graphs),
        cmocka_unit_test(test_grid_steps),
    };
    return cmocka_run_group_tests_name("graph", tests, NULL, NULL);
}
