/* topology: a short rectilinear Steiner tree over the pins of a net.
 *
 * Up to EXACT_POINTS pins the tree is a shortest one (exact.h). Above, a shortest spanning tree
 * (router/maze/tree/spanning.h) is improved: each neighbourhood of a few nodes is replaced by its
 * shortest tree. Such trees are about 1 % longer than the shortest at 20 pins. Memory grows as the
 * pins.
 *
 *     struct topology tree = {0};
 *     status = topology_build(&tree, spots, count, error);
 *     for (i = 1; i < tree.count; i++)
 *         edge from node tree.nodes[i].parent to node i
 *     topology_destroy(&tree);
 */
#pragma once

#include "router/global/tree/exact.h"
#include "router/maze/tree/spanning.h"

#define TOPOLOGY_NONE UINT32_MAX

enum { TOPOLOGY_SEEN = 64 /* neighbourhoods that are not looked at again */ };

struct topology_node {
    int32_t x, y;
    uint32_t parent; /* a node before this one; TOPOLOGY_NONE for node 0, in the tree's middle */
    uint32_t pin;    /* the pin here, or TOPOLOGY_NONE */
};

/* The tree while it is changed: a list of half edges for each node. Half edges h and h ^ 1 are one
 * edge; half[h ^ 1].to is the node whose list has h. */
struct topology_graph {
    uint32_t nodes, halves, free_half;
    struct topology_place {
        int32_t x, y;
        uint32_t first; /* half edge; TOPOLOGY_NONE: no edge */
    } * at;
    struct topology_half {
        uint32_t next, to;
    } * half;
    size_t at_capacity, half_capacity;
};

/* A tree, and the memory to make the next one; one per thread. */
struct topology {
    uint32_t count;
    struct topology_node *nodes;

    struct topology_graph graph;
    struct maze_edge *edges;
    uint32_t *order; /* old numbers of nodes; part of a neighbourhood */
    uint32_t *mark;
    uint64_t seen[TOPOLOGY_SEEN]; /* hashes of the points of neighbourhoods */
    uint32_t looks;               /* entries of `seen` so far, oldest replaced first */
    size_t nodes_capacity, edges_capacity, order_capacity, mark_capacity;
    struct spanning spanning;
    struct exact_space *exact;
};

/* Replaces the tree by that of `count` pins, at least 1, at different places. Fails with
 * STATUS_FAILED without memory. */
enum status topology_build(struct topology *tree, const struct maze_spot *spots, uint32_t count,
                           struct error *error);

void topology_destroy(struct topology *tree);
