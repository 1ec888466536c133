/* search: labels, the ring of buckets, expansion. */
#include "router/detail/net/search.h"

#include <stdlib.h>
#include <string.h>

#include "router/detail/net/search_state.h"

enum status search_create(struct search **search, const struct lattice *lattice,
                          struct error *error)
{
    struct search *s = mem_alloc(1, sizeof *s, "search", error);
    *search = s;
    if (!s)
        return STATUS_FAILED;
    s->lattice = lattice;
    TRY(guide_create(&s->guide, lattice, error));
    s->labels = mem_alloc(lattice->node_count, sizeof *s->labels, "labels", error);
    s->target = mem_alloc(lattice->node_count, sizeof *s->target, "targets", error);
    if (!s->labels || !s->target)
        return STATUS_FAILED;
    for (int i = 0; i < RING; i++)
        s->head[i] = -1;
    return STATUS_OK;
}

void search_destroy(struct search *search)
{
    if (!search)
        return;
    guide_destroy(&search->guide);
    MEM_FREE(search->labels, search->target, search->entries, search->path, search);
}

uint64_t search_work(const struct search *search)
{
    return search->work;
}

static inline int32_t estimate(const struct search *s, int l, int ix, int iy)
{
    const struct lattice_layer *layer = &s->lattice->layers[l];
    int32_t x = layer->x.place[ix];
    int32_t y = layer->y.place[iy];
    int32_t sum = int_max(int_max(s->low_x - x, x - s->high_x), 0) +
                  int_max(int_max(s->low_y - y, y - s->high_y), 0);
    return sum + int_max(int_max(s->low_layer - l, l - s->high_layer), 0) * s->costs->via;
}

/* Gives the node a label if it is better than its present one. */
static inline void relax(struct search *s, int l, int ix, int iy, uint32_t node, int32_t cost,
                         uint32_t move)
{
    struct label *label = &s->labels[node];
    if (label->from >> STAMP_SHIFT == s->stamp && label->cost <= cost)
        return;
    label->cost = cost;
    label->from = s->stamp << STAMP_SHIFT | move;
    int32_t bucket = (cost + estimate(s, l, ix, iy)) & (RING - 1);
    struct entry *entry = &s->entries[s->entry_count];
    *entry = (struct entry){s->head[bucket], cost, (uint16_t)ix, (uint16_t)iy, (int16_t)l};
    s->head[bucket] = (int32_t)s->entry_count++;
    s->any[bucket / 64] |= UINT64_C(1) << (bucket % 64);
    s->queued++;
}

/* The next entry in order of cost and estimate; false if there is none. */
static bool take(struct search *s, struct entry *entry)
{
    if (s->queued == 0)
        return false;
    int32_t bucket = s->at & (RING - 1);
    while (s->head[bucket] < 0) {
        uint64_t word = s->any[bucket / 64] >> (bucket % 64);
        int32_t skip = word ? __builtin_ctzll(word) : 64 - bucket % 64;
        if (skip == 0) {
            s->any[bucket / 64] &= ~(UINT64_C(1) << (bucket % 64));
            continue;
        }
        s->at += skip;
        bucket = s->at & (RING - 1);
    }
    *entry = s->entries[s->head[bucket]];
    s->head[bucket] = entry->next;
    s->queued--;
    return true;
}

static inline bool open_to(int32_t own, int32_t me)
{
    return own == LATTICE_FREE || own == me;
}

/* A step within the layer: the owner stands with the node of lower index. */
static inline void step(struct search *s, int l, int ix, int iy, uint32_t node, int32_t own,
                        int32_t length, int32_t cost, uint32_t move)
{
    if (!open_to(own, s->own))
        return;
    const struct cell *cell = &s->lattice->cells[node];
    if (cell->wires > 0 && s->costs->strict)
        return;
    if (guide_outside(&s->guide, node))
        length *= 1 + GUIDE_TIMES;
    int32_t more = length + cell->wires * s->costs->present + cell->toll;
    relax(s, l, ix, iy, node, cost + int_min(more, STEP_MOST), move);
}

/* The cheapest variant of a via; its cost, or -1 if none may stand there. */
static inline int32_t via_cost(const struct search *s, int cut, uint32_t at, int *variant)
{
    const struct lattice_cut *c = &s->lattice->cuts[cut];
    int32_t best = -1;
    for (int v = 0; v < c->variants; v++) {
        const struct site *site = &c->sites[v][at];
        if (!open_to(site->own, s->own) || (site->count > 0 && s->costs->strict))
            continue;
        int32_t cost = s->costs->via + site->count * s->costs->present + site->toll;
        if (best < 0 || cost < best) {
            best = cost;
            *variant = v;
        }
    }
    return int_min(best, STEP_MOST);
}

static inline void vias(struct search *s, const struct entry *e, uint32_t node, uint32_t came)
{
    const struct lattice *lattice = s->lattice;
    int l = e->layer;
    const struct lattice_layer *layer = &lattice->layers[l];
    int variant = 0;
    struct spot spot = {e->layer, e->ix, e->iy};
    if (l + 1 < lattice->layer_count && layer->x.up[e->ix] >= 0 && layer->y.up[e->iy] >= 0) {
        int ix = layer->x.up[e->ix];
        int iy = layer->y.up[e->iy];
        int32_t cost = via_cost(s, l, node - layer->base, &variant);
        if (lattice->cuts[l].tight && search_hole_near(s, l, spot))
            cost = -1;
        if (cost >= 0 && came >= MOVE_VIA_UP && came < MOVE_VIA_DOWN)
            cost = int_min(cost + s->costs->stack[l], STEP_MOST);
        if (cost >= 0 && guide_outside(&s->guide, lattice_node(lattice, l + 1, ix, iy)))
            cost = int_min(cost + GUIDE_TIMES * s->costs->via, STEP_MOST);
        if (cost >= 0)
            relax(s, l + 1, ix, iy, lattice_node(lattice, l + 1, ix, iy), e->cost + cost,
                  MOVE_VIA_UP + (uint32_t)variant);
    }
    if (l > 0 && layer->x.down[e->ix] >= 0 && layer->y.down[e->iy] >= 0) {
        int ix = layer->x.down[e->ix];
        int iy = layer->y.down[e->iy];
        uint32_t below = lattice_node(lattice, l - 1, ix, iy);
        int32_t cost = via_cost(s, l - 1, below - lattice->layers[l - 1].base, &variant);
        if (lattice->cuts[l - 1].tight && search_hole_near(s, l - 1, spot))
            cost = -1;
        if (cost >= 0 && came >= MOVE_VIA_DOWN)
            cost = int_min(cost + s->costs->stack[l], STEP_MOST);
        if (cost >= 0 && guide_outside(&s->guide, below))
            cost = int_min(cost + GUIDE_TIMES * s->costs->via, STEP_MOST);
        if (cost >= 0)
            relax(s, l - 1, ix, iy, below, e->cost + cost, MOVE_VIA_DOWN + (uint32_t)variant);
    }
}

static void expand(struct search *s, const struct entry *e, uint32_t node)
{
    const struct lattice_layer *layer = &s->lattice->layers[e->layer];
    const struct span *span = &s->span[e->layer];
    const struct cell *cell = &s->lattice->cells[node];
    int l = e->layer;
    int ix = e->ix;
    int iy = e->iy;
    int32_t x = layer->x.place[ix];
    int32_t y = layer->y.place[iy];
    int32_t by_x = layer->vertical ? s->costs->wrong : 4;
    int32_t by_y = layer->vertical ? 4 : s->costs->wrong;
    uint32_t came = s->labels[node].from & ((1u << STAMP_SHIFT) - 1);
    uint32_t sx = (uint32_t)layer->step_x;
    uint32_t sy = (uint32_t)layer->step_y;
    if (ix < span->x2 && came != MOVE_LEFT)
        step(s, l, ix + 1, iy, node + sx, cell->own[0], (layer->x.place[ix + 1] - x) * by_x / 4,
             e->cost, MOVE_RIGHT);
    if (ix > span->x1 && came != MOVE_RIGHT)
        step(s, l, ix - 1, iy, node - sx, cell[-layer->step_x].own[0],
             (x - layer->x.place[ix - 1]) * by_x / 4, e->cost, MOVE_LEFT);
    if (iy < span->y2 && came != MOVE_DOWN)
        step(s, l, ix, iy + 1, node + sy, cell->own[1], (layer->y.place[iy + 1] - y) * by_y / 4,
             e->cost, MOVE_UP);
    if (iy > span->y1 && came != MOVE_UP)
        step(s, l, ix, iy - 1, node - sy, cell[-layer->step_y].own[1],
             (y - layer->y.place[iy - 1]) * by_y / 4, e->cost, MOVE_DOWN);
    vias(s, e, node, came);
}

static void prepare(struct search *s, const struct job *job)
{
    const struct lattice *lattice = s->lattice;
    s->own = job->net + 1;
    guide_enter(&s->guide, lattice, job->net);
    s->low_x = s->low_y = INT32_MAX;
    s->high_x = s->high_y = INT32_MIN;
    s->low_layer = INT32_MAX;
    s->high_layer = 0;
    for (size_t i = 0; i < job->target_count; i++) {
        struct spot t = job->targets[i];
        const struct lattice_layer *layer = &lattice->layers[t.layer];
        s->low_x = int_min(s->low_x, layer->x.place[t.ix]);
        s->high_x = int_max(s->high_x, layer->x.place[t.ix]);
        s->low_y = int_min(s->low_y, layer->y.place[t.iy]);
        s->high_y = int_max(s->high_y, layer->y.place[t.iy]);
        s->low_layer = int_min(s->low_layer, t.layer);
        s->high_layer = int_max(s->high_layer, t.layer);
        s->target[lattice_node(lattice, t.layer, t.ix, t.iy)] = 1;
    }
    for (int l = 0; l < lattice->layer_count; l++) {
        const struct lattice_layer *layer = &lattice->layers[l];
        s->span[l] = (struct span){axis_find(&layer->x, job->window.x1),
                                   axis_find(&layer->y, job->window.y1),
                                   axis_find(&layer->x, job->window.x2 + 1) - 1,
                                   axis_find(&layer->y, job->window.y2 + 1) - 1};
    }
    if (++s->stamp >= 1u << (32 - STAMP_SHIFT)) {
        memset(s->labels, 0, lattice->node_count * sizeof *s->labels);
        s->stamp = 1;
    }
    s->entry_count = 0;
    s->queued = 0;
    s->at = INT32_MAX;
}

/* Room for the entries of one more expansion. */
static enum status make_room(struct search *s, size_t more, struct error *error)
{
    void *entries = s->entries;
    TRY(mem_grow(&entries, &s->entry_room, s->entry_count + more, sizeof *s->entries, "queue",
                 error));
    s->entries = entries;
    return STATUS_OK;
}

static void clear(struct search *s, const struct job *job)
{
    for (size_t i = 0; i < job->target_count; i++) {
        struct spot t = job->targets[i];
        s->target[lattice_node(s->lattice, t.layer, t.ix, t.iy)] = 0;
    }
    if (s->queued > 0) {
        for (int w = 0; w < RING / 64; w++) {
            for (uint64_t word = s->any[w]; word; word &= word - 1)
                s->head[w * 64 + __builtin_ctzll(word)] = -1;
        }
    }
    memset(s->any, 0, sizeof s->any);
}

/* Puts the sources into the queue. Those that are too far for the ring wait for nothing: they are
 * left out, as a nearer one is cheaper. */
static void start(struct search *s, const struct job *job)
{
    for (size_t i = 0; i < job->source_count; i++) {
        struct spot t = job->sources[i];
        s->at = int_min(s->at, estimate(s, t.layer, t.ix, t.iy));
    }
    for (size_t i = 0; i < job->source_count; i++) {
        struct spot t = job->sources[i];
        if (estimate(s, t.layer, t.ix, t.iy) - s->at < RING - 1)
            relax(s, t.layer, t.ix, t.iy, lattice_node(s->lattice, t.layer, t.ix, t.iy), 0,
                  MOVE_SOURCE);
    }
}

enum status search_path(struct search *s, const struct costs *costs, const struct job *job,
                        const struct step **path, size_t *length, struct error *error)
{
    enum status status = STATUS_OK;
    struct entry e;
    *length = 0;
    s->costs = costs;
    prepare(s, job);
    status = make_room(s, job->source_count, error);
    if (status == STATUS_OK)
        start(s, job);
    while (status == STATUS_OK && take(s, &e)) {
        uint32_t node = lattice_node(s->lattice, e.layer, e.ix, e.iy);
        if (s->labels[node].cost != e.cost)
            continue;
        if (s->target[node]) {
            status = search_trace(s, (struct spot){e.layer, e.ix, e.iy}, length, error);
            break;
        }
        s->work++;
        status = make_room(s, 8, error);
        if (status == STATUS_OK)
            expand(s, &e, node);
    }
    clear(s, job);
    *path = s->path;
    return status;
}
