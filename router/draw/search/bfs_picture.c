/* bfs_picture: draws a search once, or into a GIF frame by frame. */
#include "router/draw/search/bfs_picture.h"

#include "router/draw/canvas/gif.h"
#include "router/draw/paint/paint_canvas.h"
#include "router/draw/paint/paint_file.h"
#include "router/draw/search/bfs_frame.h"

enum { LEVEL_HUNDREDTHS = 6, LAST_HUNDREDTHS = 250, FRAMES_FOR_PATH = 60 };

static enum status draw(const void *context, struct paint *paint, struct error *error)
{
    const struct bfs_picture *picture = context;
    struct bfs_frame frame = {.picture = picture, .frame = {.paint = paint}, .darkest = 0.14};
    paint->names.title = picture->title;
    return picture->problem->graph != NULL ? bfs_draw_spy(&frame, error)
                                           : bfs_draw_wave(&frame, error);
}

static enum status draw_frame(struct gif **gif, const struct bfs_picture *picture, const char *path,
                              unsigned hundredths, struct error *error)
{
    struct canvas canvas = {0};
    struct paint_canvas paint;
    paint_canvas_open(&paint, &canvas);
    enum status status = draw(picture, &paint.paint, error);
    THEN(status, gif_frame(gif, path, &canvas, hundredths, error));
    canvas_destroy(&canvas);
    return status;
}

static uint32_t step_of(uint32_t i, uint32_t frames, uint32_t steps)
{
    assert(i < frames);
    return (uint32_t)((uint64_t)(i + 1) * steps / frames);
}

static enum status draw_film(const struct bfs_picture *picture, const char *path,
                             struct error *error)
{
    struct bfs_picture now = *picture;
    struct gif *gif = NULL;
    uint32_t levels = picture->summary.levels, cells = 0;
    if (picture->target != BFS_NO_TARGET && picture->labels[picture->target] != BFS_UNREACHED)
        cells = picture->labels[picture->target] + 1;
    uint32_t path_frames = cells < FRAMES_FOR_PATH ? cells : FRAMES_FOR_PATH;
    uint32_t wave_most = BFS_FRAMES_MAX - path_frames;
    uint32_t wave_frames = levels < wave_most ? levels : wave_most;
    const uint32_t frames = wave_frames + path_frames;
    enum status status = gif_usable(error);
    now.unfinished = true;
    now.width = picture->scale == 0 && picture->width == 0 ? BFS_FILM_WIDTH : picture->width;
    for (uint32_t i = 0; status == STATUS_OK && i < frames; i++) {
        if (i < wave_frames)
            now.upto = step_of(i, wave_frames, levels) - 1;
        else
            now.traced = step_of(i - wave_frames, path_frames, cells);
        status = draw_frame(&gif, &now, path, i + 1 == frames ? LAST_HUNDREDTHS : LEVEL_HUNDREDTHS,
                            error);
    }
    THEN(status, gif_commit(gif, error));
    gif_close(gif);
    return status;
}

enum status bfs_picture_draw(const struct bfs_picture *picture, const char *path,
                             struct error *error)
{
    enum paint_format format;
    assert((picture->problem->graph != NULL) != (picture->problem->grid != NULL));
    assert(picture->labels != NULL && picture->summary.levels >= 1);
    TRY(paint_format_of(path, NULL, &format, error));
    if (format == PAINT_GIF && picture->problem->grid != NULL)
        return draw_film(picture, path, error);
    return paint_file(path, draw, picture, error);
}
