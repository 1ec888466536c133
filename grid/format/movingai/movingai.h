/* movingai: reads the MovingAI pathfinding benchmarks (N. Sturtevant, "Benchmarks for Grid-Based
 * Pathfinding", 2012).
 *
 *     .map    type octile, height H, width W (either order), map, then H rows of W characters, the
 *             first is y = H-1: `.`, `G` and `S` are land, `W` water; `@`, `O` and `T` are blocked
 *     .scen   version 1, then lines: bucket, map file, W, H, start x y, goal x y, length
 *
 * There is a wall between land and water. The type octile-corner has H rows of W heights of corners
 * before the tiles ('0' to '?'; they may be missing). Its tiles are W-1 x H-1: the last character
 * of each row and the last row are not used. A lower-case letter is a slope between its corners;
 * other tiles have the height of their north-west corner. There is a wall where the heights of two
 * neighbours differ at a common corner.
 *
 * Queries become nets q1, q2, ... that are routed independently (design.alone). y points down in
 * the file and up in the grid. A query whose start is its goal becomes a net of one pin. The last
 * column, the length with diagonal steps, must be a number and is not used. */
#pragma once

#include "grid/design.h"
#include "grid/text/scan.h"

/* Reads a .map from its first word on. On failure the caller destroys *grid. */
enum status movingai_map_read(struct grid *grid, struct scan *scan, struct error *error);

/* Reads a .scen from its first word on, and the map that its queries name, into a zeroed design.
 * The map's name is relative to the folder of the .scen; if there is no such file, its folders are
 * left out. On failure the caller destroys *design. O(bytes). */
enum status movingai_scen_read(struct design *design, struct scan *scan, struct error *error);
