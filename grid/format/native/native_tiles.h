/* native_tiles: tile graphs in the native formats.
 *
 *     x.grid     size 8 8 2 / layer 1 dir horizontal / layer 2 dir vertical / cost via 2 /
 *                capacity 4 / capacity 0 2 2 5 5 layer 1
 *     x.net      grid x.grid / net a 0,0,1 7,7,*
 *     x.routes   routes x.net shared / net a routed cost 16 length 14 vias 1 bends 0 /
 *                wire 0,0,1 7,0,1 and so on
 *
 * All layers are strict; a layer without direction carries wires in both, and its capacity holds
 * for each. Edges at a blocked tile have capacity 0. A pin X,Y,* is reached on any layer. The cost
 * of a net is its length plus `cost via` per via; bends are turns within a layer. The wires of a
 * net may stand in any order. */
#pragma once

#include "grid/capacity/tile_routes.h"
#include "grid/text/emit.h"
#include "grid/text/scan.h"

/* Reads the netlist at path and its grid, which must have capacities, into a zeroed graph. On
 * failure the caller destroys *graph. */
enum status native_read_tiles(struct tile_graph *graph, const char *path, struct error *error);

/* Reads a .routes with `shared` in its first line from an opened whole text (scan_whole.h) into
 * routes that tile_routes_create made for the graph. The nets stand in the netlist's order; their
 * cost, length and vias must be those of their wires. */
enum status native_read_shared(struct tile_routes *routes, const struct tile_graph *graph,
                               struct scan *scan, struct error *error);

/* Writes a net and its wires; the first line of the file is `routes NETLIST shared`. */
void native_write_shared(const struct tile_routes *routes, const struct tile_graph *graph,
                         uint32_t net, struct emit *emit);
