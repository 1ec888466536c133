/* tiles_picture: a tile graph as maps of use over capacity: one per layer and one of all, or a
 * chosen one. A square of a map is one tile, or shows the fullest of several tiles. Above the maps
 * are highlighted nets and rings around the worst edges. */
#include "grid/check/capacity/tile_check.h"
#include "router/draw/scene/scene.h"
#include "router/search/field.h"

enum {
    SHEET_SIDE = 2000, /* approximate side of all maps together, in pixels */
    SQUARE_MAX = 40,   /* largest side of a square in pixels */
    TICK_APART = 28,   /* least pixels between coordinates, times their text's scale */
    RING = 4,          /* pixels from a ring to its edge */
    WORST_LISTED = 5,  /* edges that the legend lists */
};

struct tiles_scene {
    struct scene base;
    const struct tile_graph *graph;
    const struct tiles_shown *shown;
    struct box box;
    uint32_t side, per; /* pixels per square; tiles per square along a side */
    uint64_t edges[5];  /* unused; used up to 50, 90, 100 percent; over */
};

static const struct tiles_scene *tiles_of(const struct scene *scene)
{
    return (const struct tiles_scene *)scene;
}

/* Chooses the squares' size, so that all maps fit the sheet or the wanted width. */
static void choose_side(struct tiles_scene *scene, uint32_t columns, uint32_t rows)
{
    const struct picture_options *options = scene->base.options;
    const uint32_t across = congestion_across(&scene->base);
    const uint32_t sheet = options->width > 0 ? options->width
                           : options->fit > 0 ? options->fit
                                              : SHEET_SIDE;
    const uint32_t longer = options->width > 0 || columns > rows ? columns : rows;
    const uint32_t room = sheet / across > 0 ? sheet / across : 1;
    scene->side = options->scale > 0 ? options->scale : room / longer;
    scene->side = scene->side > SQUARE_MAX && options->scale == 0 ? SQUARE_MAX : scene->side;
    scene->per = scene->side > 0 ? 1 : (longer + room - 1) / room;
    scene->side = scene->side > 0 ? scene->side : 1;
}

static enum status fit(struct scene *base, struct error *error)
{
    struct tiles_scene *scene = (struct tiles_scene *)base;
    struct frame *frame = &base->frame;
    scene->graph = base->subject.design;
    scene->shown = base->subject.result;
    base->title = scene->graph->name;
    base->nets = base->wanted = scene->graph->net_count;
    base->layers = tile_file_layers(scene->graph);
    assert(scene->shown != NULL && base->options->show == SHOW_CONGESTION);
    TRY(scene_crop(base, &scene->graph->grid, &scene->box, error));
    if (base->options->scale > PICTURE_SCALE_MAX)
        return error_refuse(error, "a scale of %u: 1 to %d pixels per tile are drawn",
                            base->options->scale, PICTURE_SCALE_MAX);
    const uint32_t columns = scene->box.x1 - scene->box.x0 + 1;
    const uint32_t rows = scene->box.y1 - scene->box.y0 + 1;
    choose_side(scene, columns, rows);
    frame->width = (int64_t)((columns + scene->per - 1) / scene->per) * scene->side;
    frame->height = (int64_t)((rows + scene->per - 1) / scene->per) * scene->side;
    const int64_t longer = frame->width > frame->height ? frame->width : frame->height;
    frame->text = frame_text(base->options->width > longer ? base->options->width : longer);
    frame->page = base->options->width;
    return STATUS_OK;
}

/* Counts the edges by their share of use. */
static enum status prepare(struct scene *base, struct error *error)
{
    struct tiles_scene *scene = (struct tiles_scene *)base;
    (void)error;
    const struct tile_graph *graph = scene->graph;
    for (cell_t cell = 0; cell < grid_cells(&graph->grid); cell++) {
        const int64_t room = graph->capacity[cell];
        const int64_t use = scene->shown->check != NULL ? scene->shown->check->use[cell] : 0;
        if (tile_has_edge(graph, cell) && (use > 0 || room > 0))
            scene->edges[use > room               ? 4
                         : use == 0               ? 0
                         : use * 100 <= room * 50 ? 1
                         : use * 100 <= room * 90 ? 2
                                                  : 3]++;
    }
    return STATUS_OK;
}

static int64_t tile(const struct scene *base, char *text, size_t room)
{
    const struct tiles_scene *scene = tiles_of(base);
    if (scene->per > 1)
        snprintf(text, room, "%u x %u tiles, the fullest of each", scene->per, scene->per);
    else
        snprintf(text, room, "a tile");
    return scene->side;
}

/* Sums use and capacity of the edges that start at a tile, in the layers of a map. */
static void sum_tile(const struct tiles_scene *scene, uint64_t layers, uint32_t x, uint32_t y,
                     uint64_t *use, uint64_t *room)
{
    const struct tile_graph *graph = scene->graph;
    *use = *room = 0;
    for (uint32_t z = 0; z < graph->grid.layers; z++) {
        const enum axis axis = tile_axis(graph, z);
        const bool edge = axis == AXIS_X   ? x + 1 < graph->grid.width
                          : axis == AXIS_Y ? y + 1 < graph->grid.height
                                           : false;
        if ((layers >> z & 1) == 0 || !edge)
            continue;
        const cell_t cell = grid_cell(&graph->grid, x, y, z);
        *room += (uint64_t)graph->capacity[cell];
        *use += scene->shown->check != NULL ? (uint64_t)scene->shown->check->use[cell] : 0;
    }
}

/* Fills a map: each square gets the tile with the largest share of use. */
static void count_map(struct tiles_scene *scene, uint32_t map, uint64_t layers)
{
    struct heat *heat = &scene->base.heat;
    assert(map < heat->maps && scene->per >= 1);
    for (uint32_t y = scene->box.y0; y <= scene->box.y1; y++)
        for (uint32_t x = scene->box.x0; x <= scene->box.x1; x++) {
            const uint32_t column = (x - scene->box.x0) / scene->per;
            const uint32_t row = heat->rows - 1 - (y - scene->box.y0) / scene->per;
            uint64_t *most = heat_at(heat, heat->use, map, column, row), use, room;
            uint64_t *of = heat_at(heat, heat->room, map, column, row);
            sum_tile(scene, layers, x, y, &use, &room);
            if (use * *of > *most * room || (*of == 0 && *most == 0) ||
                (use * *of == *most * room && use > *most)) {
                *most = use;
                *of = room;
            }
        }
}

/* The layers of the graph that a map shows. */
static uint64_t layers_in(const struct tiles_scene *scene, uint32_t map)
{
    uint64_t layers = 0;
    for (uint32_t z = 0; z < scene->graph->grid.layers; z++)
        layers |= (uint64_t)(congestion_map(&scene->base, scene->graph->layer[z].file_layer) == map)
                  << z;
    return layers;
}

static enum status count(struct scene *base, struct error *error)
{
    struct tiles_scene *scene = (struct tiles_scene *)base;
    const uint32_t maps = base->heat.maps > 1 ? base->heat.maps - 1 : 1; /* the last is the sum */
    for (uint32_t map = 0; map < maps; map++)
        count_map(scene, map, layers_in(scene, map));
    (void)error;
    return STATUS_OK;
}

static bool is_inside(const struct tiles_scene *scene, cell_t cell)
{
    return box_has(&scene->graph->grid, scene->box, cell);
}

/* The pixels of the squares from tile a to tile b, a the lower one, on a map. */
static struct pixels pixels_of(const struct tiles_scene *scene, struct pixels at, cell_t a,
                               cell_t b)
{
    const struct grid *grid = &scene->graph->grid;
    assert(is_inside(scene, a) && is_inside(scene, b) && a <= b);
    const int64_t x0 = ((int64_t)grid_x(grid, a) - scene->box.x0) / scene->per * scene->side;
    const int64_t x1 = ((int64_t)grid_x(grid, b) - scene->box.x0) / scene->per * scene->side;
    const int64_t y0 = ((int64_t)grid_y(grid, a) - scene->box.y0) / scene->per * scene->side;
    const int64_t y1 = ((int64_t)grid_y(grid, b) - scene->box.y0) / scene->per * scene->side;
    return (struct pixels){at.x + x0, at.y + at.height - y1 - scene->side, x1 - x0 + scene->side,
                           y1 - y0 + scene->side};
}

/* Draws the wires of highlighted nets, those in question or the others, that lie in the layers;
 * vias are squares. */
static void draw_nets(const struct tiles_scene *scene, struct pixels at, uint64_t layers,
                      bool asked, int64_t rim, uint8_t colour)
{
    const struct tile_routes *routes = scene->shown->routes;
    struct paint *paint = scene->base.frame.paint;
    for (uint32_t net = 0; routes != NULL && net < scene->base.nets; net++) {
        if (!scene->base.named[net] || scene->base.asked[net] != asked)
            continue;
        paint_part(paint, PART_LAYER, 0, net);
        for (uint32_t i = 0; i < routes->nets[net].wire_count; i++) {
            const struct wire wire = routes->wires[routes->nets[net].first_wire + i];
            const cell_t low = wire.from, high = wire.to;
            uint64_t met = 0;
            for (uint32_t z = grid_z(&scene->graph->grid, low);
                 z <= grid_z(&scene->graph->grid, high); z++)
                met |= layers >> z & 1;
            if (met == 0 || !is_inside(scene, low) || !is_inside(scene, high))
                continue;
            struct pixels p = pixels_of(scene, at, low, high);
            const int64_t inset = scene->side * 3 / 8;
            p = (struct pixels){p.x + inset, p.y + inset, p.width - 2 * inset,
                                p.height - 2 * inset};
            paint_grown(paint, p, 2, rim, colour);
        }
    }
}

/* The number of edges with rings; 0 for formats that do not count overflow. */
static uint32_t worst_count(const struct tiles_scene *scene)
{
    const struct tile_check *check = scene->shown->check;
    return check != NULL && tile_counts_overflow(scene->graph) ? check->verdict.worst_count : 0;
}

static void over_map(const struct scene *base, uint32_t map)
{
    const struct tiles_scene *scene = tiles_of(base);
    const bool sum = base->heat.maps > 1 && map + 1 == base->heat.maps;
    const uint64_t layers = sum ? UINT64_MAX : layers_in(scene, map);
    const struct pixels at = heat_place(&base->heat, &base->frame, map);
    struct paint *paint = base->frame.paint;
    for (int asked = 0; asked < 2 && base->named != NULL; asked++) {
        draw_nets(scene, at, layers, asked, 1, COLOUR_PIN);
        draw_nets(scene, at, layers, asked, 0, asked ? COLOUR_ASKED : COLOUR_WHITE);
    }
    paint_part(paint, PART_MARKS, 0, PAINT_NO_NET);
    for (uint32_t i = 0; i < worst_count(scene); i++) {
        const cell_t low = scene->shown->check->verdict.worst[i].tile;
        const uint32_t z = grid_z(&scene->graph->grid, low);
        const cell_t high = low + tile_stride(scene->graph, z);
        if ((layers >> z & 1) == 0 || !is_inside(scene, low) || !is_inside(scene, high))
            continue;
        const struct pixels p = pixels_of(scene, at, low, high);
        const int64_t x = p.x - RING, y = p.y - RING, both = INT64_C(2) * RING;
        paint_frame(paint, x - 1, y - 1, p.width + both + 2, p.height + both + 2, 3, COLOUR_WHITE);
        paint_frame(paint, x, y, p.width + both, p.height + both, 2, COLOUR_UNROUTED);
    }
}

static uint32_t find_net(const struct scene *scene, const char *name)
{
    return tile_graph_find(tiles_of(scene)->graph, name, strlen(name));
}

static const char *net_name(const void *scene, uint32_t net)
{
    return tile_net_name(tiles_of(scene)->graph, net);
}

static bool net_note(const void *scene, uint32_t net, char *text, size_t room)
{
    (void)scene, (void)net;
    assert(room > 0);
    text[0] = '\0';
    return false;
}

/* "2 metal2, vertical" */
static void layer_name(const void *base, uint32_t layer, char *text, size_t room)
{
    const struct tile_graph *graph = tiles_of(base)->graph;
    uint32_t z = 0;
    while (z + 1 < graph->grid.layers && graph->layer[z].file_layer != layer)
        z++;
    const enum axis axis = tile_axis(graph, z);
    const char *name = graph->grid.layer[z].name;
    snprintf(text, room, "%u%s%s, %s", layer + 1, name[0] != '\0' ? " " : "", name,
             (graph->free_cuts >> z & 1) != 0 ? "both directions"
             : axis == AXIS_X                 ? "horizontal"
             : axis == AXIS_Y                 ? "vertical"
                                              : "no wires");
}

static void counts(const struct scene *base, char *text, size_t room)
{
    const struct tiles_scene *scene = tiles_of(base);
    const char *line = scene->shown->line;
    snprintf(text, room, "%u nets%s%s", base->nets, line != NULL ? ", " : "",
             line != NULL ? line : "");
}

static void extent(const struct scene *base, char *text, size_t room)
{
    const struct tiles_scene *scene = tiles_of(base);
    const struct grid *grid = &scene->graph->grid;
    snprintf(text, room, "%u x %u tiles, %u layer%s", grid->width, grid->height, base->layers,
             base->layers == 1 ? "" : "s");
    if (!box_holds(scene->box, box_whole(grid)))
        text_append(text, room, ", shown: %u,%u .. %u,%u", scene->box.x0, scene->box.y0,
                    scene->box.x1, scene->box.y1);
}

/* The number of edges by their share of use, and the worst ones. */
static void legend(const struct scene *base, struct text_flow *flow)
{
    const struct tiles_scene *scene = tiles_of(base);
    char text[160];
    snprintf(text, sizeof text,
             "edges: %" PRIu64 " unused, %" PRIu64 " to 50 %%, %" PRIu64 " to 90 %%, %" PRIu64
             " to 100 %%, %" PRIu64 " over",
             scene->edges[0], scene->edges[1], scene->edges[2], scene->edges[3], scene->edges[4]);
    flow_item(flow, 0, text);
    if (base->named != NULL)
        flow_box(flow, COLOUR_ASKED, COLOUR_PIN, "the net in question");
    if (base->named != NULL && base->options->highlight_count > base->asked_count)
        flow_box(flow, COLOUR_WHITE, COLOUR_PIN, "nets beside it");
    for (uint32_t i = 0; i < worst_count(scene) && i < WORST_LISTED; i++) {
        const struct grid *grid = &scene->graph->grid;
        const struct tile_edge *edge = &scene->shown->check->verdict.worst[i];
        const cell_t cell = edge->tile;
        snprintf(text, sizeof text, "%u,%u,%u: use %.10g of %.10g", grid_x(grid, cell),
                 grid_y(grid, cell), scene->graph->layer[grid_z(grid, cell)].file_layer + 1,
                 (double)edge->use / TILE_TRACK, (double)scene->graph->capacity[cell] / TILE_TRACK);
        flow_box(flow, COLOUR_PAPER, COLOUR_UNROUTED, text);
    }
}

static struct scene_axis axis(const struct scene *base, bool upward)
{
    const struct tiles_scene *scene = tiles_of(base);
    return (struct scene_axis){.from = upward ? scene->box.y0 : scene->box.x0,
                               .to = upward ? scene->box.y1 : scene->box.x1,
                               .units = 1,
                               .parts = 1,
                               .pixels = scene->side,
                               .per = scene->per,
                               .middle = scene->side / 2,
                               .apart = TICK_APART * (int64_t)frame_small_text(&base->frame)};
}

struct picture_subject picture_of_tiles(const struct tile_graph *graph,
                                        const struct tiles_shown *shown)
{
    static const struct scene_traits TRAITS = {.size = sizeof(struct tiles_scene),
                                               .open = "open",
                                               .room = "capacity",
                                               .used = "% of capacity used"};
    static const struct scene_ops OPS = {.traits = &TRAITS,
                                         .fit = fit,
                                         .prepare = prepare,
                                         .find_net = find_net,
                                         .net_name = net_name,
                                         .net_note = net_note,
                                         .layer_name = layer_name,
                                         .counts = counts,
                                         .extent = extent,
                                         .legend = legend,
                                         .axis = axis,
                                         .tile = tile,
                                         .count = count,
                                         .over_map = over_map};
    return (struct picture_subject){&OPS, graph, shown};
}
