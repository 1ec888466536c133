/* routes: the result. Per net a state, its numbers, and a slice of the wires.
 *
 * A routed net's wires form a tree rooted at its first pin; every wire is written away from the
 * root. A wire that starts where the wire before it ended continues that branch, unless that cell
 * is one of the net's pins; any other wire starts a branch. A net of one pin has no wires.
 */
#pragma once

#include "grid/design.h"

enum route_state {
    ROUTE_ROUTED,
    ROUTE_NO_PATH,     /* not even in the empty design */
    ROUTE_BLOCKED_BY,  /* the nets in the way are named */
    ROUTE_TIME_LIMIT,  /* given up at the time limit */
    ROUTE_INTERRUPTED, /* given up at a signal */
    ROUTE_STATES
};

struct route {
    enum route_state state;
    cost_t cost;     /* sum of the step costs away from the root; the root's weight is not paid */
    uint64_t length; /* steps within layers */
    uint64_t vias;   /* steps between layers */
    uint64_t bends;  /* turns within branches, also where they cost nothing */
    size_t first_wire, wire_count;       /* in wires */
    size_t first_blocker, blocker_count; /* in blockers; only ROUTE_BLOCKED_BY */
};

struct routes {
    struct route *nets; /* [net_count], in the netlist's order */
    uint32_t net_count;
    struct wire *wires;
    size_t wire_count, wires_capacity;
    uint32_t *blockers; /* indices of nets */
    size_t blocker_count, blockers_capacity;
    bool alone; /* nets were routed as if each were the only one */
    /* Where a native file has them, for messages; NULL in a result that was not read from one. */
    uint32_t *net_lines;  /* [net_count] */
    uint32_t *wire_lines; /* [wire_count] */
    size_t wire_lines_capacity;
};

/* Makes a result of net_count unrouted nets (ROUTE_NO_PATH). */
enum status routes_create(struct routes *routes, uint32_t net_count, struct error *error);

void routes_destroy(struct routes *routes);

/* Adds room for `count` wires to the pool, from *first on. Several threads may give it to nets then
 * (routes_set_wires_at). */
enum status routes_add_room(struct routes *routes, size_t count, size_t *first,
                            struct error *error);

/* Gives a net its wires (copied: over the net's old ones where they fit, else to the end of the
 * pool), marks it routed and measures it. Wires must be straight, in the order that the top
 * comment fixes, and not lie in the pool themselves. count may be 0. */
enum status routes_set_wires(struct routes *routes, const struct design *design, uint32_t net,
                             const struct wire *wires, size_t count, struct error *error);

/* The same with the wires' cost, length, vias and bends taken from `measured`. */
enum status routes_set_measured(struct routes *routes, uint32_t net, const struct wire *wires,
                                size_t count, const struct route *measured, struct error *error);

/* The same with wires first .. first + count - 1 of the pool: the net's own, which have room for
 * `count`, or such that routes_add_room made and no net has. */
void routes_set_wires_at(struct routes *routes, uint32_t net, const struct wire *wires,
                         size_t count, const struct route *measured, size_t first);

/* Marks a net unrouted; its wires are forgotten. blockers: net indices (copied), only with
 * ROUTE_BLOCKED_BY. */
enum status routes_set_unrouted(struct routes *routes, uint32_t net, enum route_state state,
                                const uint32_t *blockers, size_t count, struct error *error);

/* Fills cost, length, vias and bends from the wires of a branch-ordered tree. Other fields stay.
 * The wire before the first one is none: wires[0] starts a branch. O(wires + turns * pins of the
 * net), with weights O(steps) more. */
void routes_measure(struct route *route, const struct design *design, uint32_t net,
                    const struct wire *wires, size_t count);

/* True where the result hangs together: as many nets as the design has; each net's wires and
 * blockers inside their pools, no wire of two nets; wires straight and inside the grid; a net that
 * is not routed has no wires and no numbers; blockers are nets of the design, and named only with
 * ROUTE_BLOCKED_BY. Whether the wires are right is check.h's question. For assertions: O(nets +
 * wires + blockers) time, a byte a wire of memory for the while. */
bool routes_is_sound(const struct routes *routes, const struct design *design);

/* "routed", "no-path", "blocked-by", "time-limit", "interrupted". */
const char *route_state_name(enum route_state state);
