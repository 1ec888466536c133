/* patch: metal near a place, and what may stand there. */
#include "router/detail/mend/patch.h"

int32_t mend_width(const struct mender *m, uint32_t layer)
{
    const struct model_layer *rule = &m->lattice->model->layers[layer];
    return rule->minwidth > 0 ? rule->minwidth : rule->width;
}

enum status mend_metal(struct mender *m, uint32_t layer, uint32_t net, struct layout_rect box,
                       struct error *error)
{
    struct metal_piece piece = {box, net, -1, rect_narrow(box), false, MODEL_NONE};
    return metal_add(&m->metal, layer, &piece, error);
}

/* Context of a look around a place: metal of one net is gathered. */
struct gather {
    struct own_metal *own;
};

static bool gather_own(void *context, const struct metal_piece *piece)
{
    struct own_metal *own = ((struct gather *)context)->own;
    if (piece->net != own->net)
        return true;
    for (uint32_t i = 0; i < own->count; i++) {
        if (rect_equal(own->box[i], piece->box)) {
            own->fixed[i] = own->fixed[i] || piece->fixed;
            return true;
        }
    }
    if (own->count == OWN_METAL_MAX)
        return false;
    own->box[own->count] = piece->box;
    own->fixed[own->count++] = piece->fixed;
    return true;
}

void mend_look_around(const struct mender *m, struct own_metal *own, uint32_t net, uint32_t layer,
                      struct layout_rect box, int32_t reach)
{
    struct gather gather = {own};
    own->net = net;
    own->layer = layer;
    own->count = 0;
    struct layout_rect around = rect_grow(box, reach);
    for (size_t p = m->patch_count; p-- > m->own_patches;) {
        struct layout_rect b = m->patches[p].box;
        struct metal_piece piece = {.box = b, .net = net};
        if (m->patches[p].layer == layer && rect_gap_x(b, around) <= 0 &&
            rect_gap_y(b, around) <= 0)
            gather_own(&gather, &piece);
    }
    metal_near(&m->metal, layer, box, reach, gather_own, &gather);
}

bool mend_line_end(const struct lattice_layer *layer, struct layout_rect a, struct layout_rect b)
{
    int32_t x = rect_gap_x(a, b);
    int32_t y = rect_gap_y(a, b);
    int32_t high = int_min(rect_height(a), rect_height(b));
    int32_t wide = int_min(rect_width(a), rect_width(b));
    return (x > 0 && x < layer->end_space && y < layer->end_within && high < layer->end_width) ||
           (y > 0 && y < layer->end_space && x < layer->end_within && wide < layer->end_width);
}

/* Context of a question: may metal of a net stand here? */
struct question {
    const struct model_layer *rule;
    const struct lattice_layer *layer;
    struct layout_rect box;
    uint32_t net;
};

static bool far_enough(void *context, const struct metal_piece *piece)
{
    const struct question *q = context;
    if (piece->net == q->net)
        return true;
    int32_t space = piece->space;
    if (space < 0)
        space =
            model_space(q->rule, rect_narrow(q->box), piece->width, rect_run(q->box, piece->box));
    if (mend_line_end(q->layer, q->box, piece->box))
        return false;
    return !rect_near(q->box, piece->box, space) && !rect_touch(q->box, piece->box);
}

bool mend_may_stand(const struct mender *m, uint32_t layer, uint32_t net, struct layout_rect box)
{
    const struct model *model = m->lattice->model;
    const struct model_layer *rule = &model->layers[layer];
    struct question q = {rule, &m->lattice->layers[layer], box, net};
    int32_t reach = model_reach(rule);
    struct layout_rect die =
        rect_grow(model->die, rule->width); /* as far as a wire along its edge reaches */
    return rect_holds(die, box) && metal_near(&m->metal, layer, box, reach, far_enough, &q);
}

/* The next multiple of step outward. */
static int32_t snap(int32_t at, int32_t step, bool up)
{
    int32_t rest = at % step;
    if (rest < 0)
        rest += step;
    return rest == 0 ? at : up ? at - rest + step : at - rest;
}

/* Grown to places that DEF and the manufacturing grid know. */
static struct layout_rect snap_box(const struct model *model, struct layout_rect box)
{
    int32_t step = model_step(model);
    return (struct layout_rect){snap(box.x0, step, false), snap(box.y0, step, false),
                                snap(box.x1, step, true), snap(box.y1, step, true)};
}

/* Adds a patch if it breaks no rule. */
enum status mend_patch(struct mender *m, uint32_t layer, uint32_t net, struct layout_rect box,
                       bool *done, struct error *error)
{
    int32_t space = model_reach(&m->lattice->model->layers[layer]);
    *done = false;
    box = snap_box(m->lattice->model, box);
    if (box.x0 >= box.x1 || box.y0 >= box.y1 || !mend_may_stand(m, layer, net, box))
        return STATUS_OK;
    struct own_metal own = {.count = 0};
    mend_look_around(m, &own, net, layer, box, space);
    if (m->lattice->model->layers[layer].rectangles && !own_rectangle(box, own.box, own.count))
        return STATUS_OK;
    if (own_fault(box, own.box, own.count, mend_width(m, layer),
                  m->lattice->model->layers[layer].space > 0
                      ? m->lattice->model->layers[layer].space
                      : model_space(&m->lattice->model->layers[layer], 0, 0, 0)))
        return STATUS_OK;
    void *patches = m->patches;
    TRY(mem_grow(&patches, &m->patch_room, m->patch_count + 1, sizeof *m->patches, "patches",
                 error));
    m->patches = patches;
    m->patches[m->patch_count++] = (struct patch){net, layer, box};
    *done = true;
    return STATUS_OK;
}

enum status mend_fault(struct mender *m, uint32_t net, uint32_t layer, enum mend_rule rule,
                       struct layout_rect place, struct error *error)
{
    void *faults = m->faults;
    TRY(mem_grow(&faults, &m->fault_room, m->fault_count + 1, sizeof *m->faults, "faults", error));
    m->faults = faults;
    m->faults[m->fault_count++] = (struct mend_fault){net, layer, rule, place};
    return STATUS_OK;
}
