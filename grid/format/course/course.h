/* course: the benchmarks of a VLSI CAD course. Line ends are blanks; comments are allowed.
 *
 *     NAME.grid   W H bend via, then W*H integers for layer 1 and W*H for layer 2, row by row,
 *                 y = 0 first: 1 is free, above 1 a cost, -1 blocked
 *     NAME.nl     N, then N times: id layer1 x1 y1 layer2 x2 y2, with layers 1 or 2
 *     NAME.out    N, then for each net its id, its path cell by cell from the first pin to the
 *                 second, and 0. A via is a line `3 x y` between the two layers:
 *
 *     2            number of nets
 *     1            id of a net
 *     1 0 4        layer x y
 *     3 0 4        via at x y
 *     2 0 4
 *     0            end of the net
 *     2
 *     0            a net without a path
 *
 * A blocked cell has weight 1, which is the cost of a net's own pin inside a block. A net's name is
 * its id as written. The grid is in the netlist's folder: NAME.grid or NAME.grid.gz. A net may use
 * the blocked cells of its own pins. The cost in this format includes the first cell: see
 * design_shown_cost. A net whose two ends are one cell has one pin; its path is that cell.
 *
 * The result has no trees, numbers or reasons. A net without a path is read as ROUTE_INTERRUPTED,
 * and the numbers of a routed net are computed from its path. The nets may be in any order, and a
 * path may begin at either pin. */
#pragma once

#include "grid/text/emit.h"
#include "grid/routes.h"
#include "grid/text/scan.h"

enum { COURSE_LAYERS = 2 };

/* Reads a .grid from its first word on. Weights are allocated only if there is a cost above 1. On
 * failure the caller destroys *grid. About 15 ns per cell. */
enum status course_grid_read(struct grid *grid, struct scan *scan, struct error *error);

/* Reads a .nl from its first word on, and its grid, into a zeroed design. On failure the caller
 * destroys *design. O(bytes + pins). */
enum status course_net_read(struct design *design, struct scan *scan, struct error *error);

/* Fails with STATUS_BAD_INPUT if this format cannot express results of the design. */
enum status course_result_fits(const struct design *design, struct error *error);

/* Writes a result of a design for which course_result_fits succeeds. */
void course_result_write(const struct routes *routes, const struct design *design,
                         struct emit *emit);

/* Reads a result from its first word on into routes, which routes_create made for the design. */
enum status course_result_read(struct routes *routes, const struct design *design,
                               struct scan *scan, struct error *error);
