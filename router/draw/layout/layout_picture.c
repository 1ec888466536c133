/* layout_picture: the table of calls by which a layout is drawn as a scene. */
#include <limits.h>

#include "grid/layout/net_facts.h"
#include "router/draw/layout/layout_across.h"
#include "router/draw/layout/layout_scene.h"

enum {
    PITCH_PIXELS = 8,     /* distance of two tracks in pixels, if the side stays below LARGEST */
    LARGEST = 4000,       /* longer side of a large layout in pixels */
    SMALLEST = 1400,      /* longer side of a small layout in pixels */
    MAPS_SIDE = 2400,     /* longer side of maps side by side in pixels */
    MARGIN_SHARE = 64,    /* the margin around the die is this fraction of its longer side */
    TICK_APART = 34,      /* least pixels between coordinates, times their text's scale */
    UNIT_APART = 20,      /* the same: more of the lower axis, for the unit behind the last one */
    NETS_LOOKED_AT = 200, /* maximum number of open nets whose blockers are searched */
    READ_AT = 1600,       /* typical width in pixels at which a picture is viewed */
    WIRE_LEAST = 2,       /* least width of wires in pixels, at that width */
};

static enum status set_view(struct layout_scene *scene, struct error *error)
{
    const struct picture_options *options = scene->base.options;
    const int64_t micron = scene->layout->tech.units_per_micron;
    const struct layout_rect die = scene->layout->placed.die_box;
    const struct box crop = options->crop;
    int32_t longer = rect_width(die) > rect_height(die) ? rect_width(die) : rect_height(die);
    scene->view = rect_grow(die, longer / MARGIN_SHARE + 1);
    if (!options->has_crop)
        return STATUS_OK;
    const int64_t x1 = crop.x1 * micron, y1 = crop.y1 * micron;
    if (crop.x0 >= crop.x1 || crop.y0 >= crop.y1 || crop.x0 * micron >= die.x1 ||
        crop.y0 * micron >= die.y1 || x1 <= die.x0 || y1 <= die.y0 || x1 > COORD_MAX ||
        y1 > COORD_MAX)
        return error_refuse(
            error,
            "crop %u,%u,%u,%u: expected a part of the die, in microns: it is %.3f,%.3f,%.3f,%.3f",
            crop.x0, crop.y0, crop.x1, crop.y1, (double)die.x0 / (double)micron,
            (double)die.y0 / (double)micron, (double)die.x1 / (double)micron,
            (double)die.y1 / (double)micron);
    scene->view = (struct layout_rect){(int32_t)(crop.x0 * micron), (int32_t)(crop.y0 * micron),
                                       (int32_t)x1, (int32_t)y1};
    return STATUS_OK;
}

/* Reads A-B or A. */
static enum status set_levels(struct layout_scene *scene, struct error *error)
{
    const struct tech *tech = &scene->layout->tech;
    const char *text = scene->base.options->layers;
    scene->low = 0;
    scene->high = tech->level_count - 1u;
    if (text == NULL ||
        (tech_find_range(tech, text, &scene->low, &scene->high) && scene->low <= scene->high))
        return STATUS_OK;
    return error_refuse(
        error,
        "--layers: expected two of the %u routing layers %.60s to %.60s as A-B, the "
        "lower one first, or one of them, found \"%.60s\"",
        tech->level_count, names_text(&tech->layer_names, tech->levels[0]),
        names_text(&tech->layer_names, tech->levels[tech->level_count - 1]), text);
}

static void choose_scale(struct layout_scene *scene, int64_t width, int64_t longer)
{
    const struct picture_options *options = scene->base.options;
    const int64_t across = congestion_across(&scene->base);
    const int32_t pitch = placed_least_pitch(&scene->layout->placed);
    struct frame *frame = &scene->base.frame;
    scene->units = longer;
    if (options->scale > 0) {
        scene->pixels = options->scale;
        scene->units = scene->layout->tech.units_per_micron;
    } else if (options->fit > 0) {
        scene->pixels = options->fit > across ? options->fit / across : 1;
    } else if (options->width > 0) {
        frame->text = frame_text(options->width);
        int64_t around = options->bare ? 0 : (14 + 2 * across) * frame_margin(frame);
        scene->pixels = options->width > around + across ? (options->width - around) / across : 1;
        scene->units = width;
        frame->page = options->width;
    } else if (options->show == SHOW_CONGESTION) {
        scene->pixels = across > 1 ? MAPS_SIDE / across : SMALLEST;
    } else {
        int64_t side = pitch < INT32_MAX ? longer * PITCH_PIXELS / pitch : SMALLEST;
        scene->pixels = side < SMALLEST ? SMALLEST : side > LARGEST ? LARGEST : side;
    }
}

static enum status set_scale(struct layout_scene *scene, struct error *error)
{
    assert(rect_width(scene->view) > 0 && rect_height(scene->view) > 0);
    struct frame *frame = &scene->base.frame;
    const int64_t width = rect_width(scene->view), height = rect_height(scene->view);
    choose_scale(scene, width, width > height ? width : height);
    frame->width = layout_view_length(scene, width);
    frame->height = layout_view_length(scene, height);
    TRY(canvas_check_size((uint64_t)frame->width, (uint64_t)frame->height, error));
    const int64_t longer = frame->width > frame->height ? frame->width : frame->height;
    const int64_t page = scene->base.options->width;
    frame->text = frame_text(page > longer ? page : longer);
    return STATUS_OK;
}

static enum status fit(struct scene *base, struct error *error)
{
    struct layout_scene *scene = layout_scene(base);
    scene->layout = base->subject.design;
    scene->marks = base->subject.result;
    scene->paint = base->frame.paint;
    base->title = scene->layout->placed.design;
    base->nets = scene->layout->placed.net_names.count;
    base->wanted = scene->layout->placed.regular_count;
    base->layers = scene->layout->tech.level_count;
    assert(base->wanted <= base->nets && base->layers <= TECH_LAYERS_MAX);
    assert(base->options->spans == NULL && base->options->conflict == NULL);
    TRY(set_view(scene, error));
    TRY(set_levels(scene, error));
    TRY(layout_hide_check(scene, error));
    TRY(layout_colours_read(scene, error));
    TRY(set_scale(scene, error));
    const int64_t page = base->options->width > 0 ? base->options->width : base->frame.width;
    scene->least = page > READ_AT ? (WIRE_LEAST * page + READ_AT - 1) / READ_AT : WIRE_LEAST;
    return STATUS_OK;
}

static enum status prepare(struct scene *base, struct error *error)
{
    struct layout_scene *scene = layout_scene(base);
    const struct layout_marks *marks = scene->marks;
    if (marks != NULL)
        TRY(MEM_NEW(base->open, base->nets, "open nets", error));
    for (size_t i = 0; marks != NULL && i < marks->count; i++)
        if (marks->at[i].layer == LAYER_NONE && marks->at[i].net < base->nets)
            base->open[marks->at[i].net] = true;
    TRY(shapes_make(&scene->shapes, scene->layout, error));
    for (uint32_t i = 0; i < scene->shapes.count; i++)
        scene->used[scene->shapes.shapes[i].layer] = true;
    return STATUS_OK;
}

static enum status body(struct scene *scene, struct error *error)
{
    for (unsigned level = 0; level < scene->layers; level++) /* before mixtures fill the palette */
        (void)layout_pin_colour(layout_of(scene), layout_of(scene)->layout->tech.levels[level]);
    layout_cells_draw(layout_of(scene));
    TRY(show_draw(scene, error));
    TRY(layout_metal_draw(layout_of(scene), error));
    TRY(flight_draw(scene, error));
    layout_faults_draw(layout_of(scene));
    layout_crowded_draw(layout_of(scene));
    return STATUS_OK;
}

static void destroy(struct scene *scene)
{
    shapes_destroy(&layout_scene(scene)->shapes);
}

static uint32_t find_net(const struct scene *scene, const char *name)
{
    const uint32_t net =
        names_find_either(&layout_of(scene)->layout->placed.net_names, name, strlen(name));
    return net != NAME_NONE ? net : UINT32_MAX;
}

static const char *net_name(const void *scene, uint32_t net)
{
    return names_text(&layout_of(scene)->layout->placed.net_names, net);
}

static void layer_name(const void *scene, uint32_t level, char *text, size_t room)
{
    const struct tech *tech = &layout_of(scene)->layout->tech;
    assert(level < tech->level_count);
    snprintf(text, room, "%s", names_text(&tech->layer_names, tech->levels[level]));
}

static bool net_note(const void *scene, uint32_t net, char *text, size_t room)
{
    const struct layout *layout = layout_of(scene)->layout;
    const struct net_facts facts = net_facts(layout, &layout_of(scene)->shapes, net);
    const bool open = scene_is_open(scene, net);
    text[0] = '\0';
    if (open)
        snprintf(text, room, "open: its pins are not connected");
    else if (facts.length > 0)
        snprintf(text, room, "length %.2f um, vias %" PRIu64,
                 (double)facts.length / layout->tech.units_per_micron, facts.vias);
    return open;
}

static void counts(const struct scene *base, char *text, size_t room)
{
    const struct layout_scene *scene = layout_of(base);
    const struct layout_marks *marks = scene->marks;
    assert(marks == NULL || marks->open <= marks->nets);
    if (marks == NULL || !marks->judged) {
        snprintf(text, room, "%u nets, not routed", base->wanted);
        return;
    }
    snprintf(text, room, "%u of %u nets routed, length %.1f um, vias %" PRIu64,
             marks->nets - marks->open, marks->nets,
             (double)marks->length / scene->layout->tech.units_per_micron, marks->vias);
    if (marks->faults > 0)
        text_append(text, room, ", faults %" PRIu64, marks->faults);
}

static void extent(const struct scene *base, char *text, size_t room)
{
    const struct layout_scene *scene = layout_of(base);
    const struct placed *placed = &scene->layout->placed;
    const double micron = scene->layout->tech.units_per_micron;
    const struct layout_rect view = scene->view, die = placed->die_box;
    snprintf(text, room, "%.1f x %.1f um, %u cells, %u layers", rect_width(die) / micron,
             rect_height(die) / micron, placed->component_names.count, base->layers);
    if (view.x0 > die.x0 || view.y0 > die.y0 || view.x1 < die.x1 || view.y1 < die.y1)
        text_append(text, room, ", shown: %.0f,%.0f .. %.0f,%.0f um", view.x0 / micron,
                    view.y0 / micron, view.x1 / micron, view.y1 / micron);
}

static struct scene_axis axis(const struct scene *base, bool upward)
{
    const struct layout_scene *scene = layout_of(base);
    const struct layout_rect view = scene->view;
    return (struct scene_axis){.from = upward ? view.y0 : view.x0,
                               .to = upward ? view.y1 : view.x1,
                               .units = scene->layout->tech.units_per_micron,
                               .parts = 1000,
                               .pixels = scene->pixels,
                               .per = scene->units,
                               .apart = (upward ? TICK_APART : TICK_APART + UNIT_APART) *
                                        (int64_t)frame_small_text(&base->frame),
                               .name = "um"};
}

/* The middle of each pin's first shape, in half pixels. */
static uint32_t pins(const struct scene *base, uint32_t net, struct scene_point *at)
{
    const struct layout_scene *scene = layout_of(base);
    const struct shapes *shapes = &scene->shapes;
    const struct placed *placed = &scene->layout->placed;
    const struct slice pins = placed->nets[net].pins;
    uint32_t n = 0;
    if (at == NULL)
        return pins.count;
    for (uint32_t i = pins.first; i < pins.first + pins.count; i++) {
        const uint32_t pin = placed->net_pins[i];
        assert(pin < placed->pin_count);
        if (shapes->pin_first[pin] == shapes->pin_first[pin + 1])
            continue;
        struct pixels r = layout_view_rect(scene, shapes->shapes[shapes->pin_first[pin]].rect);
        at[n++] = (struct scene_point){2 * (r.x + r.width / 2), 2 * (r.y + r.height / 2)};
    }
    return n;
}

static void pin_name(const struct scene *base, uint32_t net, uint32_t index, char *text,
                     size_t room)
{
    const struct layout_scene *scene = layout_of(base);
    const struct placed *placed = &scene->layout->placed;
    const struct slice pins = placed->nets[net].pins;
    for (uint32_t i = pins.first; i < pins.first + pins.count; i++) {
        const uint32_t pin = placed->net_pins[i];
        if (scene->shapes.pin_first[pin] == scene->shapes.pin_first[pin + 1] || index-- > 0)
            continue;
        layout_pin_name(scene->layout, pin, text, room);
        return;
    }
    text[0] = '\0';
}

static enum status blockers(struct scene *base, struct scene_rank *ranks, uint32_t *count,
                            struct error *error)
{
    const struct layout_scene *scene = layout_of(base);
    bool *across;
    TRY(MEM_NEW(across, base->nets, "nets of the picture", error));
    enum status status = STATUS_OK;
    *count = 0;
    for (uint32_t net = 0; net < base->nets && *count < NETS_LOOKED_AT && status == STATUS_OK;
         net++) {
        if (!scene_is_open(base, net))
            continue;
        ++*count;
        memset(across, 0, base->nets * sizeof *across);
        status = layout_why_across(scene->layout, &scene->shapes, net, across, error);
        for (uint32_t other = 0; other < base->nets; other++)
            ranks[other].weight += across[other];
    }
    MEM_FREE(across);
    return status;
}

static void lengths(const struct scene *scene, uint32_t net, uint64_t *length, uint64_t *least)
{
    const struct layout *layout = layout_of(scene)->layout;
    const struct net_facts facts = net_facts(layout, &layout_of(scene)->shapes, net);
    assert(facts.length >= 0);
    *length = (uint64_t)facts.length;
    *least = layout->placed.nets[net].regular && facts.least > 0 ? (uint64_t)facts.least : 0;
}

static void totals(const struct scene *base, bool other, double *length, uint64_t *vias)
{
    const struct layout *layout = other ? base->options->other : layout_of(base)->layout;
    const struct placed *placed = &layout->placed;
    int64_t units = 0;
    *vias = 0;
    for (uint32_t i = 0; i < placed->wire_count; i++) {
        const struct placed_wire *wire = &placed->wires[i];
        *vias += wire->kind == WIRE_VIA;
        if (wire->kind == WIRE_SEGMENT)
            units += llabs((long long)wire->x1 - wire->x0) + llabs((long long)wire->y1 - wire->y0);
    }
    *length = (double)units / layout->tech.units_per_micron;
}

static bool same_wire(const struct placed_wire *a, const struct placed_wire *b)
{
    return a->x0 == b->x0 && a->y0 == b->y0 && a->x1 == b->x1 && a->y1 == b->y1 &&
           a->width == b->width && a->ext0 == b->ext0 && a->ext1 == b->ext1 && a->via == b->via &&
           a->layer == b->layer && a->kind == b->kind && a->orient == b->orient;
}

static bool differs(const struct scene *scene, uint32_t net)
{
    const struct layout *other = scene->options->other;
    const struct placed *a = &layout_of(scene)->layout->placed, *b = &other->placed;
    assert(a->net_names.count == b->net_names.count && net < a->net_names.count);
    const struct slice x = a->nets[net].wires, y = b->nets[net].wires;
    bool same = x.count == y.count;
    for (uint32_t i = 0; i < x.count && same; i++)
        same = same_wire(&a->wires[x.first + i], &b->wires[y.first + i]);
    return !same;
}

static enum status draw_other(struct scene *base, struct error *error)
{
    const struct layout_scene *scene = layout_of(base);
    struct shapes shapes = {0};
    assert(base->highlighted != NULL);
    enum status status = shapes_make(&shapes, base->options->other, error);
    for (uint32_t i = shapes.first_wire; status == STATUS_OK && i < shapes.count; i++) {
        const struct shape *shape = &shapes.shapes[i];
        const struct pixels at = layout_view_rect(scene, shape->rect);
        if (shape->net == NET_NONE || !base->highlighted[shape->net] ||
            !rect_meet(scene->view, shape->rect))
            continue;
        paint_part(scene->paint, PART_MARKS, 0, shape->net);
        paint_rect(scene->paint, at.x, at.y, at.width, at.height, COLOUR_FAINT);
    }
    shapes_destroy(&shapes);
    return status;
}

struct picture_subject picture_of_layout(const struct layout *layout,
                                         const struct layout_marks *marks)
{
    static const struct scene_traits TRAITS = {.size = sizeof(struct layout_scene),
                                               .dimmed_lines = true,
                                               .open = "open",
                                               .in_the_way = "lies across",
                                               .no_blocker =
                                                   "no wire lies between the pins of open nets",
                                               .room = "room",
                                               .used = "% of the room used, at the layer's pitch"};
    static const struct scene_ops OPS = {
        &TRAITS,      fit,      prepare,     body,    destroy,    find_net,
        net_name,     net_note, layer_name,  counts,  extent,     layout_legend,
        axis,         pins,     layout_line, NULL,    pin_name,   layout_asked_draw,
        blockers,     lengths,  totals,      differs, draw_other, layout_map_tile,
        layout_count, NULL};
    return (struct picture_subject){&OPS, layout, marks};
}
