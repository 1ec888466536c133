/* native_routes_write: writes the native `.routes`, which native_routes_read.c describes. Threads
 * format the text of pieces of PIECE nets; one thread writes the pieces in order. */
#include <stdlib.h>
#include <string.h>

#include "grid/fork.h"
#include "grid/format/native/native.h"

enum {
    PIECE = 2048, /* nets of a piece */
    PIECES = 64,  /* most pieces that are formatted before they are written */
};

static void write_routed(const struct routes *routes, const struct design *design,
                         const struct route *route, struct emit *emit)
{
    assert(route->first_wire + route->wire_count <= routes->wire_count);
    emit_text(emit, " routed cost ");
    emit_uint(emit, route->cost);
    emit_text(emit, " length ");
    emit_uint(emit, route->length);
    emit_text(emit, " vias ");
    emit_uint(emit, route->vias);
    emit_text(emit, " bends ");
    emit_uint(emit, route->bends);
    emit_char(emit, '\n');
    for (size_t i = 0; i < route->wire_count; i++) {
        struct wire wire = routes->wires[route->first_wire + i];
        emit_text(emit, "wire ");
        emit_cell(emit, &design->grid, wire.from);
        emit_char(emit, ' ');
        emit_cell(emit, &design->grid, wire.to);
        emit_char(emit, '\n');
    }
}

static void write_unrouted(const struct routes *routes, const struct design *design,
                           const struct route *route, struct emit *emit)
{
    assert(route->state != ROUTE_ROUTED && route->state < ROUTE_STATES);
    assert(route->first_blocker + route->blocker_count <= routes->blocker_count);
    emit_text(emit, " unrouted ");
    emit_text(emit, route_state_name(route->state));
    for (size_t i = 0; i < route->blocker_count; i++) {
        emit_char(emit, ' ');
        emit_text(emit, netlist_name(&design->nets, routes->blockers[route->first_blocker + i]));
    }
    emit_char(emit, '\n');
}

static void write_net(const struct routes *routes, const struct design *design, uint32_t net,
                      struct emit *emit)
{
    const struct route *route = &routes->nets[net];
    emit_text(emit, "net ");
    emit_text(emit, netlist_name(&design->nets, net));
    if (route->state == ROUTE_ROUTED)
        write_routed(routes, design, route, emit);
    else
        write_unrouted(routes, design, route, emit);
}

/* ---- with threads --------------------------------------------------------------------------- */

/* The text of a piece, NULL if memory was out. */
struct wire_piece {
    char *text;
    size_t size;
};

struct wire_pieces {
    const struct routes *routes;
    const struct design *design;
    uint32_t first; /* net of pieces[0] */
    struct wire_piece *pieces;
};

static uint32_t end_of_piece(const struct routes *routes, uint32_t first)
{
    assert(first <= routes->net_count);
    return routes->net_count - first < PIECE ? routes->net_count : first + PIECE;
}

static void make_pieces(void *context, size_t first, size_t end)
{
    const struct wire_pieces *it = context;
    struct emit emit;
    for (size_t i = first; i < end; i++) {
        struct wire_piece *piece = &it->pieces[i];
        const uint32_t from = it->first + (uint32_t)i * PIECE;
        FILE *stream = open_memstream(&piece->text, &piece->size);
        if (stream == NULL)
            continue;
        emit_open(&emit, stream);
        for (uint32_t net = from; net < end_of_piece(it->routes, from); net++)
            write_net(it->routes, it->design, net, &emit);
        emit_flush(&emit);
        if (fclose(stream) != 0 || emit.failed) {
            free(piece->text);
            piece->text = NULL;
        }
    }
}

/* Writes up to PIECES pieces from the net `first` on; returns the net after them. */
static uint32_t write_pieces(const struct routes *routes, const struct design *design,
                             uint32_t first, unsigned threads, struct emit *emit)
{
    assert(first < routes->net_count && threads > 1);
    struct wire_piece made[PIECES] = {0};
    struct wire_pieces pieces = {routes, design, first, made};
    const uint32_t left = (routes->net_count - first + PIECE - 1) / PIECE;
    const uint32_t count = left < PIECES ? left : PIECES;
    fork_loop(threads, make_pieces, &pieces, count, 1);
    emit_flush(emit);
    for (uint32_t i = 0; i < count; i++, first = end_of_piece(routes, first)) {
        for (uint32_t net = first; made[i].text == NULL && net < end_of_piece(routes, first); net++)
            write_net(routes, design, net, emit);
        if (made[i].text == NULL) {
            emit_flush(emit);
            continue;
        }
        fwrite(made[i].text, 1, made[i].size, emit->stream);
        free(made[i].text);
    }
    return first;
}

void native_write_routes(const struct routes *routes, const struct design *design, unsigned threads,
                         struct emit *emit)
{
    assert(routes->net_count == design->nets.net_count);
    assert(design->name[strcspn(design->name, "\r\n")] == '\0');
    uint32_t net = 0;
    emit_text(emit, "routes ");
    emit_text(emit, design->name);
    emit_text(emit, routes->alone ? " alone\n" : "\n");
    while (threads > 1 && routes->net_count - net > PIECE)
        net = write_pieces(routes, design, net, threads, emit);
    for (; net < routes->net_count; net++)
        write_net(routes, design, net, emit);
}
