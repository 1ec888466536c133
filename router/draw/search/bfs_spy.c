/* bfs_spy: the spy plot of a graph's matrix, its rows coloured by their level; see bfs_picture.h.
 *
 * Where several entries share a pixel, the lowest level among them counts. That is found in one
 * pass over the edges, with a level a pixel: memory 4 bytes a pixel, at most BFS_SIDE_MAX^2 of them
 * unless a larger scale was asked for.
 */
#include <stdlib.h>
#include <string.h>

#include "router/draw/search/bfs_frame.h"

/* A dot of an unreached row; below BFS_UNREACHED, so that "no dot" is the largest of all. */
#define DOT_UNREACHED (BFS_UNREACHED - 1)

static void draw_dots(struct bfs_frame *frame, const uint32_t *dots, uint32_t side)
{
    int64_t scale = frame->scale;
    int64_t dot = scale >= 6 ? scale - 1 : scale; /* a hair between large dots */
    for (uint32_t row = 0; row < side; row++) {
        for (uint32_t column = 0; column < side; column++) {
            uint32_t level = dots[(size_t)row * side + column];
            if (level == BFS_UNREACHED)
                continue;
            uint8_t colour = level == DOT_UNREACHED ? (uint8_t)(COLOUR_GREY + 3)
                                                    : bfs_frame_colour(frame, level, false);
            canvas_rect(&frame->canvas, frame->left + column * scale, frame->top + row * scale, dot,
                        dot, colour);
        }
    }
}

enum status bfs_draw_spy(struct bfs_frame *frame, struct error *error)
{
    const struct csr_graph *graph = frame->problem->graph;
    uint32_t vertices = graph->vertex_count;
    TRY(bfs_frame_fit(frame, vertices, vertices, error));
    frame->width = frame->height = bfs_frame_pixels(frame, vertices);
    TRY(bfs_frame_open(frame, error));
    uint32_t side = (vertices + frame->shrink - 1) / frame->shrink;
    uint32_t *dots = mem_alloc((size_t)side * side, sizeof *dots, "a spy plot", error);
    if (dots == NULL)
        return STATUS_FAILED;
    memset(dots, 0xff, (size_t)side * side * sizeof *dots);
    for (uint32_t v = 0; v < vertices; v++) {
        uint32_t level = frame->labels[v];
        level = level == BFS_UNREACHED ? DOT_UNREACHED : level;
        for (uint32_t e = graph->row_start[v]; e < graph->row_start[v + 1]; e++) {
            uint32_t *dot =
                &dots[(size_t)(v / frame->shrink) * side + graph->target[e] / frame->shrink];
            *dot = level < *dot ? level : *dot;
        }
    }
    canvas_rect(&frame->canvas, frame->left, frame->top, frame->width, frame->height, COLOUR_GREY);
    draw_dots(frame, dots, side);
    canvas_frame(&frame->canvas, frame->left - 1, frame->top - 1, frame->width + 2,
                 frame->height + 2, 1, COLOUR_FAINT);
    free(dots);
    return STATUS_OK;
}
