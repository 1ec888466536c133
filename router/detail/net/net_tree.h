/* net_tree: the wires and vias of one net.
 *
 * A tree grows pin by pin from the net's first pin: each search leads from the whole tree to the
 * nearest missing pin. All accesses of a connected pin belong to the tree, as the pin's metal
 * connects them.
 */
#pragma once

#include "router/detail/net/search.h"

#define NET_TREE_ROOT UINT32_MAX /* the net's first pin, where a path starts */

/* A wire between two nodes of a layer that share a column or a row. */
struct net_tree_wire {
    uint16_t layer;
    uint16_t class; /* of the net, or 0: narrow */
    uint16_t ix0, iy0, ix1, iy1;
};

/* A via; ix, iy: its node on the layer below. */
struct net_tree_via {
    uint16_t cut;
    uint16_t variant;
    uint16_t ix, iy;
};

/* The path to one pin. */
struct net_tree_path {
    size_t wires, vias; /* its first ones */
    uint32_t pin;       /* of the net, from 0 */
    uint32_t from;      /* the path that it starts at, or NET_TREE_ROOT */
    bool is_free;       /* net_tree_conflicts found none in it */
};

struct net_tree {
    struct net_tree_wire *wires;
    size_t wire_count, wire_room;
    struct net_tree_via *vias;
    size_t via_count, via_room;
    struct net_tree_path *paths; /* in the order of searches */
    size_t path_count, path_room;
    bool complete;     /* all pins are connected */
    uint32_t failures; /* searches of the whole die that found no way through any conflict */
    uint64_t own;      /* sum of its own counts at its nodes and via sites, once it is counted */
};

/* The workspace of one thread for growing trees. */
struct grower {
    struct lattice *lattice;
    const struct access *access;
    struct detail_search *search;
    struct access_spot *spots; /* of the tree so far */
    size_t spot_count, spot_room;
    uint32_t *from; /* by spot: its path, or NET_TREE_ROOT */
    size_t from_room;
    int32_t *far; /* by pin of the net: distance to the tree, -1 if connected */
    size_t far_room;
};

/* Fails without memory; destroy it in any case. */
enum status grower_create(struct grower *grower, struct lattice *lattice,
                          const struct access *access, struct error *error);
void grower_destroy(struct grower *grower);

/* Grows the tree of a net, whose counts must not be in the lattice; they are not added, either.
 * With costs->keep, paths of a complete tree that net_tree_conflicts found free stay (growing.h);
 * otherwise the old tree is dropped. With costs->frame and a window, a long connection stays near
 * the sides of the box of its pin and the nearest place of the tree, where the ways with the fewest
 * vias are: a search of all staircases inside takes many times as long. If a pin cannot be reached,
 * the tree is empty and not complete. Without strict costs, a net of class 0 that found no way on
 * the whole die several times is not searched again. Nodes outside the window are not used; if
 * window is NULL, each search is limited to the surroundings of tree and pin, then on the whole die
 * if that fails. Fails without memory. */
enum status net_tree_grow(struct net_tree *tree, struct grower *grower, const struct costs *costs,
                          uint32_t net, const struct layout_rect *window, struct error *error);

/* The search window about a box: its margin is a constant and a quarter of the half perimeter, or
 * quarter_most, in units, if that is less. */
struct layout_rect net_tree_window(const struct lattice *lattice, struct layout_rect box,
                                   int32_t quarter_most);

/* The bounding box of the nodes of wire i, or of via i - wire_count. */
struct layout_rect net_tree_piece(const struct net_tree *tree, const struct lattice *lattice,
                                  size_t i);

/* The bounding box of all nodes of wires and vias; RECT_EMPTY if there are none. */
struct layout_rect net_tree_extent(const struct net_tree *tree, const struct lattice *lattice);

/* The bounding box of the accesses of a pin; RECT_EMPTY if there are none. */
struct layout_rect net_tree_pin(const struct lattice *lattice, const struct access *access,
                                uint32_t pin);

/* The same for all pins of a net. */
struct layout_rect net_tree_pins(const struct lattice *lattice, const struct access *access,
                                 uint32_t net);

/* Adds (by = 1) or subtracts (by = -1) the counts of all wires and vias. */
void net_tree_count(struct net_tree *tree, struct lattice *lattice, int32_t by);

/* Removes all paths of a tree that is not counted. */
static inline void net_tree_empty(struct net_tree *tree)
{
    tree->complete = false;
    tree->wire_count = tree->via_count = tree->path_count = 0;
}

/* One past the last wire, and via, of a path: where those of the next path start. */
static inline size_t net_tree_wires_end(const struct net_tree *tree, size_t path)
{
    return path + 1 < tree->path_count ? tree->paths[path + 1].wires : tree->wire_count;
}

static inline size_t net_tree_vias_end(const struct net_tree *tree, size_t path)
{
    return path + 1 < tree->path_count ? tree->paths[path + 1].vias : tree->via_count;
}

/* Takes a complete tree, which must be counted, out of the lattice and empties it. */
void net_tree_rip_up(struct net_tree *tree, struct lattice *lattice);

/* True if a complete tree, which must be counted in the lattice, is in conflict with other nets. */
bool net_tree_in_conflict(const struct net_tree *tree, const struct lattice *lattice);

/* The number of conflicts of a tree whose counts are not in the lattice: nodes and via sites too
 * near to other nets. Each gains `toll` as history cost. Notes which paths have none. */
size_t net_tree_conflicts(struct net_tree *tree, struct lattice *lattice, int32_t toll);

/* The same for one wire or via. */
size_t net_tree_wire_conflicts(const struct net_tree_wire *wire, struct lattice *lattice,
                               int32_t toll);
size_t net_tree_via_conflicts(const struct net_tree_via *via, struct lattice *lattice,
                              int32_t toll);

void net_tree_destroy(struct net_tree *tree);
