/* result_wires: puts wires into the layers of the graph and joins the halves of layers. */
#include "grid/format/ispd/result_wires.h"

#include "grid/text/scan_whole.h"

void result_wires_open(struct result_wires *r, struct tile_routes *routes,
                       const struct tile_graph *graph, struct scan *scan)
{
    assert(routes->net_count == graph->net_count);
    *r = (struct result_wires){.routes = routes, .graph = graph, .scan = scan};
    for (uint32_t z = graph->grid.layers; z-- > 0;)
        r->first[graph->layer[z].file_layer] = z;
    r->layers = tile_file_layers(graph);
}

MEM_DESTROY(result_wires_close, result_wires, it->wires, it->touched)

static bool is_lower_half(const struct tile_graph *graph, uint32_t z)
{
    return (graph->free_cuts >> z & 1) != 0;
}

static enum status touch(struct result_wires *r, cell_t cell, struct error *error)
{
    return is_lower_half(r->graph, grid_z(&r->graph->grid, cell))
               ? MEM_APPEND(r->touched, r->touched_capacity, r->touched_count, cell, "tiles", error)
               : STATUS_OK;
}

/* Lists the tiles of horizontal halves that the net's wires and pins use. */
static enum status list_touched(struct result_wires *r, uint32_t net, struct error *error)
{
    const struct tile_net *it = &r->graph->nets[net];
    const uint32_t first = r->graph->pin_access[it->first_pin];
    const uint32_t end = r->graph->pin_access[it->first_pin + it->pin_count];
    r->touched_count = 0;
    for (size_t i = 0; i < r->count; i++)
        for (struct wire_walk walk = wire_walk(&r->graph->grid, r->wires[i]); walk.left > 0;
             wire_next(&walk))
            TRY(touch(r, walk.cell, error));
    for (uint32_t i = first; i < end; i++)
        TRY(touch(r, r->graph->access[i], error));
    if (r->touched_count > 1)
        qsort(r->touched, r->touched_count, sizeof *r->touched, by_uint32);
    return STATUS_OK;
}

/* True if a stack of the net has the via from the tile upward. */
static bool has_via(const struct result_wires *r, size_t count, cell_t low, cell_t plane)
{
    for (size_t i = 0; i < count; i++) {
        const struct wire wire = r->wires[i];
        const cell_t from = wire.from < wire.to ? wire.from : wire.to;
        const cell_t to = wire.from < wire.to ? wire.to : wire.from;
        if (to - from >= plane && from <= low && low < to && (low - from) % plane == 0)
            return true;
    }
    return false;
}

/* Adds the vias between the halves of layers. */
static enum status join_halves(struct result_wires *r, uint32_t net, struct error *error)
{
    const struct grid *grid = &r->graph->grid;
    const cell_t plane = grid->width * grid->height;
    const size_t count = r->count;
    if (r->graph->free_cuts == 0)
        return STATUS_OK;
    TRY(list_touched(r, net, error));
    for (size_t i = 0; i < count; i++) {
        const uint32_t z = grid_z(grid, r->wires[i].from);
        if (z == 0 || !is_lower_half(r->graph, z - 1) || grid_z(grid, r->wires[i].to) != z)
            continue;
        for (struct wire_walk walk = wire_walk(grid, r->wires[i]); walk.left > 0;
             wire_next(&walk)) {
            const cell_t low = walk.cell - plane;
            if (r->touched_count > 0 &&
                bsearch(&low, r->touched, r->touched_count, sizeof low, by_uint32) != NULL &&
                !has_via(r, r->count, low, plane))
                TRY(MEM_APPEND(r->wires, r->capacity, r->count, ((struct wire){low, walk.cell}),
                               "wires", error));
        }
    }
    return STATUS_OK;
}

/* The layer of the graph that holds wires of this axis. */
static uint32_t layer_of(const struct result_wires *r, int64_t layer, int axis)
{
    const uint32_t z = r->first[layer];
    return z + (axis == 1 && is_lower_half(r->graph, z));
}

enum status result_wires_add(struct result_wires *r, struct place a, struct place b, bool upward,
                             const char *at, struct error *error)
{
    const struct grid *grid = &r->graph->grid;
    const int64_t most[3] = {grid->width, grid->height, r->layers};
    int axis = 0, differ = 0;
    assert(at >= r->scan->buffer && at <= r->scan->buffer + r->scan->end);
    for (int i = 0; i < 3; i++) {
        if (a.at[i] < 0 || a.at[i] >= most[i] || b.at[i] < 0 || b.at[i] >= most[i])
            return scan_whole_fail(r->scan, at, "a wire inside the grid", error);
        differ += a.at[i] != b.at[i];
        axis = a.at[i] != b.at[i] ? i : axis;
    }
    if (differ == 0 && r->graph->rules == TILES_1998)
        return STATUS_OK;
    if (differ != 1)
        return scan_whole_fail(
            r->scan, at, differ == 0 ? "a wire of at least one step" : "a straight wire", error);
    if (upward && a.at[axis] > b.at[axis])
        return scan_whole_fail(r->scan, at, "the lower end of the wire first", error);
    const uint32_t z = layer_of(r, a.at[2], axis), top = axis == 2 ? r->first[b.at[2]] : z;
    if (axis < 2 && tile_axis(r->graph, z) != (axis == 0 ? AXIS_X : AXIS_Y))
        return scan_whole_fail(r->scan, at,
                               tile_axis(r->graph, z) == AXIS_NONE
                                   ? "a via: no wire can run on this layer"
                                   : "a wire in the direction of its layer",
                               error);
    const struct wire wire = {grid_cell(grid, (uint32_t)a.at[0], (uint32_t)a.at[1], z),
                              grid_cell(grid, (uint32_t)b.at[0], (uint32_t)b.at[1], top)};
    return MEM_APPEND(r->wires, r->capacity, r->count, wire, "wires", error);
}

enum status result_wires_end(struct result_wires *r, uint32_t net, uint64_t line,
                             struct error *error)
{
    assert(net < r->graph->net_count && r->routes->nets[net].wire_count == 0);
    if (r->count > UINT32_MAX / 2)
        return scan_fail(r->scan, NULL, error, "expected fewer wires of a net");
    TRY(join_halves(r, net, error));
    TRY(tile_routes_set(r->routes, net, r->wires, (uint32_t)r->count, error));
    r->routes->nets[net].line = line;
    r->count = 0;
    return STATUS_OK;
}
