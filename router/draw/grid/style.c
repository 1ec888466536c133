/* style: colours and marks of nets and layers, shared by wires, pins, names and the legend. */
#include "router/draw/grid/grid_scene.h"

enum {
    CASING_FROM = 14,  /* least pixels per cell with casings */
    VIA_DISC_FROM = 8, /* least pixels per cell with vias as discs */
};

uint8_t style_shade(const struct grid_scene *scene, uint32_t layer, uint32_t number)
{
    assert(layer < scene->design->grid.layers);
    if (scene->design->grid.layers == 1)
        return palette_wire(number, number / PALETTE_HUES);
    return palette_wire(layer, number);
}

uint8_t style_colour(const struct grid_scene *scene, uint32_t layer, uint32_t net)
{
    assert(net < scene->design->nets.net_count);
    const uint8_t colour = scene_colour(&scene->base, net);
    return colour != 0 ? colour : style_shade(scene, layer, net);
}

/* Leaves at least one pixel of a wire below visible. */
int64_t style_casing(const struct grid_scene *scene)
{
    if (scene->scale < CASING_FROM || scene->design->grid.layers < 2 || !scene->nested)
        return 0;
    int64_t rim = 1 + scene->scale / 48;
    int64_t room = ((int64_t)scene->lanes[0].width - scene->lanes[1].width) / 2 - 1;
    return rim < room ? rim : room;
}

void style_via(const struct grid_scene *scene, int64_t x2, int64_t y2, int64_t size, uint32_t low,
               uint32_t high)
{
    assert(low <= high && high < GRID_LAYERS_MAX);
    struct paint *paint = scene->paint;
    int64_t rim = size >= 24 ? size / 6 : size >= 12 ? 4 : 2; /* in half pixels */
    paint_disc(paint, x2, y2, size, COLOUR_PIN);
    paint_disc(paint, x2, y2, size - rim, COLOUR_WHITE);
    if (scene->design->grid.layers <= 2 || size < 12)
        return;
    /* Two colours in the middle show which layers the via joins. */
    paint_disc(paint, x2, y2, size - 2 * rim, palette_wire(low, 0));
    paint_disc(paint, x2, y2, (size - 2 * rim) / 2, palette_wire(high, 0));
}

bool style_has_discs(const struct grid_scene *scene)
{
    return scene->scale >= VIA_DISC_FROM && scene->design->grid.layers > 1 && scene->nested;
}

void style_layer_text(const struct grid *grid, uint32_t z, char *text, size_t room)
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

void style_line(const struct grid_scene *scene, struct scene_point from, struct scene_point to,
                double thick)
{
    struct paint *paint = scene->paint;
    paint_line(paint, from.x, from.y, to.x, to.y, thick + 2, 0, 0, COLOUR_WHITE);
    paint_line(paint, from.x, from.y, to.x, to.y, thick, 4 * thick, 2.5 * thick, COLOUR_UNROUTED);
}
