/* topology: which places a net's tree joins, and where it branches.
 *
 * Pins are joined in Prim's order in the plane, each to the nearest point of an edge's box: an edge
 * is not laid yet, so every point of its box is on one of its shortest ways. Where that point is
 * neither end, the edge branches there (a Steiner point). Trees are some 8 to 9 % shorter than
 * spanning trees (like the closest-point constructions of M. Hanan 1966 and J.-M. Ho, G. Vijayan
 * and C. K. Wong 1990). Layers are not looked at.
 */
#pragma once

#include "router/chip/net/spanning.h"

enum {
    TOPOLOGY_BRANCH_PINS = 256, /* nets of more pins get no Steiner points */
    TOPOLOGY_LOOP_PINS = 512,   /* those of more get their edges from `spanning`, the same ones */
};

/* A workspace, and the tree: nodes, the pins first. */
struct chip_topology {
    struct chip_spot *nodes; /* Steiner points have z SPOT_ANY_LAYER */
    struct chip_edge *edges;
    uint32_t *near, *best; /* of a pin not joined: distance, edge */
    uint32_t node_count, edge_count;
    size_t node_capacity, edge_capacity, near_capacity, best_capacity;
    struct spanning spanning; /* of nets of many pins */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the tree of these pins (at least 1). `branch` false: without Steiner points. A branch that
 * would be up to `near` from a node is made there. O(pins^2), at worst with branches O(pins^3);
 * that of spanning.h for many pins. */
enum status chip_topology_make(struct chip_topology *it, const struct chip_spot *pins,
                               uint32_t count, bool branch, uint32_t near, struct error *error);
/* How far the ends of an edge are apart. */
static inline uint32_t chip_edge_length(const struct chip_topology *it, uint32_t edge)
{
    const struct chip_spot a = it->nodes[it->edges[edge].a], b = it->nodes[it->edges[edge].b];
    return chip_distance(a.x, b.x) + chip_distance(a.y, b.y);
}

void chip_topology_destroy(struct chip_topology *it); /* accepts a zeroed one */

#ifdef __cplusplus
}
#endif
