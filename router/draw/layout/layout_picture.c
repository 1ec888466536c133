/* layout_picture: the choice of scale and the order of the passes; see the header. */
#include "router/draw/layout/layout_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "router/draw/layout/layout_scene.h"
#include "router/draw/paint/paint_canvas.h"
#include "router/draw/paint/paint_file.h"

enum {
    PITCH_PIXELS = 8,  /* pixels from one track to the next that a layout gets at least, ... */
    LARGEST = 4000,    /* ... as long as its longer side has no more pixels than this */
    SMALLEST = 1400,   /* pixels that small layouts are blown up to, ... */
    MAPS_SIDE = 2400,  /* ... and maps side by side together */
    MARGIN_SHARE = 64, /* around the die there is this part of it */
};

static struct layout_rect whole_view(const struct layout *layout)
{
    struct layout_rect die = layout->placed.die_box;
    int32_t longer = rect_width(die) > rect_height(die) ? rect_width(die) : rect_height(die);
    return rect_grow(die, longer / MARGIN_SHARE + 1);
}

static enum status set_view(struct layout_scene *scene, const struct picture_options *options,
                            struct error *error)
{
    int64_t micron = scene->layout->tech.units_per_micron;
    scene->view = whole_view(scene->layout);
    if (!options->has_crop)
        return STATUS_OK;
    int64_t x1 = options->crop.x1 * micron, y1 = options->crop.y1 * micron;
    struct layout_rect die = scene->layout->placed.die_box;
    if (options->crop.x0 >= options->crop.x1 || options->crop.y0 >= options->crop.y1 ||
        options->crop.x0 * micron >= die.x1 || options->crop.y0 * micron >= die.y1 ||
        x1 <= die.x0 || y1 <= die.y0 || x1 > COORD_MAX || y1 > COORD_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "crop %u,%u,%u,%u: expected a part of the die, in microns: it is %.3f,%.3f"
                         ",%.3f,%.3f",
                         options->crop.x0, options->crop.y0, options->crop.x1, options->crop.y1,
                         (double)die.x0 / (double)micron, (double)die.y0 / (double)micron,
                         (double)die.x1 / (double)micron, (double)die.y1 / (double)micron);
    scene->view =
        (struct layout_rect){(int32_t)(options->crop.x0 * micron),
                             (int32_t)(options->crop.y0 * micron), (int32_t)x1, (int32_t)y1};
    return STATUS_OK;
}

static enum status set_scale(struct layout_scene *scene, const struct picture_options *options,
                             struct error *error)
{
    assert(rect_width(scene->view) > 0 && rect_height(scene->view) > 0);
    int64_t width = rect_width(scene->view), height = rect_height(scene->view);
    int64_t longer = width > height ? width : height;
    int32_t pitch = placed_least_pitch(&scene->layout->placed);
    int64_t across = scene->show == SHOW_CONGESTION && scene->layer == PICTURE_LAYER_EACH
                         ? heat_across(scene->layout->tech.level_count + 1)
                         : 1;
    if (options->scale > 0) {
        scene->pixels = options->scale;
        scene->units = scene->layout->tech.units_per_micron;
    } else if (options->fit > 0) {
        scene->pixels = options->fit > across ? options->fit / across : 1;
        scene->units = longer;
    } else if (options->width > 0) {
        scene->frame.text = frame_text(options->width);
        int64_t around = options->bare ? 0 : (14 + 2 * across) * frame_margin(&scene->frame);
        scene->pixels = options->width > around + across ? (options->width - around) / across : 1;
        scene->units = width;
        scene->frame.page = options->width;
    } else if (scene->show == SHOW_CONGESTION) {
        scene->pixels = across > 1 ? MAPS_SIDE / across : SMALLEST;
        scene->units = longer;
    } else {
        int64_t side = pitch < INT32_MAX ? longer * PITCH_PIXELS / pitch : SMALLEST;
        side = side < SMALLEST ? SMALLEST : side > LARGEST ? LARGEST : side;
        scene->pixels = side;
        scene->units = longer;
    }
    scene->frame.width = layout_view_length(scene, width);
    scene->frame.height = layout_view_length(scene, height);
    if (scene->frame.width < 1 || scene->frame.height < 1 || scene->frame.width > CANVAS_SIDE_MAX ||
        scene->frame.height > CANVAS_SIDE_MAX ||
        scene->frame.width * scene->frame.height > CANVAS_AREA_MAX)
        return error_set(error, STATUS_BAD_INPUT,
                         "a picture of %lld x %lld pixels: at most %d a side and %d in all are "
                         "drawn, and one at least",
                         (long long)scene->frame.width, (long long)scene->frame.height,
                         CANVAS_SIDE_MAX, CANVAS_AREA_MAX);
    longer = scene->frame.width > scene->frame.height ? scene->frame.width : scene->frame.height;
    scene->frame.text = frame_text(options->width > longer ? options->width : longer);
    return STATUS_OK;
}

static enum status set_strong(struct layout_scene *scene, const struct picture_options *options,
                              struct error *error)
{
    const struct names *names = &scene->layout->placed.net_names;
    if (options->highlight_count == 0)
        return STATUS_OK;
    TRY(MEM_NEW(scene->strong, names->count, "highlighted nets", error));
    for (size_t i = 0; i < options->highlight_count; i++) {
        const char *name = options->highlight[i];
        uint32_t net = names_find(names, name, strlen(name));
        if (net == NAME_NONE)
            return error_set(error, STATUS_BAD_INPUT,
                             "no net is named '%.200s': nothing to highlight", name);
        scene->strong[net] = true;
    }
    return STATUS_OK;
}

static enum status set_open(struct layout_scene *scene, struct error *error)
{
    const struct layout_marks *marks = scene->marks;
    if (marks == NULL)
        return STATUS_OK;
    uint32_t nets = scene->layout->placed.net_names.count;
    TRY(MEM_NEW(scene->open, nets, "open nets", error));
    for (size_t i = 0; i < marks->count; i++)
        if (marks->at[i].layer == LAYER_NONE && marks->at[i].net < nets)
            scene->open[marks->at[i].net] = true;
    return STATUS_OK;
}

static enum status prepare(struct layout_scene *scene, const struct picture_options *options,
                           struct error *error)
{
    const uint32_t levels = scene->layout->tech.level_count;
    scene->show = options->show;
    scene->other = options->other_layout;
    scene->layer = options->layer;
    if (options->layer > levels && options->layer != PICTURE_LAYER_EACH)
        return error_set(error, STATUS_BAD_INPUT, "layer %u: the chip has %u routing layer%s",
                         options->layer, levels, levels == 1 ? "" : "s");
    TRY(set_view(scene, options, error));
    TRY(set_scale(scene, options, error));
    TRY(set_strong(scene, options, error));
    return set_open(scene, error);
}

static enum status draw_passes(struct layout_scene *scene, struct error *error)
{
    TRY(shapes_make(&scene->shapes, scene->layout, error));
    for (uint32_t i = 0; i < scene->shapes.count; i++)
        scene->used[scene->shapes.shapes[i].layer] = true;
    TRY(layout_why_prepare(scene, error));
    struct frame_sizes size = layout_legend_measure(scene);
    TRY(paint_begin(scene->frame.paint, (uint64_t)size.width, (uint64_t)size.height, error));
    if (scene->show != SHOW_CONGESTION)
        layout_cells_draw(scene);
    TRY(layout_why_draw(scene, error));
    if (scene->show != SHOW_CONGESTION) {
        TRY(layout_metal_draw(scene, error));
        TRY(layout_marks_draw(scene, error));
    }
    layout_legend_draw(scene);
    return paint_end(scene->frame.paint, error);
}

/* ---- names, for formats that keep them ------------------------------------------------------ */

static void layer_name(const void *context, uint32_t level, char *text, size_t room)
{
    const struct tech *tech = &((const struct layout_scene *)context)->layout->tech;
    snprintf(text, room, "%s", names_text(&tech->layer_names, tech->levels[level]));
}

static const char *net_name(const void *context, uint32_t net)
{
    return names_text(&((const struct layout_scene *)context)->layout->placed.net_names, net);
}

static bool net_note(const void *context, uint32_t net, char *text, size_t room)
{
    bool open = layout_is_open(context, net);
    snprintf(text, room, "%s", open ? "open: its pins do not hang together" : "");
    return open;
}

static void scene_destroy(struct layout_scene *scene)
{
    MEM_FREE(scene->strong, scene->open, scene->tone);
    heat_destroy(&scene->heat);
    shapes_destroy(&scene->shapes);
}

enum status layout_picture_check(const struct layout *layout, const struct picture_options *options,
                                 struct error *error)
{
    struct layout_scene scene = {.layout = layout};
    enum status status = prepare(&scene, options, error);
    scene_destroy(&scene);
    return status;
}

static enum status layout_picture_paint(struct paint *paint, const struct layout *layout,
                                        const struct layout_marks *marks,
                                        const struct picture_options *options, struct error *error)
{
    static const struct picture_options DEFAULTS = {0};
    options = options != NULL ? options : &DEFAULTS;
    struct layout_scene scene = {
        .layout = layout, .marks = marks, .frame = {.paint = paint, .bare = options->bare}};
    paint->names = (struct paint_names){.context = &scene,
                                        .title = layout->placed.design,
                                        .layers = layout->tech.level_count,
                                        .nets = layout->placed.net_names.count,
                                        .layer = layer_name,
                                        .net = net_name,
                                        .note = net_note};
    enum status status = prepare(&scene, options, error);
    THEN(status, draw_passes(&scene, error));
    scene_destroy(&scene);
    return status;
}

enum status layout_picture_render(struct canvas *canvas, const struct layout *layout,
                                  const struct layout_marks *marks,
                                  const struct picture_options *options, struct error *error)
{
    struct paint_canvas paint;
    memset(canvas, 0, sizeof *canvas);
    paint_canvas_open(&paint, canvas);
    enum status status = layout_picture_paint(&paint.paint, layout, marks, options, error);
    if (status != STATUS_OK)
        canvas_destroy(canvas);
    return status;
}

/* What layout_picture_draw hands through to layout_picture_paint. */
struct layout_drawing {
    const struct layout *layout;
    const struct layout_marks *marks;
    const struct picture_options *options;
};

static enum status draw(const void *context, struct paint *paint, struct error *error)
{
    const struct layout_drawing *it = context;
    return layout_picture_paint(paint, it->layout, it->marks, it->options, error);
}

enum status layout_picture_draw(const struct layout *layout, const struct layout_marks *marks,
                                const struct picture_options *options, const char *path,
                                struct error *error)
{
    struct layout_drawing drawing = {layout, marks, options};
    return paint_file(path, draw, &drawing, error);
}
