/* api_draw: draws pictures to files or to memory. */
#include <stdlib.h>
#include <string.h>

#include "router/api/handles.h"
#include "router/draw/scene/picture.h"

void leeway_picture_init(struct leeway_picture *picture, size_t size)
{
    if (picture == NULL || size < sizeof picture->size)
        return;
    memset(picture, 0, size);
    picture->size = size;
}

/* Checks the arguments of both kinds of picture and fills the options. */
static enum status check_picture(const struct leeway_design *handle,
                                 const struct leeway_routes *routes,
                                 const struct leeway_picture *given,
                                 struct picture_options *options, struct error *error)
{
    TRY(api_need(handle, "design", error));
    if (routes != NULL)
        TRY(api_check_routes(handle, routes, "the routes to draw", error));
    const struct design *design = &handle->design;
    const struct grid *grid = &design->grid;
    struct leeway_picture picture = {0};
    *options = (struct picture_options){0};
    if (given == NULL)
        return STATUS_OK;
    TRY(api_check_size(given->size, sizeof picture, "picture", error));
    memcpy(&picture, given, given->size);
    const uint32_t *crop = picture.crop;
    if (picture.cropped != 0 && (crop[0] > crop[2] || crop[1] > crop[3] || crop[2] >= grid->width ||
                                 crop[3] >= grid->height))
        return error_set(error, STATUS_BAD_INPUT,
                         "crop: expected a box inside the grid of %u x %u cells, low corner first, "
                         "found %u,%u,%u,%u",
                         grid->width, grid->height, crop[0], crop[1], crop[2], crop[3]);
    if (picture.highlight_count > design->nets.net_count)
        return error_set(error, STATUS_BAD_INPUT,
                         "highlight_count: expected at most %u, the number of nets, found %zu",
                         design->nets.net_count, picture.highlight_count);
    if (picture.highlight_count > 0)
        TRY(api_need(picture.highlight, "highlight", error));
    for (size_t i = 0; i < picture.highlight_count; i++)
        TRY(api_need(picture.highlight[i], "a name in highlight", error));
    options->scale = picture.scale;
    options->has_crop = picture.cropped != 0;
    options->crop = (struct box){crop[0], crop[1], crop[2], crop[3]};
    options->highlight = picture.highlight;
    options->highlight_count = picture.highlight_count;
    options->bare = picture.bare != 0;
    return STATUS_OK;
}

static enum status draw(const struct leeway_design *design, const struct leeway_routes *routes,
                        const struct leeway_picture *picture, const char *path, struct error *error)
{
    struct picture_options options;
    TRY(api_need(path, "path", error));
    TRY(check_picture(design, routes, picture, &options, error));
    return picture_draw(picture_of_grid(&design->design, routes != NULL ? &routes->routes : NULL),
                        &options, path, error);
}

enum leeway_status leeway_draw(const struct leeway_design *design,
                               const struct leeway_routes *routes,
                               const struct leeway_picture *picture, const char *path,
                               struct leeway_error *error)
{
    struct error record = {0};
    return api_end(error, draw(design, routes, picture, path, &record), &record);
}

/* ---- in memory ------------------------------------------------------------------------------- */

struct leeway_image {
    uint8_t *bytes;
    size_t size;
};

static enum status draw_image(struct leeway_image **image, const struct leeway_design *design,
                              const struct leeway_routes *routes,
                              const struct leeway_picture *picture, struct error *error)
{
    struct picture_options options;
    struct canvas canvas = {0};
    TRY(api_need(image, "image", error));
    *image = NULL;
    TRY(check_picture(design, routes, picture, &options, error));
    struct leeway_image *made;
    TRY(MEM_NEW(made, 1, "a picture", error));
    enum status status = picture_render(
        &canvas, picture_of_grid(&design->design, routes != NULL ? &routes->routes : NULL),
        &options, error);
    THEN(status, canvas_encode(&canvas, &made->bytes, &made->size, error));
    canvas_destroy(&canvas);
    assert(status != STATUS_OK || made->size > 0);
    if (status == STATUS_OK)
        *image = made;
    else
        leeway_image_destroy(made);
    return status;
}

enum leeway_status leeway_draw_image(struct leeway_image **image,
                                     const struct leeway_design *design,
                                     const struct leeway_routes *routes,
                                     const struct leeway_picture *picture,
                                     struct leeway_error *error)
{
    struct error record = {0};
    return api_end(error, draw_image(image, design, routes, picture, &record), &record);
}

const uint8_t *leeway_image_bytes(const struct leeway_image *image, size_t *size)
{
    if (size != NULL)
        *size = image != NULL ? image->size : 0;
    return image != NULL ? image->bytes : NULL;
}

void leeway_image_destroy(struct leeway_image *image)
{
    if (image == NULL)
        return;
    MEM_FREE(image->bytes, image);
}
