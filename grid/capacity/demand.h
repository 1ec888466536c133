/* demand: how much of the edges the wires of nets use.
 *
 * A wire takes tile_demand of each edge that it crosses. By the rules of 2024 vias take room, too:
 * a via that goes up from tile t of layer z takes half a track of both edges of that layer at t, or
 * a track of the only one at a border, unless a wire of its net runs on layer z through t. Layers
 * without direction take nothing.
 *
 * Planes of use are int32_t [cells], in the units of capacity.
 */
#pragma once

#include "grid/capacity/tile_routes.h"

/* Workspace of one thread. All zero: empty. */
struct demand {
    struct demand_run *runs; /* wires in layers, sorted */
    cell_t *halves;          /* tiles found by demand_halves */
    size_t half_count;
    size_t runs_capacity, halves_capacity;
};

void demand_destroy(struct demand *demand); /* accepts a zeroed one */

/* Finds the tiles where vias of a net with these wires take room of their layer (rules of 2024;
 * under other rules none): halves[0 .. half_count - 1], ascending and each once. O(n log n) for
 * n wires and via steps. */
enum status demand_halves(struct demand *demand, const struct tile_graph *graph,
                          const struct wire *wires, uint32_t count, struct error *error);

/* Calls below add `sign` (1 or -1) times the demand of a net with these wires to a plane of use. An
 * edge that two wires cross counts twice: a router must not repeat edges within a net.
 * demand_add_wires only fails without memory. */
enum status demand_add(struct demand *demand, const struct tile_graph *graph, int32_t *use,
                       uint32_t net, const struct wire *wires, uint32_t count, int sign,
                       struct error *error);

/* Only the wires within layers; cannot fail. */
void demand_add_wires(const struct tile_graph *graph, int32_t *use, uint32_t net,
                      const struct wire *wires, uint32_t count, int sign);

/* Only half tracks at one tile of demand_halves; cannot fail. */
void demand_add_half(const struct tile_graph *graph, int32_t *use, cell_t tile, int sign);
