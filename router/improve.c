/* improve: rounds of ejection chains.
 *
 * A round uses one toll, drawn from a short table: cheap tolls find chains of many small
 * displacements, dear ones single nets that squeeze past. Within a round the plan may get dearer
 * than the best so far by a little (record-to-record travel, Dueck 1993); the little shrinks to
 * nothing in the last rounds. The draw is a hash of the round's number: nothing depends on time.
 */
#include "router/improve.h"

#include <stdlib.h>

#include "router/eject.h"
#include "router/snapshot.h"

enum {
    MOVES = 12,        /* searches a chain */
    SLACK_PARTS = 200, /* the plan may be dearer than the best by one part in so many */
    COOL_ROUNDS = 60,  /* the slack shrinks to 0 over so many rounds */
    IDLE_ROUNDS = 10,  /* rounds without a better plan before it is left */
};

static uint64_t mix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15u; /* splitmix64 (Steele, Lea, Flood 2014) */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static bool is_missing(const struct plan *plan, uint32_t rank)
{
    return !plan->trees[rank].present && plan->ideals[rank] != COST_NONE;
}

/* Nets that cost what they cost alone have nothing to gain; they move only when pushed. */
static bool can_gain(const struct plan *plan, uint32_t rank)
{
    return is_missing(plan, rank) ||
           (plan->trees[rank].present && plan->trees[rank].cost > plan->ideals[rank]);
}

static void tell(const struct plan *plan, uint32_t round, const struct snapshot *best)
{
    const struct route_options *options = plan->run->options;
    struct route_progress progress = {.phase = "improve",
                                      .iteration = round,
                                      .done = best->routed,
                                      .total = plan->count,
                                      .routed = best->routed,
                                      .cost = best->cost};
    if (options->progress != NULL)
        options->progress(options->context, &progress);
}

/* One chain from every net that can gain. */
static enum status run_round(struct ejector *ejector, uint32_t toll, cost_t limit,
                             struct error *error)
{
    struct plan *plan = ejector->plan;
    struct eject_rules rules = {.toll = toll, .lock = 2 * toll + 2, .moves = MOVES};
    cost_t now = plan_cost(plan);
    enum status status = plan_set_present(plan, toll, error);
    for (uint32_t rank = 0; rank < plan->count && status == STATUS_OK; rank++) {
        if (!can_gain(plan, rank))
            continue;
        if (run_state(plan->run) != RUN_GOES_ON)
            break;
        int64_t gain = 0;
        bool kept = false;
        rules.slack = limit > now ? limit - now : 0;
        status = eject(ejector, rank, &rules, &gain, &kept, error);
        now = (cost_t)((int64_t)now - gain);
    }
    return status;
}

static enum status run_rounds(struct ejector *ejector, struct snapshot *best, uint32_t rounds,
                              uint32_t *used, struct error *error)
{
    static const uint32_t tolls[] = {4, 6, 8, 12};
    struct plan *plan = ejector->plan;
    enum status status = STATUS_OK;
    uint32_t idle = 0;
    for (uint32_t round = 0; round < rounds && status == STATUS_OK; round++) {
        bool cold = round >= COOL_ROUNDS;
        uint32_t warmth = cold ? 0 : COOL_ROUNDS - round;
        cost_t slack = best->cost / SLACK_PARTS * warmth / COOL_ROUNDS;
        status = run_round(ejector, tolls[mix(round) % 4], best->cost + slack, error);
        if (status != STATUS_OK)
            break;
        bool better = snapshot_is_worse(best, plan);
        idle = better ? 0 : idle + 1;
        if (better)
            status = snapshot_take(best, plan, error);
        ++*used;
        tell(plan, *used, best);
        if ((idle >= IDLE_ROUNDS && cold) || run_state(plan->run) != RUN_GOES_ON)
            break;
    }
    return status;
}

enum status improve(struct plan *plan, uint32_t rounds, uint32_t *used, struct error *error)
{
    struct ejector ejector = {0};
    struct snapshot best = {0};
    enum status status = plan_forget(plan, error);
    if (status == STATUS_OK)
        status = snapshot_take(&best, plan, error);
    if (status == STATUS_OK)
        status = ejector_create(&ejector, plan, error);
    if (status == STATUS_OK)
        status = run_rounds(&ejector, &best, rounds, used, error);
    if (status == STATUS_OK && !snapshot_is_worse(&best, plan))
        status = snapshot_restore(&best, plan, error);
    ejector_destroy(&ejector);
    snapshot_destroy(&best);
    return status;
}
