/* ispd: the formats of the ISPD contests in global routing. All are read as a whole
 * (grid/text/scan_whole.h); blank lines, tabs, CRLF and a missing last line end are fine.
 *
 *     1998        grid X Y / vertical capacity C / horizontal capacity C / num net N /
 *                 NAME ID PINS and a line X Y per pin, in tiles
 *     2007, 2008  grid X Y L / vertical capacity C.. / horizontal capacity C.. /
 *                 minimum width W.. / minimum spacing S.. / via spacing S.. /
 *                 X Y W H: origin and size of a tile / num net N /
 *                 NAME ID PINS [WIDTH] and a line X Y [LAYER] per pin /
 *                 number of adjustments / X Y LAYER X Y LAYER CAPACITY each
 *     2024 .cap   L X Y / wire weight, via weight, overflow weight per layer / X - 1 lengths /
 *                 Y - 1 lengths / per layer NAME DIRECTION LENGTH (0: horizontal, 1: vertical) and
 *                 Y lines of X capacities, the first of y = 0
 *     2024 .net   NAME / ( / [(layer, x, y), ...] per pin / )
 *     2025 .net   the same; a slack may follow the net's name, and the pin's name and slack may be
 *                 before or after the list. Slacks are counted, but not used.
 *
 * Everything that a file states is checked; `via spacing` and the least length of a layer have no
 * effect on any rule of the contests. A layer of 2007 and 2008 with capacity in both directions
 * becomes two layers of the graph (tile_graph.h). Files of 2007 state the spacing in a second line
 * `minimum width`. */
#pragma once

#include "grid/capacity/tile_routes.h"
#include "grid/text/scan.h"

/* Each reads an opened whole text (scan_open_whole) from its first line on, into a zeroed graph.
 * On failure the caller destroys *graph. */

/* 1998, 2007 and 2008. rules: TILES_2007 or TILES_2008 for files with layers. */
enum status ispd_read_gr(struct tile_graph *graph, enum tile_rules rules, struct scan *scan,
                         struct error *error);

/* 2024: the capacities, on at most `threads` threads. */
enum status ispd_read_cap(struct tile_graph *graph, struct scan *scan, unsigned threads,
                          struct error *error);

/* 2024 and 2025: adds the nets to a graph that ispd_read_cap made, on at most `threads` threads. */
enum status ispd_read_net(struct tile_graph *graph, struct scan *scan, unsigned threads,
                          struct error *error);

/* Results. Each net of the design has at most one entry; a net without entry is unrouted.
 *
 *     1998        NAME ID / (x,y,1)-(x,y,1) per wire, in tiles / !
 *     2007, 2008  the same in the coordinates of the input, with layers
 *     2024        NAME / ( / x y z x y z per wire, low end first, layers from 0 / )
 *     2025        the same in database units with names of layers, either end first
 *
 * Read into routes that tile_routes_create made for the graph. A wire must be straight, inside the
 * grid and in the direction of its layer; all else is STATUS_BAD_INPUT with line and column. */
enum status ispd_read_result(struct tile_routes *routes, const struct tile_graph *graph,
                             struct scan *scan, unsigned threads, struct error *error);

struct emit; /* grid/text/emit.h */

/* Writes a net if it has an entry. */
void ispd_write_net(const struct tile_routes *routes, const struct tile_graph *graph, uint32_t net,
                    struct emit *emit);
