/* native_routes_write: writes the native `.routes`, which native_routes_read.c describes. */
#include "grid/format/native/native.h"

static void write_routed(const struct routes *routes, const struct design *design,
                         const struct route *route, struct emit *emit)
{
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
    emit_text(emit, " unrouted ");
    emit_text(emit, route_state_name(route->state));
    for (size_t i = 0; i < route->blocker_count; i++) {
        emit_char(emit, ' ');
        emit_text(emit, netlist_name(&design->nets, routes->blockers[route->first_blocker + i]));
    }
    emit_char(emit, '\n');
}

void native_write_routes(const struct routes *routes, const struct design *design,
                         struct emit *emit)
{
    emit_text(emit, "routes ");
    emit_text(emit, design->name);
    emit_text(emit, routes->alone ? " alone\n" : "\n");
    for (uint32_t net = 0; net < routes->net_count; net++) {
        const struct route *route = &routes->nets[net];
        emit_text(emit, "net ");
        emit_text(emit, netlist_name(&design->nets, net));
        if (route->state == ROUTE_ROUTED)
            write_routed(routes, design, route, emit);
        else
            write_unrouted(routes, design, route, emit);
    }
}
