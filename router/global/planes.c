/* planes: makes the planes of a graph, changes uses, recomputes the prices of changed tracks. */
#include "router/global/planes.h"

enum {
    BEND_PRICE = 2,    /* of a via that costs nothing (free_cuts), in 1 / PRICE_STEP */
    TRACKS_LEAST = 16, /* tracks per thread */
    ITEM_TRACKS = 8,   /* changed tracks of an item */
};

static void add_layer(struct planes *planes, uint32_t z)
{
    const struct tile_graph *graph = planes->graph;
    struct planes_layer *layer = &planes->layer[z];
    layer->axis = tile_axis(graph, z);
    layer->tracks = layer->axis == AXIS_Y ? planes->width : planes->height;
    layer->length = layer->axis == AXIS_Y ? planes->height : planes->width;
    while ((layer->length - 1) >> layer->part_bits >= PLANES_PARTS)
        layer->part_bits++;
    layer->first = planes->cells;
    layer->first_track = planes->tracks;
    planes->cells += layer->tracks * layer->length;
    planes->tracks += layer->tracks;
    const struct tile_layer *rules = &graph->layer[z];
    bool wide = graph->rules == TILES_2007 || graph->rules == TILES_2008;
    layer->demand = TILE_TRACK * (wide ? rules->min_width + rules->spacing : 1);
    if (layer->demand == 0)
        layer->demand = TILE_TRACK; /* wires of width 0 take nothing: any price will do */
}

/* Copies capacities and closes layers that have none, unless no other of their axis has. */
static void copy_capacities(struct planes *planes)
{
    bool has[GRID_LAYERS_MAX] = {false}, axis_has[AXES] = {false};
    for (uint32_t z = 0; z < planes->layers; z++) {
        struct planes_layer *layer = &planes->layer[z];
        for (uint32_t y = 0; y < planes->height; y++)
            for (uint32_t x = 0; x < planes->width; x++) {
                cell_t cell = (z * planes->height + y) * planes->width + x;
                int32_t capacity = planes->graph->capacity[cell];
                planes->capacity[planes_index(planes, x, y, z)] = capacity;
                has[z] |= capacity > 0;
            }
        axis_has[layer->axis] |= has[z];
    }
    for (uint32_t z = 0; z < planes->layers; z++) {
        struct planes_layer *layer = &planes->layer[z];
        layer->closed = layer->axis == AXIS_NONE || (!has[z] && axis_has[layer->axis]);
    }
}

static enum status fill_prices(struct planes *planes, struct error *error)
{
    const struct tile_graph *graph = planes->graph;
    bool is_2024 = graph->rules == TILES_2024;
    planes->x_least = planes->y_least = UINT32_MAX;
    for (uint32_t axis = 0; axis < 2; axis++) {
        const uint32_t *length = axis == 0 ? graph->x_length : graph->y_length;
        uint32_t *price = axis == 0 ? planes->x_price : planes->y_price;
        uint32_t edges = (axis == 0 ? planes->width : planes->height) - 1;
        uint32_t *least = axis == 0 ? &planes->x_least : &planes->y_least;
        for (uint32_t i = 0; i < edges; i++) {
            double cost = is_2024 ? graph->wire_weight * (length != NULL ? length[i] : 1) : 1;
            cost = cost * (is_2024 ? PRICE_UNIT : PRICE_STEP) + 0.5;
            cost = cost > 1 ? cost : 1; /* at price 0 a path might run in circles */
            price[i] = cost < PRICE_MAX ? (uint32_t)cost : PRICE_MAX;
            *least = price[i] < *least ? price[i] : *least;
        }
    }
    double via =
        is_2024 ? graph->via_weight * PRICE_UNIT + 0.5 : (double)graph->grid.rules.via * PRICE_STEP;
    for (uint32_t z = 0; z + 1 < planes->layers; z++) {
        planes->via[z] = via < PRICE_MAX ? (uint32_t)via : PRICE_MAX;
        if ((graph->free_cuts >> z & 1) != 0 || planes->via[z] == 0)
            planes->via[z] = BEND_PRICE;
        planes->via_least =
            z == 0 || planes->via[z] < planes->via_least ? planes->via[z] : planes->via_least;
    }
    if (!is_2024)
        return STATUS_OK;
    TRY(MEM_NEW(planes->tables, planes->layers, "prices", error));
    for (uint32_t z = 0; z < planes->layers; z++) {
        double weight = graph->layer[z].overflow_weight * PRICE_UNIT + 0.5;
        price_table_fill(&planes->tables[z], weight < 1 << 26 ? (uint32_t)weight : 1u << 26);
    }
    return STATUS_OK;
}

enum status global_planes_create(struct planes *planes, const struct tile_graph *graph,
                                 struct error *error)
{
    *planes = (struct planes){.graph = graph,
                              .width = graph->grid.width,
                              .height = graph->grid.height,
                              .layers = graph->grid.layers};
    for (uint32_t z = 0; z < planes->layers; z++)
        add_layer(planes, z);
    size_t first = planes->cells, track = planes->tracks;
    TRY(MEM_NEW(planes->capacity, first, "capacities", error));
    TRY(MEM_NEW(planes->use, first, "uses", error));
    TRY(MEM_NEW(planes->price, first, "prices", error));
    TRY(MEM_NEW(planes->sum, first, "prices", error));
    TRY(MEM_NEW(planes->part_sum, track * PLANES_PARTS, "prices", error));
    if (graph->rules == TILES_2024)
        TRY(MEM_NEW(planes->load, first, "prices", error));
    else
        TRY(MEM_NEW(planes->history, first, "prices", error));
    TRY(MEM_NEW(planes->x_price, planes->width, "prices", error));
    TRY(MEM_NEW(planes->y_price, planes->height, "prices", error));
    TRY(MEM_NEW(planes->dirty, track, "tracks", error));
    TRY(MEM_NEW(planes->dirty_parts, track, "tracks", error));
    TRY(MEM_NEW(planes->full, track, "tracks", error));
    copy_capacities(planes);
    TRY(fill_prices(planes, error));
    planes_touch_all(planes);
    return STATUS_OK;
}

MEM_DESTROY(global_planes_destroy, planes, it->capacity, it->use, it->price, it->history, it->sum,
            it->part_sum, it->load, it->x_price, it->y_price, it->tables, it->dirty,
            it->dirty_parts, it->full)

/* Marks parts of a track as changed. Several threads may do so at once. */
static void touch(struct planes *planes, uint32_t track, uint64_t parts)
{
    uint64_t *marked = &planes->dirty_parts[track];
    if ((parts & ~__atomic_load_n(marked, __ATOMIC_RELAXED)) == 0)
        return;
    if (__atomic_fetch_or(marked, parts, __ATOMIC_RELAXED) == 0)
        planes->dirty[__atomic_fetch_add(&planes->dirty_count, 1, __ATOMIC_RELAXED)] = track;
}

static void add_shared(int32_t *use, int32_t amount)
{
    __atomic_fetch_add(use, amount, __ATOMIC_RELAXED);
}

static uint32_t first_of(const struct planes_layer *layer, uint32_t track)
{
    return layer->first + (track - layer->first_track) * layer->length;
}

void planes_add(struct planes *planes, const struct planes_use *uses, size_t count, int sign)
{
    uint32_t z = 0;
    for (size_t i = 0; i < count;) {
        const uint32_t track = uses[i].track;
        z = planes_layer_of(planes, z, track);
        const uint32_t first = first_of(&planes->layer[z], track);
        uint64_t parts = 0;
        for (; i < count && uses[i].track == track; i++) {
            planes->use[uses[i].edge] += sign * uses[i].amount;
            parts |= (uint64_t)1 << ((uses[i].edge - first) >> planes->layer[z].part_bits);
        }
        touch(planes, track, parts);
    }
}

void planes_add_shared(struct planes *planes, const struct planes_use *uses, size_t count)
{
    uint32_t z = 0;
    for (size_t i = 0; i < count; i++) {
        z = planes_layer_of(planes, z, uses[i].track);
        add_shared(&planes->use[uses[i].edge], uses[i].amount);
        touch(planes, uses[i].track,
              (uint64_t)1 << ((uses[i].edge - first_of(&planes->layer[z], uses[i].track)) >>
                              planes->layer[z].part_bits));
    }
}

/* Marks the parts that hold edges low .. high - 1 of a layer, which are on one track. */
static void touch_edges(struct planes *planes, const struct planes_layer *layer, uint32_t low,
                        uint32_t high)
{
    if (low >= high)
        return;
    const uint32_t track = layer->first_track + (low - layer->first) / layer->length;
    const uint32_t first = first_of(layer, track), bits = layer->part_bits;
    const uint32_t from = (low - first) >> bits, to = (high - 1 - first) >> bits;
    touch(planes, track, UINT64_MAX >> (63 - to) & UINT64_MAX << from);
}

void planes_add_run(struct planes *planes, uint32_t z, uint32_t x0, uint32_t y0, uint32_t x1,
                    uint32_t y1, int32_t amount)
{
    uint32_t a = planes_index(planes, x0, y0, z), b = planes_index(planes, x1, y1, z);
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    assert(planes_track(planes, x0, y0, z) == planes_track(planes, x1, y1, z));
    for (uint32_t edge = low; edge < high; edge++)
        add_shared(&planes->use[edge], amount);
    touch_edges(planes, &planes->layer[z], low, high);
}

void planes_add_stack(struct planes *planes, uint32_t x, uint32_t y, uint32_t low, uint32_t high,
                      uint64_t wires, int sign)
{
    assert(low <= high && high < planes->layers);
    for (uint32_t z = low; planes->load != NULL && z < high; z++) {
        const struct planes_layer *layer = &planes->layer[z];
        if ((wires >> z & 1) != 0 || layer->axis == AXIS_NONE)
            continue;
        uint32_t position = layer->axis == AXIS_Y ? y : x, edge = planes_index(planes, x, y, z);
        bool before = position > 0, after = position + 1 < layer->length;
        int32_t amount = sign * (before && after ? TILE_TRACK / 2 : TILE_TRACK);
        if (before)
            add_shared(&planes->use[edge - 1], amount);
        if (after)
            add_shared(&planes->use[edge], amount);
        touch_edges(planes, layer, edge - before, edge + after);
    }
}

void planes_touch_all(struct planes *planes)
{
    for (uint32_t track = 0; track < planes->tracks; track++) {
        const struct planes_layer *layer = &planes->layer[planes_layer_of(planes, 0, track)];
        touch(planes, track, UINT64_MAX >> (63 - ((layer->length - 1) >> layer->part_bits)));
    }
}

struct box planes_net_box(const struct tile_graph *graph, uint32_t net)
{
    const struct tile_net *it = &graph->nets[net];
    struct box box = BOX_EMPTY;
    for (uint32_t pin = it->first_pin; pin < it->first_pin + it->pin_count; pin++) {
        cell_t cell = graph->access[tile_pin_first(graph, pin)];
        box = box_with(box, grid_x(&graph->grid, cell), grid_y(&graph->grid, cell));
    }
    return box;
}

uint32_t planes_price(const struct planes *planes, uint32_t z, uint32_t edge, uint32_t position,
                      int32_t use, uint32_t demand)
{
    const struct planes_layer *layer = &planes->layer[z];
    if (layer->closed || position + 1 >= layer->length)
        return PRICE_CLOSED;
    uint32_t step = layer->axis == AXIS_Y ? planes->y_price[position] : planes->x_price[position];
    const struct price_table *table = planes->tables != NULL ? &planes->tables[z] : NULL;
    return price_edge(table, step, use, planes->capacity[edge], demand, planes->penalty) +
           (planes->history != NULL ? planes->history[edge] : 0);
}

/* The half tracks of a via up from tile `position` of a track. */
static uint32_t load_at(const struct planes *planes, const struct planes_layer *layer,
                        uint32_t first, uint32_t position)
{
    const uint32_t *step = layer->axis == AXIS_Y ? planes->y_price : planes->x_price;
    const uint32_t *price = planes->price + first;
    bool before = position > 0, after = position + 1 < layer->length;
    return price_halves(before ? price[position - 1] - step[position - 1] : 0,
                        after ? price[position] - step[position] : 0, !before || !after);
}

/* Recomputes the prices of a part of a track and their sums, and returns the price of the part. */
static uint64_t update_part(const struct planes *planes, uint32_t z, uint32_t first, uint32_t part)
{
    const struct planes_layer *layer = &planes->layer[z];
    const uint32_t from = part << layer->part_bits, next = from + (1u << layer->part_bits);
    const uint32_t end = next < layer->length ? next : layer->length;
    uint64_t sum = 0;
    for (uint32_t p = from; p < end; p++) {
        const uint32_t edge = first + p;
        planes->price[edge] = planes_price(planes, z, edge, p, planes->use[edge], layer->demand);
        planes->sum[edge] = sum;
        sum += planes->price[edge];
    }
    return sum;
}

static void update_track(struct planes *planes, uint32_t track)
{
    const uint32_t z = planes_layer_of(planes, 0, track);
    const struct planes_layer *layer = &planes->layer[z];
    const uint32_t first = first_of(layer, track), bits = layer->part_bits, end = layer->length;
    const uint32_t last = (end - 1) >> bits;
    const uint64_t parts = planes->dirty_parts[track];
    uint64_t *sum = planes->part_sum + (size_t)track * PLANES_PARTS, growth = 0;
    uint32_t full = 0;
    for (uint32_t part = (uint32_t)__builtin_ctzll(parts); part <= last; part++) {
        const uint64_t before = part < last ? sum[part + 1] - sum[part] : 0;
        sum[part] += growth;
        if ((parts >> part & 1) != 0)
            growth += update_part(planes, z, first, part) - before;
    }
    for (uint32_t edge = first; edge + 1 < first + end && planes->tables == NULL; edge++)
        full += planes->use[edge] > planes->capacity[edge];
    planes->full[track] = full;
    planes->dirty_parts[track] = 0;
    for (uint64_t left = planes->load != NULL && !layer->closed ? parts : 0; left != 0;
         left &= left - 1) {
        const uint32_t from = (uint32_t)__builtin_ctzll(left) << bits;
        for (uint32_t p = from; p <= from + (1u << bits) && p < end; p++)
            planes->load[first + p] = load_at(planes, layer, first, p);
    }
}

static void update_tracks(void *context, size_t from, size_t end)
{
    struct planes *planes = context;
    for (size_t i = from; i < end; i++)
        update_track(planes, planes->dirty[i]);
}

void planes_update(struct planes *planes, struct workers *workers)
{
    workers_run(workers, update_tracks, planes, planes->dirty_count, TRACKS_LEAST);
    planes->dirty_count = 0;
}

uint32_t planes_begin_update(struct planes *planes)
{
    if (planes->dirty_count > 2 * ITEM_TRACKS)
        return (planes->dirty_count + ITEM_TRACKS - 1) / ITEM_TRACKS;
    update_tracks(planes, 0, planes->dirty_count);
    planes->dirty_count = 0;
    return 0;
}

void planes_update_item(struct planes *planes, uint32_t item)
{
    const size_t from = (size_t)item * ITEM_TRACKS, end = from + ITEM_TRACKS;
    update_tracks(planes, from, end < planes->dirty_count ? end : planes->dirty_count);
}

/* The price of an amount of demand on an edge without its length. */
static uint64_t amount_cost(const struct planes *planes, uint32_t z, uint32_t edge, int32_t amount)
{
    int32_t use = planes->use[edge], capacity = planes->capacity[edge];
    if (planes->tables == NULL)
        return ((uint64_t)price_missing(use, capacity, amount, planes->penalty) +
                planes->history[edge]) *
               (uint32_t)amount / planes->layer[z].demand;
    const struct price_table *table = &planes->tables[z];
    uint64_t cost = 0;
    for (; amount >= TILE_TRACK; amount -= TILE_TRACK, use += TILE_TRACK)
        cost += price_growth(table, use, capacity);
    if (amount > 0)
        cost += (uint64_t)price_growth(table, use, capacity) * PRICE_HALF >> 16;
    return cost;
}

uint64_t planes_cost(const struct planes *planes, const struct planes_use *uses, size_t count)
{
    uint64_t cost = 0;
    uint32_t z = 0;
    for (size_t i = 0; i < count; i++) {
        assert(i == 0 || uses[i].edge > uses[i - 1].edge);
        z = planes_layer_of(planes, z, uses[i].track);
        if (!planes->layer[z].closed)
            cost += amount_cost(planes, z, uses[i].edge, uses[i].amount);
    }
    return cost;
}

/* Adds the overflow of a track. */
static void add_overflow(struct planes *planes, const struct planes_layer *layer, uint32_t first,
                         uint32_t step, struct planes_overflow *overflow)
{
    for (uint32_t edge = first; edge + 1 < first + layer->length; edge++) {
        int32_t over = planes->use[edge] - planes->capacity[edge];
        if (over <= 0)
            continue;
        overflow->total += (uint32_t)over;
        overflow->edges++;
        overflow->worst = (uint32_t)over > overflow->worst ? (uint32_t)over : overflow->worst;
        if (step > 0 && planes->history[edge] < PRICE_MAX / 2 &&
            planes->history[edge] != PLANES_FIXED)
            planes->history[edge] += step * (((uint32_t)over + layer->demand - 1) / layer->demand);
    }
}

struct planes_overflow planes_overflow(struct planes *planes, uint32_t step)
{
    struct planes_overflow overflow = {0, 0, 0};
    assert((planes->history != NULL || step == 0) && planes->dirty_count == 0);
    for (uint32_t track = 0; track < planes->tracks; track++) {
        const struct planes_layer *layer = &planes->layer[planes_layer_of(planes, 0, track)];
        if (layer->axis != AXIS_NONE && (planes->full[track] > 0 || planes->tables != NULL))
            add_overflow(planes, layer, first_of(layer, track), step, &overflow);
    }
    return overflow;
}
