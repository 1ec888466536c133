/* layout_congestion: where room runs out on a layout: what wires take, at their layer's pitch, of
 * what cells, rails and obstructions leave, as maps of squares; of one layer, of all summed, or of
 * each layer and the sum side by side. */
#include "router/draw/layout/layout_scene.h"

enum { PITCHES_LEAST = 4 }; /* of tracks on a side of a square */

/* The map that counts a layer; UINT32_MAX: none does. */
static uint32_t map_of(const struct layout_scene *scene, uint16_t layer)
{
    assert(scene->layout->tech.layers[layer].level < scene->layout->tech.level_count);
    const uint32_t level = scene->layout->tech.layers[layer].level;
    if (scene->layer == PICTURE_LAYER_EACH)
        return scene->heat.maps > 1 ? level : 0;
    return scene->layer == 0 || scene->layer == level + 1 ? 0 : UINT32_MAX;
}

/* What a wire takes of a layer's room: its area, grown from its width to the pitch. */
static uint64_t taken(const struct tech_layer *layer, uint64_t area)
{
    int32_t pitch = layer->pitch_x < layer->pitch_y ? layer->pitch_x : layer->pitch_y;
    return layer->width > 0 && pitch > layer->width
               ? area / (uint64_t)layer->width * (uint64_t)pitch
               : area;
}

/* Units from the view's edge to the edge of a tile, which may lie beyond the view. */
static int64_t edge(const struct layout_scene *scene, uint32_t tile)
{
    return tile * scene->heat.tile * scene->units / scene->pixels;
}

static struct layout_rect tile_rect(const struct layout_scene *scene, uint32_t column, uint32_t row)
{
    assert(column < scene->heat.columns && row < scene->heat.rows);
    struct layout_rect view = scene->view;
    int64_t right = view.x0 + edge(scene, column + 1), low = view.y1 - edge(scene, row + 1);
    return (struct layout_rect){
        (int32_t)(view.x0 + edge(scene, column)), low > view.y0 ? (int32_t)low : view.y0,
        right < view.x1 ? (int32_t)right : view.x1, (int32_t)(view.y1 - edge(scene, row))};
}

/* The tile at so many units from the view's edge, or one before it. */
static uint32_t tile_of(const struct layout_scene *scene, int64_t units)
{
    return (uint32_t)(units * scene->pixels / scene->units / scene->heat.tile);
}

static uint64_t common_area(struct layout_rect a, struct layout_rect b)
{
    int64_t x0 = a.x0 > b.x0 ? a.x0 : b.x0, x1 = a.x1 < b.x1 ? a.x1 : b.x1;
    int64_t y0 = a.y0 > b.y0 ? a.y0 : b.y0, y1 = a.y1 < b.y1 ? a.y1 : b.y1;
    return x1 > x0 && y1 > y0 ? (uint64_t)(x1 - x0) * (uint64_t)(y1 - y0) : 0;
}

/* Adds a wire to the use of its tiles, takes anything else from their room. */
static void count_shape(struct layout_scene *scene, const struct shape *shape)
{
    const struct tech_layer *layer = &scene->layout->tech.layers[shape->layer];
    struct heat *heat = &scene->heat;
    struct layout_rect r = shape->rect, view = scene->view;
    uint32_t map = layer->kind == LAYER_ROUTING ? map_of(scene, shape->layer) : UINT32_MAX;
    if (map == UINT32_MAX || !rect_overlap(view, r))
        return;
    uint32_t left = r.x0 > view.x0 ? tile_of(scene, (int64_t)r.x0 - view.x0) : 0;
    uint32_t top = r.y1 < view.y1 ? tile_of(scene, (int64_t)view.y1 - r.y1) : 0;
    uint32_t right = r.x1 < view.x1 ? tile_of(scene, (int64_t)r.x1 - view.x0) + 1 : heat->columns;
    uint32_t low = r.y0 > view.y0 ? tile_of(scene, (int64_t)view.y1 - r.y0) + 1 : heat->rows;
    for (uint32_t row = top; row <= low && row < heat->rows; row++)
        for (uint32_t column = left; column <= right && column < heat->columns; column++) {
            uint64_t area = common_area(tile_rect(scene, column, row), r);
            uint64_t *room = heat_at(heat, heat->room, map, column, row);
            if (shape->kind == SHAPE_WIRE)
                *heat_at(heat, heat->use, map, column, row) += taken(layer, area);
            else
                *room -= area < *room ? area : *room;
        }
}

static void count_room(struct layout_scene *scene)
{
    const struct tech *tech = &scene->layout->tech;
    for (uint32_t level = 0; level < tech->level_count; level++) {
        uint32_t map = map_of(scene, tech->levels[level]);
        for (uint32_t row = 0; map != UINT32_MAX && row < scene->heat.rows; row++)
            for (uint32_t column = 0; column < scene->heat.columns; column++) {
                struct layout_rect tile = tile_rect(scene, column, row);
                *heat_at(&scene->heat, scene->heat.room, map, column, row) +=
                    common_area(tile, scene->layout->placed.die_box);
            }
    }
}

static void map_name(const void *context, uint32_t map, char *text, size_t room)
{
    const struct layout_scene *scene = context;
    const struct tech *tech = &scene->layout->tech;
    uint32_t level = scene->layer == PICTURE_LAYER_EACH ? map : scene->layer - 1;
    text[0] = '\0';
    text_append(text, room, "%.60s: at most %u %%",
                level < tech->level_count ? names_text(&tech->layer_names, tech->levels[level])
                                          : "all layers",
                heat_fullest(&scene->heat, map));
}

enum status layout_congestion_prepare(struct layout_scene *scene, struct error *error)
{
    struct frame *frame = &scene->frame;
    const uint32_t levels = scene->layout->tech.level_count;
    const int64_t pitch = placed_least_pitch(&scene->layout->placed);
    int64_t tile = pitch < INT32_MAX ? PITCHES_LEAST * pitch * scene->pixels / scene->units : 0;
    tile = tile > HEAT_TILE ? tile : HEAT_TILE;
    TRY(heat_create(&scene->heat, scene->layer == PICTURE_LAYER_EACH && levels > 1 ? levels + 1 : 1,
                    (uint32_t)((frame->width + tile - 1) / tile),
                    (uint32_t)((frame->height + tile - 1) / tile), error));
    struct heat *heat = &scene->heat;
    heat->tile = tile;
    heat->width = frame->width;
    heat->height = frame->height;
    int64_t longer = heat->across * (heat->width > heat->height ? heat->width : heat->height);
    frame->text = frame_text(frame->page > longer ? frame->page : longer);
    heat_measure(heat, frame);
    count_room(scene);
    for (uint32_t i = 0; i < scene->shapes.count; i++)
        count_shape(scene, &scene->shapes.shapes[i]);
    if (heat->maps > 1)
        heat_sum(heat);
    else
        map_name(scene, 0, scene->why, sizeof scene->why);
    text_append(scene->why, sizeof scene->why,
                heat->maps > 1 ? "room used, by squares of %.1f um"
                               : " used, by squares of %.1f um",
                (double)edge(scene, 1) / scene->layout->tech.units_per_micron);
    return STATUS_OK;
}

void layout_congestion_draw(const struct layout_scene *scene)
{
    heat_draw(&scene->heat, &scene->frame, map_name, scene);
}

void layout_congestion_axes(const struct layout_scene *scene)
{
    const struct heat *heat = &scene->heat;
    for (uint32_t map = 0; map < heat->maps; map++) {
        struct layout_scene one = *scene;
        struct heat_place at = heat_place(heat, &scene->frame, map);
        one.frame.left = at.x;
        one.frame.top = at.y;
        one.frame.width = heat->width;
        one.frame.height = heat->height;
        layout_axes_draw(&one, map + heat->across >= heat->maps, map % heat->across == 0);
    }
}
