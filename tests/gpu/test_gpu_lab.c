/* Tests of the kernel lab: every kernel returns the labels of the sequential search, byte by byte,
 * on 200 random graphs and grids and on graphs that are hard for one of the ideas, with block
 * queues of any length.
 *
 * Without a usable GPU it prints SKIPPED with the reason, and passes. With LAB_SMALL in the
 * environment it runs a few small cases, for compute-sanitizer.
 */
#include "gpu/lab/lab.h"

#include "tests/support/random_graphs.h"

static bool small;

/* Runs every kernel on the problem and compares the labels. Messages name the case `what`. */
static void check(const struct bfs_problem *problem, const char *what)
{
    const struct bfs_lab *lab = gpu_lab();
    struct bfs_session *session;
    struct error error = {0};
    uint32_t vertices = bfs_vertex_count(problem);
    size_t bytes = vertices * sizeof(uint32_t);
    uint32_t *expected = malloc(bytes), *labels = malloc(bytes);
    assert_non_null(expected);
    assert_non_null(labels);
    assert_int_equal(bfs_sequential(problem, expected, NULL), STATUS_OK);
    if (lab->open(&session, problem, &error) != STATUS_OK)
        fail_msg("%s: %s", what, error.text);
    for (size_t kernel = 0; kernel < lab->kernel_count; kernel++) {
        const char *name = lab->kernels[kernel];
        memset(labels, 0x55, bytes);
        if (lab->run(session, kernel, labels, 0, NULL, &error) != STATUS_OK)
            fail_msg("%s, %s: %s", what, name, error.text);
        for (uint32_t v = 0; v < vertices; v++)
            if (labels[v] != expected[v])
                fail_msg("%s, %s, block queue %u: vertex %u of %u, source %u: label %d, not %d",
                         what, name, problem->block_queue, v, vertices, problem->source,
                         (int)labels[v], (int)expected[v]);
    }
    lab->close(session);
    free(expected);
    free(labels);
}

static void check_graph(uint32_t vertices, const uint32_t *from, const uint32_t *to, size_t edges,
                        bool undirected, uint32_t source, uint32_t block_queue, const char *what)
{
    struct csr_graph graph;
    assert_int_equal(csr_graph_build(&graph, vertices, from, to, edges, undirected, NULL),
                     STATUS_OK);
    struct bfs_problem problem = {.graph = &graph, .source = source, .block_queue = block_queue};
    check(&problem, what);
    csr_graph_destroy(&graph);
}

static const uint32_t block_queues[] = {0, 1, 2, 32, 4096};

/* A random graph: few edges (many components and empty rows) or many, self loops and repeats. */
static void random_graph(uint32_t vertices_max, uint32_t block_queue)
{
    uint32_t vertices = 1 + random_below(vertices_max);
    size_t edges = random_below(vertices * (1 + random_below(8)));
    uint32_t *from = malloc((edges + 1) * sizeof *from), *to = malloc((edges + 1) * sizeof *to);
    assert_non_null(from);
    assert_non_null(to);
    uint32_t hubs = 1 + random_below(vertices);
    for (size_t e = 0; e < edges; e++) {
        from[e] = random_below(random_below(4) == 0 ? hubs : vertices);
        to[e] = random_below(16) == 0 ? from[e] : random_below(vertices);
    }
    check_graph(vertices, from, to, edges, random_below(2) == 0, random_below(vertices),
                block_queue, "random graph");
    free(from);
    free(to);
}

/* Graphs with more vertices than the device has resident threads: a kernel that relies on all
 * threads of a launch running at the same time fails here, and often only here. */
static void test_large_graphs(void **state)
{
    (void)state;
    uint32_t vertices = small ? 2000 : 2000000;
    size_t edges = (size_t)vertices * 3;
    uint32_t *from = malloc(edges * sizeof *from), *to = malloc(edges * sizeof *to);
    assert_non_null(from);
    assert_non_null(to);
    for (size_t e = 0; e < edges; e++) {
        from[e] = random_below(vertices);
        to[e] = random_below(vertices);
    }
    check_graph(vertices, from, to, edges, true, random_below(vertices), 0, "large graph");
    check_graph(vertices, from, to, edges, false, from[0], 32, "large directed graph");
    free(from);
    free(to);
}

static void test_random_graphs(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < (small ? 4 : 100); round++)
        random_graph(small ? 600 : round < 50 ? 100 : 5000, block_queues[round % 5]);
}

static void test_random_grids(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < (small ? 4 : 100); round++) {
        struct grid grid;
        random_grid(&grid, small ? 30 : 200, small ? 20 : 90);
        struct bfs_problem problem = {.grid = &grid,
                                      .source = random_below((uint32_t)grid_cells(&grid)),
                                      .block_queue = block_queues[round % 5]};
        check(&problem, "random grid");
        grid_destroy(&grid);
    }
}

/* A hub with very many leaves, from the hub, from a leaf, and inward only. */
static void test_stars(void **state)
{
    (void)state;
    uint32_t leaves = small ? 3000 : 1000000;
    uint32_t *hub = calloc(leaves, sizeof *hub), *leaf = malloc(leaves * sizeof *leaf);
    assert_non_null(hub);
    assert_non_null(leaf);
    for (uint32_t i = 0; i < leaves; i++)
        leaf[i] = i + 1;
    check_graph(leaves + 1, hub, leaf, leaves, false, 0, 0, "star from its hub");
    check_graph(leaves + 1, hub, leaf, leaves, true, leaves, 32, "star from a leaf");
    check_graph(leaves + 1, leaf, hub, leaves, false, 1, 1, "star inward");
    free(hub);
    free(leaf);
}

static void test_paths(void **state)
{
    (void)state;
    uint32_t length = small ? 40 : 3000;
    uint32_t *from = malloc(length * sizeof *from), *to = malloc(length * sizeof *to);
    assert_non_null(from);
    assert_non_null(to);
    for (uint32_t i = 0; i < length; i++) {
        from[i] = i;
        to[i] = i + 1;
    }
    check_graph(length + 1, from, to, length, false, 0, 0, "path");
    check_graph(length + 1, from, to, length, false, length, 0, "path from its end");
    check_graph(length + 1, from, to, length, true, length / 2, 1, "path from its middle");
    free(from);
    free(to);
}

static void test_lonely_vertices(void **state)
{
    (void)state;
    const uint32_t loop[] = {0, 0, 0};
    check_graph(1, NULL, NULL, 0, false, 0, 0, "one vertex");
    check_graph(1, loop, loop, 3, true, 0, 0, "one vertex with loops");
    check_graph(1000, NULL, NULL, 0, false, 999, 2, "no edges");
}

/* Frontiers that overflow the block queues: a dense bipartite graph, and an open grid searched from
 * its middle. */
static void test_block_queues(void **state)
{
    (void)state;
    enum { SIDE = 300 };
    uint32_t side = small ? 40 : SIDE;
    uint32_t *from = malloc((size_t)side * side * sizeof *from);
    uint32_t *to = malloc((size_t)side * side * sizeof *to);
    assert_non_null(from);
    assert_non_null(to);
    for (uint32_t a = 0; a < side; a++) {
        for (uint32_t b = 0; b < side; b++) {
            from[a * side + b] = a;
            to[a * side + b] = side + b;
        }
    }
    struct grid grid;
    assert_int_equal(grid_create(&grid, side, side, 1, NULL), STATUS_OK);
    for (size_t i = 0; i < sizeof block_queues / sizeof *block_queues; i++) {
        check_graph(2 * side, from, to, (size_t)side * side, true, 0, block_queues[i],
                    "bipartite graph");
        struct bfs_problem problem = {.grid = &grid,
                                      .source = grid_cell(&grid, side / 2, side / 2, 0),
                                      .block_queue = block_queues[i]};
        check(&problem, "open grid");
    }
    grid_destroy(&grid);
    free(from);
    free(to);
}

int main(void)
{
    const char *reason = gpu_lab()->unusable();
    if (reason != NULL) {
        printf("SKIPPED: %s\n", reason);
        return 0;
    }
    small = getenv("LAB_SMALL") != NULL;
    random_start(2012);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_graphs), cmocka_unit_test(test_random_grids),
        cmocka_unit_test(test_large_graphs),  cmocka_unit_test(test_stars),
        cmocka_unit_test(test_paths),         cmocka_unit_test(test_lonely_vertices),
        cmocka_unit_test(test_block_queues),
    };
    return cmocka_run_group_tests_name("gpu_lab", tests, NULL, NULL);
}
