/* chip_legend: what stands around a chip: title and counts above, axes, and below the marks
 * explained and the list of places that break a rule.
 *
 * The same code measures and draws: a flow that does not draw only moves its pen.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "router/draw/canvas/font.h"
#include "router/draw/chip/chip_scene.h"

enum {
    NARROWEST = 300,   /* pixels of the picture at least, times the text's scale */
    WIDEST_TEXT = 480, /* pixels that it grows to for the line of counts, likewise */
    LAYERS_SHOWN = 12, /* layers that the legend explains */
};

/* A pen that lays items side by side and breaks lines. */
struct flow {
    const struct chip_scene *scene;
    bool draws;
    int64_t left, right, x, y;
    int64_t mark; /* pixels of a mark */
};

static int64_t line_height(const struct chip_scene *scene)
{
    return (int64_t)scene->text * (FONT_HEIGHT + 5);
}

static int64_t margin(const struct chip_scene *scene)
{
    return (int64_t)scene->text * 8;
}

/* Starts an item of mark and text; returns the mark's left edge. */
static int64_t flow_item(struct flow *flow, int64_t mark, const char *text)
{
    unsigned size = flow->scene->text;
    int64_t gap = 3 * (int64_t)size, width = mark + gap + font_width(text, size);
    if (flow->x > flow->left && flow->x + width > flow->right) {
        flow->x = flow->left;
        flow->y += line_height(flow->scene);
    }
    int64_t at = flow->x;
    if (flow->draws)
        font_draw(flow->scene->canvas, at + mark + gap, flow->y + (int64_t)size, text, size,
                  COLOUR_INK);
    flow->x += width + 10 * (int64_t)size;
    return at;
}

static void item_box(struct flow *flow, uint8_t colour, uint8_t rim, const char *text)
{
    int64_t x = flow_item(flow, flow->mark, text);
    if (!flow->draws)
        return;
    canvas_rect(flow->scene->canvas, x, flow->y, flow->mark, flow->mark, colour);
    canvas_frame(flow->scene->canvas, x, flow->y, flow->mark, flow->mark, 1, rim);
}

/* A layer's wires in their shades, its pins and rails. */
static void layer_item(struct flow *flow, uint16_t layer)
{
    const struct chip_scene *scene = flow->scene;
    const struct tech *tech = &scene->chip->tech;
    static const char *const DIRECTION[] = {"", ", horizontal", ", vertical"};
    char text[128];
    uint16_t level = tech->layers[layer].level;
    snprintf(text, sizeof text, "%.60s%s", names_text(&tech->layer_names, layer),
             DIRECTION[tech->layers[layer].direction]);
    int64_t part = flow->mark, x = flow_item(flow, (PALETTE_SHADES + 2) * part, text);
    if (!flow->draws)
        return;
    for (unsigned shade = 0; shade < PALETTE_SHADES; shade++)
        canvas_rect(scene->canvas, x + shade * part, flow->y, part, flow->mark,
                    palette_wire(level, shade));
    if (level >= PALETTE_HUES)
        canvas_frame(scene->canvas, x, flow->y, PALETTE_SHADES * part, flow->mark, 1, COLOUR_PIN);
    canvas_rect(scene->canvas, x + PALETTE_SHADES * part, flow->y, part, flow->mark,
                palette_pale(level));
    canvas_rect(scene->canvas, x + (PALETTE_SHADES + 1) * part, flow->y, part, flow->mark,
                chip_pin_colour(scene, layer));
}

static void mark_items(struct flow *flow)
{
    const struct chip_scene *scene = flow->scene;
    const struct chip_marks *marks = scene->marks;
    int64_t x = flow_item(flow, flow->mark, "via");
    if (flow->draws)
        chip_cut(scene,
                 (struct pixels){x + flow->mark / 4, flow->y + flow->mark / 4, flow->mark / 2,
                                 flow->mark / 2},
                 true);
    if (scene->chip->placed.component_names.count > 0)
        item_box(flow, COLOUR_GREY + 1, COLOUR_GREY + 4, "cell");
    if (scene->shapes.first_blockage > scene->shapes.first_obs)
        item_box(flow, COLOUR_GREY + 3, COLOUR_GREY + 3, "obstruction");
    if (scene->shapes.first_special > scene->shapes.first_blockage) {
        x = flow_item(flow, flow->mark, "blockage");
        if (flow->draws)
            chip_blockage(scene, (struct pixels){x, flow->y, flow->mark, flow->mark});
    }
    if (marks == NULL)
        return;
    if (marks->open > 0) {
        x = flow_item(flow, 3 * flow->mark, "open net");
        if (flow->draws)
            canvas_line(scene->canvas, 2 * x, 2 * flow->y + flow->mark, 2 * (x + 3 * flow->mark),
                        2 * flow->y + flow->mark, scene->text * 0.8, scene->text * 4.0,
                        scene->text * 3.0, COLOUR_UNROUTED);
    }
    if (marks->faults > 0) {
        x = flow_item(flow, flow->mark, "breaks a rule");
        if (flow->draws)
            chip_ring(scene, x + flow->mark / 2, flow->y + flow->mark / 2, flow->mark / 2);
    }
}

/* A line of text, cut with dots where it is too wide. */
static void draw_line(const struct chip_scene *scene, int64_t y, const char *text, unsigned size,
                      uint8_t colour)
{
    char line[512];
    int64_t width = (int64_t)scene->canvas->width - 2 * margin(scene);
    snprintf(line, sizeof line, "%s", text);
    if (font_width(line, size) > width) {
        size_t end = font_fit(line, size, width - font_width("...", size));
        end = end > sizeof line - 4 ? sizeof line - 4 : end;
        memcpy(line + end, "...", 4);
    }
    font_draw(scene->canvas, margin(scene), y, line, size, colour);
}

/* The numbered places and faults without a place; returns the y below them. */
static int64_t list_faults(const struct chip_scene *scene, int64_t y, bool draws)
{
    const struct chip_marks *marks = scene->marks;
    char text[600];
    size_t number = 0, shown = 0;
    for (size_t i = 0; marks != NULL && i < marks->count && shown < CHIP_MARKS_NUMBERED; i++) {
        const struct chip_mark *mark = &marks->at[i];
        bool place = mark->layer != LAYER_NONE;
        number += place;
        if (!place && mark->net != NET_NONE)
            continue;
        if (place)
            snprintf(text, sizeof text, "%zu  %s", number, mark->text);
        else
            snprintf(text, sizeof text, "%s", mark->text);
        if (draws)
            draw_line(scene, y, text, scene->text, COLOUR_INK);
        y += line_height(scene);
        shown++;
    }
    if (shown > 0 && marks->faults > shown) {
        snprintf(text, sizeof text, "and %" PRIu64 " more", marks->faults - shown);
        if (draws)
            draw_line(scene, y, text, scene->text, COLOUR_INK);
        y += line_height(scene);
    }
    return y;
}

/* Lays the items out from top on; returns the height. */
static int64_t flow_items(const struct chip_scene *scene, int64_t left, int64_t right, int64_t top,
                          bool draws)
{
    const struct tech *tech = &scene->chip->tech;
    struct flow flow = {scene, draws, left, right, left, top, (int64_t)scene->text * FONT_HEIGHT};
    unsigned shown = 0;
    for (uint32_t k = 0; k < tech->level_count && shown < LAYERS_SHOWN; k++)
        if (scene->used[tech->levels[k]]) {
            layer_item(&flow, tech->levels[k]);
            shown++;
        }
    flow_item(&flow, 0, "(each: wires in three shades, rails, pins)");
    mark_items(&flow);
    return list_faults(scene, flow.y + line_height(scene), draws) - top;
}

/* ---- above ---------------------------------------------------------------------------------- */

/* Appends to a line of text; what does not fit is left out. */
PRINTF_LIKE(3, 4) static void append(char *text, size_t room, const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, room - used, format, args);
    va_end(args);
}

static void count_text(const struct chip_scene *scene, char *text, size_t room)
{
    const struct placed *placed = &scene->chip->placed;
    const struct chip_marks *marks = scene->marks;
    text[0] = '\0';
    if (marks == NULL || !marks->judged) {
        append(text, room, "%u nets, not routed", placed->regular_count);
        return;
    }
    append(text, room, "%u of %u nets routed, length %.1f um, vias %" PRIu64,
           marks->nets - marks->open, marks->nets,
           (double)marks->length / scene->chip->tech.units_per_micron, marks->vias);
    if (marks->faults > 0)
        append(text, room, ", faults %" PRIu64, marks->faults);
}

static void size_text(const struct chip_scene *scene, char *text, size_t room)
{
    const struct placed *placed = &scene->chip->placed;
    double micron = scene->chip->tech.units_per_micron;
    text[0] = '\0';
    append(text, room, "%.1f x %.1f um, %u cells, %u layers", rect_width(placed->die_box) / micron,
           rect_height(placed->die_box) / micron, placed->component_names.count,
           scene->chip->tech.level_count);
    struct rect view = scene->view, die = placed->die_box;
    if (view.x0 > die.x0 || view.y0 > die.y0 || view.x1 < die.x1 || view.y1 < die.y1)
        append(text, room, ", shown: %.0f,%.0f .. %.0f,%.0f um", view.x0 / micron, view.y0 / micron,
               view.x1 / micron, view.y1 / micron);
}

/* "open: a, b, c and 9 more"; empty where none is known to be. */
static void open_text(const struct chip_scene *scene, char *text, size_t room)
{
    const struct chip_marks *marks = scene->marks;
    uint32_t count = 0;
    text[0] = '\0';
    for (size_t i = 0; marks != NULL && i < marks->count; i++)
        if (marks->at[i].layer == LAYER_NONE && marks->at[i].net != NET_NONE &&
            count++ < CHIP_NAMES_LISTED)
            append(text, room, "%s%.40s", count == 1 ? "open: " : ", ",
                   names_text(&scene->chip->placed.net_names, marks->at[i].net));
    if (count > CHIP_NAMES_LISTED)
        append(text, room, " and %u more", count - CHIP_NAMES_LISTED);
}

static unsigned title_text(const struct chip_scene *scene)
{
    return scene->text + (scene->text + 1) / 2;
}

static int64_t header_height(const struct chip_scene *scene)
{
    int64_t lines = scene->marks != NULL && scene->marks->open > 0 ? 3 : 2;
    return margin(scene) + (int64_t)title_text(scene) * (FONT_HEIGHT + 2) +
           lines * (int64_t)scene->text * (FONT_HEIGHT + 3) + 4 * (int64_t)scene->text;
}

void chip_legend_measure(struct chip_scene *scene, int64_t *width, int64_t *height)
{
    if (scene->bare) {
        scene->left = scene->top = 0;
        *width = scene->width;
        *height = scene->height;
        return;
    }
    char text[256];
    count_text(scene, text, sizeof text);
    int64_t least = font_width(text, scene->text) + 2 * margin(scene);
    int64_t low = NARROWEST * (int64_t)scene->text, high = WIDEST_TEXT * (int64_t)scene->text;
    least = least < low ? low : least > high ? high : least;
    *width = scene->width + 2 * margin(scene) + chip_axes_width(scene);
    *width = *width < least ? least : *width;
    scene->left = (*width - scene->width + chip_axes_width(scene)) / 2;
    scene->top = header_height(scene);
    int64_t items = flow_items(scene, margin(scene), *width - margin(scene), 0, false);
    *height = scene->top + scene->height + chip_axes_height(scene) + items + margin(scene) / 2;
}

/* Cuts off what the layout's shapes drew beyond it. */
static void clear_margins(const struct chip_scene *scene)
{
    struct canvas *canvas = scene->canvas;
    int64_t right = scene->left + scene->width, bottom = scene->top + scene->height;
    canvas_rect(canvas, 0, 0, canvas->width, scene->top, COLOUR_PAPER);
    canvas_rect(canvas, 0, bottom, canvas->width, canvas->height, COLOUR_PAPER);
    canvas_rect(canvas, 0, 0, scene->left, canvas->height, COLOUR_PAPER);
    canvas_rect(canvas, right, 0, canvas->width, canvas->height, COLOUR_PAPER);
}

void chip_legend_draw(const struct chip_scene *scene)
{
    if (scene->bare)
        return;
    char text[1024];
    int64_t y = margin(scene), line = (int64_t)scene->text * (FONT_HEIGHT + 3);
    clear_margins(scene);
    canvas_frame(scene->canvas, scene->left - 1, scene->top - 1, scene->width + 2,
                 scene->height + 2, 1, COLOUR_FAINT);
    draw_line(scene, y, scene->chip->placed.design != NULL ? scene->chip->placed.design : "",
              title_text(scene), COLOUR_INK);
    y += (int64_t)title_text(scene) * (FONT_HEIGHT + 2);
    count_text(scene, text, sizeof text);
    draw_line(scene, y, text, scene->text, COLOUR_INK);
    size_text(scene, text, sizeof text);
    draw_line(scene, y += line, text, scene->text, COLOUR_FAINT);
    open_text(scene, text, sizeof text);
    draw_line(scene, y + line, text, scene->text, COLOUR_UNROUTED);
    chip_axes_draw(scene);
    flow_items(scene, margin(scene), (int64_t)scene->canvas->width - margin(scene),
               scene->top + scene->height + chip_axes_height(scene), true);
}
