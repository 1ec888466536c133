/* course_net: the netlists of a VLSI CAD course's benchmarks, NAME.nl.
 *
 *     N, then N times: id layer1 x1 y1 layer2 x2 y2; layers 1 and 2
 *
 * Line ends mean nothing; comments are allowed. A net's name is its id as it is written. The grid
 * stands beside the netlist, in NAME.grid or NAME.grid.gz (course_grid.h). A net may use the
 * blocked cells of its own pins. The format counts the cells of a path, the first one too: see
 * design_shown_cost.
 */
#pragma once

#include "grid/design.h"
#include "grid/text/scan.h"

/* Reads a .nl and the grid beside it into a zeroed design; the scan stands before its first word.
 * On failure *design is to be destroyed. O(bytes + pins). */
enum status course_net_read(struct design *design, struct scan *scan, struct error *error);
