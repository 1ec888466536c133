/* picture: the passes in their order; see the header for what is shown, scene.h for the parts. */
#include "router/draw/design/picture.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "router/draw/design/scene.h"
#include "router/draw/paint/paint_canvas.h"
#include "router/draw/paint/paint_file.h"

enum { BLOCKERS_NAMED = 16 };

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

static enum status check_layer(const struct scene *scene, const struct picture_options *options,
                               struct error *error)
{
    uint32_t layers = scene->design->grid.layers;
    if (options->layer <= layers || options->layer == PICTURE_LAYER_EACH)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "layer %u: the grid has %u layer%s", options->layer,
                     layers, layers == 1 ? "" : "s");
}

/* Looks the highlighted nets up. */
static enum status set_strong(struct scene *scene, const struct picture_options *options,
                              struct error *error)
{
    const struct netlist *nets = &scene->design->nets;
    if (options->highlight_count == 0)
        return STATUS_OK;
    TRY(MEM_NEW(scene->strong, nets->net_count, "highlighted nets", error));
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

/* In a film nets that share a cell have a colour of their own, and the legend is that of all
 * frames. Spans know what is in conflict. */
static enum status mark_conflicts(struct scene *scene, struct error *error)
{
    assert(scene->routes != NULL && scene->tone == NULL);
    const struct grid *grid = &scene->design->grid;
    const struct routes *routes = scene->routes;
    scene->survey.unrouted = false;
    scene->survey.vias = grid->layers > 1;
    TRY(MEM_NEW(scene->tone, routes->net_count, "a film", error));
    memset(scene->tone, 0, routes->net_count);
    if (scene->options->spans != NULL)
        return STATUS_OK;
    uint32_t *owner;
    TRY(MEM_NEW(owner, grid_cells(grid), "a film", error));
    memset(owner, 0, grid_cells(grid) * sizeof *owner);
    for (uint32_t net = 0; net < routes->net_count; net++)
        for (size_t i = 0; i < routes->nets[net].wire_count; i++) {
            struct wire wire = routes->wires[routes->nets[net].first_wire + i];
            for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk)) {
                uint32_t before = owner[walk.cell];
                if (before != 0 && before != net + 1)
                    scene->tone[net] = scene->tone[before - 1] = COLOUR_UNROUTED;
                owner[walk.cell] = net + 1;
            }
        }
    free(owner);
    return STATUS_OK;
}

static enum status draw_passes(struct scene *scene, struct error *error)
{
    TRY(why_prepare(scene, error));
    flight_prepare(scene);
    TRY(labels_prepare(scene, error));
    struct frame_sizes size = legend_measure(scene);
    TRY(paint_begin(scene->frame.paint, (uint64_t)size.width, (uint64_t)size.height, error));
    if (scene->show != SHOW_CONGESTION)
        ground_draw(scene);
    why_draw(scene);
    if (scene->show != SHOW_CONGESTION) {
        tracks_draw(scene);
        if (scene->show == SHOW_FAILURES)
            TRY(stuck_draw(scene, error));
        TRY(flight_draw(scene, error));
        rings_draw(scene);
    }
    legend_draw(scene);
    return STATUS_OK;
}

/* ---- names, for formats that keep them ------------------------------------------------------ */

static void layer_name(const void *context, uint32_t layer, char *text, size_t room)
{
    const struct scene *scene = context;
    style_layer_text(&scene->design->grid, layer, text, room);
}

static const char *net_name(const void *context, uint32_t net)
{
    const struct scene *scene = context;
    return netlist_name(&scene->design->nets, net);
}

static bool net_note(const void *context, uint32_t net, char *text, size_t room)
{
    const struct scene *scene = context;
    text[0] = '\0';
    if (scene->routes == NULL)
        return false;
    const struct route *route = &scene->routes->nets[net];
    if (route->state == ROUTE_ROUTED) {
        text_append(text, room, "cost %" PRIu64 ", length %" PRIu64 ", vias %" PRIu64,
                    (uint64_t)design_shown_cost(scene->design, net, route->cost), route->length,
                    route->vias);
        return false;
    }
    text_append(text, room, "unrouted: %s", route_state_name(route->state));
    for (size_t i = 0; i < route->blocker_count && i < BLOCKERS_NAMED; i++)
        text_append(
            text, room, " %.64s",
            netlist_name(&scene->design->nets, scene->routes->blockers[route->first_blocker + i]));
    return true;
}

enum status picture_paint(struct paint *paint, const struct design *design,
                          const struct routes *routes, const struct picture_options *options,
                          struct error *error)
{
    assert(routes == NULL || routes->net_count == design->nets.net_count);
    static const struct picture_options DEFAULTS = {0};
    options = options != NULL ? options : &DEFAULTS;
    struct scene scene = {
        .design = design, .routes = routes, .frame = {.paint = paint, .bare = options->bare}};
    scene.options = options;
    scene.show = options->show;
    scene.other = options->other;
    scene.film = options->film;
    if (options->caption != NULL)
        text_append(scene.why, sizeof scene.why, "%s", options->caption);
    paint->names = (struct paint_names){.context = &scene,
                                        .title = design->name,
                                        .layers = design->grid.layers,
                                        .nets = design->nets.net_count,
                                        .layer = layer_name,
                                        .net = net_name,
                                        .note = net_note};
    enum status status = set_box(&scene, options, error);
    THEN(status, check_layer(&scene, options, error));
    THEN(status, scene_fit(&scene, options, error));
    THEN(status, set_strong(&scene, options, error));
    if (status == STATUS_OK) {
        scene_survey(&scene);
        scene.survey.walls = ground_walls(&scene);
        status = options->film ? mark_conflicts(&scene, error) : STATUS_OK;
    }
    if (status == STATUS_OK) {
        status = draw_passes(&scene, error);
    }
    THEN(status, paint_end(paint, error));
    MEM_FREE(scene.strong, scene.tone, scene.upmost);
    heat_destroy(&scene.heat);
    return status;
}

enum status picture_render(struct canvas *canvas, const struct design *design,
                           const struct routes *routes, const struct picture_options *options,
                           struct error *error)
{
    struct paint_canvas paint;
    memset(canvas, 0, sizeof *canvas);
    paint_canvas_open(&paint, canvas);
    enum status status = picture_paint(&paint.paint, design, routes, options, error);
    if (status != STATUS_OK)
        canvas_destroy(canvas);
    return status;
}

/* What picture_draw hands through to picture_paint. */
struct drawing {
    const struct design *design;
    const struct routes *routes;
    const struct picture_options *options;
};

static enum status draw(const void *context, struct paint *paint, struct error *error)
{
    const struct drawing *it = context;
    return picture_paint(paint, it->design, it->routes, it->options, error);
}

enum status picture_draw(const struct design *design, const struct routes *routes,
                         const struct picture_options *options, const char *path,
                         struct error *error)
{
    struct drawing drawing = {design, routes, options};
    return paint_file(path, draw, &drawing, error);
}
