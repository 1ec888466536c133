/* api_draw: draws pictures of designs and layouts, to files or to memory. */
#include "router/api/handles.h"
#include "router/draw/scene/picture.h"

enum { WIDTH_LEAST = 16, WIDTH_MAX = 16384 }; /* width of a picture in pixels */

struct api_drawing {
    struct picture_subject subject;
    struct picture_options options;
    enum paint_format format; /* in memory */
    const void *other;        /* the handle of the other result */
};

void leeway_picture_init(struct leeway_picture *picture, size_t size)
{
    if (picture == NULL || size < sizeof picture->size)
        return;
    memset(picture, 0, size);
    picture->size = size;
}

static enum status take_highlight(const struct leeway_picture *picture, size_t nets,
                                  struct error *error)
{
    if (picture->highlight_count > nets)
        return error_refuse(error,
                            "highlight_count: expected at most %zu, the number of nets, found %zu",
                            nets, picture->highlight_count);
    if (picture->highlight_count > 0)
        TRY(api_need(picture->highlight, "highlight", error));
    for (size_t i = 0; i < picture->highlight_count; i++)
        TRY(api_need(picture->highlight[i], "a name in highlight", error));
    return STATUS_OK;
}

/* Checks the caller's options and fills the drawing, but for its subject. */
static enum status take_picture(struct api_drawing *it, const struct leeway_picture *given,
                                size_t nets, bool has_result, struct error *error)
{
    static const char *const SHOWS[] = {"routes",  "failures", "congestion",
                                        "detours", "diff",     NULL};
    static const char *const FORMATS[] = {"png", "svg", "html", NULL};
    struct leeway_picture picture = {0};
    unsigned show = SHOW_ROUTES, format = PAINT_PNG;
    *it = (struct api_drawing){0};
    if (given == NULL)
        return STATUS_OK;
    TRY(api_check_size(given->size, sizeof picture, "picture", error));
    memcpy(&picture, given, given->size);
    TRY(take_highlight(&picture, nets, error));
    if (picture.show != NULL)
        TRY(api_find_word(picture.show, "show", SHOWS, &show, error));
    if (picture.format != NULL)
        TRY(api_find_word(picture.format, "format", FORMATS, &format, error));
    if (show != SHOW_ROUTES && !has_result)
        return error_refuse(error, "show: %s needs a result, found none", SHOWS[show]);
    if ((show == SHOW_DIFF) != (picture.other != NULL))
        return error_refuse(error, "other: expected a result with diff, and only so");
    if (picture.width != 0 && (picture.width < WIDTH_LEAST || picture.width > WIDTH_MAX))
        return error_refuse(error, "width: expected %d..%d, found %u", WIDTH_LEAST, WIDTH_MAX,
                            picture.width);
    const uint32_t *crop = picture.crop;
    it->other = picture.other;
    it->format = (enum paint_format)format;
    it->options = (struct picture_options){.show = (enum picture_show)show,
                                           .layer = picture.layer,
                                           .scale = picture.scale,
                                           .width = picture.width,
                                           .has_crop = picture.cropped != 0,
                                           .crop = {crop[0], crop[1], crop[2], crop[3]},
                                           .highlight = picture.highlight,
                                           .highlight_count = picture.highlight_count,
                                           .bare = picture.bare != 0};
    return STATUS_OK;
}

static enum status take_grid(struct api_drawing *it, const struct leeway_design *handle,
                             const struct leeway_routes *routes, const struct leeway_picture *given,
                             struct error *error)
{
    TRY(api_need(handle, "design", error));
    if (routes != NULL)
        TRY(api_check_routes(handle, routes, "the routes to draw", error));
    const struct grid *grid = &handle->design.grid;
    TRY(take_picture(it, given, handle->design.nets.net_count, routes != NULL, error));
    const struct box crop = it->options.crop;
    if (it->options.has_crop && (crop.x0 > crop.x1 || crop.y0 > crop.y1 || crop.x1 >= grid->width ||
                                 crop.y1 >= grid->height))
        return error_refuse(error,
                            "crop: expected a box inside the grid of %u x %u cells, low corner "
                            "first, found %u,%u,%u,%u",
                            grid->width, grid->height, crop.x0, crop.y0, crop.x1, crop.y1);
    if (it->other != NULL) {
        const struct leeway_routes *other = it->other;
        TRY(api_check_routes(handle, other, "the other routes", error));
        it->options.other = &other->routes;
    }
    it->subject = picture_of_grid(&handle->design, routes != NULL ? &routes->routes : NULL);
    return STATUS_OK;
}

static enum status take_layout(struct api_drawing *it, const struct leeway_layout *handle,
                               const struct leeway_picture *given, struct error *error)
{
    TRY(api_need(handle, "layout", error));
    const struct layout *layout = layout_run_shown(&handle->run);
    const size_t nets = layout->placed.net_names.count;
    TRY(take_picture(it, given, nets, handle->run.marks.judged, error));
    if (it->other != NULL) {
        const struct leeway_layout *other = it->other;
        it->options.other = layout_run_shown(&other->run);
        if (!other->run.marks.judged || other->report.net_count != nets)
            return error_refuse(error, "other: expected a result of the same layout");
    }
    it->subject = picture_of_layout(layout, handle->run.marks.judged ? &handle->run.marks : NULL);
    return STATUS_OK;
}

struct leeway_image {
    uint8_t *bytes;
    size_t size;
};

static enum status encode(struct leeway_image **image, const struct api_drawing *it,
                          struct error *error)
{
    struct leeway_image *made;
    TRY(MEM_NEW(made, 1, "a picture", error));
    enum status status =
        picture_encode(it->subject, &it->options, it->format, &made->bytes, &made->size, error);
    assert(status != STATUS_OK || made->size > 0);
    if (status == STATUS_OK)
        *image = made;
    else
        leeway_image_destroy(made);
    return status;
}

API_BODY(leeway_draw, (design, routes, picture, path), const struct leeway_design *design,
         const struct leeway_routes *routes, const struct leeway_picture *picture, const char *path)
{
    struct api_drawing it;
    TRY(api_need(path, "path", error));
    TRY(take_grid(&it, design, routes, picture, error));
    return picture_draw(it.subject, &it.options, path, error);
}

API_BODY(leeway_draw_image, (image, design, routes, picture), struct leeway_image **image,
         const struct leeway_design *design, const struct leeway_routes *routes,
         const struct leeway_picture *picture)
{
    struct api_drawing it;
    TRY(api_make(image, "image", error));
    TRY(take_grid(&it, design, routes, picture, error));
    return encode(image, &it, error);
}

API_BODY(leeway_layout_draw, (layout, picture, path), const struct leeway_layout *layout,
         const struct leeway_picture *picture, const char *path)
{
    struct api_drawing it;
    TRY(api_need(path, "path", error));
    TRY(take_layout(&it, layout, picture, error));
    return picture_draw(it.subject, &it.options, path, error);
}

API_BODY(leeway_layout_draw_image, (image, layout, picture), struct leeway_image **image,
         const struct leeway_layout *layout, const struct leeway_picture *picture)
{
    struct api_drawing it;
    TRY(api_make(image, "image", error));
    TRY(take_layout(&it, layout, picture, error));
    return encode(image, &it, error);
}

API_ARRAY(leeway_image_bytes, leeway_image, uint8_t, it->bytes, it->size)

void leeway_image_destroy(struct leeway_image *image)
{
    if (image == NULL)
        return;
    MEM_FREE(image->bytes, image);
}
