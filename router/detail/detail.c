/* detail: from a chip to wires. */
#include "router/detail/detail.h"

#include <stdlib.h>
#include <string.h>

#include "router/detail/judged.h"
#include "router/detail/output.h"

enum { ROUNDS_FAST = 20, ROUNDS_NORMAL = 60, ROUNDS_BEST = 200 };

const char *detail_reason_word(enum detail_reason reason)
{
    static const char *const words[] = {"routed", "no-access", "interrupted", "no-path", "notch",
                                        "area",   "step",      "cut",         "rule"};
    return words[reason];
}

void detail_destroy(struct detail_result *result)
{
    output_clear(result);
}

enum status detail_route(struct detail_result *result, const struct chip *chip,
                         const struct detail_options *options, struct error *error)
{
    struct chip_model model = {0};
    struct flow flow = {0};
    uint32_t nets = chip->placed.net_names.count;
    bool *route = mem_alloc(nets, sizeof *route, "nets", error);
    *result = (struct detail_result){0};
    enum status status = route ? STATUS_OK : STATUS_FAILED;
    for (uint32_t n = 0; route && n < nets; n++)
        route[n] = !options->skip || !options->skip[n];
    THEN(status, chip_model_create(&model, chip, route, error));
    if (status == STATUS_OK && options->guides)
        status = chip_model_guides(&model, chip, options->guides, error);
    struct flow_options how = {.first = (int)options->first_layer,
                               .last = options->last_layer > 0 ? (int)options->last_layer
                                                               : model.model.layer_count - 1,
                               .rounds = options->effort == DETAIL_FAST   ? ROUNDS_FAST
                                         : options->effort == DETAIL_BEST ? ROUNDS_BEST
                                                                          : ROUNDS_NORMAL,
                               .threads = options->threads,
                               .stop = options->stop,
                               .progress = options->progress,
                               .context = options->context};
    how.last = int_min(how.last, model.model.layer_count - 1);
    THEN(status, flow_route(&flow, &model.model, &how, error));
    THEN(status, judged_route(result, chip, &model, &flow, &how, error));
    flow_destroy(&flow);
    chip_model_destroy(&model);
    free(route);
    if (status != STATUS_OK)
        detail_destroy(result);
    return status;
}

enum status detail_wanted(const struct chip *chip, bool *wanted, uint32_t *count,
                          struct error *error)
{
    struct chip_model model = {0};
    enum status status = chip_model_create(&model, chip, NULL, error);
    memset(wanted, 0, chip->placed.net_names.count * sizeof *wanted);
    *count = status == STATUS_OK ? (uint32_t)model.model.net_count : 0;
    for (uint32_t m = 0; m < *count; m++)
        wanted[model.net_of[m]] = true;
    chip_model_destroy(&model);
    return status;
}
