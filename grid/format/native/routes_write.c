/* routes_write: writes the native `.routes`, described in format_routes.c, and leaves `.out`
 * to format_result. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "grid/format/result.h"
#include "grid/text/output.h"
#include "grid/text/place.h"

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

static void native_write(const struct routes *routes, const struct design *design,
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

enum status routes_write(const struct routes *routes, const struct design *design, const char *path,
                         struct error *error)
{
    assert(routes->net_count == design->nets.net_count);
    size_t length = strlen(path);
    bool is_result = length >= 4 && strcmp(path + length - 4, ".out") == 0;
    if (is_result) {
        enum status fits = result_check_design(design, error);
        if (fits != STATUS_OK)
            return fits;
    } else if (design->name[strcspn(design->name, "\r\n")] != '\0') {
        return error_set(error, STATUS_BAD_INPUT,
                         "the netlist's file name holds a line end, which %s cannot name", path);
    }
    struct output output = {0};
    enum status status = STATUS_FAILED;
    struct emit *emit = mem_alloc(1, sizeof *emit, "writer's buffer", error);
    if (emit == NULL)
        return STATUS_FAILED;
    status = output_open(&output, path, error);
    if (status == STATUS_OK) {
        emit_open(emit, output.stream);
        if (is_result)
            result_write(routes, design, emit);
        else
            native_write(routes, design, emit);
        emit_flush(emit);
        status = output_commit(&output, error);
    }
    output_abandon(&output);
    free(emit);
    return status;
}
