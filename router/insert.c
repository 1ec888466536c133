/* insert: a round of chains, dearer each time that none succeeds: the dearer other nets' cells, the
 * fewer are pushed, and the farther the way around them. */
#include "router/insert.h"

#include "router/eject.h"

enum {
    MOVES = 40, /* searches a chain */
    IDLE = 4,   /* rounds that insert none before it is given up */
};

static void tell(const struct plan *plan, uint32_t round)
{
    const struct route_options *options = plan->run->options;
    uint32_t routed = plan_routed(plan);
    struct route_progress progress = {.phase = "insert",
                                      .iteration = round,
                                      .done = routed,
                                      .total = plan->count,
                                      .routed = routed,
                                      .cost = plan_cost(plan)};
    if (options->progress != NULL)
        options->progress(options->context, &progress);
}

/* One chain from every net without a tree. */
static enum status insert_round(struct ejector *ejector, const struct eject_rules *rules,
                                uint32_t *inserted, struct error *error)
{
    struct plan *plan = ejector->plan;
    enum status status = plan_set_present(plan, rules->toll, error);
    for (uint32_t rank = 0; rank < plan->count && status == STATUS_OK; rank++) {
        int64_t gain = 0;
        bool kept = false;
        if (!plan_is_missing(plan, rank))
            continue;
        if (run_state(plan->run) != RUN_GOES_ON)
            break;
        status = eject(ejector, rank, rules, &gain, &kept, error);
        *inserted += kept;
    }
    return status;
}

enum status insert_missing(struct plan *plan, uint32_t rounds, uint32_t *used, struct error *error)
{
    const struct step_rules *rules = &plan->run->design->grid.rules;
    uint32_t detour = 2 + (rules->bend + rules->via + rules->wrong_way) / 4;
    struct ejector ejector = {0};
    enum status status = plan_forget(plan, 0, 0, error);
    if (status == STATUS_OK)
        status = ejector_create(&ejector, plan, error);
    uint32_t toll = detour, idle = 0;
    for (uint32_t round = 0; round < rounds && idle < IDLE && status == STATUS_OK; round++) {
        struct eject_rules chain = {.toll = toll, .lock = 4 * toll, .moves = MOVES};
        uint32_t inserted = 0;
        if (plan_routed(plan) == plan->count || run_state(plan->run) != RUN_GOES_ON)
            break;
        status = insert_round(&ejector, &chain, &inserted, error);
        idle = inserted > 0 ? 0 : idle + 1;
        toll = inserted > 0 ? toll : toll * 2;
        ++*used;
        tell(plan, *used);
    }
    ejector_destroy(&ejector);
    return status;
}
