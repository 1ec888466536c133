/* layout_tiles: the tile graph of a layout.
 *
 *     track  ---|-------[=====]--|------------|---
 *               |       shape    |            |
 *             middle            edge        middle
 *
 * The capacity of an edge is the sum of the free parts of the tracks between the middles of its two
 * tiles, over the distance of the middles, times the share of the layer. A tile is TILES_PITCHES
 * pitches of the third routing layer wide and high, or a cell of GCELLGRID; larger if the die would
 * have too many. A part of a track is free if no obstruction, blockage, pin, fixed wire or special
 * wiring with its spacing covers it. The lowest layer has no capacity: pins take it. Layers are
 * routing levels.
 *
 * The nets are those of NETS with two pins or more that have metal, each with the number of its net
 * in the layout as `id`; a pin is in the tile of the middle of its first shape. */
#pragma once

#include "grid/capacity/tile_graph.h"
#include "grid/layout/shape.h"

enum { TILES_PITCHES = 15, CROSSING_NETS = 5 };

/* A straight line between tiles, through the die, that nets have to cross. */
struct crossing {
    bool vertical;               /* the line is x = at, else y = at */
    int32_t at;                  /* in units */
    uint32_t nets, tracks;       /* that cross it: nets with pins on both sides; free tracks */
    uint32_t net[CROSSING_NETS]; /* the first of these nets, of the layout */
};

struct tiling {
    const bool *skip;     /* by net of the layout: left out; or NULL */
    uint32_t first, last; /* levels with capacity */
    uint32_t pitches;     /* side of a tile; 0: a cell of GCELLGRID, or TILES_PITCHES */
};

/* *worst: the line with the most nets per free track. Lines that no free track of the layout could
 * cross are left out. Fails without memory. Destroy the graph in any case. O(tiles + shapes *
 * tracks that one covers). */
enum status layout_tiles_make(struct tile_graph *graph, struct crossing *worst,
                              const struct layout *layout, const struct tiling *how,
                              struct error *error);

/* The place of a tile, in units of the layout. */
static inline struct layout_rect layout_tile(const struct tile_graph *graph, cell_t cell)
{
    const int64_t x = graph->origin[0] + graph->tile[0] * grid_x(&graph->grid, cell);
    const int64_t y = graph->origin[1] + graph->tile[1] * grid_y(&graph->grid, cell);
    return (struct layout_rect){(int32_t)x, (int32_t)y, (int32_t)(x + graph->tile[0]),
                                (int32_t)(y + graph->tile[1])};
}
