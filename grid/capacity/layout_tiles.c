/* layout_tiles: collects what shapes close of each track, and subtracts it from the edges. */
#include "grid/capacity/layout_tiles.h"

enum {
    GCELL_LEAST = 8, /* a cell of GCELLGRID that is a tile, in pitches of the third layer */
    GCELL_MOST = 40,
    SIDE_MOST = 512, /* tiles along an axis */
    PERCENT = 100,
    LOW_SHARE = 90, /* percent of the free parts that count on levels 1 and 2, as pins have vias
                       there (router/detail/NOTES.md) */
};

/* A closed part of a track, in units: from .. to - 1. */
struct closed_part {
    uint32_t track;
    int32_t from, to;
};

struct tiles_maker {
    struct tile_graph *graph;
    const struct layout *layout;
    const struct tiling *how;
    struct shapes shapes;
    struct closed_part *closed; /* of the present tracks */
    size_t closed_count, closed_room;
    uint32_t *free[2]; /* by axis: free tracks at the line behind a tile */
};

static bool is_along(const struct layout *layout, uint16_t layer)
{
    return layout->tech.layers[layer].direction == DIRECTION_VERTICAL;
}

/* The distance of the tracks of the third layer (or the highest). */
static int64_t pitch_of(const struct layout *layout)
{
    const struct placed *placed = &layout->placed;
    const struct tech *tech = &layout->tech;
    const uint16_t third = tech->levels[tech->level_count > 2 ? 2 : tech->level_count - 1];
    for (uint32_t i = 0; i < placed->track_count; i++)
        for (uint32_t k = 0; k < placed->tracks[i].layers.count; k++)
            if (placed->track_layers[placed->tracks[i].layers.first + k] == third &&
                placed->tracks[i].step > 0 && placed->tracks[i].vertical == is_along(layout, third))
                return placed->tracks[i].step;
    return rect_long(placed->die_box) / TILES_PITCHES + 1;
}

/* Sets origin and side of the tiles along an axis (0: x). */
static void choose_side(const struct layout *layout, uint32_t pitches, int axis, int64_t *origin,
                        int64_t *side)
{
    const struct placed *placed = &layout->placed;
    const int64_t pitch = pitch_of(layout);
    *origin = axis == 0 ? placed->die_box.x0 : placed->die_box.y0;
    *side = pitch * (pitches > 0 ? pitches : TILES_PITCHES);
    if (*side <= rect_long(placed->die_box) / SIDE_MOST)
        *side = rect_long(placed->die_box) / SIDE_MOST + 1;
    for (uint32_t i = 0; i < placed->gcell_count && pitches == 0; i++) {
        const struct placed_gcells *cells = &placed->gcells[i];
        if (cells->vertical == (axis == 0) && cells->count > 2 && cells->start <= *origin &&
            cells->step >= GCELL_LEAST * pitch && cells->step <= GCELL_MOST * pitch) {
            *origin = cells->start;
            *side = cells->step;
            return;
        }
    }
}

static enum status make_planes(struct tiles_maker *m, struct error *error)
{
    const struct layout_rect die = m->layout->placed.die_box;
    const uint32_t layers = m->layout->tech.level_count;
    struct tile_graph *graph = m->graph;
    int64_t origin[2], side[2];
    for (int axis = 0; axis < 2; axis++)
        choose_side(m->layout, m->how->pitches, axis, &origin[axis], &side[axis]);
    TRY(tile_graph_create(graph, (uint32_t)((die.x1 - 1 - origin[0]) / side[0]) + 1,
                          (uint32_t)((die.y1 - 1 - origin[1]) / side[1]) + 1, layers, error));
    memcpy(graph->origin, origin, sizeof origin);
    memcpy(graph->tile, side, sizeof side);
    graph->unindexed = true;
    graph->grid.rules.via = 1;
    for (uint32_t z = 0; z < layers; z++)
        tile_graph_set_axis(graph, z,
                            is_along(m->layout, m->layout->tech.levels[z]) ? AXIS_Y : AXIS_X);
    return STATUS_OK;
}

/* True if wires that are to be routed keep their distance from a shape. */
static bool is_closing(const struct layout *layout, const struct shape *shape)
{
    return shape->kind != SHAPE_WIRE || layout->placed.wires[shape->owner].status != WIRE_ROUTED;
}

/* Lists the parts of tracks that shapes of a layer close. */
static enum status list_closed(struct tiles_maker *m, const struct placed_tracks *tracks,
                               uint16_t layer, struct error *error)
{
    const struct tech_layer *rules = &m->layout->tech.layers[layer];
    const int32_t step = tracks->step > 0 ? tracks->step : 1;
    m->closed_count = 0;
    for (uint32_t s = 0; s < m->shapes.count; s++) {
        const struct shape *shape = &m->shapes.shapes[s];
        if (shape->layer != layer || !is_closing(m->layout, shape))
            continue;
        const int32_t space = shape->spacing != LENGTH_NONE ? shape->spacing : rules->spacing;
        const struct layout_rect box = rect_grow(shape->rect, space + rules->width / 2 - 1);
        const int64_t low = tracks->vertical ? box.x0 : box.y0;
        const int64_t high = tracks->vertical ? box.x1 : box.y1;
        const int64_t first = low > tracks->start ? (low - tracks->start + step - 1) / step : 0;
        for (int64_t t = first; t < tracks->count && tracks->start + t * step <= high; t++)
            TRY(MEM_APPEND(m->closed, m->closed_room, m->closed_count,
                           ((struct closed_part){(uint32_t)t, tracks->vertical ? box.y0 : box.x0,
                                                 (tracks->vertical ? box.y1 : box.x1) + 1}),
                           "tracks", error));
    }
    return STATUS_OK;
}

static int in_order(const void *a, const void *b)
{
    const struct closed_part *p = a, *q = b;
    return by_numbers((int64_t[]){p->track, p->from}, (int64_t[]){q->track, q->from}, 2);
}

/* The row of tiles (or column) of a track, or -1 beyond the tiles. */
static int64_t row_of(const struct tile_graph *graph, bool vertical, int64_t track)
{
    const int64_t at = track - graph->origin[!vertical], row = at / graph->tile[!vertical];
    return at >= 0 && row < (vertical ? graph->grid.width : graph->grid.height) ? row : -1;
}

/* Adds the part from .. to - 1 of `by` tracks of a row, or of -by closed ones. */
static void add_part(struct tiles_maker *m, uint32_t z, bool vertical, int64_t row, int64_t from,
                     int64_t to, int32_t by)
{
    struct tile_graph *graph = m->graph;
    const int64_t tile = graph->tile[vertical], middle = graph->origin[vertical] + tile / 2;
    const int64_t edges = (vertical ? graph->grid.height : graph->grid.width) - (int64_t)1;
    for (int64_t e = from > middle ? (from - middle) / tile : 0; e < edges; e++) {
        const int64_t low = middle + e * tile, high = low + tile, line = low + tile / 2;
        if (low >= to || row < 0)
            break;
        const int64_t length = (to < high ? to : high) - (from > low ? from : low);
        if (length > 0)
            graph->capacity[grid_cell(&graph->grid, (uint32_t)(vertical ? row : e),
                                      (uint32_t)(vertical ? e : row), z)] += by * (int32_t)length;
        if (from <= line && line < to)
            m->free[vertical][e] += (uint32_t)by;
    }
}

/* Adds the free lengths of the tracks of a statement. */
static enum status add_tracks(struct tiles_maker *m, const struct placed_tracks *tracks,
                              uint16_t layer, struct error *error)
{
    const uint32_t z = m->layout->tech.layers[layer].level;
    const struct layout_rect die = m->layout->placed.die_box;
    const int64_t low = tracks->vertical ? die.y0 : die.x0;
    const int64_t high = (tracks->vertical ? die.y1 : die.x1) + (int64_t)1;
    int32_t run = 0; /* tracks of the present row */
    TRY(list_closed(m, tracks, layer, error));
    if (m->closed_count > 0)
        qsort(m->closed, m->closed_count, sizeof *m->closed, in_order);
    size_t i = 0;
    for (int64_t t = 0; t < tracks->count; t++) {
        const int64_t at = tracks->start + t * tracks->step, next = at + tracks->step;
        const int64_t row = row_of(m->graph, tracks->vertical, at);
        int64_t reached = low;
        run++;
        if (t + 1 == tracks->count || row_of(m->graph, tracks->vertical, next) != row) {
            add_part(m, z, tracks->vertical, row, low, high, run);
            run = 0;
        }
        for (; i < m->closed_count && m->closed[i].track == t; i++) {
            const int64_t from = m->closed[i].from > reached ? m->closed[i].from : reached;
            const int64_t to = m->closed[i].to < high ? m->closed[i].to : high;
            if (from < to)
                add_part(m, z, tracks->vertical, row, from, to, -1);
            reached = to > reached ? to : reached;
        }
    }
    return STATUS_OK;
}

static enum status make_capacities(struct tiles_maker *m, struct error *error)
{
    const struct placed *placed = &m->layout->placed;
    struct tile_graph *graph = m->graph;
    for (uint32_t i = 0; i < placed->track_count; i++)
        for (uint32_t k = 0; k < placed->tracks[i].layers.count; k++) {
            const uint16_t layer = placed->track_layers[placed->tracks[i].layers.first + k];
            const uint16_t level = m->layout->tech.layers[layer].level;
            if (level != LAYER_NONE && level > 0 && level >= m->how->first &&
                level <= m->how->last && placed->tracks[i].vertical == is_along(m->layout, layer))
                TRY(add_tracks(m, &placed->tracks[i], layer, error));
        }
    for (cell_t cell = 0; cell < grid_cells(&graph->grid); cell++) {
        const uint32_t z = grid_z(&graph->grid, cell);
        const int64_t share = z > 2 ? PERCENT : LOW_SHARE;
        graph->capacity[cell] = (int32_t)(graph->capacity[cell] * share * TILE_TRACK /
                                          (graph->tile[tile_axis(graph, z) == AXIS_Y] * PERCENT));
        assert(graph->capacity[cell] >= 0 && graph->capacity[cell] <= TILE_CAPACITY_MAX);
    }
    return STATUS_OK;
}

/* The tile of a place along an axis; the first or the last one beyond the tiles. */
static uint32_t tile_at(const struct tile_graph *graph, int axis, int64_t at, uint32_t count)
{
    const int64_t tile =
        at < graph->origin[axis] ? 0 : (at - graph->origin[axis]) / graph->tile[axis];
    return tile < count ? (uint32_t)tile : count - 1;
}

/* The tile of a pin, or CELL_NONE if it has no metal on a routing layer. */
static cell_t tile_of(const struct tiles_maker *m, uint32_t pin)
{
    const struct grid *grid = &m->graph->grid;
    for (uint32_t s = m->shapes.pin_first[pin]; s < m->shapes.pin_first[pin + 1]; s++) {
        const struct shape *shape = &m->shapes.shapes[s];
        const struct tech_layer *layer = &m->layout->tech.layers[shape->layer];
        if (layer->kind != LAYER_ROUTING || layer->level == LAYER_NONE)
            continue;
        const uint32_t x = tile_at(m->graph, 0, (shape->rect.x0 + shape->rect.x1) / 2, grid->width);
        const uint32_t y =
            tile_at(m->graph, 1, (shape->rect.y0 + shape->rect.y1) / 2, grid->height);
        return grid_cell(grid, x, y, layer->level);
    }
    return CELL_NONE;
}

static enum status add_nets(struct tiles_maker *m, struct error *error)
{
    const struct placed *placed = &m->layout->placed;
    for (uint32_t n = 0; n < placed->net_names.count; n++) {
        const struct slice pins = placed->nets[n].pins;
        char name[16];
        uint32_t earlier;
        if (placed->nets[n].special || pins.count < 2 || (m->how->skip != NULL && m->how->skip[n]))
            continue;
        const int length = snprintf(name, sizeof name, "%u", n);
        TRY(tile_graph_add_net(m->graph, name, (size_t)length, &earlier, error));
        m->graph->nets[m->graph->net_count - 1].id = n;
        for (uint32_t k = pins.first; k < pins.first + pins.count; k++) {
            const cell_t tile = tile_of(m, placed->net_pins[k]);
            if (tile != CELL_NONE)
                TRY(tile_graph_add_pin(m->graph, &tile, 1, error));
        }
    }
    return tile_graph_finish(m->graph, error);
}

/* True if a net has pins on both sides of lines behind tiles: of *from .. *end - 1. */
static bool crosses(const struct tile_graph *graph, uint32_t net, int axis, uint32_t *from,
                    uint32_t *end)
{
    const uint32_t first = graph->nets[net].first_pin;
    *from = UINT32_MAX;
    *end = 0;
    for (uint32_t pin = first; pin < first + graph->nets[net].pin_count; pin++) {
        const cell_t cell = graph->access[tile_pin_first(graph, pin)];
        const uint32_t at = axis == 0 ? grid_x(&graph->grid, cell) : grid_y(&graph->grid, cell);
        *from = at < *from ? at : *from;
        *end = at > *end ? at : *end;
    }
    return *from < *end;
}

/* Compares the lines across an axis with the worst one so far. */
static enum status compare_lines(const struct tiles_maker *m, int axis, struct crossing *worst,
                                 struct error *error)
{
    const struct tile_graph *graph = m->graph;
    const uint32_t count = axis == 0 ? graph->grid.width : graph->grid.height;
    uint32_t *nets, found = UINT32_MAX;
    uint64_t all = 0;
    TRY(MEM_NEW(nets, count, "lines", error));
    for (uint32_t n = 0, line, end; n < graph->net_count; n++)
        if (crosses(graph, n, axis, &line, &end))
            for (; line < end; line++)
                nets[line]++;
    for (uint32_t line = 0; line < count; line++)
        all += m->free[axis][line];
    for (uint32_t line = 0; line + 1 < count && all > 0; line++)
        if ((uint64_t)nets[line] * worst->tracks > (uint64_t)worst->nets * m->free[axis][line]) {
            const int64_t at = graph->origin[axis] + (line + 1) * graph->tile[axis];
            *worst = (struct crossing){.vertical = axis == 0,
                                       .at = (int32_t)at,
                                       .nets = nets[line],
                                       .tracks = m->free[axis][line]};
            found = line;
        }
    free(nets);
    for (uint32_t n = 0, i = 0, from, end; found != UINT32_MAX && n < graph->net_count; n++)
        if (i < CROSSING_NETS && crosses(graph, n, axis, &from, &end) && from <= found &&
            found < end)
            worst->net[i++] = graph->nets[n].id;
    return STATUS_OK;
}

enum status layout_tiles_make(struct tile_graph *graph, struct crossing *worst,
                              const struct layout *layout, const struct tiling *how,
                              struct error *error)
{
    struct tiles_maker m = {.graph = graph, .layout = layout, .how = how};
    assert(layout->tech.level_count > 0 && how->first <= how->last);
    *worst = (struct crossing){.tracks = 1};
    enum status status = make_planes(&m, error);
    THEN(status, MEM_NEW(m.free[0], graph->grid.width, "tracks", error));
    THEN(status, MEM_NEW(m.free[1], graph->grid.height, "tracks", error));
    THEN(status, shapes_make(&m.shapes, layout, error));
    THEN(status, make_capacities(&m, error));
    THEN(status, add_nets(&m, error));
    for (int axis = 0; axis < 2; axis++)
        THEN(status, compare_lines(&m, axis, worst, error));
    shapes_destroy(&m.shapes);
    MEM_FREE(m.closed, m.free[0], m.free[1]);
    return status;
}
