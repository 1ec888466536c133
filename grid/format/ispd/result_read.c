/* result_read: reads results of the contests' routers, line by line, into wires of the graph.
 *
 * A layer of a file with wires in both directions is two layers of the graph. Its wires go to the
 * half of their direction, and a via is added wherever a wire of the vertical half meets a wire, a
 * via or a pin of the horizontal one. */
#include <stdlib.h>
#include <string.h>

#include "grid/format/ispd/ispd.h"
#include "grid/text/file/watch.h"
#include "grid/text/scan_whole.h"

enum { NETS_PER_WATCH = 4096 /* nets between two checks of the watch */ };

/* An end of a wire as tile and layer of the file, from 0. */
struct place {
    int64_t at[3];
};

struct result_reader {
    struct tile_routes *routes;
    const struct tile_graph *graph;
    struct scan *scan;
    uint32_t layers;                 /* of the file */
    uint32_t first[GRID_LAYERS_MAX]; /* layer of the graph of each layer of the file */
    struct wire *wires;              /* of the current net */
    size_t count, capacity;
    cell_t *touched; /* tiles of horizontal halves that the current net uses, sorted */
    size_t touched_count, touched_capacity;
};

/* ---- halves of a layer ---------------------------------------------------------------------- */

static bool is_lower_half(const struct tile_graph *graph, uint32_t z)
{
    return (graph->free_cuts >> z & 1) != 0;
}

static int compare_cells(const void *a, const void *b)
{
    const cell_t p = *(const cell_t *)a, q = *(const cell_t *)b;
    return p < q ? -1 : p > q;
}

static enum status touch(struct result_reader *r, cell_t cell, struct error *error)
{
    return is_lower_half(r->graph, grid_z(&r->graph->grid, cell))
               ? MEM_APPEND(r->touched, r->touched_capacity, r->touched_count, cell, "tiles", error)
               : STATUS_OK;
}

/* Lists the tiles of horizontal halves that the net's wires and pins use. */
static enum status list_touched(struct result_reader *r, uint32_t net, struct error *error)
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
        qsort(r->touched, r->touched_count, sizeof *r->touched, compare_cells);
    return STATUS_OK;
}

/* True if a stack of the net has the via from the tile upward. */
static bool has_via(const struct result_reader *r, size_t count, cell_t low, cell_t plane)
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
static enum status join_halves(struct result_reader *r, uint32_t net, struct error *error)
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
                bsearch(&low, r->touched, r->touched_count, sizeof low, compare_cells) != NULL &&
                !has_via(r, r->count, low, plane))
                TRY(MEM_APPEND(r->wires, r->capacity, r->count, ((struct wire){low, walk.cell}),
                               "wires", error));
        }
    }
    return STATUS_OK;
}

/* ---- wires ---------------------------------------------------------------------------------- */

static const char *blanks(const char *at)
{
    return scan_whole_skip(at);
}

/* A number with blanks before it. */
static bool take_number(const char **at, int64_t *number)
{
    const char *c = blanks(*at);
    const bool minus = *c == '-';
    const char *first = c += minus;
    *number = 0;
    while (scan_whole_is_digit(*c) && c - first < 18)
        *number = *number * 10 + (*c++ - '0');
    *number = minus ? -*number : *number;
    *at = c;
    return c > first && !scan_whole_is_digit(*c);
}

/* `(x,y,layer)` in the coordinates of the input. */
static bool take_point(const struct result_reader *r, const char **at, struct place *place)
{
    const char *c = blanks(*at);
    for (int i = 0; i < 3; i++) {
        if (*c++ != (i == 0 ? '(' : ',') || !take_number(&c, &place->at[i]))
            return false;
        c = blanks(c);
    }
    *at = c + 1;
    for (int i = 0; i < 2; i++) {
        const int64_t step = place->at[i] - r->graph->origin[i];
        place->at[i] = step < 0 ? -1 : step / r->graph->tile[i];
    }
    place->at[2]--;
    return *c == ')';
}

/* `x y layer`: tiles and a number, or database units and a name (2025). */
static bool take_words(const struct result_reader *r, const char **at, struct place *place,
                       bool *named)
{
    const char *c = *at;
    if (!take_number(&c, &place->at[0]) || !take_number(&c, &place->at[1]))
        return false;
    const char *name = blanks(c);
    for (c = name; (unsigned char)*c > ' '; c++)
        ;
    const size_t length = (size_t)(c - name);
    const char *number = name;
    *at = c;
    *named = false;
    if (take_number(&number, &place->at[2]) && number == c)
        return true;
    *named = true;
    place->at[2] = -1;
    for (uint32_t z = 0; z < r->graph->grid.layers; z++) {
        const char *layer = r->graph->grid.layer[z].name;
        if (strlen(layer) == length && memcmp(layer, name, length) == 0)
            place->at[2] = z;
    }
    const uint32_t lengths[] = {r->graph->x_length[0], r->graph->y_length[0]};
    for (int i = 0; i < 2; i++)
        place->at[i] = place->at[i] < 0 ? -1 : place->at[i] / (lengths[i] > 0 ? lengths[i] : 1);
    return length > 0 && place->at[2] >= 0;
}

/* The layer of the graph that holds wires of this axis. */
static uint32_t layer_of(const struct result_reader *r, int64_t layer, int axis)
{
    const uint32_t z = r->first[layer];
    return z + (axis == 1 && is_lower_half(r->graph, z));
}

/* Adds a wire between two ends. at: its line, for messages. */
static enum status add_wire(struct result_reader *r, struct place a, struct place b, bool upward,
                            const char *at, struct error *error)
{
    const struct grid *grid = &r->graph->grid;
    const int64_t most[3] = {grid->width, grid->height, r->layers};
    int axis = 0, differ = 0;
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

/* A line of a wire. */
static enum status read_wire(struct result_reader *r, struct error *error)
{
    const char *first = r->scan->buffer + r->scan->at, *at = first;
    const bool modern = r->graph->rules == TILES_2024;
    struct place a, b;
    bool named = false;
    if (modern && (!take_words(r, &at, &a, &named) || !take_words(r, &at, &b, &named)))
        return scan_whole_fail(r->scan, first, "x y z x y z: a wire, or )", error);
    if (!modern) {
        bool good = take_point(r, &at, &a);
        at = blanks(at);
        good = good && *at++ == '-' && take_point(r, &at, &b);
        if (!good)
            return scan_whole_fail(r->scan, first, "(x,y,l)-(x,y,l): a wire, or !", error);
    }
    TRY(add_wire(r, a, b, modern && !named, first, error));
    r->scan->at = (size_t)(at - r->scan->buffer);
    r->scan->fresh = false;
    return STATUS_OK;
}

/* ---- nets ----------------------------------------------------------------------------------- */

/* True if the line starts with the byte; then takes it. */
static bool take_byte(struct result_reader *r, char byte)
{
    if (r->scan->buffer[r->scan->at] != byte)
        return false;
    r->scan->at++;
    r->scan->fresh = false;
    return true;
}

static enum status read_net(struct result_reader *r, struct error *error)
{
    const bool modern = r->graph->rules == TILES_2024;
    const char end = modern ? ')' : '!';
    struct word name;
    int64_t id = 0;
    TRY(scan_whole_word(r->scan, &name, error));
    const uint32_t net = tile_graph_find(r->graph, name.text, name.length);
    const uint64_t line = r->scan->line;
    if (net == UINT32_MAX)
        return scan_expected(r->scan, &name, error, "a net of %.200s", r->graph->name);
    if (r->routes->nets[net].state == TILE_ROUTED)
        return scan_expected(r->scan, &name, error, "each net once");
    if (!modern)
        TRY(scan_whole_int(r->scan, "the number of the net", r->graph->nets[net].id,
                           r->graph->nets[net].id, &id, error));
    if (modern) {
        TRY(scan_whole_next(r->scan, "( before the wires of the net", error));
        if (!take_byte(r, '('))
            return scan_whole_fail(r->scan, r->scan->buffer + r->scan->at,
                                   "( before the wires of the net", error);
    }
    for (r->count = 0;;) {
        TRY(scan_whole_next(r->scan,
                            modern ? "a wire, or ) behind the wires of the net"
                                   : "a wire, or ! behind the wires of the net",
                            error));
        if (take_byte(r, end))
            break;
        TRY(read_wire(r, error));
    }
    if (r->count > UINT32_MAX / 2)
        return scan_fail(r->scan, NULL, error, "expected fewer wires of a net");
    TRY(join_halves(r, net, error));
    TRY(tile_routes_set(r->routes, net, r->wires, (uint32_t)r->count, error));
    r->routes->nets[net].line = line;
    return STATUS_OK;
}

enum status ispd_read_result(struct tile_routes *routes, const struct tile_graph *graph,
                             struct scan *scan, struct error *error)
{
    assert(routes->net_count == graph->net_count);
    struct result_reader r = {.routes = routes, .graph = graph, .scan = scan};
    bool more = false;
    for (uint32_t z = graph->grid.layers; z-- > 0;)
        r.first[graph->layer[z].file_layer] = z;
    r.layers = graph->layer[graph->grid.layers - 1].file_layer + 1;
    enum status status = scan_whole_line(scan, &more, error);
    for (uint32_t nets = 0; status == STATUS_OK && more; nets++) {
        if (nets % NETS_PER_WATCH == 0)
            status = watch_check(error);
        THEN(status, read_net(&r, error));
        THEN(status, scan_whole_line(scan, &more, error));
    }
    MEM_FREE(r.wires, r.touched);
    return status;
}
