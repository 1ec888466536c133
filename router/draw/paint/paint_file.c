/* paint_file: opens the backend of a suffix. Pixels are written at the end, text while drawn. */
#include "router/draw/paint/paint_file.h"

#include <strings.h>
#include <sys/stat.h>

#include "grid/text/file/path.h"
#include "router/draw/canvas/gif.h"
#include "router/draw/canvas/png.h"
#include "router/draw/paint/paint_canvas.h"
#include "router/draw/paint/paint_html.h"
#include "router/draw/paint/paint_svg.h"

static bool is_device(const char *path)
{
    struct stat info;
    return strcmp(path, "-") == 0 ||
           (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode));
}

enum status paint_format_of(const char *path, const char *what, enum paint_format *format,
                            struct error *error)
{
    static const struct {
        const char *suffix;
        enum paint_format format;
    } KNOWN[] = {
        {".png", PAINT_PNG}, {".svg", PAINT_SVG}, {".html", PAINT_HTML}, {".gif", PAINT_GIF}};
    const char *dot = strrchr(path_name(path), '.');
    for (size_t i = 0; dot != NULL && i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (strcasecmp(dot, KNOWN[i].suffix) == 0) {
            *format = KNOWN[i].format;
            return *format == PAINT_GIF ? gif_usable(error) : STATUS_OK;
        }
    *format = PAINT_PNG;
    if (is_device(path))
        return STATUS_OK;
    return error_refuse(
        error, "%s%s%.300s: expected a picture's name that ends in .png, .svg, .html or .gif",
        what != NULL ? what : "", what != NULL ? " " : "", path);
}

static enum status draw_pixels(FILE *stream, const char *path, enum paint_format format,
                               paint_draw *draw, const void *context, struct error *error)
{
    struct canvas canvas = {0};
    struct paint_canvas paint;
    paint_canvas_open(&paint, &canvas);
    enum status status = draw(context, &paint.paint, error);
    THEN(status, format == PAINT_GIF ? gif_write(path, &canvas, error)
                                     : pngfile_write(stream, path, &canvas, error));
    canvas_destroy(&canvas);
    return status;
}

enum status paint_stream(FILE *stream, const char *path, enum paint_format format, paint_draw *draw,
                         const void *context, struct error *error)
{
    assert(stream != NULL && format != PAINT_GIF);
    if (format == PAINT_PNG)
        return draw_pixels(stream, path, format, draw, context, error);
    if (format == PAINT_SVG) {
        struct paint_svg paint;
        paint_svg_open(&paint, stream);
        enum status status = draw(context, &paint.base.paint, error);
        embed_close(&paint.base);
        return status;
    }
    struct paint_html paint;
    paint_html_open(&paint, stream);
    enum status status = draw(context, &paint.base.paint, error);
    paint_html_close(&paint);
    return status;
}

enum status paint_file(const char *path, paint_draw *draw, const void *context, struct error *error)
{
    enum paint_format format;
    struct output output = {0};
    assert(path != NULL && draw != NULL);
    TRY(paint_format_of(path, NULL, &format, error));
    if (format == PAINT_GIF)
        return draw_pixels(NULL, path, format, draw, context, error);
    TRY(canvas_output(&output, path, error));
    enum status status = paint_stream(output.stream, path, format, draw, context, error);
    return output_end(&output, status, error);
}
