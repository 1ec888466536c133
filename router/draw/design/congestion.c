/* congestion: where room runs out: cells with a wire of those that are free, as maps of squares, of
 * one layer, of all summed, or of each layer and the sum side by side. */
#include <inttypes.h>
#include <string.h>

#include "router/draw/design/scene.h"

enum { CELLS_LEAST = 4 }; /* cells a side of a square */

static uint32_t maps_of(const struct scene *scene)
{
    uint32_t layers = scene->design->grid.layers;
    return scene->options->layer == PICTURE_LAYER_EACH && layers > 1 ? layers + 1 : 1;
}

uint32_t congestion_across(const struct scene *scene)
{
    return scene->show == SHOW_CONGESTION ? heat_across(maps_of(scene)) : 1;
}

/* The map that counts the cells of a layer; UINT32_MAX: none does. */
static uint32_t map_of(const struct scene *scene, uint32_t layer)
{
    uint32_t chosen = scene->options->layer;
    if (chosen == PICTURE_LAYER_EACH)
        return scene->heat.maps > 1 ? layer : 0;
    return chosen == 0 || chosen == layer + 1 ? 0 : UINT32_MAX;
}

static void count_room(struct scene *scene, uint32_t side)
{
    assert(side >= 1);
    const struct grid *grid = &scene->design->grid;
    for (uint32_t z = 0; z < grid->layers; z++)
        for (uint32_t y = scene->box.y0; y <= scene->box.y1; y++) {
            uint32_t map = map_of(scene, z), left = 0, x = scene->box.x0;
            if (map == UINT32_MAX)
                continue;
            uint64_t *room =
                heat_at(&scene->heat, scene->heat.room, map, 0, (scene->box.y1 - y) / side);
            for (; x <= scene->box.x1; x++, left = left + 1 < side ? left + 1 : 0) {
                room += left == 0 && x > scene->box.x0;
                *room += !grid_is_blocked(grid, grid_cell(grid, x, y, z));
            }
        }
}

static void count_use(struct scene *scene, uint32_t side)
{
    const struct grid *grid = &scene->design->grid;
    const struct routes *routes = scene->routes;
    for (uint32_t net = 0; net < routes->net_count; net++) {
        const struct route *route = &routes->nets[net];
        for (size_t i = 0; i < route->wire_count; i++) {
            struct wire_walk walk = wire_walk(grid, routes->wires[route->first_wire + i]);
            if (i > 0)
                wire_next(&walk); /* its first cell is one of an earlier wire */
            for (; walk.left > 0; wire_next(&walk)) {
                uint32_t x = grid_x(grid, walk.cell), y = grid_y(grid, walk.cell);
                uint32_t map = map_of(scene, grid_z(grid, walk.cell));
                if (map != UINT32_MAX && view_holds(scene, x, y))
                    ++*heat_at(&scene->heat, scene->heat.use, map, (x - scene->box.x0) / side,
                               (scene->box.y1 - y) / side);
            }
        }
    }
}

/* "layer 2: at most 63 %" */
static void map_name(const void *context, uint32_t map, char *text, size_t room)
{
    const struct scene *scene = context;
    uint32_t layers = scene->design->grid.layers, chosen = scene->options->layer;
    uint32_t layer = chosen == PICTURE_LAYER_EACH ? map : chosen - 1;
    text[0] = '\0';
    if (layer < layers) {
        char name[128];
        style_layer_text(&scene->design->grid, layer, name, sizeof name);
        text_append(text, room, "%s%s", strncmp(name, "layer ", 6) == 0 ? "" : "layer ", name);
    } else {
        text_append(text, room, "all layers");
    }
    text_append(text, room, ": at most %u %%", heat_fullest(&scene->heat, map));
}

enum status congestion_prepare(struct scene *scene, struct error *error)
{
    assert(scene->routes != NULL && scene->scale >= 1 && scene->shrink >= 1);
    uint32_t side = CELLS_LEAST;
    while ((int64_t)side * scene->scale < HEAT_TILE * (int64_t)scene->shrink)
        side++;
    TRY(heat_create(&scene->heat, maps_of(scene), (scene->box.x1 - scene->box.x0) / side + 1,
                    (scene->box.y1 - scene->box.y0) / side + 1, error));
    struct heat *heat = &scene->heat;
    struct frame *frame = &scene->frame;
    heat->tile = (int64_t)side * scene->scale / scene->shrink;
    heat->width = frame->width;
    heat->height = frame->height;
    int64_t longer = heat->across * (heat->width > heat->height ? heat->width : heat->height);
    frame->text = frame_text(frame->page > longer ? frame->page : longer);
    heat_measure(heat, frame);
    count_room(scene, side);
    count_use(scene, side);
    if (heat->maps > 1)
        heat_sum(heat);
    if (heat->maps == 1)
        map_name(scene, 0, scene->why, sizeof scene->why);
    text_append(scene->why, sizeof scene->why,
                heat->maps == 1 ? " used, by squares of %u x %u cells"
                                : "cells used, by squares of %u x %u cells",
                side, side);
    return STATUS_OK;
}

void congestion_draw(const struct scene *scene)
{
    heat_draw(&scene->heat, &scene->frame, map_name, scene);
}

/* Coordinates of the maps at the left and at the lower end of a column. */
void congestion_axes(const struct scene *scene)
{
    const struct heat *heat = &scene->heat;
    for (uint32_t map = 0; map < heat->maps; map++) {
        struct scene one = *scene;
        struct heat_place at = heat_place(heat, &scene->frame, map);
        one.frame.left = at.x;
        one.frame.top = at.y;
        one.frame.width = heat->width;
        one.frame.height = heat->height;
        axes_draw(&one, map + heat->across >= heat->maps, map % heat->across == 0);
    }
}
