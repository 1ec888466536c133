/* result_write: writes results in the forms of the contests. Wires on the two halves of a layer are
 * written on the layer, and the vias between the halves are left out. */
#include "grid/format/ispd/ispd.h"
#include "grid/text/emit.h"

/* The middle of a tile in the coordinates of the input. */
static int64_t middle(const struct tile_graph *graph, int axis, uint32_t tile)
{
    return graph->origin[axis] + graph->tile[axis] * tile + graph->tile[axis] / 2;
}

static void put_wire(struct emit *emit, const struct tile_graph *graph, struct wire wire)
{
    const struct grid *grid = &graph->grid;
    const uint32_t x0 = grid_x(grid, wire.from), y0 = grid_y(grid, wire.from);
    const uint32_t x1 = grid_x(grid, wire.to), y1 = grid_y(grid, wire.to);
    const uint32_t z0 = grid_z(grid, wire.from), z1 = grid_z(grid, wire.to);
    const uint32_t low = graph->layer[z0].file_layer, high = graph->layer[z1].file_layer;
    if (graph->rules == TILES_2024)
        emit_format(emit, "%u %u %u %u %u %u\n", x0, y0, z0, x1, y1, z1);
    else if (z0 == z1 || low < high)
        emit_format(emit, "(%ld,%ld,%u)-(%ld,%ld,%u)\n", middle(graph, 0, x0), middle(graph, 1, y0),
                    low + 1, middle(graph, 0, x1), middle(graph, 1, y1), high + 1);
}

void ispd_write_net(const struct tile_routes *routes, const struct tile_graph *graph, uint32_t net,
                    struct emit *emit)
{
    assert(net < routes->net_count && graph->rules != TILES_NATIVE);
    const bool modern = graph->rules == TILES_2024;
    const struct tile_route *route = &routes->nets[net];
    if (route->state != TILE_ROUTED)
        return;
    if (modern)
        emit_format(emit, "%s\n(\n", tile_net_name(graph, net));
    else
        emit_format(emit, "%s %u\n", tile_net_name(graph, net), graph->nets[net].id);
    for (uint32_t i = 0; i < route->wire_count; i++)
        put_wire(emit, graph, routes->wires[route->first_wire + i]);
    emit_text(emit, modern ? ")\n" : "!\n");
}
