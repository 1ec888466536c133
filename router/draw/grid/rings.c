/* rings: circles around short highlighted nets and frames around the pins of unrouted nets, which
 * would be too small to be found. Nets in question have rings of their own (scene.h). */
#include "router/draw/grid/grid_scene.h"

enum {
    RING_LEAST = 8,   /* least radius in pixels, times the text's scale */
    SHORT_NET = 24,   /* longest side of a net with a ring in pixels, likewise */
    NETS_RINGED = 32, /* maximum number of highlighted nets with rings */
};

static void ring_box(const struct grid_scene *scene, struct box box, uint8_t colour)
{
    int64_t x0 = view_x(scene, box.x0), x1 = view_x(scene, box.x1) + scene->scale;
    int64_t y0 = view_y(scene, box.y1), y1 = view_y(scene, box.y0) + scene->scale;
    int64_t longer = x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0, text = scene->base.frame.text;
    int64_t radius = longer * 3 / 4 + 3 * text;
    if (longer > SHORT_NET * text || !box_contains(scene->box, box.x0, box.y0))
        return;
    radius = radius < RING_LEAST * text ? RING_LEAST * text : radius;
    double thick = (double)text * 0.75;
    paint_ring(scene->paint, (x0 + x1) / 2, (y0 + y1) / 2, radius, thick + 2, COLOUR_WHITE);
    paint_ring(scene->paint, (x0 + x1) / 2, (y0 + y1) / 2, radius, thick, colour);
}

static void frame_pins(const struct grid_scene *scene, uint32_t net)
{
    const struct grid *grid = &scene->design->grid;
    const struct net *it = &scene->design->nets.nets[net];
    int64_t text = scene->base.frame.text, size = 4 * text + scene->scale, thick = (text + 1) / 2;
    for (uint32_t i = 0; i < it->pin_count; i++) {
        cell_t cell = scene->design->nets.pins[it->first_pin + i].cell;
        uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
        int64_t left = view_x(scene, x) - 2 * text, top = view_y(scene, y) - 2 * text;
        if (!box_contains(scene->box, x, y))
            continue;
        paint_frame(scene->paint, left, top, size, size, thick, COLOUR_UNROUTED);
    }
}

void rings_draw(const struct grid_scene *scene)
{
    uint32_t nets = scene->design->nets.net_count, ringed = 0;
    assert(scene->scale >= 1 && scene->base.flight_every >= 1);
    if (scene->base.frame.bare)
        return;
    for (uint32_t net = 0; scene->base.highlighted != NULL && net < nets && ringed < NETS_RINGED;
         net++) {
        if (!scene->base.highlighted[net] || scene_is_asked(&scene->base, net))
            continue;
        paint_part(scene->paint, PART_MARKS, 0, net);
        ring_box(scene, box_of_pins(&scene->design->grid, &scene->design->nets, net),
                 scene_is_open(&scene->base, net) ? COLOUR_UNROUTED : COLOUR_INK);
        ringed++;
    }
    if ((int64_t)scene->scale >= 4 * (int64_t)scene->base.frame.text)
        return;
    for (struct flight_walk walk = {0}; flight_next(&scene->base, &walk);) {
        if (scene_is_asked(&scene->base, walk.net))
            continue;
        paint_part(scene->paint, PART_MARKS, 0, walk.net);
        frame_pins(scene, walk.net);
    }
}
