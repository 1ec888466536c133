/* mend_net: finds the violations of one net by comparing each piece of metal with those near it,
 * and tries patches for each. */
#include "router/detail/mend/patch.h"

enum { LISTED_MOST = 1024 }; /* pieces of a net of which each is compared with each */

/* Lists rectangles of width w or more that fill the gap between a and b; returns their number. */
static uint32_t fillings(struct layout_rect a, struct layout_rect b, int32_t w,
                         struct layout_rect out[6])
{
    int32_t x0 = int_min(a.x1, b.x1), x1 = int_max(a.x0, b.x0);
    int32_t y0 = int_min(a.y1, b.y1), y1 = int_max(a.y0, b.y0);
    uint32_t n = 0;
    assert(w >= 0 && !rect_touch(a, b));
    if (x0 <= x1 && y0 > y1) { /* side by side along x: both extend over y1 .. y0 */
        if (y0 - y1 >= w)
            out[n++] = (struct layout_rect){x0, y1, x1, y0};
        out[n++] = (struct layout_rect){x0, int_min(a.y0, b.y0), x1, int_max(a.y1, b.y1)};
        out[n++] = (struct layout_rect){x0, y0 - w, x1, y0};
        out[n++] = (struct layout_rect){x0, y1, x1, y1 + w};
    } else if (y0 <= y1 && x0 > x1) {
        if (x0 - x1 >= w)
            out[n++] = (struct layout_rect){x1, y0, x0, y1};
        out[n++] = (struct layout_rect){int_min(a.x0, b.x0), y0, int_max(a.x1, b.x1), y1};
        out[n++] = (struct layout_rect){x0 - w, y0, x0, y1};
        out[n++] = (struct layout_rect){x1, y0, x1 + w, y1};
    } else { /* corner to corner: along the side of either */
        bool right = a.x1 <= b.x0, up = a.y1 <= b.y0;
        out[n++] = (struct layout_rect){right ? x0 : x0 - w, up ? y0 - w : y0, right ? x1 + w : x1,
                                        up ? y1 : y1 + w};
        out[n++] = (struct layout_rect){right ? x0 - w : x0, up ? y0 : y0 - w, right ? x1 : x1 + w,
                                        up ? y1 + w : y1};
    }
    return n;
}

/* Lists the rectangles that are fixed metal; returns their number. */
static uint32_t fixed_of(const struct own_metal *own, struct layout_rect fixed[OWN_METAL_MAX])
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < own->count; i++)
        if (own->fixed[i])
            fixed[n++] = own->box[i];
    return n;
}

/* The spacing between two pieces of a net that are not connected, if they are nearer; else 0. */
static int32_t space_lacking(const struct lattice *lattice, uint32_t l, struct layout_rect a,
                             struct layout_rect b)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    int32_t space =
        model_space(&lattice->model->layers[l], rect_narrow(a), rect_narrow(b), rect_run(a, b));
    space = mend_line_end(layer, a, b) ? int_max(space, layer->end_space) : space;
    return !rect_touch(a, b) && rect_near(a, b, space) ? space : 0;
}

/* True if the gap between two pieces is a notch, ignoring pieces within pins. */
static bool is_notch(const struct lattice *lattice, const struct own_metal *own, uint32_t i,
                     uint32_t k)
{
    struct layout_rect a = own->box[i], b = own->box[k];
    const int32_t space = space_lacking(lattice, own->layer, a, b);
    if (space == 0)
        return false;
    struct layout_rect fixed[OWN_METAL_MAX], pa[32], pb[32];
    uint32_t n = fixed_of(own, fixed);
    uint32_t na = rect_minus(a, fixed, n, pa, 32);
    uint32_t nb = own->fixed[k] ? 1 : rect_minus(b, fixed, n, pb, 32);
    if (own->fixed[k])
        pb[0] = b;
    for (uint32_t p = 0; p < na; p++)
        for (uint32_t q = 0; q < nb; q++)
            if (rect_near(pa[p], pb[q], space) && own_gap_open(pa[p], pb[q], own->box, own->count))
                return true;
    return false;
}

/* Notes a piece of the current net. */
static enum status note_own(struct mender *m, uint32_t layer, struct layout_rect box)
{
    const struct patch own = {m->net, layer, box};
    return MEM_APPEND(m->own, m->own_room, m->own_count, own, "patches", m->error);
}

static int by_layer(const void *a, const void *b)
{
    const struct patch *p = a, *q = b;
    return by_numbers((int64_t[]){p->layer, p->box.x0}, (int64_t[]){q->layer, q->box.x0}, 2);
}

/* Lists the metal of the current net, unless there is too much, or more than pins is fixed. */
static enum status list_own(struct mender *m, const struct net_tree *tree)
{
    const struct model *model = m->lattice->model;
    m->own_count = 0;
    m->all_listed = tree->wire_count + 2 * tree->via_count < LISTED_MOST && !m->metal.more_fixed;
    if (!m->all_listed)
        return STATUS_OK;
    TRY(mend_each_box(m, tree, note_own));
    const uint32_t *pins = model->net_pins + m->net;
    for (uint32_t s = model->pin_shapes[pins[0]]; s < model->pin_shapes[pins[1]]; s++)
        if (model->shapes[s].level % 2 == 0)
            TRY(note_own(m, model->shapes[s].level / 2, model->shapes[s].box));
    if (m->own_count > 0)
        qsort(m->own, m->own_count, sizeof *m->own, by_layer);
    return STATUS_OK;
}

/* False if no metal of the net is so near to the box that there may be a notch. */
static bool may_notch(const struct mender *m, uint32_t layer, struct layout_rect box, int32_t reach)
{
    const struct layout_rect around = rect_grow(box, reach);
    bool near = !m->all_listed;
    for (size_t i = 0; i < m->own_count && m->own[i].layer <= layer && !near; i++)
        near = m->own[i].layer == layer && rect_meet(around, m->own[i].box) &&
               space_lacking(m->lattice, layer, box, m->own[i].box) > 0;
    for (size_t p = m->own_patches; p < m->patch_count && !near; p++)
        near = m->patches[p].layer == layer && rect_meet(around, m->patches[p].box) &&
               space_lacking(m->lattice, layer, box, m->patches[p].box) > 0;
    return near;
}

/* Fills the notches between a box and its neighbours. */
static enum status mend_notches(struct mender *m, uint32_t layer, struct layout_rect box)
{
    const struct model_layer *rule = &m->lattice->model->layers[layer];
    int32_t reach = int_max(m->lattice->layers[layer].reach, model_reach(rule, rect_narrow(box)));
    struct own_metal own = {.count = 0};
    bool again = may_notch(m, layer, box, 2 * reach);
    for (uint32_t turn = 0; turn < 8 && again; turn++) {
        again = false;
        mend_look_around(m, &own, layer, box, 2 * reach);
        uint32_t self = 0;
        while (self < own.count && !rect_equal(own.box[self], box))
            self++;
        for (uint32_t k = 0; self < own.count && k < own.count && !again; k++) {
            if (k == self || !is_notch(m->lattice, &own, self, k))
                continue;
            struct layout_rect fill[6];
            uint32_t count = fillings(box, own.box[k], model_min_width(rule), fill);
            for (uint32_t f = 0; f < count && !again; f++)
                TRY(mend_patch(m, layer, fill[f], &again));
            if (!again) {
                TRY(mend_fault(m, layer, MEND_NOTCH, rect_join(box, own.box[k])));
                return STATUS_OK;
            }
        }
    }
    return STATUS_OK;
}

/* The area of metal connected to the box, which it gathers in own; it stops at `enough`. Like the
 * checker, it includes the pins that routed metal touches, but not the routed metal beyond them. */
static int64_t area_of(const struct mender *m, struct own_metal *own, uint32_t layer,
                       struct layout_rect box, int64_t enough)
{
    int64_t area = 0;
    struct layout_rect group[OWN_METAL_MAX];
    bool fixed[OWN_METAL_MAX];
    uint32_t n = 1;
    group[0] = box;
    fixed[0] = false;
    for (uint32_t i = 0; i < n && area < enough; i++) {
        struct layout_rect piece[64];
        uint32_t pieces = rect_minus(group[i], group, i, piece, 64);
        for (uint32_t p = 0; p < pieces; p++)
            area += rect_area(piece[p]);
        mend_look_around(m, own, layer, group[i], 0);
        for (uint32_t k = 0; k < own->count; k++) {
            bool known = !rect_touch(group[i], own->box[k]) || (fixed[i] && !own->fixed[k]);
            for (uint32_t t = 0; t < n && !known; t++)
                known = rect_equal(group[t], own->box[k]);
            if (!known && n < OWN_METAL_MAX) {
                fixed[n] = own->fixed[k];
                group[n++] = own->box[k];
            }
        }
    }
    assert(n <= OWN_METAL_MAX);
    for (uint32_t i = 0; i < n; i++) {
        own->box[i] = group[i];
        own->fixed[i] = fixed[i];
    }
    own->count = n;
    return area;
}

/* True if all routed metal is within pins: a pin alone may be smaller than the minimum area. */
static bool adds_nothing(const struct own_metal *own)
{
    struct layout_rect fixed[OWN_METAL_MAX], rest[64];
    uint32_t n = fixed_of(own, fixed);
    for (uint32_t i = 0; i < own->count; i++)
        if (!own->fixed[i] && rect_minus(own->box[i], fixed, n, rest, 64) > 0)
            return false;
    return true;
}

/* The area that a patch adds to metal. */
static int64_t gain_of(const struct own_metal *own, struct layout_rect patch)
{
    struct layout_rect rest[64];
    const uint32_t pieces = rect_minus(patch, own->box, own->count, rest, 64);
    int64_t gain = 0;
    for (uint32_t p = 0; p < pieces; p++)
        gain += rect_area(rest[p]);
    return gain;
}

/* Moves one side of the box outwards until the patch adds `lack` to the metal; false if it does not
 * within a few steps. side: 0 low x, 1 high x, 2 low y, 3 high y. */
static bool stretch(const struct own_metal *own, uint32_t side, int64_t lack, int32_t step,
                    struct layout_rect *box)
{
    assert(side < 4 && lack > 0);
    for (uint32_t turn = 0; turn < 4; turn++) {
        const int64_t left = lack - gain_of(own, *box);
        const int32_t across = int_max(side < 2 ? rect_height(*box) : rect_width(*box), 1);
        if (left <= 0)
            return true;
        const int64_t more = (left + across - 1) / across;
        if (more > COORD_MAX / 4)
            return false;
        const int32_t by = -snap_down(-(int32_t)more, step);
        box->x0 -= side == 0 ? by : 0;
        box->x1 += side == 1 ? by : 0;
        box->y0 -= side == 2 ? by : 0;
        box->y1 += side == 3 ? by : 0;
    }
    return gain_of(own, *box) >= lack;
}

/* Extends a polygon by `lack`: fills its hull, or moves a side of a rectangle or of the hull. */
static enum status extend(struct mender *m, uint32_t layer, const struct own_metal *own,
                          struct layout_rect hull, int64_t lack, bool *done)
{
    const int32_t step = model_step(m->lattice->model);
    if (gain_of(own, hull) >= lack)
        TRY(mend_patch(m, layer, hull, done));
    for (uint32_t i = 0; i <= own->count && !*done; i++) {
        for (uint32_t side = 0; side < 4 && !*done; side++) {
            struct layout_rect patch = i < own->count ? own->box[i] : hull;
            if (stretch(own, side, lack, step, &patch))
                TRY(mend_patch(m, layer, patch, done));
        }
    }
    return STATUS_OK;
}

/* Lengthens the polygon of a box to the minimum area: on both sides, on one, or as extend does. */
enum status mend_area(struct mender *m, uint32_t layer, struct layout_rect box)
{
    const struct model *model = m->lattice->model;
    const struct model_layer *rule = &model->layers[layer];
    struct own_metal own = {.count = 0};
    int64_t have = rect_area(box);
    for (size_t i = 0; i < (m->all_listed ? m->own_count : 0) && have < rule->area; i++)
        if (m->own[i].layer == layer && rect_touch(m->own[i].box, box))
            have = rect_area(m->own[i].box); /* a part of the polygon that is large enough alone */
    if (have >= rule->area || (have = area_of(m, &own, layer, box, rule->area)) >= rule->area ||
        adds_nothing(&own))
        return STATUS_OK;
    int32_t step = model_step(model);
    struct layout_rect hull = box;
    for (uint32_t i = 0; i < own.count; i++)
        hull = rect_join(hull, own.box[i]);
    bool done = false;
    for (uint32_t turn = 0; turn < 6 && !done; turn++) {
        bool along_y = (turn < 3) == rule->vertical;
        int32_t across = int_max(along_y ? rect_width(box) : rect_height(box), 1);
        int32_t more = -snap_down(-(int32_t)((rule->area - have + across - 1) / across), 2 * step);
        int32_t low = turn % 3 == 0 ? more / 2 : turn % 3 == 1 ? more : 0, high = more - low;
        struct layout_rect patch = box;
        if (along_y) {
            patch.y0 = int_min(box.y0, hull.y0) + snap_down(-low, step);
            patch.y1 = int_max(box.y1, hull.y1) - snap_down(-high, step);
        } else {
            patch.x0 = int_min(box.x0, hull.x0) + snap_down(-low, step);
            patch.x1 = int_max(box.x1, hull.x1) - snap_down(-high, step);
        }
        TRY(mend_patch(m, layer, patch, &done));
    }
    if (!done)
        TRY(extend(m, layer, &own, hull, rule->area - have, &done));
    return done ? STATUS_OK : mend_fault(m, layer, MEND_AREA, hull);
}

/* Fills the corners of crossing boxes whose edges are shorter than the minimum step. */
static enum status mend_steps(struct mender *m, uint32_t layer, struct layout_rect box)
{
    const struct model_layer *rule = &m->lattice->model->layers[layer];
    struct own_metal own = {.count = 0};
    if (rule->minstep <= 0)
        return STATUS_OK;
    mend_look_around(m, &own, layer, box, 0);
    for (uint32_t k = 0; k < own.count; k++) {
        for (uint32_t side = 0; side < 4; side++) {
            const bool right = side % 2 != 0, up = side / 2 != 0;
            const struct layout_rect b = own.box[k];
            struct layout_rect fill = {right ? b.x1 : box.x0, up ? box.y1 : b.y0,
                                       right ? box.x1 : b.x0, up ? b.y1 : box.y0};
            struct layout_rect rest[64];
            bool done;
            if (!rect_overlap(box, b) || fill.x0 >= fill.x1 || fill.y0 >= fill.y1 ||
                rect_width(fill) >= rule->minstep || rect_height(fill) >= rule->minstep ||
                rect_minus(fill, own.box, own.count, rest, 64) == 0)
                continue;
            TRY(mend_patch(m, layer, fill, &done));
            if (!done)
                TRY(mend_fault(m, layer, MEND_STEP, rect_join(box, b)));
        }
    }
    return STATUS_OK;
}

/* Lists the vias of a net whose holes are too near to each other. */
static enum status check_holes(struct mender *m, const struct net_tree *tree)
{
    const struct lattice *lattice = m->lattice;
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct net_tree_via *a = &tree->vias[i];
        struct hole here = lattice_hole(lattice, a->cut, lattice_class(a->variant), a->ix, a->iy);
        for (size_t k = 0; lattice->cuts[a->cut].tight && k < i; k++) {
            const struct net_tree_via *b = &tree->vias[k];
            struct hole there =
                lattice_hole(lattice, b->cut, lattice_class(b->variant), b->ix, b->iy);
            bool same = a->cut == b->cut && here.x == there.x && here.y == there.y;
            if (abs(a->cut - b->cut) > 1 || same || !lattice_holes_near(lattice, here, there))
                continue;
            struct layout_rect place =
                rect_join(lattice_hole_box(lattice, here), lattice_hole_box(lattice, there));
            TRY(mend_fault(m, a->cut, MEND_CUT, place));
        }
    }
    return STATUS_OK;
}

enum status mend_net(struct mender *m, const struct net_tree *tree, uint32_t net,
                     struct error *error)
{
    size_t first = m->patch_count;
    assert(tree->complete || (tree->wire_count == 0 && tree->via_count == 0));
    m->own_patches = first;
    m->net = net;
    m->error = error;
    TRY(check_holes(m, tree));
    TRY(list_own(m, tree));
    TRY(mend_each_box(m, tree, mend_area));
    TRY(mend_each_box(m, tree, mend_steps));
    TRY(mend_each_box(m, tree, mend_notches));
    for (size_t p = first; p < m->patch_count; p++)
        TRY(mend_notches(m, m->patches[p].layer, m->patches[p].box));
    TRY(mend_each_box(m, tree, mend_holes));
    for (size_t p = first; p < m->patch_count; p++)
        TRY(mend_holes(m, m->patches[p].layer, m->patches[p].box));
    return STATUS_OK;
}
