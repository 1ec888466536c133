/* demand: adds and removes the use of a net's wires. Tiles where a via takes room are those of its
 * stack that no run of the net covers; the runs are sorted, so each is a binary search. */
#include "grid/capacity/demand.h"

#include <stdlib.h>
#include <string.h>

/* A wire within a layer: tiles from .. to, `stride` apart. line: where the wires of one track are
 * next to each other in the order of (line, from). */
struct demand_run {
    uint64_t line;
    cell_t from, to;
};

void demand_destroy(struct demand *demand)
{
    if (demand == NULL)
        return;
    MEM_FREE(demand->runs, demand->halves);
    memset(demand, 0, sizeof *demand);
}

static struct wire upward(struct wire wire)
{
    return wire.from < wire.to ? wire : (struct wire){wire.to, wire.from};
}

static bool is_via(const struct tile_graph *graph, struct wire wire)
{
    const cell_t plane = graph->grid.width * graph->grid.height;
    return wire.to - wire.from >= plane;
}

/* The number of the track of a tile: its layer, then its row or column. */
static uint64_t track_of(const struct tile_graph *graph, cell_t cell)
{
    const struct grid *grid = &graph->grid;
    const uint32_t z = grid_z(grid, cell);
    return (uint64_t)z << 32 |
           (tile_axis(graph, z) == AXIS_Y ? grid_x(grid, cell) : grid_y(grid, cell));
}

static int compare_runs(const void *a, const void *b)
{
    const struct demand_run *p = a, *q = b;
    if (p->line != q->line)
        return p->line < q->line ? -1 : 1;
    return p->from < q->from ? -1 : p->from > q->from;
}

static int compare_cells(const void *a, const void *b)
{
    const cell_t p = *(const cell_t *)a, q = *(const cell_t *)b;
    return p < q ? -1 : p > q;
}

/* Sorts the runs and joins those that overlap, so that their ends ascend, too. */
static size_t sort_runs(struct demand_run *runs, size_t count)
{
    size_t kept = 0;
    if (count > 1)
        qsort(runs, count, sizeof *runs, compare_runs);
    for (size_t i = 0; i < count; i++) {
        struct demand_run *last = kept > 0 ? &runs[kept - 1] : NULL;
        if (last != NULL && last->line == runs[i].line && runs[i].from <= last->to)
            last->to = runs[i].to > last->to ? runs[i].to : last->to;
        else
            runs[kept++] = runs[i];
    }
    return kept;
}

/* True if a run covers the tile. */
static bool is_covered(const struct demand_run *runs, size_t count, uint64_t line, cell_t cell)
{
    size_t low = 0, high = count; /* the first run behind the tile */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct demand_run *run = &runs[middle];
        if (run->line < line || (run->line == line && run->from <= cell))
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && runs[low - 1].line == line && runs[low - 1].to >= cell;
}

enum status demand_halves(struct demand *demand, const struct tile_graph *graph,
                          const struct wire *wires, uint32_t count, struct error *error)
{
    const cell_t plane = graph->grid.width * graph->grid.height;
    size_t runs = 0, tiles = 0;
    demand->half_count = 0;
    if (graph->rules != TILES_2024)
        return STATUS_OK;
    TRY(MEM_GROW(demand->runs, demand->runs_capacity, count, "runs", error));
    for (uint32_t i = 0; i < count; i++) {
        const struct wire wire = upward(wires[i]);
        if (!is_via(graph, wire))
            demand->runs[runs++] =
                (struct demand_run){track_of(graph, wire.from), wire.from, wire.to};
    }
    runs = sort_runs(demand->runs, runs);
    for (uint32_t i = 0; i < count; i++) {
        const struct wire wire = upward(wires[i]);
        if (!is_via(graph, wire))
            continue;
        TRY(MEM_GROW(demand->halves, demand->halves_capacity, tiles + (wire.to - wire.from) / plane,
                     "via tiles", error));
        for (cell_t cell = wire.from; cell < wire.to; cell += plane)
            if (!is_covered(demand->runs, runs, track_of(graph, cell), cell))
                demand->halves[tiles++] = cell;
    }
    if (tiles > 1)
        qsort(demand->halves, tiles, sizeof *demand->halves, compare_cells);
    for (size_t i = 0; i < tiles; i++)
        if (i == 0 || demand->halves[i] != demand->halves[i - 1])
            demand->halves[demand->half_count++] = demand->halves[i];
    return STATUS_OK;
}

void demand_add_wires(const struct tile_graph *graph, int32_t *use, uint32_t net,
                      const struct wire *wires, uint32_t count, int sign)
{
    assert(sign == 1 || sign == -1);
    for (uint32_t i = 0; i < count; i++) {
        const struct wire wire = upward(wires[i]);
        if (is_via(graph, wire))
            continue;
        const uint32_t z = grid_z(&graph->grid, wire.from);
        const int32_t amount = sign * (int32_t)tile_demand(graph, net, z);
        const uint32_t stride = tile_stride(graph, z);
        assert(stride > 0);
        for (cell_t cell = wire.from; cell < wire.to; cell += stride)
            use[cell] += amount;
    }
}

void demand_add_half(const struct tile_graph *graph, int32_t *use, cell_t tile, int sign)
{
    const struct grid *grid = &graph->grid;
    const uint32_t z = grid_z(grid, tile), stride = tile_stride(graph, z);
    const enum axis axis = tile_axis(graph, z);
    assert(sign == 1 || sign == -1);
    if (axis == AXIS_NONE)
        return;
    const bool before = axis == AXIS_X ? grid_x(grid, tile) > 0 : grid_y(grid, tile) > 0;
    const bool behind = tile_has_edge(graph, tile);
    const int32_t amount = sign * (before && behind ? TILE_TRACK / 2 : TILE_TRACK);
    if (before)
        use[tile - stride] += amount;
    if (behind)
        use[tile] += amount;
}

enum status demand_add(struct demand *demand, const struct tile_graph *graph, int32_t *use,
                       uint32_t net, const struct wire *wires, uint32_t count, int sign,
                       struct error *error)
{
    TRY(demand_halves(demand, graph, wires, count, error));
    demand_add_wires(graph, use, net, wires, count, sign);
    for (size_t i = 0; i < demand->half_count; i++)
        demand_add_half(graph, use, demand->halves[i], sign);
    return STATUS_OK;
}
