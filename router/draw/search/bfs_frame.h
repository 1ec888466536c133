/* bfs_frame: what the two kinds of pictures of a search share: the ramp of levels, the colour bar,
 * and the choice of scale. What stands around the content is frame.h's. */
#pragma once

#include "router/draw/frame/frame.h"
#include "router/draw/search/bfs_picture.h"

enum {
    RAMP_COLOURS = 96,      /* steps of the ramp */
    BFS_SIDE_WANTED = 1000, /* pixels that a small picture is blown up to */
    BFS_SIDE_MAX = 2400,    /* pixels that a chosen scale stays within */
    BFS_SCALE_SMALL = 40,   /* pixels a cell at most, where the scale is chosen */
    BFS_SCALE_MAX = 256,    /* pixels a cell at most, where it is given */
};

struct bfs_frame {
    const struct bfs_picture *picture;
    struct frame frame;
    uint32_t scale, shrink; /* pixels a cell, at first as asked for (0: to be chosen); with shrink
                               > 1, cells a pixel and side */
    uint32_t isoline;       /* levels between two isolines */
    uint8_t ramp[RAMP_COLOURS], lines[RAMP_COLOURS]; /* colours of levels, and of their isolines */
    bool blocked, unreached;                         /* there are such cells, for the key */
    double low, high;                                /* part of the ramp (palette.h) that is used */
};

/* Chooses scale and shrink for a content of columns x rows cells (gaps apart). */
enum status bfs_frame_fit(struct bfs_frame *frame, uint64_t columns, uint64_t rows,
                          struct error *error);

/* Begins the picture of a content of frame->frame.width x height pixels. axis: pixels of the
 * coordinates at the left of and below it, 0: none. */
enum status bfs_frame_open(struct bfs_frame *frame, int64_t axis_width, int64_t axis_height,
                           struct error *error);

/* Title, colour bar and key; ends the picture. axis_height as above. */
enum status bfs_frame_close(struct bfs_frame *frame, int64_t axis_height, struct error *error);

/* Colour of a level or, with line, of an isoline that begins with it. The brightness rises with the
 * level. */
uint8_t bfs_frame_colour(const struct bfs_frame *frame, uint32_t level, bool line);

/* Pixels of cells. */
static inline int64_t bfs_frame_pixels(const struct bfs_frame *frame, uint32_t cells)
{
    return (int64_t)((cells + frame->shrink - 1) / frame->shrink) * frame->scale;
}

/* The contents, in bfs_wave.c and bfs_spy.c: a whole picture each. */
enum status bfs_draw_wave(struct bfs_frame *frame, struct error *error);
enum status bfs_draw_spy(struct bfs_frame *frame, struct error *error);
