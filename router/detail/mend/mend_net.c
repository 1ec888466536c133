/* mend_net: notches, areas, steps and holes of one net. */
#include "router/detail/mend/mend_net.h"

#include <stdlib.h>

#include "router/detail/mend/hole.h"

/* Boxes that would fill the gap between a and b; returns how many. */
static int fillings(struct box a, struct box b, int32_t w, struct box out[6])
{
    int32_t x1 = int_min(a.x2, b.x2), x2 = int_max(a.x1, b.x1);
    int32_t y1 = int_min(a.y2, b.y2), y2 = int_max(a.y1, b.y1);
    int n = 0;
    if (x1 <= x2 && y1 > y2) { /* side by side along x: y2 .. y1 is common */
        if (y1 - y2 >= w)
            out[n++] = (struct box){x1, y2, x2, y1};
        out[n++] = (struct box){x1, int_min(a.y1, b.y1), x2, int_max(a.y2, b.y2)};
        out[n++] = (struct box){x1, y1 - w, x2, y1};
        out[n++] = (struct box){x1, y2, x2, y2 + w};
    } else if (y1 <= y2 && x1 > x2) {
        if (x1 - x2 >= w)
            out[n++] = (struct box){x2, y1, x1, y2};
        out[n++] = (struct box){int_min(a.x1, b.x1), y1, int_max(a.x2, b.x2), y2};
        out[n++] = (struct box){x1 - w, y1, x1, y2};
        out[n++] = (struct box){x2, y1, x2 + w, y2};
    } else { /* corner to corner: over the side of one, the end of the other */
        bool right = a.x2 <= b.x1;
        bool up = a.y2 <= b.y1;
        out[n++] = (struct box){right ? x1 : x1 - w, up ? y1 - w : y1, right ? x2 + w : x2,
                                up ? y2 : y2 + w};
        out[n++] = (struct box){right ? x1 - w : x1, up ? y1 : y1 - w, right ? x2 : x2 + w,
                                up ? y2 + w : y2};
    }
    return n;
}

/* The space between two pieces of a net: that of its rules, or what a line end asks for. */
static int32_t space_between(const struct model_layer *rule, const struct lattice_layer *layer,
                             struct box a, struct box b)
{
    int32_t space = model_space(rule, box_width(a), box_width(b), box_run(a, b));
    return mend_line_end(layer, a, b) ? int_max(space, layer->end_space) : space;
}

static bool is_notch(const struct lattice *lattice, const struct own_metal *own, int i, int k)
{
    struct box a = own->box[i];
    struct box b = own->box[k];
    int32_t space =
        space_between(&lattice->model->layers[own->layer], &lattice->layers[own->layer], a, b);
    if (box_touch(a, b) || !box_near(a, b, space))
        return false;
    struct box fixed[OWN_METAL_MAX];
    struct box pa[32], pb[32];
    int n = 0;
    for (int t = 0; t < own->count; t++) {
        if (own->fixed[t])
            fixed[n++] = own->box[t];
    }
    int na = box_minus(a, fixed, n, pa, 32);
    int nb = own->fixed[k] ? 1 : box_minus(b, fixed, n, pb, 32);
    if (own->fixed[k])
        pb[0] = b;
    for (int p = 0; p < na; p++) {
        for (int q = 0; q < nb; q++) {
            if (box_near(pa[p], pb[q], space) && own_gap_open(pa[p], pb[q], own->box, own->count))
                return true;
        }
    }
    return false;
}

/* Finds and fills the notches between one box and its neighbours. */
static enum status mend_notches(struct mender *m, int net, int layer, struct box box,
                                struct error *error)
{
    const struct model_layer *rule = &m->lattice->model->layers[layer];
    int32_t reach = model_reach(rule);
    struct own_metal own = {.count = 0};
    bool again = true;
    for (int turn = 0; turn < 8 && again; turn++) {
        again = false;
        mend_look_around(m, &own, net, layer, box, 2 * reach);
        int self = 0;
        while (self < own.count && (own.box[self].x1 != box.x1 || own.box[self].y1 != box.y1 ||
                                    own.box[self].x2 != box.x2 || own.box[self].y2 != box.y2))
            self++;
        for (int k = 0; self < own.count && k < own.count && !again; k++) {
            if (k == self || !is_notch(m->lattice, &own, self, k))
                continue;
            struct box fill[6];
            int count = fillings(box, own.box[k], mend_width(m, layer), fill);
            for (int f = 0; f < count && !again; f++)
                TRY(mend_patch(m, layer, net, fill[f], &again, error));
            if (!again) {
                TRY(mend_fault(m, net, layer, MEND_NOTCH, box_join(box, own.box[k]), error));
                return STATUS_OK;
            }
        }
    }
    return STATUS_OK;
}

/* The area of all metal that hangs together with the box; gathers it in own, wires and pads as not
 * fixed. */
static int64_t area_of(const struct mender *m, struct own_metal *own, int net, int layer,
                       struct box box, int64_t enough)
{
    int64_t area = 0;
    struct box group[OWN_METAL_MAX];
    bool fixed[OWN_METAL_MAX];
    int n = 1;
    group[0] = box;
    fixed[0] = false;
    for (int i = 0; i < n && area < enough; i++) {
        struct box piece[64];
        int pieces = box_minus(group[i], group, i, piece, 64);
        for (int p = 0; p < pieces; p++)
            area += (int64_t)(piece[p].x2 - piece[p].x1) * (piece[p].y2 - piece[p].y1);
        mend_look_around(m, own, net, layer, group[i], 0);
        for (int k = 0; k < own->count; k++) {
            bool known = !box_touch(group[i], own->box[k]);
            for (int t = 0; t < n && !known; t++)
                known = group[t].x1 == own->box[k].x1 && group[t].y1 == own->box[k].y1 &&
                        group[t].x2 == own->box[k].x2 && group[t].y2 == own->box[k].y2;
            if (!known && n < OWN_METAL_MAX) {
                fixed[n] = own->fixed[k];
                group[n++] = own->box[k];
            }
        }
    }
    for (int i = 0; i < n; i++) {
        own->box[i] = group[i];
        own->fixed[i] = fixed[i];
    }
    own->count = n;
    return area;
}

/* Does all metal of routing lie within that of pins? A pin that is small is right as it is. */
static bool adds_nothing(const struct own_metal *own)
{
    struct box fixed[OWN_METAL_MAX], rest[64];
    int n = 0;
    for (int i = 0; i < own->count; i++)
        if (own->fixed[i])
            fixed[n++] = own->box[i];
    for (int i = 0; i < own->count; i++)
        if (!own->fixed[i] && box_minus(own->box[i], fixed, n, rest, 64) > 0)
            return false;
    return true;
}

static int32_t round_up(int32_t length, int32_t step)
{
    return (length + step - 1) / step * step;
}

/* Makes the polygon about a box longer by what it lacks: on one side, the other, or both. */
static enum status mend_area(struct mender *m, int net, int layer, struct box box,
                             struct error *error)
{
    const struct model *model = m->lattice->model;
    const struct model_layer *rule = &model->layers[layer];
    struct own_metal own = {.count = 0};
    int64_t have = (int64_t)(box.x2 - box.x1) * (box.y2 - box.y1);
    if (have >= rule->area ||
        (have = area_of(m, &own, net, layer, box, rule->area)) >= rule->area || adds_nothing(&own))
        return STATUS_OK;
    int32_t step = model_step(model);
    struct box hull = box;
    for (int i = 0; i < own.count; i++)
        hull = box_join(hull, own.box[i]);
    bool done = false;
    for (int turn = 0; turn < 6 && !done; turn++) {
        bool along_y = (turn < 3) == rule->vertical;
        int32_t across = int_max(along_y ? box.x2 - box.x1 : box.y2 - box.y1, 1);
        int32_t more = round_up((int32_t)((rule->area - have + across - 1) / across), 2 * step);
        int32_t low = turn % 3 == 0 ? more / 2 : turn % 3 == 1 ? more : 0;
        int32_t high = more - low;
        struct box patch = box;
        if (along_y) {
            patch.y1 = int_min(box.y1, hull.y1) - round_up(low, step);
            patch.y2 = int_max(box.y2, hull.y2) + round_up(high, step);
        } else {
            patch.x1 = int_min(box.x1, hull.x1) - round_up(low, step);
            patch.x2 = int_max(box.x2, hull.x2) + round_up(high, step);
        }
        TRY(mend_patch(m, layer, net, patch, &done, error));
    }
    return done ? STATUS_OK : mend_fault(m, net, layer, MEND_AREA, hull, error);
}

/* Where a goes on to one side and b on to the other, both by less than the least step, their corner
 * is filled. sx and sy tell which of the four corners: 1 or -1. */
static struct box short_corner(struct box a, struct box b, int sx, int sy)
{
    struct box corner = {sx > 0 ? b.x2 : a.x1, sy > 0 ? a.y2 : b.y1, sx > 0 ? a.x2 : b.x1,
                         sy > 0 ? b.y2 : a.y1};
    bool met = sx > 0 ? a.x1 <= b.x2 : b.x1 <= a.x2;
    met = met && (sy > 0 ? b.y1 <= a.y2 : a.y1 <= b.y2);
    return met ? corner : (struct box){0, 0, 0, 0};
}

static enum status mend_steps(struct mender *m, int net, int layer, struct box box,
                              struct error *error)
{
    const struct model_layer *rule = &m->lattice->model->layers[layer];
    struct own_metal own = {.count = 0};
    if (rule->minstep <= 0)
        return STATUS_OK;
    mend_look_around(m, &own, net, layer, box, 0);
    for (int k = 0; k < own.count; k++) {
        for (int side = 0; side < 4; side++) {
            struct box fill = short_corner(box, own.box[k], side % 2 ? 1 : -1, side / 2 ? 1 : -1);
            struct box rest[64];
            bool done;
            if (!box_overlap(box, own.box[k]) || fill.x1 >= fill.x2 || fill.y1 >= fill.y2 ||
                fill.x2 - fill.x1 >= rule->minstep || fill.y2 - fill.y1 >= rule->minstep ||
                box_minus(fill, own.box, own.count, rest, 64) == 0)
                continue;
            TRY(mend_patch(m, layer, net, fill, &done, error));
            if (!done)
                TRY(mend_fault(m, net, layer, MEND_STEP, box_join(box, own.box[k]), error));
        }
    }
    return STATUS_OK;
}

/* Holes of one net too near to each other. */
static enum status check_holes(struct mender *m, const struct net_tree *tree, int net,
                               struct error *error)
{
    const struct lattice *lattice = m->lattice;
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct net_tree_via *a = &tree->vias[i];
        const struct lattice_layer *layer = &lattice->layers[a->cut];
        int32_t at_x = layer->x.at[a->ix];
        int32_t at_y = layer->y.at[a->iy];
        for (size_t k = 0; lattice->cuts[a->cut].tight && k < i; k++) {
            const struct net_tree_via *b = &tree->vias[k];
            int32_t x = lattice->layers[b->cut].x.at[b->ix];
            int32_t y = lattice->layers[b->cut].y.at[b->iy];
            struct hole here = {a->cut, lattice_class(a->variant), at_x, at_y};
            struct hole there = {b->cut, lattice_class(b->variant), x, y};
            if (abs(a->cut - b->cut) > 1 || (a->cut == b->cut && x == at_x && y == at_y) ||
                !lattice_holes_near(lattice, here, there))
                continue;
            struct box hole = box_shift(lattice->cuts[a->cut].hole[here.class], at_x, at_y);
            struct box other = box_shift(lattice->cuts[b->cut].hole[there.class], x, y);
            TRY(mend_fault(m, net, a->cut, MEND_CUT, box_join(hole, other), error));
        }
    }
    return STATUS_OK;
}

typedef enum status mend_box(struct mender *m, int net, int layer, struct box box,
                             struct error *error);

/* Does something to each wire and pad of a tree. */
static enum status each_box(struct mender *m, const struct net_tree *tree, int net,
                            mend_box *action, struct error *error)
{
    const struct lattice *lattice = m->lattice;
    for (size_t i = 0; i < tree->wire_count; i++) {
        const struct net_tree_wire *w = &tree->wires[i];
        TRY(action(m, net, w->layer,
                   lattice_wire_box(lattice, w->layer, w->class, w->ix1, w->iy1, w->ix2, w->iy2),
                   error));
    }
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct net_tree_via *v = &tree->vias[i];
        for (int side = 0; side < 2; side++)
            TRY(action(m, net, v->cut + side,
                       lattice_pad_box(lattice, v->cut, v->variant, v->ix, v->iy, side), error));
    }
    return STATUS_OK;
}

enum status mend_net(struct mender *m, const struct net_tree *tree, int net, struct error *error)
{
    size_t first = m->patch_count;
    m->own_patches = first;
    TRY(check_holes(m, tree, net, error));
    TRY(each_box(m, tree, net, mend_area, error));
    TRY(each_box(m, tree, net, mend_steps, error));
    TRY(each_box(m, tree, net, mend_notches, error));
    for (size_t p = first; p < m->patch_count; p++)
        TRY(mend_notches(m, net, m->patches[p].layer, m->patches[p].box, error));
    TRY(each_box(m, tree, net, mend_holes, error));
    for (size_t p = first; p < m->patch_count; p++)
        TRY(mend_holes(m, net, m->patches[p].layer, m->patches[p].box, error));
    return STATUS_OK;
}
