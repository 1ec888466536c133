/* guides_write: writes a result of global routing as guides for detailed routing: for each net a
 * box per wire, and for each via a box per layer, in the coordinates of the input. */
#include "grid/format/tile_file.h"
#include "grid/capacity/tile_routes.h"
#include "grid/text/emit_many.h"
#include "grid/text/file/output.h"

struct guides_writer {
    const struct tile_graph *graph;
    const struct tile_routes *routes;
    int64_t *edge[2]; /* [width + 1], [height + 1] where tiles begin */
};

/* Sets the lower ends of the tiles of an axis. The last tile is as long as the one before it. */
static enum status find_edges(struct guides_writer *w, int axis, struct error *error)
{
    const struct tile_graph *graph = w->graph;
    const uint32_t count = axis == 0 ? graph->grid.width : graph->grid.height;
    const uint32_t *lengths = axis == 0 ? graph->x_length : graph->y_length;
    TRY(MEM_NEW(w->edge[axis], count + 1, "edges of tiles", error));
    w->edge[axis][0] = graph->origin[axis];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = i + 1 < count ? i : i > 0 ? i - 1 : 0;
        w->edge[axis][i + 1] = w->edge[axis][i] + (lengths == NULL ? graph->tile[axis]
                                                   : count > 1     ? lengths[at]
                                                                   : 1);
    }
    return STATUS_OK;
}

/* The box from tile a to tile b, a the lower one, on the layer of both. */
static void put_box(const struct guides_writer *w, struct emit *emit, cell_t a, cell_t b)
{
    const struct grid *grid = &w->graph->grid;
    const uint32_t z = grid_z(grid, a);
    const bool named = grid->layer[z].name[0] != '\0';
    emit_format(emit, "%ld %ld %ld %ld ", w->edge[0][grid_x(grid, a)], w->edge[1][grid_y(grid, a)],
                w->edge[0][grid_x(grid, b) + 1], w->edge[1][grid_y(grid, b) + 1]);
    if (named)
        emit_format(emit, "%s\n", grid->layer[z].name);
    else
        emit_format(emit, "metal%u\n", w->graph->layer[z].file_layer + 1);
}

/* Writes a box per wire and per tile of a via; for a net without wires the tiles of its pins. */
static void put_net(const void *context, size_t net, struct emit *emit)
{
    const struct guides_writer *w = context;
    const struct tile_route *route = &w->routes->nets[net];
    const struct tile_net *it = &w->graph->nets[net];
    const cell_t plane = w->graph->grid.width * w->graph->grid.height;
    if (route->state != TILE_ROUTED)
        return;
    emit_format(emit, "%s\n(\n", tile_net_name(w->graph, (uint32_t)net));
    for (uint32_t i = 0; i < route->wire_count; i++) {
        const struct wire wire = w->routes->wires[route->first_wire + i];
        const bool via = wire.to - wire.from >= plane;
        for (cell_t cell = wire.from; via && cell <= wire.to; cell += plane)
            put_box(w, emit, cell, cell);
        if (!via)
            put_box(w, emit, wire.from, wire.to);
    }
    for (uint32_t pin = 0; route->wire_count == 0 && pin < it->pin_count; pin++) {
        const cell_t cell = w->graph->access[tile_pin_first(w->graph, it->first_pin + pin)];
        put_box(w, emit, cell, cell);
    }
    emit_text(emit, ")\n");
}

enum status tile_guides_write(const struct tile_routes *routes, const struct tile_graph *graph,
                              unsigned threads, const char *path, struct error *error)
{
    struct guides_writer w = {.graph = graph, .routes = routes};
    struct emit *emit = NULL;
    struct output output = {0};
    assert(routes->net_count == graph->net_count);
    enum status status = MEM_NEW(emit, 1, "a buffer", error);
    for (int axis = 0; axis < 2; axis++)
        THEN(status, find_edges(&w, axis, error));
    THEN(status, output_open(&output, path, error));
    if (status == STATUS_OK) {
        emit_open(emit, output.stream);
        emit_many(emit, routes->net_count, threads, put_net, &w);
        emit_flush(emit);
    }
    MEM_FREE(emit, w.edge[0], w.edge[1]);
    return output_end(&output, status, error);
}
