/* legend: what stands around the layout: title and counts above, the axes at its left and lower
 * edge, and below the marks explained, as many a line as fit.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "router/draw/design/scene.h"

enum {
    LAYERS_SHOWN = 24,  /* layers that the legend explains */
    UNROUTED_SHOWN = 8, /* unrouted nets that it names */
};

static void weight_item(struct text_flow *flow, const struct scene *scene)
{
    assert(scene->survey.weight_max >= 2);
    const struct survey *survey = &scene->survey;
    char text[64];
    unsigned tints =
        survey->weight_max - 1 < PALETTE_TINTS ? survey->weight_max - 1 : PALETTE_TINTS;
    int64_t part = flow->mark / 2, width = part * tints;
    snprintf(text, sizeof text, tints > 1 ? "weight 2 .. %u" : "weight %u", survey->weight_max);
    int64_t x = flow_item(flow, width, text);
    for (unsigned i = 0; flow->draws && i < tints; i++)
        paint_rect(scene->frame.paint, x + (int64_t)i * part, flow->y, part, flow->mark,
                   (uint8_t)(COLOUR_TINT + i));
}

/* Greys: of small cells the share of blocked layers or cells shows as one of several. */
static void grey_items(struct text_flow *flow, const struct scene *scene)
{
    const struct survey *survey = &scene->survey;
    bool shares = scene->shrink > 1, hatched = scene->scale >= GROUND_HATCH_FROM;
    if (survey->blocked)
        flow_box(flow, COLOUR_GREY + PALETTE_GREYS - 1, COLOUR_GREY + PALETTE_GREYS - 1,
                 shares ? "all cells blocked" : "blocked");
    if (survey->partly_blocked && hatched) {
        int64_t x = flow_box(flow, COLOUR_GREY + 2, COLOUR_GREY + 2, "blocked on some layers");
        bool room = 2 * (int64_t)scene->design->grid.layers <= flow->mark; /* for one of them */
        struct scene swatch = *scene;                                      /* of this one cell */
        swatch.frame.left = x;
        swatch.frame.top = flow->y;
        if (flow->draws)
            ground_hatch(&swatch, x, flow->y, flow->mark, room ? 1 : UINT64_MAX);
    } else if (survey->partly_blocked || (shares && survey->blocked)) {
        uint8_t few = COLOUR_GREY + 1,
                many = COLOUR_GREY + (shares ? PALETTE_GREYS * 3 / 4 : PALETTE_GREYS * 5 / 8 - 1);
        flow_box(flow, few, COLOUR_FAINT, shares ? "some cells blocked" : "blocked on few layers");
        flow_box(flow, many, many, shares ? "most cells blocked" : "blocked on most layers");
    }
}

/* An edge, as thick as legible, in up to three pieces. */
static void wall_item(struct text_flow *flow, const char *text, const uint8_t *colours,
                      int64_t pieces)
{
    int64_t x = flow_item(flow, flow->mark, text), thick = 2 * (int64_t)flow->frame->text;
    for (int64_t i = 0; flow->draws && i < pieces; i++)
        paint_rect(flow->frame->paint, x + flow->mark / 2 - thick / 2,
                   flow->y + flow->mark * i / pieces, thick,
                   flow->mark * (i + 1) / pieces - flow->mark * i / pieces, colours[i]);
}

/* Walls of all layers are ink; else they have the dark shade of the lowest layer that has them. */
static void wall_items(struct text_flow *flow, const struct scene *scene)
{
    enum { PIECES = 3 };
    const struct survey_walls *walls = &scene->survey.walls;
    const uint8_t ink = COLOUR_INK,
                  layer[PIECES] = {palette_wire(0, 1), palette_wire(1, 1), palette_wire(2, 1)};
    const uint32_t layers = scene->design->grid.layers;
    if (walls->cells)
        flow_box(flow, COLOUR_GREY + 3, COLOUR_GREY + 3, "wall at a cell");
    if (walls->all_layers)
        wall_item(flow, walls->some_layers ? "wall on all layers" : "wall", &ink, 1);
    if (walls->some_layers)
        wall_item(flow, "wall on some layers, the lowest one's colour", layer,
                  layers < PIECES ? layers : PIECES);
    if (walls->vias) {
        int64_t x = flow_item(flow, flow->mark, "no via, the lower layer's colour");
        if (flow->draws)
            paint_rect(scene->frame.paint, x, flow->y + flow->mark / 3, flow->mark,
                       2 * (int64_t)scene->frame.text, layer[0]);
    }
}

static void ground_items(struct text_flow *flow, const struct scene *scene)
{
    const struct survey *survey = &scene->survey;
    grey_items(flow, scene);
    if (survey->weight_max > 1)
        weight_item(flow, scene);
    wall_items(flow, scene);
}

static void mark_items(struct text_flow *flow, const struct scene *scene)
{
    struct paint *paint = scene->frame.paint;
    if (scene->film) /* the legend of all frames */
        flow_box(flow, COLOUR_UNROUTED, COLOUR_UNROUTED, "wire of a net in conflict");
    if (scene->survey.pins)
        flow_box(flow, COLOUR_PIN, COLOUR_PIN, "pin");
    if (scene->options->subject != NULL) {
        char text[96];
        snprintf(text, sizeof text, "pin of %.80s", scene->options->subject);
        int64_t x = flow_item(flow, flow->mark, text), thick = (scene->frame.text + 1) / 2;
        if (flow->draws)
            paint_frame(paint, x, flow->y, flow->mark, flow->mark, thick, COLOUR_INK);
    }
    if (scene->survey.vias && scene->scale >= 3) {
        int64_t x = flow_item(flow, flow->mark, "via");
        if (flow->draws && style_has_discs(scene)) {
            style_via(scene, 2 * x + flow->mark, 2 * flow->y + flow->mark, flow->mark - 1, 0, 1);
        } else if (flow->draws) {
            int64_t inset = flow->mark / 3;
            paint_rect(paint, x + inset, flow->y + inset, flow->mark - 2 * inset,
                       flow->mark - 2 * inset, COLOUR_PIN);
        }
    }
    if (scene->survey.unrouted) {
        char text[64] = "unrouted";
        if (scene->flight_every > 1)
            snprintf(text, sizeof text, "unrouted: one net of %u has lines", scene->flight_every);
        int64_t width = 3 * flow->mark, x = flow_item(flow, width, text);
        if (flow->draws)
            flight_line(scene, 2 * x, 2 * flow->y + flow->mark, 2 * (x + width),
                        2 * flow->y + flow->mark, scene->frame.text * 0.9);
    }
}

/* A piece of a layer's wire in its shades, with its bands. */
static void layer_item(struct text_flow *flow, const struct scene *scene, uint32_t z)
{
    assert(z < scene->design->grid.layers && scene->strips[0].width >= 1);
    const struct grid *grid = &scene->design->grid;
    char text[128] = "wire, a colour a net";
    bool one = grid->layers == 1;
    if (!one)
        style_layer_text(grid, z, text, sizeof text);
    unsigned shades = one ? PALETTE_HUES : PALETTE_SHADES;
    int64_t part = one ? flow->mark / 2 : flow->mark * 3 / 2, width = part * shades;
    int64_t x = flow_item(flow, width, text);
    int64_t thick = flow->mark * scene->strips[z].width / scene->strips[0].width;
    thick = thick < flow->mark / 4 ? flow->mark / 4 : one ? flow->mark / 2 : thick;
    int64_t y = flow->y + (flow->mark - thick) / 2;
    for (unsigned i = 0; flow->draws && i < shades; i++) {
        paint_rect(scene->frame.paint, x + (int64_t)i * part, y, part, thick,
                   style_shade(scene, z, i));
        if (!one)
            style_bands(scene, z, x + (int64_t)i * part, y, thick, part, false);
    }
}

static void layer_items(struct text_flow *flow, const struct scene *scene)
{
    uint32_t layers = scene->design->grid.layers;
    char text[96];
    if (scene->routes == NULL)
        return;
    for (uint32_t z = 0; z < layers && z < LAYERS_SHOWN; z++)
        layer_item(flow, scene, z);
    if (layers > LAYERS_SHOWN) {
        snprintf(text, sizeof text, "and %u more layers: the same colours, one band more each time",
                 layers - LAYERS_SHOWN);
        flow_item(flow, 0, text);
    }
}

/* Lays all items out; returns the height used. */
static int64_t flow_items(const struct scene *scene, int64_t right, int64_t top, bool draws)
{
    struct text_flow flow = flow_start(&scene->frame, right, top, draws);
    if (scene->tone == NULL || scene->film)
        layer_items(&flow, scene);
    why_items(&flow, scene);
    if (scene->show != SHOW_CONGESTION) { /* which has neither nets nor ground */
        mark_items(&flow, scene);
        ground_items(&flow, scene);
    }
    return flow.y - top + frame_line_height(&scene->frame);
}

static int64_t items_height(const void *context, int64_t right)
{
    return flow_items(context, right, 0, false);
}

/* "24 of 24 nets routed, length 538, vias 61, cost 599". */
static void count_text(const struct scene *scene, char *text, size_t room)
{
    const struct netlist *nets = &scene->design->nets;
    text[0] = '\0';
    if (scene->routes == NULL) {
        text_append(text, room, nets->net_count > 0 ? "%u nets, %u pins" : "no nets",
                    nets->net_count, nets->pin_count);
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
    text_append(text, room, "%u of %u nets routed%s, length %" PRIu64, routed, nets->net_count,
                scene->routes->alone ? " (each alone)" : "", length);
    if (scene->design->grid.layers > 1)
        text_append(text, room, ", vias %" PRIu64, vias);
    text_append(text, room, ", cost %" PRIu64, cost);
}

static void size_text(const struct scene *scene, char *text, size_t room)
{
    const struct grid *grid = &scene->design->grid;
    const struct box *box = &scene->box;
    text[0] = '\0';
    text_append(text, room, "%u x %u cells", grid->width, grid->height);
    if (grid->layers > 1)
        text_append(text, room, ", %u layers", grid->layers);
    if (box->x0 > 0 || box->y0 > 0 || box->x1 + 1 < grid->width || box->y1 + 1 < grid->height)
        text_append(text, room, ", shown: %u,%u .. %u,%u", box->x0, box->y0, box->x1, box->y1);
    if (scene->shrink > 1)
        text_append(text, room, ", %u x %u cells a pixel", scene->shrink, scene->shrink);
}

/* "unrouted: a, b, c and 9 more"; empty where all are routed. */
static void unrouted_text(const struct scene *scene, char *text, size_t room)
{
    uint32_t count = 0;
    text[0] = '\0';
    for (uint32_t net = 0; net < scene->design->nets.net_count; net++)
        if (scene_is_unrouted(scene, net) && count++ < UNROUTED_SHOWN)
            text_append(text, room, "%s%.40s", count == 1 ? "unrouted: " : ", ",
                        netlist_name(&scene->design->nets, net));
    if (count > UNROUTED_SHOWN)
        text_append(text, room, " and %u more", count - UNROUTED_SHOWN);
}

struct frame_sizes legend_measure(struct scene *scene)
{
    char text[256];
    count_text(scene, text, sizeof text);
    return frame_measure(&scene->frame, text,
                         scene->survey.unrouted || scene->why[0] != '\0' ? 3 : 2, axes_width(scene),
                         frame_axis_height(&scene->frame), items_height, scene);
}

void legend_draw(const struct scene *scene)
{
    const struct frame *frame = &scene->frame;
    if (frame->bare)
        return;
    char counts[256], size[256], unrouted[1024] = "";
    const char *const lines[] = {counts, size, unrouted};
    paint_part(frame->paint, PART_FRAME, 0, PAINT_NO_NET);
    if (scene->heat.maps <= 1)
        frame_close(frame);
    count_text(scene, counts, sizeof counts);
    size_text(scene, size, sizeof size);
    if (scene->why[0] != '\0')
        text_append(unrouted, sizeof unrouted, "%s", scene->why);
    else
        unrouted_text(scene, unrouted, sizeof unrouted);
    frame_header(frame, scene->design->name != NULL ? scene->design->name : "", lines, 3);
    if (scene->show == SHOW_CONGESTION)
        congestion_axes(scene);
    else
        axes_draw(scene, true, true);
    flow_items(scene, (int64_t)frame->paint->width - frame_margin(frame),
               frame->top + frame->height + frame_axis_height(frame), true);
}
