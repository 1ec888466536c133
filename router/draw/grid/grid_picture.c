/* grid_picture: the table of calls by which a routed grid is drawn as a scene. */
#include "router/draw/grid/grid_scene.h"

enum {
    BLOCKERS_NAMED = 16, /* blockers that the note on an unrouted net names */
    TICK_APART = 28,     /* least pixels between coordinates, times their text's scale */
    TICK_ALL_FROM = 24,  /* pixels per cell from which every cell has a coordinate */
    CELLS_LEAST = 4,     /* least side of a tile of a congestion map, in cells */
};

static enum status fit(struct scene *base, struct error *error)
{
    struct grid_scene *scene = grid_scene(base);
    scene->design = base->subject.design;
    scene->routes = base->subject.result;
    scene->paint = base->frame.paint;
    base->title = scene->design->name;
    base->nets = base->wanted = scene->design->nets.net_count;
    base->layers = scene->design->grid.layers;
    assert(scene->routes == NULL || scene->routes->net_count == base->nets);
    assert(scene->routes != NULL || (base->options->show == SHOW_ROUTES && !base->options->spans));
    TRY(scene_crop(base, &scene->design->grid, &scene->box, error));
    TRY(grid_fit(scene, error));
    base->pin_reach = scene->scale / 2;
    return STATUS_OK;
}

/* Prepares a film: nets that share cells have a colour of their own, nets without wires are not
 * open, and the legend is that of all frames. (Spans have their own `conflict`.) */
static enum status prepare_film(struct grid_scene *scene, struct error *error)
{
    const struct picture_options *options = scene->base.options;
    assert(scene->routes != NULL && options->show == SHOW_ROUTES);
    scene->survey.vias = scene->base.layers > 1;
    TRY(MEM_NEW(scene->base.colour, scene->base.nets, "a film", error));
    for (uint32_t net = 0; net < scene->base.nets && options->spans == NULL; net++)
        scene->base.colour[net] = options->conflict[net] ? COLOUR_UNROUTED : 0;
    return STATUS_OK;
}

static enum status prepare(struct scene *base, struct error *error)
{
    struct grid_scene *scene = grid_scene(base);
    grid_survey(scene);
    ground_walls(scene, scene->survey.walls);
    if (base->options->conflict != NULL) {
        TRY(prepare_film(scene, error));
    } else if (scene->routes != NULL) {
        TRY(MEM_NEW(base->open, base->nets, "unrouted nets", error));
        for (uint32_t net = 0; net < base->nets; net++)
            base->open[net] = scene->routes->nets[net].state != ROUTE_ROUTED;
    }
    return labels_prepare(scene, error);
}

static enum status body(struct scene *scene, struct error *error)
{
    ground_draw(grid_of(scene));
    TRY(show_draw(scene, error));

    tracks_draw(grid_of(scene));
    if (scene->options->show == SHOW_FAILURES)
        TRY(stuck_draw(grid_of(scene), error));
    TRY(flight_draw(scene, error));
    rings_draw(grid_of(scene));
    return STATUS_OK;
}

static void destroy(struct scene *scene)
{
    free(grid_scene(scene)->upmost);
}

static uint32_t find_net(const struct scene *scene, const char *name)
{
    return netlist_find(&grid_of(scene)->design->nets, name);
}

static const char *net_name(const void *scene, uint32_t net)
{
    return netlist_name(&grid_of(scene)->design->nets, net);
}

static void layer_name(const void *scene, uint32_t layer, char *text, size_t room)
{
    style_layer_text(&grid_of(scene)->design->grid, layer, text, room);
}

static bool net_note(const void *base, uint32_t net, char *text, size_t room)
{
    const struct grid_scene *scene = grid_of(base);
    text[0] = '\0';
    if (scene->routes == NULL)
        return false;
    const struct route *route = &scene->routes->nets[net];
    if (route->state == ROUTE_ROUTED) {
        text_append(text, room, "cost %" PRIu64 ", length %" PRIu64 ", vias %" PRIu64,
                    (uint64_t)design_shown_cost(scene->design, net, route->cost), route->length,
                    route->vias);
        return false;
    }
    text_append(text, room, "unrouted: %s", route_state_name(route->state));
    for (size_t i = 0; i < route->blocker_count && i < BLOCKERS_NAMED; i++)
        text_append(text, room, " %.64s",
                    net_name(base, scene->routes->blockers[route->first_blocker + i]));
    return true;
}

/* "24 of 24 nets routed, length 538, vias 61, cost 599". */
static void counts(const struct scene *base, char *text, size_t room)
{
    const struct grid_scene *scene = grid_of(base);
    const struct netlist *nets = &scene->design->nets;
    uint32_t routed = 0;
    uint64_t length = 0, vias = 0, cost = 0;
    if (scene->routes == NULL) {
        snprintf(text, room, nets->net_count > 0 ? "%u nets, %u pins" : "no nets", nets->net_count,
                 nets->pin_count);
        return;
    }
    for (uint32_t net = 0; net < nets->net_count; net++) {
        const struct route *route = &scene->routes->nets[net];
        if (route->state != ROUTE_ROUTED)
            continue;
        routed++;
        length += route->length;
        vias += route->vias;
        cost += design_shown_cost(scene->design, net, route->cost);
    }
    snprintf(text, room, "%u of %u nets routed%s, length %" PRIu64, routed, nets->net_count,
             scene->routes->alone ? " (each alone)" : "", length);
    if (base->layers > 1)
        text_append(text, room, ", vias %" PRIu64, vias);
    text_append(text, room, ", cost %" PRIu64, cost);
}

static void extent(const struct scene *base, char *text, size_t room)
{
    const struct grid_scene *scene = grid_of(base);
    const struct grid *grid = &scene->design->grid;
    const struct box *box = &scene->box;
    snprintf(text, room, "%u x %u cells", grid->width, grid->height);
    if (grid->layers > 1)
        text_append(text, room, ", %u layers", grid->layers);
    if (!box_holds(*box, box_whole(grid)))
        text_append(text, room, ", shown: %u,%u .. %u,%u", box->x0, box->y0, box->x1, box->y1);
    if (scene->shrink > 1)
        text_append(text, room, ", %u x %u cells a pixel", scene->shrink, scene->shrink);
}

static struct scene_axis axis(const struct scene *base, bool upward)
{
    const struct grid_scene *scene = grid_of(base);
    int64_t apart = TICK_APART * (int64_t)frame_small_text(&base->frame);
    if (scene->scale >= TICK_ALL_FROM && scene->scale < apart)
        apart = scene->scale;
    return (struct scene_axis){.from = upward ? scene->box.y0 : scene->box.x0,
                               .to = upward ? scene->box.y1 : scene->box.x1,
                               .units = 1,
                               .parts = 1,
                               .pixels = scene->scale,
                               .per = scene->shrink,
                               .middle = scene->scale / 2,
                               .apart = apart};
}

static uint32_t pins(const struct scene *base, uint32_t net, struct scene_point *at)
{
    const struct design *design = grid_of(base)->design;
    const struct net *it = &design->nets.nets[net];
    for (uint32_t i = 0; at != NULL && i < it->pin_count; i++) {
        const cell_t cell = design->nets.pins[it->first_pin + i].cell;
        at[i] = (struct scene_point){grid_x(&design->grid, cell), grid_y(&design->grid, cell)};
    }
    return it->pin_count;
}

static struct scene_point place(const struct scene *base, struct scene_point at)
{
    const struct grid_scene *scene = grid_of(base);
    return (struct scene_point){2 * view_x(scene, (uint32_t)at.x) + scene->scale,
                                2 * view_y(scene, (uint32_t)at.y) + scene->scale};
}

/* The net's name at its first pin: pins of grids have no names. */
static void pin_name(const struct scene *base, uint32_t net, uint32_t index, char *text,
                     size_t room)
{
    snprintf(text, room, "%s", index == 0 ? net_name(base, net) : "");
}

/* From middle to middle of two cells; in large cells between the rims of the pins' squares. */
static void line(const void *context, struct scene_point from, struct scene_point to)
{
    const struct scene *base = context;
    const struct grid_scene *scene = grid_of(base);
    double thick = base->frame.bare ? 1 : base->frame.text * 0.6;
    thick = scene->scale / 16.0 > thick ? scene->scale / 16.0 : thick;
    struct scene_point a = place(base, from), b = place(base, to);
    int64_t dx = b.x - a.x, dy = b.y - a.y, square = (int64_t)scene->scale * 4 / 5;
    int64_t longer = llabs(dx) > llabs(dy) ? llabs(dx) : llabs(dy);
    if (scene->scale >= PIN_NAMES_FROM && longer > 2 * square) {
        dx = dx * square / longer;
        dy = dy * square / longer;
        a = (struct scene_point){a.x + dx, a.y + dy};
        b = (struct scene_point){b.x - dx, b.y - dy};
    }
    style_line(scene, a, b, thick);
}

static enum status blockers(struct scene *base, struct scene_rank *ranks, uint32_t *count,
                            struct error *error)
{
    const struct routes *routes = grid_of(base)->routes;
    (void)error;
    *count = base->open_count;
    for (uint32_t net = 0; net < base->nets; net++)
        for (size_t i = 0; i < routes->nets[net].blocker_count; i++) {
            const uint32_t blocker = routes->blockers[routes->nets[net].first_blocker + i];
            assert(blocker < base->nets);
            ranks[blocker].weight++;
        }
    return STATUS_OK;
}

/* Least: half the perimeter of the box of the net's pins. */
static void lengths(const struct scene *base, uint32_t net, uint64_t *length, uint64_t *least)
{
    const struct box box =
        box_of_pins(&grid_of(base)->design->grid, &grid_of(base)->design->nets, net);
    *least = (uint64_t)(box.x1 - box.x0) + (box.y1 - box.y0);
    *length = grid_of(base)->routes->nets[net].length;
}

static void totals(const struct scene *base, bool other, double *length, uint64_t *vias)
{
    const struct routes *routes = other ? base->options->other : grid_of(base)->routes;
    *length = 0;
    *vias = 0;
    for (uint32_t net = 0; net < routes->net_count; net++) {
        *length += (double)routes->nets[net].length;
        *vias += routes->nets[net].vias;
    }
}

static bool differs(const struct scene *base, uint32_t net)
{
    const struct routes *a = grid_of(base)->routes, *b = base->options->other;
    assert(a->net_count == b->net_count && net < a->net_count);
    const struct route *x = &a->nets[net], *y = &b->nets[net];
    return x->state != y->state || x->wire_count != y->wire_count ||
           (x->wire_count > 0 && memcmp(a->wires + x->first_wire, b->wires + y->first_wire,
                                        x->wire_count * sizeof *a->wires) != 0);
}

/* Draws the other result's wires in grey, without names, which this result's wires would cover. */
static enum status draw_other(struct scene *base, struct error *error)
{
    struct grid_scene other = *grid_scene(base);
    (void)error;
    assert(base->highlighted != NULL && base->colour != NULL);
    other.routes = base->options->other;
    other.upmost = NULL;
    memset(base->colour, COLOUR_FAINT, base->nets);
    tracks_draw_highlighted(&other, 0);
    return STATUS_OK;
}

/* A tile has at least CELLS_LEAST cells and HEAT_TILE pixels on a side. */
static uint32_t tile_cells(const struct grid_scene *scene)
{
    uint32_t side = CELLS_LEAST;
    while ((int64_t)side * scene->scale < HEAT_TILE * (int64_t)scene->shrink)
        side++;
    return side;
}

static int64_t tile(const struct scene *base, char *text, size_t room)
{
    const struct grid_scene *scene = grid_of(base);
    const uint32_t side = tile_cells(scene);
    snprintf(text, room, "%u x %u cells", side, side);
    return (int64_t)side * scene->scale / scene->shrink;
}

static void count_room(struct grid_scene *scene, uint32_t side)
{
    const struct grid *grid = &scene->design->grid;
    struct heat *heat = &scene->base.heat;
    for (uint32_t z = 0; z < grid->layers; z++)
        for (uint32_t y = scene->box.y0; y <= scene->box.y1; y++) {
            uint32_t map = congestion_map(&scene->base, z), left = 0, x = scene->box.x0;
            if (map == UINT32_MAX)
                continue;
            uint64_t *room = heat_at(heat, heat->room, map, 0, (scene->box.y1 - y) / side);
            for (; x <= scene->box.x1; x++, left = left + 1 < side ? left + 1 : 0) {
                room += left == 0 && x > scene->box.x0;
                *room += !grid_is_blocked(grid, grid_cell(grid, x, y, z));
            }
        }
}

static enum status count(struct scene *base, struct error *error)
{
    struct grid_scene *scene = grid_scene(base);
    const struct grid *grid = &scene->design->grid;
    const struct routes *routes = scene->routes;
    const uint32_t side = tile_cells(scene);
    assert(routes != NULL && base->heat.columns == (scene->box.x1 - scene->box.x0) / side + 1);
    (void)error;
    count_room(scene, side);
    for (uint32_t net = 0; net < base->nets; net++)
        for (size_t i = 0; i < routes->nets[net].wire_count; i++) {
            struct wire_walk walk =
                wire_walk(grid, routes->wires[routes->nets[net].first_wire + i]);
            if (i > 0)
                wire_next(&walk); /* its first cell is one of an earlier wire */
            for (; walk.left > 0; wire_next(&walk)) {
                uint32_t x = grid_x(grid, walk.cell), y = grid_y(grid, walk.cell);
                uint32_t map = congestion_map(base, grid_z(grid, walk.cell));
                if (map != UINT32_MAX && box_contains(scene->box, x, y))
                    ++*heat_at(&base->heat, base->heat.use, map, (x - scene->box.x0) / side,
                               (scene->box.y1 - y) / side);
            }
        }
    const size_t tiles = (size_t)base->heat.maps * base->heat.rows * base->heat.columns;
    for (size_t i = 0; i < tiles; i++) /* pins may be on blocked cells */
        if (base->heat.room[i] < base->heat.use[i])
            base->heat.room[i] = base->heat.use[i];
    return STATUS_OK;
}

struct picture_subject picture_of_grid(const struct design *design, const struct routes *routes)
{
    static const struct scene_traits TRAITS = {.size = sizeof(struct grid_scene),
                                               .open = "unrouted",
                                               .in_the_way = "blocks",
                                               .room = "cells",
                                               .used = "% of free cells used"};
    static const struct scene_ops OPS = {
        &TRAITS,  fit,      prepare,    body,    destroy,    find_net,
        net_name, net_note, layer_name, counts,  extent,     grid_legend,
        axis,     pins,     line,       place,   pin_name,   tracks_draw_asked,
        blockers, lengths,  totals,     differs, draw_other, tile,
        count,    NULL};
    return (struct picture_subject){&OPS, design, routes};
}
