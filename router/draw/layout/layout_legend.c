/* layout_legend: layers, vias, cells, open nets, and the list of places that violate a rule. */
#include "router/draw/layout/layout_scene.h"

enum { LAYERS_SHOWN = 24 }; /* layers that have an item of their own */

static void layer_item(struct text_flow *flow, const struct layout_scene *scene, uint16_t layer)
{
    assert(scene->layout->tech.layers[layer].kind == LAYER_ROUTING);
    const struct tech *tech = &scene->layout->tech;
    static const char *const DIRECTION[] = {"", ", horizontal", ", vertical"};
    char text[128];
    uint16_t level = tech->layers[layer].level;
    snprintf(text, sizeof text, "%.60s%s", names_text(&tech->layer_names, layer),
             DIRECTION[tech->layers[layer].direction]);
    int64_t part = flow->mark, x = flow_item(flow, (PALETTE_SHADES + 2) * part, text);
    struct paint *paint = scene->paint;
    if (!flow->draws)
        return;
    for (unsigned shade = 0; shade < PALETTE_SHADES; shade++)
        paint_rect(paint, x + shade * part, flow->y, part, flow->mark,
                   layout_colour(scene, level, shade));
    layout_bands(scene, (struct pixels){x, flow->y, PALETTE_SHADES * part, flow->mark}, level);
    paint_rect(paint, x + PALETTE_SHADES * part, flow->y, part, flow->mark,
               layout_colour(scene, level, LAYOUT_DIM));
    paint_rect(paint, x + (PALETTE_SHADES + 1) * part, flow->y, part, flow->mark,
               layout_pin_colour(scene, layer));
}

static void mark_items(struct text_flow *flow, const struct layout_scene *scene)
{
    const struct layout_marks *marks = scene->marks;
    const struct frame *frame = &scene->base.frame;
    int64_t x = flow_item(flow, flow->mark, "via");
    if (flow->draws)
        layout_cut(scene,
                   (struct pixels){x + flow->mark / 4, flow->y + flow->mark / 4, flow->mark / 2,
                                   flow->mark / 2},
                   true);
    if (scene->layout->placed.component_names.count > 0)
        flow_box(flow, COLOUR_GREY + 1, COLOUR_GREY + 4, "cell");
    if (scene->shapes.first_blockage > scene->shapes.first_obs)
        flow_box(flow, COLOUR_GREY + 3, COLOUR_GREY + 3, "obstruction");
    if (scene->shapes.first_special > scene->shapes.first_blockage) {
        x = flow_item(flow, flow->mark, "blockage");
        if (flow->draws)
            layout_blockage(scene, (struct pixels){x, flow->y, flow->mark, flow->mark});
    }
    if (scene->base.options->crowded != NULL)
        flow_box(flow, COLOUR_INK, COLOUR_INK, "the most crowded line");
    if (marks == NULL)
        return;
    if (marks->open > 0 && scene->base.has_flights) {
        char text[64] = "open net";
        if (scene->base.flight_every > 1)
            snprintf(text, sizeof text, "open net: one of %u has lines", scene->base.flight_every);
        x = flow_item(flow, 3 * flow->mark, text);
        if (flow->draws)
            layout_line(&scene->base, (struct scene_point){2 * x, 2 * flow->y + flow->mark},
                        (struct scene_point){2 * (x + 3 * flow->mark), 2 * flow->y + flow->mark});
    }
    if (marks->faults > 0) {
        x = flow_item(flow, flow->mark, "rule violation");
        if (flow->draws)
            paint_ring(frame->paint, x + flow->mark / 2, flow->y + flow->mark / 2, flow->mark / 2,
                       (double)frame->text, COLOUR_UNROUTED);
    }
}

void layout_line(const void *scene, struct scene_point from, struct scene_point to)
{
    const struct frame *frame = &((const struct scene *)scene)->frame;
    paint_line(frame->paint, from.x, from.y, to.x, to.y, frame->text * 0.8, frame->text * 4.0,
               frame->text * 3.0, COLOUR_UNROUTED);
}

/* A line of its own below the flow. */
static void list_line(struct text_flow *flow, const char *text)
{
    flow->y += frame_line_height(flow->frame);
    if (flow->draws)
        frame_line(flow->frame, flow->y, text, flow->frame->text, COLOUR_INK);
}

static void list_faults(const struct layout_scene *scene, struct text_flow *flow)
{
    const struct layout_marks *marks = scene->marks;
    char text[600];
    size_t number = 0, shown = 0;
    for (size_t i = 0; marks != NULL && i < marks->count && shown < LAYOUT_MARKS_NUMBERED; i++) {
        const struct layout_mark *mark = &marks->at[i];
        bool place = mark->layer != LAYER_NONE;
        number += place;
        if (!place && mark->net != NET_NONE)
            continue;
        if (place)
            snprintf(text, sizeof text, "%zu  %s", number, mark->text);
        else
            snprintf(text, sizeof text, "%s", mark->text);
        list_line(flow, text);
        shown++;
    }
    if (shown > 0 && marks->faults > shown) {
        snprintf(text, sizeof text, "and %" PRIu64 " more", marks->faults - shown);
        list_line(flow, text);
    }
}

void layout_legend(const struct scene *base, struct text_flow *flow)
{
    const struct layout_scene *scene = layout_of(base);
    const struct tech *tech = &scene->layout->tech;
    unsigned shown = 0;
    assert(base->options->show != SHOW_CONGESTION);
    asked_item(flow, base);
    show_items(flow, base);
    for (uint32_t k = scene->low; k <= scene->high && shown < LAYERS_SHOWN; k++)
        if (scene->used[tech->levels[k]]) {
            layer_item(flow, scene, tech->levels[k]);
            shown++;
        }
    flow_item(flow, 0, "(each: wires in two shades, rails, pins)");
    mark_items(flow, scene);
    list_faults(scene, flow);
}
