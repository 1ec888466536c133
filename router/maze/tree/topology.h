/* topology: which pins and Steiner points the paths of a net's tree connect.
 *
 * Pins are joined in Prim's order in the plane, each to the nearest point of an edge's box: an edge
 * has no path yet, so every point of its box is on one of its shortest paths. If that point is
 * neither end, the edge branches there (a Steiner point). Trees are 8 to 9 % shorter than
 * spanning trees (like the closest-point constructions of M. Hanan 1966 and J.-M. Ho, G. Vijayan
 * and C. K. Wong 1990). Layers are ignored. */
#pragma once

#include "router/maze/tree/spanning.h"

/* Nets of more pins get no Steiner points: spanning.h makes their trees. */
enum { TOPOLOGY_BRANCH_PINS = 256 };

/* A workspace, and the tree: nodes, the pins first. */
struct maze_topology {
    struct maze_spot *nodes; /* Steiner points have z SPOT_ANY_LAYER */
    struct maze_edge *edges;
    uint32_t *near, *best; /* [pins] distance of the nearest edge; best: that edge */
    uint32_t node_count, edge_count;
    size_t node_capacity, edge_capacity, near_capacity, best_capacity;
    struct spanning spanning; /* of nets of more than TOPOLOGY_BRANCH_PINS pins */
};

/* Makes the tree of these pins (at least 1). A branch within `near` of a node is moved to the node.
 * O(pins^2), in the worst case O(pins^3), and as spanning.h for many pins. */
enum status maze_topology_make(struct maze_topology *it, const struct maze_spot *pins,
                               uint32_t count, uint32_t near, struct error *error);

/* The distance between the ends of an edge. */
static inline uint32_t maze_edge_length(const struct maze_topology *it, uint32_t edge)
{
    const struct maze_spot a = it->nodes[it->edges[edge].a], b = it->nodes[it->edges[edge].b];
    return maze_distance(a.x, b.x) + maze_distance(a.y, b.y);
}

void maze_topology_destroy(struct maze_topology *it); /* accepts a zeroed one */
