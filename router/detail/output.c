/* output: wires, vias, patches and reasons; see the header for the contract. */
#include "router/detail/output.h"

#include <stdlib.h>

/* What writing the result needs. */
struct detail_output {
    struct detail_result *result;
    const struct layout *layout;
    const struct layout_model *model;
    const struct flow *flow;
    size_t wire_count, wire_room, patch, unrouted_room;
};

static enum status add(struct detail_output *out, struct placed_wire wire, struct error *error)
{
    void *wires = out->result->wires;
    TRY(mem_grow(&wires, &out->wire_room, out->wire_count + 1, sizeof wire, "wires", error));
    out->result->wires = wires;
    out->result->wires[out->wire_count++] = wire;
    return STATUS_OK;
}

/* Is a piece of class 0 in a net of a nondefault rule? */
static bool is_taper(const struct detail_output *out, uint32_t net, uint32_t class)
{
    return class == 0 && out->layout->placed.nets[net].rule != TECH_NONE;
}

static enum status add_wire(struct detail_output *out, uint32_t net, const struct net_tree_wire *w,
                            struct error *error)
{
    const struct lattice_layer *layer = &out->flow->lattice.layers[w->layer];
    uint16_t index = out->layout->tech.levels[w->layer];
    int32_t width = model_width(&out->model->model, w->layer, w->class);
    struct placed_wire wire = {.x0 = layer->x.at[w->ix0],
                               .y0 = layer->y.at[w->iy0],
                               .x1 = layer->x.at[w->ix1],
                               .y1 = layer->y.at[w->iy1],
                               .width = width,
                               .ext0 = width / 2,
                               .ext1 = width / 2,
                               .via = TECH_NONE,
                               .layer = index,
                               .kind = WIRE_SEGMENT,
                               .taper = is_taper(out, net, w->class)};
    out->result->length += abs(wire.x1 - wire.x0) + abs(wire.y1 - wire.y0);
    return add(out, wire, error);
}

static enum status add_via(struct detail_output *out, uint32_t net, const struct net_tree_via *v,
                           struct error *error)
{
    const struct lattice *lattice = &out->flow->lattice;
    const struct lattice_layer *layer = &lattice->layers[v->cut];
    int32_t x = layer->x.at[v->ix], y = layer->y.at[v->iy];
    struct placed_wire wire = {.x0 = x,
                               .y0 = y,
                               .x1 = x,
                               .y1 = y,
                               .via = out->model->via_of[lattice->cuts[v->cut].via[v->variant]],
                               .layer = out->layout->tech.levels[v->cut],
                               .kind = WIRE_VIA,
                               .taper = is_taper(out, net, lattice_class(v->variant))};
    out->result->vias++;
    return add(out, wire, error);
}

static enum status add_patch(struct detail_output *out, const struct patch *patch,
                             struct error *error)
{
    struct placed_wire wire = {.x0 = patch->box.x0,
                               .y0 = patch->box.y0,
                               .x1 = patch->box.x1,
                               .y1 = patch->box.y1,
                               .via = TECH_NONE,
                               .layer = out->layout->tech.levels[patch->layer],
                               .kind = WIRE_RECT};
    out->result->patches++;
    return add(out, wire, error);
}

static enum status add_unrouted(struct detail_output *out, uint32_t net, struct error *error)
{
    struct detail_result *r = out->result;
    const struct flow_net *state = &out->flow->nets[net];
    static const enum detail_reason reasons[] = {[MEND_NOTCH] = DETAIL_NOTCH,
                                                 [MEND_AREA] = DETAIL_AREA,
                                                 [MEND_CUT] = DETAIL_CUT,
                                                 [MEND_STEP] = DETAIL_STEP,
                                                 [MEND_HOLE] = DETAIL_AREA};
    struct detail_unrouted u = {.net = out->model->net_of[net], .pin = NET_NONE};
    switch (state->state) {
    case FLOW_JUDGED:
        u.reason = DETAIL_JUDGED;
        u.fault = state->judged.kind;
        u.layer = state->judged.on;
        u.place = state->judged.place;
        break;
    case FLOW_NO_ACCESS:
        u.reason = DETAIL_NO_ACCESS;
        u.pin = out->model->pin_of[state->pin];
        break;
    case FLOW_RULE:
        u.reason = reasons[state->fault.rule];
        u.layer = out->layout->tech.levels[state->fault.layer];
        u.place = state->fault.place;
        break;
    case FLOW_ENDED:
        u.reason = DETAIL_ENDED;
        break;
    default:
        u.reason = DETAIL_NO_WAY;
        break;
    }
    void *list = r->unrouted;
    TRY(mem_grow(&list, &out->unrouted_room, r->unrouted_count + (size_t)1, sizeof u, "reasons",
                 error));
    r->unrouted = list;
    r->unrouted[r->unrouted_count++] = u;
    return STATUS_OK;
}

static enum status add_net(struct detail_output *out, uint32_t net, struct error *error)
{
    const struct flow *flow = out->flow;
    const struct net_tree *tree = &flow->trees[net];
    out->result->wanted++;
    if (flow->nets[net].state != FLOW_ROUTED)
        return add_unrouted(out, net, error);
    out->result->done++;
    out->result->tapered +=
        is_taper(out, out->model->net_of[net], model_class_of(&out->model->model, net));
    out->result->routed[out->model->net_of[net]] = true;
    for (size_t i = 0; i < tree->wire_count; i++)
        TRY(add_wire(out, out->model->net_of[net], &tree->wires[i], error));
    for (size_t i = 0; i < tree->via_count; i++)
        TRY(add_via(out, out->model->net_of[net], &tree->vias[i], error));
    while (out->patch < flow->mender.patch_count && flow->mender.patches[out->patch].net < net)
        out->patch++;
    for (; out->patch < flow->mender.patch_count && flow->mender.patches[out->patch].net == net;
         out->patch++)
        TRY(add_patch(out, &flow->mender.patches[out->patch], error));
    return STATUS_OK;
}

/* Model nets have the order of the layout's. */
static enum status write_all(struct detail_output *out, struct error *error)
{
    struct detail_result *r = out->result;
    uint32_t nets = out->layout->placed.net_names.count;
    r->first = mem_alloc((size_t)nets + 1, sizeof *r->first, "wires", error);
    r->routed = mem_alloc(nets, sizeof *r->routed, "wires", error);
    if (r->first == NULL || r->routed == NULL)
        return STATUS_FAILED;
    uint32_t m = 0;
    for (uint32_t n = 0; n < nets; n++) {
        r->first[n] = (uint32_t)out->wire_count;
        if (m < out->model->model.net_count && out->model->net_of[m] == n)
            TRY(add_net(out, m++, error));
    }
    r->first[nets] = (uint32_t)out->wire_count;
    r->rounds = out->flow->rounds;
    r->work = out->flow->work;
    return STATUS_OK;
}

void output_clear(struct detail_result *result)
{
    MEM_FREE(result->wires, result->first, result->routed, result->unrouted);
    *result = (struct detail_result){0};
}

enum status output_make(struct detail_result *result, const struct layout *layout,
                        const struct layout_model *model, const struct flow *flow,
                        struct error *error)
{
    struct detail_output out = {.result = result, .layout = layout, .model = model, .flow = flow};
    output_clear(result);
    return write_all(&out, error);
}
