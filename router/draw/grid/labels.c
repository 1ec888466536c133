/* labels: writes names of nets inside their long wires, where nothing covers them. */
#include "router/draw/grid/grid_scene.h"

enum {
    LABEL_FROM = 9, /* least width of a wire with a name, in pixels */
    LONG_FOR = 3,   /* least length of such a wire, in lengths of its name */
};

static void raise_to(struct grid_scene *scene, cell_t cell, uint32_t layers)
{
    assert(scene->upmost != NULL && layers <= GRID_LAYERS_MAX + 1);
    const struct grid *grid = &scene->design->grid;
    uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
    if (!box_contains(scene->box, x, y))
        return;
    size_t columns = scene->box.x1 - scene->box.x0 + 1;
    uint8_t *upmost = &scene->upmost[(y - scene->box.y0) * columns + x - scene->box.x0];
    *upmost = *upmost > layers ? *upmost : (uint8_t)layers;
}

enum status labels_prepare(struct grid_scene *scene, struct error *error)
{
    const struct grid *grid = &scene->design->grid;
    const struct netlist *nets = &scene->design->nets;
    const struct routes *routes = scene->routes;
    if (routes == NULL || scene->lanes[0].width < LABEL_FROM)
        return STATUS_OK;
    size_t columns = scene->box.x1 - scene->box.x0 + 1, rows = scene->box.y1 - scene->box.y0 + 1;
    TRY(MEM_NEW(scene->upmost, columns * rows, "names of wires", error));
    for (uint32_t net = 0; net < routes->net_count; net++)
        for (size_t i = 0; i < routes->nets[net].wire_count; i++) {
            struct wire wire = routes->wires[routes->nets[net].first_wire + i];
            for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk))
                raise_to(scene, walk.cell, grid_z(grid, walk.cell) + 1);
            /* The net's next wire or a via's mark covers its ends. */
            raise_to(scene, wire.from, grid_z(grid, wire.from) + 2);
            raise_to(scene, wire.to, grid_z(grid, wire.to) + 2);
        }
    for (uint32_t i = 0; i < nets->pin_count; i++) {
        uint32_t z = nets->pins[i].all_layers ? grid->layers - 1 : grid_z(grid, nets->pins[i].cell);
        raise_to(scene, nets->pins[i].cell, z + 2);
    }
    return STATUS_OK;
}

/* Narrows a range of pixels, in x or upward in y, to its longest part that nothing covers. */
static void find_bare(const struct grid_scene *scene, uint32_t layer, bool upward, int64_t across,
                      int64_t *from, int64_t *to)
{
    assert(scene->upmost != NULL && *from < *to);
    int64_t scale = scene->scale, columns = (int64_t)scene->box.x1 - scene->box.x0 + 1;
    int64_t origin = upward ? scene->base.frame.top : scene->base.frame.left;
    int64_t other = (across - (upward ? scene->base.frame.left : scene->base.frame.top)) / scale;
    int64_t start = *from, best_from = *from, best_to = *from;
    for (int64_t at = (*from - origin) / scale; origin + at * scale < *to; at++) {
        int64_t x = upward ? other : at, y = upward ? at : other;
        int64_t row = (int64_t)scene->box.y1 - scene->box.y0 - y;
        int64_t end = origin + (at + 1) * scale < *to ? origin + (at + 1) * scale : *to;
        if (scene->upmost[row * columns + x] > layer + 1)
            start = end;
        else if (end - start > best_to - best_from) {
            best_from = start;
            best_to = end;
        }
    }
    *from = best_from;
    *to = best_to;
}

void labels_draw(const struct grid_scene *scene, uint32_t net, uint32_t layer, struct pixels at)
{
    bool upward = at.height > at.width;
    int64_t thick = upward ? at.width : at.height, along = upward ? at.height : at.width;
    const char *name = netlist_name(&scene->design->nets, net);
    assert(layer < scene->base.layers && at.width >= 1 && at.height >= 1);
    unsigned scale = (unsigned)((thick - 2) / FONT_ASCENT);
    scale = scale > scene->base.frame.text ? scene->base.frame.text : scale;
    if (thick < LABEL_FROM || scale < 1 || !scene_is_highlighted(&scene->base, net) ||
        scene->upmost == NULL)
        return;
    int64_t length = font_width(name, scale), inset = (thick - FONT_ASCENT * (int64_t)scale) / 2;
    int64_t from = upward ? at.y : at.x, to = from + along;
    if (length * LONG_FOR > along)
        return;
    find_bare(scene, layer, upward, upward ? at.x : at.y, &from, &to);
    if (length + 2 * (int64_t)scale > to - from)
        return;
    uint8_t ink = palette_ink(scene->paint->palette, style_colour(scene, layer, net));
    paint_text(scene->paint, upward ? at.x + inset : (from + to - length) / 2,
               upward ? (from + to + length) / 2 : at.y + inset, name, scale, ink, upward);
}
