/* negotiate: the loop of PathFinder. */
#include "router/negotiate.h"

#include <stdlib.h>

#include "router/ahead.h"

enum {
    PRESENT_UNIT = 1024, /* prices are kept in parts of one, so that small ones rise, too */
    NEVER = 1000000,
    START_BATCH = 1024,
};

const struct negotiate_rules negotiate_gentle = {
    .first = 2,
    .parts = 10,
    .last = 4096,
    .patience = 3,
    .hurry = NEVER,
    .stall = 30,
    .together = 32,
};

/* A detour of 60 cells is tried before another net is crossed: farther up nothing moves any more
 * but by history, which would need thousands of iterations to outweigh the price. */
const struct negotiate_rules negotiate_crowded = {
    .first = 4,
    .parts = 7,
    .last = 60,
    .patience = 0,
    .hurry = 20,
    .stall = 60,
    .together = UINT32_MAX,
};

/* Cells that a net of two pins has to be searched around its box so that no path outside can be
 * as cheap as this one: leaving the box by m cells takes 2 m more steps than the direct way. */
static uint32_t margin_needed(const struct plan *plan, uint32_t rank, cost_t cost)
{
    struct box box = plan->boxes[rank];
    cost_t direct = (cost_t)(box.x1 - box.x0) + (box.y1 - box.y0);
    cost_t need = cost > direct ? (cost - direct) / 2 : 0;
    return need < GRID_SIDE_MAX ? (uint32_t)need : GRID_SIDE_MAX;
}

/* Gives a net this tree in place of the one it may have. */
static enum status replace_tree(struct plan *plan, uint32_t rank, const struct growth *growth,
                                struct error *error)
{
    enum status status = plan_take_out(plan, rank, error);
    return status == STATUS_OK ? plan_put_in(plan, rank, growth->wires, growth->wire_count, error)
                               : status;
}

/* Searches these nets in windows of these margins; those whose windows were too small stay in
 * the list, with larger margins. */
static enum status start_some(struct plan *plan, uint32_t *ranks, uint32_t *margins,
                              uint32_t *count, struct growth *growths, struct box *windows,
                              struct error *error)
{
    const struct grid *grid = &plan->run->design->grid;
    struct box whole = box_whole(grid);
    for (uint32_t i = 0; i < *count; i++)
        windows[i] = box_grow(grid, plan->boxes[ranks[i]], margins[i]);
    enum status status =
        plan_grow_in(plan, &plan->run->hard, ranks, windows, *count, growths, error);
    uint32_t left = 0;
    for (uint32_t i = 0; i < *count && status == STATUS_OK; i++) {
        bool found = growths[i].outcome == OUTCOME_FOUND;
        uint32_t pins = plan->run->design->nets.nets[plan->nets[ranks[i]]].pin_count;
        uint32_t need = found ? margin_needed(plan, ranks[i], growths[i].cost) : 4 * margins[i];
        bool final = box_holds(windows[i], whole) || (found && (pins > 2 || need <= margins[i])) ||
                     growths[i].outcome == OUTCOME_STOPPED;
        /* a tree of too small a window is kept for the case that the run is stopped before the
         * next search has an answer */
        if (found && status == STATUS_OK)
            status = replace_tree(plan, ranks[i], &growths[i], error);
        plan->ideals[ranks[i]] =
            plan->trees[ranks[i]].present ? plan->trees[ranks[i]].cost : COST_NONE;
        if (!final) {
            ranks[left] = ranks[i];
            margins[left++] = need > margins[i] ? need : margins[i];
        }
    }
    *count = left;
    return status;
}

enum status negotiate_start(struct plan *plan, struct error *error)
{
    uint32_t most = plan->count < START_BATCH ? plan->count : START_BATCH;
    uint32_t *ranks = mem_alloc(most, sizeof *ranks, "a batch of nets", error);
    uint32_t *margins = mem_alloc(most, sizeof *margins, "a batch of nets", error);
    struct box *windows = mem_alloc(most, sizeof *windows, "a batch of nets", error);
    struct growth *growths = mem_alloc(most, sizeof *growths, "a batch of nets", error);
    enum status status = ranks != NULL && margins != NULL && windows != NULL && growths != NULL
                             ? STATUS_OK
                             : STATUS_FAILED;
    for (uint32_t first = 0; first < plan->count && status == STATUS_OK; first += most) {
        uint32_t count = plan->count - first < most ? plan->count - first : most;
        for (uint32_t i = 0; i < count; i++) {
            ranks[i] = first + i;
            margins[i] = plan->margins[first + i];
        }
        while (count > 0 && status == STATUS_OK)
            status = start_some(plan, ranks, margins, &count, growths, windows, error);
    }
    for (uint32_t i = 0; growths != NULL && i < most; i++)
        connect_destroy(&growths[i]);
    free(growths);
    free(windows);
    free(margins);
    free(ranks);
    return status;
}

/* Fills ranks with the nets that share cells and with those that have no tree yet, in order. */
static uint32_t find_unsettled(const struct plan *plan, uint32_t *ranks)
{
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        if (plan_in_conflict(plan, rank) || plan_is_missing(plan, rank))
            ranks[count++] = rank;
    return count;
}

/* Makes the cells that several nets use dearer. */
static void remember(struct plan *plan, const uint32_t *ranks, uint32_t count, uint32_t amount)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct tree *tree = &plan->trees[ranks[i]];
        if (tree->present)
            congestion_remember(&plan->cong, tree->wires, tree->count, amount);
    }
}

/* Takes so many nets out, searches them, and goes on with the next. */
static enum status reroute(struct ahead *ahead, const uint32_t *ranks, uint32_t count,
                           uint32_t together, struct error *error)
{
    struct plan *plan = ahead->plan;
    enum status status = STATUS_OK;
    for (uint32_t first = 0; first < count && status == STATUS_OK;) {
        uint32_t now = count - first < together ? count - first : together;
        if (run_state(plan->run) != RUN_GOES_ON)
            break;
        for (uint32_t i = 0; i < now && status == STATUS_OK; i++)
            status = plan_take_out(plan, ranks[first + i], error);
        if (status == STATUS_OK)
            status = ahead_search(ahead, ranks + first, now, error);
        first += now;
    }
    return status;
}

static void tell(const struct plan *plan, uint32_t iteration, uint32_t conflicts)
{
    const struct route_options *options = plan->run->options;
    struct route_progress progress = {.phase = "negotiate",
                                      .iteration = iteration,
                                      .done = plan->count - conflicts,
                                      .total = plan->count,
                                      .conflicts = conflicts,
                                      .cost = plan_cost(plan)};
    if (options->progress != NULL)
        options->progress(options->context, &progress);
}

/* What an iteration depends on besides trees and history. */
struct prices {
    uint64_t present; /* in parts of PRESENT_UNIT */
    uint32_t least;   /* fewest nets unsettled so far */
    uint32_t stalled; /* iterations since */
};

/* One iteration: prices, searches. *count: the unsettled nets, before and after. */
static enum status haggle(struct ahead *ahead, const struct negotiate_rules *rules,
                          struct prices *prices, uint32_t *ranks, uint32_t *count,
                          struct error *error)
{
    struct plan *plan = ahead->plan;
    const uint64_t dearest = (uint64_t)rules->last * PRESENT_UNIT;
    if (prices->stalled >= rules->patience)
        remember(plan, ranks, *count, 1 + prices->stalled / rules->hurry);
    enum status status = plan_set_present(plan, (uint32_t)(prices->present / PRESENT_UNIT), error);
    if (status == STATUS_OK)
        status = reroute(ahead, ranks, *count, rules->together, error);
    prices->present += prices->present / rules->parts;
    prices->present = prices->present < dearest ? prices->present : dearest;
    *count = find_unsettled(plan, ranks);
    prices->stalled = *count < prices->least ? 0 : prices->stalled + 1;
    prices->least = *count < prices->least ? *count : prices->least;
    return status;
}

/* The prices of the first iteration. Nets that come in first count when they are in. */
static struct prices first_prices(const struct plan *plan, const struct negotiate_rules *rules,
                                  const uint32_t *ranks, uint32_t count)
{
    struct prices prices = {(uint64_t)rules->first * PRESENT_UNIT, count, 0};
    for (uint32_t i = 0; i < count; i++)
        if (!plan->trees[ranks[i]].present)
            prices.least = UINT32_MAX;
    return prices;
}

enum status negotiate(struct plan *plan, const struct negotiate_rules *rules, uint32_t iterations,
                      uint32_t *used, uint32_t *conflicts, struct error *error)
{
    struct ahead ahead = {0};
    uint32_t *ranks = mem_alloc(plan->count, sizeof *ranks, "nets in conflict", error);
    enum status status = ranks != NULL ? ahead_create(&ahead, plan, error) : STATUS_FAILED;
    if (status == STATUS_OK)
        status = plan_forget(plan, 0, 0, error);
    uint32_t count = status == STATUS_OK ? find_unsettled(plan, ranks) : 0;
    struct prices prices = first_prices(plan, rules, ranks, count);
    for (uint32_t i = 0; i < iterations && count > 0 && prices.stalled < rules->stall &&
                         status == STATUS_OK && run_state(plan->run) == RUN_GOES_ON;
         i++) {
        status = haggle(&ahead, rules, &prices, ranks, &count, error);
        ++*used;
        tell(plan, *used, count);
    }
    *conflicts = count;
    ahead_destroy(&ahead);
    free(ranks);
    return status;
}
