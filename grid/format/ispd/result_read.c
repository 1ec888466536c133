/* result_read: reads results of the contests' routers, line by line, into wires of the graph.
 *
 * Threads read parts of a long text, each with a pool of wires of its own. */
#include "grid/format/ispd/ispd.h"
#include "grid/format/ispd/result_wires.h"
#include "grid/text/file/watch.h"
#include "grid/text/scan_parts.h"
#include "grid/text/scan_whole.h"
#include "grid/workers.h"

enum {
    NETS_PER_WATCH = 4096, /* nets between two checks of the watch */
    NETS_PER_RANGE = 4096, /* nets that a thread joins at a time */
    LINE_BITS = 48, /* of a net's line; the bits above hold its part until parts are joined */
};

/* A number with blanks before it. */
static bool take_number(const char **at, int64_t *number)
{
    const char *c = scan_whole_skip(*at);
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
static bool take_point(const struct result_wires *r, const char **at, struct place *place)
{
    const char *c = scan_whole_skip(*at);
    for (int i = 0; i < 3; i++) {
        if (*c++ != (i == 0 ? '(' : ',') || !take_number(&c, &place->at[i]))
            return false;
        c = scan_whole_skip(c);
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
static bool take_words(const struct result_wires *r, const char **at, struct place *place,
                       bool *named)
{
    const char *c = *at;
    if (!take_number(&c, &place->at[0]) || !take_number(&c, &place->at[1]))
        return false;
    const char *name = scan_whole_skip(c);
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

/* A line of a wire. */
static enum status read_wire(struct result_wires *r, struct error *error)
{
    const char *first = r->scan->buffer + r->scan->at, *at = first;
    const bool modern = r->graph->rules == TILES_2024;
    struct place a, b;
    bool named = false;
    if (modern && (!take_words(r, &at, &a, &named) || !take_words(r, &at, &b, &named)))
        return scan_whole_fail(r->scan, first, "x y z x y z: a wire, or )", error);
    if (!modern) {
        bool good = take_point(r, &at, &a);
        at = scan_whole_skip(at);
        good = good && *at++ == '-' && take_point(r, &at, &b);
        if (!good)
            return scan_whole_fail(r->scan, first, "(x,y,l)-(x,y,l): a wire, or !", error);
    }
    TRY(result_wires_add(r, a, b, modern && !named, first, error));
    r->scan->at = (size_t)(at - r->scan->buffer);
    r->scan->fresh = false;
    return STATUS_OK;
}

static enum status read_net(struct result_wires *r, struct error *error)
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
    if (__atomic_exchange_n(&r->routes->nets[net].state, TILE_ROUTED, __ATOMIC_RELAXED) ==
        TILE_ROUTED)
        return scan_expected(r->scan, &name, error, "each net once");
    if (!modern)
        TRY(scan_whole_int(r->scan, "the number of the net", r->graph->nets[net].id,
                           r->graph->nets[net].id, &id, error));
    if (modern) {
        TRY(scan_whole_next(r->scan, "( before the wires of the net", error));
        if (!scan_whole_take(r->scan, '('))
            return scan_whole_fail(r->scan, r->scan->buffer + r->scan->at,
                                   "( before the wires of the net", error);
    }
    for (;;) {
        TRY(scan_whole_next(r->scan,
                            modern ? "a wire, or ) behind the wires of the net"
                                   : "a wire, or ! behind the wires of the net",
                            error));
        if (scan_whole_take(r->scan, end))
            break;
        TRY(read_wire(r, error));
    }
    return result_wires_end(r, net, line, error);
}

/* Reads all nets of the scan. */
static enum status read_nets(struct tile_routes *routes, const struct tile_graph *graph,
                             struct scan *scan, struct error *error)
{
    struct result_wires r;
    bool more = false;
    result_wires_open(&r, routes, graph, scan);
    enum status status = scan_whole_line(scan, &more, error);
    for (uint32_t nets = 0; status == STATUS_OK && more; nets++) {
        if (nets % NETS_PER_WATCH == 0)
            status = watch_check(error);
        THEN(status, read_net(&r, error));
        THEN(status, scan_whole_line(scan, &more, error));
    }
    result_wires_close(&r);
    return status;
}

struct result_parts {
    const struct tile_graph *graph;
    struct tile_routes *whole;
    struct scan_parts text;
    struct tile_routes routes[SCAN_PARTS_MAX]; /* with the nets of the whole */
    size_t first_wire[SCAN_PARTS_MAX];
    uint64_t lines_before[SCAN_PARTS_MAX];
};

static enum status read_part(void *context, size_t part, struct scan *scan)
{
    struct result_parts *parts = context;
    const struct tile_routes *whole = parts->whole;
    parts->routes[part] = (struct tile_routes){.nets = whole->nets, .net_count = whole->net_count};
    scan->line = (uint64_t)part << LINE_BITS;
    return read_nets(&parts->routes[part], parts->graph, scan, NULL);
}

static void join_nets(void *context, size_t first, size_t end)
{
    const struct result_parts *parts = context;
    for (size_t net = first; net < end; net++) {
        struct tile_route *route = &parts->whole->nets[net];
        const uint64_t part = route->line >> LINE_BITS;
        if (route->state != TILE_ROUTED)
            continue;
        route->first_wire += route->wire_count > 0 ? parts->first_wire[part] : 0;
        route->line += parts->lines_before[part] - (part << LINE_BITS);
    }
}

/* Puts the wires of the parts together. */
static enum status join_parts(struct result_parts *parts, uint64_t line, unsigned threads,
                              struct error *error)
{
    struct tile_routes *whole = parts->whole;
    size_t wires = 0;
    for (size_t i = 0; i < parts->text.count; i++) {
        parts->first_wire[i] = wires;
        parts->lines_before[i] = line;
        wires += parts->routes[i].wire_count;
        line += parts->text.scan[i].line - ((uint64_t)i << LINE_BITS);
    }
    TRY(MEM_GROW(whole->wires, whole->wires_capacity, wires, "wires", error));
    whole->wire_count = wires;
    for (size_t i = 0; i < parts->text.count; i++)
        if (parts->routes[i].wire_count > 0)
            memcpy(whole->wires + parts->first_wire[i], parts->routes[i].wires,
                   parts->routes[i].wire_count * sizeof *whole->wires);
    workers_fork(threads, join_nets, parts, whole->net_count, NETS_PER_RANGE);
    return STATUS_OK;
}

enum status ispd_read_result(struct tile_routes *routes, const struct tile_graph *graph,
                             struct scan *scan, unsigned threads, struct error *error)
{
    struct result_parts *parts;
    assert(graph->rules != TILES_NATIVE && scan->base == 0);
    TRY(MEM_NEW(parts, 1, "parts of a text", error));
    parts->whole = routes;
    parts->graph = graph;
    scan_parts_divide(&parts->text, scan, graph->rules == TILES_2024 ? ')' : '!', threads);
    const bool good =
        parts->text.count > 1 && scan_parts_run(&parts->text, threads, read_part, parts);
    enum status status = STATUS_OK;
    if (good)
        status = join_parts(parts, scan->line, threads, error);
    for (size_t i = 0; i < parts->text.count; i++)
        free(parts->routes[i].wires);
    free(parts);
    if (good)
        return status;
    memset(routes->nets, 0, routes->net_count * sizeof *routes->nets);
    return read_nets(routes, graph, scan, error); /* from the start, to place an error */
}
