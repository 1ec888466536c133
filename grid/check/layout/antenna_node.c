/* antenna_node: joins the metal of a net layer by layer, and measures the nodes of a layer. */
#include "grid/check/layout/antenna_work.h"

/* The items that the layer joins: of a metal layer the cuts right below it, of a cut layer the
 * metal below. */
static void find_below(const struct antenna_work *w, struct antenna_level *level)
{
    const struct tech_layer *layers = w->layout->tech.layers;
    uint16_t low = level->layer, high = level->layer;
    while (low > 0 && layers[low - 1].kind != LAYER_ROUTING)
        low--;
    if (level->cut) {
        high = low;
        low = low > 0 ? low - 1 : 0;
    }
    level->high = level->first;
    while (level->high > 0 && w->items[level->high - 1].layer >= high)
        level->high--;
    level->low = level->high;
    while (level->low > 0 && w->items[level->low - 1].layer >= low)
        level->low--;
}

static void join_flat(struct antenna_work *w, const struct antenna_level *level)
{
    for (uint32_t i = level->first; i < level->end; i++) {
        for (uint32_t j = i + 1; j < level->end && w->items[j].rect.x0 <= w->items[i].rect.x1; j++)
            if (rect_touch(w->items[i].rect, w->items[j].rect)) {
                union_join(w->flat, i, j);
                union_join(w->root, i, j);
            }
        if (w->items[i].owner == TECH_NONE)
            continue;
        w->there[w->items[i].owner] = true;
        union_join(w->root, i, w->item_count + w->items[i].owner);
    }
}

/* Joins the metal of one layer and the cuts that overlap it. Cuts are narrow, so that few are
 * compared with each piece of metal. */
static void join_overlaps(struct antenna_work *w, const uint32_t metal[2], const uint32_t cuts[2])
{
    int32_t widest = 0;
    for (uint32_t c = cuts[0]; c < cuts[1]; c++)
        widest = rect_width(w->items[c].rect) > widest ? rect_width(w->items[c].rect) : widest;
    for (uint32_t from = cuts[0], to; from < cuts[1]; from = to) {
        to = from + 1;
        while (to < cuts[1] && w->items[to].layer == w->items[from].layer)
            to++;
        uint32_t behind = from; /* earlier cuts end before the metal */
        for (uint32_t m = metal[0]; m < metal[1]; m++) {
            const struct layout_rect r = w->items[m].rect;
            while (behind < to && w->items[behind].rect.x0 < (int64_t)r.x0 - widest)
                behind++;
            for (uint32_t c = behind; c < to && w->items[c].rect.x0 < r.x1; c++)
                if (rect_overlap(r, w->items[c].rect))
                    union_join(w->root, m, c);
        }
    }
}

void antenna_join(struct antenna_work *w, struct antenna_level *level)
{
    assert(level->first < level->end && level->end <= w->item_count);
    find_below(w, level);
    const uint32_t own[] = {level->first, level->end}, below[] = {level->low, level->high};
    join_flat(w, level);
    join_overlaps(w, level->cut ? below : own, level->cut ? own : below);
}

enum status antenna_union(struct antenna_work *w, uint32_t count, int64_t *area, int64_t *outline,
                          struct error *error)
{
    assert(count > 0);
    *area = rect_area(w->rects[0]);
    *outline = 2 * ((int64_t)rect_width(w->rects[0]) + rect_height(w->rects[0]));
    if (count == 1)
        return STATUS_OK;
    TRY(polygon_make(&w->polygon, w->rects, count, error));
    TRY(polygon_loops(&w->polygon, error));
    *area = polygon_area(&w->polygon);
    *outline = polygon_outline(&w->polygon);
    return STATUS_OK;
}

/* Sorts the items of the layer by cluster of metal that touches, a counting sort: cluster c is
 * order[start[c + 1]] .. order[start[c + 2] - 1]. */
static void sort_clusters(struct antenna_work *w, const struct antenna_level *level)
{
    const uint32_t count = level->end - level->first;
    memset(w->start, 0, (count + 2) * sizeof *w->start);
    for (uint32_t i = level->first; i < level->end; i++)
        w->start[union_find(w->flat, i) - level->first + 1]++;
    for (uint32_t i = 0; i <= count; i++)
        w->start[i + 1] += w->start[i];
    for (uint32_t i = level->end; i-- > level->first;)
        w->order[--w->start[union_find(w->flat, i) - level->first + 1]] = i;
}

/* Adds the areas that the pins state for the layer to their nodes. */
static void add_pins(struct antenna_work *w, const struct antenna_level *level)
{
    const struct library *library = &w->layout->library;
    for (uint32_t p = 0; p < w->pin_count; p++) {
        struct antenna_node *node = &w->nodes[union_find(w->root, w->item_count + p)];
        const struct layout_pin at = layout_pin(w->layout, w->pins[p]);
        if (!w->there[p] || !node->has_metal || at.component == TECH_NONE)
            continue;
        const struct slice values = library->pins[at.pin].antenna;
        node->diffusion +=
            antenna_pin_area(w->layout, w->pins[p], ANTENNA_DIFFUSION, 0, level->layer);
        for (uint32_t i = values.first; i < values.first + values.count; i++) {
            const struct antenna_area *value = &library->antenna_areas[i];
            if (value->layer == level->layer && value->part >= ANTENNA_METAL_AREA &&
                value->part <= ANTENNA_CUT_AREA)
                node->inner[value->part - ANTENNA_METAL_AREA] += value->value;
        }
    }
}

enum status antenna_measure(struct antenna_work *w, const struct antenna_level *level,
                            struct error *error)
{
    const uint32_t count = level->end - level->first;
    for (uint32_t n = 0; n < w->item_count + w->pin_count; n++)
        w->nodes[n] = (struct antenna_node){.least_cut = INT64_MAX};
    sort_clusters(w, level);
    for (uint32_t c = 0; c < count; c++) {
        const uint32_t from = w->start[c + 1], to = w->start[c + 2];
        int64_t area = 0, outline = 0;
        if (from == to)
            continue;
        for (uint32_t i = from; i < to; i++)
            w->rects[i - from] = w->items[w->order[i]].rect;
        TRY(antenna_union(w, to - from, &area, &outline, error));
        struct antenna_node *node = &w->nodes[union_find(w->root, level->first + c)];
        node->has_metal = true;
        node->area += area;
        node->outline += outline;
        node->least_cut = area < node->least_cut ? area : node->least_cut;
    }
    add_pins(w, level);
    return STATUS_OK;
}
