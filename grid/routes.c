/* routes: results in memory, and the cost of a tree. The wires of a net are a slice of one pool.
 *
 * An example of measuring. A net has the pins a, b, c; a bend costs 5, every weight is 1:
 *
 *     a . . x . . b        wire a x    starts a branch: no turn at a
 *           |              wire x b    continues it (the wire before ended at x): straight
 *           |              wire x c    does not start where the wire before ended: a new branch,
 *           c                          so leaving x at a right angle is not a turn
 *
 * length 8, bends 0, cost 8. In the order a x, x c, x b the wire x c continues the first branch and
 * turns: bends 1, cost 13. Both are correct. A branch ends at a pin: a wire that continues from
 * there starts a new branch and does not turn. */
#include "grid/routes.h"

enum status routes_create(struct routes *routes, uint32_t net_count, struct error *error)
{
    memset(routes, 0, sizeof *routes);
    TRY(MEM_NEW(routes->nets, net_count, "results of the nets", error));
    routes->net_count = net_count;
    for (uint32_t net = 0; net < net_count; net++)
        routes->nets[net].state = ROUTE_NO_PATH;
    return STATUS_OK;
}

MEM_DESTROY(routes_destroy, routes, it->nets, it->wires, it->blockers, it->net_lines,
            it->wire_lines)

/* True if the net has exactly these wires, which are then measured already. */
static bool has_wires(const struct routes *routes, const struct route *route,
                      const struct wire *wires, size_t count)
{
    return route->state == ROUTE_ROUTED && route->wire_count == count && count > 0 &&
           memcmp(routes->wires + route->first_wire, wires, count * sizeof *wires) == 0;
}

enum status routes_add_room(struct routes *routes, size_t count, size_t *first, struct error *error)
{
    TRY(MEM_GROW(routes->wires, routes->wires_capacity, routes->wire_count + count, "wires",
                 error));
    *first = routes->wire_count;
    routes->wire_count += count;
    return STATUS_OK;
}

enum status routes_set_wires(struct routes *routes, const struct design *design, uint32_t net,
                             const struct wire *wires, size_t count, struct error *error)
{
    assert(routes->net_count == design->nets.net_count && net < routes->net_count);
    struct route *route = &routes->nets[net];
    size_t first = route->first_wire;
    assert(route->first_wire + route->wire_count <= routes->wire_count);
    if (has_wires(routes, route, wires, count))
        return STATUS_OK;
    assert(count == 0 || routes->wires == NULL || wires + count <= routes->wires ||
           wires >= routes->wires + routes->wires_capacity);
    if (count > route->wire_count)
        TRY(routes_add_room(routes, count, &first, error));
    if (count > 0)
        memcpy(routes->wires + first, wires, count * sizeof *wires);
    *route = (struct route){.state = ROUTE_ROUTED, .first_wire = first, .wire_count = count};
    routes_measure(route, design, net, wires, count);
    return STATUS_OK;
}

enum status routes_set_unrouted(struct routes *routes, uint32_t net, enum route_state state,
                                const uint32_t *blockers, size_t count, struct error *error)
{
    assert(net < routes->net_count && state != ROUTE_ROUTED && state < ROUTE_STATES);
    assert(count == 0 || state == ROUTE_BLOCKED_BY);
    size_t first = routes->blocker_count;
    TRY(MEM_GROW(routes->blockers, routes->blockers_capacity, first + count,
                 "names of nets in the way", error));
    if (count > 0)
        memcpy(routes->blockers + first, blockers, count * sizeof *blockers);
    routes->blocker_count += count;
    routes->nets[net] =
        (struct route){.state = state, .first_blocker = first, .blocker_count = count};
    return STATUS_OK;
}

enum { SIEVE_BITS = 1 << 18, SIEVE_PINS = 64 }; /* bits of the filter; see below */

/* A one-hash Bloom filter over the columns of the pins, for nets with more than SIEVE_PINS pins:
 * a cell is compared with the pins only if its bit is set. */
struct pin_sieve {
    const struct design *design;
    const struct net *net;
    uint64_t bits[SIEVE_BITS / 64];
};

static uint32_t sieve_bit(const struct pin_sieve *sieve, cell_t cell)
{
    const struct grid *grid = &sieve->design->grid;
    return (uint32_t)(cell % (grid->width * grid->height) % SIEVE_BITS);
}

static void sieve_pins(struct pin_sieve *sieve, const struct design *design, uint32_t net)
{
    sieve->design = design;
    sieve->net = &design->nets.nets[net];
    if (sieve->net->pin_count <= SIEVE_PINS)
        return;
    memset(sieve->bits, 0, sizeof sieve->bits);
    for (uint32_t i = 0; i < sieve->net->pin_count; i++) {
        uint32_t bit = sieve_bit(sieve, design->nets.pins[sieve->net->first_pin + i].cell);
        sieve->bits[bit / 64] |= UINT64_C(1) << bit % 64;
    }
}

static bool net_has_pin_at(const struct pin_sieve *sieve, cell_t cell)
{
    const struct design *design = sieve->design;
    const struct net *n = sieve->net;
    cell_t plane = design->grid.width * design->grid.height;
    uint32_t bit = sieve_bit(sieve, cell);
    if (n->pin_count > SIEVE_PINS && (sieve->bits[bit / 64] >> bit % 64 & 1) == 0)
        return false;
    for (uint32_t i = 0; i < n->pin_count; i++) {
        struct pin pin = design->nets.pins[n->first_pin + i];
        assert(!pin.all_layers || pin.cell < plane);
        if (pin.cell == cell || (pin.all_layers && pin.cell == cell % plane))
            return true;
    }
    return false;
}

/* The sum of the weights of all cells of the wire except the first. */
static cost_t wire_weight(const struct grid *grid, struct wire wire, uint32_t steps)
{
    if (grid->weight == NULL)
        return steps;
    cost_t sum = 0;
    struct wire_walk walk = wire_walk(grid, wire);
    for (wire_next(&walk); walk.left > 0; wire_next(&walk))
        sum += grid->weight[walk.cell];
    return sum;
}

void routes_measure(struct route *route, const struct design *design, uint32_t net,
                    const struct wire *wires, size_t count)
{
    const struct grid *grid = &design->grid;
    struct pin_sieve sieve;
    assert(net < design->nets.net_count);
    sieve_pins(&sieve, design, net);
    route->cost = route->length = route->vias = route->bends = 0;
    int axis_before = AXIS_NONE;
    for (size_t i = 0; i < count; i++) {
        struct wire wire = wires[i];
        DEBUG_ASSERT(wire_is_straight(grid, wire));
        if (wire.from == wire.to)
            continue;
        struct wire_shape shape = wire_shape(grid, wire);
        int axis = direction_axis(shape.direction);
        bool turns = i > 0 && wires[i - 1].to == wire.from && axis_before != AXIS_NONE &&
                     axis != AXIS_NONE && axis != axis_before && !net_has_pin_at(&sieve, wire.from);
        uint64_t steps = shape.steps;
        if (axis == AXIS_NONE)
            route->vias += steps;
        else
            route->length += steps;
        route->bends += turns;
        route->cost += wire_weight(grid, wire, shape.steps);
        route->cost += steps * step_extra(&grid->rules, shape.z, axis, shape.direction);
        route->cost += turns ? grid->rules.bend : 0;
        axis_before = axis;
    }
}

/* Marks the slice of a net as taken. False if it is not inside the pool, if another net has taken a
 * part of it, or if a wire is not straight. */
static bool take_slice(const struct routes *routes, const struct grid *grid,
                       const struct route *route, uint8_t *taken)
{
    if (route->first_wire > routes->wire_count ||
        route->wire_count > routes->wire_count - route->first_wire)
        return false;
    for (size_t i = route->first_wire; i < route->first_wire + route->wire_count; i++) {
        struct wire wire = routes->wires[i];
        if (taken[i]++ != 0 || !wire_is_straight(grid, wire))
            return false;
    }
    return true;
}

static bool unrouted_is_sound(const struct routes *routes, const struct route *route)
{
    size_t first = route->first_blocker, count = route->blocker_count;
    bool empty = route->wire_count == 0 && route->cost == 0 && route->length == 0 &&
                 route->vias == 0 && route->bends == 0;
    if (!empty || route->state >= ROUTE_STATES || first > routes->blocker_count ||
        count > routes->blocker_count - first || (count > 0 && route->state != ROUTE_BLOCKED_BY))
        return false;
    for (size_t i = first; i < first + count; i++)
        if (routes->blockers[i] >= routes->net_count)
            return false;
    return true;
}

bool routes_is_sound(const struct routes *routes, const struct design *design)
{
    bool sound = routes->net_count == design->nets.net_count &&
                 routes->wire_count <= routes->wires_capacity &&
                 routes->blocker_count <= routes->blockers_capacity;
    uint8_t *taken = mem_alloc(routes->wire_count, 1, "check of the wires", NULL);
    for (uint32_t net = 0; sound && taken != NULL && net < routes->net_count; net++) {
        const struct route *route = &routes->nets[net];
        sound = route->state == ROUTE_ROUTED
                    ? route->blocker_count == 0 && take_slice(routes, &design->grid, route, taken)
                    : unrouted_is_sound(routes, route);
    }
    free(taken);
    return sound;
}

const char *route_state_name(enum route_state state)
{
    static const char *const names[ROUTE_STATES] = {
        [ROUTE_ROUTED] = "routed",           [ROUTE_NO_PATH] = "no-path",
        [ROUTE_BLOCKED_BY] = "blocked-by",   [ROUTE_TIME_LIMIT] = "time-limit",
        [ROUTE_INTERRUPTED] = "interrupted",
    };
    assert(state < ROUTE_STATES);
    return names[state];
}
