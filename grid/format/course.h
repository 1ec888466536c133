/* format_course: the two-layer benchmark format of a VLSI CAD course.
 *
 *     NAME.grid   W H bend via, then W*H integers for layer 1 and W*H for layer 2, row by row,
 *                 y = 0 first: 1 is free, above 1 a cost, -1 blocked
 *     NAME.nl     N, then N times: id layer1 x1 y1 layer2 x2 y2; layers 1 and 2
 *
 * Line ends mean nothing; comments are allowed. A net's name is its id as it is written. A net
 * may use the blocked cells of its own pins, at cost 1: a blocked cell has weight 1. The format
 * counts the cells of a path, the first one too: see design_shown_cost.
 */
#ifndef LEEWAY_GRID_FORMAT_COURSE_H
#define LEEWAY_GRID_FORMAT_COURSE_H

#include "grid/design.h"
#include "grid/text/scan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a .grid; the scan stands before its first word. On failure *grid is to be destroyed.
 * Weights are allocated only if a cost above 1 stands there. About 15 ns a cell. */
enum status course_read_grid(struct grid *grid, struct scan *scan, struct error *error);

/* Reads a .nl and the grid beside it (STEM.grid or STEM.grid.gz) into a zeroed design. On failure
 * *design is to be destroyed. */
enum status course_read_nl(struct design *design, struct scan *scan, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
