/* course_net: reads the netlists of a VLSI CAD course's benchmarks, NAME.nl.
 *
 *     N, then N times: id layer1 x1 y1 layer2 x2 y2; layers 1 and 2
 *
 * Line ends are blanks; comments are allowed. A net's name is its id as written. The grid is in the
 * same folder: NAME.grid or NAME.grid.gz (course_grid.h). A net may use the blocked cells of its
 * own pins. A net whose two ends are one cell has one pin. The cost in this format includes the
 * first cell: see design_shown_cost.
 */
#pragma once

#include "grid/design.h"
#include "grid/text/scan.h"

/* Reads a .nl from its first word on, and its grid, into a zeroed design. On failure the caller
 * destroys *design. O(bytes + pins). */
enum status course_net_read(struct design *design, struct scan *scan, struct error *error);
