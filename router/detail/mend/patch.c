/* patch: metal of a net near a place, and whether a patch fits there. */
#include "router/detail/mend/patch.h"

enum status mend_metal(struct mender *m, uint32_t layer, struct layout_rect box)
{
    return metal_add(&m->metal, layer, box, m->net, m->error);
}

enum status mend_each_box(struct mender *m, const struct net_tree *tree, mend_box *action)
{
    const struct lattice *lattice = m->lattice;
    assert(m->net < lattice->model->net_count);
    for (size_t i = 0; i < tree->wire_count; i++) {
        const struct net_tree_wire *w = &tree->wires[i];
        TRY(action(m, w->layer,
                   lattice_wire_box(lattice, w->layer, w->class, w->ix0, w->iy0, w->ix1, w->iy1)));
    }
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct net_tree_via *v = &tree->vias[i];
        for (uint32_t side = 0; side < 2; side++)
            TRY(action(m, v->cut + side,
                       lattice_pad_box(lattice, v->cut, v->variant, v->ix, v->iy, side)));
    }
    return STATUS_OK;
}

/* Adds a piece of the net's metal, unless it is in the list; false if there is no room. */
static bool gather_own(void *context, const struct metal_piece *piece)
{
    struct own_metal *own = context;
    if (piece->net != own->net)
        return true;
    for (uint32_t i = 0; i < own->count; i++) {
        if (rect_equal(own->box[i], piece->box)) {
            own->fixed[i] = own->fixed[i] || piece->shape != MODEL_NONE;
            return true;
        }
    }
    if (own->count == OWN_METAL_MAX)
        return false;
    own->box[own->count] = piece->box;
    own->fixed[own->count++] = piece->shape != MODEL_NONE;
    return true;
}

void mend_look_around(const struct mender *m, struct own_metal *own, uint32_t layer,
                      struct layout_rect box, int32_t reach)
{
    assert(reach >= 0 && m->own_patches <= m->patch_count);
    own->net = m->net;
    own->layer = layer;
    own->count = 0;
    struct layout_rect around = rect_grow(box, reach);
    for (size_t p = m->patch_count; p-- > m->own_patches;) {
        struct layout_rect b = m->patches[p].box;
        struct metal_piece piece = {.box = b, .net = m->net, .shape = MODEL_NONE};
        if (m->patches[p].layer == layer && rect_meet(b, around))
            gather_own(own, &piece);
    }
    metal_near(&m->metal, layer, box, reach, gather_own, own);
}

bool mend_line_end(const struct lattice_layer *layer, struct layout_rect a, struct layout_rect b)
{
    int32_t x = rect_gap_x(a, b), y = rect_gap_y(a, b);
    int32_t high = int_min(rect_height(a), rect_height(b));
    int32_t wide = int_min(rect_width(a), rect_width(b));
    return (x > 0 && x < layer->end_space && y < layer->end_within && high < layer->end_width) ||
           (y > 0 && y < layer->end_space && x < layer->end_within && wide < layer->end_width);
}

/* A candidate patch. */
struct candidate {
    const struct model_layer *rule;
    const struct lattice_layer *layer;
    struct layout_rect box;
    uint32_t net;
};

static bool far_enough(void *context, const struct metal_piece *piece)
{
    const struct candidate *q = context;
    if (piece->net == q->net)
        return true;
    struct layout_rect b = piece->box;
    int32_t space = piece->space;
    if (space < 0)
        space = model_space(q->rule, rect_narrow(q->box), piece->width, rect_run(q->box, b));
    return !mend_line_end(q->layer, q->box, b) && !rect_near(q->box, b, space) &&
           !rect_touch(q->box, b);
}

bool mend_fits(const struct mender *m, uint32_t layer, struct layout_rect box)
{
    const struct model *model = m->lattice->model;
    const struct model_layer *rule = &model->layers[layer];
    struct candidate q = {rule, &m->lattice->layers[layer], box, m->net};
    assert(box.x0 < box.x1 && box.y0 < box.y1);
    int32_t reach = model_reach(rule, INT32_MAX);
    struct layout_rect die =
        rect_grow(model->die, rule->width); /* as far as a wire along its edge */
    return rect_holds(die, box) && metal_near(&m->metal, layer, box, reach, far_enough, &q);
}

enum status mend_patch(struct mender *m, uint32_t layer, struct layout_rect box, bool *done)
{
    const struct model_layer *rule = &m->lattice->model->layers[layer];
    assert(layer < m->lattice->layer_count);
    *done = false;
    const int32_t step = model_step(m->lattice->model);
    box = (struct layout_rect){snap_down(box.x0, step), snap_down(box.y0, step),
                               -snap_down(-box.x1, step), -snap_down(-box.y1, step)};
    if (box.x0 >= box.x1 || box.y0 >= box.y1 || !mend_fits(m, layer, box))
        return STATUS_OK;
    struct own_metal own = {.count = 0};
    mend_look_around(m, &own, layer, box, model_reach(rule, INT32_MAX));
    if (rule->rectangles && !own_rectangle(box, own.box, own.count))
        return STATUS_OK;
    if (own_fault(box, own.box, own.count, model_min_width(rule),
                  rule->space > 0 ? rule->space : model_space(rule, 0, 0, 0)))
        return STATUS_OK;
    const struct patch patch = {m->net, layer, box};
    *done = true;
    return MEM_APPEND(m->patches, m->patch_room, m->patch_count, patch, "patches", m->error);
}

enum status mend_fault(struct mender *m, uint32_t layer, enum mend_rule rule,
                       struct layout_rect place)
{
    assert(layer < m->lattice->layer_count);
    const struct mend_fault fault = {m->net, layer, rule, place};
    return MEM_APPEND(m->faults, m->fault_room, m->fault_count, fault, "faults", m->error);
}
