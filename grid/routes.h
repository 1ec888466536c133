/* routes: the result of routing: for each net a state, its numbers and a slice of the wires.
 *
 * A routed net's wires form a tree rooted at its first pin; every wire is written away from the
 * root. A wire that starts where the wire before it ended continues that branch, unless that cell
 * is one of the net's pins; any other wire starts a branch. A net of one pin has no wires. */
#pragma once

#include "grid/design.h"

enum route_state {
    ROUTE_ROUTED,
    ROUTE_NO_PATH,     /* there is no path even without the other nets */
    ROUTE_BLOCKED_BY,  /* blocked by the nets that are listed */
    ROUTE_TIME_LIMIT,  /* stopped at the time limit */
    ROUTE_INTERRUPTED, /* stopped by a signal */
    ROUTE_STATES
};

struct route {
    enum route_state state;
    cost_t cost;     /* sum of the step costs away from the root, without the weight of the root */
    uint64_t length; /* steps within layers */
    uint64_t vias;   /* steps between layers */
    uint64_t bends;  /* turns within branches, even if bends are free */
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
    /* Line numbers in the native file that the result was read from, for messages; else NULL. */
    uint32_t *net_lines;  /* [net_count] */
    uint32_t *wire_lines; /* [wire_count] */
    size_t wire_lines_capacity;
};

/* Makes a result of net_count unrouted nets (ROUTE_NO_PATH). */
enum status routes_create(struct routes *routes, uint32_t net_count, struct error *error);

void routes_destroy(struct routes *routes);

/* Reserves `count` wires of the pool from *first on. Several threads may then fill them and
 * set the routes of different nets. */
enum status routes_add_room(struct routes *routes, size_t count, size_t *first,
                            struct error *error);

/* Sets the wires of a net, marks it routed and measures it. The wires are copied over the old ones
 * of the net if they fit, else to the end of the pool. They must be straight, in the order of the
 * top comment, and not in the pool. count may be 0. */
enum status routes_set_wires(struct routes *routes, const struct design *design, uint32_t net,
                             const struct wire *wires, size_t count, struct error *error);

/* Marks a net unrouted and drops its wires. blockers: net indices (copied), only with
 * ROUTE_BLOCKED_BY. */
enum status routes_set_unrouted(struct routes *routes, uint32_t net, enum route_state state,
                                const uint32_t *blockers, size_t count, struct error *error);

/* Fills cost, length, vias and bends from the wires of a tree in branch order; wires[0] starts a
 * branch. Other fields are not changed. O(wires + turns * pins of the net), with weights O(steps)
 * more. */
void routes_measure(struct route *route, const struct design *design, uint32_t net,
                    const struct wire *wires, size_t count);

/* True if the result is consistent: it has the nets of the design; wires and blockers are inside
 * their pools, and no two nets share a wire; wires are straight and inside the grid; an unrouted
 * net has no wires and no numbers; blockers are nets of the design, listed only with
 * ROUTE_BLOCKED_BY. check.h checks whether the wires are right. For assertions: O(nets + wires +
 * blockers) time, one byte per wire of temporary memory. */
bool routes_is_sound(const struct routes *routes, const struct design *design);

/* "routed", "no-path", "blocked-by", "time-limit", "interrupted". */
const char *route_state_name(enum route_state state);
