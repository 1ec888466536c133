/* estimate: finds the pocket of the targets by breadth-first search. */
#include "router/detail/net/estimate.h"

static uint8_t *flags_of(const struct detail_search *s, struct access_spot at)
{
    return &s->flags[lattice_node(s->lattice, at.layer, at.ix, at.iy)];
}

static void add_target(struct detail_search *s, struct access_spot at)
{
    const struct lattice_layer *layer = &s->lattice->layers[at.layer];
    struct estimate *e = &s->estimate;
    e->low_x = int_min(e->low_x, layer->x.place[at.ix]);
    e->high_x = int_max(e->high_x, layer->x.place[at.ix]);
    e->low_y = int_min(e->low_y, layer->y.place[at.iy]);
    e->high_y = int_max(e->high_y, layer->y.place[at.iy]);
    e->low_layer = uint_min(e->low_layer, at.layer);
    e->high_layer = uint_max(e->high_layer, at.layer);
    *flags_of(s, at) |= NODE_TARGET;
}

/* Adds a node to the pocket, if it is not in it; false if there is no room. */
static bool add_node(struct detail_search *s, struct access_spot at)
{
    struct estimate *e = &s->estimate;
    const struct lattice_layer *layer = &s->lattice->layers[at.layer];
    uint8_t *flags = flags_of(s, at);
    if (*flags & NODE_POCKET)
        return true;
    if (e->pocket_count == POCKET_MOST)
        return false;
    int32_t along = layer->vertical ? layer->y.place[at.iy] : layer->x.place[at.ix];
    *flags |= NODE_POCKET;
    e->pocket[e->pocket_count++] = at;
    e->pocket_low = int_min(e->pocket_low, along);
    e->pocket_high = int_max(e->pocket_high, along);
    return true;
}

/* True if the net may have a wire, or a narrow one, from a node to the next along an axis. */
static bool leads(const struct detail_search *s, struct access_spot from, uint32_t way)
{
    uint32_t node = lattice_node(s->lattice, from.layer, from.ix, from.iy);
    return search_open(s->cells[node].own[way], s->own) ||
           (s->narrow != NULL && search_open(s->narrow[node].own[way], s->own));
}

/* Adds the neighbours that wires may lead to, ignoring routed metal; false if there is no room. */
static bool add_next(struct detail_search *s, struct access_spot at)
{
    const struct lattice_layer *layer = &s->lattice->layers[at.layer];
    struct access_spot left = {at.layer, (uint16_t)(at.ix - 1), at.iy};
    struct access_spot right = {at.layer, (uint16_t)(at.ix + 1), at.iy};
    struct access_spot down = {at.layer, at.ix, (uint16_t)(at.iy - 1)};
    struct access_spot up = {at.layer, at.ix, (uint16_t)(at.iy + 1)};
    return (at.ix == 0 || !leads(s, left, 0) || add_node(s, left)) &&
           (right.ix >= layer->x.count || !leads(s, at, 0) || add_node(s, right)) &&
           (at.iy == 0 || !leads(s, down, 1) || add_node(s, down)) &&
           (up.iy >= layer->y.count || !leads(s, at, 1) || add_node(s, up));
}

/* Finds the pocket; false if it has over POCKET_MOST nodes. */
static bool find_pocket(struct detail_search *s, const struct detail_job *job)
{
    struct estimate *e = &s->estimate;
    e->pocket_low = INT32_MAX;
    e->pocket_high = INT32_MIN;
    for (size_t i = 0; i < job->target_count; i++)
        if (!add_node(s, job->targets[i]))
            return false;
    for (uint32_t i = 0; i < e->pocket_count; i++)
        if (!add_next(s, e->pocket[i]))
            return false;
    return true;
}

void estimate_begin(struct detail_search *s, const struct detail_job *job)
{
    const struct lattice *lattice = s->lattice;
    struct estimate *e = &s->estimate;
    assert(job->target_count > 0);
    e->low_x = e->low_y = INT32_MAX;
    e->high_x = e->high_y = INT32_MIN;
    e->low_layer = UINT32_MAX;
    e->high_layer = 0;
    e->pocket_count = 0;
    for (size_t i = 0; i < job->target_count; i++)
        add_target(s, job->targets[i]);
    bool enclosed = e->low_layer == e->high_layer && find_pocket(s, job);
    assert(e->low_layer <= e->high_layer && e->high_layer < lattice->layer_count);
    e->pocket_layer = enclosed ? e->low_layer : MODEL_NONE;
    e->detour = 2 * s->costs->via;
    for (uint32_t l = 0; l < lattice->layer_count; l++) {
        uint32_t away = l < e->low_layer ? e->low_layer - l : l - uint_min(l, e->high_layer);
        e->rise[l] = (int32_t)away * s->costs->via;
        e->beside[l] = enclosed && away == 1 &&
                       lattice->layers[l].vertical != lattice->layers[e->pocket_layer].vertical;
    }
}

void estimate_end(struct detail_search *s, const struct detail_job *job)
{
    for (size_t i = 0; i < job->target_count; i++)
        set_flag(flags_of(s, job->targets[i]), NODE_TARGET, false);
    for (uint32_t i = 0; i < s->estimate.pocket_count; i++)
        set_flag(flags_of(s, s->estimate.pocket[i]), NODE_POCKET, false);
}
