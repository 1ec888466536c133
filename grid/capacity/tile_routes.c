/* tile_routes: a pool of wires and a slice of it per net. */
#include "grid/capacity/tile_routes.h"

enum status tile_routes_create(struct tile_routes *routes, uint32_t net_count, struct error *error)
{
    memset(routes, 0, sizeof *routes);
    routes->net_count = net_count;
    return MEM_NEW(routes->nets, net_count, "routes", error);
}

MEM_DESTROY(tile_routes_destroy, tile_routes, it->nets, it->wires)

enum status tile_routes_reserve(struct tile_routes *routes, size_t count, size_t *first,
                                struct error *error)
{
    TRY(MEM_GROW(routes->wires, routes->wires_capacity, routes->wire_count + count, "wires",
                 error));
    *first = routes->wire_count;
    routes->wire_count += count;
    return STATUS_OK;
}

void tile_routes_place(struct tile_routes *routes, uint32_t net, size_t first,
                       const struct wire *wires, uint32_t count)
{
    assert(net < routes->net_count && first + count <= routes->wire_count);
    struct tile_route *route = &routes->nets[net];
    for (uint32_t i = 0; i < count; i++) {
        const struct wire wire = wires[i];
        routes->wires[first + i] = wire.from < wire.to ? wire : (struct wire){wire.to, wire.from};
    }
    route->first_wire = first;
    route->wire_count = count;
    route->state = TILE_ROUTED;
}

enum status tile_routes_set(struct tile_routes *routes, uint32_t net, const struct wire *wires,
                            uint32_t count, struct error *error)
{
    assert(net < routes->net_count && (wires != NULL || count == 0));
    size_t first = routes->nets[net].first_wire;
    if (count > routes->nets[net].wire_count)
        TRY(tile_routes_reserve(routes, count, &first, error));
    tile_routes_place(routes, net, first, wires, count);
    return STATUS_OK;
}

struct tile_length tile_routes_length(const struct tile_routes *routes,
                                      const struct tile_graph *graph, uint32_t net)
{
    struct tile_length sum = {0, 0, 0};
    const struct tile_route *route = &routes->nets[net];
    assert(net < routes->net_count);
    for (uint32_t i = 0; i < route->wire_count; i++) {
        const struct wire_shape shape =
            wire_shape(&graph->grid, routes->wires[route->first_wire + i]);
        sum.steps += shape.direction < UP ? shape.steps : 0;
        for (uint32_t cut = shape.z; shape.direction == UP && cut < shape.z + shape.steps; cut++)
            *((graph->free_cuts >> cut & 1) != 0 ? &sum.bends : &sum.vias) += 1;
    }
    return sum;
}

void tile_routes_clear(struct tile_routes *routes, uint32_t net)
{
    assert(net < routes->net_count);
    routes->nets[net].wire_count = 0;
    routes->nets[net].state = TILE_UNROUTED;
}

bool tile_route_is_sound(const struct tile_routes *routes, const struct tile_graph *graph,
                         uint32_t net)
{
    assert(net < routes->net_count);
    const struct tile_route *route = &routes->nets[net];
    if (route->wire_count > routes->wire_count ||
        route->first_wire > routes->wire_count - route->wire_count ||
        (route->state == TILE_UNROUTED && route->wire_count > 0))
        return false;
    for (uint32_t i = 0; i < route->wire_count; i++) {
        const struct wire wire = routes->wires[route->first_wire + i];
        if (wire.from >= wire.to || !wire_is_straight(&graph->grid, wire))
            return false;
        const struct wire_shape shape = wire_shape(&graph->grid, wire);
        if (step_is_forbidden(&graph->grid.rules, shape.z, shape.direction))
            return false;
    }
    return true;
}

bool tile_routes_are_sound(const struct tile_routes *routes, const struct tile_graph *graph)
{
    bool sound =
        routes->net_count == graph->net_count && routes->wire_count <= routes->wires_capacity;
    for (uint32_t net = 0; sound && net < routes->net_count; net++)
        sound = tile_route_is_sound(routes, graph, net);
    return sound;
}
