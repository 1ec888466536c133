/* round_bins: bins of the die; see the header. */
#include "router/detail/round_bins.h"

static int bin(int32_t at, int32_t size, int count)
{
    return at < 0 ? 0 : int_min(at / size, count - 1);
}

static struct round_bins bins_about(const struct round *r, struct box box)
{
    const struct box die = r->all->lattice->model->die;
    return (struct round_bins){bin(box.x1 - r->reach - die.x1, r->bin_size, r->columns),
                               bin(box.y1 - r->reach - die.y1, r->bin_size, r->rows),
                               bin(box.x2 + r->reach - die.x1, r->bin_size, r->columns),
                               bin(box.y2 + r->reach - die.y1, r->bin_size, r->rows)};
}

/* Does something to each bin of a box; stops and returns false when that does. */
typedef bool bin_action(struct round *r, size_t bin, int64_t value);

static bool in_bins(struct round *r, int layer, struct box box, bin_action *action, int64_t value)
{
    struct round_bins b = bins_about(r, box);
    for (int y = b.y1; y <= b.y2; y++) {
        for (int x = b.x1; x <= b.x2; x++) {
            size_t row = (size_t)layer * (size_t)r->rows + (size_t)y;
            if (!action(r, row * (size_t)r->columns + (size_t)x, value))
                return false;
        }
    }
    return true;
}

/* The same for the bins in which a tree counts, some of them more than once. */
static bool in_tree(struct round *r, int net, bin_action *action, int64_t value)
{
    const struct lattice *lattice = r->all->lattice;
    const struct net_tree *tree = &r->all->trees[net];
    for (size_t i = 0; i < tree->wire_count; i++) {
        const struct net_tree_wire *w = &tree->wires[i];
        const struct axis *x = &lattice->layers[w->layer].x, *y = &lattice->layers[w->layer].y;
        struct box a = {x->at[w->ix1], y->at[w->iy1], x->at[w->ix1], y->at[w->iy1]};
        struct box b = {x->at[w->ix2], y->at[w->iy2], x->at[w->ix2], y->at[w->iy2]};
        if (!in_bins(r, w->layer, box_join(a, b), action, value))
            return false;
    }
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct net_tree_via *v = &tree->vias[i];
        int32_t x = lattice->layers[v->cut].x.at[v->ix], y = lattice->layers[v->cut].y.at[v->iy];
        struct box at = {x, y, x, y};
        if (!in_bins(r, v->cut, at, action, value) || !in_bins(r, v->cut + 1, at, action, value))
            return false;
    }
    return true;
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

bool round_still_clean(struct round *r, int net)
{
    return r->all->trees[net].complete && r->clean[net] >= 0 &&
           in_tree(r, net, is_unchanged, r->clean[net]);
}

void round_change(struct round *r, int net)
{
    in_tree(r, net, change, r->turn + 1);
}

static bool is_owned(struct round *r, size_t bin, int64_t position)
{
    return r->claimed[bin] == r->turn && r->owner[bin] == position;
}

bool round_owns(struct round *r, int position)
{
    return in_tree(r, r->order[position], is_owned, position);
}

static bool claim_bin(struct round *r, size_t bin, int64_t position)
{
    if (r->claimed[bin] == r->turn && r->owner[bin] != position)
        r->refused = true;
    r->claimed[bin] = r->turn;
    r->owner[bin] = (int)position;
    return true;
}

bool round_claim(struct round *r, int position)
{
    const struct model *model = r->all->lattice->model;
    const struct access *access = r->all->growers[0].access;
    int net = r->order[position];
    r->refused = false;
    for (int p = model->net_pins[net]; p < model->net_pins[net + 1]; p++) {
        if (access->first[p] == access->first[p + 1])
            continue;
        int layer = access->spots[access->first[p]].layer;
        in_bins(r, layer, r->pins[p], claim_bin, position);
        if (layer + 1 < model->layer_count)
            in_bins(r, layer + 1, r->pins[p], claim_bin, position);
    }
    in_tree(r, net, claim_bin, position);
    return !r->refused;
}
