/* layout_count: congestion of a layout by squares: the area of wires, widened to their layer's
 * pitch, divided by the area that cells, rails and obstructions leave free. */
#include "router/draw/layout/layout_scene.h"

enum { PITCHES_LEAST = 4 }; /* least side of a square, in track pitches */

/* The room that a wire of this area takes: the area widened from the wire's width to the pitch. */
static uint64_t taken(const struct tech_layer *layer, uint64_t area)
{
    int32_t pitch = layer->pitch_x < layer->pitch_y ? layer->pitch_x : layer->pitch_y;
    return layer->width > 0 && pitch > layer->width
               ? area / (uint64_t)layer->width * (uint64_t)pitch
               : area;
}

/* Units from the view's edge to the edge of a tile, which may be beyond the view. */
static int64_t edge(const struct layout_scene *scene, uint32_t tile)
{
    return tile * scene->base.heat.tile * scene->units / scene->pixels;
}

static struct layout_rect tile_rect(const struct layout_scene *scene, uint32_t column, uint32_t row)
{
    assert(column < scene->base.heat.columns && row < scene->base.heat.rows);
    struct layout_rect view = scene->view;
    int64_t right = view.x0 + edge(scene, column + 1), low = view.y1 - edge(scene, row + 1);
    return (struct layout_rect){
        (int32_t)(view.x0 + edge(scene, column)), low > view.y0 ? (int32_t)low : view.y0,
        right < view.x1 ? (int32_t)right : view.x1, (int32_t)(view.y1 - edge(scene, row))};
}

/* The tile at a distance from the view's edge in units, or one before it. */
static uint32_t tile_of(const struct layout_scene *scene, int64_t units)
{
    return (uint32_t)(units * scene->pixels / scene->units / scene->base.heat.tile);
}

static uint64_t common_area(struct layout_rect a, struct layout_rect b)
{
    int64_t x0 = a.x0 > b.x0 ? a.x0 : b.x0, x1 = a.x1 < b.x1 ? a.x1 : b.x1;
    int64_t y0 = a.y0 > b.y0 ? a.y0 : b.y0, y1 = a.y1 < b.y1 ? a.y1 : b.y1;
    return x1 > x0 && y1 > y0 ? (uint64_t)(x1 - x0) * (uint64_t)(y1 - y0) : 0;
}

/* Adds a wire to the use of its tiles; subtracts any other shape from their room. */
static void count_shape(const struct layout_scene *scene, const struct heat *heat,
                        const struct shape *shape)
{
    const struct tech_layer *layer = &scene->layout->tech.layers[shape->layer];
    struct layout_rect r = shape->rect, view = scene->view;
    if (!rect_overlap(view, r))
        return;
    uint32_t left = r.x0 > view.x0 ? tile_of(scene, (int64_t)r.x0 - view.x0) : 0;
    uint32_t top = r.y1 < view.y1 ? tile_of(scene, (int64_t)view.y1 - r.y1) : 0;
    uint32_t right = r.x1 < view.x1 ? tile_of(scene, (int64_t)r.x1 - view.x0) + 1 : heat->columns;
    uint32_t low = r.y0 > view.y0 ? tile_of(scene, (int64_t)view.y1 - r.y0) + 1 : heat->rows;
    for (uint32_t row = top; row <= low && row < heat->rows; row++)
        for (uint32_t column = left; column <= right && column < heat->columns; column++) {
            uint64_t area = common_area(tile_rect(scene, column, row), r);
            uint64_t *room = heat_at(heat, heat->room, 0, column, row);
            if (shape->kind == SHAPE_WIRE)
                *heat_at(heat, heat->use, 0, column, row) += taken(layer, area);
            else
                *room -= area < *room ? area : *room;
        }
}

/* Counts a level in `own`, where the room is at least the use, since wires may lie on pins and
 * beside rails; adds it to a map. */
static void count_level(struct layout_scene *scene, const struct heat *own, uint32_t level,
                        uint32_t map)
{
    const struct layout *layout = scene->layout;
    const size_t tiles = (size_t)own->rows * own->columns, first = map * tiles;
    for (size_t i = 0; i < tiles; i++) {
        own->use[i] = 0;
        own->room[i] = common_area(
            tile_rect(scene, (uint32_t)(i % own->columns), (uint32_t)(i / own->columns)),
            layout->placed.die_box);
    }
    for (uint32_t i = 0; i < scene->shapes.count; i++) {
        const struct tech_layer *layer = &layout->tech.layers[scene->shapes.shapes[i].layer];
        if (layer->kind == LAYER_ROUTING && layer->level == level)
            count_shape(scene, own, &scene->shapes.shapes[i]);
    }
    for (size_t i = 0; i < tiles; i++) {
        scene->base.heat.use[first + i] += own->use[i];
        scene->base.heat.room[first + i] += own->room[i] > own->use[i] ? own->room[i] : own->use[i];
    }
}

enum status layout_count(struct scene *base, struct error *error)
{
    struct layout_scene *scene = layout_scene(base);
    struct heat own;
    const enum status status = heat_create(&own, 1, base->heat.columns, base->heat.rows, error);
    for (uint32_t level = 0; level < base->layers && status == STATUS_OK; level++)
        if (congestion_map(base, level) != UINT32_MAX)
            count_level(scene, &own, level, congestion_map(base, level));
    heat_destroy(&own);
    return status;
}

int64_t layout_map_tile(const struct scene *base, char *text, size_t room)
{
    const struct layout_scene *scene = layout_of(base);
    const int64_t pitch = placed_least_pitch(&scene->layout->placed);
    int64_t tile = pitch < INT32_MAX ? PITCHES_LEAST * pitch * scene->pixels / scene->units : 0;
    tile = tile > HEAT_TILE ? tile : HEAT_TILE;
    const int64_t side = tile * scene->units / scene->pixels;
    snprintf(text, room, "%.1f um", (double)side / scene->layout->tech.units_per_micron);
    return tile;
}
