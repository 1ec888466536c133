/* tree: the wires and vias of one net.
 *
 * A tree grows pin by pin from the net's first pin: each search leads from all of the tree to the
 * pin that is nearest to it. A pin that is reached joins the tree with all its accesses, for its
 * metal connects them.
 */
#pragma once

#include "router/detail/net/search.h"

#define NET_TREE_ROOT UINT32_MAX /* the net's first pin, where a path starts */

struct net_tree_wire { /* between two nodes of a layer that share a column or a row */
    uint16_t layer;
    uint16_t class; /* of the net, or 0: narrow */
    uint16_t ix0, iy0, ix1, iy1;
};

struct net_tree_via { /* on a node of the layer below it */
    uint16_t cut;
    uint16_t variant;
    uint16_t ix, iy;
};

/* What joined one pin: its wires and vias are the tree's from these on, as far as the next path's.
 */
struct net_tree_path {
    size_t wires, vias;
    uint32_t pin;  /* of the net, from 0 */
    uint32_t from; /* the path that it starts at, or NET_TREE_ROOT */
};

struct net_tree {
    struct net_tree_wire *wires;
    size_t wire_count, wire_room;
    struct net_tree_via *vias;
    size_t via_count, via_room;
    struct net_tree_path *paths; /* in the order in which they were found */
    size_t path_count, path_room;
    bool complete; /* all pins are connected */
};

/* What growing needs; made once, used for net after net. */
struct grower {
    struct lattice *lattice;
    const struct access *access;
    struct detail_search *search;
    struct access_spot *spots; /* of the tree so far */
    size_t spot_count, spot_room;
    uint32_t *from; /* by spot: the path that it came with, or NET_TREE_ROOT */
    size_t from_room;
    int32_t *far; /* by pin of the net: distance to the tree */
    size_t far_room;
};

enum status grower_create(struct grower *grower, struct lattice *lattice,
                          const struct access *access, struct error *error);
void grower_destroy(struct grower *grower);

/* Grows the tree of a net (take its counts away before). With costs->keep those paths of a
 * complete tree stay that
 * are in no conflict and start at what stays; else it is made anew. If a pin cannot be reached, the
 * tree is left empty and not complete. Its counts are not added. Nothing outside the window is
 * used; without one (NULL) searches look near the pins first, then on all of the die. */
enum status net_tree_grow(struct net_tree *tree, struct grower *grower, const struct costs *costs,
                          uint32_t net, const struct layout_rect *window, struct error *error);

/* The box about the nodes of all its wires and vias; empty if there are none. */
struct layout_rect net_tree_extent(const struct net_tree *tree, const struct lattice *lattice);

/* The box about the accesses of a pin; empty if there are none. */
struct layout_rect net_tree_pin(const struct lattice *lattice, const struct access *access,
                                uint32_t pin);

/* The box about all accesses of a net's pins; empty if there are none. */
struct layout_rect net_tree_pins(const struct lattice *lattice, const struct access *access,
                                 uint32_t net);

/* Adds or takes away the counts of all its wires and vias. */
void net_tree_count(const struct net_tree *tree, struct lattice *lattice, int32_t by);

/* Conflicts of a tree whose counts are not in the lattice: nodes and vias where others are too
 * near. Each gathers `toll`. */
size_t net_tree_conflicts(const struct net_tree *tree, struct lattice *lattice, int32_t toll);

/* The same of one of its wires or vias. */
size_t net_tree_wire_conflicts(const struct net_tree_wire *wire, struct lattice *lattice,
                               int32_t toll);
size_t net_tree_via_conflicts(const struct net_tree_via *via, struct lattice *lattice,
                              int32_t toll);

void net_tree_destroy(struct net_tree *tree);
