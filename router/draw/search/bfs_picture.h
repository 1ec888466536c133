/* bfs_picture: the result of a breadth-first search as a picture.
 *
 * Of a grid: each reached cell in the colour of its level, dark to bright, with isolines at
 * multiples of a round step and numbers in large cells; blocked cells dark grey, unreached free
 * cells white; the source framed, a target ringed and joined to it by a shortest path. The layers
 * are side by side, the lowest first. As a GIF it is a film of at most BFS_FRAMES_MAX frames: the
 * wave grows level by level, then the path is traced back.
 *
 * Of a graph: the spy plot of its matrix, a dot at row i, column j for every edge i -> j, in the
 * colour of the level of i, or that of unreached vertices. */
#pragma once

#include "router/search/bfs.h"

enum { BFS_FRAMES_MAX = 300, BFS_FILM_WIDTH = 720 /* default width of a film in pixels */ };

#define BFS_NO_TARGET UINT32_MAX

struct bfs_picture {
    const struct bfs_problem *problem;
    const uint32_t *labels;     /* [vertices], BFS_UNREACHED without a path */
    struct bfs_summary summary; /* of these labels */
    const char *title;          /* the file's name */
    const char *source;         /* "3,4,1", "vertex 17" */
    uint32_t target;            /* a cell of a grid, or BFS_NO_TARGET */
    uint32_t scale;             /* pixels per cell or matrix entry, 1 .. 256; 0: chosen by size */
    uint32_t width;             /* with scale 0: width of the picture in pixels; 0: chosen */
    bool unfinished;            /* a frame of a film */
    uint32_t upto, traced;      /* of a film: the last level shown; number of path cells shown */
};

/* Draws and writes path, whole or not at all, in the format of its suffix (paint_file.h). Fails
 * with STATUS_BAD_INPUT if a given scale makes the picture too large for a canvas, STATUS_FAILED
 * for memory or disk. O(cells + pixels) for a grid, O(edges + pixels) for a graph, per frame. */
enum status bfs_picture_draw(const struct bfs_picture *picture, const char *path,
                             struct error *error);
