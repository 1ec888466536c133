/* tree_path: the path between two cells of a pruned tree.
 *
 * Both ends climb towards the root in turn, one step each, and mark their cells. The first climb
 * that meets the other's mark has found where the branches join; the path is the two climbs up to
 * there. The only simple path of a tree is the shortest, and the canonical one.
 *
 *     s s s * . . root      * where they meet; cells above it are not visited
 *         t t
 *
 * Time: 5 to 8 ns per cell of the longer branch, 0.2 to 0.5 ns in straight corridors. Memory: 4
 * bytes per cell of the branches (half a byte in straight corridors) and 4 bytes per corner. */
#pragma once

#include "router/wave/corridor/adjacency.h"

enum tree_end {
    TREE_FOUND, /* the path is in the trace */
    TREE_APART, /* the ends are in different components: there is no path */
    TREE_CORE,  /* both climbs reached the core: it must be searched */
};

/* The climb of one end. */
struct tree_branch {
    uint32_t place;
    cell_t cell;
    unsigned last;    /* direction of the last step, as a bit; 0: none yet */
    cell_t *turns;    /* the first cell, and each cell where the direction changes */
    uint32_t *marked; /* places with this end's mark */
    uint32_t *rows;   /* rows of tiles (place / 8) with the mark in all eight places */
    size_t turn_count, marked_count, row_count;
    size_t turns_capacity, marked_capacity, rows_capacity;
};

struct tree_path {
    struct tree_branch branches[2];
};

/* Looks for the path between two open cells of a pruned map, which is unchanged afterwards. With
 * TREE_FOUND the knots are appended to the trace and *cost is the length. path: a workspace, zeroed
 * before its first use. Fails only without memory. */
enum status tree_path_find(struct tree_path *path, struct adjacency *adj, cell_t source,
                           cell_t target, struct trace *trace, enum tree_end *end, cost_t *cost,
                           struct error *error);

size_t tree_path_bytes(const struct tree_path *path);

/* Accepts a zeroed struct. */
void tree_path_destroy(struct tree_path *path);
