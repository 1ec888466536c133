/* insert: rounds of chains. The toll of other nets' cells doubles after each round in which no
 * chain succeeds, so that fewer nets are ejected and detours are longer. */
#include "router/maze/stage/chain/insert.h"

enum {
    MOVES = 40, /* searches per chain */
    IDLE = 4,   /* rounds without an inserted net after which inserting ends */
};

void insert_begin(struct insertion *it, const struct plan *plan, uint32_t rounds)
{
    const struct step_rules *rules = &plan->session->design->grid.rules;
    uint32_t detour = 2 + (rules->bend + rules->via + rules->wrong_way) / 4;
    *it = (struct insertion){.left = rounds, .toll = detour};
}

enum status insert_open(const struct insertion *it, struct plan *plan, struct maze_chain *chain,
                        struct error *error)
{
    assert(plan->open && it->toll > 0 && it->toll <= TOLL_MAX);
    TRY(plan_forget(plan, 0, 0, it->toll, error));
    return chain_create(chain, plan, error);
}

bool insert_goes_on(const struct insertion *it, const struct plan *plan)
{
    return it->left > 0 && it->idle < IDLE && session_state(plan->session) == SESSION_GOES_ON &&
           (it->next > 0 || plan_routed(plan) < plan->count);
}

static enum status finish_round(struct insertion *it, struct plan *plan, uint32_t *used,
                                struct error *error)
{
    it->idle = it->inserted > 0 ? 0 : it->idle + 1;
    if (it->inserted == 0)
        it->toll = it->toll < TOLL_MAX / 2 ? it->toll * 2 : TOLL_MAX;
    it->inserted = it->next = 0;
    it->left--;
    ++*used;
    const uint32_t routed = plan_routed(plan);
    session_report(plan->session, (struct route_progress){.phase = "insert",
                                                          .iteration = *used,
                                                          .done = routed,
                                                          .total = plan->count,
                                                          .routed = routed,
                                                          .cost = plan_cost(plan)});
    return plan_set_present(plan, it->toll, error);
}

enum status insert_once(struct insertion *it, struct maze_chain *chain, uint32_t *used,
                        struct error *error)
{
    assert(it->left > 0 && it->next <= chain->plan->count);
    struct plan *plan = chain->plan;
    const struct chain_rules rules = {.limits = {.moves = MOVES, .pushed_most = UINT32_MAX},
                                      .lock = 4 * it->toll,
                                      .keep_parts = chain_keeps_parts(plan)};
    int64_t gain = 0;
    bool kept = false;
    while (it->next < plan->count && !plan_is_missing(plan, it->next))
        it->next++;
    if (it->next == plan->count)
        return finish_round(it, plan, used, error);
    enum status status = chain_run(chain, &it->next, 1, &rules, &gain, &kept, error);
    it->inserted += kept;
    it->next++;
    return status;
}
