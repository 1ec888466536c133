/* estimate: finds the pocket of the targets by breadth-first search, and the vias of the best way
 * through the layers. */
#include "router/detail/net/estimate.h"

enum {
    LONG_PITCHES = 1024, /* a window is large from this length on, in pitches */
    WEIGHT_NONE = 31,    /* weight, in powers of 1 / 2, that adds nothing to a bound */
    WEIGHT_LONG = 10,    /* weight in large windows of a sparse lattice: 1 / 1024 of the bound */
    WEIGHT_CHEAP = 7,    /* weight in others while conflicts are cheap: 1 / 128 of the distance */
};

static uint8_t *flags_of(struct detail_search *s, struct access_spot at)
{
    return &s->marks
                .flags[marks_enter(&s->marks, lattice_node(s->lattice, at.layer, at.ix, at.iy))];
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
    return cell_step_is_open(s->lattice, from.layer, &s->cells[node], way, s->own) ||
           (s->narrow != NULL &&
            cell_step_is_open(s->lattice, from.layer, &s->narrow[node], way, s->own));
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

/* The directions that wires of a layer have. */
static uint32_t way_of(const struct lattice *lattice, uint32_t l)
{
    return lattice->layers[l].vertical ? ESTIMATE_Y : ESTIMATE_X;
}

/* Lowers `to` to one via more than `from`. */
static bool lower(int32_t *to, int32_t from, int32_t via)
{
    const bool less = from < INT32_MAX && from + via < *to;
    if (less)
        *to = from + via;
    return less;
}

/* Lowers the cost of vias from layer l by those from its neighbours; true if it changed any. */
static bool lower_layer(struct detail_search *s, uint32_t l)
{
    struct estimate *e = &s->estimate;
    const uint32_t pocket = e->pocket_layer, count = s->lattice->layer_count;
    bool changed = false;
    for (uint32_t need = 0; need < 4; need++) {
        const uint32_t rest = need & ~way_of(s->lattice, l);
        for (uint32_t to = l > 0 ? l - 1 : l + 1; to <= l + 1 && to < count; to += 2) {
            changed = lower(&e->vias[l][need], e->vias[to][rest], s->costs->via) || changed;
            if (to == pocket)
                changed =
                    lower(&e->vias[l][need], e->vias[MODEL_LAYERS_MAX][rest], s->costs->via) ||
                    changed;
            if (l == pocket) /* out of the pocket: it has no direction */
                changed =
                    lower(&e->vias[MODEL_LAYERS_MAX][need], e->vias[to][need], s->costs->via) ||
                    changed;
        }
    }
    return changed;
}

/* Fills estimate.vias by label correcting (Bellman 1958), if the layers of the job have changed. */
static void find_vias(struct detail_search *s)
{
    struct estimate *e = &s->estimate;
    const uint32_t key[4] = {e->low_layer + 1, e->high_layer + 1, e->pocket_layer + 1,
                             (uint32_t)s->costs->via};
    assert(s->costs->via > 0);
    if (memcmp(key, e->known, sizeof key) == 0)
        return;
    memcpy(e->known, key, sizeof key);
    for (uint32_t l = 0; l <= MODEL_LAYERS_MAX; l++)
        for (uint32_t need = 0; need < 4; need++)
            e->vias[l][need] = INT32_MAX;
    e->vias[MODEL_LAYERS_MAX][0] = 0;
    for (uint32_t l = e->low_layer; l <= e->high_layer && e->pocket_layer == MODEL_NONE; l++)
        e->vias[l][0] = e->vias[l][way_of(s->lattice, l)] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t l = 0; l < s->lattice->layer_count; l++)
            changed = lower_layer(s, l) || changed;
    }
    for (uint32_t l = 0; l <= MODEL_LAYERS_MAX; l++)
        for (uint32_t need = 0; need < 4; need++) /* no such way: sums must not overflow */
            e->vias[l][need] = int_min(e->vias[l][need], INT32_MAX / 4);
}

/* Prepares the bound for large windows. */
static void begin_long(struct detail_search *s)
{
    struct estimate *e = &s->estimate;
    e->near_x[0] = e->low_x;
    e->near_x[1] = e->high_x;
    e->near_y[0] = e->low_y;
    e->near_y[1] = e->high_y;
    if (e->pocket_layer != MODEL_NONE) {
        int32_t *along = s->lattice->layers[e->pocket_layer].vertical ? e->near_y : e->near_x;
        along[0] = e->pocket_low;
        along[1] = e->pocket_high;
    }
    find_vias(s);
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
    e->is_long = rect_long(job->window) > LONG_PITCHES * lattice->pitch * lattice->scale;
    if (e->is_long)
        begin_long(s);
    e->weight = WEIGHT_NONE;
    if (e->is_long && lattice->sparse)
        e->weight = WEIGHT_LONG;
    else if (!e->is_long && s->costs->cheap)
        e->weight = WEIGHT_CHEAP;
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
