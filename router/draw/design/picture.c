/* picture: the passes in their order; see the header for what is shown, scene.h for the parts. */
#include "router/draw/design/picture.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "router/draw/design/scene.h"

static enum status set_box(struct scene *scene, const struct picture_options *options,
                           struct error *error)
{
    const struct grid *grid = &scene->design->grid;
    scene->box = (struct box){0, 0, grid->width - 1, grid->height - 1};
    if (!options->has_crop)
        return STATUS_OK;
    struct box crop = options->crop;
    if (crop.x0 > crop.x1 || crop.y0 > crop.y1 || crop.x1 >= grid->width || crop.y1 >= grid->height)
        return error_set(error, STATUS_BAD_INPUT,
                         "crop %u,%u,%u,%u: two corners X0,Y0,X1,Y1 with X0 <= X1 <= %u and "
                         "Y0 <= Y1 <= %u are expected",
                         crop.x0, crop.y0, crop.x1, crop.y1, grid->width - 1, grid->height - 1);
    scene->box = crop;
    return STATUS_OK;
}

/* Looks the highlighted nets up. */
static enum status set_strong(struct scene *scene, const struct picture_options *options,
                              struct error *error)
{
    const struct netlist *nets = &scene->design->nets;
    if (options->highlight_count == 0)
        return STATUS_OK;
    scene->strong = mem_alloc(nets->net_count, sizeof *scene->strong, "highlighted nets", error);
    if (scene->strong == NULL)
        return STATUS_FAILED;
    for (size_t i = 0; i < options->highlight_count; i++) {
        uint32_t net = netlist_find(nets, options->highlight[i]);
        if (net == UINT32_MAX)
            return error_set(error, STATUS_BAD_INPUT,
                             "no net is named '%.200s': nothing to highlight",
                             options->highlight[i]);
        scene->strong[net] = true;
    }
    return STATUS_OK;
}

static enum status draw_passes(struct scene *scene, struct error *error)
{
    int64_t width, height;
    legend_measure(scene, &width, &height);
    TRY(canvas_create(scene->canvas, (uint64_t)width, (uint64_t)height, error));
    ground_draw(scene);
    tracks_draw(scene);
    TRY(flight_draw(scene, error));
    pins_draw(scene);
    tracks_draw_pin_vias(scene);
    legend_draw(scene);
    return STATUS_OK;
}

enum status picture_render(struct canvas *canvas, const struct design *design,
                           const struct routes *routes, const struct picture_options *options,
                           struct error *error)
{
    assert(routes == NULL || routes->net_count == design->nets.net_count);
    static const struct picture_options DEFAULTS = {0};
    options = options != NULL ? options : &DEFAULTS;
    memset(canvas, 0, sizeof *canvas);
    struct scene scene = {
        .design = design, .routes = routes, .canvas = canvas, .bare = options->bare};
    enum status status = set_box(&scene, options, error);
    if (status == STATUS_OK)
        status = scene_fit(&scene, options, error);
    if (status == STATUS_OK)
        status = set_strong(&scene, options, error);
    if (status == STATUS_OK) {
        scene_survey(&scene);
        status = draw_passes(&scene, error);
    }
    free(scene.strong);
    if (status != STATUS_OK)
        canvas_destroy(canvas);
    return status;
}

enum status picture_draw(const struct design *design, const struct routes *routes,
                         const struct picture_options *options, const char *path,
                         struct error *error)
{
    struct canvas canvas;
    enum status status = picture_render(&canvas, design, routes, options, error);
    if (status == STATUS_OK)
        status = canvas_write(&canvas, path, error);
    canvas_destroy(&canvas);
    return status;
}
