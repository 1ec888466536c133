/* tile_routes: the result of global routing: for each net a slice of wires, which are straight runs
 * in the direction of their layer and stacks of vias.
 *
 * The wires of a net may be in any order, each from its lower end. leeway's own router makes
 * trees without repeated edges; results of others may have loops, repeated edges and dangling ends.
 * Wires have at least one step; bends between the halves of a layer (free_cuts) are vias here. */
#pragma once

#include "grid/capacity/tile_graph.h"

enum tile_state {
    TILE_UNROUTED, /* no entry in the file, or the router found no way */
    TILE_ROUTED,   /* has an entry; of an idle net it may have no wires */
};

struct tile_route {
    size_t first_wire;   /* in wires */
    uint32_t wire_count; /* 0 without wires */
    uint8_t state;       /* enum tile_state */
    uint64_t line;       /* line of the net in the file that it was read from, or 0 */
};

struct tile_routes {
    struct tile_route *nets; /* [net_count] */
    uint32_t net_count;
    struct wire *wires;
    size_t wire_count, wires_capacity;
};

/* Makes a result of net_count unrouted nets. */
enum status tile_routes_create(struct tile_routes *routes, uint32_t net_count, struct error *error);

void tile_routes_destroy(struct tile_routes *routes); /* accepts a zeroed one */

/* Sets the wires of a net (not in the pool, either end first) and marks it routed. They are copied
 * over its old ones if they fit, else to the end of the pool. */
enum status tile_routes_set(struct tile_routes *routes, uint32_t net, const struct wire *wires,
                            uint32_t count, struct error *error);

/* The same in two steps: reserves the end of the pool for `count` wires, from *first on; then
 * several threads may place the wires of different nets there. */
enum status tile_routes_reserve(struct tile_routes *routes, size_t count, size_t *first,
                                struct error *error);
void tile_routes_place(struct tile_routes *routes, uint32_t net, size_t first,
                       const struct wire *wires, uint32_t count);

/* The number of layers of the file. */
static inline uint32_t tile_file_layers(const struct tile_graph *graph)
{
    return graph->layer[graph->grid.layers - 1].file_layer + 1;
}

/* Sums over the wires of a net: steps within layers, vias that cost, and vias of free_cuts. */
struct tile_length {
    uint64_t steps, vias, bends;
};
struct tile_length tile_routes_length(const struct tile_routes *routes,
                                      const struct tile_graph *graph, uint32_t net);

/* Removes the net's wires and marks it unrouted. */
void tile_routes_clear(struct tile_routes *routes, uint32_t net);

/* True if all slices are inside the pool, and wires are straight, not across their layer, and of at
 * least one step. For assertions: O(nets + wires). */
bool tile_routes_are_sound(const struct tile_routes *routes, const struct tile_graph *graph);

/* The same for the slice and the wires of one net. */
bool tile_route_is_sound(const struct tile_routes *routes, const struct tile_graph *graph,
                         uint32_t net);
