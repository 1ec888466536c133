/* gr_read: reads the formats of 1998, 2007 and 2008: the header, the nets, the adjustments. */
#include "grid/format/ispd/ispd.h"
#include "grid/text/file/watch.h"
#include "grid/text/scan_whole.h"

enum {
    WIDTH_MAX = 10000,           /* largest width and spacing, in units of the file */
    NETS_PER_WATCH = 4096,       /* nets between two checks of the watch */
    COORDINATE_MAX = 1000000000, /* largest coordinate, in units of the file */
    GR_CAPACITY_MAX = TILE_CAPACITY_MAX / TILE_TRACK
};

struct gr_reader {
    struct tile_graph *graph;
    struct scan *scan;
    uint32_t layers;                 /* number of layers of the file */
    uint32_t first[GRID_LAYERS_MAX]; /* layer of the graph of each layer of the file */
    int64_t vertical[GRID_LAYERS_MAX], horizontal[GRID_LAYERS_MAX];
    int64_t width[GRID_LAYERS_MAX], spacing[GRID_LAYERS_MAX];
    bool flat;          /* the first pin has no layer, so none has: layer 1 */
    uint64_t *adjusted; /* bit plane: edges that an adjustment has set */
};

/* Reads two words and one number per layer of the file. The second word may be `other`. */
static enum status read_list(struct gr_reader *r, const char *first, const char *second,
                             const char *other, int64_t most, int64_t *values, struct error *error)
{
    char what[80];
    struct word word;
    assert(r->layers >= 1 && r->layers <= GRID_LAYERS_MAX);
    snprintf(what, sizeof what, "%s %s and %u number%s", first, second, r->layers,
             r->layers == 1 ? "" : "s");
    TRY(scan_whole_next(r->scan, what, error));
    TRY(scan_whole_word(r->scan, &word, error));
    if (!word_is(&word, first))
        return scan_expected(r->scan, &word, error, "%s", what);
    TRY(scan_whole_word(r->scan, &word, error));
    if (!word_is(&word, second) && (other == NULL || !word_is(&word, other)))
        return scan_expected(r->scan, &word, error, "%s", what);
    for (uint32_t l = 0; l < r->layers; l++)
        TRY(scan_whole_int(r->scan, what, 0, most, &values[l], error));
    return STATUS_OK;
}

/* `grid X Y [L]`. */
static enum status read_sizes(struct gr_reader *r, int64_t *size, struct error *error)
{
    struct word word;
    TRY(scan_whole_next(r->scan, "grid X Y [LAYERS]", error));
    TRY(scan_whole_word(r->scan, &word, error));
    if (!word_is(&word, "grid"))
        return scan_expected(r->scan, &word, error, "grid X Y [LAYERS]");
    TRY(scan_whole_int(r->scan, "the width in tiles", 1, GRID_SIDE_MAX, &size[0], error));
    TRY(scan_whole_int(r->scan, "the height in tiles", 1, GRID_SIDE_MAX, &size[1], error));
    TRY(scan_whole_word(r->scan, &word, error));
    r->layers = 1;
    size[2] = 0;
    if (word.length == 0)
        return STATUS_OK;
    TRY(scan_word_int(r->scan, &word, "the number of layers", 1, GRID_LAYERS_MAX, &size[2], error));
    r->layers = (uint32_t)size[2];
    return STATUS_OK;
}

/* True if the layer of the file becomes two layers of the graph. */
static bool is_split(const struct gr_reader *r, enum tile_rules rules, uint32_t layer)
{
    return rules == TILES_1998 || (r->horizontal[layer] > 0 && r->vertical[layer] > 0);
}

/* Sets direction and capacity of layer z, which is of layer l of the file. */
static void fill_layer(struct gr_reader *r, uint32_t z, uint32_t l, enum axis axis)
{
    struct tile_graph *graph = r->graph;
    const struct grid *grid = &graph->grid;
    const int64_t capacity = axis == AXIS_X   ? r->horizontal[l]
                             : axis == AXIS_Y ? r->vertical[l]
                                              : 0;
    assert(capacity <= GR_CAPACITY_MAX);
    graph->layer[z] = (struct tile_layer){
        .file_layer = l, .min_width = (uint32_t)r->width[l], .spacing = (uint32_t)r->spacing[l]};
    tile_graph_set_axis(graph, z, axis);
    for (uint32_t y = 0; y + (axis == AXIS_Y) < grid->height; y++)
        for (uint32_t x = 0; x + (axis == AXIS_X) < grid->width; x++)
            graph->capacity[grid_cell(grid, x, y, z)] = (int32_t)capacity * TILE_TRACK;
}

/* Makes the graph, whose layers are those of the file, or two of them. */
static enum status make_graph(struct gr_reader *r, enum tile_rules rules, const int64_t *size,
                              struct error *error)
{
    uint32_t layers = 0;
    for (uint32_t l = 0; l < r->layers; l++) {
        r->first[l] = layers;
        layers += is_split(r, rules, l) ? 2 : 1;
    }
    if (layers > GRID_LAYERS_MAX)
        return error_set_at(error, STATUS_BAD_INPUT, r->scan->path, 0, 0,
                            "%u layers, of which those with wires in both directions count twice, "
                            "are over the limit of %d",
                            layers, GRID_LAYERS_MAX);
    TRY(watch_cells((uint64_t)size[0] * (uint64_t)size[1] * layers, error));
    const enum status status =
        tile_graph_create(r->graph, (uint32_t)size[0], (uint32_t)size[1], layers, error);
    TRY(scan_place(r->scan, NULL, status, error));
    r->graph->rules = rules;
    r->graph->grid.rules.via = rules == TILES_1998 ? 0 : rules == TILES_2007 ? 3 : 1;
    for (uint32_t l = 0; l < r->layers; l++) {
        const uint32_t z = r->first[l];
        const bool split = is_split(r, rules, l);
        fill_layer(r, z, l,
                   split || r->horizontal[l] > 0 ? AXIS_X
                   : r->vertical[l] > 0          ? AXIS_Y
                                                 : AXIS_NONE);
        if (split)
            fill_layer(r, z + 1, l, AXIS_Y);
        r->graph->free_cuts |= (uint64_t)split << z;
    }
    return STATUS_OK;
}

static enum status read_header(struct gr_reader *r, enum tile_rules rules, struct error *error)
{
    int64_t size[3] = {0}, unused[GRID_LAYERS_MAX], origin[2] = {0, 0}, tile[2] = {1, 1};
    TRY(read_sizes(r, size, error));
    TRY(read_list(r, "vertical", "capacity", NULL, GR_CAPACITY_MAX, r->vertical, error));
    TRY(read_list(r, "horizontal", "capacity", NULL, GR_CAPACITY_MAX, r->horizontal, error));
    if (size[2] == 0) {
        TRY(make_graph(r, TILES_1998, size, error));
        return STATUS_OK;
    }
    TRY(read_list(r, "minimum", "width", NULL, WIDTH_MAX, r->width, error));
    TRY(read_list(r, "minimum", "spacing", "width", WIDTH_MAX, r->spacing, error));
    TRY(read_list(r, "via", "spacing", NULL, WIDTH_MAX, unused, error));
    TRY(scan_whole_next(r->scan, "X Y WIDTH HEIGHT: the origin and the size of a tile", error));
    for (int i = 0; i < 2; i++)
        TRY(scan_whole_int(r->scan, "the origin", -COORDINATE_MAX, COORDINATE_MAX, &origin[i],
                           error));
    for (int i = 0; i < 2; i++)
        TRY(scan_whole_int(r->scan, "the size of a tile", 1, COORDINATE_MAX, &tile[i], error));
    TRY(make_graph(r, rules, size, error));
    memcpy(r->graph->origin, origin, sizeof origin);
    memcpy(r->graph->tile, tile, sizeof tile);
    return STATUS_OK;
}

/* Reads one coordinate of a pin and converts it to a tile. */
static enum status read_side(struct gr_reader *r, int axis, uint32_t *tile, struct error *error)
{
    const struct tile_graph *graph = r->graph;
    const int64_t origin = graph->origin[axis], side = graph->tile[axis];
    const uint32_t count = axis == 0 ? graph->grid.width : graph->grid.height;
    int64_t place = 0;
    TRY(scan_whole_int(r->scan, axis == 0 ? "x of a pin" : "y of a pin", origin,
                       origin + side * count - 1, &place, error));
    *tile = (uint32_t)(side == 1 ? place - origin : (place - origin) / side);
    return STATUS_OK;
}

static enum status read_pin(struct gr_reader *r, struct error *error)
{
    uint32_t x, y;
    int64_t layer = 1;
    assert(r->graph->net_count > 0);
    TRY(scan_whole_next(r->scan, "X Y LAYER: a pin", error));
    TRY(read_side(r, 0, &x, error));
    TRY(read_side(r, 1, &y, error));
    const char *next = scan_whole_skip(r->scan->buffer + r->scan->at);
    if (r->graph->pin_count == 0)
        r->flat = r->graph->rules == TILES_1998 || *next == '\n' || *next == '\r';
    if (!r->flat)
        TRY(scan_whole_int(r->scan, "the layer of a pin", 1, r->layers, &layer, error));
    const cell_t cell = grid_cell(&r->graph->grid, x, y, r->first[layer - 1]);
    return tile_graph_add_pin(r->graph, &cell, 1, error);
}

/* `NAME ID PINS [WIDTH]` and the pins. */
static enum status read_net(struct gr_reader *r, struct error *error)
{
    struct tile_graph *graph = r->graph;
    struct word word;
    int64_t id = 0, pins = 0, width = 1;
    uint32_t earlier;
    TRY(scan_whole_next(r->scan, "NAME ID PINS: a net", error));
    TRY(scan_whole_word(r->scan, &word, error));
    TRY(tile_graph_add_net(graph, word.text, word.length, &earlier, error));
    if (earlier != UINT32_MAX)
        return scan_expected(r->scan, &word, error, "each net once");
    TRY(scan_whole_int(r->scan, "the number of a net", 0, INT32_MAX, &id, error));
    TRY(scan_whole_int(r->scan, "how many pins the net has", 1, TILE_PINS_MAX, &pins, error));
    if (pins > TILE_PINS_MAX - (int64_t)graph->pin_count)
        return scan_fail(r->scan, NULL, error, "expected at most %d pins in all", TILE_PINS_MAX);
    const char *next = scan_whole_skip(r->scan->buffer + r->scan->at);
    if (graph->rules != TILES_1998 && *next != '\n' && *next != '\r')
        TRY(scan_whole_int(r->scan, "the least width of the net", 0, WIDTH_MAX, &width, error));
    graph->nets[graph->net_count - 1].id = (uint32_t)id;
    graph->nets[graph->net_count - 1].width = (uint32_t)width;
    for (int64_t i = 0; i < pins; i++)
        TRY(read_pin(r, error));
    return STATUS_OK;
}

static enum status read_nets(struct gr_reader *r, struct error *error)
{
    struct word word;
    int64_t nets = 0;
    TRY(scan_whole_next(r->scan, "num net N", error));
    for (int i = 0; i < 2; i++) {
        TRY(scan_whole_word(r->scan, &word, error));
        if (!word_is(&word, i == 0 ? "num" : "net"))
            return scan_expected(r->scan, &word, error, "num net N");
    }
    TRY(scan_whole_int(r->scan, "the number of nets", 0, TILE_NETS_MAX, &nets, error));
    for (int64_t i = 0; i < nets; i++) {
        if (i % NETS_PER_WATCH == 0)
            TRY(watch_check(error));
        TRY(read_net(r, error));
    }
    return STATUS_OK;
}

/* The two ends of an edge: x, y and layer of the file, from 0. */
static enum status read_edge(struct gr_reader *r, int64_t end[2][3], struct error *error)
{
    const struct grid *grid = &r->graph->grid;
    for (int i = 0; i < 2; i++) {
        TRY(scan_whole_int(r->scan, "x of a tile", 0, grid->width - 1, &end[i][0], error));
        TRY(scan_whole_int(r->scan, "y of a tile", 0, grid->height - 1, &end[i][1], error));
        TRY(scan_whole_int(r->scan, "a layer", 1, r->layers, &end[i][2], error));
        end[i][2]--;
    }
    const int64_t dx = end[0][0] - end[1][0], dy = end[0][1] - end[1][1];
    if (end[0][2] != end[1][2] || dx * dx + dy * dy != 1)
        return scan_fail(r->scan, NULL, error,
                         "expected two neighbouring tiles of one layer, found no edge");
    return STATUS_OK;
}

static enum status read_adjustment(struct gr_reader *r, struct error *error)
{
    int64_t end[2][3], capacity = 0;
    struct tile_graph *graph = r->graph;
    assert(r->adjusted != NULL);
    TRY(scan_whole_next(r->scan, "X Y LAYER X Y LAYER CAPACITY: an adjustment", error));
    TRY(read_edge(r, end, error));
    TRY(scan_whole_int(r->scan, "the capacity of the edge", 0, GR_CAPACITY_MAX, &capacity, error));
    const enum axis axis = end[0][0] != end[1][0] ? AXIS_X : AXIS_Y;
    uint32_t z = r->first[end[0][2]];
    if (tile_axis(graph, z) != axis && (graph->free_cuts >> z & 1) != 0)
        z++;
    const int lower = end[0][0] + end[0][1] < end[1][0] + end[1][1] ? 0 : 1;
    const cell_t cell =
        grid_cell(&graph->grid, (uint32_t)end[lower][0], (uint32_t)end[lower][1], z);
    if (tile_axis(graph, z) != axis) /* no wire can use it */
        return capacity == 0
                   ? STATUS_OK
                   : scan_fail(r->scan, NULL, error,
                               "expected an edge in the direction of layer %lld: the header gives "
                               "it no capacity across",
                               (long long)end[0][2] + 1);
    if (grid_plane_get(&graph->grid, r->adjusted, cell))
        return scan_fail(r->scan, NULL, error,
                         "expected each edge once, found a second adjustment");
    r->adjusted[grid_word(&graph->grid, cell)] |= grid_bit(&graph->grid, cell);
    graph->capacity[cell] = (int32_t)capacity * TILE_TRACK;
    return STATUS_OK;
}

static enum status read_adjustments(struct gr_reader *r, struct error *error)
{
    bool more = false;
    int64_t count = 0;
    TRY(scan_whole_line(r->scan, &more, error));
    if (!more) {
        r->graph->no_adjustments = r->graph->rules != TILES_1998;
        return STATUS_OK;
    }
    struct word word;
    TRY(scan_whole_word(r->scan, &word, error));
    if (r->graph->rules == TILES_1998)
        return scan_expected(r->scan, &word, error, "the end of the file behind %u nets",
                             r->graph->net_count);
    TRY(scan_word_int(r->scan, &word, "the number of adjustments", 0, UINT32_MAX, &count, error));
    TRY(MEM_NEW(r->adjusted, grid_plane_words(&r->graph->grid), "adjusted edges", error));
    for (int64_t i = 0; i < count; i++)
        TRY(read_adjustment(r, error));
    TRY(scan_whole_line(r->scan, &more, error));
    if (more)
        TRY(scan_whole_word(r->scan, &word, error));
    return !more ? STATUS_OK
                 : scan_expected(r->scan, &word, error,
                                 "the end of the file behind %lld adjustments", (long long)count);
}

/* Reads the whole file. unindexed: names are entered at the end; *unique: no two are alike. */
static enum status read_file(struct gr_reader *r, enum tile_rules rules, bool unindexed,
                             bool *unique, struct error *error)
{
    *unique = true;
    enum status status = read_header(r, rules, error);
    r->graph->unindexed = unindexed;
    THEN(status, read_nets(r, error));
    THEN(status, read_adjustments(r, error));
    if (unindexed)
        THEN(status, tile_graph_index(r->graph, 1, unique, error));
    return status;
}

enum status ispd_read_gr(struct tile_graph *graph, enum tile_rules rules, struct scan *scan,
                         struct error *error)
{
    assert(rules == TILES_2007 || rules == TILES_2008);
    assert(scan->base == 0 && (scan->eof || scan->nul)); /* a whole text */
    const struct scan start = *scan;
    struct gr_reader r = {.graph = graph, .scan = scan};
    bool unique;
    enum status status = read_file(&r, rules, true, &unique, error);
    if (status == STATUS_OK && !unique) { /* again, for the place of the error */
        tile_graph_destroy(graph);
        free(r.adjusted);
        *scan = start;
        r = (struct gr_reader){.graph = graph, .scan = scan};
        status = read_file(&r, rules, false, &unique, error);
    }
    THEN(status, scan_place(scan, NULL, tile_graph_finish(graph, error), error));
    free(r.adjusted);
    return status;
}
