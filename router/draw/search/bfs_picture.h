/* bfs_picture: what a breadth-first search found, as a PNG.
 *
 * A grid shows the wave: every reached cell in the colour of its level, dark to light, with
 * isolines where the level passes a multiple of a round step, so that the eye can count; blocked
 * cells dark grey, free cells that the wave did not reach white. Large cells carry their level as
 * a number, as in a textbook's figure. The layers of a grid stand side by side, the lowest first.
 *
 * A graph shows the spy plot of its matrix: a dot at row i, column j for every edge i -> j, in the
 * colour of the level of i, grey where i was not reached.
 *
 * The same labels give the same bytes, whatever kernel found them.
 */
#ifndef LEEWAY_ROUTER_DRAW_SEARCH_BFS_PICTURE_H
#define LEEWAY_ROUTER_DRAW_SEARCH_BFS_PICTURE_H

#include "router/bfs.h"

struct bfs_picture {
    const struct bfs_problem *problem;
    const uint32_t *labels;     /* [vertices], BFS_UNREACHED where no way leads */
    struct bfs_summary summary; /* of these labels */
    const char *title;          /* the file's name */
    const char *source;         /* "3,4,1", "vertex 17" */
    uint32_t scale;             /* pixels a cell or matrix entry, 1 .. 256; 0: chosen by size */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Draws and writes path, whole or not at all. Fails with STATUS_BAD_INPUT where a chosen scale
 * makes the picture larger than a canvas may be, STATUS_FAILED for memory or disk.
 * O(cells + pixels) for a grid, O(edges + pixels) for a graph. */
enum status bfs_picture_draw(const struct bfs_picture *picture, const char *path,
                             struct error *error);

#ifdef __cplusplus
}
#endif

#endif
