/* tile_net: judges the wires of one net: are they connected, do they reach the pins, and have they
 * loops, repeated steps or dangling ends? For grid/check/capacity.
 *
 * Runs of one track and via stacks of one column that overlap or touch are united. A run and a
 * stack meet where the stack passes the run's layer inside the run. With r runs, s stacks, m
 * meetings and c connected pieces, the net has m - r - s + c loops. */
#pragma once

#include "grid/capacity/tile_routes.h"

/* A united run or stack. */
struct tile_piece {
    uint64_t line;     /* number of its track or column */
    uint32_t from, to; /* positions along the line: x or y of a run, layers of a stack */
    uint32_t root;     /* union-find: another piece, or itself */
};

/* Workspace of one thread, and its result for the last net. All zero: empty. */
struct tile_net_check {
    struct tile_piece *pieces; /* runs, then stacks; each sorted by line and from */
    size_t pieces_capacity;
    size_t runs, stacks;
    cell_t *bare; /* tiles that a stack leaves upward and in whose layer no run covers them */
    size_t bare_count, bare_capacity;
    cell_t *pins; /* access points of the net, sorted */
    size_t pins_capacity;
    uint64_t loops, repeated, dangling;
    bool joined;
    uint32_t missed; /* index in the net of the first pin that is not reached; UINT32_MAX: none */
};

void tile_net_check_destroy(struct tile_net_check *it); /* accepts a zeroed one */

/* Judges a net with these wires, at least one. O(n log n) for n wires and via steps. */
enum status tile_net_check(struct tile_net_check *it, const struct tile_graph *graph, uint32_t net,
                           const struct wire *wires, uint32_t count, struct error *error);
