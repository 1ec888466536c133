/* movingai_map: reads the maps of the MovingAI pathfinding benchmarks, .map (N. Sturtevant,
 * "Benchmarks for Grid-Based Pathfinding", 2012).
 *
 *     type octile, height H, width W (either order), map, then H rows of W characters, the first
 *     is y = H-1: `.`, `G` and `S` are land, `W` is water, `@`, `O` and `T` are blocked
 *
 * There is a wall between land and water. The type octile-corner has H rows of W heights of corners
 * before the tiles ('0' to '?'; they may be missing). Its tiles are W-1 x H-1: the last character
 * of each row and the last row are not used. A lower-case letter is a slope between its corners;
 * other tiles have the height of their north-west corner. There is a wall where the heights of two
 * neighbours differ at a common corner.
 */
#pragma once

#include "grid/grid.h"
#include "grid/text/scan.h"

/* Reads a .map from its first word on. On failure the caller destroys *grid. */
enum status movingai_map_read(struct grid *grid, struct scan *scan, struct error *error);
