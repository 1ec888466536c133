/* search: the loop of A*: takes the node with the least sum of cost and bound, and relaxes its
 * steps and vias. */
#include "router/detail/net/search.h"

#include "router/detail/net/estimate.h"
#include "router/detail/net/queue.h"

enum {
    JOG_TIMES = 3,         /* factor of the length of a jog on a layer without wires of the net */
    NARROW_TIMES = 2,      /* factor of the cost of a step of class 0 for a net of another class */
    KEPT_LABELS = 1 << 20, /* labels and queue entries whose memory is kept from net to net */
};

enum status search_create(struct detail_search **search, const struct lattice *lattice,
                          struct error *error)
{
    assert(lattice->node_count > 0);
    TRY(MEM_NEW(*search, 1, "search", error));
    struct detail_search *s = *search;
    s->lattice = lattice;
    TRY(guide_create(&s->guide, lattice, error));
    TRY(marks_create(&s->marks, lattice, error));
    s->labels = pages_make(marks_room(lattice), sizeof *s->labels, true, "labels", error);
    if (s->labels == NULL)
        return STATUS_FAILED;
    for (uint32_t i = 0; i < RING; i++)
        s->head[i] = -1;
    return STATUS_OK;
}

void search_destroy(struct detail_search *search)
{
    if (search == NULL)
        return;
    guide_destroy(&search->guide);
    pages_free(search->labels, true);
    marks_destroy(&search->marks);
    MEM_FREE(search->entries, search->path, search);
}

/* Frees labels, of which `used` are in use, and queue entries beyond the first `kept`. */
static void shrink(struct detail_search *search, size_t used, size_t kept)
{
    if (used > kept)
        pages_clear(search->labels + kept, used - kept, sizeof *search->labels, true);
    if (search->entry_room > kept) {
        free(search->entries);
        search->entries = NULL;
        search->entry_room = 0;
    }
}

void search_leave(struct detail_search *search)
{
    shrink(search, marks_leave(&search->marks), KEPT_LABELS);
}

void search_rest(struct detail_search *search)
{
    search_leave(search);
    shrink(search, uint_min(KEPT_LABELS, search->lattice->node_count), 0);
}

void search_set_stop(struct detail_search *search, const struct lattice_stop *stop)
{
    assert(search != NULL);
    search->stop = stop;
}

uint64_t search_work(const struct detail_search *search)
{
    return search->work;
}

/* Replaces the label of a node if the new cost is less; false if it is not. */
static inline bool relabel(struct detail_search *s, uint32_t node, int32_t cost, uint32_t move)
{
    struct label *label = &s->labels[marks_enter(&s->marks, node)];
    if (label->from >> STAMP_SHIFT == s->stamp && label->cost <= cost)
        return false;
    label->cost = cost;
    label->from = s->stamp << STAMP_SHIFT | move;
    return true;
}

/* The same, and adds the node to the queue. */
static inline void relax(struct detail_search *s, uint32_t l, uint32_t ix, uint32_t iy,
                         uint32_t node, int32_t cost, uint32_t move)
{
    if (relabel(s, node, cost, move))
        queue_add(s, cost + estimate_at(s, l, ix, iy, node),
                  (struct open_entry){-1, cost, (uint16_t)ix, (uint16_t)iy, (uint16_t)l});
}

/* The cost of a step for wires of one class (cells), or -1 if it is closed. The owner is stored
 * with the end of the lower number. A step from a source also pays for the source's conflicts. */
static inline int32_t step_cost(const struct detail_search *s, const struct cell *cells,
                                uint32_t from, uint32_t node, uint32_t way, int32_t length,
                                uint32_t came)
{
    if (!cell_is_open(s->lattice, &cells[uint_min(from, node)], way, s->own))
        return -1;
    struct cell_costs costs = cell_costs_at(s->lattice, &cells[node], CELL_NODE_SHIFT);
    if (came == MOVE_SOURCE) {
        const struct cell_costs first = cell_costs_at(s->lattice, &cells[from], CELL_NODE_SHIFT);
        costs.count += first.count;
        costs.toll += first.toll;
    }
    if (costs.count > 0 && s->costs->strict)
        return -1;
    if (costs.count > 0 && guide_outside(&s->guide, node))
        costs.count *= GUIDE_TIMES;
    return int_min(length + costs.count * s->costs->present + costs.toll, STEP_MOST);
}

/* True if a wire may be narrow (or not) after a move. MINSTEP forbids changes of width. */
static inline bool may_be(const struct detail_search *s, uint32_t l, uint32_t came, bool narrow)
{
    const struct model_layer *layer = &s->lattice->model->layers[l];
    bool after_wire = came > MOVE_SOURCE && came < MOVE_VIA_UP;
    return !after_wire || (!layer->rectangles && layer->minstep <= 0) ||
           narrow == (came > MOVE_NARROW);
}

/* A step to a neighbouring node of the layer; it is queued after the vias. */
static inline void step(struct detail_search *s, const struct open_entry *e, uint32_t from,
                        uint32_t node, uint32_t way, int32_t length, uint32_t move, uint32_t came)
{
    uint32_t ix = move == MOVE_RIGHT ? e->ix + 1u : move == MOVE_LEFT ? e->ix - 1u : e->ix;
    uint32_t iy = move == MOVE_UP ? e->iy + 1u : move == MOVE_DOWN ? e->iy - 1u : e->iy;
    const bool jogs = s->no_wires >> e->layer & 1;
    const struct node_span *inside = &s->inside[e->layer];
    if (ix >= inside->x0 && ix < inside->x1 && iy >= inside->y0 && iy < inside->y1)
        return;
    if (jogs && !(search_flags(s, from) & search_flags(s, node) & NODE_NEAR_PIN))
        return;
    if (jogs)
        length *= JOG_TIMES;
    if (search_is_known(s, node, e->cost + length))
        return;
    int32_t cost = -1;
    if (s->narrow == NULL || may_be(s, e->layer, came, false))
        cost = step_cost(s, s->cells, from, node, way, length, came);
    if (s->narrow != NULL && (search_flags(s, from) & search_flags(s, node) & NODE_NEAR_PIN) &&
        may_be(s, e->layer, came, true)) {
        int32_t narrow = step_cost(s, s->narrow, from, node, way, NARROW_TIMES * length, came);
        if (narrow >= 0 && (cost < 0 || narrow < cost)) {
            cost = narrow;
            move += MOVE_NARROW;
        }
    }
    if (cost < 0 || !relabel(s, node, e->cost + cost, move))
        return;
    cost += e->cost;
    s->steps[s->step_count++] =
        (struct waiting_node){cost + estimate_at(s, e->layer, ix, iy, node),
                              {-1, cost, (uint16_t)ix, (uint16_t)iy, e->layer}};
}

/* The cost of the cheapest variant of a class's vias at a site, or -1 if none is possible. near: 1
 * if a hole of the net's tree is too near, else 0. */
static inline int32_t variant_cost(const struct detail_search *s, uint32_t cut, uint32_t class,
                                   uint32_t at, int32_t near, uint32_t *variant)
{
    const struct lattice_cut *c = &s->lattice->cuts[cut];
    int32_t best = -1;
    for (uint32_t v = lattice_first_variant(class); v < lattice_end_variant(c, class); v++) {
        const struct cell *site = lattice_site(c, v, at);
        if (!cell_is_open(s->lattice, site, 0, s->own))
            continue;
        const struct cell_costs costs = cell_costs_at(s->lattice, site, CELL_SITE_SHIFT);
        const int32_t count = costs.count + near;
        if (count > 0 && s->costs->strict)
            continue;
        int32_t cost = s->costs->via + count * s->costs->present + costs.toll;
        if (best < 0 || cost < best) {
            best = cost;
            *variant = v - lattice_first_variant(class);
        }
    }
    return int_min(best, STEP_MOST);
}

/* The cost of the cheapest via from node `from`, or -1; low: the via's node on the layer below; at:
 * the via's site. */
static inline int32_t via_cost(const struct detail_search *s, uint32_t cut, uint32_t low,
                               uint32_t at, uint32_t from, uint32_t *variant)
{
    int32_t near = s->lattice->cuts[cut].tight && (search_flags(s, low) & NODE_NEAR_HOLE);
    int32_t cost = variant_cost(s, cut, s->class, at, near, variant);
    if (s->narrow != NULL && (search_flags(s, from) & NODE_NEAR_PIN) &&
        model_class_cuts(s->lattice->model, cut, s->class) < 2) {
        uint32_t thin = 0;
        int32_t narrow = variant_cost(s, cut, 0, at, near, &thin);
        if (narrow >= 0 && (cost < 0 || narrow + s->costs->via < cost)) {
            cost = int_min(narrow + s->costs->via, STEP_MOST);
            *variant = LATTICE_VARIANTS + thin;
        }
    }
    return cost;
}

/* The via of a node to the layer above (up) or below, unless the last move was a via from there. */
static inline void via(struct detail_search *s, const struct open_entry *e, uint32_t node,
                       uint32_t came, bool up)
{
    const struct lattice *lattice = s->lattice;
    const uint32_t l = e->layer, to = up ? l + 1 : l - 1, cut = up ? l : l - 1;
    if (up ? l >= lattice->last : l == 0 || l > lattice->last)
        return;
    const struct lattice_layer *layer = &lattice->layers[l];
    uint32_t ix = up ? layer->x.up[e->ix] : layer->x.down[e->ix], variant = 0;
    uint32_t iy = up ? layer->y.up[e->iy] : layer->y.down[e->iy];
    bool from_above = came >= MOVE_VIA_DOWN, from_below = !from_above && came >= MOVE_VIA_UP;
    if ((up ? from_above : from_below) || ix == MODEL_NONE || iy == MODEL_NONE)
        return;
    uint32_t other = lattice_node(lattice, to, ix, iy);
    if (search_is_known(s, other, e->cost + s->costs->via))
        return;
    const uint32_t at = up ? lattice_at(layer, e->ix, e->iy) : lattice_at(layer - 1, ix, iy);
    int32_t cost = via_cost(s, cut, up ? node : other, at, node, &variant);
    if (cost < 0)
        return;
    if (up ? from_below : from_above)
        cost = int_min(cost + s->costs->stack[l], STEP_MOST);
    if (search_is_known(s, other, e->cost + cost))
        return;
    if (lattice->cuts[cut].tight &&
        search_hole_near(s, cut, (struct access_spot){e->layer, e->ix, e->iy}))
        return;
    if (lattice->model->stack_most > 0 && search_is_single(s, cut, MOVE_VIA_UP + variant) &&
        search_stack_full(s, cut, (struct access_spot){e->layer, e->ix, e->iy}))
        return;
    relax(s, to, ix, iy, other, e->cost + cost, (up ? MOVE_VIA_UP : MOVE_VIA_DOWN) + variant);
}

/* Prefetches what the vias of a node will read, as it is far in memory. */
static inline void fetch_vias(const struct detail_search *s, const struct open_entry *e)
{
    const struct lattice *lattice = s->lattice;
    uint32_t l = e->layer;
    const struct lattice_layer *layer = &lattice->layers[l];
    uint32_t up_x = layer->x.up[e->ix], up_y = layer->y.up[e->iy];
    uint32_t down_x = layer->x.down[e->ix], down_y = layer->y.down[e->iy];
    if (up_x != MODEL_NONE && up_y != MODEL_NONE && l + 1 < lattice->layer_count) {
        __builtin_prefetch(search_label(s, lattice_node(lattice, l + 1, up_x, up_y)));
        __builtin_prefetch(lattice_site(&lattice->cuts[l], lattice_first_variant(s->class),
                                        lattice_at(layer, e->ix, e->iy)));
    }
    if (down_x != MODEL_NONE && down_y != MODEL_NONE && l > 0) {
        __builtin_prefetch(search_label(s, lattice_node(lattice, l - 1, down_x, down_y)));
        __builtin_prefetch(lattice_site(&lattice->cuts[l - 1], lattice_first_variant(s->class),
                                        lattice_at(layer - 1, down_x, down_y)));
    }
}

static void expand(struct detail_search *s, const struct open_entry *e, uint32_t node)
{
    const struct lattice_layer *layer = &s->lattice->layers[e->layer];
    const struct node_span *span = &s->span[e->layer];
    uint32_t ix = e->ix, iy = e->iy;
    int32_t x = layer->x.place[ix], y = layer->y.place[iy];
    int32_t by_x = layer->vertical ? s->costs->wrong : 4;
    int32_t by_y = layer->vertical ? 4 : s->costs->wrong;
    uint32_t came = search_label(s, node)->from & MOVE_MASK;
    uint32_t way = came > MOVE_DOWN && came < MOVE_VIA_UP ? came - MOVE_NARROW : came;
    fetch_vias(s, e);
    const uint32_t *px = layer->x.part + ix, *py = layer->y.part + iy;
    s->step_count = 0;
    if (ix + 1 < span->x1 && way != MOVE_LEFT)
        step(s, e, node, node + (px[1] - px[0]), 0, (layer->x.place[ix + 1] - x) * by_x / 4,
             MOVE_RIGHT, came);
    if (ix > span->x0 && way != MOVE_RIGHT)
        step(s, e, node, node - (px[0] - px[-1]), 0, (x - layer->x.place[ix - 1]) * by_x / 4,
             MOVE_LEFT, came);
    if (iy + 1 < span->y1 && way != MOVE_DOWN)
        step(s, e, node, node + (py[1] - py[0]), 1, (layer->y.place[iy + 1] - y) * by_y / 4,
             MOVE_UP, came);
    if (iy > span->y0 && way != MOVE_UP)
        step(s, e, node, node - (py[0] - py[-1]), 1, (y - layer->y.place[iy - 1]) * by_y / 4,
             MOVE_DOWN, came);
    /* Vias first: buckets are stacks, so of paths of one cost those with fewer vias come first. */
    via(s, e, node, came, true);
    via(s, e, node, came, false);
    for (uint32_t i = 0; i < s->step_count; i++)
        queue_add(s, s->steps[i].sum, s->steps[i].entry);
}

void search_mark_hole(struct detail_search *search, uint32_t cut, uint32_t class, uint32_t ix,
                      uint32_t iy, bool set)
{
    const struct lattice *lattice = search->lattice;
    const struct lattice_layer *low = &lattice->layers[cut];
    if (lattice->cuts[cut].tight)
        lattice_near_hole(lattice, cut, class, ix, iy, &search->marks, NODE_NEAR_HOLE, set);
    if (lattice->model->stack_most == 0)
        return;
    marks_set(&search->marks, lattice_node(lattice, cut, ix, iy), NODE_VIA, set);
    marks_set(&search->marks, lattice_node(lattice, cut + 1, low->x.up[ix], low->y.up[iy]),
              NODE_VIA, set);
}

void search_mark_pin(struct detail_search *search, uint32_t low_layer, uint32_t high_layer,
                     struct layout_rect box, bool set)
{
    const struct lattice *lattice = search->lattice;
    assert(low_layer <= high_layer && high_layer < lattice->layer_count);
    for (uint32_t l = low_layer; l <= high_layer; l++) {
        struct node_span at = lattice_span(&lattice->layers[l], box);
        for (uint32_t ix = at.x0; ix < at.x1; ix++)
            for (uint32_t iy = at.y0; iy < at.y1; iy++)
                marks_set(&search->marks, lattice_node(lattice, l, ix, iy), NODE_NEAR_PIN, set);
    }
}

static void prepare(struct detail_search *s, const struct detail_job *job)
{
    const struct lattice *lattice = s->lattice;
    s->own = job->net + 1;
    s->class = model_class_of(lattice->model, job->net);
    s->cells = lattice->cells[s->class];
    s->no_wires = model_no_wires(lattice->model, job->net);
    s->narrow = s->class > 0 ? lattice->cells[0] : NULL;
    guide_enter(&s->guide, lattice, job->net);
    estimate_begin(s, job);
    for (uint32_t l = 0; l < lattice->layer_count; l++) {
        const bool *shut = lattice->layers[l].shut, none = job->no_wires >> l & 1;
        struct node_span *span = &s->span[l];
        *span = lattice_span(&lattice->layers[l], job->window);
        s->inside[l] = (struct node_span){0};
        if (job->inside.x0 < job->inside.x1)
            s->inside[l] = lattice_span(&lattice->layers[l], job->inside);
        if (none || shut[0])
            span->x0 = UINT32_MAX, span->x1 = 0;
        if (none || shut[1])
            span->y0 = UINT32_MAX, span->y1 = 0;
    }
    if (++s->stamp >= 1u << (32 - STAMP_SHIFT)) {
        pages_clear(s->labels, marks_room(lattice), sizeof *s->labels, true);
        s->stamp = 1;
    }
    s->entry_count = 0;
    s->unused = -1;
    s->queued = 0;
    s->at = INT32_MAX;
}

/* Adds the sources to the queue, except those whose estimate exceeds the least one by the ring. */
static void start(struct detail_search *s, const struct detail_job *job)
{
    for (size_t i = 0; i < job->source_count; i++) {
        struct access_spot t = job->sources[i];
        s->at = int_min(s->at, estimate_spot(s, t));
    }
    assert(s->at < INT32_MAX);
    for (size_t i = 0; i < job->source_count; i++) {
        struct access_spot t = job->sources[i];
        if (estimate_spot(s, t) - s->at < RING - 1)
            relax(s, t.layer, t.ix, t.iy, lattice_node(s->lattice, t.layer, t.ix, t.iy), 0,
                  MOVE_SOURCE);
    }
}

enum status search_path(struct detail_search *s, const struct costs *costs,
                        const struct detail_job *job, const struct detail_step **path,
                        size_t *length, struct error *error)
{
    struct open_entry e;
    assert(job->source_count > 0 && job->target_count > 0);
    assert(costs->via > 0 && costs->wrong >= 4 && costs->present >= 0);
    const int32_t most = costs->most > 0 ? costs->most : INT32_MAX;
    *length = 0;
    s->costs = costs;
    prepare(s, job);
    enum status status = queue_room(s, job->source_count, error);
    if (status == STATUS_OK)
        start(s, job);
    while (status == STATUS_OK && queue_take(s, &e) && s->at <= most) {
        uint32_t node = lattice_node(s->lattice, e.layer, e.ix, e.iy);
        if (search_label(s, node)->cost != e.cost)
            continue;
        if (estimate_at_targets(s, &e) && (search_flags(s, node) & NODE_TARGET)) {
            status = search_trace(s, (struct access_spot){e.layer, e.ix, e.iy}, length, error);
            break;
        }
        if (++s->work % LATTICE_LOOK == 0 && lattice_is_stopped(s->stop))
            break;
        status = queue_room(s, 8, error);
        if (status == STATUS_OK)
            expand(s, &e, node);
    }
    estimate_end(s, job);
    queue_empty(s);
    *path = s->path;
    return status;
}
