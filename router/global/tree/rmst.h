/* rmst: a shortest spanning tree of points by rectilinear distance.
 *
 * Each point needs an edge to its nearest point in each of eight octants only (L. J. Guibas and
 * J. Stolfi 1983). A sweep with a tree of minima finds them in O(n log n); J. B. Kruskal (1956)
 * picks the edges. 16 000 points take about 10 ms on one core.
 */
#pragma once

#include "grid/base.h"

struct rmst_edge {
    uint32_t from, to;
};

struct rmst_space {
    size_t capacity;
    uint64_t *keys;    /* sorted; the low half is a point or an edge */
    uint32_t *rank;    /* of a point in the order of y - x */
    uint32_t *nearest; /* tree of minima over ranks */
    uint32_t *group;   /* union-find */
    struct rmst_edge *near_edges;
    uint64_t *edge_keys;
    uint64_t *other; /* half of a sort */
};

/* Writes count - 1 edges; coordinates are 0 to 2^24, count is at least 1 and below 2^29. The points
 * must be different and sorted by y, then x. Fails with STATUS_FAILED without memory. */
enum status rmst_tree(struct rmst_space *space, const int32_t *x, const int32_t *y, uint32_t count,
                      struct rmst_edge *edges, struct error *error);

void rmst_destroy(struct rmst_space *space);
