/* bfs_frame: what the two kinds of pictures of a search share: the ramp of levels, and what stands
 * around the content: title, counts, colour bar. */
#ifndef LEEWAY_ROUTER_DRAW_SEARCH_BFS_FRAME_H
#define LEEWAY_ROUTER_DRAW_SEARCH_BFS_FRAME_H

#include "router/bfs.h"
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

struct bfs_frame {
    /* As bfs_picture.h has them. */
    const struct bfs_problem *problem;
    const uint32_t *labels;
    struct bfs_summary summary;
    const char *title, *source;
    struct canvas canvas;
    uint32_t scale, shrink; /* pixels a cell, at first as asked for (0: to be chosen); with shrink
                               > 1, cells a pixel and side */
    unsigned text;          /* scale of the font */
    int64_t left, top;      /* pixel of the content's upper left corner */
    int64_t width, height;  /* pixels of the content */
    uint32_t isoline;       /* levels between two isolines */
    uint8_t ramp[BFS_SHADES][RAMP_COLOURS];
};

/* Chooses scale and shrink for a content of columns x rows cells (gaps apart). */
enum status bfs_frame_fit(struct bfs_frame *frame, uint64_t columns, uint64_t rows,
                          struct error *error);

/* Makes the canvas for a content of frame->width x height pixels: title, content, colour bar. */
enum status bfs_frame_open(struct bfs_frame *frame, struct error *error);

/* Colour of a level, as its band has it or, with line, as an isoline. */
uint8_t bfs_frame_colour(const struct bfs_frame *frame, uint32_t level, bool line);

/* Colour of text on a level's colour. */
uint8_t bfs_frame_ink(const struct bfs_frame *frame, uint32_t level);

/* Pixels of cells. */
static inline int64_t bfs_frame_pixels(const struct bfs_frame *frame, uint32_t cells)
{
    return (int64_t)((cells + frame->shrink - 1) / frame->shrink) * frame->scale;
}

/* The contents, in bfs_wave.c and bfs_spy.c. Each fits its frame, opens it and draws into it. */
enum status bfs_draw_wave(struct bfs_frame *frame, struct error *error);
enum status bfs_draw_spy(struct bfs_frame *frame, struct error *error);

#endif
