/* result: converts the trees and patches of each routed net, and gives a reason for the others. */
#include "router/detail/result/result.h"

/* net: a number of the model; placed: the net's index in placed.nets of the layout. */
struct detail_output {
    struct detail_result *result;
    const struct layout *layout;
    const struct layout_model *model;
    const struct flow *flow;
    size_t wire_count, wire_room, unrouted_room;
    size_t patch; /* the next patch of the flow */
};

static enum status add(struct detail_output *out, struct placed_wire wire, struct error *error)
{
    TRY(MEM_GROW(out->result->wires, out->wire_room, out->wire_count + 1, "wires", error));
    out->result->wires[out->wire_count++] = wire;
    return STATUS_OK;
}

/* True if the net has a nondefault rule and the piece has class 0. */
static bool is_taper(const struct detail_output *out, uint32_t placed, uint32_t class)
{
    return class == 0 && out->layout->placed.nets[placed].rule != TECH_NONE;
}

static enum status add_wire(struct detail_output *out, uint32_t placed,
                            const struct net_tree_wire *w, struct error *error)
{
    const struct lattice_layer *layer = &out->flow->lattice.layers[w->layer];
    int32_t width = model_width(&out->model->model, w->layer, w->class);
    struct placed_wire wire = {.x0 = layer->x.at[w->ix0], .y0 = layer->y.at[w->iy0]};
    wire.x1 = layer->x.at[w->ix1];
    wire.y1 = layer->y.at[w->iy1];
    wire.width = width;
    wire.ext0 = wire.ext1 = width / 2;
    wire.via = TECH_NONE;
    wire.layer = out->layout->tech.levels[w->layer];
    wire.kind = WIRE_SEGMENT;
    wire.taper = is_taper(out, placed, w->class);
    out->result->length += abs(wire.x1 - wire.x0) + abs(wire.y1 - wire.y0);
    return add(out, wire, error);
}

static enum status add_via(struct detail_output *out, uint32_t placed, const struct net_tree_via *v,
                           struct error *error)
{
    const struct lattice *lattice = &out->flow->lattice;
    struct layout_rect at = lattice_point(lattice, v->cut, v->ix, v->iy);
    struct placed_wire wire = {.x0 = at.x0, .y0 = at.y0, .x1 = at.x1, .y1 = at.y1};
    wire.via = out->model->via_of[lattice->cuts[v->cut].via[v->variant]];
    wire.layer = out->layout->tech.levels[v->cut];
    wire.kind = WIRE_VIA;
    wire.taper = is_taper(out, placed, lattice_class(v->variant));
    out->result->vias++;
    return add(out, wire, error);
}

static enum status add_patch(struct detail_output *out, const struct patch *patch,
                             struct error *error)
{
    struct layout_rect box = patch->box;
    struct placed_wire wire = {.x0 = box.x0, .y0 = box.y0, .x1 = box.x1, .y1 = box.y1};
    wire.via = TECH_NONE;
    wire.layer = out->layout->tech.levels[patch->layer];
    wire.kind = WIRE_RECT;
    out->result->patches++;
    return add(out, wire, error);
}

static enum status add_reason(struct detail_output *out, struct detail_unrouted u,
                              struct error *error)
{
    struct detail_result *r = out->result;
    TRY(MEM_GROW(r->unrouted, out->unrouted_room, r->unrouted_count + (size_t)1, "reasons", error));
    r->unrouted[r->unrouted_count++] = u;
    return STATUS_OK;
}

static enum status add_bare(struct detail_output *out, uint32_t placed, struct error *error)
{
    out->result->wanted++;
    return add_reason(out,
                      (struct detail_unrouted){.net = placed,
                                               .pin = out->model->bare[placed],
                                               .reason = DETAIL_NO_METAL,
                                               .layer = LAYER_NONE},
                      error);
}

static enum status add_unrouted(struct detail_output *out, uint32_t net, struct error *error)
{
    static const enum detail_reason rules[] = {[MEND_NOTCH] = DETAIL_NOTCH,
                                               [MEND_AREA] = DETAIL_AREA,
                                               [MEND_CUT] = DETAIL_CUT,
                                               [MEND_STEP] = DETAIL_STEP,
                                               [MEND_HOLE] = DETAIL_AREA};
    const struct flow_net *state = &out->flow->nets[net];
    assert(state->state != FLOW_ROUTED && !out->flow->trees[net].complete);
    struct detail_unrouted u = {
        .net = out->model->net_of[net], .pin = NET_NONE, .reason = DETAIL_NO_WAY};
    if (state->state == FLOW_JUDGED) {
        u.reason = DETAIL_JUDGED;
        u.fault = state->judged.kind;
        u.layer = state->judged.on;
        u.place = state->judged.place;
    } else if (state->state == FLOW_NO_ACCESS) {
        u.reason = DETAIL_NO_ACCESS;
        u.pin = out->model->pin_of[state->pin];
    } else if (state->state == FLOW_RULE) {
        u.reason = rules[state->fault.rule];
        u.layer = out->layout->tech.levels[state->fault.layer];
        u.place = state->fault.place;
    } else if (state->state == FLOW_ENDED) {
        u.reason = DETAIL_ENDED;
    }
    return add_reason(out, u, error);
}

static enum status add_net(struct detail_output *out, uint32_t net, struct error *error)
{
    const struct flow *flow = out->flow;
    const struct mender *mender = &flow->mender;
    const struct net_tree *tree = &flow->trees[net];
    uint32_t placed = out->model->net_of[net];
    out->result->wanted++;
    out->result->asked[placed] = true;
    if (flow->nets[net].state != FLOW_ROUTED)
        return add_unrouted(out, net, error);
    assert(tree->complete);
    out->result->done++;
    out->result->tapered += is_taper(out, placed, model_class_of(&out->model->model, net));
    out->result->routed[placed] = true;
    for (size_t i = 0; i < tree->wire_count; i++)
        TRY(add_wire(out, placed, &tree->wires[i], error));
    for (size_t i = 0; i < tree->via_count; i++)
        TRY(add_via(out, placed, &tree->vias[i], error));
    for (; out->patch < mender->patch_count && mender->patches[out->patch].net <= net; out->patch++)
        if (mender->patches[out->patch].net == net)
            TRY(add_patch(out, &mender->patches[out->patch], error));
    return STATUS_OK;
}

void detail_destroy(struct detail_result *result)
{
    layout_marks_destroy(&result->marks);
    MEM_CLEAR(result, result->wires, result->first, result->asked, result->routed,
              result->unrouted);
}

enum status result_make(struct detail_result *result, const struct layout *layout,
                        const struct layout_model *model, const struct flow *flow,
                        struct error *error)
{
    struct detail_output out = {.result = result, .layout = layout, .model = model, .flow = flow};
    uint32_t nets = layout->placed.net_names.count, net = 0;
    detail_destroy(result);
    TRY(MEM_NEW(result->first, (size_t)nets + 1, "wires", error));
    TRY(MEM_NEW(result->asked, nets, "wires", error));
    TRY(MEM_NEW(result->routed, nets, "wires", error));
    /* The model's nets are in the same order. */
    for (uint32_t placed = 0; placed < nets; placed++) {
        result->first[placed] = (uint32_t)out.wire_count;
        if (net < model->model.net_count && model->net_of[net] == placed)
            TRY(add_net(&out, net++, error));
        else if (model->bare[placed] != NET_NONE)
            TRY(add_bare(&out, placed, error));
    }
    assert(net == model->model.net_count && out.wire_count <= UINT32_MAX);
    result->first[nets] = (uint32_t)out.wire_count;
    result->rounds = flow->rounds;
    result->work = flow->work;
    return STATUS_OK;
}

enum status detail_join(const struct detail_result *result, const struct layout *layout,
                        struct layout *routed, struct error *error)
{
    const struct placed *from = &layout->placed;
    uint32_t nets = from->net_names.count, count = 0;
    *routed = *layout;
    routed->placed.wires = NULL;
    routed->placed.nets = NULL;
    const bool joins = from->wire_count > 0; /* else the result's wires are all */
    if (joins)
        TRY(MEM_NEW(routed->placed.wires, (size_t)from->wire_count + result->first[nets], "wires",
                    error));
    else
        routed->placed.wires = result->wires;
    TRY(MEM_NEW(routed->placed.nets, nets, "nets", error));
    struct placed_wire *wires = routed->placed.wires;
    struct placed_net *list = routed->placed.nets;
    for (uint32_t n = 0; n < nets; n++) {
        list[n] = from->nets[n];
        list[n].wires.first = count;
        struct slice old = from->nets[n].wires;
        for (uint32_t i = old.first; i < old.first + old.count; i++)
            if (!result->asked[n] || from->wires[i].status != WIRE_ROUTED) /* it stays */
                wires[count++] = from->wires[i];
        uint32_t more = result->first[n + 1] - result->first[n];
        if (joins && more > 0)
            memcpy(wires + count, result->wires + result->first[n], more * sizeof *wires);
        count += more;
        list[n].wires.count = count - list[n].wires.first;
    }
    routed->placed.wire_count = count;
    return STATUS_OK;
}

void detail_part(const struct detail_result *result, struct layout *routed)
{
    if (routed->placed.wires != result->wires)
        free(routed->placed.wires);
    free(routed->placed.nets);
}
