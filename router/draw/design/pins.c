/* pins: a dark square each, its rim in the layer's colour, the net's name inside where it fits. */
#include <string.h>

#include "router/draw/canvas/font.h"
#include "router/draw/design/scene.h"

enum { RIM_FROM = 6, NAMES_FROM = 20 };

void pins_mark(const struct scene *scene, int64_t x, int64_t y, int64_t size, uint8_t rim,
               uint8_t colour)
{
    int64_t thick = size >= 36 ? size / 12 : size >= 12 ? 2 : 1;
    canvas_rect(scene->canvas, x, y, size, size, COLOUR_WHITE);
    if (size >= 10)
        canvas_rect(scene->canvas, x + 1, y + 1, size - 2, size - 2, rim);
    else
        thick = 0;
    canvas_rect(scene->canvas, x + 1 + thick, y + 1 + thick, size - 2 - 2 * thick,
                size - 2 - 2 * thick, colour);
}

/* The net's name in the middle of a square, as large as fits; nothing where it does not. */
static void draw_name(const struct scene *scene, const char *name, int64_t x, int64_t y,
                      int64_t size)
{
    for (unsigned scale = size >= 60 ? 3 : 2; scale >= 1; scale--) {
        int64_t width = font_width(name, scale);
        if (width > size - 4 || FONT_ASCENT * (int64_t)scale > size - 4)
            continue;
        font_draw(scene->canvas, x + (size - width + 1) / 2,
                  y + (size - FONT_ASCENT * (int64_t)scale + 1) / 2, name, scale, COLOUR_WHITE);
        return;
    }
}

/* Side of a pin's mark where cells are small: as far as the pins then cover no more than a fortieth
 * of the layout, it grows with the picture; unrouted nets' pins always do, so that they are seen.
 */
static int64_t small_size(const struct scene *scene, bool unrouted)
{
    int64_t scale = scene->scale, least = scale > 2 ? scale - 1 : scale;
    int64_t grown = 2 * (int64_t)scene->text + 1;
    int64_t covered = (int64_t)scene->design->nets.pin_count * grown * grown;
    if (scene->bare || grown < scale || (!unrouted && covered > scene->width * scene->height / 40))
        return least;
    return grown;
}

/* Small cells: a dark square, on a white rim where it is larger than its cell. */
static void draw_small(const struct scene *scene, int64_t left, int64_t top, uint8_t colour,
                       bool unrouted)
{
    int64_t size = small_size(scene, unrouted), scale = scene->scale;
    if (size > scale) {
        left -= (size - scale) / 2;
        top -= (size - scale) / 2;
        canvas_rect(scene->canvas, left - 1, top - 1, size + 2, size + 2, COLOUR_WHITE);
    }
    canvas_rect(scene->canvas, left, top, size, size, colour);
}

static void draw_pin(const struct scene *scene, uint32_t net, struct pin pin)
{
    const struct grid *grid = &scene->design->grid;
    uint32_t x = grid_x(grid, pin.cell), y = grid_y(grid, pin.cell);
    if (!view_holds(scene, x, y))
        return;
    bool unrouted = scene_is_unrouted(scene, net), strong = scene_is_strong(scene, net);
    uint8_t colour = unrouted ? COLOUR_UNROUTED : strong ? COLOUR_PIN : COLOUR_FAINT;
    int64_t left = view_x(scene, x), top = view_y(scene, y), scale = scene->scale;
    if (scale < RIM_FROM) {
        draw_small(scene, left, top, colour, unrouted);
        return;
    }
    int64_t size = scale * 76 / 100;
    size -= (scale - size) % 2;
    int64_t shift = (scale - size) / 2;
    uint8_t rim =
        grid->layers == 1 || pin.all_layers ? colour : palette_wire(grid_z(grid, pin.cell), 0);
    pins_mark(scene, left + shift, top + shift, size, rim, colour);
    int64_t inset = size >= 36 ? size / 12 + 1 : 3;
    if (pin.all_layers && grid->layers > 1 && size >= 12)
        canvas_frame(scene->canvas, left + shift + inset, top + shift + inset, size - 2 * inset,
                     size - 2 * inset, 1, COLOUR_WHITE);
    if (scale >= NAMES_FROM)
        draw_name(scene, netlist_name(&scene->design->nets, net), left + shift + inset,
                  top + shift + inset, size - 2 * inset);
}

/* What is drawn later lies on top: highlighted nets above others, unrouted ones above all. */
static int rank(const struct scene *scene, uint32_t net)
{
    if (scene_is_unrouted(scene, net))
        return 2;
    return scene->strong != NULL && scene->strong[net] ? 1 : 0;
}

void pins_draw(const struct scene *scene)
{
    const struct netlist *nets = &scene->design->nets;
    for (int pass = 0; pass <= 2; pass++)
        for (uint32_t net = 0; net < nets->net_count; net++)
            for (uint32_t i = 0; rank(scene, net) == pass && i < nets->nets[net].pin_count; i++)
                draw_pin(scene, net, nets->pins[nets->nets[net].first_pin + i]);
}
