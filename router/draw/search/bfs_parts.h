/* bfs_parts: what the two kinds of bfs pictures share: the ramp of levels and the frame around. */
#ifndef LEEWAY_ROUTER_DRAW_SEARCH_BFS_PARTS_H
#define LEEWAY_ROUTER_DRAW_SEARCH_BFS_PARTS_H

#include "router/draw/search/bfs_picture.h"
#include "router/draw/canvas/canvas.h"

enum {
    RAMP_COLOURS = 64,      /* steps of the ramp, in each of three shades */
    BFS_SIDE_WANTED = 1000, /* pixels that a small picture is blown up to */
    BFS_SIDE_MAX = 2400,    /* pixels that a chosen scale stays within */
    BFS_SCALE_SMALL = 40,   /* pixels a cell at most, where the scale is chosen */
    BFS_SCALE_MAX = 256,    /* pixels a cell at most, where it is given */
};

/* Every other band between isolines is a little darker, so that bands can be told apart among
 * clutter too; isolines themselves are darker still. */
enum bfs_shade { BFS_LIGHT, BFS_BAND, BFS_LINE, BFS_SHADES };

struct bfs_scene {
    const struct bfs_picture *picture;
    struct canvas canvas;
    uint32_t scale, shrink; /* pixels a cell; with shrink > 1, cells a pixel and side */
    unsigned text;          /* scale of the font */
    int64_t left, top;      /* pixel of the content's upper left corner */
    int64_t width, height;  /* pixels of the content */
    uint32_t isoline;       /* levels between two isolines */
    uint8_t ramp[BFS_SHADES][RAMP_COLOURS];
};

/* Chooses scale and shrink for a content of columns x rows cells (gaps apart). */
enum status bfs_scene_fit(struct bfs_scene *scene, uint64_t columns, uint64_t rows,
                          struct error *error);

/* Makes the canvas for a content of scene->width x height pixels: title, content, colour bar. */
enum status bfs_scene_open(struct bfs_scene *scene, struct error *error);

/* Colour of a level, as its band has it or, with line, as an isoline. */
uint8_t bfs_scene_colour(const struct bfs_scene *scene, uint32_t level, bool line);

/* Colour of text on a level's colour. */
uint8_t bfs_scene_ink(const struct bfs_scene *scene, uint32_t level);

/* Pixels of cells. */
static inline int64_t bfs_scene_pixels(const struct bfs_scene *scene, uint32_t cells)
{
    return (int64_t)((cells + scene->shrink - 1) / scene->shrink) * scene->scale;
}

/* The contents. Each fits its scene, opens it and draws into it. */
enum status bfs_draw_wave(struct bfs_scene *scene, struct error *error);
enum status bfs_draw_spy(struct bfs_scene *scene, struct error *error);

#endif
