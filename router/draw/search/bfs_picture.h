/* bfs_picture: what a breadth-first search found, as a picture.
 *
 * A grid shows the wave: every reached cell in the colour of its level, dark to bright, with
 * isolines where the level passes a multiple of a round step, so that the eye can count; blocked
 * cells dark grey, free cells that the wave did not reach white; the source framed, a target ringed
 * and joined to it by a shortest path. Large cells carry their level as a number, as in a
 * textbook's figure. The layers of a grid stand side by side, the lowest first.
 *
 * A graph shows the spy plot of its matrix: a dot at row i, column j for every edge i -> j, in the
 * colour of the level of i, or in that of what was not reached.
 *
 * As a GIF a grid's picture moves: the wave grows level by level, then the path is traced back. At
 * most BFS_FRAMES_MAX frames, chosen evenly.
 *
 * The same labels give the same bytes, whatever kernel found them.
 */
#pragma once

#include "router/search/bfs.h"

enum { BFS_FRAMES_MAX = 300, BFS_FILM_WIDTH = 720 /* pixels, where no size is asked for */ };

#define BFS_NO_TARGET UINT32_MAX

struct bfs_picture {
    const struct bfs_problem *problem;
    const uint32_t *labels;     /* [vertices], BFS_UNREACHED where no way leads */
    struct bfs_summary summary; /* of these labels */
    const char *title;          /* the file's name */
    const char *source;         /* "3,4,1", "vertex 17" */
    uint32_t target;            /* a cell of a grid, or BFS_NO_TARGET */
    uint32_t scale;             /* pixels a cell or matrix entry, 1 .. 256; 0: chosen by size */
    uint32_t width;             /* pixels that the picture is wide, with scale 0; 0: chosen */
    bool unfinished;            /* of a film: levels above `upto` are not shown yet, ... */
    uint32_t upto, traced;      /* ... and of the path this many cells, from the target */
};

/* Draws and writes path, whole or not at all, in the format that its suffix names (paint_file.h).
 * Fails with STATUS_BAD_INPUT where a chosen scale makes the picture larger than a canvas may be,
 * STATUS_FAILED for memory or disk. O(cells + pixels) for a grid, O(edges + pixels) for a graph; a
 * film takes that for every frame. */
enum status bfs_picture_draw(const struct bfs_picture *picture, const char *path,
                             struct error *error);
