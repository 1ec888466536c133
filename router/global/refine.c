/* refine: lists the paths of a tree, searches each one, and exchanges it if that is cheaper. */
#include "router/global/refine.h"
#include "router/search/field.h"

enum side { SIDE_NEAR, SIDE_FAR, SIDE_PATH }; /* with the root; below the path; the path itself */

/* The net's own use of an edge. */
static int32_t own_use(const struct refine *refine, uint32_t edge)
{
    uint32_t low = 0, high = refine->own_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (refine->own[middle].edge < edge)
            low = middle + 1;
        else
            high = middle;
    }
    return low < refine->own_count && refine->own[low].edge == edge ? refine->own[low].amount : 0;
}

static bool is_key(const struct net_shape *shape, uint32_t tile)
{
    return tile == 0 || (shape->tiles[tile].flags & SHAPE_PIN) != 0 ||
           shape->tiles[tile].children > 1;
}

/* Lists the path from a key tile up to the next one. */
static bool list_path(struct refine *refine, uint32_t tile)
{
    const struct net_shape *shape = &refine->shape;
    refine->path_count = 0;
    if (!GLOBAL_GROW(refine, path, shape->count))
        return false;
    do {
        refine->path[refine->path_count++] = tile;
        tile = shape->tiles[tile].parent;
    } while (!is_key(shape, tile));
    refine->path[refine->path_count++] = tile;
    return true;
}

struct path_price {
    uint64_t price;
    bool over;     /* an edge is over its capacity */
    bool from_far; /* search from the far part */
};

static bool is_wired(const struct shape_tile *tile)
{
    return (tile->flags & (SHAPE_WIRE | SHAPE_UP)) != 0;
}

/* The price of a step of the path without the net's own use and without half tracks. */
static uint64_t step_price(const struct refine *refine, const struct planes *planes, uint32_t net,
                           const struct shape_tile *a, const struct shape_tile *b, bool *over)
{
    if (a->z != b->z)
        return planes->via[a->z < b->z ? a->z : b->z];
    const struct shape_tile *low = a->index < b->index ? a : b;
    const struct planes_layer *layer = &planes->layer[a->z];
    *over |= planes->use[low->index] > planes->capacity[low->index];
    return planes_price(planes, a->z, low->index, layer->axis == AXIS_Y ? low->y : low->x,
                        planes->use[low->index] - own_use(refine, low->index),
                        planes->tables != NULL ? layer->demand
                                               : tile_demand(planes->graph, net, a->z));
}

/* The price of the path without the net's own use, as in a search. The search should start at the
 * end near which the path costs more: then it leaves the expensive tiles at once, and does not look
 * everywhere for a cheaper path into them. */
static struct path_price path_price(const struct refine *refine, const struct planes *planes,
                                    uint32_t net)
{
    const struct shape_tile *tiles = refine->shape.tiles;
    struct path_price sum = {0, false, false};
    uint32_t steps = refine->path_count - 1;
    uint64_t lower = 0;
    for (uint32_t i = 0; i < steps; i++) {
        sum.price += step_price(refine, planes, net, &tiles[refine->path[i]],
                                &tiles[refine->path[i + 1]], &sum.over);
        if (i < steps / 2)
            lower = sum.price;
    }
    sum.from_far = lower > sum.price - lower;
    const struct shape_tile *last = &tiles[refine->path[sum.from_far ? 0 : steps]];
    bool by_via = !is_wired(last);
    for (uint32_t i = 1; i <= steps && planes->load != NULL; i++) {
        const struct shape_tile *tile = &tiles[refine->path[sum.from_far ? i : steps - i]];
        if (last->z != tile->z && by_via)
            sum.price += planes->load[last->index];
        by_via = last->z != tile->z;
        last = tile;
    }
    return sum;
}

/* The least price of a path between two tiles if nothing else runs there. */
static uint64_t least_price(const struct planes *planes, const struct shape_tile *a,
                            const struct shape_tile *b)
{
    uint32_t dx = (uint32_t)abs(a->x - b->x), dy = (uint32_t)abs(a->y - b->y);
    uint32_t low = a->z < b->z ? a->z : b->z, high = a->z < b->z ? b->z : a->z, top = high;
    for (enum axis axis = AXIS_X; axis <= AXIS_Y; axis++) {
        if ((axis == AXIS_X ? dx : dy) == 0)
            continue;
        uint32_t z = low;
        while (z + 1 < planes->layers && (planes->layer[z].closed || planes->layer[z].axis != axis))
            z++;
        top = z > top ? z : top;
    }
    return (uint64_t)dx * planes->x_least + (uint64_t)dy * planes->y_least +
           (uint64_t)(top - low + top - high) * planes->via_least;
}

/* Assigns each tile to a part. */
static bool divide(struct refine *refine)
{
    const struct net_shape *shape = &refine->shape;
    if (!GLOBAL_GROW(refine, side, shape->count))
        return false;
    for (uint32_t i = 0; i < shape->count; i++)
        refine->side[i] = SIDE_NEAR;
    for (uint32_t i = 1; i + 1 < refine->path_count; i++)
        refine->side[refine->path[i]] = SIDE_PATH;
    refine->side[refine->path[0]] = SIDE_FAR;
    for (uint32_t i = refine->path[0] + 1; i < shape->count; i++)
        if (refine->side[shape->tiles[i].parent] == SIDE_FAR)
            refine->side[i] = SIDE_FAR;
    return true;
}

static bool find_way(struct refine *refine, const struct planes *planes, uint32_t net,
                     const struct refine_rules *rules, const struct path_price *price)
{
    uint32_t limit = price->price < UINT32_MAX / 2 ? (uint32_t)price->price : UINT32_MAX / 2;
    enum side from = price->from_far ? SIDE_FAR : SIDE_NEAR,
              to = price->from_far ? SIDE_NEAR : SIDE_FAR;
    struct global_search *search = &refine->search;
    const struct net_shape *shape = &refine->shape;
    struct box box = BOX_EMPTY;
    for (uint32_t i = 0; i < refine->path_count; i++)
        box = box_with(box, shape->tiles[refine->path[i]].x, shape->tiles[refine->path[i]].y);
    box = box_grow(box_whole(&planes->graph->grid), box, rules->margin);
    if (!divide(refine) || !search_begin(search, planes, box, net, limit))
        return false;
    for (uint32_t i = 0; i < refine->own_count; i++)
        search_use(search, &refine->own[i]);
    for (uint32_t i = 0; i < shape->count; i++) {
        const struct shape_tile *tile = &shape->tiles[i];
        if (refine->side[i] == to)
            search_target(search, tile->x, tile->y, tile->z);
        else if (refine->side[i] == from)
            search_source(search, tile->x, tile->y, tile->z, is_wired(tile));
    }
    refine->searches++;
    search->labels_max = rules->labels;
    if (!search_run(search))
        return false;
    global_search_path(search);
    for (uint32_t i = 0; price->from_far && i < search->step_count / 2; i++) {
        struct search_step step = search->steps[i];
        search->steps[i] = search->steps[search->step_count - 1 - i];
        search->steps[search->step_count - 1 - i] = step;
    }
    return !search->failed;
}

static uint32_t copy_tile(struct refine *refine, uint32_t tile, uint32_t parent)
{
    const struct shape_tile *it = &refine->shape.tiles[tile];
    return refine->map[tile] = shape_append(&refine->other, parent, it->x, it->y, it->z);
}

/* Makes the tree with the path found in place of the old one: the near part, the path, and the far
 * part from the path's end outward. */
static bool exchange(struct refine *refine, const struct planes *planes, uint32_t net)
{
    const struct net_shape *shape = &refine->shape;
    const struct global_search *search = &refine->search;
    if (!GLOBAL_GROW(refine, map, shape->count))
        return false;
    shape_begin(&refine->other, planes, shape->tiles[0].x, shape->tiles[0].y, shape->tiles[0].z);
    refine->map[0] = 0;
    for (uint32_t i = 1; i < shape->count; i++) {
        refine->map[i] = SHAPE_NONE;
        if (refine->side[i] == SIDE_NEAR)
            copy_tile(refine, i, refine->map[shape->tiles[i].parent]);
    }
    const struct search_step *step = &search->steps[search->step_count - 1];
    uint32_t at = shape_find(&refine->other, step->x, step->y, step->z);
    assert(at != SHAPE_NONE || refine->other.failed);
    while (--step > search->steps) {
        if (shape_find(&refine->other, step->x, step->y, step->z) != SHAPE_NONE)
            return false; /* out and back */
        at = shape_append(&refine->other, at, step->x, step->y, step->z);
    }
    uint32_t tile = shape_find(shape, step->x, step->y, step->z);
    assert(tile != SHAPE_NONE && refine->side[tile] == SIDE_FAR);
    for (;; tile = shape->tiles[tile].parent) {
        at = copy_tile(refine, tile, at);
        if (tile == refine->path[0])
            break;
    }
    for (uint32_t i = 1; i < shape->count; i++)
        if (refine->side[i] == SIDE_FAR && refine->map[i] == SHAPE_NONE)
            copy_tile(refine, i, refine->map[shape->tiles[i].parent]);
    bool joined = shape_finish(&refine->other, net);
    assert(joined || refine->other.failed);
    if (refine->other.failed) {
        refine->failed = true;
        return false;
    }
    struct net_shape swapped = refine->shape;
    refine->shape = refine->other;
    refine->other = swapped;
    return true;
}

/* True if the path has not been searched in this turn; remembers it. */
static bool is_new(struct refine *refine)
{
    const struct shape_tile *tiles = refine->shape.tiles;
    uint64_t a = tiles[refine->path[0]].index,
             b = tiles[refine->path[refine->path_count - 1]].index;
    uint64_t ends = a < b ? a << 32 | b : b << 32 | a;
    for (uint32_t i = 0; i < refine->tried_count; i++)
        if (refine->tried[i] == ends)
            return false;
    if (!GLOBAL_GROW(refine, tried, refine->tried_count + 1))
        return false;
    refine->tried[refine->tried_count++] = ends;
    return true;
}

bool refine_net(struct refine *refine, const struct planes *planes, uint32_t net,
                const struct refine_rules *rules)
{
    struct net_shape *shape = &refine->shape;
    bool changed = false;
    shape_uses(shape, net);
    refine->failed |= shape->failed;
    if (refine->failed || !GLOBAL_GROW(refine, own, shape->use_count))
        return false;
    if (shape->use_count > 0)
        memcpy(refine->own, shape->uses, shape->use_count * sizeof *refine->own);
    refine->own_count = rules->fresh ? 0 : shape->use_count;
    refine->tried_count = 0;
    for (uint32_t tile = shape->count - 1; tile > 0 && !refine->failed; tile--) {
        if (!is_key(shape, tile) || !list_path(refine, tile) || refine->path_count > rules->longest)
            continue;
        struct path_price price = path_price(refine, planes, net);
        uint32_t top = refine->path[refine->path_count - 1];
        uint64_t least = least_price(planes, &shape->tiles[tile], &shape->tiles[top]);
        if (price.price <= least + rules->slack || (rules->over_only && !price.over))
            continue;
        if (refine->tried_count == rules->most)
            break;
        if (is_new(refine) && find_way(refine, planes, net, rules, &price) &&
            exchange(refine, planes, net)) {
            changed = true;
            tile = shape->count; /* look at all paths again */
        }
    }
    refine->failed |= refine->search.failed;
    return changed;
}

void refine_destroy(struct refine *refine)
{
    shape_destroy(&refine->shape);
    shape_destroy(&refine->other);
    global_search_destroy(&refine->search);
    MEM_CLEAR(refine, refine->own, refine->side, refine->map, refine->tried, refine->path);
}
