/* cap_read: reads the capacities of 2024 and 2025. */
#include "grid/format/ispd/ispd.h"
#include "grid/text/file/watch.h"
#include "grid/text/scan_whole.h"

enum {
    LINES_PER_WATCH = 1024,  /* lines between two checks of the watch */
    LENGTH_MAX = 1000000000, /* largest length of an edge, in database units */
    WEIGHT_MAX = 1000000000, /* largest weight */
    CAP_CAPACITY_MAX = TILE_CAPACITY_MAX / TILE_TRACK
};

struct cap_reader {
    struct tile_graph *graph;
    struct scan *scan;
};

/* ---- capacities ----------------------------------------------------------------------------- */

/* One length per edge of a row or column. A grid of one tile may have an empty line or none. */
static enum status read_lengths(struct cap_reader *r, uint32_t tiles, uint32_t **lengths,
                                struct error *error)
{
    assert(tiles >= 1 && *lengths == NULL);
    TRY(MEM_NEW(*lengths, tiles, "lengths of edges", error));
    if (tiles > 1)
        TRY(scan_whole_next(r->scan, "the lengths of edges", error));
    for (uint32_t i = 0; i + 1 < tiles; i++) {
        int64_t length = 0;
        TRY(scan_whole_int(r->scan, "the length of an edge", 0, LENGTH_MAX, &length, error));
        (*lengths)[i] = (uint32_t)length;
    }
    return STATUS_OK;
}

static enum status read_head(struct cap_reader *r, struct error *error)
{
    struct tile_graph *graph = r->graph;
    int64_t layers, width, height;
    TRY(scan_whole_next(r->scan, "LAYERS X Y", error));
    TRY(scan_whole_int(r->scan, "the number of layers", 1, GRID_LAYERS_MAX, &layers, error));
    TRY(scan_whole_int(r->scan, "the width in tiles", 1, GRID_SIDE_MAX, &width, error));
    TRY(scan_whole_int(r->scan, "the height in tiles", 1, GRID_SIDE_MAX, &height, error));
    TRY(watch_cells((uint64_t)width * (uint64_t)height * (uint64_t)layers, error));
    const enum status status =
        tile_graph_create(graph, (uint32_t)width, (uint32_t)height, (uint32_t)layers, error);
    TRY(scan_place(r->scan, NULL, status, error));
    graph->rules = TILES_2024;
    TRY(scan_whole_next(r->scan, "the weights of wire, vias and overflow", error));
    TRY(scan_whole_real(r->scan, "the weight of wire", WEIGHT_MAX, &graph->wire_weight, error));
    TRY(scan_whole_real(r->scan, "the weight of a via", WEIGHT_MAX, &graph->via_weight, error));
    for (uint32_t z = 0; z < graph->grid.layers; z++)
        TRY(scan_whole_real(r->scan, "the weight of overflow on a layer", WEIGHT_MAX,
                            &graph->layer[z].overflow_weight, error));
    TRY(read_lengths(r, graph->grid.width, &graph->x_length, error));
    return read_lengths(r, graph->grid.height, &graph->y_length, error);
}

/* Keeps the exact capacity of an edge that is no multiple of a hundredth. */
static enum status keep_exact(struct tile_graph *graph, cell_t cell, double exact,
                              struct error *error)
{
    assert(cell < grid_cells(&graph->grid));
    if (graph->exact == NULL) {
        const size_t cells = grid_cells(&graph->grid);
        TRY(MEM_NEW(graph->exact, cells, "exact capacities", error));
        for (size_t i = 0; i < cells; i++)
            graph->exact[i] = (double)graph->capacity[i] / TILE_TRACK;
    }
    if (exact >= 0)
        graph->exact[cell] = exact;
    else
        graph->exact[cell] = (double)graph->capacity[cell] / TILE_TRACK;
    return STATUS_OK;
}

/* NAME DIRECTION LENGTH and a line of capacities per row. */
static enum status read_layer(struct cap_reader *r, uint32_t z, struct error *error)
{
    struct tile_graph *graph = r->graph;
    struct layer *layer = &graph->grid.layer[z];
    struct word word;
    int64_t vertical = 0;
    double least;
    TRY(scan_whole_next(r->scan, "NAME DIRECTION LENGTH: a layer", error));
    TRY(scan_whole_word(r->scan, &word, error));
    if (word.length >= sizeof layer->name)
        return scan_expected(r->scan, &word, error, "the name of the layer (1..%zu bytes)",
                             sizeof layer->name - 1);
    memcpy(layer->name, word.text, word.length);
    TRY(scan_whole_int(r->scan, "the direction, 0: horizontal, 1: vertical", 0, 1, &vertical,
                       error));
    TRY(scan_whole_real(r->scan, "the least length of a wire", LENGTH_MAX, &least, error));
    if (z > 0)
        tile_graph_set_axis(graph, z, vertical != 0 ? AXIS_Y : AXIS_X);
    cell_t cell = grid_cell(&graph->grid, 0, 0, z);
    for (uint32_t y = 0; y < graph->grid.height; y++) {
        TRY(scan_whole_next(r->scan, "a row of capacities", error));
        if (y % LINES_PER_WATCH == 0)
            TRY(watch_check(error));
        for (uint32_t x = 0; x < graph->grid.width; x++, cell++) {
            int64_t capacity = 0;
            double exact = -1;
            TRY(scan_whole_hundredths(r->scan, "a capacity", CAP_CAPACITY_MAX, &capacity, &exact,
                                      error));
            graph->capacity[cell] = (int32_t)capacity;
            if (exact >= 0 || graph->exact != NULL)
                TRY(keep_exact(graph, cell, exact, error));
        }
    }
    return STATUS_OK;
}

enum status ispd_read_cap(struct tile_graph *graph, struct scan *scan, struct error *error)
{
    struct cap_reader r = {graph, scan};
    bool more = false;
    assert(scan->base == 0 && (scan->eof || scan->nul)); /* a whole text */
    TRY(read_head(&r, error));
    for (uint32_t z = 0; z < graph->grid.layers; z++)
        TRY(read_layer(&r, z, error));
    TRY(scan_whole_line(scan, &more, error));
    if (!more)
        return STATUS_OK;
    struct word word;
    TRY(scan_whole_word(scan, &word, error));
    return scan_expected(scan, &word, error, "the end of the file behind %u layers",
                         graph->grid.layers);
}
