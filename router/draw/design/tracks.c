/* tracks: the wires, layer by layer from the lowest, and the vias.
 *
 * Each layer is drawn twice: first its casing, a rim in the ground's colour that lifts it off the
 * layers below where they cross, then its wires, so that a casing never cuts a wire of its own
 * layer.
 */
#include "router/draw/design/scene.h"

#include <assert.h>

enum { CASING_FROM = 14, VIA_DISC_FROM = 8, VIA_FROM = 3, PIN_VIA_FROM = 24 };

uint8_t tracks_colour(const struct scene *scene, uint32_t layer, uint32_t net)
{
    assert(layer < scene->design->grid.layers);
    if (scene->design->grid.layers == 1)
        return palette_wire(net, net / PALETTE_HUES);
    return palette_wire(layer, net);
}

/* A wire within a layer as a rectangle, rim pixels wider on both sides but no longer. */
static void draw_run(const struct scene *scene, struct wire wire, int64_t rim, uint8_t colour)
{
    assert(grid_z(&scene->design->grid, wire.from) == grid_z(&scene->design->grid, wire.to));
    const struct grid *grid = &scene->design->grid;
    struct strip strip = scene->strips[grid_z(grid, wire.from)];
    cell_t low = wire.from < wire.to ? wire.from : wire.to;
    cell_t high = wire.from < wire.to ? wire.to : wire.from;
    uint32_t x0 = grid_x(grid, low), x1 = grid_x(grid, high);
    uint32_t y0 = grid_y(grid, low), y1 = grid_y(grid, high);
    const struct box *box = &scene->box;
    if (x1 < box->x0 || x0 > box->x1 || y1 < box->y0 || y0 > box->y1)
        return;
    bool cut[4] = {x0<box->x0, x1> box->x1, y0<box->y0, y1> box->y1};
    int64_t left = cut[0] ? scene->left : view_x(scene, x0) + strip.offset;
    int64_t right =
        cut[1] ? scene->left + scene->width : view_x(scene, x1) + strip.offset + strip.width;
    int64_t top = cut[3] ? scene->top : view_y(scene, y1) + strip.offset;
    int64_t bottom =
        cut[2] ? scene->top + scene->height : view_y(scene, y0) + strip.offset + strip.width;
    int64_t rim_x = y0 == y1 && x0 != x1 ? 0 : rim, rim_y = x0 == x1 && y0 != y1 ? 0 : rim;
    canvas_rect(scene->canvas, left - rim_x, top - rim_y, right - left + 2 * rim_x,
                bottom - top + 2 * rim_y, colour);
}

/* All wires of one layer, rim pixels wider; of the highlighted nets, or of all others. */
static void draw_layer(const struct scene *scene, uint32_t z, bool strong, int64_t rim,
                       bool is_casing)
{
    const struct grid *grid = &scene->design->grid;
    const struct routes *routes = scene->routes;
    for (uint32_t net = 0; net < routes->net_count; net++) {
        const struct route *route = &routes->nets[net];
        if (scene_is_strong(scene, net) != strong)
            continue;
        uint8_t colour = is_casing ? COLOUR_GREY
                         : strong  ? tracks_colour(scene, z, net)
                                   : palette_pale(grid->layers == 1 ? net : z);
        for (size_t i = 0; i < route->wire_count; i++) {
            struct wire wire = routes->wires[route->first_wire + i];
            if (grid_z(grid, wire.from) == z && grid_z(grid, wire.to) == z)
                draw_run(scene, wire, rim, colour);
        }
    }
}

void tracks_via(const struct scene *scene, int64_t x2, int64_t y2, int64_t size, uint32_t low,
                uint32_t high)
{
    assert(low <= high && high < GRID_LAYERS_MAX);
    int64_t rim = size >= 24 ? size / 6 : size >= 12 ? 4 : 2; /* in half pixels */
    canvas_disc(scene->canvas, x2, y2, size, COLOUR_PIN);
    canvas_disc(scene->canvas, x2, y2, size - rim, COLOUR_WHITE);
    if (scene->design->grid.layers <= 2 || size < 12)
        return;
    /* More layers: an eye in two colours says which layers the via joins. */
    canvas_disc(scene->canvas, x2, y2, size - 2 * rim, palette_wire(low, 0));
    canvas_disc(scene->canvas, x2, y2, (size - 2 * rim) / 2, palette_wire(high, 0));
}

bool tracks_has_discs(const struct scene *scene)
{
    return scene->scale >= VIA_DISC_FROM && scene->design->grid.layers > 1 &&
           scene->strips[0].width != scene->strips[1].width;
}

static void draw_via(const struct scene *scene, struct wire wire, bool strong)
{
    const struct grid *grid = &scene->design->grid;
    uint32_t x = grid_x(grid, wire.from), y = grid_y(grid, wire.from);
    uint32_t low = grid_z(grid, wire.from), high = grid_z(grid, wire.to);
    if (low > high) {
        uint32_t swap = low;
        low = high;
        high = swap;
    }
    int64_t left = view_x(scene, x), top = view_y(scene, y), scale = scene->scale;
    if (!view_holds(scene, x, y))
        return;
    if (strong && tracks_has_discs(scene)) {
        tracks_via(scene, 2 * left + scale, 2 * top + scale, scale * 54 / 100, low, high);
        return;
    }
    int64_t first = scene->strips[low].offset, last = scene->strips[high].offset;
    int64_t size = last + scene->strips[high].width - first;
    if (size < (int64_t)scene->strips[low].width) { /* nested strips of a small cell */
        first = last;
        size = scene->strips[high].width;
    }
    first -= scene->boost;
    size += 2 * scene->boost;
    canvas_rect(scene->canvas, left + first, top + first, size, size,
                strong ? COLOUR_PIN : COLOUR_FAINT);
}

static void draw_vias(const struct scene *scene, bool strong)
{
    const struct grid *grid = &scene->design->grid;
    const struct routes *routes = scene->routes;
    for (uint32_t net = 0; net < routes->net_count; net++) {
        const struct route *route = &routes->nets[net];
        if (scene_is_strong(scene, net) != strong)
            continue;
        for (size_t i = 0; i < route->wire_count; i++) {
            struct wire wire = routes->wires[route->first_wire + i];
            if (grid_z(grid, wire.from) != grid_z(grid, wire.to))
                draw_via(scene, wire, strong);
        }
    }
}

static void draw_tracks(const struct scene *scene, bool strong)
{
    uint32_t layers = scene->design->grid.layers;
    int64_t grow = scene->boost;
    if (strong && scene->strong != NULL && scene->scale < CASING_FROM)
        grow += (scene->text + 1) / 2; /* so that highlighted wires are seen among many */
    for (uint32_t z = 0; z < layers; z++) {
        if (scene->scale >= CASING_FROM && layers > 1)
            draw_layer(scene, z, strong, 1 + scene->scale / 48, true);
        draw_layer(scene, z, strong, grow, false);
    }
    if (scene->scale >= VIA_FROM)
        draw_vias(scene, strong);
}

/* A pin's mark hides a via below it: a small via is drawn in the mark's corner. */
static void draw_pin_via(const struct scene *scene, uint32_t net, struct wire wire)
{
    const struct grid *grid = &scene->design->grid;
    const struct netlist *nets = &scene->design->nets;
    uint32_t x = grid_x(grid, wire.from), y = grid_y(grid, wire.from);
    uint32_t low = grid_z(grid, wire.from), high = grid_z(grid, wire.to);
    int64_t scale = scene->scale;
    for (uint32_t i = 0; i < nets->nets[net].pin_count; i++) {
        cell_t pin = nets->pins[nets->nets[net].first_pin + i].cell;
        if (grid_x(grid, pin) != x || grid_y(grid, pin) != y || !view_holds(scene, x, y))
            continue;
        tracks_via(scene, 2 * view_x(scene, x) + scale * 170 / 100,
                   2 * view_y(scene, y) + scale * 30 / 100, scale * 26 / 100,
                   low < high ? low : high, low < high ? high : low);
        return;
    }
}

void tracks_draw_pin_vias(const struct scene *scene)
{
    const struct grid *grid = &scene->design->grid;
    const struct routes *routes = scene->routes;
    if (routes == NULL || scene->scale < PIN_VIA_FROM)
        return;
    for (uint32_t net = 0; net < routes->net_count; net++) {
        const struct route *route = &routes->nets[net];
        for (size_t i = 0; i < route->wire_count && scene_is_strong(scene, net); i++) {
            struct wire wire = routes->wires[route->first_wire + i];
            if (grid_z(grid, wire.from) != grid_z(grid, wire.to))
                draw_pin_via(scene, net, wire);
        }
    }
}

void tracks_draw(const struct scene *scene)
{
    if (scene->routes == NULL)
        return;
    if (scene->strong != NULL)
        draw_tracks(scene, false);
    draw_tracks(scene, true);
}
