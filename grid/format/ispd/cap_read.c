/* cap_read: reads the formats of 2024 and 2025: a file of capacities and a file of nets. */
#include <stdlib.h>
#include <string.h>

#include "grid/format/ispd/ispd.h"
#include "grid/text/file/watch.h"
#include "grid/text/scan_whole.h"

enum {
    LINES_PER_WATCH = 1024,  /* lines between two checks of the watch */
    LENGTH_MAX = 1000000000, /* database units: length of an edge */
    WEIGHT_MAX = 1000000000, /* weights */
    ACCESS_MAX = 1048576,    /* access points of a pin */
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

/* ---- nets ----------------------------------------------------------------------------------- */

struct access_list {
    cell_t *at;
    size_t capacity, count;
};

/* A number and the byte behind it, with blanks around both. */
static bool take_number(const char **at, uint32_t below, char behind, uint32_t *number)
{
    const char *c = scan_whole_skip(*at), *first = c;
    *number = 0;
    while (scan_whole_is_digit(*c) && c - first < 9)
        *number = *number * 10 + (uint32_t)(*c++ - '0');
    const bool good = c > first && *number < below;
    c = scan_whole_skip(c);
    *at = c + 1;
    return good && *c == behind;
}

/* [(layer, x, y), ...], from the bracket at *text on. */
static enum status read_access(struct cap_reader *r, const char **text, struct access_list *list,
                               struct error *error)
{
    const struct grid *grid = &r->graph->grid;
    const char *at = *text;
    list->count = 0;
    do {
        uint32_t z, x, y;
        const char *first = at = scan_whole_skip(at + 1);
        if (*at++ != '(' || !take_number(&at, grid->layers, ',', &z) ||
            !take_number(&at, grid->width, ',', &x) || !take_number(&at, grid->height, ')', &y))
            return scan_whole_fail(r->scan, first, "(layer, x, y): an access point inside the grid",
                                   error);
        if (list->count == ACCESS_MAX)
            return scan_whole_fail(r->scan, first, "at most 1048576 access points of a pin", error);
        TRY(MEM_APPEND(list->at, list->capacity, list->count, grid_cell(grid, x, y, z),
                       "access points", error));
        at = scan_whole_skip(at);
    } while (*at == ',');
    if (*at != ']')
        return scan_whole_fail(r->scan, at, "] behind the access points", error);
    *text = at + 1;
    return STATUS_OK;
}

/* What may stand beside the access points: one name and one slack, with commas between. */
struct beside {
    bool name, slack;
};

static bool is_number(const char *text, size_t length)
{
    char copy[64], *end;
    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    (void)strtod(copy, &end);
    return *end == '\0';
}

/* Reads fields up to a bracket or the end of the line, at which *text is afterwards. */
static enum status read_beside(struct cap_reader *r, const char **text, struct beside *beside,
                               struct error *error)
{
    const char *at = *text;
    for (;;) {
        while (*at == ' ' || *at == '\t' || *at == ',')
            at++;
        if (*at == '\r' && at[1] == '\n')
            at++;
        const char *first = at;
        while ((unsigned char)*at > ' ' && *at != ',' && (at == first || *at != '\r') &&
               !(*at == '[' && at[1] == '('))
            at++;
        if (at == first)
            break;
        bool *seen = is_number(first, (size_t)(at - first)) ? &beside->slack : &beside->name;
        if (*seen)
            return scan_whole_fail(r->scan, first,
                                   "the name of a pin, its slack and its access points", error);
        *seen = true;
    }
    *text = at;
    return STATUS_OK;
}

/* A line of a pin. */
static enum status read_pin(struct cap_reader *r, struct access_list *list, struct error *error)
{
    struct scan *scan = r->scan;
    struct beside beside = {false, false};
    const char *at = scan->buffer + scan->at;
    if (r->graph->pin_count == TILE_PINS_MAX)
        return scan_whole_fail(r->scan, at, "at most 134217728 pins in all", error);
    TRY(read_beside(r, &at, &beside, error));
    if (*at != '[')
        return scan_whole_fail(r->scan, at, "[(layer, x, y), ...]: a pin, or )", error);
    TRY(read_access(r, &at, list, error));
    TRY(read_beside(r, &at, &beside, error));
    r->graph->slacks += beside.slack;
    if (*at != '\n' && at != scan->buffer + scan->end)
        return scan_whole_fail(r->scan, at, "the end of the line", error);
    scan->at = (size_t)(at - scan->buffer);
    scan->fresh = false;
    return tile_graph_add_pin(r->graph, list->at, list->count, error);
}

/* True if the line is the byte alone. */
static bool is_lone(const struct scan *scan, char byte)
{
    const char *at = scan->buffer + scan->at;
    if (*at != byte)
        return false;
    at = scan_whole_skip(at + 1);
    return *at == '\n' || *at == '\r' || at == scan->buffer + scan->end;
}

/* A net's name and maybe its slack. */
static enum status read_name(struct cap_reader *r, struct error *error)
{
    struct word word, slack;
    uint32_t earlier;
    TRY(scan_whole_word(r->scan, &word, error));
    TRY(scan_whole_word(r->scan, &slack, error));
    if (slack.length > 0) {
        if (!is_number(slack.text, slack.length))
            return scan_expected(r->scan, &slack, error, "a slack or the end of the line");
        r->graph->slacks++;
        word.length -= word.length > 1 && word.text[word.length - 1] == ',';
    }
    if (word.length == 1 && (*word.text == '(' || *word.text == ')'))
        return scan_expected(r->scan, &word, error, "the name of a net");
    if (r->graph->net_count == TILE_NETS_MAX)
        return scan_fail(r->scan, &word, error, "expected at most %d nets", TILE_NETS_MAX);
    TRY(tile_graph_add_net(r->graph, word.text, word.length, &earlier, error));
    return earlier == UINT32_MAX ? STATUS_OK
                                 : scan_expected(r->scan, &word, error, "each net once");
}

/* ( and the pins and ). */
static enum status read_pins(struct cap_reader *r, struct access_list *list, struct error *error)
{
    TRY(scan_whole_next(r->scan, "( before the pins of a net", error));
    if (!is_lone(r->scan, '('))
        return scan_whole_fail(r->scan, r->scan->buffer + r->scan->at, "( before the pins of a net",
                               error);
    r->scan->at++;
    r->scan->fresh = false;
    for (;;) {
        TRY(scan_whole_next(r->scan, "a pin, or ) behind the pins of a net", error));
        if (is_lone(r->scan, ')'))
            break;
        TRY(read_pin(r, list, error));
    }
    if (r->graph->nets[r->graph->net_count - 1].pin_count == 0)
        return scan_whole_fail(r->scan, r->scan->buffer + r->scan->at,
                               "at least one pin of the net", error);
    r->scan->at++;
    r->scan->fresh = false;
    return STATUS_OK;
}

enum status ispd_read_net(struct tile_graph *graph, struct scan *scan, struct error *error)
{
    assert(graph->rules == TILES_2024 && graph->capacity != NULL);
    struct cap_reader r = {graph, scan};
    struct access_list list = {0};
    bool more = false;
    enum status status = scan_whole_line(scan, &more, error);
    while (status == STATUS_OK && more) {
        if (graph->net_count % LINES_PER_WATCH == 0)
            status = watch_check(error);
        THEN(status, read_name(&r, error));
        THEN(status, read_pins(&r, &list, error));
        THEN(status, scan_whole_line(scan, &more, error));
    }
    THEN(status, scan_place(scan, NULL, tile_graph_finish(graph, error), error));
    free(list.at);
    return status;
}
