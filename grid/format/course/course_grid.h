/* course_grid: reads the grids of a VLSI CAD course's benchmarks, NAME.grid. They have two layers.
 *
 *     W H bend via, then W*H integers for layer 1 and W*H for layer 2, row by row, y = 0 first:
 *     1 is free, above 1 a cost, -1 blocked
 *
 * Line ends are blanks; comments are allowed. A blocked cell has weight 1, which is the cost of a
 * net's own pin inside a block.
 */
#pragma once

#include "grid/grid.h"
#include "grid/text/scan.h"

enum { COURSE_LAYERS = 2 };

/* Reads a .grid from its first word on. Weights are allocated only if there is a cost above 1. On
 * failure the caller destroys *grid. About 15 ns per cell. */
enum status course_grid_read(struct grid *grid, struct scan *scan, struct error *error);
