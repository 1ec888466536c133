/* bfs_picture: see the header for what is shown. */
#include "router/draw/search/bfs_picture.h"

#include <assert.h>

#include "router/draw/search/bfs_frame.h"

enum status bfs_picture_draw(const struct bfs_picture *picture, const char *path,
                             struct error *error)
{
    assert((picture->problem->graph != NULL) != (picture->problem->grid != NULL));
    assert(picture->labels != NULL && picture->summary.levels >= 1);
    struct bfs_frame frame = {.problem = picture->problem,
                              .labels = picture->labels,
                              .summary = picture->summary,
                              .title = picture->title,
                              .source = picture->source,
                              .scale = picture->scale};
    enum status status = picture->problem->graph != NULL ? bfs_draw_spy(&frame, error)
                                                         : bfs_draw_wave(&frame, error);
    if (status == STATUS_OK)
        status = canvas_write(&frame.canvas, path, error);
    canvas_destroy(&frame.canvas);
    return status;
}
