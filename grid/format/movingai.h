/* format_movingai: grid maps and queries of the MovingAI pathfinding benchmarks (N. Sturtevant,
 * "Benchmarks for Grid-Based Pathfinding", 2012).
 *
 *     .map    type octile, height H, width W (either order), map, then H rows of W characters,
 *             the first is y = H-1: `.` and `G` free, `@`, `O`, `T`, `S` and `W` blocked
 *     .scen   version 1, then lines: bucket, map file, W, H, start x y, goal x y, length
 *
 * Queries become nets q1, q2, ... that are routed alone. Their y runs downwards in the file and is
 * turned over. A query whose start is its goal becomes a net of one pin. The last column, the
 * length with diagonal steps, is checked to be a number and not used.
 */
#ifndef LEEWAY_GRID_FORMAT_MOVINGAI_H
#define LEEWAY_GRID_FORMAT_MOVINGAI_H

#include "grid/design.h"
#include "grid/text/scan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a .map; the scan stands before its first word. On failure *grid is to be destroyed. */
enum status movingai_read_map(struct grid *grid, struct scan *scan, struct error *error);

/* Reads a .scen and the map that its queries name, looked for beside the .scen under the name as
 * it stands there and then without its folders, into a zeroed design. On failure *design is to be
 * destroyed. */
enum status movingai_read_scen(struct design *design, struct scan *scan, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
