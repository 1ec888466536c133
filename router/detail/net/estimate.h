/* estimate: what is left of a way to the targets, at least.
 *
 * That is the distance to the box about the targets and a via for each layer between. More is known
 * where all targets lie on one layer and wires on it do not come far, as is so for most pins:
 *
 *     metal 2    :    :        the pocket P: the nodes of the targets' layer from which wires on
 *     metal 1  # P P T P #     that layer lead to a target T
 *
 * Whoever is on that layer outside the pocket has to leave it and to come back: two vias. Whoever
 * is on a layer next to it and beside the pocket, so that he wants a wire across his layer's
 * direction, has two vias on the way to a layer of the other direction, or goes the wrong way. No
 * step makes the estimate less by more than it costs, so that a node's first label that is expanded
 * is the cheapest.
 */
#pragma once

#include "router/detail/net/search_state.h"

/* Marks the targets, finds their box and their pocket; costs a few steps for each node of these. */
void estimate_begin(struct detail_search *search, const struct detail_job *job);

/* Takes the marks away. */
void estimate_end(struct detail_search *search, const struct detail_job *job);

static inline int32_t estimate_beside(int32_t low, int32_t high, int32_t at)
{
    return int_max(int_max(low - at, at - high), 0);
}

/* From a node at indices of a layer. */
static inline int32_t estimate_at(const struct detail_search *s, uint32_t l, uint32_t ix,
                                  uint32_t iy, uint32_t node)
{
    const struct lattice_layer *layer = &s->lattice->layers[l];
    const struct estimate *e = &s->estimate;
    int32_t x = layer->x.place[ix], y = layer->y.place[iy];
    int32_t least = estimate_beside(e->low_x, e->high_x, x) +
                    estimate_beside(e->low_y, e->high_y, y) + e->rise[l];
    if (e->beside[l]) {
        int32_t far = estimate_beside(e->pocket_low, e->pocket_high, layer->vertical ? x : y);
        least += int_min(far * (s->costs->wrong - 4) / 4, e->detour);
    } else if (l == e->pocket_layer && !(s->flags[node] & NODE_POCKET)) {
        least += e->detour;
    }
    return least;
}

static inline int32_t estimate_spot(const struct detail_search *s, struct access_spot at)
{
    return estimate_at(s, at.layer, at.ix, at.iy, lattice_node(s->lattice, at.layer, at.ix, at.iy));
}
