/* tree_path: the one path between two cells of a raked tree.
 *
 * Both ends climb toward the root, one step each in turn, and mark the cells. The first climb that
 * comes to a cell with the other's mark has found where the two branches join, and the two climbs
 * up to that cell are the path. Cells above it are not visited, so the cost is at most twice that
 * of the longer branch:
 *
 *     s s s * . . root      * where they meet; the cells above it are never looked at
 *         t t
 *
 * A simple path in a tree is the only one, so it is the shortest, and the canonical one.
 *
 * Cost: 5 to 8 ns a cell of the longer branch; straight corridors 0.2 to 0.5 ns. Memory: 4 bytes a
 * cell of the branches, of straight corridors half a byte, and 4 bytes a corner.
 */
#pragma once

#include "router/wave/corridor/ways.h"

enum tree_end {
    TREE_FOUND, /* the path is in the trace */
    TREE_APART, /* the ends lie in different components: there is no path */
    TREE_CORE,  /* both climbed to the core: a search must go on there */
};

/* One end's climb. */
struct tree_branch {
    uint32_t place;
    cell_t cell;
    unsigned last;    /* direction of the last step, as a bit; 0: none yet */
    cell_t *turns;    /* the first cell, and each where the direction changes */
    uint32_t *marked; /* places that have this end's mark */
    uint32_t *rows;   /* rows of tiles (place / 8) that have it in all eight places */
    size_t turn_count, marked_count, row_count;
    size_t turns_capacity, marked_capacity, rows_capacity;
};

struct tree_path {
    struct tree_branch branches[2];
};

/* Looks for the path from a source to a target, both with their ways or roots. Where it is found
 * its knots are appended to the trace and *cost is its length. The ways are as before, afterwards.
 * path: a workspace, zeroed before its first use. Fails only for memory. */
enum status tree_path_find(struct tree_path *path, struct ways *ways, cell_t source, cell_t target,
                           struct trace *trace, enum tree_end *end, cost_t *cost,
                           struct error *error);

size_t tree_path_bytes(const struct tree_path *path);

/* Frees what it owns. Accepts a zeroed struct. */
void tree_path_destroy(struct tree_path *path);
