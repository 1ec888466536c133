/* movingai_scen: reads the queries of the MovingAI pathfinding benchmarks, .scen (reference in
 * movingai_map.h).
 *
 *     version 1, then lines: bucket, map file, W, H, start x y, goal x y, length
 *
 * Queries become nets q1, q2, ... that are routed independently (design.alone). y points down in
 * the file and up in the grid. A query whose start is its goal becomes a net of one pin. The last
 * column, the length with diagonal steps, must be a number and is not used.
 */
#pragma once

#include "grid/design.h"
#include "grid/text/scan.h"

/* Reads a .scen from its first word on, and the map that its queries name, into a zeroed design.
 * The map's name is relative to the folder of the .scen; if there is no such file, its folders are
 * left out. On failure the caller destroys *design. O(bytes). */
enum status movingai_scen_read(struct design *design, struct scan *scan, struct error *error);
