/* cut: borders that too many nets have to cross: lower bounds of the overflow.
 *
 * A cut is the border of a box of tiles, over all layers. Each net with a pin inside and a pin
 * outside takes at least its demand on one layer from the edges that cross the border, so the
 * overflow of any result is at least demand - capacity there. The bounds of cuts without a common
 * edge add up.
 *
 * A pin counts if all its access points are in one column of tiles; nets without wires do not. */
#pragma once

#include "grid/capacity/tile_graph.h"

struct cut {
    struct box box;
    int64_t demand, capacity; /* units: of the nets; of the edges across the border */
    int64_t over;             /* lower bound of the overflow there, in units; may be negative */
};

/* The pins by column of tiles, to measure cuts. All zero: empty. */
struct cuts {
    const struct tile_graph *graph;
    uint32_t *first;  /* [width * height + 1] */
    uint32_t *net;    /* of each pin, by column */
    uint32_t *counts; /* [nets] pins that count */
    uint32_t *inside; /* [nets] workspace, all 0 */
    uint32_t *demand; /* [nets] least demand */
    uint32_t unit;    /* the demand of all nets in all layers; 0: they differ */
    bool *used;       /* [tiles] edges of cuts that cuts_prove has added up */
};

/* Fails with STATUS_FAILED without memory. The graph must outlive *cuts. O(pins + columns). */
enum status cuts_create(struct cuts *cuts, const struct tile_graph *graph, struct error *error);

void cuts_destroy(struct cuts *cuts); /* accepts a zeroed one */

/* The cut of the largest `over` that local search finds across the edge at this tile: it moves one
 * side at a time of boxes with one end of the edge inside. Some hundred measurements. */
struct cut cuts_find(const struct cuts *cuts, cell_t edge);

/* Lower bound of the overflow of any result, in units: the sum over cuts without a common edge,
 * found from the `count` edges in their order. *worst, if not NULL, is the first of them with
 * overflow (else its demand is 0). */
int64_t cuts_prove(struct cuts *cuts, const cell_t *edges, size_t count, struct cut *worst);
