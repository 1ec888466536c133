/* detail: makes the model, runs the flow, and has the checker judge the result. */
#include "router/detail/detail.h"

#include "router/detail/result/closed_pins.h"
#include "router/detail/antenna/repair.h"
#include "router/detail/result/judged.h"
#include "router/detail/result/result.h"

/* Maximum number of rounds of PathFinder. */
static const uint32_t rounds_of[] = {[DETAIL_NORMAL] = 60, [DETAIL_FAST] = 20, [DETAIL_BEST] = 200};

const char *detail_reason_word(enum detail_reason reason)
{
    static const char *const words[] = {"routed", "no-metal", "no-access", "interrupted", "no-path",
                                        "notch",  "area",     "step",      "cut",         "rule"};
    assert(reason <= DETAIL_JUDGED);
    return words[reason];
}

struct detail_opener {
    const struct detail_options *options;
    const struct layout *layout;
    const struct layout_model *model;
};

static enum status report_closed(void *context, const struct flow *flow, struct error *error)
{
    const struct detail_opener *opener = context;
    assert(flow->lattice.model == &opener->model->model);
    return closed_pins_report(opener->options, opener->layout, opener->model, flow, error);
}

enum status detail_route(struct detail_result *result, const struct layout *layout,
                         const struct detail_options *options, struct error *error)
{
    assert(options != NULL && options->effort <= DETAIL_BEST);
    struct layout_model model = {0};
    struct flow flow = {0};
    uint32_t nets = layout->placed.net_names.count;
    bool *route;
    *result = (struct detail_result){0};
    TRY(MEM_NEW(route, nets, "nets", error));
    for (uint32_t n = 0; n < nets; n++)
        route[n] = options->skip == NULL || !options->skip[n];
    enum status status = layout_model_create(&model, layout, route, error);
    if (options->guides != NULL)
        THEN(status, layout_model_guides(&model, layout, options->guides, error));
    struct detail_opener opener = {options, layout, &model};
    uint32_t last = uint_max(model.model.layer_count, 1) - 1;
    struct flow_options how = {.first = options->first_layer,
                               .last = options->last_layer > 0 ? uint_min(options->last_layer, last)
                                                               : last,
                               .rounds = rounds_of[options->effort],
                               .threads = options->threads,
                               .stop = options->stop,
                               .fits = options->fits,
                               .progress = options->progress,
                               .context = options->context,
                               .opened = report_closed,
                               .opener = &opener};
    THEN(status, flow_route(&flow, &model.model, &how, error));
    THEN(status, judged_route(result, layout, &model, &flow, &how, error));
    if (options->antenna_percent > 0)
        THEN(status,
             antenna_repair(result, layout, &model, &flow, &how, options->antenna_percent, error));
    flow_destroy(&flow);
    layout_model_destroy(&model);
    free(route);
    if (status != STATUS_OK)
        detail_destroy(result);
    return status;
}

enum status detail_wanted(const struct layout *layout, bool *wanted, uint32_t *count,
                          struct error *error)
{
    struct layout_model model = {0};
    enum status status = layout_model_create(&model, layout, NULL, error);
    assert(layout->placed.net_names.count == 0 || wanted != NULL);
    memset(wanted, 0, layout->placed.net_names.count * sizeof *wanted);
    *count = status == STATUS_OK ? model.model.net_count : 0;
    for (uint32_t m = 0, routed = *count; m < routed; m++)
        wanted[model.net_of[m]] = true;
    for (uint32_t n = 0; n < layout->placed.net_names.count && status == STATUS_OK; n++) {
        wanted[n] = wanted[n] || model.bare[n] != NET_NONE;
        *count += model.bare[n] != NET_NONE;
    }
    layout_model_destroy(&model);
    return status;
}
