/* pins: a dark square each in its layer's lane, its rim in the layer's colour, the net's name
 * inside where it fits. A pin of all layers is a square with a white frame on the uppermost layer:
 * its cell belongs to its net on all of them. */
#include <assert.h>

#include "router/draw/grid/grid_scene.h"

enum { RIM_FROM = 10, FRAME_FROM = 12, ALL_LAYERS_SHARE = 76 };

/* The net's name in the middle of a square, as large as fits; nothing where it does not. */
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

/* The square of a pin: that of its layer's lane. In the lowest layer of large cells it is a little
 * larger, for nothing lies below. */
static struct lane square_of(const struct grid_scene *scene, uint32_t layer, bool all_layers)
{
    struct lane lane = scene->lanes[layer];
    if (scene->nested && (all_layers || layer == 0)) {
        uint32_t width = scene->scale * ALL_LAYERS_SHARE / 100;
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

/* Pixels of the rim in the layer's colour: of the dark inside something must be left beside the
 * wires of the layer above. */
static int64_t rim_of(const struct grid_scene *scene, uint32_t layer, int64_t size)
{
    int64_t rim = size >= 36 ? size / 12 : 2;
    if (!scene->nested || layer + 1 >= scene->design->grid.layers)
        return rim;
    int64_t room = (size - scene->lanes[layer + 1].width) / 2 - style_casing(scene) - 1;
    return room < 0 ? 0 : rim < room ? rim : room;
}

/* Does metal end above the mark on this layer, which would hide a part of its name? */
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
