/* bfs_spy: the spy plot of a graph's matrix, its rows coloured by level. Of entries that share a
 * pixel the lowest level counts, which one pass over the edges finds, with 4 bytes per pixel. */
#include "router/draw/search/bfs_frame.h"

/* A dot of an unreached row; BFS_UNREACHED is a pixel without a dot. */
#define DOT_UNREACHED (BFS_UNREACHED - 1)

/* The start of the ramp's part in use: darker dots would not show on the dark ground. */
#define SPY_DARKEST 0.25

static void draw_dots(struct bfs_frame *it, const uint32_t *dots, uint32_t side)
{
    assert(it->scale >= 1);
    const struct frame *frame = &it->frame;
    int64_t scale = it->scale;
    int64_t dot = scale >= 6 ? scale - 1 : scale; /* a gap between large dots */
    for (uint32_t row = 0; row < side; row++)
        for (uint32_t column = 0; column < side; column++) {
            uint32_t level = dots[(size_t)row * side + column];
            if (level == BFS_UNREACHED)
                continue;
            uint8_t colour = level == DOT_UNREACHED ? (uint8_t)COLOUR_UNROUTED
                                                    : bfs_frame_colour(it, level, false);
            paint_rect(frame->paint, frame->left + column * scale, frame->top + row * scale, dot,
                       dot, colour);
        }
}

/* Numbers of vertices as in the file, from 1. */
static void draw_axes(const struct bfs_frame *it, uint32_t vertices)
{
    const uint32_t ticks[] = {1, (vertices + 1) / 2, vertices};
    for (size_t i = 0; i < 3; i++) {
        char text[16];
        int64_t at = (int64_t)((ticks[i] - 1) / it->shrink) * it->scale + it->scale / 2;
        if (i > 0 && ticks[i] == ticks[i - 1])
            continue;
        snprintf(text, sizeof text, "%u", ticks[i]);
        frame_tick_x(&it->frame, it->frame.left + at, text, NULL);
        frame_tick_y(&it->frame, it->frame.top + at, text);
    }
}

/* The lowest level among the entries that share a pixel. */
static void find_dots(const struct bfs_frame *it, uint32_t *dots, uint32_t side)
{
    assert((uint64_t)side * it->shrink >= it->picture->problem->graph->vertex_count);
    const struct csr_graph *graph = it->picture->problem->graph;
    memset(dots, 0xff, (size_t)side * side * sizeof *dots);
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
        uint32_t level = it->picture->labels[v];
        level = level == BFS_UNREACHED ? DOT_UNREACHED : level;
        for (uint32_t e = graph->row_start[v]; e < graph->row_start[v + 1]; e++) {
            uint32_t *dot = &dots[(size_t)(v / it->shrink) * side + graph->target[e] / it->shrink];
            *dot = level < *dot ? level : *dot;
        }
    }
}

enum status bfs_draw_spy(struct bfs_frame *it, struct error *error)
{
    uint32_t vertices = it->picture->problem->graph->vertex_count;
    char text[16];
    it->darkest = SPY_DARKEST;
    it->unreached = it->picture->summary.reached < it->picture->summary.free;
    TRY(bfs_frame_fit(it, vertices, vertices, error));
    struct frame *frame = &it->frame;
    frame->width = frame->height = bfs_frame_pixels(it, vertices);
    snprintf(text, sizeof text, "%u", vertices);
    int64_t axis = frame_axis_height(frame);
    TRY(bfs_frame_open(it, frame_axis_width(frame, text), axis, error));
    uint32_t side = (vertices + it->shrink - 1) / it->shrink;
    uint32_t *dots;
    TRY(MEM_NEW(dots, (size_t)side * side, "a spy plot", error));
    find_dots(it, dots, side);
    paint_part(frame->paint, PART_GROUND, 0, PAINT_NO_NET);
    paint_rect(frame->paint, frame->left, frame->top, frame->width, frame->height, COLOUR_PIN);
    draw_dots(it, dots, side);
    paint_frame(frame->paint, frame->left - 1, frame->top - 1, frame->width + 2, frame->height + 2,
                1, COLOUR_FAINT);
    draw_axes(it, vertices);
    free(dots);
    return bfs_frame_close(it, axis, error);
}
