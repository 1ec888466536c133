/* shape: builds the tree of a net from runs, finds its tiles by a hash table, lists its edges. */
#include "router/global/shape.h"

enum { SLOTS_LEAST = 64 }; /* slots of the first hash table */

static uint32_t slot_of(const struct net_shape *shape, uint32_t index)
{
    uint32_t at = (index * 2654435769u >> 7) & shape->mask;
    while (shape->slots[at].stamp == shape->stamp &&
           shape->tiles[shape->slots[at].tile].index != index)
        at = (at + 1) & shape->mask;
    return at;
}

static void enter_tiles(struct net_shape *shape)
{
    for (uint32_t i = 0; i < shape->count; i++)
        shape->slots[slot_of(shape, shape->tiles[i].index)] = (struct shape_slot){shape->stamp, i};
}

/* Makes room for one more tile; false without memory. */
static bool reserve(struct net_shape *shape)
{
    if (!GLOBAL_GROW(shape, tiles, shape->count + 1))
        return false;
    if (shape->slots != NULL && 2 * (shape->count + 1) <= shape->mask)
        return true;
    uint32_t slots = shape->slots == NULL ? SLOTS_LEAST : 2 * (shape->mask + 1);
    MEM_FREE(shape->slots);
    shape->slots = mem_alloc(slots, sizeof *shape->slots, "tiles of a net", NULL);
    shape->failed = shape->slots == NULL;
    shape->mask = slots - 1;
    shape->stamp = 1;
    if (!shape->failed)
        enter_tiles(shape);
    return !shape->failed;
}

/* Empties the hash table. */
static void clear_slots(struct net_shape *shape)
{
    if (++shape->stamp == 0 && shape->slots != NULL) {
        memset(shape->slots, 0, ((size_t)shape->mask + 1) * sizeof *shape->slots);
        shape->stamp = 1;
    }
}

uint32_t shape_append(struct net_shape *shape, uint32_t parent, uint32_t x, uint32_t y, uint32_t z)
{
    if (shape->failed || !reserve(shape))
        return SHAPE_NONE;
    uint32_t index = planes_index(shape->planes, x, y, z), tile = shape->count++;
    shape->tiles[tile] = (struct shape_tile){
        .x = (uint16_t)x, .y = (uint16_t)y, .z = (uint8_t)z, .parent = parent, .index = index};
    shape->slots[slot_of(shape, index)] = (struct shape_slot){shape->stamp, tile};
    return tile;
}

void shape_begin(struct net_shape *shape, const struct planes *planes, uint32_t x, uint32_t y,
                 uint32_t z)
{
    shape->planes = planes;
    shape->count = 0;
    clear_slots(shape);
    shape_append(shape, SHAPE_NONE, x, y, z);
}

uint32_t shape_find(const struct net_shape *shape, uint32_t x, uint32_t y, uint32_t z)
{
    if (shape->failed)
        return SHAPE_NONE;
    const struct shape_slot *slot =
        &shape->slots[slot_of(shape, planes_index(shape->planes, x, y, z))];
    return slot->stamp == shape->stamp ? slot->tile : SHAPE_NONE;
}

static uint32_t toward(uint32_t from, uint32_t to)
{
    return from < to ? from + 1 : from > to ? from - 1 : from;
}

uint32_t shape_run(struct net_shape *shape, uint32_t tile, uint32_t x, uint32_t y, uint32_t z)
{
    if (tile == SHAPE_NONE)
        return tile;
    uint32_t at_x = shape->tiles[tile].x, at_y = shape->tiles[tile].y, at_z = shape->tiles[tile].z;
    assert((at_x != x) + (at_y != y) + (at_z != z) <= 1);
    while ((at_x != x || at_y != y || at_z != z) && tile != SHAPE_NONE) {
        at_x = toward(at_x, x);
        at_y = toward(at_y, y);
        at_z = toward(at_z, z);
        uint32_t next = shape_find(shape, at_x, at_y, at_z);
        tile = next != SHAPE_NONE ? next : shape_append(shape, tile, at_x, at_y, at_z);
    }
    return tile;
}

/* Marks a tile at which each pin is reached; false if there is none. */
static bool mark_pins(struct net_shape *shape, uint32_t net)
{
    const struct tile_graph *graph = shape->planes->graph;
    const struct tile_net *it = &graph->nets[net];
    for (uint32_t pin = it->first_pin; pin < it->first_pin + it->pin_count; pin++) {
        uint32_t tile = SHAPE_NONE, end = tile_pin_end(graph, pin);
        for (uint32_t i = tile_pin_first(graph, pin); i < end && tile == SHAPE_NONE; i++) {
            struct planes_place at = planes_place(shape->planes, graph->access[i]);
            tile = shape_find(shape, at.x, at.y, at.z);
        }
        if (tile == SHAPE_NONE)
            return false;
        shape->tiles[tile].flags |= SHAPE_PIN;
    }
    return true;
}

bool shape_finish(struct net_shape *shape, uint32_t net)
{
    struct shape_tile *tiles = shape->tiles;
    if (shape->failed || !GLOBAL_GROW(shape, scratch, shape->count))
        return false;
    for (uint32_t i = 0; i < shape->count; i++) {
        tiles[i].flags = 0;
        tiles[i].children = 0;
    }
    if (!mark_pins(shape, net))
        return false;
    for (uint32_t i = shape->count - 1; i > 0; i--) /* children come after their parent */
        if (tiles[i].children > 0 || (tiles[i].flags & SHAPE_PIN) != 0)
            tiles[tiles[i].parent].children++;
    uint32_t kept = 0, *number = shape->scratch;
    for (uint32_t i = 0; i < shape->count; i++) {
        uint32_t parent_number = i == 0 ? SHAPE_NONE : number[tiles[i].parent];
        bool loose = tiles[i].children < (parent_number == SHAPE_NONE ? 2 : 1);
        number[i] = SHAPE_NONE;
        if (loose && (tiles[i].flags & SHAPE_PIN) == 0)
            continue; /* an end that reaches no pin */
        number[i] = kept;
        tiles[kept] = tiles[i];
        struct shape_tile *tile = &tiles[kept++];
        tile->parent = parent_number;
        if (parent_number == SHAPE_NONE)
            continue;
        struct shape_tile *parent = &tiles[parent_number];
        if (tile->z == parent->z) {
            tile->flags |= SHAPE_WIRE;
            parent->flags |= SHAPE_WIRE;
        } else {
            (tile->z < parent->z ? tile : parent)->flags |= SHAPE_UP;
        }
    }
    if (kept < shape->count) {
        shape->count = kept;
        clear_slots(shape);
        enter_tiles(shape);
    }
    return true;
}

/* Adds a wire that has a tile in common with the tree; false if it has none. */
static bool join_wire(struct net_shape *shape, struct wire wire)
{
    struct planes_place from = planes_place(shape->planes, wire.from), at = from;
    struct planes_place to = planes_place(shape->planes, wire.to);
    uint32_t tile;
    while ((tile = shape_find(shape, at.x, at.y, at.z)) == SHAPE_NONE) {
        if (at.x == to.x && at.y == to.y && at.z == to.z)
            return false;
        at = (struct planes_place){toward(at.x, to.x), toward(at.y, to.y), toward(at.z, to.z)};
    }
    shape_run(shape, tile, to.x, to.y, to.z);
    shape_run(shape, tile, from.x, from.y, from.z);
    return true;
}

bool shape_load(struct net_shape *shape, const struct planes *planes, uint32_t net,
                const struct wire *wires, uint32_t count)
{
    const struct tile_graph *graph = planes->graph;
    uint32_t pin = tile_pin_first(graph, graph->nets[net].first_pin), left = count;
    struct planes_place root = planes_place(planes, count > 0 ? wires[0].from : graph->access[pin]);
    shape_begin(shape, planes, root.x, root.y, root.z);
    if (shape->failed || !GLOBAL_GROW(shape, wires, count))
        return false;
    if (count > 0)
        memcpy(shape->wires, wires, count * sizeof *wires);
    for (uint32_t before = count + 1; left > 0 && left < before;) {
        before = left; /* leeway's own wires all join in their order */
        left = 0;
        for (uint32_t i = 0; i < before; i++)
            if (!join_wire(shape, shape->wires[i]))
                shape->wires[left++] = shape->wires[i];
    }
    return shape_finish(shape, net);
}

/* True if the edge from its parent goes straight on from the one before. */
static bool is_straight(const struct net_shape *shape, const struct shape_tile *tile)
{
    const struct shape_tile *middle = &shape->tiles[tile->parent];
    if (middle->parent == SHAPE_NONE)
        return false;
    const struct shape_tile *first = &shape->tiles[middle->parent];
    return tile->x + first->x == 2 * middle->x && tile->y + first->y == 2 * middle->y &&
           tile->z + first->z == 2 * middle->z;
}

void shape_wires(struct net_shape *shape)
{
    const struct grid *grid = &shape->planes->graph->grid;
    uint32_t *run = shape->scratch;
    shape->wire_count = 0;
    if (shape->failed || !GLOBAL_GROW(shape, wires, shape->count))
        return;
    for (uint32_t i = 1; i < shape->count; i++) {
        const struct shape_tile *tile = &shape->tiles[i], *from = &shape->tiles[tile->parent];
        cell_t to = (tile->z * grid->height + tile->y) * grid->width + tile->x;
        if (is_straight(shape, tile)) {
            run[i] = run[tile->parent];
            shape->wires[run[i]].to = to;
            continue;
        }
        cell_t start = (from->z * grid->height + from->y) * grid->width + from->x;
        run[i] = shape->wire_count;
        shape->wires[shape->wire_count++] = (struct wire){start, to};
    }
}

static void add_use(struct net_shape *shape, uint32_t edge, uint32_t track, int32_t amount)
{
    shape->uses[shape->use_count++] = (struct planes_use){edge, track, amount};
}

static void add_halves(struct net_shape *shape, const struct shape_tile *tile)
{
    const struct planes_layer *layer = &shape->planes->layer[tile->z];
    uint32_t position = layer->axis == AXIS_Y ? tile->y : tile->x;
    uint32_t track = planes_track(shape->planes, tile->x, tile->y, tile->z);
    bool before = position > 0, after = position + 1 < layer->length;
    int32_t amount = before && after ? TILE_TRACK / 2 : TILE_TRACK;
    if (before)
        add_use(shape, tile->index - 1, track, amount);
    if (after)
        add_use(shape, tile->index, track, amount);
}

static void sort_uses(struct planes_use *uses, uint32_t count)
{
    for (uint32_t gap = count > 100 ? count / 2 : 1; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < count; i++) {
            struct planes_use use = uses[i];
            uint32_t at = i;
            for (; at >= gap && uses[at - gap].edge > use.edge; at -= gap)
                uses[at] = uses[at - gap];
            uses[at] = use;
        }
}

void shape_uses(struct net_shape *shape, uint32_t net)
{
    const struct planes *planes = shape->planes;
    shape->use_count = 0;
    shape->price = 0;
    if (shape->failed || !GLOBAL_GROW(shape, uses, 3 * (size_t)shape->count))
        return;
    for (uint32_t i = 0; i < shape->count; i++) {
        const struct shape_tile *tile = &shape->tiles[i];
        if (planes->load != NULL && (tile->flags & SHAPE_UP) != 0 &&
            (tile->flags & SHAPE_WIRE) == 0 && planes->layer[tile->z].axis != AXIS_NONE)
            add_halves(shape, tile);
        if (i == 0)
            continue;
        const struct shape_tile *parent = &shape->tiles[tile->parent];
        const struct shape_tile *low = tile->index < parent->index ? tile : parent;
        if (tile->z != parent->z) {
            shape->price += planes->via[low->z];
            continue;
        }
        bool y_axis = planes->layer[low->z].axis == AXIS_Y;
        shape->price += y_axis ? planes->y_price[low->y] : planes->x_price[low->x];
        add_use(shape, low->index, planes_track(planes, low->x, low->y, low->z),
                (int32_t)tile_demand(planes->graph, net, low->z));
    }
    sort_uses(shape->uses, shape->use_count);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < shape->use_count; i++) {
        if (kept > 0 && shape->uses[kept - 1].edge == shape->uses[i].edge)
            shape->uses[kept - 1].amount += shape->uses[i].amount;
        else
            shape->uses[kept++] = shape->uses[i];
    }
    shape->use_count = kept;
}

MEM_DESTROY(shape_destroy, net_shape, it->tiles, it->slots, it->scratch, it->wires, it->uses)
