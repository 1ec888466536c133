/* round_bins: the bins of a net's wires, with the turns of the last change and the last claim. */
#include "router/detail/round_bins.h"

static uint32_t bin(int32_t at, int32_t size, uint32_t count)
{
    return at < 0 ? 0 : uint_min((uint32_t)(at / size), count - 1);
}

static struct round_bins bins_about(const struct round *r, uint32_t layer, struct layout_rect box)
{
    const struct layout_rect die = r->all->lattice->model->die;
    box = rect_grow(box, r->reach[layer]);
    return (struct round_bins){
        bin(box.x0 - die.x0, r->bin_size, r->columns), bin(box.y0 - die.y0, r->bin_size, r->rows),
        bin(box.x1 - die.x0, r->bin_size, r->columns), bin(box.y1 - die.y0, r->bin_size, r->rows)};
}

/* ---- the list of a net ---------------------------------------------------------------------- */

/* A list that is being made; seen[bin] is the stamp for the bins in it. */
struct listing {
    struct round *r;
    struct round_net *net;
    uint32_t *seen, stamp;
    struct error *error;
};

static enum status list_bins(struct listing *l, uint32_t layer, struct layout_rect box)
{
    struct round_bins b = bins_about(l->r, layer, box);
    size_t most = (size_t)(b.x1 - b.x0 + 1) * (b.y1 - b.y0 + 1);
    void *bins = l->net->bins;
    TRY(mem_grow(&bins, &l->net->room, l->net->count + most, sizeof *l->net->bins, "windows",
                 l->error));
    l->net->bins = bins;
    for (uint32_t y = b.y0; y <= b.y1; y++) {
        size_t row = (size_t)layer * l->r->rows + y;
        for (uint32_t x = b.x0; x <= b.x1; x++) {
            size_t at = row * l->r->columns + x;
            if (l->seen[at] == l->stamp)
                continue;
            l->seen[at] = l->stamp;
            l->net->bins[l->net->count++] = (uint32_t)at;
        }
    }
    return STATUS_OK;
}

static enum status list_tree(struct listing *l, const struct net_tree *tree)
{
    const struct lattice *lattice = l->r->all->lattice;
    for (size_t i = 0; i < tree->wire_count; i++) {
        const struct net_tree_wire *w = &tree->wires[i];
        const struct lattice_axis *x = &lattice->layers[w->layer].x,
                                  *y = &lattice->layers[w->layer].y;
        struct layout_rect a = {x->at[w->ix0], y->at[w->iy0], x->at[w->ix0], y->at[w->iy0]};
        struct layout_rect b = {x->at[w->ix1], y->at[w->iy1], x->at[w->ix1], y->at[w->iy1]};
        TRY(list_bins(l, w->layer, rect_join(a, b)));
    }
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct net_tree_via *v = &tree->vias[i];
        int32_t x = lattice->layers[v->cut].x.at[v->ix], y = lattice->layers[v->cut].y.at[v->iy];
        struct layout_rect at = {x, y, x, y};
        TRY(list_bins(l, v->cut, at));
        TRY(list_bins(l, v->cut + 1, at));
    }
    return STATUS_OK;
}

static enum status list_pins(struct listing *l, uint32_t net)
{
    const struct model *model = l->r->all->lattice->model;
    const struct access *access = l->r->all->growers[0].access;
    for (uint32_t p = model->net_pins[net]; p < model->net_pins[net + 1]; p++) {
        if (access->first[p] == access->first[p + 1])
            continue;
        uint32_t layer = access->spots[access->first[p]].layer;
        TRY(list_bins(l, layer, l->r->pins[p]));
        if (layer + 1 < model->layer_count)
            TRY(list_bins(l, layer + 1, l->r->pins[p]));
    }
    return STATUS_OK;
}

enum status round_list(struct round *r, uint32_t net, const struct grower *grower,
                       struct error *error)
{
    size_t mine = (size_t)(grower - r->all->growers);
    assert(mine < r->all->threads && net < r->all->lattice->model->net_count);
    size_t bins = (size_t)r->columns * r->rows * r->all->lattice->layer_count;
    struct listing l = {r, &r->nets[net], r->seen + mine * bins, ++r->stamp[mine], error};
    l.net->count = 0;
    TRY(list_tree(&l, &r->all->trees[net]));
    l.net->tree = l.net->count;
    return list_pins(&l, net);
}

/* ---- questions about lists ------------------------------------------------------------------ */

/* An action on a bin of a list; in_list stops and returns false if it does. */
typedef bool bin_action(struct round *r, size_t bin, int64_t value);

static bool in_list(struct round *r, const uint32_t *bins, size_t count, bin_action *action,
                    int64_t value)
{
    for (size_t i = 0; i < count; i++) {
        if (!action(r, bins[i], value))
            return false;
    }
    return true;
}

static bool in_tree(struct round *r, uint32_t net, bin_action *action, int64_t value)
{
    return in_list(r, r->nets[net].bins, r->nets[net].tree, action, value);
}

static bool change(struct round *r, size_t bin, int64_t value)
{
    r->changed[bin] = value;
    return true;
}

static bool is_unchanged(struct round *r, size_t bin, int64_t since)
{
    return r->changed[bin] <= since;
}

bool round_still_clean(struct round *r, uint32_t net)
{
    assert(net < r->all->lattice->model->net_count);
    return r->all->trees[net].complete && r->clean[net] >= 0 &&
           in_tree(r, net, is_unchanged, r->clean[net]);
}

void round_change(struct round *r, uint32_t net)
{
    in_tree(r, net, change, r->turn + 1);
}

static bool is_owned(struct round *r, size_t bin, int64_t position)
{
    return r->claimed[bin] == r->turn && r->owner[bin] == position;
}

bool round_owns(struct round *r, uint32_t position)
{
    assert(position < r->count);
    return in_tree(r, r->order[position], is_owned, position);
}

static bool claim_bin(struct round *r, size_t bin, int64_t position)
{
    if (r->claimed[bin] == r->turn && r->owner[bin] != position)
        r->refused = true;
    r->claimed[bin] = r->turn;
    r->owner[bin] = (uint32_t)position;
    return true;
}

static bool is_unclaimed(struct round *r, size_t bin, int64_t position)
{
    (void)position;
    return r->claimed[bin] != r->turn;
}

bool round_claim(struct round *r, uint32_t position)
{
    const struct round_net *net = &r->nets[r->order[position]];
    assert(position < r->all->count && r->turn % 2 == 0);
    if (r->rerouting && !in_list(r, net->bins, net->count, is_unclaimed, position))
        return false;
    r->refused = false;
    in_list(r, net->bins, net->count, claim_bin, position);
    return !r->refused;
}
