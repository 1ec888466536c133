/* net_read: reads the nets of 2024 and 2025.
 *
 * Long texts are divided after lines `)`, and threads read the parts into graphs of their own,
 * which are joined. Names are entered into the index afterwards, all at once. If a part or the
 * names are wrong, the text is read again in one part, with a name index, to place the error. */
#include "grid/format/ispd/ispd.h"
#include "grid/text/file/watch.h"
#include "grid/text/scan_parts.h"
#include "grid/text/scan_whole.h"

enum {
    NETS_PER_WATCH = 1024, /* nets between two checks of the watch */
    ACCESS_MAX = 1048576,  /* maximum number of access points of a pin */
};

struct net_reader {
    struct tile_graph *graph;
    struct scan *scan;
};

struct access_list {
    cell_t *at;
    size_t capacity, count;
};

/* Takes a number below `below` and the byte `behind` after it, with blanks around both. */
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
static enum status read_access(struct net_reader *r, const char **text, struct access_list *list,
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

/* Fields of a line of a pin besides the access points: at most one name and one slack. */
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
static enum status read_beside(struct net_reader *r, const char **text, struct beside *beside,
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
static enum status read_pin(struct net_reader *r, struct access_list *list, struct error *error)
{
    struct scan *scan = r->scan;
    struct beside beside = {false, false};
    assert(r->graph->net_count > 0);
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

/* A net's name and maybe its slack. */
static enum status read_name(struct net_reader *r, struct error *error)
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
static enum status read_pins(struct net_reader *r, struct access_list *list, struct error *error)
{
    TRY(scan_whole_next(r->scan, "( before the pins of a net", error));
    if (!scan_whole_take(r->scan, '('))
        return scan_whole_fail(r->scan, r->scan->buffer + r->scan->at, "( before the pins of a net",
                               error);
    for (;;) {
        TRY(scan_whole_next(r->scan, "a pin, or ) behind the pins of a net", error));
        if (scan_whole_take(r->scan, ')'))
            break;
        TRY(read_pin(r, list, error));
    }
    if (r->graph->nets[r->graph->net_count - 1].pin_count == 0)
        return scan_whole_fail(r->scan, r->scan->buffer + r->scan->at - 1,
                               "at least one pin of the net", error);
    return STATUS_OK;
}

/* Reads all nets of the scan. */
static enum status read_nets(struct tile_graph *graph, struct scan *scan, struct error *error)
{
    struct net_reader r = {graph, scan};
    struct access_list list = {0};
    bool more = false;
    enum status status = scan_whole_line(scan, &more, error);
    while (status == STATUS_OK && more) {
        if (graph->net_count % NETS_PER_WATCH == 0)
            status = watch_check(error);
        THEN(status, read_name(&r, error));
        THEN(status, read_pins(&r, &list, error));
        THEN(status, scan_whole_line(scan, &more, error));
    }
    free(list.at);
    return status;
}

struct net_parts {
    const struct tile_graph *whole;
    struct scan_parts text;
    struct tile_graph graph[SCAN_PARTS_MAX];
};

static enum status read_part(void *context, size_t part, struct scan *scan)
{
    struct net_parts *parts = context;
    struct tile_graph *graph = &parts->graph[part];
    graph->grid = parts->whole->grid; /* sizes */
    graph->unindexed = true;
    TRY(MEM_GROW(graph->pin_access, graph->pins_capacity, 1, "pins", NULL));
    graph->pin_access[0] = 0;
    return read_nets(graph, scan, NULL);
}

/* Reads the parts into the graph. *done: nothing was wrong. */
static enum status read_fast(struct tile_graph *graph, const struct scan *scan, unsigned threads,
                             bool *done, struct error *error)
{
    struct net_parts *parts;
    enum status status = MEM_NEW(parts, 1, "parts of a text", error);
    *done = false;
    if (status != STATUS_OK)
        return status;
    parts->whole = graph;
    scan_parts_divide(&parts->text, scan, ')', threads);
    const bool good = scan_parts_run(&parts->text, threads, read_part, parts);
    if (good)
        status = tile_graph_join(graph, parts->graph, parts->text.count, threads, error);
    if (good)
        THEN(status, tile_graph_index(graph, threads, done, error));
    for (size_t i = 0; i < parts->text.count; i++) {
        parts->graph[i].grid = (struct grid){0};
        tile_graph_destroy(&parts->graph[i]);
    }
    free(parts);
    return status;
}

enum status ispd_read_net(struct tile_graph *graph, struct scan *scan, unsigned threads,
                          struct error *error)
{
    bool done = false;
    assert(graph->rules == TILES_2024 && graph->capacity != NULL && threads >= 1);
    enum status status = read_fast(graph, scan, threads, &done, error);
    if (status == STATUS_OK && !done) {
        tile_graph_drop_nets(graph);
        status = read_nets(graph, scan, error);
    }
    THEN(status, scan_place(scan, NULL, tile_graph_finish(graph, error), error));
    return status;
}
