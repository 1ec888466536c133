/* movingai_map: the maps of the MovingAI pathfinding benchmarks, .map (N. Sturtevant, "Benchmarks
 * for Grid-Based Pathfinding", 2012).
 *
 *     type octile, height H, width W (either order), map, then H rows of W characters, the first
 *     is y = H-1: `.` and `G` free, `@`, `O`, `T`, `S` and `W` blocked
 */
#pragma once

#include "grid/grid.h"
#include "grid/text/scan.h"

/* Reads a .map; the scan stands before its first word. On failure *grid is to be destroyed. */
enum status movingai_map_read(struct grid *grid, struct scan *scan, struct error *error);
