/* course_grid: the grids of a VLSI CAD course's benchmarks, NAME.grid. Two layers.
 *
 *     W H bend via, then W*H integers for layer 1 and W*H for layer 2, row by row, y = 0 first:
 *     1 is free, above 1 a cost, -1 blocked
 *
 * Line ends mean nothing; comments are allowed. A blocked cell has weight 1: that is what a net
 * pays for one of its own pins inside a block.
 */
#pragma once

#include "grid/grid.h"
#include "grid/text/scan.h"

enum { COURSE_LAYERS = 2 };

/* Reads a .grid; the scan stands before its first word. On failure *grid is to be destroyed.
 * Weights are allocated only if a cost above 1 stands there. About 15 ns a cell. */
enum status course_grid_read(struct grid *grid, struct scan *scan, struct error *error);
