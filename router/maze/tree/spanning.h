/* spanning: the shortest tree that joins many places, without branches, in Prim's order (R. C. Prim
 * 1957). For each joined place, the nearest place that is not joined is found in a tree of boxes
 * (J. L. Bentley 1975), from which joined places are removed.
 *
 * The next place is the nearest to the tree (ties: the lowest number), joined to its nearest place
 * (ties: the one joined first). */
#pragma once

#include "router/search/heap.h"
#include "router/maze/tree/search.h"

struct maze_edge {
    uint32_t a, b; /* nodes */
};

/* The places of a range of `order`, and how many of them are not joined. */
struct spanning_box {
    struct box box;
    uint32_t left;
};

/* A workspace. Zeroed, it is empty. */
struct spanning {
    const struct maze_spot *places;
    uint32_t *order;            /* [places] by box */
    uint32_t *where;            /* [places] in order */
    uint32_t *joined;           /* [places] in the order in which they were joined */
    struct ranked *next;        /* [places] heap of (distance, place to join, index in joined) */
    struct spanning_box *boxes; /* a binary tree: children of i are 2 i + 1 and 2 i + 2 */
    uint32_t count, next_count;
    size_t order_capacity, where_capacity, joined_capacity, next_capacity, box_capacity;
};

/* Writes edges 1 .. count - 1, each from a joined place to the one that it joins; place 0 is the
 * first. About O(count log count), per group if the places form groups far apart. */
enum status spanning_make(struct spanning *it, const struct maze_spot *places, uint32_t count,
                          struct maze_edge *edges, struct error *error);
void spanning_destroy(struct spanning *it); /* accepts a zeroed one */
