/* pattern: the cheapest way to wire a tree with L-shaped edges over all layers.
 *
 * A dynamic program over (node, layer): from the leaves to the root, the least price of a node's
 * part of the tree if the wire to its parent leaves the node on that layer. An edge is a straight
 * run or an L with a stack of vias at its corner; a node is a stack of vias that reaches its pins
 * and the wires of all its edges. A run costs two reads of the sums (planes.h).
 *
 * Time per edge: about (layers / 2)^2 * 2 corners. Memory: 16 bytes per node and layer. */
#pragma once

#include "router/global/shape.h"
#include "router/global/tree/topology.h"

/* Pins of a net at one place. */
struct pattern_point {
    uint32_t x, y;
    uint8_t low, high; /* layers of the pins */
};

/* The best choice at a node, for one layer of the wire to its parent. */
struct pattern_choice {
    uint64_t least;    /* price of the node's part of the tree */
    uint8_t low, high; /* layers of the stack of vias at the node */
    uint8_t layer;     /* the layer on which the edge leaves the node, for a layer at its parent */
};

/* Memory of one thread. */
struct pattern {
    struct topology tree;
    struct pattern_point *points;
    size_t points_capacity;
    struct maze_spot *spots;        /* of the points */
    uint32_t *first;                /* by node: its first child; [nodes + 1] */
    uint32_t *tiles, *at_layer;     /* by node: its tile of the shape, and the layer there */
    struct pattern_choice *choices; /* [node * layers + layer] */
    uint64_t *edges; /* price of the edge to the parent and all beyond it, by layer at the parent */
    size_t spots_capacity, first_capacity, tiles_capacity, at_layer_capacity, choices_capacity,
        edges_capacity;
    bool failed; /* without memory */
};

/* Wires a net at the present prices; shape becomes its tree. A net of one place becomes a stack.
 * Fails with STATUS_FAILED without memory, and with STATUS_UNROUTED if no layer reaches a pin. */
enum status pattern_route(struct pattern *pattern, const struct planes *planes, uint32_t net,
                          struct net_shape *shape);

void pattern_destroy(struct pattern *pattern); /* accepts a zeroed one */
