/* movingai_map: reads the maps of the MovingAI pathfinding benchmarks, .map (N. Sturtevant,
 * "Benchmarks for Grid-Based Pathfinding", 2012).
 *
 *     type octile, height H, width W (either order), map, then H rows of W characters, the first
 *     is y = H-1: `.` and `G` free, `@`, `O`, `T`, `S` and `W` blocked
 */
#pragma once

#include "grid/grid.h"
#include "grid/text/scan.h"

/* Reads a .map from its first word on. On failure the caller destroys *grid. */
enum status movingai_map_read(struct grid *grid, struct scan *scan, struct error *error);
