/* many_pins: indexes for growing a net, which may have many pins: a loop over all of them per step
 * would take most of the time. Finds the shortest edge that leaves the tree, and the pins of a
 * cell. */
#pragma once

#include "router/maze/tree/topology.h"

/* A workspace. Zeroed, it is empty. */
struct many_pins {
    const struct maze_topology *tree;
    uint32_t *first, *edges; /* of node n: edges[first[n]] .. edges[first[n + 1] - 1] */
    struct ranked *leading;  /* heap of edges with an end in the tree, by length and number */
    uint64_t *cells;         /* [cell_count] all pins as cell << 32 | pin, in ascending order */
    uint32_t leading_count, cell_count;
    size_t first_capacity, edge_capacity, leading_capacity, cell_capacity;
};

/* Makes the indexes for a net's topology, which it borrows. O(pins log pins). */
enum status many_pins_begin(struct many_pins *it, const struct maze_topology *tree,
                            const struct maze_map *map, const struct maze_spot *pins,
                            uint32_t count, struct error *error);
void many_pins_destroy(struct many_pins *it); /* accepts a zeroed one */

/* Records that a node has been joined. O(its edges x log pins). */
void many_pins_joined(struct many_pins *it, uint32_t node);

/* Finds the shortest edge with one joined end (ties: the lowest number). False: none. */
bool many_pins_edge(struct many_pins *it, const uint8_t *joined, uint32_t *edge);

/* Finds the pins of this cell: the lower halves of *pins. Returns their number. O(log pins). */
uint32_t many_pins_at(const struct many_pins *it, uint32_t cell, const uint64_t **pins);
