/* test_tile_file: a long text is read in parts as in one; results of random graphs survive
 * writing and reading in every format. */
#include "grid/capacity/tile_routes.h"
#include "grid/check/capacity/tile_check.h"
#include "grid/format/tile_file.h"
#include "tests/support/texts.h"

enum { NETS = 400000 }; /* over two parts */

/* A design of 2024 with many nets; `twice` is a net whose name an earlier one has. */
static void write_large(uint32_t twice)
{
    text_write("large.cap", "2 3 1\n1 1 0 1\n5 5\nM1 0 0\n0 0 0\nM2 0 0\n1 1 1\n");
    FILE *file = fopen("large.net", "wb");
    assert_non_null(file);
    for (uint32_t n = 0; n < NETS; n++)
        fprintf(file, "net%u\n(\n[(0, %u, 0), (1, %u, 0)]\n[(1, 2, 0)]\n)\n", n == twice ? 7 : n,
                n % 3, n % 2);
    fclose(file);
}

static void test_parts(void **state)
{
    (void)state;
    struct tile_graph one, many;
    write_large(UINT32_MAX);
    assert_int_equal(tile_file_read(&one, "large.cap", NULL, TILES_2008, 1, NULL), STATUS_OK);
    assert_int_equal(tile_file_read(&many, "large.cap", NULL, TILES_2008, 4, NULL), STATUS_OK);
    assert_int_equal(one.net_count, NETS);
    assert_int_equal(many.net_count, NETS);
    assert_int_equal(one.pin_count, many.pin_count);
    assert_int_equal(one.names_size, many.names_size);
    assert_memory_equal(one.nets, many.nets, NETS * sizeof *one.nets);
    assert_memory_equal(one.names, many.names, one.names_size);
    assert_memory_equal(one.pin_access, many.pin_access,
                        (one.pin_count + 1) * sizeof *one.pin_access);
    assert_memory_equal(one.access, many.access,
                        one.pin_access[one.pin_count] * sizeof *one.access);
    for (uint32_t n = 0; n < NETS; n += 999) {
        char name[16];
        snprintf(name, sizeof name, "net%u", n);
        assert_int_equal(tile_graph_find(&many, name, strlen(name)), n);
    }
    tile_graph_destroy(&one);
    tile_graph_destroy(&many);
}

static void test_twice_in_parts(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        struct tile_graph graph;
        struct error error = {0};
        write_large(NETS - 5);
        assert_int_equal(tile_file_read(&graph, "large.cap", NULL, TILES_2008, threads, &error),
                         STATUS_BAD_INPUT);
        assert_string_equal(error.text, "expected each net once, found \"net7\"");
        assert_int_equal(error.line, 5 * (NETS - 5) + 1);
    }
}

/* Capacities in hundredths of tracks, of which only row `finer` has one that is finer. */
static void test_capacities(void **state)
{
    (void)state;
    enum { WIDTH = 3, HEIGHT = 70, FINER = 45 };
    text_write("rows.net", "a\n(\n[(0, 0, 0)]\n)\n");
    for (unsigned threads = 1; threads <= 4; threads += 3)
        for (uint32_t finer = FINER; finer <= HEIGHT; finer += HEIGHT - FINER) {
            struct tile_graph graph;
            FILE *file = fopen("rows.cap", "wb");
            assert_non_null(file);
            fprintf(file, "1 %d %d\n1 1 1\n1 1\n", WIDTH, HEIGHT);
            for (uint32_t y = 1; y < HEIGHT; y++)
                fprintf(file, "1%c", y + 1 < HEIGHT ? ' ' : '\n');
            fprintf(file, "M1 0 0\n");
            for (uint32_t y = 0; y < HEIGHT; y++)
                fprintf(file, "%u.5 %u.25 %s\n", y, y, y == finer ? "2.125" : "2.12");
            fclose(file);
            assert_int_equal(tile_file_read(&graph, "rows.cap", NULL, TILES_2008, threads, NULL),
                             STATUS_OK);
            for (uint32_t y = 0; y < HEIGHT; y++) {
                const int32_t *row = graph.capacity + (size_t)y * WIDTH;
                const int32_t track = (int32_t)y * 100;
                assert_true(row[0] == track + 50 && row[1] == track + 25 &&
                            row[2] == 212 + (y == finer));
            }
            assert_true((graph.exact != NULL) == (finer < HEIGHT));
            for (uint32_t i = 0; finer < HEIGHT && i < WIDTH * HEIGHT; i++)
                assert_true(
                    graph.exact[i] ==
                    (i == finer * WIDTH + 2 ? 2.125 : (double)graph.capacity[i] / TILE_TRACK));
            tile_graph_destroy(&graph);
        }
}

static void test_nul(void **state)
{
    (void)state;
    struct tile_graph graph;
    struct error error = {0};
    write_large(UINT32_MAX);
    FILE *file = fopen("large.net", "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, -2, SEEK_END), 0); /* the last `)` */
    fputc('\0', file);
    fclose(file);
    assert_int_equal(tile_file_read(&graph, "large.cap", NULL, TILES_2008, 4, &error),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "found a NUL byte"));
    assert_int_equal(error.line, 5 * NETS);
}

/* Nets with a wire each, all but some; a net that has an entry in two parts. */
static void test_results_in_parts(void **state)
{
    (void)state;
    struct tile_graph graph;
    struct tile_routes routes, one, many;
    struct error error = {0};
    write_large(UINT32_MAX);
    assert_int_equal(tile_file_read(&graph, "large.cap", NULL, TILES_2008, 4, NULL), STATUS_OK);
    assert_int_equal(tile_routes_create(&routes, NETS, NULL), STATUS_OK);
    for (uint32_t n = 0; n < NETS; n++)
        if (n % 9 != 8)
            assert_int_equal(
                tile_routes_set(&routes, n, &(struct wire){3, 4 + n % 2}, n % 7 > 0, NULL),
                STATUS_OK);
    assert_int_equal(tile_result_write(&routes, &graph, 4, "large.out", NULL), STATUS_OK);
    assert_int_equal(tile_result_read(&one, &graph, 1, "large.out", NULL), STATUS_OK);
    assert_int_equal(tile_result_read(&many, &graph, 4, "large.out", NULL), STATUS_OK);
    assert_int_equal(one.wire_count, many.wire_count);
    assert_memory_equal(one.wires, many.wires, one.wire_count * sizeof *one.wires);
    for (uint32_t n = 0; n < NETS; n++) {
        const struct tile_route *a = &one.nets[n], *b = &many.nets[n];
        assert_true(a->state == b->state && a->line == b->line && a->wire_count == b->wire_count &&
                    a->first_wire == b->first_wire);
        assert_int_equal(a->state, routes.nets[n].state);
    }
    const uint64_t line = one.nets[NETS - 1].line + 4 - ((NETS - 1) % 7 == 0);
    tile_routes_destroy(&many);
    FILE *file = fopen("large.out", "ab");
    assert_non_null(file);
    fputs("net7\n(\n)\n", file);
    fclose(file);
    assert_int_equal(tile_result_read(&many, &graph, 4, "large.out", &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected each net once, found \"net7\"");
    assert_int_equal(error.line, line);
    tile_routes_destroy(&routes);
    tile_routes_destroy(&one);
    tile_graph_destroy(&graph);
}

/* ---- round trips ---------------------------------------------------------------------------- */

static const char GR[] = "grid 5 4 2\nvertical capacity 3 4\nhorizontal capacity 4 4\n"
                         "minimum width 1 1\nminimum spacing 1 1\nvia spacing 1 1\n-7 3 10 20\n"
                         "num net 2\na 4 2 1\n-7 3 1\n42 82 2\nb 9 1 1\n0 30 1\n0\n";
static const char TEXT[] = "grid 5 4\nvertical capacity 3\nhorizontal capacity 4\nnum net 2\n"
                           "a 0 2\n0 0\n4 3\nb 1 2\n1 1\n2 1\n";
static const char CAP[] = "3 5 4\n1 1 0 1 1\n5 5 5 5\n5 5 5\nM1 0 0\n0 0 0 0 0\n0 0 0 0 0\n"
                          "0 0 0 0 0\n0 0 0 0 0\nM2 1 0\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n"
                          "1 1 1 1 1\nM3 0 0\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n";

/* Random runs and stacks of a net. */
static uint32_t roll_wires(uint64_t *seed, const struct tile_graph *graph, struct wire *wires)
{
    const struct grid *grid = &graph->grid;
    cell_t at = splitmix_below(seed, (uint32_t)grid_cells(grid));
    uint32_t count = 0;
    for (int i = 0; i < 8; i++) {
        const uint32_t x = grid_x(grid, at), y = grid_y(grid, at), z = grid_z(grid, at);
        const enum axis axis = tile_axis(graph, z);
        cell_t to = grid_cell(grid, x, y, splitmix_below(seed, grid->layers));
        if (i % 2 == 0 && axis == AXIS_X)
            to = grid_cell(grid, splitmix_below(seed, grid->width), y, z);
        else if (i % 2 == 0 && axis == AXIS_Y)
            to = grid_cell(grid, x, splitmix_below(seed, grid->height), z);
        if (to != at)
            wires[count++] = (struct wire){at, to};
        at = to;
    }
    return count;
}

/* Verdicts are compared, because halves of layers may be joined in other ways. */
static void assert_equal(const struct tile_graph *graph, const struct tile_routes *a,
                         const struct tile_routes *b)
{
    struct tile_check x, y;
    (void)tile_check(&x, graph, a, 1, NULL);
    (void)tile_check(&y, graph, b, 1, NULL);
    assert_memory_equal(x.use, y.use, grid_cells(&graph->grid) * sizeof *x.use);
    assert_memory_equal(x.is_open, y.is_open, graph->net_count * sizeof *x.is_open);
    assert_int_equal(x.verdict.counts.wire, y.verdict.counts.wire);
    assert_int_equal(x.verdict.counts.vias, y.verdict.counts.vias);
    assert_memory_equal(x.verdict.counts.vias_of, y.verdict.counts.vias_of,
                        sizeof x.verdict.counts.vias_of);
    tile_check_destroy(&x);
    tile_check_destroy(&y);
}

static void test_round_trips(void **state)
{
    (void)state;
    static const char *const designs[] = {"a.gr", "a.txt", "a.cap", "a.nat"};
    uint64_t seed = splitmix_seed(38);
    text_write("a.gr", GR);
    text_write("a.txt", TEXT);
    text_write("a.cap", CAP);
    text_write("a.net", "a\n(\n[(0, 0, 0)]\n[(0, 4, 3)]\n)\nb\n(\n[(1, 1, 1)]\n)\n");
    text_write("a.grid", "size 5 4 3\nlayer 1 dir vertical\nlayer 3 dir horizontal\ncapacity 2\n");
    text_write("a.nat", "grid a.grid\nnet a 0,0,1 4,3,3\nnet b 1,1,1 2,2,*\n");
    for (int round = 0; round < 400; round++) {
        struct tile_graph graph;
        struct tile_routes routes, again;
        struct wire wires[16];
        assert_int_equal(tile_file_read(&graph, designs[round % 4], NULL, TILES_2008, 1, NULL),
                         STATUS_OK);
        assert_int_equal(tile_routes_create(&routes, graph.net_count, NULL), STATUS_OK);
        for (uint32_t n = 0; n < graph.net_count; n++)
            if (splitmix_below(&seed, 4) > 0)
                assert_int_equal(
                    tile_routes_set(&routes, n, wires, roll_wires(&seed, &graph, wires), NULL),
                    STATUS_OK);
        assert_int_equal(tile_result_write(&routes, &graph, 2, "out", NULL), STATUS_OK);
        assert_int_equal(tile_result_read(&again, &graph, 2, "out", NULL), STATUS_OK);
        if (graph.free_cuts == 0) /* wires at one place in both halves are joined by reading */
            assert_equal(&graph, &routes, &again);
        struct tile_routes third;
        assert_int_equal(tile_result_write(&again, &graph, 1, "out2", NULL), STATUS_OK);
        assert_int_equal(tile_result_read(&third, &graph, 2, "out2", NULL), STATUS_OK);
        assert_equal(&graph, &again, &third);
        tile_routes_destroy(&routes);
        tile_routes_destroy(&again);
        tile_routes_destroy(&third);
        tile_graph_destroy(&graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parts),
                                       cmocka_unit_test(test_twice_in_parts),
                                       cmocka_unit_test(test_capacities),
                                       cmocka_unit_test(test_nul),
                                       cmocka_unit_test(test_results_in_parts),
                                       cmocka_unit_test(test_round_trips)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
