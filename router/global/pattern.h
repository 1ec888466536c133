/* pattern: the cheapest way to wire a tree with edges of one to three runs over all layers.
 *
 * A dynamic program over (node, layer): from the leaves to the root, the least price of a node's
 * part of the tree if the wire to its parent leaves the node on that layer. pattern_rules.h has the
 * choices and their prices, which kernels share. A run costs two reads of the sums (planes.h). The
 * result is the cheapest wiring of the tree, except that the wire to a child is chosen before the
 * one to the parent: if both run on one layer, half tracks are saved once, not twice.
 *
 * Time per edge: about (layers / 2)^2 * 2 corners, 16 times as much where Z may pay. Memory: 16
 * bytes per node and layer. */
#pragma once

#include "router/global/pattern_rules.h"
#include "router/global/shape.h"
#include "router/global/tree/topology.h"

/* Pins of a net at one place. */
struct pattern_point {
    uint32_t x, y;
    uint8_t low, high; /* layers of the pins */
};

/* Memory of one thread. */
struct pattern {
    struct topology tree;
    struct pattern_point *points;
    struct maze_spot *spots;    /* of the points */
    struct pattern_node *nodes; /* [count + 1] of pattern_tree */
    uint32_t count;
    struct pattern_wiring *wiring;
    uint32_t *tiles;                 /* by node: its tile of the shape */
    uint64_t *node_keys, *edge_keys; /* [node * layers + layer] */
    size_t points_capacity, spots_capacity, nodes_capacity, wiring_capacity, tiles_capacity,
        node_keys_capacity, edge_keys_capacity;
    bool failed; /* without memory */
};

struct pattern_view pattern_view_of(const struct planes *planes);

/* Makes the tree of a net: `nodes`, whose last one, behind them, ends the children. Fails with
 * STATUS_FAILED without memory. */
enum status pattern_tree(struct pattern *pattern, const struct planes *planes, uint32_t net);

/* Wires a tree at the present prices. False without memory (sets `failed`), or if no layer reaches
 * a pin. */
bool pattern_wire(struct pattern *pattern, const struct pattern_view *view,
                  const struct pattern_node *nodes, uint32_t count, struct pattern_wiring *wiring);

/* The shape becomes the tree of tiles of a wired net; a net of one place becomes a stack. Fails
 * with STATUS_FAILED without memory. */
enum status pattern_shape(struct pattern *pattern, const struct planes *planes, uint32_t net,
                          const struct pattern_node *nodes, uint32_t count,
                          const struct pattern_wiring *wiring, struct net_shape *shape);

/* All three for one net. Fails with STATUS_FAILED without memory, and with STATUS_UNROUTED if no
 * layer reaches a pin. */
enum status pattern_route(struct pattern *pattern, const struct planes *planes, uint32_t net,
                          struct net_shape *shape);

void pattern_destroy(struct pattern *pattern); /* accepts a zeroed one */
