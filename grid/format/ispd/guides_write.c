/* guides_write: writes a result of global routing as guides for detailed routing: for each net a
 * box per wire, and for each via a box per layer, in the coordinates of the input. */
#include <stdlib.h>

#include "grid/format/tile_file.h"
#include "grid/capacity/tile_routes.h"
#include "grid/text/emit.h"
#include "grid/text/file/output.h"

struct guides_writer {
    struct emit *emit;
    const struct tile_graph *graph;
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

static void put_number(struct emit *emit, int64_t number)
{
    if (number < 0)
        emit_char(emit, '-');
    emit_uint(emit, (uint64_t)(number < 0 ? -number : number));
    emit_char(emit, ' ');
}

/* The box from tile a to tile b, a the lower one, on the layer of both. */
static void put_box(struct guides_writer *w, cell_t a, cell_t b)
{
    const struct grid *grid = &w->graph->grid;
    const uint32_t z = grid_z(grid, a);
    put_number(w->emit, w->edge[0][grid_x(grid, a)]);
    put_number(w->emit, w->edge[1][grid_y(grid, a)]);
    put_number(w->emit, w->edge[0][grid_x(grid, b) + 1]);
    put_number(w->emit, w->edge[1][grid_y(grid, b) + 1]);
    if (grid->layer[z].name[0] != '\0') {
        emit_text(w->emit, grid->layer[z].name);
    } else {
        emit_text(w->emit, "metal");
        emit_uint(w->emit, w->graph->layer[z].file_layer + 1);
    }
    emit_char(w->emit, '\n');
}

static void write_net(struct guides_writer *w, const struct wire *wires, uint32_t count)
{
    const cell_t plane = w->graph->grid.width * w->graph->grid.height;
    for (uint32_t i = 0; i < count; i++) {
        const cell_t low = wires[i].from < wires[i].to ? wires[i].from : wires[i].to;
        const cell_t high = wires[i].from < wires[i].to ? wires[i].to : wires[i].from;
        if (high - low < plane)
            put_box(w, low, high);
        for (cell_t cell = low; high - low >= plane && cell <= high; cell += plane)
            put_box(w, cell, cell);
    }
}

/* A net without wires keeps its pins' tiles. */
static void write_pins(struct guides_writer *w, const struct tile_net *net)
{
    for (uint32_t pin = net->first_pin; pin < net->first_pin + net->pin_count; pin++) {
        const cell_t cell = w->graph->access[tile_pin_first(w->graph, pin)];
        put_box(w, cell, cell);
    }
}

static void write_nets(struct guides_writer *w, const struct tile_routes *routes)
{
    for (uint32_t net = 0; net < routes->net_count; net++) {
        const struct tile_route *route = &routes->nets[net];
        if (route->state != TILE_ROUTED)
            continue;
        emit_text(w->emit, tile_net_name(w->graph, net));
        emit_text(w->emit, "\n(\n");
        if (route->wire_count > 0)
            write_net(w, routes->wires + route->first_wire, route->wire_count);
        else
            write_pins(w, &w->graph->nets[net]);
        emit_text(w->emit, ")\n");
    }
}

enum status tile_guides_write(const struct tile_routes *routes, const struct tile_graph *graph,
                              const char *path, struct error *error)
{
    struct guides_writer w = {.graph = graph};
    struct output output = {0};
    assert(routes->net_count == graph->net_count);
    enum status status = MEM_NEW(w.emit, 1, "a buffer", error);
    for (int axis = 0; axis < 2; axis++)
        THEN(status, find_edges(&w, axis, error));
    THEN(status, output_open(&output, path, error));
    if (status == STATUS_OK) {
        emit_open(w.emit, output.stream);
        write_nets(&w, routes);
        emit_flush(w.emit);
    }
    MEM_FREE(w.emit, w.edge[0], w.edge[1]);
    return output_end(&output, status, error);
}
