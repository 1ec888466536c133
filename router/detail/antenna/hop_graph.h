/* hop_graph: the tree of a net as a graph, to cut it in one place and to join it in another.
 *
 *     nodes   [ pin 0 | pin 1 | ... | spot | spot | ... ]   spots: of wires and vias, ascending
 *     edges   a step of a wire to the next line, a via, or a spot that is an access of a pin
 *
 * The level of an edge is the highest routing layer that it needs: of a wire its layer, of a via
 * the layer above, of a pin 0. */
#pragma once

#include "router/detail/net/net_tree.h"

enum hop_edge_kind { HOP_PIN, HOP_WIRE, HOP_VIA };

struct hop_edge {
    uint32_t a, b; /* nodes; of a via: below, above */
    uint32_t level;
    int32_t length;  /* of a wire, in units */
    uint8_t kind;    /* enum hop_edge_kind */
    uint8_t class;   /* of a wire */
    uint8_t variant; /* of a via */
    bool gone;
};

struct hop_graph {
    struct lattice *lattice;
    const struct access *access;
    uint32_t net, pins; /* number of pins of the net */
    struct access_spot *spots;
    uint32_t spot_count, sorted; /* spots of joined paths follow the `sorted` ones */
    size_t spot_room;
    struct hop_edge *edges;
    uint32_t edge_count;
    size_t edge_room;
    uint32_t *first, *at; /* edges of node n: at[first[n]] .. at[first[n + 1] - 1] */
    /* Result of hop_graph_reach: */
    uint32_t *order; /* [reached]: nodes in the order of a breadth-first search */
    uint32_t *via;   /* [nodes] edge that led to it; TECH_NONE: start; HOP_FAR: not reached */
    uint32_t reached;
};

#define HOP_FAR (UINT32_MAX - 1)

static inline uint32_t hop_graph_nodes(const struct hop_graph *graph)
{
    return graph->pins + graph->spot_count;
}

static inline struct access_spot hop_graph_spot(const struct hop_graph *graph, uint32_t node)
{
    assert(node >= graph->pins && node < hop_graph_nodes(graph));
    return graph->spots[node - graph->pins];
}

/* Makes the graph of a tree; graph: zeroed, or of an earlier tree. Fails without memory, like all
 * functions here; destroy it in any case. O(nodes log nodes). */
enum status hop_graph_make(struct hop_graph *graph, struct grower *grower, uint32_t net,
                           const struct net_tree *tree, struct error *error);
void hop_graph_destroy(struct hop_graph *graph);

/* Lists the edges of each node again, after hop_graph_join. */
enum status hop_graph_relink(struct hop_graph *graph, struct error *error);

/* Searches from a node over edges up to a level, without those that are gone. */
void hop_graph_reach(struct hop_graph *graph, uint32_t from, uint32_t level);

/* Adds the steps of a path between two spots of the graph, and marks edges that lead nowhere as
 * gone. The lists of edges by node are not valid afterwards. */
enum status hop_graph_join(struct hop_graph *graph, const struct detail_step *path, size_t length,
                           struct error *error);

/* Replaces the wires and vias of the tree by those of the graph. */
enum status hop_graph_write(const struct hop_graph *graph, struct net_tree *tree,
                            struct error *error);
