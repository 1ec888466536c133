/* legend: what stands around the layout: title and counts above, the axes at its left and lower
 * edge, and below the marks explained, as many a line as fit.
 *
 * The same code measures and draws: a flow that does not draw only moves its pen.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "router/draw/canvas/font.h"
#include "router/draw/design/scene.h"

enum {
    NARROWEST = 230,    /* pixels of the picture at least, times the text's scale */
    WIDEST_TEXT = 480,  /* pixels that it grows to for the line of counts, likewise */
    LAYERS_SHOWN = 12,  /* layers that the legend explains */
    UNROUTED_SHOWN = 8, /* unrouted nets that it names */
};

/* A pen that lays items side by side and breaks lines. */
struct flow {
    const struct scene *scene;
    bool draws;
    int64_t left, right, x, y;
    int64_t mark; /* pixels of a mark */
};

static int64_t line_height(const struct scene *scene)
{
    return (int64_t)scene->text * (FONT_HEIGHT + 5);
}

static int64_t margin(const struct scene *scene)
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

/* A square and its text; returns the square's left edge. */
static int64_t item_box(struct flow *flow, uint8_t colour, uint8_t rim, const char *text)
{
    int64_t x = flow_item(flow, flow->mark, text);
    if (!flow->draws)
        return x;
    canvas_rect(flow->scene->canvas, x, flow->y, flow->mark, flow->mark, colour);
    canvas_frame(flow->scene->canvas, x, flow->y, flow->mark, flow->mark, 1, rim);
    return x;
}

static void weight_item(struct flow *flow)
{
    const struct survey *survey = &flow->scene->survey;
    char text[64];
    unsigned tints =
        survey->weight_max - 1 < PALETTE_TINTS ? survey->weight_max - 1 : PALETTE_TINTS;
    int64_t part = flow->mark / 2, width = part * tints;
    snprintf(text, sizeof text, tints > 1 ? "weight 2 .. %u" : "weight %u", survey->weight_max);
    int64_t x = flow_item(flow, width, text);
    for (unsigned i = 0; flow->draws && i < tints; i++)
        canvas_rect(flow->scene->canvas, x + (int64_t)i * part, flow->y, part, flow->mark,
                    (uint8_t)(COLOUR_TINT + i));
}

static void ground_items(struct flow *flow)
{
    const struct survey *survey = &flow->scene->survey;
    struct canvas *canvas = flow->scene->canvas;
    if (survey->blocked)
        item_box(flow, COLOUR_GREY + PALETTE_GREYS - 1, COLOUR_GREY + PALETTE_GREYS - 1, "blocked");
    if (survey->partly_blocked) {
        int64_t x = item_box(flow, COLOUR_GREY + 2, COLOUR_GREY + 2, "blocked on some layers");
        if (flow->draws && flow->scene->scale >= GROUND_HATCH_FROM)
            ground_hatch(flow->scene, x, flow->y, flow->mark, 1);
    }
    if (survey->weight_max > 1)
        weight_item(flow);
    if (survey->walls) {
        int64_t x = flow_item(flow, flow->mark, "wall");
        if (flow->draws)
            canvas_rect(canvas, x + flow->mark / 2 - (int64_t)flow->scene->text, flow->y,
                        2 * (int64_t)flow->scene->text, flow->mark, COLOUR_INK);
    }
}

static void mark_items(struct flow *flow)
{
    const struct scene *scene = flow->scene;
    if (scene->survey.pins) {
        int64_t x = flow_item(flow, flow->mark, "pin");
        if (flow->draws)
            canvas_rect(scene->canvas, x + 1, flow->y + 1, flow->mark - 2, flow->mark - 2,
                        COLOUR_PIN);
    }
    if (scene->survey.vias && scene->scale >= 3) {
        int64_t x = flow_item(flow, flow->mark, "via");
        if (flow->draws && tracks_has_discs(scene)) {
            tracks_via(scene, 2 * x + flow->mark, 2 * flow->y + flow->mark, flow->mark - 1, 0, 1);
        } else if (flow->draws) {
            int64_t inset = flow->mark / 3;
            canvas_rect(scene->canvas, x + inset, flow->y + inset, flow->mark - 2 * inset,
                        flow->mark - 2 * inset, COLOUR_PIN);
        }
    }
    if (scene->survey.unrouted) {
        int64_t width = 3 * flow->mark, x = flow_item(flow, width, "unrouted");
        if (flow->draws)
            flight_line(scene, 2 * x, 2 * flow->y + flow->mark, 2 * (x + width),
                        2 * flow->y + flow->mark, scene->text * 0.9);
    }
}

/* "2 metal2, vertical, strict" */
static void layer_text(const struct grid *grid, uint32_t z, char *text, size_t room)
{
    assert(z < grid->layers);
    bool horizontal = (grid->rules.horizontal >> z & 1) != 0;
    bool vertical = (grid->rules.vertical >> z & 1) != 0;
    bool strict = (grid->rules.strict >> z & 1) != 0;
    const char *name = grid->layer[z].name;
    snprintf(text, room, "%s%u%s%s%s%s", name[0] == '\0' ? "layer " : "", z + 1,
             name[0] == '\0' ? "" : " ", name,
             horizontal ? ", horizontal"
             : vertical ? ", vertical"
                        : "",
             strict ? ", strict" : "");
}

static void layer_items(struct flow *flow)
{
    const struct scene *scene = flow->scene;
    const struct grid *grid = &scene->design->grid;
    char text[128];
    if (scene->routes == NULL)
        return;
    for (uint32_t z = 0; z < grid->layers && z < LAYERS_SHOWN; z++) {
        if (grid->layers == 1)
            snprintf(text, sizeof text, "wire, a colour a net");
        else
            layer_text(grid, z, text, sizeof text);
        unsigned shades = grid->layers == 1 ? PALETTE_HUES : PALETTE_SHADES;
        int64_t part = flow->mark * (grid->layers == 1 ? 1 : 2) / 2, width = part * shades;
        int64_t x = flow_item(flow, width, text);
        int64_t thick = (int64_t)flow->mark * scene->strips[z].width / scene->strips[0].width;
        thick = thick < 2 ? 2 : grid->layers == 1 ? flow->mark / 2 : thick;
        for (unsigned i = 0; flow->draws && i < shades; i++)
            canvas_rect(scene->canvas, x + (int64_t)i * part, flow->y + (flow->mark - thick) / 2,
                        part, thick, tracks_colour(scene, z, i));
    }
    if (grid->layers > LAYERS_SHOWN) {
        snprintf(text, sizeof text, "and %u more layers, colours repeat",
                 grid->layers - LAYERS_SHOWN);
        flow_item(flow, 0, text);
    }
}

/* Lays all items out; returns the height used. */
static int64_t flow_items(const struct scene *scene, int64_t left, int64_t right, int64_t top,
                          bool draws)
{
    struct flow flow = {scene, draws, left, right, left, top, (int64_t)scene->text * FONT_HEIGHT};
    layer_items(&flow);
    mark_items(&flow);
    ground_items(&flow);
    return flow.y - top + line_height(scene);
}

/* Appends to a line of text; what does not fit is left out. */
static void append(char *text, size_t room, const char *format, ...)
{
    size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, room - used, format, args);
    va_end(args);
}

/* "24 of 24 nets routed, length 538, vias 61, cost 599". */
static void count_text(const struct scene *scene, char *text, size_t room)
{
    const struct netlist *nets = &scene->design->nets;
    text[0] = '\0';
    if (scene->routes == NULL) {
        append(text, room, "%u nets, %u pins", nets->net_count, nets->pin_count);
        return;
    }
    uint32_t routed = 0;
    uint64_t length = 0, vias = 0, cost = 0;
    for (uint32_t net = 0; net < nets->net_count; net++) {
        const struct route *route = &scene->routes->nets[net];
        if (route->state != ROUTE_ROUTED)
            continue;
        routed++;
        length += route->length;
        vias += route->vias;
        cost += design_shown_cost(scene->design, net, route->cost);
    }
    append(text, room, "%u of %u nets routed%s, length %" PRIu64, routed, nets->net_count,
           scene->routes->alone ? " (each alone)" : "", length);
    if (scene->design->grid.layers > 1)
        append(text, room, ", vias %" PRIu64, vias);
    append(text, room, ", cost %" PRIu64, cost);
}

static void size_text(const struct scene *scene, char *text, size_t room)
{
    const struct grid *grid = &scene->design->grid;
    const struct box *box = &scene->box;
    text[0] = '\0';
    append(text, room, "%u x %u cells", grid->width, grid->height);
    if (grid->layers > 1)
        append(text, room, ", %u layers", grid->layers);
    if (box->x0 > 0 || box->y0 > 0 || box->x1 + 1 < grid->width || box->y1 + 1 < grid->height)
        append(text, room, ", shown: %u,%u .. %u,%u", box->x0, box->y0, box->x1, box->y1);
    if (scene->shrink > 1)
        append(text, room, ", %u x %u cells a pixel", scene->shrink, scene->shrink);
}

/* "unrouted: a, b, c and 9 more"; empty where all are routed. */
static void unrouted_text(const struct scene *scene, char *text, size_t room)
{
    uint32_t count = 0;
    text[0] = '\0';
    for (uint32_t net = 0; net < scene->design->nets.net_count; net++)
        if (scene_is_unrouted(scene, net) && count++ < UNROUTED_SHOWN)
            append(text, room, "%s%.40s", count == 1 ? "unrouted: " : ", ",
                   netlist_name(&scene->design->nets, net));
    if (count > UNROUTED_SHOWN)
        append(text, room, " and %u more", count - UNROUTED_SHOWN);
}

/* A line of text, cut with dots where it is too wide. */
static void draw_line(const struct scene *scene, int64_t y, const char *text, unsigned size,
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

static unsigned title_text(const struct scene *scene)
{
    return scene->text + (scene->text + 1) / 2;
}

/* Height of what stands above the layout. */
static int64_t header_height(const struct scene *scene)
{
    int64_t lines = scene->survey.unrouted ? 3 : 2;
    return margin(scene) + (int64_t)title_text(scene) * (FONT_HEIGHT + 2) +
           lines * (int64_t)scene->text * (FONT_HEIGHT + 3) + 4 * (int64_t)scene->text;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

void legend_measure(struct scene *scene, int64_t *width, int64_t *height)
{
    assert(scene->width > 0 && scene->height > 0 && scene->text >= 1);
    if (scene->bare) {
        scene->left = scene->top = 0;
        *width = scene->width;
        *height = scene->height;
        return;
    }
    char text[256];
    count_text(scene, text, sizeof text);
    int64_t least = font_width(text, scene->text) + 2 * margin(scene);
    least = clamp(least, NARROWEST * (int64_t)scene->text, WIDEST_TEXT * (int64_t)scene->text);
    *width = scene->width + 2 * margin(scene) + axes_width(scene);
    *width = *width < least ? least : *width;
    scene->left = (*width - scene->width + axes_width(scene)) / 2;
    scene->top = header_height(scene);
    int64_t items = flow_items(scene, margin(scene), *width - margin(scene), 0, false);
    *height = scene->top + scene->height + axes_height(scene) + items + margin(scene) / 2;
}

/* Cuts off what the layout's lines drew beyond it. */
static void clear_margins(const struct scene *scene)
{
    struct canvas *canvas = scene->canvas;
    int64_t right = scene->left + scene->width + 1, bottom = scene->top + scene->height + 1;
    canvas_rect(canvas, 0, 0, canvas->width, scene->top, COLOUR_PAPER);
    canvas_rect(canvas, 0, bottom, canvas->width, canvas->height, COLOUR_PAPER);
    canvas_rect(canvas, 0, 0, scene->left, canvas->height, COLOUR_PAPER);
    canvas_rect(canvas, right, 0, canvas->width, canvas->height, COLOUR_PAPER);
}

void legend_draw(const struct scene *scene)
{
    if (scene->bare)
        return;
    char text[1024];
    int64_t y = margin(scene), line = (int64_t)scene->text * (FONT_HEIGHT + 3);
    clear_margins(scene);
    canvas_frame(scene->canvas, scene->left - 1, scene->top - 1, scene->width + 2,
                 scene->height + 2, 1, COLOUR_FAINT);
    draw_line(scene, y, scene->design->name != NULL ? scene->design->name : "", title_text(scene),
              COLOUR_INK);
    y += (int64_t)title_text(scene) * (FONT_HEIGHT + 2);
    count_text(scene, text, sizeof text);
    draw_line(scene, y, text, scene->text, COLOUR_INK);
    size_text(scene, text, sizeof text);
    draw_line(scene, y += line, text, scene->text, COLOUR_FAINT);
    unrouted_text(scene, text, sizeof text);
    draw_line(scene, y + line, text, scene->text, COLOUR_UNROUTED);
    axes_draw(scene);
    flow_items(scene, margin(scene), (int64_t)scene->canvas->width - margin(scene),
               scene->top + scene->height + axes_height(scene), true);
}
