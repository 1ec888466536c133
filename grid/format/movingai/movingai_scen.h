/* movingai_scen: the queries of the MovingAI pathfinding benchmarks, .scen (movingai_map.h has the
 * source).
 *
 *     version 1, then lines: bucket, map file, W, H, start x y, goal x y, length
 *
 * Queries become nets q1, q2, ... that are routed alone. Their y runs downwards in the file and is
 * turned over. A query whose start is its goal becomes a net of one pin. The last column, the
 * length with diagonal steps, is checked to be a number and not used.
 */
#pragma once

#include "grid/design.h"
#include "grid/text/scan.h"

/* Reads a .scen and the map that its queries name into a zeroed design; the scan stands before its
 * first word. The map is looked for beside the .scen, under the name as it stands there and then
 * without its folders. On failure *design is to be destroyed. O(bytes). */
enum status movingai_scen_read(struct design *design, struct scan *scan, struct error *error);
