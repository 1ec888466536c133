/* tracks: wires, vias and pins, layer by layer from the lowest and net by net. For a net on a layer
 * it draws the casing, a rim in the ground's colour that separates the wires from those below; the
 * wires; the pins; and via stacks, with a mark on their uppermost layer. */
#include "router/draw/grid/grid_scene.h"

enum {
    GROWN_BELOW = 14, /* pixels per cell below which highlighted wires are wider */
    VIA_FROM = 3,     /* least pixels per cell with marks of vias */
    BANDS_FROM = 6,   /* least pixels per cell with bands */
};

static uint8_t colour_of(const struct grid_scene *scene, uint32_t layer, uint32_t net)
{
    if (scene_is_highlighted(&scene->base, net))
        return style_colour(scene, layer, net);
    return palette_dim(scene->design->grid.layers == 1 ? net : layer);
}

struct track_run {
    struct pixels at;
    bool across, upright; /* the wire has steps in x; in y */
};

static bool is_stack(const struct grid *grid, struct wire wire)
{
    uint32_t steps = wire.from < wire.to ? wire.to - wire.from : wire.from - wire.to;
    return steps >= grid->width * grid->height;
}

/* False if nothing of the wire is visible. z: its layer. */
static bool run_of(const struct grid_scene *scene, struct wire wire, uint32_t z,
                   struct track_run *run)
{
    assert(grid_z(&scene->design->grid, wire.from) == z);
    const struct grid *grid = &scene->design->grid;
    struct lane lane = scene->lanes[z];
    cell_t low = wire.from < wire.to ? wire.from : wire.to;
    cell_t high = wire.from < wire.to ? wire.to : wire.from;
    uint32_t x0 = grid_x(grid, low), x1 = grid_x(grid, high);
    uint32_t y0 = grid_y(grid, low), y1 = grid_y(grid, high);
    const struct box *box = &scene->box;
    const struct frame *frame = &scene->base.frame;
    if (x1 < box->x0 || x0 > box->x1 || y1 < box->y0 || y0 > box->y1)
        return false;
    int64_t left = x0 < box->x0 ? frame->left : view_x(scene, x0) + lane.offset;
    int64_t right =
        x1 > box->x1 ? frame->left + frame->width : view_x(scene, x1) + lane.offset + lane.width;
    int64_t top = y1 > box->y1 ? frame->top : view_y(scene, y1) + lane.offset;
    int64_t bottom =
        y0 < box->y0 ? frame->top + frame->height : view_y(scene, y0) + lane.offset + lane.width;
    run->at = (struct pixels){left, top, right - left, bottom - top};
    run->across = x0 != x1;
    run->upright = y0 != y1;
    return true;
}

/* The bands of a wire, in each cell but the first. */
static void draw_bands(const struct grid_scene *scene, struct wire wire, uint32_t layer)
{
    const struct grid *grid = &scene->design->grid;
    struct lane lane = scene->lanes[layer];
    cell_t low = wire.from < wire.to ? wire.from : wire.to;
    uint32_t steps = wire_steps(grid, wire), x = grid_x(grid, low), y = grid_y(grid, low);
    bool upright = grid_x(grid, wire.from) == grid_x(grid, wire.to);
    int64_t behind = (int64_t)scene->scale - lane.offset - lane.width;
    for (uint32_t i = 0; i <= steps; i++) {
        uint32_t cx = upright ? x : x + i, cy = upright ? y + i : y;
        if (!box_contains(scene->box, cx, cy))
            continue;
        int64_t left = view_x(scene, cx), top = view_y(scene, cy);
        if (i > 0)
            paint_bands(scene->paint,
                        upright
                            ? (struct pixels){left + lane.offset, top + lane.offset + lane.width,
                                              lane.width, behind}
                            : (struct pixels){left, top + lane.offset, lane.offset, lane.width},
                        !upright, 0, layer);
    }
}

static bool is_own_pin(const struct grid_scene *scene, uint32_t net, uint32_t x, uint32_t y)
{
    const struct grid *grid = &scene->design->grid;
    const struct net *it = &scene->design->nets.nets[net];
    for (uint32_t i = 0; i < it->pin_count; i++) {
        cell_t pin = scene->design->nets.pins[it->first_pin + i].cell;
        if (grid_x(grid, pin) == x && grid_y(grid, pin) == y)
            return true;
    }
    return false;
}

/* A via stack on a layer: a pin's mark above a pin of its net, otherwise a square in the layer's
 * colour, with a via's mark on its uppermost layer. */
static void draw_stack(const struct grid_scene *scene, uint32_t net, struct wire wire, uint32_t z)
{
    assert(is_stack(&scene->design->grid, wire));
    const struct grid *grid = &scene->design->grid;
    const uint32_t from = grid_z(grid, wire.from), to = grid_z(grid, wire.to);
    const uint32_t low = least(from, to), high = larger(from, to);
    if (z < low || z > high)
        return;
    uint32_t x = grid_x(grid, wire.from), y = grid_y(grid, wire.from);
    if (!box_contains(scene->box, x, y))
        return;
    struct paint *paint = scene->paint;
    struct lane lane = scene->lanes[z], bottom = scene->lanes[low];
    int64_t left = view_x(scene, x), top = view_y(scene, y), scale = scene->scale;
    bool strong = scene_is_highlighted(&scene->base, net);
    if (scene->nested && is_own_pin(scene, net, x, y)) {
        pins_mark(scene, net, x, y, z, false);
        return;
    }
    paint_rect(paint, left + lane.offset, top + lane.offset, lane.width, lane.width,
               colour_of(scene, z, net));
    if (z != high || scale < VIA_FROM)
        return;
    if (style_has_discs(scene)) {
        int64_t size = scale * 54 / 100 < bottom.width ? scale * 54 / 100 : bottom.width;
        if (strong)
            style_via(scene, 2 * left + scale, 2 * top + scale, size, low, high);
        return;
    }
    int64_t first = scene->nested ? lane.offset : bottom.offset;
    int64_t size = lane.offset + lane.width - first;
    paint_rect(paint, left + first, top + first, size, size, strong ? COLOUR_PIN : COLOUR_FAINT);
}

/* The wires of a net within a layer, rim pixels wider on each side, but not at their ends. */
static void draw_wires(const struct grid_scene *scene, uint32_t net, uint32_t z, int64_t rim,
                       uint8_t colour)
{
    const struct grid *grid = &scene->design->grid;
    const struct route *route = &scene->routes->nets[net];
    bool bands = rim == 0 && palette_bands(z) > 0 && scene->scale >= BANDS_FROM && grid->layers > 1;
    struct track_run run;
    for (size_t i = 0; i < route->wire_count; i++) {
        struct wire wire = scene->routes->wires[route->first_wire + i];
        if (is_stack(grid, wire) || !scene_is_on(grid, wire.from, z) ||
            !run_of(scene, wire, z, &run))
            continue;
        const int64_t rim_x = run.across ? 0 : rim, rim_y = run.upright ? 0 : rim;
        paint_rect(scene->paint, run.at.x - rim_x, run.at.y - rim_y, run.at.width + 2 * rim_x,
                   run.at.height + 2 * rim_y, colour);
        if (bands)
            draw_bands(scene, wire, z);
        if (rim == 0)
            labels_draw(scene, net, z, run.at);
    }
}

static void draw_net(const struct grid_scene *scene, uint32_t net, uint32_t z)
{
    int64_t casing = style_casing(scene);
    const struct route *route = scene->routes != NULL ? &scene->routes->nets[net] : NULL;
    paint_part(scene->paint, PART_LAYER, z, net);
    if (route != NULL && casing > 0)
        draw_wires(scene, net, z, casing, COLOUR_GREY);
    if (route != NULL)
        draw_wires(scene, net, z, 0, colour_of(scene, z, net));
    pins_draw(scene, net, z);
    for (size_t i = 0; route != NULL && i < route->wire_count; i++) {
        const struct wire wire = scene->routes->wires[route->first_wire + i];
        if (is_stack(&scene->design->grid, wire))
            draw_stack(scene, net, wire, z);
    }
}

void tracks_draw_highlighted(const struct grid_scene *scene, int64_t grow)
{
    assert(scene->routes != NULL && grow >= 0);
    for (uint32_t z = 0; z < scene->base.layers; z++)
        for (uint32_t net = 0; net < scene->base.nets; net++)
            if (scene_is_highlighted(&scene->base, net)) {
                paint_part(scene->paint, PART_LAYER, z, net);
                draw_wires(scene, net, z, grow, colour_of(scene, z, net));
            }
}

/* The lanes of the layers low .. high of a cell. */
static struct pixels square_of(const struct grid_scene *scene, cell_t cell, uint32_t low,
                               uint32_t high)
{
    const struct grid *grid = &scene->design->grid;
    const int64_t left = view_x(scene, grid_x(grid, cell)), top = view_y(scene, grid_y(grid, cell));
    int64_t from = scene->scale, to = 0;
    for (uint32_t z = low; z <= high; z++) {
        const struct lane lane = scene->lanes[z];
        from = lane.offset < from ? lane.offset : from;
        to = lane.offset + lane.width > to ? lane.offset + lane.width : to;
    }
    return (struct pixels){left + from, top + from, to - from, to - from};
}

void tracks_draw_asked(const struct scene *base, int64_t side, int64_t rim, uint8_t colour)
{
    const struct grid_scene *scene = grid_of(base);
    const struct grid *grid = &scene->design->grid;
    const struct netlist *nets = &scene->design->nets;
    assert(base->asked != NULL && side >= 1 && rim >= 0);
    for (uint32_t net = 0; net < base->nets; net++) {
        const struct route *route = scene->routes != NULL ? &scene->routes->nets[net] : NULL;
        if (!base->asked[net])
            continue;
        paint_part(scene->paint, PART_MARKS, 0, net);
        for (size_t i = 0; route != NULL && i < route->wire_count; i++) {
            const struct wire wire = scene->routes->wires[route->first_wire + i];
            const uint32_t z0 = grid_z(grid, wire.from), z1 = grid_z(grid, wire.to);
            struct track_run run;
            if (!is_stack(grid, wire) && run_of(scene, wire, z0, &run))
                paint_grown(scene->paint, run.at, side, rim, colour);
            else if (is_stack(grid, wire) && box_has(grid, scene->box, wire.from))
                paint_grown(scene->paint,
                            square_of(scene, wire.from, least(z0, z1), larger(z0, z1)), side, rim,
                            colour);
        }
        for (uint32_t i = 0; i < nets->nets[net].pin_count; i++) {
            const struct pin pin = nets->pins[nets->nets[net].first_pin + i];
            const uint32_t z = grid_z(grid, pin.cell);
            if (box_has(grid, scene->box, pin.cell))
                paint_grown(scene->paint,
                            square_of(scene, pin.cell, pin.all_layers ? 0 : z,
                                      pin.all_layers ? grid->layers - 1 : z),
                            side, rim, colour);
        }
    }
}

/* The wires of a film, each in its frames, and the pins, in all frames. */
static void draw_spans(const struct grid_scene *scene)
{
    assert(scene->base.options->span_start != NULL && scene->routes != NULL &&
           scene->base.colour != NULL);
    const struct picture_options *options = scene->base.options;
    struct grid_scene one = *scene;
    struct routes routes = *scene->routes;
    struct paint *paint = scene->paint;
    struct route *saved = routes.nets;
    one.routes = &routes;
    for (uint32_t z = 0; z < scene->design->grid.layers; z++) {
        for (size_t i = 0; i < options->span_count; i++) {
            const struct picture_span *span = &options->spans[i];
            struct route route = saved[span->net];
            if (span->count == 0 || span->from > span->to)
                continue;
            saved[span->net].first_wire = span->first;
            saved[span->net].wire_count = span->count;
            scene->base.colour[span->net] = span->conflict ? COLOUR_UNROUTED : 0;
            options->span_start(paint, span->from, span->to);
            draw_net(&one, span->net, z);
            saved[span->net] = route;
        }
        options->span_start(paint, 0, UINT16_MAX);
        for (uint32_t net = 0; net < routes.net_count; net++) {
            paint_part(paint, PART_LAYER, z, net);
            pins_draw(scene, net, z);
        }
    }
}

void tracks_draw(const struct grid_scene *scene)
{
    if (scene->base.options->spans != NULL) {
        draw_spans(scene);
        return;
    }
    uint32_t nets = scene->design->nets.net_count, layers = scene->design->grid.layers;
    int64_t grow = scene->boost;
    if (scene->base.highlighted != NULL && scene->scale < GROWN_BELOW)
        grow += (scene->base.frame.text + 1) / 2; /* visible among many wires */
    if (scene->routes != NULL && grow > 0)
        tracks_draw_highlighted(scene, grow); /* a shadow below thin wires */
    /* Highlighted nets come last where layers cover each other. */
    int passes = scene->base.highlighted != NULL && !scene->apart ? 2 : 1;
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t z = 0; z < layers; z++)
            for (uint32_t net = 0; net < nets; net++)
                if (passes == 1 || scene->base.highlighted[net] == (pass == 1))
                    draw_net(scene, net, z);
}
