/* bfs_spy: the spy plot of a graph's matrix, its rows coloured by their level; see bfs_picture.h.
 *
 * Where several entries share a pixel, the lowest level among them counts. That is found in one
 * pass over the edges, with a level a pixel: memory 4 bytes a pixel, at most BFS_SIDE_MAX^2 of them
 * unless a larger scale was asked for.
 */
#include <stdlib.h>
#include <string.h>

#include "router/draw/search/bfs_parts.h"

/* A dot of an unreached row; below BFS_UNREACHED, so that "no dot" is the largest of all. */
#define DOT_UNREACHED (BFS_UNREACHED - 1)

static void draw_dots(struct bfs_scene *scene, const uint32_t *dots, uint32_t side)
{
    int64_t scale = scene->scale;
    int64_t dot = scale >= 6 ? scale - 1 : scale; /* a hair between large dots */
    for (uint32_t row = 0; row < side; row++) {
        for (uint32_t column = 0; column < side; column++) {
            uint32_t level = dots[(size_t)row * side + column];
            if (level == BFS_UNREACHED)
                continue;
            uint8_t colour = level == DOT_UNREACHED ? (uint8_t)(COLOUR_GREY + 3)
                                                    : bfs_scene_colour(scene, level, false);
            canvas_rect(&scene->canvas, scene->left + column * scale, scene->top + row * scale, dot,
                        dot, colour);
        }
    }
}

enum status bfs_draw_spy(struct bfs_scene *scene, struct error *error)
{
    const struct csr_graph *graph = scene->picture->problem->graph;
    uint32_t vertices = graph->vertex_count;
    enum status status = bfs_scene_fit(scene, vertices, vertices, error);
    if (status != STATUS_OK)
        return status;
    scene->width = scene->height = bfs_scene_pixels(scene, vertices);
    status = bfs_scene_open(scene, error);
    if (status != STATUS_OK)
        return status;
    uint32_t side = (vertices + scene->shrink - 1) / scene->shrink;
    uint32_t *dots = mem_alloc((size_t)side * side, sizeof *dots, "a spy plot", error);
    if (dots == NULL)
        return STATUS_FAILED;
    memset(dots, 0xff, (size_t)side * side * sizeof *dots);
    for (uint32_t v = 0; v < vertices; v++) {
        uint32_t level = scene->picture->labels[v];
        level = level == BFS_UNREACHED ? DOT_UNREACHED : level;
        for (uint32_t e = graph->row_start[v]; e < graph->row_start[v + 1]; e++) {
            uint32_t *dot =
                &dots[(size_t)(v / scene->shrink) * side + graph->target[e] / scene->shrink];
            *dot = level < *dot ? level : *dot;
        }
    }
    canvas_rect(&scene->canvas, scene->left, scene->top, scene->width, scene->height, COLOUR_GREY);
    draw_dots(scene, dots, side);
    canvas_frame(&scene->canvas, scene->left - 1, scene->top - 1, scene->width + 2,
                 scene->height + 2, 1, COLOUR_FAINT);
    free(dots);
    return STATUS_OK;
}
