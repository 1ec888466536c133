/* pins: dark squares in the lanes of their layers, with a rim in the layer's colour and the net's
 * name inside if it fits. A pin of all layers has a white frame and is on the uppermost layer. */

#include "router/draw/grid/grid_scene.h"

enum {
    RIM_FROM = 10,   /* least side of a square with a rim, in pixels */
    FRAME_FROM = 12, /* least side of a square with a white frame, in pixels */
    WIDE_SHARE = 76, /* side of the lowest layer's squares in large cells, in percent of a cell */
};

/* The net's name in the middle of a square, as large as fits; nothing if it does not. */
static void draw_name(const struct grid_scene *scene, const char *name, int64_t x, int64_t y,
                      int64_t size)
{
    for (unsigned scale = size >= 60 ? 3 : 2; scale >= 1; scale--) {
        int64_t width = font_width(name, scale);
        if (width > size - 4 || FONT_ASCENT * (int64_t)scale > size - 4)
            continue;
        paint_text(scene->paint, x + (size - width + 1) / 2,
                   y + (size - FONT_ASCENT * (int64_t)scale + 1) / 2, name, scale, COLOUR_WHITE,
                   false);
        return;
    }
}

/* The square of a pin: its layer's lane; a little wider on the lowest layer of large cells. */
static struct lane square_of(const struct grid_scene *scene, uint32_t layer, bool all_layers)
{
    struct lane lane = scene->lanes[layer];
    if (scene->nested && (all_layers || layer == 0)) {
        uint32_t width = scene->scale * WIDE_SHARE / 100;
        width -= (scene->scale - width) % 2;
        if (width > scene->lanes[0].width)
            return (struct lane){(scene->scale - width) / 2, width};
        return scene->lanes[0];
    }
    if (all_layers) {
        struct lane top = scene->lanes[scene->design->grid.layers - 1];
        return (struct lane){0, top.offset + top.width};
    }
    return lane;
}

/* Pixels of the rim: some of the dark inside must remain visible beside the wires above. */
static int64_t rim_of(const struct grid_scene *scene, uint32_t layer, int64_t size)
{
    int64_t rim = size >= 36 ? size / 12 : 2;
    if (!scene->nested || layer + 1 >= scene->design->grid.layers)
        return rim;
    int64_t room = (size - scene->lanes[layer + 1].width) / 2 - style_casing(scene) - 1;
    return room < 0 ? 0 : rim < room ? rim : room;
}

/* True if metal above the mark would cover its name. */
static bool is_below(const struct grid_scene *scene, uint32_t x, uint32_t y, uint32_t layer)
{
    const size_t columns = scene->box.x1 - scene->box.x0 + 1;
    return scene->upmost != NULL &&
           scene->upmost[(y - scene->box.y0) * columns + x - scene->box.x0] > layer + 2;
}

void pins_mark(const struct grid_scene *scene, uint32_t net, uint32_t x, uint32_t y, uint32_t layer,
               bool all_layers)
{
    struct paint *paint = scene->paint;
    assert(box_contains(scene->box, x, y) && layer < scene->base.layers);
    bool one = scene->design->grid.layers == 1;
    uint8_t colour = !scene_is_highlighted(&scene->base, net) ? COLOUR_FAINT
                     : scene_is_open(&scene->base, net)       ? COLOUR_UNROUTED
                                                              : COLOUR_PIN;
    uint8_t rim = one || all_layers ? colour : palette_wire(layer, 0);
    struct lane square = square_of(scene, layer, all_layers);
    int64_t size = square.width, left = view_x(scene, x) + square.offset;
    int64_t top = view_y(scene, y) + square.offset, inset = 0;
    if (size >= RIM_FROM) {
        paint_rect(paint, left, top, size, size, one || all_layers ? COLOUR_WHITE : rim);
        inset = one || all_layers ? 1 : rim_of(scene, layer, size);
    }
    paint_rect(paint, left + inset, top + inset, size - 2 * inset, size - 2 * inset, colour);
    if (all_layers && !one && size >= FRAME_FROM)
        paint_frame(paint, left + 3, top + 3, size - 6, size - 6, 1, COLOUR_WHITE);
    if (size >= PIN_NAMES_FROM && !is_below(scene, x, y, layer))
        draw_name(scene, netlist_name(&scene->design->nets, net), left + inset, top + inset,
                  size - 2 * inset);
}

void pins_draw(const struct grid_scene *scene, uint32_t net, uint32_t layer)
{
    const struct grid *grid = &scene->design->grid;
    const struct netlist *nets = &scene->design->nets;
    assert(layer < grid->layers);
    for (uint32_t i = 0; i < nets->nets[net].pin_count; i++) {
        struct pin pin = nets->pins[nets->nets[net].first_pin + i];
        if (pin.all_layers ? layer + 1 != grid->layers : !scene_is_on(grid, pin.cell, layer))
            continue;
        uint32_t x = grid_x(grid, pin.cell), y = grid_y(grid, pin.cell);
        if (box_contains(scene->box, x, y))
            pins_mark(scene, net, x, y, layer, pin.all_layers);
    }
}
