/* negotiation: implements the calls of negotiate.h for a plan, and can stop within a round. */
#include "router/maze/stage/negotiation.h"

enum {
    PRICE_UNIT = 1024, /* units of a price per step, so that small prices rise, too */
    PRICE_LAST = 60,   /* highest price, in steps: a detour of 60 cells is tried before another net
                          is crossed. With a higher price history would need thousands of rounds to
                          outweigh it */
    HURRY = 20,        /* rounds without a gain after which history rises faster by 1 */
    PATIENCE = 60,     /* rounds without a gain after which negotiation ends */
    HOPELESS = 2,      /* it also ends if one net in HOPELESS is in conflict at the last price */
    GUESS_PARTS = 8,   /* a search is first limited to an eighth above the net's last cost: of
                          20 000 trees of a crowded design 99.5 % cost at most a seventh more */
};

static const struct negotiate_rules rules = {.unit = PRICE_UNIT,
                                             .price_first = UINT64_C(4) * PRICE_UNIT,
                                             .price_last = (uint64_t)PRICE_LAST * PRICE_UNIT,
                                             .grain = 1,
                                             .times = 8,
                                             .times_few = 8,
                                             .parts = 7,
                                             .history_base = 1,
                                             .history_stall = HURRY,
                                             .patience = PATIENCE,
                                             .patience_few = PATIENCE};

/* Fills ranks with the nets that share cells and with those that have no tree yet, in order. */
static uint32_t find_unsettled(const struct plan *plan, uint32_t *ranks)
{
    assert(plan->open && ranks != NULL);
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        if (plan_in_conflict(plan, rank) || plan_is_missing(plan, rank))
            ranks[count++] = rank;
    return count;
}

/* Raises the history of the cells that several nets use. */
static enum status remember(struct plan *plan, const uint32_t *ranks, uint32_t count,
                            uint32_t amount, struct error *error)
{
    assert(plan->open && (count == 0 || ranks != NULL));
    for (uint32_t i = 0; i < count; i++) {
        const struct tree *tree = &plan->trees[ranks[i]];
        if (!tree->present)
            continue;
        congestion_remember(&plan->cong, tree->wires, tree->count, amount);
        TRY(searcher_touch_wires(&plan->session->soft, tree->wires, tree->count, error));
    }
    return STATUS_OK;
}

/* Takes out the nets that this round has not searched yet. */
static enum status take_out(const struct maze_negotiation *it, struct error *error)
{
    assert(it->next <= it->count);
    for (uint32_t i = it->next; i < it->count; i++)
        TRY(plan_take_out(it->plan, it->ranks[i], error));
    return STATUS_OK;
}

/* ---- calls of the negotiation --------------------------------------------------------------- */

static enum status list_unsettled(void *context, uint32_t *count, struct error *error)
{
    struct maze_negotiation *it = context;
    (void)error;
    it->next = 0;
    *count = it->count = find_unsettled(it->plan, it->ranks);
    return STATUS_OK;
}

static enum status gather(void *context, const struct negotiate_round *round, uint32_t *count,
                          struct error *error)
{
    (void)round;
    return list_unsettled(context, count, error);
}

static enum status start_round(struct maze_negotiation *it, const struct negotiate_round *round,
                               struct error *error)
{
    TRY(remember(it->plan, it->ranks, it->count, round->history, error));
    TRY(plan_set_present(it->plan, round->price, error));
    return take_out(it, error);
}

/* Gives a net its tree at the present tolls; if the run has to end, it gets none. */
static enum status search_net(struct maze_negotiation *it, uint32_t rank, struct error *error)
{
    cost_t *found = &it->found[rank];
    struct growth *growth = &it->growth;
    const cost_t guess = *found + *found / GUESS_PARTS;
    TRY(plan_grow(it->plan, rank, guess, growth, error));
    if (growth->outcome != OUTCOME_FOUND)
        return STATUS_OK;
    *found = growth->cost;
    return plan_put_in(it->plan, rank, growth->wires, growth->wire_count, error);
}

static enum status turns(void *context, const struct negotiate_round *round, uint32_t *left,
                         struct error *error)
{
    struct maze_negotiation *it = context;
    assert(round->kind == NEGOTIATE_SHARE && it->next < it->count);
    if (it->next == 0)
        TRY(start_round(it, round, error));
    TRY(search_net(it, it->ranks[it->next++], error));
    *left = it->count - it->next;
    return STATUS_OK;
}

/* True if most nets share cells although the price is at its maximum: there is no room. */
static bool is_hopeless(const void *context, const struct negotiation *loop)
{
    const struct plan *plan = ((const struct maze_negotiation *)context)->plan;
    return plan->session->options->effort != ROUTE_BEST && loop->price == rules.price_last &&
           loop->least > plan->count / HOPELESS && loop->stalled >= HURRY;
}

static bool is_over(void *caller)
{
    const struct maze_negotiation *it = caller;
    return session_state(it->plan->session) != SESSION_GOES_ON;
}

static void note_progress(void *caller, uint32_t rounds, uint32_t conflicts)
{
    const struct maze_negotiation *it = caller;
    const struct plan *plan = it->plan;
    (void)rounds;
    session_report(plan->session, (struct route_progress){.phase = "negotiate",
                                                          .iteration = ++*it->used,
                                                          .done = plan->count - conflicts,
                                                          .total = plan->count,
                                                          .conflicts = conflicts,
                                                          .cost = plan_cost(plan)});
}

/* The table has no `drop`: later stages take nets in conflict out. */
static struct negotiator table_of(struct maze_negotiation *it)
{
    return (struct negotiator){.context = it,
                               .count = it->plan->count,
                               .all = list_unsettled,
                               .turns = turns,
                               .gather = gather,
                               .is_hopeless = is_hopeless,
                               .is_over = is_over,
                               .progress = note_progress,
                               .caller = it};
}

/* ---- the stage ------------------------------------------------------------------------------ */

enum status negotiation_begin(struct maze_negotiation *it, struct plan *plan, uint32_t rounds,
                              struct error *error)
{
    assert(plan->open);
    *it = (struct maze_negotiation){.plan = plan};
    const struct negotiator table = table_of(it);
    bool missing = false;
    TRY(MEM_NEW(it->ranks, plan->count, "nets in conflict", error));
    TRY(plan_forget(plan, 0, 0, plan->cong.present, error));
    TRY(negotiate_begin(&it->loop, &rules, &table, rounds, error));
    for (uint32_t i = 0; i < it->count; i++)
        missing |= !plan->trees[it->ranks[i]].present;
    if (!missing) /* else the first round, which adds nets, sets the number to be improved */
        it->loop.least = it->count;
    return STATUS_OK;
}

enum status negotiation_open(struct maze_negotiation *it, struct plan *plan, uint32_t *used,
                             struct error *error)
{
    assert(plan->open && it->ranks != NULL && it->loop.count == it->count && used != NULL);
    it->plan = plan;
    it->used = used;
    TRY(MEM_NEW(it->found, plan->count, "costs of nets", error));
    if (it->next == 0)
        return STATUS_OK;
    TRY(plan_set_present(plan, negotiate_price(&it->loop, &rules), error));
    return take_out(it, error);
}

void negotiation_close(struct maze_negotiation *it)
{
    connect_destroy(&it->growth);
    MEM_CLEAR(it, it->found, it->ranks);
}

bool negotiation_goes_on(struct maze_negotiation *it)
{
    const struct negotiator table = table_of(it);
    return negotiate_goes_on(&it->loop, &rules, &table);
}

enum status negotiation_once(struct maze_negotiation *it, struct error *error)
{
    assert(it->used != NULL && it->next < it->count);
    const struct negotiator table = table_of(it);
    return negotiate_once(&it->loop, &rules, &table, error);
}

uint32_t negotiation_conflicts(const struct maze_negotiation *it)
{
    return find_unsettled(it->plan, it->ranks);
}
