/* topology: the places that a net's tree joins, and where it branches.
 *
 * Pins are joined in Prim's order in the plane, each to the nearest point of an edge's box: an edge
 * is not laid yet, so every point of its box is on one of its shortest ways. If that point is
 * neither end, the edge branches there (a Steiner point). Trees are some 8 to 9 % shorter than
 * spanning trees (like the closest-point constructions of M. Hanan 1966 and J.-M. Ho, G. Vijayan
 * and C. K. Wong 1990). Layers are ignored.
 */
#pragma once

#include "router/maze/tree/spanning.h"

enum {
    TOPOLOGY_BRANCH_PINS = 256, /* nets of more pins get no Steiner points */
    TOPOLOGY_LOOP_PINS = 512,   /* those of more get their edges from `spanning`, the same ones */
};

/* A workspace, and the tree: nodes, the pins first. */
struct maze_topology {
    struct maze_spot *nodes; /* Steiner points have z SPOT_ANY_LAYER */
    struct maze_edge *edges;
    uint32_t *near, *best; /* of a pin not joined: distance, edge */
    uint32_t node_count, edge_count;
    size_t node_capacity, edge_capacity, near_capacity, best_capacity;
    struct spanning spanning; /* of nets of many pins */
};

C_NAMES_BEGIN

/* Makes the tree of these pins (at least 1). `branch` false: without Steiner points. A branch that
 * would be up to `near` from a node is made there. O(pins^2), at worst with branches O(pins^3);
 * that of spanning.h for many pins. */
enum status maze_topology_make(struct maze_topology *it, const struct maze_spot *pins,
                               uint32_t count, bool branch, uint32_t near, struct error *error);
/* The distance of the ends of an edge. */
static inline uint32_t maze_edge_length(const struct maze_topology *it, uint32_t edge)
{
    const struct maze_spot a = it->nodes[it->edges[edge].a], b = it->nodes[it->edges[edge].b];
    return maze_distance(a.x, b.x) + maze_distance(a.y, b.y);
}

void maze_topology_destroy(struct maze_topology *it); /* accepts a zeroed one */

C_NAMES_END
