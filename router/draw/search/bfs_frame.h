/* bfs_frame: the common parts of both kinds of pictures of a search: ramp, legend and scale. */
#pragma once

#include "router/draw/frame/frame.h"
#include "router/draw/search/bfs_picture.h"

enum {
    RAMP_COLOURS = 96,      /* steps of the ramp */
    BFS_SIDE_WANTED = 1000, /* longer side of a small picture in pixels */
    BFS_SIDE_MAX = 2400,    /* longest side at a chosen scale, in pixels */
    BFS_SCALE_SMALL = 40,   /* largest chosen scale, in pixels per cell */
    BFS_SCALE_MAX = 256,    /* largest given scale, in pixels per cell */
};

struct bfs_frame {
    const struct bfs_picture *picture;
    struct frame frame;
    uint32_t scale, shrink; /* pixels per cell; cells per pixel along a side */
    uint32_t isoline;       /* levels between two isolines */
    uint8_t ramp[RAMP_COLOURS], lines[RAMP_COLOURS]; /* colours of levels, and of their isolines */
    bool blocked, unreached;                         /* such cells occur: items of the legend */
    double darkest; /* start of the part of palette_ramp in use, in 0..1 */
};

/* Chooses scale and shrink for columns x rows cells, without gaps. */
enum status bfs_frame_fit(struct bfs_frame *frame, uint64_t columns, uint64_t rows,
                          struct error *error);

/* Begins the picture of a body of frame->frame.width x height pixels. axis_width, axis_height:
 * pixels of the coordinates at the left and below. */
enum status bfs_frame_open(struct bfs_frame *frame, int64_t axis_width, int64_t axis_height,
                           struct error *error);

/* Title, colour bar and legend; ends the picture. */
enum status bfs_frame_close(struct bfs_frame *frame, int64_t axis_height, struct error *error);

/* Colour of a level, or of the isoline at it; the brightness rises with the level. */
uint8_t bfs_frame_colour(const struct bfs_frame *frame, uint32_t level, bool line);

static inline int64_t bfs_frame_pixels(const struct bfs_frame *frame, uint32_t cells)
{
    return (int64_t)((cells + frame->shrink - 1) / frame->shrink) * frame->scale;
}

enum status bfs_draw_wave(struct bfs_frame *frame, struct error *error);
enum status bfs_draw_spy(struct bfs_frame *frame, struct error *error);
