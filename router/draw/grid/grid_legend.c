/* grid_legend: the legend of a grid: layers, pins, vias, unrouted nets, and the ground. */
#include "router/draw/grid/grid_scene.h"

enum {
    LAYERS_SHOWN = 24, /* layers that have an item of their own */
};

static void weight_item(struct text_flow *flow, const struct grid_scene *scene)
{
    assert(scene->survey.weight_max >= 2);
    const struct survey *survey = &scene->survey;
    char text[64];
    unsigned tints = least(survey->weight_max - 1, PALETTE_TINTS);
    int64_t part = flow->mark / 2, width = part * tints;
    snprintf(text, sizeof text, tints > 1 ? "weight 2 .. %u" : "weight %u", survey->weight_max);
    int64_t x = flow_item(flow, width, text);
    for (unsigned i = 0; flow->draws && i < tints; i++)
        paint_rect(scene->paint, x + (int64_t)i * part, flow->y, part, flow->mark,
                   (uint8_t)(COLOUR_TINT + i));
}

/* The greys of blocked cells; small cells have several, by the share of blocked layers or cells. */
static void grey_items(struct text_flow *flow, const struct grid_scene *scene)
{
    const struct survey *survey = &scene->survey;
    bool shares = scene->shrink > 1, hatched = scene->scale >= GROUND_HATCH_FROM;
    if (survey->blocked)
        flow_box(flow, COLOUR_GREY + PALETTE_GREYS - 1, COLOUR_GREY + PALETTE_GREYS - 1,
                 shares ? "all cells blocked" : "blocked");
    if (survey->partly_blocked && hatched) {
        int64_t x = flow_box(flow, COLOUR_GREY + 2, COLOUR_GREY + 2, "blocked on some layers");
        bool room = 2 * (int64_t)scene->design->grid.layers <= flow->mark; /* for one stripe */
        struct grid_scene swatch = *scene;                                 /* one hatched cell */
        swatch.base.frame.left = x;
        swatch.base.frame.top = flow->y;
        if (flow->draws)
            ground_hatch(&swatch, x, flow->y, flow->mark, room ? 1 : UINT64_MAX);
    } else if (survey->partly_blocked || (shares && survey->blocked)) {
        uint8_t few = COLOUR_GREY + 1,
                many = COLOUR_GREY + (shares ? PALETTE_GREYS * 3 / 4 : PALETTE_GREYS * 5 / 8 - 1);
        flow_box(flow, few, COLOUR_FAINT, shares ? "some cells blocked" : "blocked on few layers");
        flow_box(flow, many, many, shares ? "most cells blocked" : "blocked on most layers");
    }
}

static void wall_item(struct text_flow *flow, const char *text, const uint8_t *colours,
                      int64_t pieces)
{
    int64_t x = flow_item(flow, flow->mark, text), thick = 2 * (int64_t)flow->frame->text;
    for (int64_t i = 0; flow->draws && i < pieces; i++)
        paint_rect(flow->frame->paint, x + flow->mark / 2 - thick / 2,
                   flow->y + flow->mark * i / pieces, thick,
                   flow->mark * (i + 1) / pieces - flow->mark * i / pieces, colours[i]);
}

/* A wall on all layers is black; any other wall has the dark shade of its lowest layer. */
static void wall_items(struct text_flow *flow, const struct grid_scene *scene)
{
    enum { PIECES = 3 };
    const bool *walls = scene->survey.walls;
    const uint8_t ink = COLOUR_INK,
                  layer[PIECES] = {palette_wire(0, 1), palette_wire(1, 1), palette_wire(2, 1)};
    const uint32_t layers = scene->design->grid.layers;
    if (walls[WALL_CELL])
        flow_box(flow, COLOUR_GREY + 3, COLOUR_GREY + 3, "wall at a cell");
    if (walls[WALL_ALL])
        wall_item(flow, walls[WALL_SOME] ? "wall on all layers" : "wall", &ink, 1);
    if (walls[WALL_SOME])
        wall_item(flow, "wall on some layers, the lowest one's colour", layer,
                  least(layers, PIECES));
    if (walls[WALL_VIA]) {
        int64_t x = flow_item(flow, flow->mark, "no via, the lower layer's colour");
        if (flow->draws)
            paint_rect(scene->paint, x, flow->y + flow->mark / 3, flow->mark,
                       2 * (int64_t)scene->base.frame.text, layer[0]);
    }
}

static void ground_items(struct text_flow *flow, const struct grid_scene *scene)
{
    grey_items(flow, scene);
    if (scene->survey.weight_max > 1)
        weight_item(flow, scene);
    wall_items(flow, scene);
}

static void mark_items(struct text_flow *flow, const struct grid_scene *scene)
{
    if (scene->base.options->conflict != NULL) /* the legend of all frames */
        flow_box(flow, COLOUR_UNROUTED, COLOUR_UNROUTED, "wire of a net in conflict");
    if (scene->survey.pins)
        flow_box(flow, COLOUR_PIN, COLOUR_PIN, "pin");
    if (scene->survey.vias && scene->scale >= 3) {
        int64_t x = flow_item(flow, flow->mark, "via");
        if (flow->draws && style_has_discs(scene)) {
            style_via(scene, 2 * x + flow->mark, 2 * flow->y + flow->mark, flow->mark - 1, 0, 1);
        } else if (flow->draws) {
            int64_t inset = flow->mark / 3;
            paint_rect(scene->paint, x + inset, flow->y + inset, flow->mark - 2 * inset,
                       flow->mark - 2 * inset, COLOUR_PIN);
        }
    }
    if (scene->base.has_flights) {
        char text[64] = "unrouted";
        if (scene->base.flight_every > 1)
            snprintf(text, sizeof text, "unrouted: one net of %u has lines",
                     scene->base.flight_every);
        int64_t width = 3 * flow->mark, x = flow_item(flow, width, text);
        if (flow->draws)
            style_line(scene, (struct scene_point){2 * x, 2 * flow->y + flow->mark},
                       (struct scene_point){2 * (x + width), 2 * flow->y + flow->mark},
                       scene->base.frame.text * 0.9);
    }
}

/* The item of a layer: a wire in each of its shades, with the bands of the layer. */
static void layer_item(struct text_flow *flow, const struct grid_scene *scene, uint32_t z)
{
    assert(z < scene->design->grid.layers && scene->lanes[0].width >= 1);
    const struct grid *grid = &scene->design->grid;
    char text[128] = "wire, one colour per net";
    bool one = grid->layers == 1;
    if (!one)
        style_layer_text(grid, z, text, sizeof text);
    unsigned shades = one ? PALETTE_HUES : PALETTE_SHADES;
    int64_t part = one ? flow->mark / 2 : flow->mark * 3 / 2, width = part * shades;
    int64_t x = flow_item(flow, width, text);
    int64_t thick = flow->mark * scene->lanes[z].width / scene->lanes[0].width;
    thick = thick < flow->mark / 4 ? flow->mark / 4 : one ? flow->mark / 2 : thick;
    int64_t y = flow->y + (flow->mark - thick) / 2;
    for (unsigned i = 0; flow->draws && i < shades; i++) {
        paint_rect(scene->paint, x + (int64_t)i * part, y, part, thick, style_shade(scene, z, i));
        if (!one)
            paint_bands(scene->paint, (struct pixels){x + (int64_t)i * part, y, part, thick}, true,
                        0, z);
    }
}

static void layer_items(struct text_flow *flow, const struct grid_scene *scene)
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

void grid_legend(const struct scene *base, struct text_flow *flow)
{
    const struct grid_scene *scene = grid_of(base);
    assert(base->options->show != SHOW_CONGESTION);
    const enum picture_show show = base->options->show;
    if (show == SHOW_ROUTES || show == SHOW_DIFF || base->options->conflict != NULL)
        layer_items(flow, scene);
    asked_item(flow, base);
    show_items(flow, base);
    if (base->options->show == SHOW_FAILURES && base->open_count > 0) {
        int64_t x = flow_item(flow, flow->mark, "where unrouted nets are stuck");
        int64_t part = flow->mark / 3;
        if (flow->draws)
            paint_rect(base->frame.paint, x + part, flow->y + part, part, part, COLOUR_UNROUTED);
    }
    mark_items(flow, scene);
    ground_items(flow, scene);
}
