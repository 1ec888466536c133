/* negotiate: the loop of PathFinder. */
#include "router/maze/stage/negotiation.h"

#include <stdlib.h>

#include "grid/random.h"

enum {
    PRESENT_UNIT = 1024, /* prices are kept in parts of one, so that small ones rise, too */
    /* How prices rise. */
    PRICE_FIRST = 4, /* of sharing a cell in the first iteration ... */
    PRICE_PARTS = 7, /* ... which rises by one part in so many in each ... */
    PRICE_LAST = 60, /* ... to this: a detour of 60 cells is tried before another net is crossed.
                        Farther up nothing moves any more but by history, which would need thousands
                        of iterations to outweigh the price */
    HURRY = 20,   /* history of shared cells rises by 1 a user and iteration, and by 1 more for each
                     so many iterations without fewer conflicts; ... */
    STALL = 60,   /* ... so many, and it is given up */
    HOPELESS = 2, /* so is a plan where one net in so many is in conflict at the last price */
    SHAKE = 4,    /* a further attempt starts without one net in so many */
};

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

/* Makes the cells that several nets use dearer. */
static enum status remember(struct plan *plan, const uint32_t *ranks, uint32_t count,
                            uint32_t amount, struct error *error)
{
    assert(plan->open && (count == 0 || ranks != NULL));
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
        const struct tree *tree = &plan->trees[ranks[i]];
        if (!tree->present)
            continue;
        congestion_remember(&plan->cong, tree->wires, tree->count, amount);
        status = searcher_touch_wires(&plan->session->soft, tree->wires, tree->count, error);
    }
    return status;
}

/* Prices all trees anew where the price of sharing has risen: in the end it does not any more. */
static enum status set_present(const struct maze_negotiation *it, struct plan *plan,
                               struct error *error)
{
    return plan_set_present(plan, (uint32_t)(it->present / PRESENT_UNIT), error);
}

/* Takes the nets out that this iteration has still to search. */
static enum status take_out(struct plan *plan, const struct maze_negotiation *it,
                            struct error *error)
{
    enum status status = STATUS_OK;
    for (uint32_t i = it->next; i < it->count && status == STATUS_OK; i++)
        status = plan_take_out(plan, it->ranks[i], error);
    return status;
}

static void tell(const struct plan *plan, uint32_t iteration, uint32_t conflicts)
{
    const struct route_options *options = plan->session->options;
    struct route_progress progress = {.phase = "negotiate",
                                      .iteration = iteration,
                                      .done = plan->count - conflicts,
                                      .total = plan->count,
                                      .conflicts = conflicts,
                                      .cost = plan_cost(plan)};
    if (options->progress != NULL)
        options->progress(options->context, &progress);
}

/* Takes one net in SHAKE out, others in each attempt: what comes back finds another balance. */
static enum status shake(struct plan *plan, uint32_t attempt, struct error *error)
{
    for (uint32_t rank = 0; rank < plan->count; rank++)
        if (random_hash((uint64_t)attempt << 32 | rank) % SHAKE == 0)
            TRY(plan_take_out(plan, rank, error));
    return STATUS_OK;
}

enum status negotiation_begin(struct maze_negotiation *it, struct plan *plan, uint32_t attempt,
                              uint32_t iterations, struct error *error)
{
    *it = (struct maze_negotiation){.present = (uint64_t)PRICE_FIRST * PRESENT_UNIT,
                                    .left = iterations};
    it->ranks = mem_alloc(plan->count, sizeof *it->ranks, "nets in conflict", error);
    enum status status = it->ranks != NULL ? plan_count_all(plan, error) : STATUS_FAILED;
    THEN(status, plan_forget(plan, 0, 0, plan->cong.present, error));
    if (attempt > 0 && status == STATUS_OK)
        status = shake(plan, attempt, error);
    it->count = status == STATUS_OK ? find_unsettled(plan, it->ranks) : 0;
    it->least = it->count;
    for (uint32_t i = 0; i < it->count; i++) /* nets that come in first count when they are in */
        if (!plan->trees[it->ranks[i]].present)
            it->least = UINT32_MAX;
    return status;
}

enum status negotiation_open(struct maze_negotiation *it, struct plan *plan, struct error *error)
{
    enum status status = speculate_create(&it->speculation, plan, error);
    if (it->next == 0 || status != STATUS_OK)
        return status;
    status = set_present(it, plan, error);
    return status == STATUS_OK ? take_out(plan, it, error) : status;
}

void negotiation_close(struct maze_negotiation *it)
{
    speculate_destroy(&it->speculation);
    free(it->ranks);
    *it = (struct maze_negotiation){0};
}

/* Crossing another net costs as much as it ever will, and most nets still do: there is no room. */
static bool is_hopeless(const struct maze_negotiation *it, const struct plan *plan)
{
    return plan->session->options->effort != ROUTE_BEST &&
           it->present == (uint64_t)PRICE_LAST * PRESENT_UNIT &&
           it->least > plan->count / HOPELESS && it->stalled >= HURRY;
}

bool negotiation_goes_on(const struct maze_negotiation *it, const struct plan *plan)
{
    return it->left > 0 && it->count > 0 && it->stalled < STALL && !is_hopeless(it, plan) &&
           session_state(plan->session) == SESSION_GOES_ON;
}

/* Prices for another iteration. */
static enum status start_iteration(struct maze_negotiation *it, struct plan *plan,
                                   struct error *error)
{
    enum status status = STATUS_OK;
    status = remember(plan, it->ranks, it->count, 1 + it->stalled / HURRY, error);
    return status == STATUS_OK ? set_present(it, plan, error) : status;
}

static void finish_iteration(struct maze_negotiation *it, struct plan *plan, uint32_t *used)
{
    const uint64_t dearest = (uint64_t)PRICE_LAST * PRESENT_UNIT;
    it->present += it->present / PRICE_PARTS;
    it->present = it->present < dearest ? it->present : dearest;
    it->count = find_unsettled(plan, it->ranks);
    it->next = 0;
    it->stalled = it->count < it->least ? 0 : it->stalled + 1;
    it->least = it->count < it->least ? it->count : it->least;
    it->left--;
    ++*used;
    tell(plan, *used, it->count);
}

enum status negotiation_once(struct maze_negotiation *it, struct plan *plan, uint32_t *used,
                             struct error *error)
{
    enum status status = STATUS_OK;
    uint32_t entered = 0;
    if (it->next == 0)
        status = start_iteration(it, plan, error);
    if (it->next == 0 && status == STATUS_OK)
        status = take_out(plan, it, error);
    THEN(status, speculate_once(&it->speculation, it->ranks + it->next, it->count - it->next,
                                &entered, error));
    it->next += entered;
    if (it->next == it->count && status == STATUS_OK)
        finish_iteration(it, plan, used);
    return status;
}

uint32_t negotiation_conflicts(struct maze_negotiation *it, const struct plan *plan)
{
    return find_unsettled(plan, it->ranks);
}
