/* test_tile_check: random results of small random tile graphs, right ones and broken ones, against
 * a judge that walks single edges: use, overflow, loops, repeated edges, dangling ends, open nets
 * and the score. */
#include <math.h>

#include "grid/check/capacity/tile_check.h"
#include "tests/support/texts.h"

enum { CELLS = 6 * 6 * 4, NETS = 6 };

/* Edges of a net by lower tile: along x, along y, upward. */
struct edges {
    int along[3][CELLS];
};

static uint32_t roll(uint64_t *seed, uint32_t n)
{
    return splitmix_below(seed, n);
}

static void make_graph(uint64_t *seed, struct tile_graph *graph)
{
    static const enum tile_rules rules[] = {TILES_NATIVE, TILES_1998, TILES_2007, TILES_2008,
                                            TILES_2024};
    assert_int_equal(
        tile_graph_create(graph, 1 + roll(seed, 6), 1 + roll(seed, 6), 1 + roll(seed, 4), NULL),
        STATUS_OK);
    const uint32_t cells = (uint32_t)grid_cells(&graph->grid);
    graph->rules = rules[roll(seed, 5)];
    const bool modern = graph->rules == TILES_2024;
    for (uint32_t z = modern; z < graph->grid.layers; z++) {
        tile_graph_set_axis(graph, z, z % 2 == 0 ? AXIS_X : AXIS_Y);
        graph->layer[z].min_width = roll(seed, 3);
        graph->layer[z].spacing = roll(seed, 2);
        graph->layer[z].overflow_weight = modern ? 1 + roll(seed, 50) : 0;
    }
    graph->free_cuts = graph->rules == TILES_1998 && graph->grid.layers > 1 ? 1 : 0;
    for (uint32_t i = 0; i < cells; i++)
        if (modern || tile_has_edge(graph, i))
            graph->capacity[i] = modern ? (int32_t)roll(seed, 300) : 100 * (int32_t)roll(seed, 4);
    if (modern) {
        assert_int_equal(MEM_NEW(graph->x_length, 6, "", NULL), STATUS_OK);
        assert_int_equal(MEM_NEW(graph->y_length, 6, "", NULL), STATUS_OK);
        for (int i = 0; i < 6; i++) {
            graph->x_length[i] = 1 + roll(seed, 9);
            graph->y_length[i] = 1 + roll(seed, 9);
        }
        graph->wire_weight = 0.25;
        graph->via_weight = 3;
    }
    for (uint32_t n = 0; n < NETS; n++) {
        uint32_t earlier;
        const char name[] = {(char)('a' + n), '\0'};
        assert_int_equal(tile_graph_add_net(graph, name, 1, &earlier, NULL), STATUS_OK);
        graph->nets[n].width = roll(seed, 4);
        for (uint32_t pins = 1 + roll(seed, 3); pins > 0; pins--) {
            const cell_t access[2] = {roll(seed, cells), roll(seed, cells)};
            assert_int_equal(
                tile_graph_add_pin(graph, access, modern ? 1 + roll(seed, 2) : 1, NULL), STATUS_OK);
        }
    }
    assert_int_equal(tile_graph_finish(graph, NULL), STATUS_OK);
}

/* A random walk of runs and stacks; with `jump` its parts may be apart. */
static uint32_t make_wires(uint64_t *seed, const struct tile_graph *graph, uint32_t net,
                           struct wire *wires, bool jump)
{
    const struct grid *grid = &graph->grid;
    cell_t at = graph->access[graph->pin_access[graph->nets[net].first_pin]];
    uint32_t count = 0;
    for (uint32_t i = roll(seed, 9); i > 0; i--) {
        const uint32_t x = grid_x(grid, at), y = grid_y(grid, at), z = grid_z(grid, at);
        const enum axis axis = tile_axis(graph, z);
        cell_t to = at;
        if (roll(seed, 2) == 0)
            to = grid_cell(grid, x, y, roll(seed, grid->layers));
        else if (axis == AXIS_X)
            to = grid_cell(grid, roll(seed, grid->width), y, z);
        else if (axis == AXIS_Y)
            to = grid_cell(grid, x, roll(seed, grid->height), z);
        if (to != at)
            wires[count++] = (struct wire){at, to};
        at = jump && roll(seed, 6) == 0 ? roll(seed, (uint32_t)grid_cells(grid)) : to;
    }
    return count;
}

/* ---- the slow judge ------------------------------------------------------------------------- */

static uint32_t stride_of(const struct tile_graph *graph, int axis)
{
    return axis == 0 ? 1 : axis == 1 ? graph->grid.width : graph->grid.width * graph->grid.height;
}

static void count_edges(const struct tile_graph *graph, const struct wire *wires, uint32_t count,
                        struct edges *edges)
{
    memset(edges, 0, sizeof *edges);
    for (uint32_t i = 0; i < count; i++) {
        const int axis = wire_shape(&graph->grid, wires[i]).direction / 2;
        const cell_t low = wires[i].from < wires[i].to ? wires[i].from : wires[i].to;
        const cell_t high = wires[i].from < wires[i].to ? wires[i].to : wires[i].from;
        for (cell_t c = low; c < high; c += stride_of(graph, axis))
            edges->along[axis][c]++;
    }
}

static bool is_access(const struct tile_graph *graph, uint32_t net, cell_t cell)
{
    const struct tile_net *it = &graph->nets[net];
    for (uint32_t a = graph->pin_access[it->first_pin];
         a < graph->pin_access[it->first_pin + it->pin_count]; a++)
        if (graph->access[a] == cell)
            return true;
    return false;
}

/* Fills group[] with the connected piece of each tile that the net uses, 0 for others. Returns the
 * number of pieces. */
static int find_groups(const struct tile_graph *graph, const struct edges *edges, int *group,
                       int *degree)
{
    const uint32_t cells = (uint32_t)grid_cells(&graph->grid);
    int groups = 0;
    for (uint32_t c = 0; c < cells; c++)
        group[c] = degree[c] = 0;
    for (int axis = 0; axis < 3; axis++)
        for (uint32_t c = 0; c < cells; c++)
            if (edges->along[axis][c] > 0) {
                assert(c + stride_of(graph, axis) < cells);
                degree[c]++;
                degree[c + stride_of(graph, axis)]++;
            }
    for (uint32_t c = 0; c < cells; c++)
        group[c] = degree[c] > 0 ? (int)c + 1 : 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int axis = 0; axis < 3; axis++)
            for (uint32_t c = 0; c < cells; c++) {
                int *a = &group[c], *b = &group[c + stride_of(graph, axis)];
                if (edges->along[axis][c] == 0 || *a == *b)
                    continue;
                *a = *b = *a < *b ? *a : *b;
                changed = true;
            }
    }
    for (uint32_t c = 0; c < cells; c++)
        groups += group[c] == (int)c + 1;
    return groups;
}

static bool is_joined(const struct tile_graph *graph, uint32_t net, const int *group, int groups)
{
    const struct tile_net *it = &graph->nets[net];
    bool joined = groups == 1;
    for (uint32_t p = it->first_pin; p < it->first_pin + it->pin_count; p++) {
        bool reached = false;
        for (uint32_t a = graph->pin_access[p]; a < graph->pin_access[p + 1]; a++)
            reached |= group[graph->access[a]] > 0;
        joined &= reached;
    }
    return joined;
}

/* True if a wire within the layer touches the tile. */
static bool is_on_run(const struct tile_graph *graph, const struct edges *edges, cell_t cell)
{
    const uint32_t stride = tile_stride(graph, grid_z(&graph->grid, cell));
    const int axis = stride > 1 || tile_axis(graph, grid_z(&graph->grid, cell)) == AXIS_Y;
    const uint32_t at = axis == 0 ? grid_x(&graph->grid, cell) : grid_y(&graph->grid, cell);
    return edges->along[axis][cell] > 0 ||
           (at > 0 && stride > 0 && edges->along[axis][cell - stride] > 0);
}

/* Adds the net's demand of every edge. */
static void add_demand(const struct tile_graph *graph, uint32_t net, const struct edges *edges,
                       int32_t *use)
{
    const struct grid *grid = &graph->grid;
    for (uint32_t c = 0; c < grid_cells(grid); c++) {
        const uint32_t z = grid_z(grid, c), stride = tile_stride(graph, z);
        const int axis = tile_axis(graph, z) == AXIS_Y;
        const uint32_t at = axis == 0 ? grid_x(grid, c) : grid_y(grid, c);
        const uint32_t last = (axis == 0 ? grid->width : grid->height) - 1;
        use[c] += edges->along[axis][c] * (int32_t)tile_demand(graph, net, z);
        const bool covered = edges->along[axis][c] > 0 ||
                             (at > 0 && stride > 0 && edges->along[axis][c - stride] > 0);
        if (graph->rules != TILES_2024 || edges->along[2][c] == 0 || covered || stride == 0)
            continue;
        if (at > 0)
            use[c - stride] += at < last ? 50 : 100;
        if (at < last)
            use[c] += at > 0 ? 50 : 100;
    }
}

static double slow_score(const struct tile_graph *graph, const struct tile_routes *routes,
                         const int32_t *use)
{
    const struct grid *grid = &graph->grid;
    double score = 0;
    for (uint32_t c = grid->width * grid->height; c < grid_cells(grid); c++) {
        const double u = use[c] / 100.0, k = graph->capacity[c] / 100.0;
        score += graph->layer[grid_z(grid, c)].overflow_weight * (k > 0.001 ? exp((u - k) / 2)
                                                                  : u > 0   ? exp(1.5 * u)
                                                                            : 0);
    }
    for (uint32_t n = 0; n < NETS; n++) {
        struct edges edges;
        count_edges(graph, routes->wires + routes->nets[n].first_wire, routes->nets[n].wire_count,
                    &edges);
        for (uint32_t c = 0; c < grid_cells(grid); c++)
            score += 0.25 * edges.along[0][c] * graph->x_length[grid_x(grid, c)] +
                     0.25 * edges.along[1][c] * graph->y_length[grid_y(grid, c)] +
                     3.0 * edges.along[2][c];
    }
    return score;
}

/* ---- the comparison ------------------------------------------------------------------------- */

static void compare(const struct tile_graph *graph, const struct tile_routes *routes,
                    unsigned threads)
{
    struct tile_check check;
    int32_t use[CELLS] = {0};
    uint64_t loops = 0, repeated = 0, dangling = 0, over = 0, edges_over = 0;
    const uint32_t cells = (uint32_t)grid_cells(&graph->grid);
    const enum status status = tile_check(&check, graph, routes, threads, NULL);
    for (uint32_t n = 0; n < NETS; n++) {
        struct edges edges;
        int group[2 * CELLS], degree[2 * CELLS];
        const struct tile_route *route = &routes->nets[n];
        const struct wire *wires = routes->wires + route->first_wire;
        count_edges(graph, wires, route->wire_count, &edges);
        const int groups = find_groups(graph, &edges, group, degree);
        uint64_t single = 0, tiles = 0;
        for (uint32_t c = 0; c < cells; c++) {
            for (int axis = 0; axis < 3; axis++) {
                single += edges.along[axis][c] > 0;
                repeated += edges.along[axis][c] > 0 ? (uint64_t)edges.along[axis][c] - 1 : 0;
            }
            tiles += degree[c] > 0;
            const bool half = edges.along[2][c] > 0 &&
                              (graph->free_cuts >> grid_z(&graph->grid, c) & 1) != 0 &&
                              is_on_run(graph, &edges, c + stride_of(graph, 2));
            dangling += degree[c] == 1 && !is_access(graph, n, c) && !half;
        }
        loops += single + (uint64_t)groups - tiles;
        const bool bare =
            graph->nets[n].idle && (route->state == TILE_ROUTED || graph->rules != TILES_2024);
        assert_int_equal(check.is_open[n],
                         route->wire_count > 0 ? !is_joined(graph, n, group, groups) : !bare);
        add_demand(graph, n, &edges, use);
    }
    for (uint32_t c = 0; c < cells; c++) {
        const bool counted = tile_has_edge(graph, c) && use[c] > graph->capacity[c];
        assert_int_equal(check.use[c], use[c]);
        edges_over += counted;
        over += counted ? (uint64_t)(use[c] - graph->capacity[c]) : 0;
    }
    const struct tile_verdict *verdict = &check.verdict;
    assert_int_equal(verdict->counts.loops, loops);
    assert_int_equal(verdict->counts.repeated, repeated);
    assert_int_equal(verdict->counts.dangling, dangling);
    assert_int_equal(verdict->edges_over, edges_over);
    assert_true(verdict->overflow == (double)over / 100);
    assert_int_equal(status == STATUS_UNROUTED, verdict->counts.joined < NETS ||
                                                    (graph->rules != TILES_2024 && edges_over > 0));
    if (graph->rules == TILES_2024) {
        const double score = slow_score(graph, routes, use);
        assert_true(fabs(verdict->score - score) <= 1e-9 * score);
    }
    tile_check_destroy(&check);
}

static void test_random_results(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(20261127);
    for (int round = 0; round < 3000; round++) {
        struct tile_graph graph;
        struct tile_routes routes;
        struct wire wires[16];
        make_graph(&seed, &graph);
        assert_int_equal(tile_routes_create(&routes, NETS, NULL), STATUS_OK);
        for (uint32_t n = 0; n < NETS; n++) {
            const uint32_t count = make_wires(&seed, &graph, n, wires, round % 2 == 1);
            if (roll(&seed, 8) > 0)
                assert_int_equal(tile_routes_set(&routes, n, wires, count, NULL), STATUS_OK);
        }
        compare(&graph, &routes, 1 + (unsigned)round % 3);
        tile_routes_destroy(&routes);
        tile_graph_destroy(&graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_results)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
