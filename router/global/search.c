/* search: see search.h. A state is 2 * tile + (1 if reached by a via). */
#include "router/global/search.h"

enum { ROLE_NONE = 0, ROLE_SOURCE = 1, ROLE_TARGET = 2, ROLE_MASK = 3 };
enum { BY_WIRE = 0, BY_VIA = 1 };

/* The tile at a place, counted from the window's corner. The tiles of a track are neighbours, as in
 * the planes. */
static inline uint32_t tile_at(const struct global_search *search, uint32_t x, uint32_t y,
                               uint32_t z)
{
    const struct search_layer *layer = &search->layer[z];
    return (z << (search->x_bits + search->y_bits)) +
           (layer->y_axis ? (x << layer->bits) + y : (y << layer->bits) + x);
}

struct search_place {
    uint32_t x, y, z, along; /* from the window's corner; position on the track */
    uint32_t index;          /* in the planes */
};

static inline struct search_place place_of(const struct global_search *search, uint32_t tile)
{
    const uint32_t plane = search->x_bits + search->y_bits, z = tile >> plane;
    const struct search_layer *layer = &search->layer[z];
    const uint32_t along = tile & ((1u << layer->bits) - 1);
    const uint32_t across = (tile & ((1u << plane) - 1)) >> layer->bits;
    return (struct search_place){layer->y_axis ? across : along, layer->y_axis ? along : across, z,
                                 along, layer->first + across * layer->length + along};
}

/* The price of the edge that starts at `tile`, which has this index in the planes. */
static inline uint32_t edge_price(const struct global_search *search, uint32_t tile, uint32_t z,
                                  uint32_t index)
{
    const struct planes *planes = search->planes;
    const struct search_tile *it = &search->tiles[tile];
    if (it->own != SEARCH_NONE && it->stamp >> 2 == search->stamp)
        return it->own;
    if (!search->demand)
        return planes->price[index];
    return planes_price(planes, z, index,
                        (index - planes->layer[z].first) % planes->layer[z].length,
                        planes->use[index], tile_demand(planes->graph, search->net, z));
}

static uint32_t bits_for(uint32_t count)
{
    return count == 1 ? 0 : 32 - (uint32_t)__builtin_clz(count - 1);
}

/* The tile with its labels set to "not reached" if this search has not touched it. */
static inline struct search_tile *touch(struct global_search *search, uint32_t tile)
{
    struct search_tile *it = &search->tiles[tile];
    if (it->stamp >> 2 != search->stamp)
        *it = (struct search_tile){search->stamp << 2, {UINT32_MAX, UINT32_MAX}, SEARCH_NONE};
    return it;
}

/* Adds a label that is not in a list yet; SEARCH_NONE without memory. */
static inline uint32_t add_entry(struct global_search *search, uint32_t state, uint32_t label)
{
    if (search->entry_count == search->entries_capacity &&
        !GLOBAL_GROW(search, entries, search->entry_count + 1))
        return SEARCH_NONE;
    search->entries[search->entry_count] = (struct search_entry){state, label, SEARCH_NONE};
    return search->entry_count++;
}

static inline void link_entry(struct global_search *search, uint32_t entry, uint32_t total)
{
    uint32_t list = (total - search->base) >> search->shift;
    search->entries[entry].next = search->lists[list];
    search->lists[list] = entry;
}

/* A lower bound of the price from a place to the targets. */
static inline uint64_t bound(const struct global_search *search, struct search_place at)
{
    return (uint64_t)search->x_floor[at.x] + search->y_floor[at.y] + search->layer[at.z].bound;
}

/* The least price of the edges at each position of an axis, over all tracks and layers. */
static void find_floors(const struct global_search *search, enum axis axis, uint32_t *floors)
{
    const struct planes *planes = search->planes;
    const struct box *box = &search->window;
    uint32_t from = axis == AXIS_X ? box->x0 : box->y0, to = axis == AXIS_X ? box->x1 : box->y1;
    uint32_t low = axis == AXIS_X ? box->y0 : box->x0, high = axis == AXIS_X ? box->y1 : box->x1;
    uint32_t count = to - from;
    for (uint32_t i = 0; i <= count; i++) /* wide nets have prices of their own */
        floors[i] = !search->demand  ? PRICE_MAX
                    : axis == AXIS_X ? planes->x_least
                                     : planes->y_least;
    for (uint32_t z = 0; z < planes->layers; z++) {
        const struct planes_layer *layer = &planes->layer[z];
        if (layer->closed || layer->axis != axis || search->demand)
            continue;
        for (uint32_t track = low; track <= high; track++) {
            const uint32_t *price =
                planes->price + layer->first + (size_t)track * layer->length + from;
            for (uint32_t i = 0; i < count; i++) /* below 2^31: signed takes fewer instructions */
                floors[i] = (int32_t)price[i] < (int32_t)floors[i] ? price[i] : floors[i];
        }
    }
}

/* Turns the floors of edges into sums, and these into bounds of ways to positions low .. high. */
static void make_bounds(uint32_t *floors, uint32_t count, uint32_t low, uint32_t high)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t floor = floors[i];
        floors[i] = sum;
        sum = sum + floor < UINT32_MAX / 4 ? sum + floor : UINT32_MAX / 4;
    }
    const uint32_t at_low = floors[low], at_high = floors[high];
    for (uint32_t i = 0; i <= count; i++)
        floors[i] = i < low ? at_low - floors[i] : i > high ? floors[i] - at_high : 0;
}

/* Describes the layers of the window; their bounds follow. */
static void list_layers(struct global_search *search)
{
    const struct planes *planes = search->planes;
    const struct box *box = &search->window;
    for (uint32_t z = 0; z < planes->layers; z++) {
        const bool y_axis = planes->layer[z].axis == AXIS_Y;
        search->layer[z] = (struct search_layer){.first = planes_index(planes, box->x0, box->y0, z),
                                                 .length = planes->layer[z].length,
                                                 .bits = y_axis ? search->y_bits : search->x_bits,
                                                 .last = planes->layer[z].closed ? 0
                                                         : y_axis                ? box->y1 - box->y0
                                                                  : box->x1 - box->x0,
                                                 .y_axis = y_axis};
    }
}

bool search_begin(struct global_search *search, const struct planes *planes, struct box window,
                  uint32_t net, uint32_t limit)
{
    search->planes = planes;
    search->window = window;
    search->x_bits = bits_for(window.x1 - window.x0 + 1);
    search->y_bits = bits_for(window.y1 - window.y0 + 1);
    search->limit = limit;
    search->net = net;
    search->demand = planes->tables == NULL && planes->graph->nets[net].width > 1;
    search->goal = BOX_EMPTY;
    search->goal_low = planes->layers;
    search->goal_high = 0;
    search->entry_count = 0;
    size_t tiles = (size_t)planes->layers << (search->x_bits + search->y_bits);
    if (2 * tiles > SEARCH_STATES_MAX)
        return false;
    size_t before = search->tiles_capacity;
    if (!GLOBAL_GROW(search, tiles, tiles) ||
        !GLOBAL_GROW(search, x_floor, window.x1 - window.x0 + 1) ||
        !GLOBAL_GROW(search, y_floor, window.y1 - window.y0 + 1))
        return false;
    memset(search->tiles + before, 0, (search->tiles_capacity - before) * sizeof *search->tiles);
    list_layers(search);
    find_floors(search, AXIS_X, search->x_floor);
    find_floors(search, AXIS_Y, search->y_floor);
    if (++search->stamp == UINT32_MAX >> 2) {
        memset(search->tiles, 0, search->tiles_capacity * sizeof *search->tiles);
        search->stamp = 1;
    }
    return true;
}

void search_use(struct global_search *search, const struct planes_use *use)
{
    const struct planes *planes = search->planes;
    uint32_t z = planes_layer_of(planes, 0, use->track);
    const struct planes_layer *layer = &planes->layer[z];
    uint32_t track = use->track - layer->first_track;
    uint32_t position = use->edge - layer->first - track * layer->length;
    uint32_t x = layer->axis == AXIS_Y ? track : position;
    uint32_t y = layer->axis == AXIS_Y ? position : track;
    if (!box_contains(search->window, x, y))
        return;
    uint32_t price =
        planes_price(planes, z, use->edge, position, planes->use[use->edge] - use->amount,
                     search->demand ? tile_demand(planes->graph, search->net, z) : layer->demand);
    touch(search, tile_at(search, x - search->window.x0, y - search->window.y0, z))->own = price;
    uint32_t *floor = layer->axis == AXIS_Y ? &search->y_floor[y - search->window.y0]
                                            : &search->x_floor[x - search->window.x0];
    *floor = price < *floor ? price : *floor;
}

void search_source(struct global_search *search, uint32_t x, uint32_t y, uint32_t z, bool wired)
{
    if (!box_contains(search->window, x, y))
        return;
    uint32_t tile = tile_at(search, x - search->window.x0, y - search->window.y0, z);
    struct search_tile *it = touch(search, tile);
    it->stamp = (search->stamp << 2) + ROLE_SOURCE;
    it->label[wired ? BY_WIRE : BY_VIA] = 0;
    if (wired)
        it->label[BY_VIA] = 0;
    add_entry(search, 2 * tile + (wired ? BY_WIRE : BY_VIA), 0);
}

void search_target(struct global_search *search, uint32_t x, uint32_t y, uint32_t z)
{
    if (!box_contains(search->window, x, y))
        return;
    const uint32_t tile = tile_at(search, x - search->window.x0, y - search->window.y0, z);
    touch(search, tile)->stamp = (search->stamp << 2) + ROLE_TARGET;
    search->goal = box_with(search->goal, x, y);
    search->goal_low = z < search->goal_low ? z : search->goal_low;
    search->goal_high = z > search->goal_high ? z : search->goal_high;
}

/* Offers a label to a state, from which it takes at least `rest` to the targets. True: taken. */
static inline bool offer(struct global_search *search, uint32_t tile, int by, uint64_t label,
                         uint64_t rest)
{
    if (label >= search->limit)
        return false;
    struct search_tile *it = touch(search, tile);
    /* From a tile that a wire reaches nothing costs more than from one that a via reaches. */
    if (label >= it->label[by] || label >= it->label[BY_WIRE] ||
        (it->stamp & ROLE_MASK) == ROLE_SOURCE || label + rest >= search->limit)
        return false;
    it->label[by] = (uint32_t)label;
    if ((it->stamp & ROLE_MASK) == ROLE_TARGET) {
        search->limit = (uint32_t)label;
        search->end = 2 * tile + (uint32_t)by;
        return false;
    }
    uint32_t entry = add_entry(search, 2 * tile + (uint32_t)by, (uint32_t)label);
    if (entry != SEARCH_NONE)
        link_entry(search, entry, (uint32_t)(label + rest));
    return true;
}

static inline void expand(struct global_search *search, uint32_t state, uint32_t label)
{
    const struct planes *planes = search->planes;
    const uint32_t tile = state / 2;
    const struct search_place at = place_of(search, tile);
    const struct search_layer *layer = &search->layer[at.z];
    const uint32_t *floors = layer->y_axis ? search->y_floor : search->x_floor;
    const uint64_t rest = bound(search, at), beside = rest - floors[at.along];
    if (at.along > 0 && layer->last > 0)
        offer(search, tile - 1, BY_WIRE, label + edge_price(search, tile - 1, at.z, at.index - 1),
              beside + floors[at.along - 1]);
    if (at.along < layer->last)
        offer(search, tile + 1, BY_WIRE, label + edge_price(search, tile, at.z, at.index),
              beside + floors[at.along + 1]);
    const int by = planes->load != NULL ? BY_VIA : BY_WIRE;
    const bool stacked = by == BY_VIA && state % 2 == BY_VIA;
    const uint64_t from = label + (stacked ? planes->load[at.index] : 0);
    for (uint32_t z = at.z - 1; z != at.z + 3; z += 2) {
        if (z >= planes->layers)
            continue;
        const uint32_t next = tile_at(search, at.x, at.y, z), index = place_of(search, next).index;
        if (!offer(search, next, by, from + planes->via[z < at.z ? z : at.z],
                   rest - layer->bound + search->layer[z].bound))
            continue;
        __builtin_prefetch(&planes->price[index]); /* its turn is soon */
        if (by == BY_VIA)
            __builtin_prefetch(&planes->load[index]);
    }
}

/* Lists the sources. */
static void link_sources(struct global_search *search)
{
    search->base = UINT32_MAX;
    for (uint32_t i = 0; i < search->entry_count; i++) {
        const uint32_t tile = search->entries[i].state / 2;
        uint32_t total = (uint32_t)bound(search, place_of(search, tile));
        search->entries[i].label = total;
        search->base = total < search->base ? total : search->base;
    }
    search->shift = 0;
    while (search->base < search->limit &&
           (search->limit - search->base) >> search->shift >= SEARCH_LISTS)
        search->shift++;
    memset(search->lists, 0xff, sizeof search->lists);
    for (uint32_t i = 0; i < search->entry_count; i++) {
        uint32_t total = search->entries[i].label;
        search->entries[i].label = 0;
        if (total < search->limit)
            link_entry(search, i, total);
    }
}

bool search_run(struct global_search *search)
{
    search->end = SEARCH_NONE;
    if (search->goal_low > search->goal_high)
        return false;
    const struct box *box = &search->window, *goal = &search->goal;
    make_bounds(search->x_floor, box->x1 - box->x0, goal->x0 - box->x0, goal->x1 - box->x0);
    make_bounds(search->y_floor, box->y1 - box->y0, goal->y0 - box->y0, goal->y1 - box->y0);
    for (uint32_t z = 0; z < search->planes->layers; z++)
        search->layer[z].bound = (z < search->goal_low    ? search->goal_low - z
                                  : z > search->goal_high ? z - search->goal_high
                                                          : 0) *
                                 search->planes->via_least;
    link_sources(search);
    const uint64_t last = search->labels_max > 0 ? search->popped + search->labels_max : UINT64_MAX;
    for (uint32_t list = 0; list < SEARCH_LISTS && !search->failed; list++) {
        if (search->base + ((uint64_t)list << search->shift) >= search->limit)
            break;
        while (search->lists[list] != SEARCH_NONE && !search->failed) {
            struct search_entry entry = search->entries[search->lists[list]];
            search->lists[list] = entry.next;
            if (search->tiles[entry.state / 2].label[entry.state & 1] != entry.label)
                continue; /* a better label came later */
            if (search->popped++ == last)
                return false;
            expand(search, entry.state, entry.label);
        }
    }
    search->cost = search->limit;
    return search->end != SEARCH_NONE && !search->failed;
}

/* Directions to a neighbour, in the order in which they are tried. */
enum { WAY_BACK, WAY_ON, WAY_DOWN, WAY_UP, WAYS };

/* The state before one: tries the direction *last, then all in order; SEARCH_NONE: none fits. */
static uint32_t state_before(const struct global_search *search, uint32_t state, uint32_t *last)
{
    const struct planes *planes = search->planes;
    const bool merged = planes->load == NULL; /* vias reach the labels of wires */
    const uint32_t label = search->tiles[state / 2].label[state & 1];
    const struct search_place at = place_of(search, state / 2);
    const struct search_layer *layer = &search->layer[at.z];
    for (uint32_t turn = 0; turn <= WAYS; turn++) {
        const uint32_t way = turn == 0 ? *last : turn - 1; /* from `at` back */
        const bool up = way == WAY_UP, on = way == WAY_ON, via = way >= WAY_DOWN;
        if (way == WAYS || (!merged && via != (state & 1)) ||
            (via ? (up ? at.z + 1 == planes->layers : at.z == 0)
                 : layer->last == 0 || at.along == (on ? layer->last : 0)))
            continue;
        const uint32_t tile = via  ? tile_at(search, at.x, at.y, up ? at.z + 1 : at.z - 1)
                              : on ? state / 2 + 1
                                   : state / 2 - 1;
        const struct search_tile *it = &search->tiles[tile];
        if (it->stamp >> 2 != search->stamp || (it->stamp & ROLE_MASK) == ROLE_TARGET)
            continue;
        for (int by = BY_WIRE; by <= BY_VIA; by++) {
            uint64_t price = !via ? edge_price(search, on ? state / 2 : tile, at.z, at.index - !on)
                                  : planes->via[up ? at.z : at.z - 1];
            if (via && by == BY_VIA && !merged)
                price += planes->load[place_of(search, tile).index];
            if (it->label[by] != UINT32_MAX && it->label[by] + price == label) {
                *last = way;
                return 2 * tile + (uint32_t)by;
            }
        }
    }
    return SEARCH_NONE;
}

void global_search_path(struct global_search *search)
{
    uint32_t state = search->end, last = WAYS;
    search->step_count = 0;
    for (;;) {
        assert(state != SEARCH_NONE);
        const struct search_place at = place_of(search, state / 2);
        if (!GLOBAL_GROW(search, steps, search->step_count + 1))
            return;
        search->steps[search->step_count++] =
            (struct search_step){(uint16_t)(search->window.x0 + at.x),
                                 (uint16_t)(search->window.y0 + at.y), (uint8_t)at.z};
        if ((search->tiles[state / 2].stamp & ROLE_MASK) == ROLE_SOURCE)
            return;
        state = state_before(search, state, &last);
    }
}

MEM_DESTROY(global_search_destroy, global_search, it->tiles, it->entries, it->steps, it->x_floor,
            it->y_floor)
