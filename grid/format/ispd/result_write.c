/* result_write: writes results in the forms of the contests. Wires on the two halves of a layer are
 * written on the layer, and the vias between the halves are left out. */
#include "grid/format/ispd/ispd.h"
#include "grid/text/emit.h"

/* The middle of a tile in the coordinates of the input. */
static void put_coordinate(struct emit *emit, const struct tile_graph *graph, int axis,
                           uint32_t tile)
{
    const int64_t size = graph->tile[axis];
    const int64_t place = graph->origin[axis] + size * tile + size / 2;
    if (place < 0)
        emit_char(emit, '-');
    emit_uint(emit, (uint64_t)(place < 0 ? -place : place));
}

static void put_point(struct emit *emit, const struct tile_graph *graph, cell_t cell)
{
    const struct grid *grid = &graph->grid;
    emit_char(emit, '(');
    put_coordinate(emit, graph, 0, grid_x(grid, cell));
    emit_char(emit, ',');
    put_coordinate(emit, graph, 1, grid_y(grid, cell));
    emit_char(emit, ',');
    emit_uint(emit, graph->layer[grid_z(grid, cell)].file_layer + 1);
    emit_char(emit, ')');
}

static void put_words(struct emit *emit, const struct grid *grid, cell_t cell)
{
    emit_uint(emit, grid_x(grid, cell));
    emit_char(emit, ' ');
    emit_uint(emit, grid_y(grid, cell));
    emit_char(emit, ' ');
    emit_uint(emit, grid_z(grid, cell));
}

static void write_wire(struct emit *emit, const struct tile_graph *graph, struct wire wire)
{
    const uint32_t bottom = grid_z(&graph->grid, wire.from), top = grid_z(&graph->grid, wire.to);
    if (bottom < top && graph->layer[bottom].file_layer == graph->layer[top].file_layer)
        return;
    const bool modern = graph->rules == TILES_2024;
    if (modern)
        put_words(emit, &graph->grid, wire.from);
    else
        put_point(emit, graph, wire.from);
    emit_char(emit, modern ? ' ' : '-');
    if (modern)
        put_words(emit, &graph->grid, wire.to);
    else
        put_point(emit, graph, wire.to);
    emit_char(emit, '\n');
}

void ispd_write_net(const struct tile_routes *routes, const struct tile_graph *graph, uint32_t net,
                    struct emit *emit)
{
    assert(net < routes->net_count && graph->rules != TILES_NATIVE);
    const bool modern = graph->rules == TILES_2024;
    const struct tile_route *route = &routes->nets[net];
    if (route->state != TILE_ROUTED)
        return;
    emit_text(emit, tile_net_name(graph, net));
    if (!modern) {
        emit_char(emit, ' ');
        emit_uint(emit, graph->nets[net].id);
    }
    emit_text(emit, modern ? "\n(\n" : "\n");
    for (uint32_t i = 0; i < route->wire_count; i++)
        write_wire(emit, graph, routes->wires[route->first_wire + i]);
    emit_text(emit, modern ? ")\n" : "!\n");
}
