/* exchange: makes a net's tree cheaper, path by path.
 *
 * The pins and branching cells of a tree are joined by paths. One of them is removed, and the
 * cheapest path between the two parts takes its place, which may start and end anywhere in them
 * (key-path exchange: M. G. A. Verhoeven, M. E. M. Severens and E. H. L. Aarts 1996). That is
 * repeated until no path can be exchanged for a cheaper one. A path is searched only as far as it
 * can be cheaper than the old one, so a search is short. */
#pragma once

#include "router/maze/tree/search.h"

enum {
    EXCHANGE_PINS_MAX = 64,    /* nets of more pins keep their trees, to bound the time */
    EXCHANGE_CELLS_MAX = 4096, /* the same for trees of more cells */
};

enum exchange_side { SIDE_NONE, SIDE_NEAR, SIDE_FAR };

/* A cell of the tree. Parents come before their children. */
struct exchange_cell {
    uint32_t cell, parent; /* the root is its own parent */
    uint32_t children;
    bool is_pin;
    bool is_link;            /* parent and cell belong to one pin on all layers: not a step */
    enum exchange_side side; /* of the path that is exchanged */
};

struct exchange_edge {
    uint32_t a, b;
    bool is_link;
};

/* A workspace. Zeroed, it is empty. */
struct maze_exchange {
    struct exchange_cell *cells, *spare; /* [count] */
    struct exchange_edge *edges;         /* [edge_count] */
    uint32_t *first, *next, *stack;      /* edges of each cell; to find parents and children */
    uint32_t count, edge_count;
    size_t cell_capacity, spare_capacity, edge_capacity, first_capacity, next_capacity,
        stack_capacity;
};

/* A tree: the net's pins, and its paths as in struct maze_net. */
struct exchange_tree {
    const struct maze_spot *pins;
    uint32_t pin_count;
    const uint32_t *path;
    uint32_t count;
};

/* Exchanges paths of a tree that is not in the map. The search must have begun in the net's window,
 * with all pins open. *found: the tree is cheaper now; the search's `path` is the new tree. */
enum status maze_exchange(struct maze_exchange *it, struct maze_search *search,
                          const struct exchange_tree *tree, bool *found, struct error *error);

void maze_exchange_destroy(struct maze_exchange *it); /* accepts a zeroed one */
