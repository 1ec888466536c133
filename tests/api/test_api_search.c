/* Tests of leeway.h: labels, and many paths in one call. */
#include "tests/api/calls.h"

static void test_bfs(void **state)
{
    (void)state;
    struct leeway_design *design = make(4, 1, 2);
    const uint8_t blocked[] = {0, 1, 0, 0, 0, 0, 1, 0};
    const uint32_t source[] = {0, 0, 0}, outside[] = {4, 0, 0};
    const uint32_t expected[] = {0, LEEWAY_UNREACHED, LEEWAY_UNREACHED, LEEWAY_UNREACHED, 1,
                                 2, LEEWAY_UNREACHED, LEEWAY_UNREACHED};
    uint32_t labels[8];
    assert_int_equal(leeway_design_set_blocked(design, blocked, 8, &error), LEEWAY_OK);
    assert_int_equal(leeway_bfs(design, source, labels, 8, &error), LEEWAY_OK);
    assert_memory_equal(labels, expected, sizeof labels);
    refused(leeway_bfs(design, outside, labels, 8, &error), "the source: expected a cell");
    refused(leeway_bfs(design, source, labels, 7, &error), "expected 8 elements");
    refused(leeway_bfs(design, source, NULL, 8, &error), "labels is NULL");
    refused(leeway_bfs(design, NULL, labels, 8, &error), "source is NULL");
    refused(leeway_bfs(NULL, source, labels, 8, &error), "design is NULL");
    leeway_design_destroy(design);
}

/* Two sources around a blocked cell, with parents and counts. */
static void test_levels(void **state)
{
    (void)state;
    enum { CELLS = 7, NONE = -1 };
    struct leeway_design *design = make(CELLS, 1, 1);
    const uint8_t blocked[CELLS] = {0, 0, 0, 0, 0, 1, 0};
    const uint32_t sources[] = {0, 0, 0, 4, 0, 0, 0, 0, 0}, outside[] = {0, 0, 0, 7, 0, 0};
    const uint32_t labels[CELLS] = {0, 1, 2, 1, 0, LEEWAY_UNREACHED, LEEWAY_UNREACHED};
    const uint32_t parents[CELLS] = {(uint32_t)NONE, 0, 1, 4, (uint32_t)NONE, (uint32_t)NONE,
                                     (uint32_t)NONE};
    const uint32_t counts[CELLS] = {2, 2, 1};
    uint32_t a[CELLS], b[CELLS], c[CELLS];
    const struct leeway_levels all = {a, b, c}, one = {.labels = b}, none = {.parents = a};
    assert_int_equal(leeway_design_set_blocked(design, blocked, CELLS, &error), LEEWAY_OK);
    assert_int_equal(leeway_bfs_levels(design, sources, 3, &all, CELLS, &error), LEEWAY_OK);
    assert_memory_equal(a, labels, sizeof labels);
    assert_memory_equal(b, parents, sizeof parents);
    assert_memory_equal(c, counts, sizeof counts);
    assert_int_equal(leeway_bfs_levels(design, sources, 3, &one, CELLS, &error), LEEWAY_OK);
    assert_memory_equal(b, labels, sizeof labels);
    refused(leeway_bfs_levels(design, outside, 2, &all, CELLS, &error), "found 7,0,0");
    refused(leeway_bfs_levels(design, sources, 0, &all, CELLS, &error), "one cell or more");
    refused(leeway_bfs_levels(design, sources, 2, &all, 6, &error), "expected 7 elements");
    refused(leeway_bfs_levels(design, sources, 2, &none, CELLS, &error), "labels is NULL");
    refused(leeway_bfs_levels(design, sources, 2, NULL, CELLS, &error), "levels is NULL");
    refused(leeway_bfs_levels(design, NULL, 2, &all, CELLS, &error), "source is NULL");
    refused(leeway_bfs_levels(NULL, sources, 2, &all, CELLS, &error), "design is NULL");
    leeway_design_destroy(design);
}

static void test_shortest_path(void **state)
{
    (void)state;
    struct leeway_design *design = make(3, 2, 2);
    const uint8_t blocked[12] = {0, 1, 0, 0, 1, 0};
    const uint32_t a[] = {0, 0, 0}, b[] = {2, 0, 0}, outside[] = {0, 2, 0};
    const uint32_t cells[] = {0, 6, 7, 8, 2};
    struct leeway_paths *path;
    size_t count;
    assert_int_equal(leeway_design_set_blocked(design, blocked, 12, &error), LEEWAY_OK);
    assert_int_equal(leeway_shortest_path(&path, design, a, b, &error), LEEWAY_OK);
    assert_int_equal(leeway_paths_costs(path, NULL)[0], 4);
    const uint32_t *found = leeway_paths_corners(path, &count);
    assert_int_equal(count, 5);
    assert_memory_equal(found, cells, sizeof cells);
    assert_int_equal(leeway_paths_first(path, NULL)[1], 5);
    leeway_paths_destroy(path);
    assert_int_equal(leeway_shortest_path(&path, design, a, a, &error), LEEWAY_OK);
    assert_int_equal(leeway_paths_corners(path, &count)[0], 0);
    assert_int_equal(count, 1);
    leeway_paths_destroy(path);
    const uint8_t closed[12] = {0, 1, 0, 1, 1, 0, 1};
    assert_int_equal(leeway_design_set_blocked(design, closed, 12, &error), LEEWAY_OK);
    assert_int_equal(leeway_shortest_path(&path, design, a, b, &error), LEEWAY_UNROUTED);
    assert_true(leeway_paths_costs(path, NULL)[0] == LEEWAY_NO_COST);
    (void)leeway_paths_corners(path, &count);
    assert_int_equal(count, 0);
    leeway_paths_destroy(path);
    refused(leeway_shortest_path(&path, design, a, outside, &error), "the goal of pair 0");
    assert_null(path);
    refused(leeway_shortest_path(NULL, design, a, b, &error), "path is NULL");
    refused(leeway_shortest_path(&path, NULL, a, b, &error), "design is NULL");
    refused(leeway_shortest_path(&path, design, NULL, b, &error), "start is NULL");
    refused(leeway_shortest_path(&path, design, a, NULL, &error), "goal is NULL");
    leeway_design_destroy(design);
}

static uint32_t next(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 8) % below;
}

/* Steps from corner to corner, each a straight run. */
static uint64_t length_of(const uint32_t *corner, uint64_t count, uint32_t width)
{
    uint64_t steps = 0;
    for (uint64_t i = 1; i < count; i++) {
        int64_t x = (int64_t)(corner[i] % width) - corner[i - 1] % width;
        int64_t y = (int64_t)(corner[i] / width) - corner[i - 1] / width;
        assert_true(x == 0 || y == 0);
        steps += (uint64_t)(llabs(x) + llabs(y));
    }
    return steps;
}

/* More pairs than a chunk with several threads: the same as with one thread and as pair by pair. */
static void test_many_paths(void **state)
{
    (void)state;
    enum { SIDE = 64, PAIRS = 70000, ALONE = 200, WINDOW = 16 };
    struct leeway_design *design = make(SIDE, SIDE, 1);
    uint8_t *blocked = calloc(SIDE, SIDE);
    uint32_t *pairs = calloc((size_t)6 * PAIRS, sizeof *pairs),
             *windows = calloc((size_t)4 * PAIRS, 4), seed = 5;
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        blocked[i] = next(&seed, 100) < 20;
    for (size_t i = 0; i < PAIRS; i++) {
        uint32_t *w = windows + 4 * i, *p = pairs + 6 * i;
        w[0] = next(&seed, SIDE - WINDOW), w[1] = next(&seed, SIDE - WINDOW);
        w[2] = w[0] + WINDOW, w[3] = w[1] + WINDOW;
        for (size_t end = 0; end < 2; end++) {
            p[3 * end] = w[0] + next(&seed, WINDOW);
            p[3 * end + 1] = w[1] + next(&seed, WINDOW);
        }
    }
    leeway_design_set_blocked(design, blocked, (size_t)SIDE * SIDE, NULL);
    struct leeway_paths *one, *many;
    struct leeway_options options;
    leeway_options_init(&options, sizeof options);
    options.engine = "cpu";
    options.threads = 1;
    enum leeway_status status =
        leeway_find_paths(&one, design, pairs, windows, PAIRS, &options, &error);
    assert_int_equal(status, LEEWAY_UNROUTED);
    options.threads = 3;
    assert_int_equal(leeway_find_paths(&many, design, pairs, windows, PAIRS, &options, &error),
                     status);
    size_t costs, firsts, corners, others;
    const uint64_t *cost = leeway_paths_costs(one, &costs);
    const uint64_t *first = leeway_paths_first(one, &firsts);
    const uint32_t *corner = leeway_paths_corners(one, &corners);
    assert_true(costs == PAIRS && firsts == PAIRS + 1 && first[PAIRS] == corners);
    assert_memory_equal(cost, leeway_paths_costs(many, NULL), PAIRS * sizeof *cost);
    assert_memory_equal(first, leeway_paths_first(many, NULL), firsts * sizeof *first);
    assert_memory_equal(corner, leeway_paths_corners(many, &others), corners * sizeof *corner);
    assert_int_equal(others, corners);
    for (size_t i = 0; i < PAIRS; i++)
        if (cost[i] == LEEWAY_NO_COST)
            assert_true(first[i] == first[i + 1]);
        else
            assert_int_equal(length_of(corner + first[i], first[i + 1] - first[i], SIDE), cost[i]);
    for (size_t i = PAIRS - ALONE; i < PAIRS; i++) {
        struct leeway_paths *alone;
        leeway_find_paths(&alone, design, pairs + 6 * i, windows + 4 * i, 1, &options, &error);
        assert_true(leeway_paths_costs(alone, NULL)[0] == cost[i]);
        leeway_paths_destroy(alone);
    }
    leeway_paths_destroy(one);
    leeway_paths_destroy(many);
    /* the message names the first wrong pair, whichever thread finds it */
    pairs[(size_t)6 * 69999] = pairs[(size_t)6 * 65000 + 3] = pairs[(size_t)6 * 1000 + 4] = SIDE;
    windows[(size_t)4 * 40000] = SIDE;
    refused(leeway_find_paths(&many, design, pairs, windows, PAIRS, &options, &error),
            "the goal of pair 1000:");
    pairs[6 * 1000 + 4] = windows[4 * 1000 + 1];
    refused(leeway_find_paths(&many, design, pairs, windows, PAIRS, &options, &error),
            "window 40000:");
    assert_null(many);
    leeway_design_destroy(design);
    free(blocked);
    free(pairs);
    free(windows);
}

static void test_paths_refused_and_stopped(void **state)
{
    (void)state;
    struct leeway_design *design = make(9, 3, 1);
    struct leeway_paths *paths = (struct leeway_paths *)&design;
    const uint32_t pair[] = {0, 0, 0, 8, 0, 0}, outside[] = {0, 0, 0, 8, 3, 0};
    const uint32_t small[] = {0, 0, 7, 2}, turned[] = {8, 0, 0, 2}, large[] = {0, 0, 9, 2};
    refused(leeway_find_paths(&paths, design, outside, NULL, 1, NULL, &error), "goal of pair 0");
    assert_null(paths);
    refused(leeway_find_paths(&paths, design, pair, small, 1, NULL, &error), "window 0");
    refused(leeway_find_paths(&paths, design, pair, turned, 1, NULL, &error), "window 0");
    refused(leeway_find_paths(&paths, design, pair, large, 1, NULL, &error), "window 0");
    refused(leeway_find_paths(&paths, design, NULL, NULL, 1, NULL, &error), "pairs is NULL");
    refused(leeway_find_paths(&paths, NULL, pair, NULL, 1, NULL, &error), "design is NULL");
    refused(leeway_find_paths(NULL, design, pair, NULL, 1, NULL, &error), "paths is NULL");
    refused(leeway_find_paths(&paths, design, pair, NULL, SIZE_MAX, NULL, &error), "at most");
    struct leeway_options options;
    leeway_options_init(&options, sizeof options);
    options.wave = "detor";
    refused(leeway_find_paths(&paths, design, pair, NULL, 1, &options, &error), "detor");
    options.wave = "auto";
    options.engine = "tpu";
    refused(leeway_find_paths(&paths, design, pair, NULL, 1, &options, &error), "tpu");
    options.engine = "cpu";
    options.effort = "much";
    refused(leeway_find_paths(&paths, design, pair, NULL, 1, &options, &error), "effort");
    options.effort = "best";
    volatile sig_atomic_t stop = 1;
    options.stop = &stop;
    assert_int_equal(leeway_find_paths(&paths, design, pair, NULL, 1, &options, &error),
                     LEEWAY_INTERRUPTED);
    leeway_paths_destroy(paths);
    assert_int_equal(leeway_find_paths(&paths, design, NULL, NULL, 0, NULL, &error), LEEWAY_OK);
    size_t count = 7;
    assert_non_null(leeway_paths_first(paths, &count));
    assert_int_equal(count, 1);
    leeway_paths_destroy(paths);
    leeway_paths_destroy(NULL);
    assert_null(leeway_paths_costs(NULL, &count));
    assert_null(leeway_paths_first(NULL, &count));
    assert_null(leeway_paths_corners(NULL, &count));
    assert_int_equal(count, 0);
    leeway_design_destroy(design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bfs),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_shortest_path),
        cmocka_unit_test(test_many_paths),
        cmocka_unit_test(test_paths_refused_and_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
