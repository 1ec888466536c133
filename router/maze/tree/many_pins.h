/* many_pins: indexes for growing nets of many pins, where looking at all pins each time would take
 * most of the time: the shortest edge that leads out of the tree, and the pins of a cell.
 */
#pragma once

#include "router/maze/tree/topology.h"

struct pin_cell {
    uint32_t cell, pin;
};

/* A workspace. Zeroed, it is empty. */
struct many_pins {
    const struct maze_topology *tree;
    uint32_t *first, *edges; /* of node n: edges[first[n]] .. edges[first[n + 1] - 1] */
    struct ranked *leading;  /* length and number of edges with an end in the tree, or two */
    struct pin_cell *cells;  /* [cell_count] pins of one cell, by cell */
    uint32_t leading_count, cell_count;
    size_t first_capacity, edge_capacity, leading_capacity, cell_capacity;
};

/* Gets ready for a net's tree, which has to stay. O(pins log pins). */
enum status many_pins_begin(struct many_pins *it, const struct maze_topology *tree,
                            const struct maze_map *map, const struct maze_spot *pins,
                            uint32_t count, struct error *error);
void many_pins_destroy(struct many_pins *it); /* accepts a zeroed one */

/* A node has been joined. O(its edges x log pins). */
void many_pins_joined(struct many_pins *it, uint32_t node);

/* The shortest edge of which one end is joined, of several the first; false: none. */
bool many_pins_edge(struct many_pins *it, const uint8_t *joined, uint32_t *edge);

/* Finds the pins of this cell alone; returns their number. O(log pins). */
uint32_t many_pins_at(const struct many_pins *it, uint32_t cell, const struct pin_cell **pins);
