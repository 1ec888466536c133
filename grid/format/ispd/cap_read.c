/* cap_read: reads the capacities of 2024 and 2025. The rows of all layers are listed, and threads
 * read them. */
#include "grid/format/ispd/ispd.h"
#include "grid/text/file/watch.h"
#include "grid/text/scan_whole.h"
#include "grid/workers.h"

enum {
    LINES_PER_WATCH = 1024,  /* lines between two checks of the watch */
    ROWS_PER_RANGE = 16,     /* rows that a thread reads at a time */
    LENGTH_MAX = 1000000000, /* largest length of an edge, in database units */
    WEIGHT_MAX = 1000000000, /* largest weight */
    CAP_CAPACITY_MAX = TILE_CAPACITY_MAX / TILE_TRACK
};

struct cap_reader {
    struct tile_graph *graph;
    struct scan *scan;
    struct cap_row {
        size_t at;     /* start of its line */
        uint64_t line; /* number of its line */
    } * row;           /* [row_count] by cell */
    size_t row_count;
    bool failed, exact; /* atomic: a row is wrong; a capacity is no multiple of a hundredth */
};

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

/* NAME DIRECTION LENGTH and a line of capacities per row. */
static enum status list_layer(struct cap_reader *r, uint32_t z, struct error *error)
{
    struct tile_graph *graph = r->graph;
    struct scan *scan = r->scan;
    struct layer *layer = &graph->grid.layer[z];
    struct word word;
    int64_t vertical = 0;
    double least;
    TRY(scan_whole_next(scan, "NAME DIRECTION LENGTH: a layer", error));
    TRY(scan_whole_word(scan, &word, error));
    if (word.length >= sizeof layer->name)
        return scan_expected(scan, &word, error, "the name of the layer (1..%zu bytes)",
                             sizeof layer->name - 1);
    memcpy(layer->name, word.text, word.length);
    TRY(scan_whole_int(scan, "the direction, 0: horizontal, 1: vertical", 0, 1, &vertical, error));
    TRY(scan_whole_real(scan, "the least length of a wire", LENGTH_MAX, &least, error));
    if (z > 0)
        tile_graph_set_axis(graph, z, vertical != 0 ? AXIS_Y : AXIS_X);
    for (uint32_t y = 0; y < graph->grid.height; y++) {
        TRY(scan_whole_next(scan, "a row of capacities", error));
        if (y % LINES_PER_WATCH == 0)
            TRY(watch_check(error));
        r->row[r->row_count++] = (struct cap_row){scan->line_at, scan->line};
        const char *at = scan->buffer + scan->at;
        const char *end = memchr(at, '\n', scan->end - scan->at);
        scan->at = end != NULL ? (size_t)(end - scan->buffer) : scan->end;
        scan->fresh = false;
    }
    return STATUS_OK;
}

static enum status read_row(struct cap_reader *r, size_t row, struct error *error)
{
    struct tile_graph *graph = r->graph;
    struct scan scan = *r->scan;
    bool more;
    scan.at = scan.line_at = r->row[row].at;
    scan.line = r->row[row].line;
    scan.fresh = true;
    TRY(scan_whole_line(&scan, &more, error));
    cell_t cell = (cell_t)row * graph->grid.width;
    for (uint32_t x = 0; x < graph->grid.width; x++, cell++) {
        int64_t capacity = 0;
        double exact = -1;
        TRY(scan_whole_hundredths(&scan, "a capacity", CAP_CAPACITY_MAX, &capacity, &exact, error));
        graph->capacity[cell] = (int32_t)capacity;
        if (graph->exact != NULL)
            graph->exact[cell] = exact >= 0 ? exact : (double)capacity / TILE_TRACK;
        else if (exact >= 0)
            __atomic_store_n(&r->exact, true, __ATOMIC_RELAXED);
    }
    return scan_whole_line(&scan, &more, error);
}

static void read_rows(void *context, size_t first, size_t end)
{
    struct cap_reader *r = context;
    for (size_t row = first; row < end; row++)
        if (read_row(r, row, NULL) != STATUS_OK)
            __atomic_store_n(&r->failed, true, __ATOMIC_RELAXED);
}

/* Reads the rows that are listed, twice if exact capacities are to be kept. */
static enum status read_listed(struct cap_reader *r, unsigned threads, struct error *error)
{
    struct tile_graph *graph = r->graph;
    workers_fork(threads, read_rows, r, r->row_count, ROWS_PER_RANGE);
    for (size_t row = 0; r->failed && row < r->row_count; row++)
        TRY(read_row(r, row, error));
    assert(!r->failed);
    if (!r->exact)
        return STATUS_OK;
    TRY(MEM_NEW(graph->exact, grid_cells(&graph->grid), "exact capacities", error));
    workers_fork(threads, read_rows, r, r->row_count, ROWS_PER_RANGE);
    return STATUS_OK;
}

enum status ispd_read_cap(struct tile_graph *graph, struct scan *scan, unsigned threads,
                          struct error *error)
{
    struct cap_reader r = {.graph = graph, .scan = scan};
    struct error later = {.rest = error != NULL ? error->rest : NULL}; /* behind the rows */
    struct word word = {0};
    bool more = false;
    assert(scan->base == 0 && (scan->eof || scan->nul)); /* a whole text */
    TRY(read_head(&r, error));
    TRY(MEM_NEW(r.row, (size_t)graph->grid.layers * graph->grid.height, "rows", error));
    enum status listed = STATUS_OK;
    for (uint32_t z = 0; z < graph->grid.layers; z++)
        THEN(listed, list_layer(&r, z, &later));
    THEN(listed, scan_whole_line(scan, &more, &later));
    if (more)
        THEN(listed, scan_whole_word(scan, &word, &later));
    if (more)
        THEN(listed, scan_expected(scan, &word, &later, "the end of the file behind %u layers",
                                   graph->grid.layers));
    enum status status = read_listed(&r, threads, error);
    if (status == STATUS_OK && listed != STATUS_OK && error != NULL)
        *error = later;
    free(r.row);
    return status == STATUS_OK ? listed : status;
}
