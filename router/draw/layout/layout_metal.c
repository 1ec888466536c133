/* layout_metal: draws cells, obstructions, rails, pins, wires and vias by group and layer. */
#include "router/draw/layout/layout_scene.h"

enum {
    FRAME_FROM = 5,  /* least side in pixels of cells with a frame, and of metal with bands */
    BANDS_APART = 4, /* distance of two groups of bands, in widths of the wire */
    HATCH_APART = 6, /* distance of a blockage's stripes in pixels, times the text's scale */
    CUT_FROM = 4,    /* least side of a cut with a rim, in pixels */
};

static unsigned level_of(const struct layout_scene *scene, uint16_t layer)
{
    assert(scene->layout->tech.layers[layer].kind == LAYER_ROUTING);
    return scene->layout->tech.layers[layer].level;
}

static uint8_t wire_colour(const struct layout_scene *scene, uint16_t layer, uint32_t net)
{
    const unsigned level = level_of(scene, layer);
    if (!scene_is_highlighted(&scene->base, net))
        return layout_colour(scene, level, LAYOUT_DIM);
    const uint8_t colour = scene_colour(&scene->base, net);
    return colour != 0 ? colour : layout_colour(scene, level, net);
}

uint8_t layout_pin_colour(const struct layout_scene *scene, uint16_t layer)
{
    return palette_mix(scene->paint->palette,
                       layout_colour(scene, level_of(scene, layer), LAYOUT_DIM), COLOUR_PIN);
}

void layout_cells_draw(const struct layout_scene *scene)
{
    const struct placed *placed = &scene->layout->placed;
    paint_part(scene->paint, PART_GROUND, 0, PAINT_NO_NET);
    for (uint32_t i = 0; i < placed->die_count; i++) {
        const struct pixels at = layout_view_rect(scene, placed->die[i]);
        paint_rect(scene->paint, at.x, at.y, at.width, at.height, COLOUR_GREY);
    }
    for (uint32_t c = 0; c < placed->component_names.count; c++) {
        struct layout_rect box = layout_cell_rect(scene->layout, c);
        struct pixels at = layout_view_rect(scene, box);
        if (placed->components[c].status == PLACE_UNPLACED || !rect_meet(scene->view, box) ||
            at.width < FRAME_FROM || at.height < FRAME_FROM || layout_hides(scene, c))
            continue;
        paint_rect(scene->paint, at.x, at.y, at.width, at.height, COLOUR_GREY + 1);
        paint_frame(scene->paint, at.x, at.y, at.width, at.height, 1, COLOUR_GREY + 4);
    }
    struct pixels die = layout_view_rect(scene, placed->die_box);
    paint_frame(scene->paint, die.x, die.y, die.width, die.height, 1, COLOUR_FAINT);
}

static bool is_power(const struct layout_scene *scene, const struct shape *shape)
{
    if (shape->kind == SHAPE_SPECIAL)
        return true;
    if (shape->kind != SHAPE_PIN && shape->kind != SHAPE_PORT)
        return false;
    enum pin_use use = layout_pin_use(scene->layout, shape->owner);
    return use == USE_POWER || use == USE_GROUND;
}

/* True for metal of layers that are not shown, cuts below them, and metal of hidden cells. */
static bool is_hidden(const struct layout_scene *scene, const struct shape *shape)
{
    const struct tech *tech = &scene->layout->tech;
    const struct tech_layer *layer = &tech->layers[shape->layer];
    const uint16_t of = layer->kind == LAYER_ROUTING ? shape->layer : layer->below;
    if (of != LAYER_NONE && tech->layers[of].kind == LAYER_ROUTING &&
        (tech->layers[of].level < scene->low || tech->layers[of].level > scene->high))
        return true;
    return (shape->kind == SHAPE_OBS && layout_hides(scene, shape->owner)) ||
           (shape->kind == SHAPE_PIN &&
            layout_hides(scene, layout_pin(scene->layout, shape->owner).component));
}

/* Groups of shapes; each is drawn over those before it. */
enum pass { PASS_OBSTRUCTIONS, PASS_RAILS, PASS_PINS, PASS_WIRES, PASS_HIGHLIGHTED, PASSES };

static enum pass pass_of(const struct layout_scene *scene, const struct shape *shape)
{
    if (is_hidden(scene, shape))
        return PASSES;
    if (shape->kind >= SHAPE_OBS && shape->kind <= SHAPE_FILL)
        return PASS_OBSTRUCTIONS;
    if (is_power(scene, shape))
        return PASS_RAILS;
    if (shape->kind != SHAPE_WIRE)
        return PASS_PINS;
    return scene->base.highlighted != NULL && scene_is_highlighted(&scene->base, shape->net)
               ? PASS_HIGHLIGHTED
               : PASS_WIRES;
}

static uint8_t colour_of(const struct layout_scene *scene, const struct shape *shape,
                         enum pass pass)
{
    switch (pass) {
    case PASS_OBSTRUCTIONS:
        return COLOUR_GREY + 3;
    case PASS_RAILS:
        return layout_colour(scene, level_of(scene, shape->layer), LAYOUT_DIM);
    case PASS_PINS:
        return scene_is_open(&scene->base, shape->net) ? COLOUR_UNROUTED
                                                       : layout_pin_colour(scene, shape->layer);
    default:
        return wire_colour(scene, shape->layer, shape->net);
    }
}

static void draw_metal(const struct layout_scene *scene, const struct shape *shape, enum pass pass)
{
    struct pixels at = layout_view_rect(scene, shape->rect);
    const uint8_t colour = colour_of(scene, shape, pass);
    paint_part(scene->paint, PART_LAYER, level_of(scene, shape->layer), shape->net);
    paint_grown(scene->paint, at, pass >= PASS_PINS ? scene->least : 1, 0, colour);
    if (pass >= PASS_PINS && !scene->base.options->bare)
        layout_name_metal(scene, shape, at, colour);
    if (pass >= PASS_WIRES && scene->base.options->show != SHOW_DETOURS)
        layout_bands(scene, at, level_of(scene, shape->layer));
}

void layout_bands(const struct layout_scene *scene, struct pixels at, unsigned level)
{
    assert(at.width >= 1 && at.height >= 1);
    const bool along_x = at.width >= at.height;
    const int64_t wide = along_x ? at.height : at.width, end = along_x ? at.width : at.height;
    const int64_t group = (2 * (int64_t)palette_bands(level) + 1) * PAINT_BAND(wide);
    if (palette_bands(level) == 0 || scene->own[level].fit > 0 || wide < FRAME_FROM)
        return;
    for (int64_t from = 0; from + group <= end; from += BANDS_APART * wide)
        paint_bands(scene->paint, at, along_x, from, level);
}

void layout_cut(const struct layout_scene *scene, struct pixels at, bool highlighted)
{
    uint8_t rim = highlighted ? COLOUR_PIN : COLOUR_GREY + 4;
    paint_rect(scene->paint, at.x, at.y, at.width, at.height, rim);
    if (at.width >= CUT_FROM && at.height >= CUT_FROM)
        paint_rect(scene->paint, at.x + 1, at.y + 1, at.width - 2, at.height - 2, COLOUR_WHITE);
}

void layout_blockage(const struct layout_scene *scene, struct pixels at)
{
    int64_t period = HATCH_APART * (int64_t)scene->base.frame.text;
    paint_stripes(scene->paint, at, 1, period, ((at.x + at.y / 2) % period + period) % period,
                  COLOUR_GREY + 5);
    paint_frame(scene->paint, at.x, at.y, at.width, at.height, 1, COLOUR_GREY + 5);
}

static void draw_shape(const struct layout_scene *scene, const struct shape *shape, enum pass pass)
{
    if (shape->kind == SHAPE_BLOCKAGE)
        layout_blockage(scene, layout_view_rect(scene, shape->rect));
    else if (scene->layout->tech.layers[shape->layer].kind == LAYER_ROUTING)
        draw_metal(scene, shape, pass);
    else if (pass >= PASS_WIRES)
        layout_cut(scene, layout_view_rect(scene, shape->rect),
                   scene_is_highlighted(&scene->base, shape->net));
}

/* Sort key of a shape, < 2 * PASSES * layers; cuts come after the metal above them. */
static uint32_t key_of(const struct layout_scene *scene, const struct shape *shape, enum pass pass)
{
    const struct tech *tech = &scene->layout->tech;
    const struct tech_layer *layer = &tech->layers[shape->layer];
    bool cut = layer->kind == LAYER_CUT;
    uint32_t at = cut && layer->above != LAYER_NONE ? layer->above : shape->layer;
    return ((uint32_t)pass * tech->layer_names.count + at) * 2 + cut;
}

/* Sorts the visible shapes by their keys (counting sort); returns their number. */
static uint32_t sort_shapes(const struct layout_scene *scene, uint32_t *first, uint32_t *order,
                            uint8_t *pass)
{
    const struct shapes *shapes = &scene->shapes;
    uint32_t layers = scene->layout->tech.layer_names.count, keys = 2 * PASSES * layers;
    for (uint32_t i = 0; i < shapes->count; i++) {
        const struct shape *shape = &shapes->shapes[i];
        pass[i] = rect_meet(scene->view, shape->rect) ? (uint8_t)pass_of(scene, shape) : PASSES;
        if (pass[i] < PASSES)
            first[key_of(scene, shape, (enum pass)pass[i]) + 1]++;
    }
    for (uint32_t k = 0; k < keys; k++)
        first[k + 1] += first[k];
    const uint32_t shown = first[keys];
    for (uint32_t i = shapes->count; i-- > 0;)
        if (pass[i] < PASSES)
            order[--first[key_of(scene, &shapes->shapes[i], (enum pass)pass[i]) + 1]] = i;
    return shown;
}

void layout_asked_draw(const struct scene *base, int64_t least, int64_t rim, uint8_t colour)
{
    const struct layout_scene *scene = layout_of(base);
    assert(base->asked != NULL && least >= 1 && rim >= 0);
    for (uint32_t i = 0; i < scene->shapes.count; i++) {
        const struct shape *shape = &scene->shapes.shapes[i];
        if (shape->net == NET_NONE || !base->asked[shape->net] ||
            !rect_meet(scene->view, shape->rect))
            continue;
        const struct pixels at = layout_view_rect(scene, shape->rect);
        paint_part(scene->paint, PART_MARKS, 0, shape->net);
        paint_grown(scene->paint, at, least, rim, colour);
    }
}

enum status layout_metal_draw(const struct layout_scene *scene, struct error *error)
{
    uint32_t layers = scene->layout->tech.layer_names.count, count = scene->shapes.count;
    uint32_t *first = mem_alloc((size_t)2 * PASSES * layers + 1, sizeof *first, "picture", error);
    uint32_t *order = mem_alloc(count, sizeof *order, "picture", error);
    uint8_t *pass = mem_alloc(count, sizeof *pass, "picture", error);
    enum status status = first && order && pass ? STATUS_OK : STATUS_FAILED;
    if (status == STATUS_OK) {
        const uint32_t shown = sort_shapes(scene, first, order, pass);
        bool named = false;
        for (uint32_t i = 0; i < shown; i++) {
            if (!named && pass[order[i]] >= PASS_WIRES) {
                layout_name_cells(scene);
                named = true;
            }
            draw_shape(scene, &scene->shapes.shapes[order[i]], (enum pass)pass[order[i]]);
        }
        if (!named)
            layout_name_cells(scene);
    }
    MEM_FREE(first, order, pass);
    return status;
}
