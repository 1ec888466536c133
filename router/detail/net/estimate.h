/* estimate: a lower bound of the cost from a node to the targets (the heuristic of A*).
 *
 * The bound is the distance to the bounding box of the targets, plus a via per layer between. It is
 * larger if all targets are on one layer and wires on that layer reach few nodes, as for most pins:
 *
 *     metal 2    :    :        the pocket P: the nodes of the targets' layer from which wires on
 *     metal 1  # P P T P #     that layer lead to a target T
 *
 * A path from a node on that layer outside the pocket needs two vias. A path from a node on a
 * neighbouring layer beside the pocket needs a wire across that layer's direction: two vias to
 * another layer, or a wrong-way wire.
 *
 * In a large window with few nets these bounds leave whole rectangles of nodes of equal cost. There
 * the bound has the vias of the best way through the layers: a path that needs wires along x and
 * along y uses layers of both directions, or wires against a layer's direction. It ends with a via
 * into the pocket and has its wires before that.
 *
 * Without a weight both bounds are consistent: no step lowers it by more than the step costs, so
 * the first label of a node to be expanded is final. A weight (Pohl 1970) adds a small part of the
 * bound, or in other windows of the distance, so that of many paths of nearly equal cost not all
 * are expanded; a path may cost that much more. Searches with cheap conflicts have one, and those
 * of long paths in sparse lattices. */
#pragma once

#include "router/detail/net/search_state.h"

/* Marks the targets of a job, and finds their box and pocket. O(targets + POCKET_MOST). */
void estimate_begin(struct detail_search *search, const struct detail_job *job);

/* Clears the marks of estimate_begin. */
void estimate_end(struct detail_search *search, const struct detail_job *job);

/* The distance from `at` to low .. high. */
static inline int32_t estimate_beside(int32_t low, int32_t high, int32_t at)
{
    return int_max(int_max(low - at, at - high), 0);
}

/* The bound for a node at x, y in a large window. */
static inline int32_t estimate_long(const struct detail_search *s, uint32_t l, int32_t x, int32_t y,
                                    uint32_t node)
{
    const struct estimate *e = &s->estimate;
    const int64_t wrong = s->costs->wrong - 4; /* extra cost, in quarters of the length */
    const int32_t by_x = (int32_t)(estimate_beside(e->near_x[0], e->near_x[1], x) * wrong / 4);
    const int32_t by_y = (int32_t)(estimate_beside(e->near_y[0], e->near_y[1], y) * wrong / 4);
    const bool in_pocket = l == e->pocket_layer && (search_flags(s, node) & NODE_POCKET);
    const int32_t *vias = e->vias[in_pocket ? MODEL_LAYERS_MAX : l];
    return int_min(int_min(vias[ESTIMATE_X | ESTIMATE_Y], vias[0] + by_x + by_y),
                   int_min(vias[ESTIMATE_X] + by_y, vias[ESTIMATE_Y] + by_x));
}

/* The bound for a node; ix, iy: its lines on layer l. */
static inline int32_t estimate_at(const struct detail_search *s, uint32_t l, uint32_t ix,
                                  uint32_t iy, uint32_t node)
{
    const struct lattice_layer *layer = &s->lattice->layers[l];
    const struct estimate *e = &s->estimate;
    int32_t x = layer->x.place[ix], y = layer->y.place[iy];
    int32_t least =
        estimate_beside(e->low_x, e->high_x, x) + estimate_beside(e->low_y, e->high_y, y);
    if (e->is_long) {
        least += estimate_long(s, l, x, y, node);
        return least + (least >> e->weight);
    }
    least += (least >> e->weight) + e->rise[l];
    if (e->beside[l]) {
        int32_t far = estimate_beside(e->pocket_low, e->pocket_high, layer->vertical ? x : y);
        least += int_min(far * (s->costs->wrong - 4) / 4, e->detour);
    } else if (l == e->pocket_layer && !(search_flags(s, node) & NODE_POCKET)) {
        least += e->detour;
    }
    return least;
}

static inline int32_t estimate_spot(const struct detail_search *s, struct access_spot at)
{
    return estimate_at(s, at.layer, at.ix, at.iy, lattice_node(s->lattice, at.layer, at.ix, at.iy));
}

/* True if the entry is in the box of the targets; flags of other nodes need not be read. */
static inline bool estimate_at_targets(const struct detail_search *s, const struct open_entry *e)
{
    const struct lattice_layer *layer = &s->lattice->layers[e->layer];
    int32_t x = layer->x.place[e->ix], y = layer->y.place[e->iy];
    const struct estimate *about = &s->estimate;
    return e->layer >= about->low_layer && e->layer <= about->high_layer && x >= about->low_x &&
           x <= about->high_x && y >= about->low_y && y <= about->high_y;
}
