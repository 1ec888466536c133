/* tile_check: judges all nets side by side, then the use of all edges.
 *
 * Use is gathered as differences: a wire adds its demand at its first edge and subtracts it after
 * its last one; sums along the tracks give the use. Sums over tiles are made row by row, in double
 * where the format wants it, and added in the order of rows, so that threads do not change them. */
#include "grid/check/capacity/tile_check.h"

#include <math.h>

#include "grid/check/capacity/tile_net.h"
#include "grid/workers.h"

enum {
    NETS_PER_RANGE = 512, /* nets per range of a thread */
    ROWS_PER_RANGE = 16,  /* rows of tiles */
    COUNTS = sizeof(struct tile_counts) / sizeof(uint64_t),
    STRIPS = 16,     /* parts of a layer that threads sum side by side */
    TABLE = 1 << 14, /* differences, in units, for which exponentials are tabulated */
};

/* The sums of one row of tiles. */
struct row_sum {
    uint64_t edges; /* number of edges over capacity */
    double over;    /* in units; exact, because all terms are integers */
    double most, score, empty;
    struct tile_edge worst[TILE_WORST];
    uint32_t worst_count;
};

struct tile_checker {
    struct tile_check *check;
    const struct tile_graph *graph;
    const struct tile_routes *routes;
    struct row_sum *rows;      /* [layers * height] */
    const double *exponential; /* [TABLE] exp((i - TABLE / 2) / 200) */
    bool failed;               /* memory is out */
};

static void add_atomic(int32_t *to, int32_t amount)
{
    __atomic_fetch_add(to, amount, __ATOMIC_RELAXED);
}

/* Counts a wire and adds its demand to the differences. */
static void add_wire(struct tile_checker *c, struct tile_counts *sum, uint32_t net,
                     struct wire wire)
{
    const struct grid *grid = &c->graph->grid;
    const uint32_t z = grid_z(grid, wire.from), top = grid_z(grid, wire.to);
    for (uint32_t cut = z; cut < top; cut++)
        if ((c->graph->free_cuts >> cut & 1) == 0) {
            sum->vias++;
            sum->vias_of[c->graph->layer[cut].file_layer]++;
        }
    if (top > z)
        return;
    const bool across = tile_axis(c->graph, z) == AXIS_X;
    const uint32_t steps = (wire.to - wire.from) / (across ? 1 : grid->width);
    const int32_t demand = (int32_t)tile_demand(c->graph, net, z);
    const uint32_t *lengths = across ? c->graph->x_length : c->graph->y_length;
    assert(steps > 0 && demand >= 0 && tile_axis(c->graph, z) != AXIS_NONE);
    const uint32_t first = across ? grid_x(grid, wire.from) : grid_y(grid, wire.from);
    sum->wire += steps;
    sum->wire_of[c->graph->layer[z].file_layer] += steps;
    for (uint32_t i = first; lengths != NULL && i < first + steps; i++)
        sum->length += lengths[i];
    add_atomic(&c->check->use[wire.from], demand);
    add_atomic(&c->check->use[wire.to], -demand);
}

/* Adds a demand of half a track to both edges of a tile, or of a track to its only edge. */
static void add_half(struct tile_checker *c, cell_t tile)
{
    const struct grid *grid = &c->graph->grid;
    const uint32_t z = grid_z(grid, tile), stride = tile_stride(c->graph, z);
    const bool across = tile_axis(c->graph, z) == AXIS_X;
    const uint32_t at = across ? grid_x(grid, tile) : grid_y(grid, tile);
    const uint32_t last = (across ? grid->width : grid->height) - 1;
    if (stride == 0 || last == 0)
        return;
    const int32_t amount = at > 0 && at < last ? TILE_TRACK / 2 : TILE_TRACK;
    add_atomic(&c->check->use[at > 0 ? tile - stride : tile], amount);
    add_atomic(&c->check->use[at < last ? tile + stride : tile], -amount);
}

/* True if the net is joined without wires. */
static bool may_be_bare(const struct tile_graph *graph, uint32_t net, bool has_entry)
{
    const struct tile_net *it = &graph->nets[net];
    return it->idle && (has_entry || it->pin_count == 0 || graph->rules != TILES_2024);
}

/* True if the format requires no wires for the net, because of the number of its pins. */
static bool is_exempt(const struct tile_graph *graph, const struct tile_net *net)
{
    return net->pin_count > TILE_IDLE_PINS && graph->rules != TILES_2024 &&
           graph->rules != TILES_NATIVE;
}

static enum status judge_net(struct tile_checker *c, struct tile_net_check *it, uint32_t net,
                             struct tile_counts *sum)
{
    const struct tile_route *route = &c->routes->nets[net];
    bool joined = may_be_bare(c->graph, net, route->state == TILE_ROUTED);
    assert(tile_route_is_sound(c->routes, c->graph, net));
    if (route->wire_count > 0) {
        const struct wire *wires = c->routes->wires + route->first_wire;
        TRY(tile_net_check(it, c->graph, net, wires, route->wire_count, NULL));
        sum->loops += it->loops;
        sum->repeated += it->repeated;
        sum->dangling += it->dangling;
        joined = it->joined || is_exempt(c->graph, &c->graph->nets[net]);
        for (uint32_t i = 0; i < route->wire_count; i++)
            add_wire(c, sum, net, wires[i]);
        for (size_t i = 0; c->graph->rules == TILES_2024 && i < it->bare_count; i++)
            add_half(c, it->bare[i]);
    }
    c->check->is_open[net] = !joined;
    sum->joined += joined;
    sum->open += !joined && route->state == TILE_ROUTED;
    sum->unrouted += !joined && route->state != TILE_ROUTED;
    return STATUS_OK;
}

static void judge_nets(void *context, size_t first, size_t end)
{
    struct tile_checker *c = context;
    struct tile_net_check it = {0};
    struct tile_counts sum = {0};
    uint64_t *total = (uint64_t *)&c->check->verdict.counts;
    for (size_t net = first; net < end; net++)
        if (judge_net(c, &it, (uint32_t)net, &sum) != STATUS_OK)
            __atomic_store_n(&c->failed, true, __ATOMIC_RELAXED);
    for (size_t i = 0; i < COUNTS; i++)
        __atomic_fetch_add(&total[i], ((const uint64_t *)&sum)[i], __ATOMIC_RELAXED);
    tile_net_check_destroy(&it);
}

/* Turns the differences of some rows or columns of a layer into use. */
static void sum_strip(struct tile_checker *c, uint32_t z, uint32_t strip)
{
    const struct grid *grid = &c->graph->grid;
    int32_t *use = c->check->use + (size_t)z * grid->width * grid->height;
    const enum axis axis = tile_axis(c->graph, z);
    const uint64_t lines = axis == AXIS_X ? grid->height : grid->width;
    const size_t first = lines * strip / STRIPS, end = lines * (strip + 1) / STRIPS;
    for (size_t y = axis == AXIS_X ? first : 1; y < (axis == AXIS_X ? end : grid->height); y++) {
        int32_t *row = use + y * grid->width;
        for (size_t x = 1; axis == AXIS_X && x < grid->width; x++)
            row[x] += row[x - 1];
        for (size_t x = first; axis == AXIS_Y && x < end; x++)
            row[x] += (row - grid->width)[x];
    }
}

static void sum_strips(void *context, size_t first, size_t end)
{
    struct tile_checker *c = context;
    for (size_t i = first; i < end; i++)
        sum_strip(c, (uint32_t)(i / STRIPS), (uint32_t)(i % STRIPS));
}

/* Keeps the worst edges in order: by overflow, then by tile. */
static void keep_worst(struct tile_edge *worst, uint32_t *count, struct tile_edge edge)
{
    uint32_t at = *count;
    assert(at <= TILE_WORST && edge.over > 0);
    while (at > 0 && worst[at - 1].over < edge.over)
        at--;
    if (at == TILE_WORST)
        return;
    *count += *count < TILE_WORST;
    memmove(worst + at + 1, worst + at, (*count - at - 1) * sizeof *worst);
    worst[at] = edge;
}

/* exp(units / 200): e to the power of half as many tracks. */
static double exponential(const struct tile_checker *c, int64_t units)
{
    return units >= -TABLE / 2 && units < TABLE / 2 ? c->exponential[units + TABLE / 2]
                                                    : exp(0.5 * (double)units / TILE_TRACK);
}

/* The term of a tile with this use, in units, in the sum of exponentials of its layer. */
static double tile_score(const struct tile_checker *c, cell_t tile, int32_t use)
{
    static const double least = 0.001; /* tracks: smaller capacities count as none */
    const double exact = c->graph->exact != NULL ? c->graph->exact[tile] : 0;
    const int32_t capacity = c->graph->capacity[tile];
    if (c->graph->exact != NULL ? exact > least : capacity > 0)
        return c->graph->exact != NULL ? exp(0.5 * ((double)use / TILE_TRACK - exact))
                                       : exponential(c, (int64_t)use - capacity);
    return use > 0 ? exp(1.5 * use / TILE_TRACK) : 0;
}

/* Tracks, or the format's units, by which the use of an edge exceeds its capacity. */
static double edge_over(const struct tile_graph *graph, cell_t tile, int32_t use)
{
    return graph->exact != NULL ? (double)use / TILE_TRACK - graph->exact[tile]
                                : (double)(use - graph->capacity[tile]) / TILE_TRACK;
}

static void judge_row(struct tile_checker *c, uint32_t z, uint32_t y)
{
    const struct tile_graph *graph = c->graph;
    const struct grid *grid = &graph->grid;
    struct row_sum *row = &c->rows[(size_t)z * grid->height + y];
    const enum axis axis = tile_axis(graph, z);
    const bool scored = graph->rules == TILES_2024 && z > 0;
    const uint32_t edges = axis == AXIS_X                           ? grid->width - 1
                           : axis == AXIS_Y && y + 1 < grid->height ? grid->width
                                                                    : 0;
    cell_t tile = grid_cell(grid, 0, y, z);
    for (uint32_t x = 0; x < grid->width; x++, tile++) {
        const int32_t use = c->check->use[tile];
        const double over = edge_over(graph, tile, use);
        assert(use >= 0 && (x < edges || use == 0));
        if (scored) {
            row->score += tile_score(c, tile, use);
            row->empty += tile_score(c, tile, 0);
        }
        if (x >= edges || over <= 1e-9) /* a rounding error of exact capacities is no overflow */
            continue;
        row->edges++;
        row->over += graph->exact == NULL ? use - graph->capacity[tile] : over * TILE_TRACK;
        row->most = over > row->most ? over : row->most;
        keep_worst(row->worst, &row->worst_count, (struct tile_edge){tile, use, over});
    }
}

static void judge_rows(void *context, size_t first, size_t end)
{
    struct tile_checker *c = context;
    const uint32_t height = c->graph->grid.height;
    for (size_t row = first; row < end; row++)
        judge_row(c, (uint32_t)(row / height), (uint32_t)(row % height));
}

static void add_rows(struct tile_checker *c)
{
    struct tile_verdict *verdict = &c->check->verdict;
    const struct grid *grid = &c->graph->grid;
    double over = 0;
    for (uint32_t z = 0; z < grid->layers; z++) {
        double score = 0, empty = 0;
        for (size_t y = 0; y < grid->height; y++) {
            const struct row_sum *row = &c->rows[(size_t)z * grid->height + y];
            score += row->score;
            empty += row->empty;
            over += row->over;
            verdict->edges_over += row->edges;
            verdict->most_over = row->most > verdict->most_over ? row->most : verdict->most_over;
            for (uint32_t i = 0; i < row->worst_count; i++)
                keep_worst(verdict->worst, &verdict->worst_count, row->worst[i]);
        }
        verdict->over_cost += c->graph->layer[z].overflow_weight * score;
        verdict->empty_score += c->graph->layer[z].overflow_weight * empty;
    }
    verdict->overflow = over / TILE_TRACK;
    verdict->wire_cost = c->graph->wire_weight * (double)verdict->counts.length;
    verdict->via_cost = c->graph->via_weight * (double)verdict->counts.vias;
    if (c->graph->rules == TILES_2024)
        verdict->score = verdict->over_cost + verdict->via_cost + verdict->wire_cost;
}

static enum status judge(struct tile_checker *c, unsigned threads, struct error *error)
{
    const struct grid *grid = &c->graph->grid;
    const struct tile_verdict *verdict = &c->check->verdict;
    assert(grid->layers >= 1 && c->routes->net_count == c->graph->net_count);
    double *table;
    TRY(MEM_NEW(c->check->use, grid_cells(grid), "use of edges", error));
    TRY(MEM_NEW(c->check->is_open, c->graph->net_count, "states of nets", error));
    TRY(MEM_NEW(c->rows, (size_t)grid->layers * grid->height, "sums of rows", error));
    TRY(MEM_NEW(table, TABLE, "exponentials", error));
    c->exponential = table;
    for (int i = 0; i < TABLE; i++) {
        const int over = i - TABLE / 2;
        table[i] = exp(0.5 * over / TILE_TRACK);
    }
    workers_fork(threads, judge_nets, c, c->graph->net_count, NETS_PER_RANGE);
    if (c->failed)
        return error_fail(error, "out of memory to check the nets");
    workers_fork(threads, sum_strips, c, (size_t)grid->layers * STRIPS, 1);
    workers_fork(threads, judge_rows, c, (size_t)grid->layers * grid->height, ROWS_PER_RANGE);
    add_rows(c);
    const struct tile_counts *counts = &verdict->counts;
    assert(counts->joined + counts->open + counts->unrouted == c->graph->net_count);
    const bool over = tile_counts_overflow(c->graph) && verdict->edges_over > 0;
    return counts->joined < c->graph->net_count || over ? STATUS_UNROUTED : STATUS_OK;
}

enum status tile_check(struct tile_check *check, const struct tile_graph *graph,
                       const struct tile_routes *routes, unsigned threads, struct error *error)
{
    struct tile_checker c = {.check = check, .graph = graph, .routes = routes};
    *check = (struct tile_check){0};
    assert(routes->net_count == graph->net_count && threads > 0 &&
           routes->wire_count <= routes->wires_capacity);
    const enum status status = judge(&c, threads, error);
    free(c.rows);
    free((void *)(uintptr_t)c.exponential);
    return status;
}

MEM_DESTROY(tile_check_destroy, tile_check, it->use, it->is_open)

enum status tile_check_why(const struct tile_graph *graph, const struct tile_routes *routes,
                           uint32_t net, char *text, size_t room, struct error *error)
{
    const struct tile_route *route = &routes->nets[net];
    const struct tile_net *it = &graph->nets[net];
    struct tile_net_check check = {0};
    assert(net < graph->net_count && room > 0);
    text[0] = '\0';
    if (route->wire_count == 0) {
        text_append(text, room, "%s",
                    route->state == TILE_ROUTED ? "it has no wires" : "it has no entry");
        return STATUS_OK;
    }
    const enum status status = tile_net_check(&check, graph, net, routes->wires + route->first_wire,
                                              route->wire_count, error);
    if (status == STATUS_OK && check.missed != UINT32_MAX) {
        const cell_t cell = graph->access[tile_pin_first(graph, it->first_pin + check.missed)];
        text_append(text, room, "pin %u at %u,%u,%u is not reached", check.missed + 1,
                    grid_x(&graph->grid, cell), grid_y(&graph->grid, cell),
                    graph->layer[grid_z(&graph->grid, cell)].file_layer + 1);
    } else if (status == STATUS_OK) {
        text_append(text, room, "its wires are not connected with each other");
    }
    tile_net_check_destroy(&check);
    return status;
}
