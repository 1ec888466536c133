/* native_tiles: converts a native design with capacities to a tile graph. */
#include "grid/format/native/native_tiles.h"

#include "grid/format/design_file.h"

/* The direction of a layer of the grid; AXIS_NONE: wires run both ways. */
static enum axis axis_of(const struct grid *grid, uint32_t l)
{
    return (grid->rules.horizontal >> l & 1) != 0 ? AXIS_X
           : (grid->rules.vertical >> l & 1) != 0 ? AXIS_Y
                                                  : AXIS_NONE;
}

/* Copies the capacities of layer l to layer z of the graph. */
static void fill_layer(struct tile_graph *graph, const struct grid *grid, uint32_t z, uint32_t l,
                       enum axis axis)
{
    graph->layer[z].file_layer = l;
    graph->grid.layer[z] = grid->layer[l];
    tile_graph_set_axis(graph, z, axis);
    for (uint32_t y = 0; y < grid->height; y++)
        for (uint32_t x = 0; x < grid->width; x++) {
            const cell_t to = grid_cell(&graph->grid, x, y, z), from = grid_cell(grid, x, y, l);
            const cell_t other = from + tile_stride(graph, z);
            if (tile_has_edge(graph, to) && !grid_is_blocked(grid, from) &&
                !grid_is_blocked(grid, other))
                graph->capacity[to] = (int32_t)grid->capacity[from] * TILE_TRACK;
        }
}

static enum status make_layers(struct tile_graph *graph, const struct grid *grid, uint32_t *first,
                               struct error *error)
{
    uint32_t layers = 0;
    for (uint32_t l = 0; l < grid->layers; l++) {
        first[l] = layers;
        layers += axis_of(grid, l) == AXIS_NONE ? 2 : 1;
    }
    if (layers > GRID_LAYERS_MAX)
        return error_refuse(
            error,
            "%u layers, of which those without direction count twice, are over the limit of %d",
            layers, GRID_LAYERS_MAX);
    TRY(tile_graph_create(graph, grid->width, grid->height, layers, error));
    graph->grid.rules.via = grid->rules.via;
    for (uint32_t l = 0; l < grid->layers; l++) {
        const enum axis axis = axis_of(grid, l);
        fill_layer(graph, grid, first[l], l, axis == AXIS_NONE ? AXIS_X : axis);
        if (axis != AXIS_NONE)
            continue;
        fill_layer(graph, grid, first[l] + 1, l, AXIS_Y);
        graph->free_cuts |= (uint64_t)1 << first[l];
    }
    return STATUS_OK;
}

static enum status add_pin(struct tile_graph *graph, const struct grid *grid, struct pin pin,
                           const uint32_t *first, struct error *error)
{
    cell_t access[GRID_LAYERS_MAX];
    const uint32_t x = grid_x(grid, pin.cell), y = grid_y(grid, pin.cell);
    const uint32_t low = grid_z(grid, pin.cell), high = pin.all_layers ? grid->layers - 1 : low;
    size_t count = 0;
    for (uint32_t l = low; l <= high; l++)
        access[count++] = grid_cell(&graph->grid, x, y, first[l]);
    return tile_graph_add_pin(graph, access, count, error);
}

static enum status convert(struct tile_graph *graph, const struct design *design,
                           struct error *error)
{
    uint32_t first[GRID_LAYERS_MAX];
    const struct netlist *nets = &design->nets;
    TRY(make_layers(graph, &design->grid, first, error));
    graph->rules = TILES_NATIVE;
    for (uint32_t n = 0; n < nets->net_count; n++) {
        const char *name = netlist_name(nets, n);
        const struct net *net = &nets->nets[n];
        uint32_t earlier;
        TRY(tile_graph_add_net(graph, name, strlen(name), &earlier, error));
        assert(earlier == UINT32_MAX); /* the reader has checked */
        for (uint32_t i = 0; i < net->pin_count; i++)
            TRY(add_pin(graph, &design->grid, nets->pins[net->first_pin + i], first, error));
    }
    return tile_graph_finish(graph, error);
}

enum status native_read_tiles(struct tile_graph *graph, const char *path, struct error *error)
{
    struct design design;
    TRY(design_read_tiles(&design, path, error));
    const enum status status = convert(graph, &design, error);
    if (graph->path == NULL) {
        graph->path = design.grid_path;
        design.grid_path = NULL;
    }
    design_destroy(&design);
    return status;
}
