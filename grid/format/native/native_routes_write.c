/* native_routes_write: writes the native `.routes`, which native_routes_read.c describes. */
#include "grid/format/native/native.h"
#include "grid/text/emit_many.h"

static void write_routed(const struct routes *routes, const struct design *design,
                         const struct route *route, struct emit *emit)
{
    assert(route->first_wire + route->wire_count <= routes->wire_count);
    emit_format(emit, " routed cost %lu length %lu vias %lu bends %lu\n", route->cost,
                route->length, route->vias, route->bends);
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
    emit_format(emit, " unrouted %s", route_state_name(route->state));
    for (size_t i = 0; i < route->blocker_count; i++)
        emit_format(emit, " %s",
                    netlist_name(&design->nets, routes->blockers[route->first_blocker + i]));
    emit_char(emit, '\n');
}

static void write_net(const struct routes *routes, const struct design *design, uint32_t net,
                      struct emit *emit)
{
    const struct route *route = &routes->nets[net];
    emit_format(emit, "net %s", netlist_name(&design->nets, net));
    if (route->state == ROUTE_ROUTED)
        write_routed(routes, design, route, emit);
    else
        write_unrouted(routes, design, route, emit);
}

struct routes_of {
    const struct routes *routes;
    const struct design *design;
};

static void put_net(const void *context, size_t net, struct emit *emit)
{
    const struct routes_of *it = context;
    write_net(it->routes, it->design, (uint32_t)net, emit);
}

void native_write_routes(const struct routes *routes, const struct design *design, unsigned threads,
                         struct emit *emit)
{
    assert(routes->net_count == design->nets.net_count);
    assert(design->name[strcspn(design->name, "\r\n")] == '\0');
    const struct routes_of it = {routes, design};
    emit_format(emit, "routes %s%s\n", design->name, routes->alone ? " alone" : "");
    emit_many(emit, routes->net_count, threads, put_net, &it);
}
