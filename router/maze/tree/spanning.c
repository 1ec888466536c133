/* spanning: makes the tree of boxes, finds nearest places in it, joins places in Prim's order. */
#include "router/maze/tree/spanning.h"

#include "router/search/field.h"

enum { LEAF = 8 }; /* boxes of at most this many places are not halved */

static const uint32_t FAR = UINT32_MAX;

/* A box and its range of `order`. */
struct spanning_part {
    uint32_t box, low, high; /* low .. high - 1 */
};

static bool is_leaf(struct spanning_part part)
{
    return part.high - part.low <= LEAF;
}

static struct spanning_part half(struct spanning_part part, int which)
{
    const uint32_t middle = part.low + (part.high - part.low) / 2;
    return which == 0 ? (struct spanning_part){2 * part.box + 1, part.low, middle}
                      : (struct spanning_part){2 * part.box + 2, middle, part.high};
}

/* ---- building ------------------------------------------------------------------------------- */

/* A place's coordinate along one axis. */
static uint32_t along(const struct spanning *it, uint32_t at, bool y)
{
    const struct maze_spot spot = it->places[it->order[at]];
    return y ? spot.y : spot.x;
}

static void swap(const struct spanning *it, uint32_t i, uint32_t k)
{
    const uint32_t place = it->order[i];
    it->order[i] = it->order[k];
    it->order[k] = place;
}

/* Moves the lower half of a part before the upper half (C. A. R. Hoare's find, 1961). O(places) on
 * average; the pivot is the median of three. */
static void part_places(const struct spanning *it, struct spanning_part part, bool y)
{
    const uint32_t middle = part.low + (part.high - part.low) / 2;
    uint32_t low = part.low, high = part.high - 1;
    while (low < high) {
        const uint32_t a = along(it, low, y), b = along(it, low + (high - low) / 2, y);
        const uint32_t c = along(it, high, y), most = a > b ? a : b, least = a < b ? a : b;
        const uint32_t pivot = c > most ? most : c < least ? least : c;
        uint32_t i = low, k = high;
        while (i <= k) {
            while (along(it, i, y) < pivot)
                i++;
            while (along(it, k, y) > pivot)
                k--;
            if (i <= k) {
                swap(it, i++, k);
                if (k-- == 0)
                    break;
            }
        }
        if (middle <= k && k != UINT32_MAX)
            high = k;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

static struct box surround(const struct spanning *it, struct spanning_part part)
{
    struct box box = box_empty();
    for (uint32_t i = part.low; i < part.high; i++) {
        const struct maze_spot spot = it->places[it->order[i]];
        box = box_join(box, (struct box){spot.x, spot.y, spot.x, spot.y});
    }
    return box;
}

static void build(struct spanning *it, struct spanning_part part)
{
    const struct box box = surround(it, part);
    it->boxes[part.box] = (struct spanning_box){box, part.high - part.low};
    if (is_leaf(part))
        return;
    part_places(it, part, box.y1 - box.y0 > box.x1 - box.x0);
    build(it, half(part, 0));
    build(it, half(part, 1));
}

/* Room for the boxes of `count` places: halving stops at the same depth everywhere. */
static size_t boxes_of(uint32_t count)
{
    size_t boxes = 1;
    for (size_t most = count; most > LEAF; most = (most + 1) / 2)
        boxes = 2 * boxes + 1;
    return boxes;
}

/* ---- the nearest ---------------------------------------------------------------------------- */

static void forget(struct spanning *it, uint32_t place)
{
    struct spanning_part part = {0, 0, it->count};
    const uint32_t at = it->where[place];
    it->boxes[0].left--;
    while (!is_leaf(part)) {
        const struct spanning_part first = half(part, 0);
        part = at < first.high ? first : half(part, 1);
        it->boxes[part.box].left--;
    }
    it->where[place] = FAR;
}

/* The distance of the nearest point of the box. */
static uint32_t to_box(const struct spanning *it, uint32_t box, struct maze_spot spot)
{
    const struct spanning_box *b = &it->boxes[box];
    uint32_t x = spot.x < b->box.x0 ? b->box.x0 - spot.x : 0;
    uint32_t y = spot.y < b->box.y0 ? b->box.y0 - spot.y : 0;
    x = spot.x > b->box.x1 ? spot.x - b->box.x1 : x;
    y = spot.y > b->box.y1 ? spot.y - b->box.y1 : y;
    return b->left == 0 ? FAR : x + y;
}

/* Improves *best (distance, place) by the places of a part that are not joined. */
static void find(const struct spanning *it, struct spanning_part part, struct maze_spot spot,
                 struct ranked *best)
{
    if (!is_leaf(part)) {
        const struct spanning_part halves[2] = {half(part, 0), half(part, 1)};
        const uint32_t to[2] = {to_box(it, halves[0].box, spot), to_box(it, halves[1].box, spot)};
        const int first = to[1] < to[0];
        for (int i = 0; i < 2; i++)
            if (to[first ^ i] != FAR && to[first ^ i] <= best->first)
                find(it, halves[first ^ i], spot, best);
        return;
    }
    for (uint32_t i = part.low; i < part.high; i++) {
        const uint32_t place = it->order[i];
        if (it->where[place] == FAR)
            continue;
        const struct maze_spot other = it->places[place];
        const struct ranked now = {maze_distance(spot.x, other.x) + maze_distance(spot.y, other.y),
                                   place, best->third};
        *best = ranked_below(now, *best) ? now : *best;
    }
}

/* Queues the nearest place to a joined one. At least one place must not be joined. */
static void note_nearest(struct spanning *it, uint32_t number)
{
    struct ranked best = {FAR, FAR, number};
    find(it, (struct spanning_part){0, 0, it->count}, it->places[it->joined[number]], &best);
    assert(best.second < it->count);
    heap_push(it->next, &it->next_count, best);
}

/* ---- Prim's order --------------------------------------------------------------------------- */

static enum status prepare(struct spanning *it, const struct maze_spot *places, uint32_t count,
                           struct error *error)
{
    const char *what = "places of a tree";
    TRY(MEM_GROW(it->order, it->order_capacity, count, what, error));
    TRY(MEM_GROW(it->where, it->where_capacity, count, what, error));
    TRY(MEM_GROW(it->joined, it->joined_capacity, count, what, error));
    TRY(MEM_GROW(it->next, it->next_capacity, count, what, error));
    TRY(MEM_GROW(it->boxes, it->box_capacity, boxes_of(count), what, error));
    it->places = places;
    it->count = count;
    it->next_count = 0;
    for (uint32_t i = 0; i < count; i++)
        it->order[i] = i;
    build(it, (struct spanning_part){0, 0, count});
    for (uint32_t i = 0; i < count; i++)
        it->where[it->order[i]] = i;
    return STATUS_OK;
}

enum status spanning_make(struct spanning *it, const struct maze_spot *places, uint32_t count,
                          struct maze_edge *edges, struct error *error)
{
    assert(count > 0);
    TRY(prepare(it, places, count, error));
    it->joined[0] = 0;
    forget(it, 0);
    for (uint32_t done = 1; done < count; done++) {
        note_nearest(it, done - 1);
        struct ranked next = heap_pop(it->next, &it->next_count);
        while (it->where[next.second] == FAR) { /* another place has joined it meanwhile */
            note_nearest(it, next.third);
            next = heap_pop(it->next, &it->next_count);
        }
        edges[done] = (struct maze_edge){it->joined[next.third], next.second};
        it->joined[done] = next.second;
        forget(it, next.second);
        if (done + 1 < count)
            note_nearest(it, next.third);
    }
    return STATUS_OK;
}

MEM_DESTROY(spanning_destroy, spanning, it->order, it->where, it->joined, it->next, it->boxes)
