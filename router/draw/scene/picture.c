/* picture: creates the scene of a subject and runs the steps of its table in their order. */
#include "router/draw/scene/picture.h"

#include "grid/text/file/memory_text.h"
#include "grid/text/pattern.h"
#include "router/draw/paint/paint_canvas.h"
#include "router/draw/scene/scene.h"
#include "router/search/field.h"

enum status scene_crop(const struct scene *scene, const struct grid *grid, struct box *box,
                       struct error *error)
{
    const struct box crop = scene->options->crop;
    *box = box_whole(grid);
    if (!scene->options->has_crop)
        return STATUS_OK;
    if (box_is_empty(crop) || !box_holds(*box, crop))
        return error_refuse(error,
                            "--crop: expected a box inside the grid (X0 <= X1 <= %u, Y0 <= Y1 <= "
                            "%u), found %u,%u,%u,%u",
                            grid->width - 1, grid->height - 1, crop.x0, crop.y0, crop.x1, crop.y1);
    *box = crop;
    return STATUS_OK;
}

static enum status check_layer(const struct scene *scene, struct error *error)
{
    const uint32_t layer = scene->options->layer, layers = scene->layers;
    if (layer <= layers || layer == PICTURE_LAYER_EACH)
        return STATUS_OK;
    return error_refuse(error, "layer %u: the design has %u layer%s", layer, layers,
                        layers == 1 ? "" : "s");
}

static enum status set_highlighted(struct scene *scene, struct error *error)
{
    const struct picture_options *options = scene->options;
    if (options->highlight_count == 0)
        return STATUS_OK;
    TRY(MEM_NEW(scene->highlighted, scene->nets, "highlighted nets", error));
    TRY(MEM_NEW(scene->named, scene->nets, "highlighted nets", error));
    for (size_t i = 0; i < options->highlight_count; i++) {
        const char *name = options->highlight[i];
        const uint32_t found = scene->ops->find_net(scene, name);
        const bool many = found == UINT32_MAX && pattern_is(name);
        bool any = found != UINT32_MAX;
        if (any)
            scene->highlighted[found] = true;
        for (uint32_t net = 0; many && net < scene->nets; net++)
            if (pattern_matches(name, scene->ops->net_name(scene, net)))
                any = scene->highlighted[net] = true;
        if (!any)
            return error_refuse(error, "no net is named '%.200s': nothing to highlight", name);
    }
    memcpy(scene->named, scene->highlighted, scene->nets * sizeof *scene->named);
    return STATUS_OK;
}

static int64_t one_line(const void *scene, int64_t right)
{
    (void)right;
    return frame_line_height(&((const struct scene *)scene)->frame);
}

/* A picture of a given size is refused before its nets are routed; its legend is not known yet. */
static enum status check_size(struct scene *scene, struct error *error)
{
    struct frame *frame = &scene->frame;
    if (scene->options->scale == 0 && scene->options->width == 0)
        return STATUS_OK;
    const struct pixels least =
        frame_measure(frame, "", 2, axes_width(scene), frame_axis_height(frame), one_line, scene);
    return canvas_check_size((uint64_t)least.width, (uint64_t)least.height, error);
}

static enum status choose(struct scene *scene, struct error *error)
{
    const struct picture_options *options = scene->options;
    assert(options->show != SHOW_DIFF || options->other != NULL);
    assert(options->spans == NULL || options->span_start != NULL);
    assert(options->highlight != NULL || options->highlight_count == 0);
    TRY(scene->ops->fit(scene, error));
    assert(scene->frame.width >= 1 && scene->frame.height >= 1 && scene->frame.text >= 1);
    TRY(check_layer(scene, error));
    TRY(check_size(scene, error));
    return set_highlighted(scene, error);
}

/* The paint's axes, of a picture with one body, and its nets in question. */
static void set_place(const struct scene *scene)
{
    struct paint *paint = scene->frame.paint;
    const struct scene_axis x = scene->ops->axis(scene, false), y = scene->ops->axis(scene, true);
    paint->asked = scene->asked_count > 0 ? scene->asked : NULL;
    if (scene->options->show == SHOW_CONGESTION && scene->heat.maps > 1)
        return;
    paint->x = (struct paint_axis){scene->frame.left, x.from, x.pixels, x.per, x.units, x.name};
    paint->y = (struct paint_axis){scene->frame.top, y.to, y.pixels, y.per, y.units, x.name};
}

static enum status draw_scene(struct scene *scene, struct error *error)
{
    struct paint *paint = scene->frame.paint;
    TRY(choose(scene, error));
    paint->names = (struct paint_names){scene,
                                        scene->title,
                                        scene->layers,
                                        scene->nets,
                                        scene->ops->layer_name,
                                        scene->ops->net_name,
                                        scene->ops->net_note};
    if (scene->ops->prepare != NULL)
        TRY(scene->ops->prepare(scene, error));
    for (uint32_t net = 0; net < scene->nets; net++)
        scene->open_count += scene_is_open(scene, net);
    TRY(show_prepare(scene, error));
    TRY(asked_prepare(scene, error));
    flight_prepare(scene);
    struct pixels size = legend_measure(scene);
    set_place(scene);
    TRY(paint_begin(paint, (uint64_t)size.width, (uint64_t)size.height, error));
    if (scene->options->show == SHOW_CONGESTION)
        congestion_draw(scene);
    else
        TRY(scene->ops->body(scene, error));
    TRY(asked_draw(scene, error));
    legend_draw(scene);
    return paint_end(paint, error);
}

static enum status with_scene(struct paint *paint, struct picture_subject subject,
                              const struct picture_options *options,
                              enum status (*step)(struct scene *, struct error *),
                              struct error *error)
{
    static const struct picture_options DEFAULTS = {0};
    assert(subject.ops != NULL && subject.design != NULL);
    assert(subject.ops->traits->size >= sizeof(struct scene));
    struct scene *scene = mem_alloc(1, subject.ops->traits->size, "the picture", error);
    if (scene == NULL)
        return STATUS_FAILED;
    scene->ops = subject.ops;
    scene->subject = subject;
    scene->options = options != NULL ? options : &DEFAULTS;
    scene->frame = (struct frame){.paint = paint, .bare = scene->options->bare};
    if (scene->options->caption != NULL)
        text_append(scene->remark, sizeof scene->remark, "%s", scene->options->caption);
    const enum status status = step(scene, error);
    if (subject.ops->destroy != NULL)
        subject.ops->destroy(scene);
    MEM_FREE(scene->open, scene->highlighted, scene->named, scene->asked, scene->colour);
    heat_destroy(&scene->heat);
    free(scene);
    return status;
}

enum status picture_paint(struct paint *paint, struct picture_subject subject,
                          const struct picture_options *options, struct error *error)
{
    return with_scene(paint, subject, options, draw_scene, error);
}

enum status picture_check(struct picture_subject subject, const struct picture_options *options,
                          struct error *error)
{
    return with_scene(NULL, subject, options, choose, error);
}

enum status picture_render(struct canvas *canvas, struct picture_subject subject,
                           const struct picture_options *options, struct error *error)
{
    struct paint_canvas paint;
    memset(canvas, 0, sizeof *canvas);
    paint_canvas_open(&paint, canvas);
    enum status status = picture_paint(&paint.paint, subject, options, error);
    if (status != STATUS_OK)
        canvas_destroy(canvas);
    return status;
}

struct picture_request {
    struct picture_subject subject;
    const struct picture_options *options;
};

static enum status draw(const void *context, struct paint *paint, struct error *error)
{
    const struct picture_request *it = context;
    return picture_paint(paint, it->subject, it->options, error);
}

enum status picture_draw(struct picture_subject subject, const struct picture_options *options,
                         const char *path, struct error *error)
{
    const struct picture_request request = {subject, options};
    TRY(picture_check(subject, options, error)); /* before the file is opened */
    return paint_file(path, draw, &request, error);
}

enum status picture_encode(struct picture_subject subject, const struct picture_options *options,
                           enum paint_format format, uint8_t **bytes, size_t *size,
                           struct error *error)
{
    const struct picture_request request = {subject, options};
    struct memory_text memory;
    *bytes = NULL;
    TRY(memory_text_open(&memory, "a picture", error));
    TRY(memory_text_end(&memory, paint_stream(memory.out, NULL, format, draw, &request, error),
                        error));
    *bytes = (uint8_t *)memory.text;
    *size = memory.size;
    return STATUS_OK;
}
