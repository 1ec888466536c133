/* judged: has the checker judge the new wires, and reroutes nets with violations, repeatedly. */
#include "router/detail/result/judged.h"

enum {
    TURNS = 24,    /* maximum number of turns that reroute nets with violations */
    CLEAR_UP = 64, /* maximum number of further turns, which only rip up */
};

enum status judging_join(const struct judging *j, const struct detail_result *result,
                         struct layout *routed, struct error *error)
{
    const struct placed *from = &j->layout->placed;
    uint32_t nets = from->net_names.count, count = 0;
    *routed = *j->layout;
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
            if (j->net_of[n] == MODEL_NONE || from->wires[i].status != WIRE_ROUTED) /* it stays */
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

void judging_part(struct layout *routed, const struct detail_result *result)
{
    if (routed->placed.wires != result->wires)
        free(routed->placed.wires);
    free(routed->placed.nets);
}

/* Adds a violation of a net that the flow has routed; called by the checker. */
static void collect(void *context, const struct layout_violation *found)
{
    struct judging *j = context;
    uint32_t net = found->net == NET_NONE ? MODEL_NONE : j->net_of[found->net];
    if (net == MODEL_NONE || !j->flow->trees[net].complete || j->status != STATUS_OK)
        return;
    j->status = MEM_GROW(j->faults, j->room, j->count + 1, "faults", j->error);
    if (j->status != STATUS_OK)
        return;
    struct flow_judged fault = {
        .net = net, .level = MODEL_NONE, .kind = found->kind, .on = found->layer};
    if (found->layer != LAYER_NONE && j->layout->tech.layers[found->layer].level != LAYER_NONE) {
        const struct tech_layer *layer = &j->layout->tech.layers[found->layer];
        fault.level = 2u * layer->level + (layer->kind == LAYER_CUT);
        fault.place = found->place;
    }
    j->faults[j->count++] = fault;
}

static bool stopped(void *context)
{
    const struct flow_options *options = ((const struct judging *)context)->options;
    return options->stop != NULL && options->stop(options->context);
}

enum status judging_run(struct judging *j, const struct detail_result *result, struct error *error)
{
    struct layout routed;
    struct layout_verdict verdict;
    j->count = 0;
    j->status = STATUS_OK;
    j->error = error;
    enum status status = judging_join(j, result, &routed, error);
    THEN(status, layout_check_all(NULL, &routed, collect, stopped, j, j->options->threads, &verdict,
                                  error));
    judging_part(&routed, result);
    if (status == STATUS_FAILED || j->status != STATUS_OK)
        return STATUS_FAILED;
    return status == STATUS_INTERRUPTED ? status : STATUS_OK;
}

enum status judging_begin(struct judging *j, const struct layout *layout,
                          const struct layout_model *model, struct flow *flow,
                          const struct flow_options *options, struct error *error)
{
    const uint32_t nets = layout->placed.net_names.count;
    *j = (struct judging){.layout = layout, .flow = flow, .options = options};
    TRY(MEM_NEW(j->net_of, nets, "nets", error));
    for (uint32_t n = 0; n < nets; n++)
        j->net_of[n] = MODEL_NONE;
    for (uint32_t m = 0; m < model->model.net_count; m++)
        j->net_of[model->net_of[m]] = m;
    return STATUS_OK;
}

void judging_end(struct judging *j)
{
    MEM_FREE(j->faults, j->net_of);
    *j = (struct judging){0};
}

enum status judged_route(struct detail_result *result, const struct layout *layout,
                         const struct layout_model *model, struct flow *flow,
                         const struct flow_options *options, struct error *error)
{
    struct judging j;
    assert(flow->trees != NULL && flow->nets != NULL);
    enum status status = judging_begin(&j, layout, model, flow, options, error);
    for (uint32_t turn = 0; turn < TURNS + CLEAR_UP && status == STATUS_OK; turn++) {
        status = result_make(result, layout, model, flow, error);
        THEN(status, judging_run(&j, result, error));
        if (status != STATUS_OK || j.count == 0)
            break;
        flow_refuse(flow, j.faults, j.count);
        if (turn < TURNS)
            status = flow_again(flow, options, error);
    }
    judging_end(&j);
    return status == STATUS_INTERRUPTED ? STATUS_OK : status;
}
