/* native_shared: reads and writes the .routes of tile graphs. */
#include "grid/format/ispd/result_wires.h"
#include "grid/format/native/native.h"
#include "grid/format/native/native_tiles.h"
#include "grid/text/scan_whole.h"

/* `routes NETLIST shared`; the name of the netlist may have blanks. */
static enum status read_head(struct result_wires *r, struct error *error)
{
    static const char end[] = " shared";
    struct word word, name;
    TRY(scan_whole_next(r->scan, "routes NETLIST shared", error));
    TRY(scan_whole_word(r->scan, &word, error));
    if (!word_is(&word, "routes"))
        return scan_expected(r->scan, &word, error, "routes NETLIST shared");
    TRY(scan_rest(r->scan, &name, error));
    const size_t tail = sizeof end - 1;
    if (name.length <= tail || memcmp(name.text + name.length - tail, end, tail) != 0)
        return scan_expected(r->scan, &name, error,
                             "NETLIST shared: nets of tile graphs share tiles");
    if (!native_name_fits(name.text, name.length - tail, r->graph->name))
        return scan_expected(r->scan, &name, error, "the routes of the netlist %s", r->graph->name);
    return STATUS_OK;
}

/* Reads X,Y,N from a word; false for anything else. */
static bool take_place(const struct word *word, struct place *place)
{
    const char *at = word->text;
    for (int i = 0; i < 3; i++) {
        const char *first = at;
        place->at[i] = 0;
        while (scan_whole_is_digit(*at) && at - first < 10)
            place->at[i] = place->at[i] * 10 + (*at++ - '0');
        if (at == first || (i < 2 && *at++ != ','))
            return false;
    }
    place->at[2]--;
    return at == word->text + word->length;
}

/* `X,Y,N X,Y,N` after `wire`. */
static enum status read_wire(struct result_wires *r, struct error *error)
{
    struct word word;
    struct place end[2];
    const char *first = NULL;
    for (int i = 0; i < 2; i++) {
        TRY(scan_whole_word(r->scan, &word, error));
        if (!take_place(&word, &end[i]))
            return scan_expected(r->scan, &word, error, "X,Y,N: an end of a wire");
        first = first == NULL ? word.text : first;
    }
    return result_wires_add(r, end[0], end[1], false, first, error);
}

/* Reads the wires of a routed net; *more: another line follows, whose first word is *word. */
static enum status read_wires(struct result_wires *r, struct word *word, bool *more,
                              struct error *error)
{
    for (;;) {
        TRY(scan_whole_line(r->scan, more, error));
        if (!*more)
            return STATUS_OK;
        TRY(scan_whole_word(r->scan, word, error));
        if (!word_is(word, "wire"))
            return STATUS_OK;
        TRY(read_wire(r, error));
    }
}

/* `net NAME routed ...` and its wires, or `net NAME unrouted REASON`. */
static enum status read_net(struct result_wires *r, uint32_t net, struct word *word, bool *more,
                            struct error *error)
{
    static const char *const words[] = {"cost", "length", "vias", "bends"};
    uint64_t said[4];
    const char *name = tile_net_name(r->graph, net);
    const uint64_t line = r->scan->line;
    TRY(scan_whole_word(r->scan, word, error));
    if (!word_is(word, name))
        return scan_expected(r->scan, word, error, "net %.200s, the next one of the netlist", name);
    TRY(scan_whole_word(r->scan, word, error));
    const bool routed = word_is(word, "routed");
    if (!routed && !word_is(word, "unrouted"))
        return scan_expected(r->scan, word, error, "routed or unrouted");
    for (int i = 0; i < 4 && routed; i++)
        TRY(scan_named_int(r->scan, words[i], &said[i], error));
    if (!routed)
        TRY(scan_whole_word(r->scan, word, error));
    if (!routed && word->length == 0)
        return scan_expected(r->scan, word, error, "no-path, time-limit or interrupted");
    TRY(read_wires(r, word, more, error));
    if (!routed)
        return r->count == 0 ? STATUS_OK
                             : error_set_at(error, STATUS_BAD_INPUT, r->scan->path, line, 1,
                                            "expected no wires of an unrouted net");
    TRY(result_wires_end(r, net, line, error));
    const struct tile_length has = tile_routes_length(r->routes, r->graph, net);
    const uint64_t cost = has.steps + has.vias * r->graph->grid.rules.via;
    return cost == said[0] && has.steps == said[1] && has.vias == said[2]
               ? STATUS_OK
               : error_set_at(error, STATUS_BAD_INPUT, r->scan->path, line, 1,
                              "expected the numbers of the wires of net %.200s: cost %llu length "
                              "%llu vias %llu",
                              name, (unsigned long long)cost, (unsigned long long)has.steps,
                              (unsigned long long)has.vias);
}

enum status native_read_shared(struct tile_routes *routes, const struct tile_graph *graph,
                               struct scan *scan, struct error *error)
{
    struct result_wires r;
    struct word word = {0};
    bool more = false;
    assert(graph->name != NULL && scan->base == 0 && (scan->eof || scan->nul)); /* a whole text */
    result_wires_open(&r, routes, graph, scan);
    enum status status = read_head(&r, error);
    THEN(status, scan_whole_line(scan, &more, error));
    if (more)
        THEN(status, scan_whole_word(scan, &word, error));
    for (uint32_t net = 0; status == STATUS_OK && (more || net < graph->net_count); net++) {
        if (!more || net == graph->net_count || !word_is(&word, "net"))
            status = scan_expected(scan, &word, error,
                                   net < graph->net_count ? "net NAME, or wire X,Y,N X,Y,N"
                                                          : "the end of the file");
        else
            status = read_net(&r, net, &word, &more, error);
    }
    result_wires_close(&r);
    return status;
}

static void put_place(struct emit *emit, const struct tile_graph *graph, cell_t cell)
{
    emit_format(emit, "%u,%u,%u", grid_x(&graph->grid, cell), grid_y(&graph->grid, cell),
                graph->layer[grid_z(&graph->grid, cell)].file_layer + 1);
}

static void put_wire(struct emit *emit, const struct tile_graph *graph, struct wire wire)
{
    const uint32_t a = grid_z(&graph->grid, wire.from), b = grid_z(&graph->grid, wire.to);
    if (a != b && graph->layer[a].file_layer == graph->layer[b].file_layer)
        return;
    emit_text(emit, "wire ");
    put_place(emit, graph, wire.from);
    emit_char(emit, ' ');
    put_place(emit, graph, wire.to);
    emit_char(emit, '\n');
}

void native_write_shared(const struct tile_routes *routes, const struct tile_graph *graph,
                         uint32_t net, struct emit *emit)
{
    const struct tile_route *route = &routes->nets[net];
    const struct tile_length sum = tile_routes_length(routes, graph, net);
    const char *name = tile_net_name(graph, net);
    if (route->state == TILE_ROUTED)
        emit_format(emit, "net %s routed cost %lu length %lu vias %lu bends %lu\n", name,
                    sum.steps + sum.vias * graph->grid.rules.via, sum.steps, sum.vias, sum.bends);
    else
        emit_format(emit, "net %s unrouted interrupted\n", name);
    for (uint32_t i = 0; i < route->wire_count; i++)
        put_wire(emit, graph, routes->wires[route->first_wire + i]);
}
