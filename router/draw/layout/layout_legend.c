/* layout_legend: what stands around a layout: title and counts above, axes, and below the marks
 * explained and the list of places that break a rule.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "router/draw/layout/layout_scene.h"

enum { LAYERS_SHOWN = 24 }; /* layers that the legend explains */

/* A layer's wires in their shades, its pins and rails. */
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
    struct paint *paint = scene->frame.paint;
    if (!flow->draws)
        return;
    for (unsigned shade = 0; shade < PALETTE_SHADES; shade++)
        paint_rect(paint, x + shade * part, flow->y, part, flow->mark, palette_wire(level, shade));
    layout_bands(scene, (struct pixels){x, flow->y, PALETTE_SHADES * part, flow->mark}, level);
    paint_rect(paint, x + PALETTE_SHADES * part, flow->y, part, flow->mark, palette_pale(level));
    paint_rect(paint, x + (PALETTE_SHADES + 1) * part, flow->y, part, flow->mark,
               layout_pin_colour(scene, layer));
}

static void mark_items(struct text_flow *flow, const struct layout_scene *scene)
{
    const struct layout_marks *marks = scene->marks;
    const struct frame *frame = &scene->frame;
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
    if (marks == NULL)
        return;
    if (marks->open > 0) {
        char text[64] = "open net";
        if (layout_marks_every(scene) > 1)
            snprintf(text, sizeof text, "open net: one of %u has lines", layout_marks_every(scene));
        x = flow_item(flow, 3 * flow->mark, text);
        if (flow->draws)
            paint_line(frame->paint, 2 * x, 2 * flow->y + flow->mark, 2 * (x + 3 * flow->mark),
                       2 * flow->y + flow->mark, frame->text * 0.8, frame->text * 4.0,
                       frame->text * 3.0, COLOUR_UNROUTED);
    }
    if (marks->faults > 0) {
        x = flow_item(flow, flow->mark, "breaks a rule");
        if (flow->draws)
            paint_ring(frame->paint, x + flow->mark / 2, flow->y + flow->mark / 2, flow->mark / 2,
                       (double)frame->text, COLOUR_UNROUTED);
    }
}

/* The numbered places and faults without a place; returns the y below them. */
static int64_t list_faults(const struct layout_scene *scene, int64_t y, bool draws)
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
        if (draws)
            frame_line(&scene->frame, y, text, scene->frame.text, COLOUR_INK);
        y += frame_line_height(&scene->frame);
        shown++;
    }
    if (shown > 0 && marks->faults > shown) {
        snprintf(text, sizeof text, "and %" PRIu64 " more", marks->faults - shown);
        if (draws)
            frame_line(&scene->frame, y, text, scene->frame.text, COLOUR_INK);
        y += frame_line_height(&scene->frame);
    }
    return y;
}

/* Lays the items out from top on; returns the height. */
static int64_t flow_items(const struct layout_scene *scene, int64_t right, int64_t top, bool draws)
{
    const struct tech *tech = &scene->layout->tech;
    struct text_flow flow = flow_start(&scene->frame, right, top, draws);
    unsigned shown = 0;
    layout_why_items(&flow, scene);
    if (scene->show == SHOW_CONGESTION)
        return flow.y + frame_line_height(&scene->frame) - top;
    for (uint32_t k = 0; k < tech->level_count && shown < LAYERS_SHOWN; k++)
        if (scene->used[tech->levels[k]]) {
            layer_item(&flow, scene, tech->levels[k]);
            shown++;
        }
    flow_item(&flow, 0, "(each: wires in two shades, rails, pins)");
    mark_items(&flow, scene);
    return list_faults(scene, flow.y + frame_line_height(&scene->frame), draws) - top;
}

static int64_t items_height(const void *context, int64_t right)
{
    return flow_items(context, right, 0, false);
}

/* ---- above ---------------------------------------------------------------------------------- */

static void count_text(const struct layout_scene *scene, char *text, size_t room)
{
    assert(scene->marks == NULL || scene->marks->open <= scene->marks->nets);
    const struct placed *placed = &scene->layout->placed;
    const struct layout_marks *marks = scene->marks;
    text[0] = '\0';
    if (marks == NULL || !marks->judged) {
        text_append(text, room, "%u nets, not routed", placed->regular_count);
        return;
    }
    text_append(text, room, "%u of %u nets routed, length %.1f um, vias %" PRIu64,
                marks->nets - marks->open, marks->nets,
                (double)marks->length / scene->layout->tech.units_per_micron, marks->vias);
    if (marks->faults > 0)
        text_append(text, room, ", faults %" PRIu64, marks->faults);
}

static void size_text(const struct layout_scene *scene, char *text, size_t room)
{
    const struct placed *placed = &scene->layout->placed;
    double micron = scene->layout->tech.units_per_micron;
    text[0] = '\0';
    text_append(text, room, "%.1f x %.1f um, %u cells, %u layers",
                rect_width(placed->die_box) / micron, rect_height(placed->die_box) / micron,
                placed->component_names.count, scene->layout->tech.level_count);
    struct layout_rect view = scene->view, die = placed->die_box;
    if (view.x0 > die.x0 || view.y0 > die.y0 || view.x1 < die.x1 || view.y1 < die.y1)
        text_append(text, room, ", shown: %.0f,%.0f .. %.0f,%.0f um", view.x0 / micron,
                    view.y0 / micron, view.x1 / micron, view.y1 / micron);
}

/* "open: a, b, c and 9 more"; empty where none is known to be. */
static void open_text(const struct layout_scene *scene, char *text, size_t room)
{
    const struct layout_marks *marks = scene->marks;
    uint32_t count = 0;
    text[0] = '\0';
    for (size_t i = 0; marks != NULL && i < marks->count; i++)
        if (marks->at[i].layer == LAYER_NONE && marks->at[i].net != NET_NONE &&
            count++ < LAYOUT_NAMES_LISTED)
            text_append(text, room, "%s%.40s", count == 1 ? "open: " : ", ",
                        names_text(&scene->layout->placed.net_names, marks->at[i].net));
    if (count > LAYOUT_NAMES_LISTED)
        text_append(text, room, " and %u more", count - LAYOUT_NAMES_LISTED);
}

struct frame_sizes layout_legend_measure(struct layout_scene *scene)
{
    char text[256];
    bool open = scene->marks != NULL && scene->marks->open > 0;
    count_text(scene, text, sizeof text);
    return frame_measure(&scene->frame, text, open || scene->why[0] != '\0' ? 3 : 2,
                         layout_axes_width(scene), frame_axis_height(&scene->frame), items_height,
                         scene);
}

void layout_legend_draw(const struct layout_scene *scene)
{
    const struct frame *frame = &scene->frame;
    if (frame->bare)
        return;
    char counts[256], size[256], open[1024] = "";
    const char *const lines[] = {counts, size, open};
    const char *title = scene->layout->placed.design;
    paint_part(frame->paint, PART_FRAME, 0, PAINT_NO_NET);
    if (scene->heat.maps <= 1)
        frame_close(frame);
    count_text(scene, counts, sizeof counts);
    size_text(scene, size, sizeof size);
    if (scene->why[0] != '\0')
        text_append(open, sizeof open, "%s", scene->why);
    else
        open_text(scene, open, sizeof open);
    frame_header(frame, title != NULL ? title : "", lines, 3);
    if (scene->show == SHOW_CONGESTION)
        layout_congestion_axes(scene);
    else
        layout_axes_draw(scene, true, true);
    flow_items(scene, (int64_t)frame->paint->width - frame_margin(frame),
               frame->top + frame->height + frame_axis_height(frame), true);
}
