/* judged: has the checker judge the new wires, and reroutes nets with violations, repeatedly. */
#include "router/detail/result/judged.h"

enum { TURNS = 24 }; /* maximum number of turns that reroute nets with violations */

/* Lists the violations of nets that the flow has routed. Called by the checker: returns the nets
 * that lose all wires. */
static const bool *list_faults(void *context, const struct layout_marks *marks)
{
    struct judging *j = context;
    const struct flow_options *options = j->options;
    const struct layout *layout = j->layout;
    for (size_t i = 0; i < marks->count && j->status == STATUS_OK; i++) {
        const struct layout_mark *mark = &marks->at[i];
        const uint32_t net = mark->net == NET_NONE ? MODEL_NONE : j->net_of[mark->net];
        if (net == MODEL_NONE || !j->flow->trees[net].complete)
            continue;
        struct flow_judged fault = {
            .net = net, .level = MODEL_NONE, .kind = mark->kind, .on = mark->layer};
        if (mark->layer != LAYER_NONE && layout->tech.layers[mark->layer].level != LAYER_NONE) {
            const struct tech_layer *layer = &layout->tech.layers[mark->layer];
            fault.level = 2u * layer->level + (layer->kind == LAYER_CUT);
            fault.place = mark->place;
        }
        j->status = MEM_APPEND(j->faults, j->room, j->count, fault, "faults", j->error);
        j->faulty[mark->net] = true;
    }
    j->loses =
        j->count > 0 && (j->last || (options->stop != NULL && options->stop(options->context)));
    return j->loses && layout->placed.wire_count == 0 ? j->faulty : NULL; /* FIXED wires stay */
}

enum status judging_run(struct judging *j, const struct detail_result *result, struct error *error)
{
    struct layout routed;
    j->loses = false;
    memset(j->faulty, 0, j->layout->placed.net_names.count * sizeof *j->faulty);
    j->count = 0;
    j->status = STATUS_OK;
    j->error = error;
    layout_marks_destroy(&j->marks);
    enum status status = detail_join(result, j->layout, &routed, error);
    THEN(status,
         layout_judge(NULL, &routed, &j->marks, list_faults, j, j->options->threads, error));
    detail_part(result, &routed);
    return status == STATUS_FAILED ? status : j->status;
}

void judging_pass(struct judging *j, struct detail_result *result)
{
    assert(!result->marks.judged);
    assert(j->layout->placed.wire_count > 0 ||
           (j->marks.length == result->length && j->marks.vias == result->vias));
    result->marks = j->marks;
    j->marks = (struct layout_marks){0};
}

enum status judging_begin(struct judging *j, const struct layout *layout,
                          const struct layout_model *model, struct flow *flow,
                          const struct flow_options *options, struct error *error)
{
    const uint32_t nets = layout->placed.net_names.count;
    *j = (struct judging){.layout = layout, .flow = flow, .options = options};
    TRY(MEM_NEW(j->net_of, nets, "nets", error));
    TRY(MEM_NEW(j->faulty, nets, "nets", error));
    for (uint32_t n = 0; n < nets; n++)
        j->net_of[n] = MODEL_NONE;
    for (uint32_t m = 0; m < model->model.net_count; m++)
        j->net_of[model->net_of[m]] = m;
    return STATUS_OK;
}

void judging_end(struct judging *j)
{
    layout_marks_destroy(&j->marks);
    MEM_FREE(j->faults, j->net_of, j->faulty);
    *j = (struct judging){0};
}

enum status judged_route(struct detail_result *result, const struct layout *layout,
                         const struct layout_model *model, struct flow *flow,
                         const struct flow_options *options, struct error *error)
{
    struct judging j;
    assert(flow->trees != NULL && flow->nets != NULL);
    enum status status = judging_begin(&j, layout, model, flow, options, error);
    for (uint32_t turn = 0; status == STATUS_OK; turn++) {
        if (options->stop != NULL && options->stop(options->context))
            flow_end(flow); /* the checker needs memory, and pages in use are the fastest */
        j.last = turn >= TURNS;
        status = result_make(result, layout, model, flow, error);
        THEN(status, judging_run(&j, result, error));
        if (status != STATUS_OK || j.count == 0)
            break;
        flow_refuse(flow, j.faults, j.count);
        if (!j.loses) {
            status = flow_again(flow, options, error);
        } else if (layout->placed.wire_count == 0) { /* or faults of FIXED wires can be left */
            status = result_make(result, layout, model, flow, error);
            break;
        }
    }
    if (status == STATUS_OK)
        judging_pass(&j, result);
    judging_end(&j);
    return status;
}
