/* improve: rounds of ejection chains.
 *
 * A round uses one toll, drawn from a short table: cheap tolls find chains of many small
 * displacements, dear ones single nets that squeeze past. Within a round the plan may get dearer
 * than the best so far by a little (record-to-record travel, Dueck 1993); the little shrinks to
 * nothing in the last rounds. The draw is a hash of the round's number: nothing depends on time.
 */
#include "router/stage/improve.h"

#include "router/stage/repair.h"

enum {
    MOVES = 12,              /* searches a chain */
    SLACK_PARTS = 200,       /* the plan may be dearer than the best by one part in so many */
    COOL_ROUNDS = 60,        /* the slack shrinks to 0 over so many rounds, ... */
    COOL_ROUNDS_MIN = 8,     /* ... of large designs so many at least ... */
    COOL_CHAINS = 15000,     /* ... and about so many chains; then come ... */
    COLD_ROUNDS = 10,        /* ... rounds without slack, and a cycle is over */
    CYCLES = 12,             /* cycles, as long as ... */
    CYCLES_CHAINS = 16000,   /* ... there have not been so many chains, ... */
    CYCLES_WORK = 250000000, /* ... nor so many labels in the run's searches: some ten seconds */
    LARGE_NETS = 200,        /* a design of so many nets has one cycle */
};

/* When a plan is left within its only cycle: where so many rounds together gain less than one part
 * in so many. */
struct patience {
    uint32_t rounds, parts;
};

static const struct patience patience_large = {4, 400};
static const struct patience patience_normal = {20, 1000};

static uint64_t mix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15u; /* splitmix64 (Steele, Lea, Flood 2014) */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Nets that cost what they cost alone have nothing to gain; they move only when pushed. */
static bool can_gain(const struct plan *plan, uint32_t rank)
{
    return plan_is_missing(plan, rank) ||
           (plan->trees[rank].present && plan->trees[rank].cost > plan->ideals[rank]);
}

static void tell(const struct plan *plan, uint32_t round, const struct snapshot *best)
{
    const struct route_options *options = plan->session->options;
    struct route_progress progress = {.phase = "improve",
                                      .iteration = round,
                                      .done = best->routed,
                                      .total = plan->count,
                                      .routed = best->routed,
                                      .cost = best->cost};
    if (options->progress != NULL)
        options->progress(options->context, &progress);
}

uint32_t improve_gainers(const struct plan *plan)
{
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        count += can_gain(plan, rank);
    return count;
}

/* What a round draws: the toll for another net's cell, and how many cells get a toll of 1 for no
 * reason, so that of many trees that cost the same not always the same is found. Tolls are in
 * proportion to what a detour costs: two steps, and some turns and vias. */
static void draw(const struct plan *plan, uint64_t round, uint32_t *toll, uint32_t *one_in)
{
    static const uint32_t noise[] = {0, 4, 8, 16};
    const struct step_rules *rules = &plan->session->design->grid.rules;
    uint32_t detour = 2 + (rules->bend + rules->via + rules->wrong_way) / 4;
    const uint32_t tolls[] = {detour / 2, detour * 3 / 4, detour, detour * 3 / 2};
    *toll = tolls[mix(round) % 4];
    *one_in = noise[mix(round + ROUTE_ITERATIONS_MAX) % 4];
}

/* By how much the plan may be dearer than the best in this round of a cycle. */
static cost_t slack_of(const struct plan *plan, cost_t best, uint32_t round, uint32_t warm_rounds)
{
    const struct step_rules *rules = &plan->session->design->grid.rules;
    cost_t most = best / SLACK_PARTS + 2 + (rules->bend + rules->via + rules->wrong_way) / 4;
    return round < warm_rounds ? most * (warm_rounds - round) / warm_rounds : 0;
}

/* True where one cycle will do: ROUTE_NORMAL, unless nets are missing. */
static bool is_brief(const struct plan *plan)
{
    return plan->session->options->effort == ROUTE_NORMAL && repair_missing(plan) == 0;
}

/* At the start of a cycle: how many warm rounds it has. */
static uint32_t warm_rounds(const struct plan *plan)
{
    uint32_t warm = COOL_CHAINS / (improve_gainers(plan) + 1);
    return warm > COOL_ROUNDS ? COOL_ROUNDS : warm < COOL_ROUNDS_MIN ? COOL_ROUNDS_MIN : warm;
}

/* Tolls, noise and cost of round `used` of the run. */
static enum status prepare_round(struct improvement *it, struct plan *plan, uint32_t used,
                                 struct error *error)
{
    uint32_t toll = 0, one_in = 0;
    draw(plan, used, &toll, &one_in);
    it->now = plan_cost(plan);
    return plan_forget(plan, mix(used), one_in, toll, error);
}

enum status improve_open(struct improvement *it, struct plan *plan, uint32_t used,
                         struct ejector *ejector, struct error *error)
{
    enum status status = plan_count_all(plan, error);
    if (it->next > 0 && status == STATUS_OK)
        status = prepare_round(it, plan, used, error);
    return status == STATUS_OK ? ejector_create(ejector, plan, error) : status;
}

bool improve_goes_on(struct improvement *it, const struct plan *plan, const struct snapshot *best)
{
    if (session_state(plan->session) != SESSION_GOES_ON)
        return false;
    if (it->next > 0)
        return true;
    if (improve_gainers(plan) == 0)
        return false;
    const bool large = plan->count >= LARGE_NETS, brief = large || is_brief(plan);
    if (it->round == it->warm + COLD_ROUNDS) {
        it->cycle++;
        it->round = 0;
    }
    if (it->round == 0) {
        uint32_t cycles = brief ? 1 : CYCLES;
        if (it->cycle >= cycles || it->chains >= CYCLES_CHAINS ||
            plan->session->work >= CYCLES_WORK)
            return false;
        it->warm = warm_rounds(plan);
        it->before = COST_NONE;
    }
    const struct patience patience = large ? patience_large : patience_normal;
    if (!brief || it->round % patience.rounds != 0)
        return true;
    cost_t gain = it->before - best->cost;
    it->before = best->cost;
    return gain >= best->cost / patience.parts;
}

/* A chain from this net. */
static enum status chain(struct improvement *it, struct ejector *ejector, uint32_t rank,
                         const struct snapshot *best, uint32_t used, struct error *error)
{
    uint32_t toll = 0, one_in = 0;
    int64_t gain = 0;
    bool kept = false;
    draw(ejector->plan, used, &toll, &one_in);
    cost_t limit = best->cost + slack_of(ejector->plan, best->cost, it->round, it->warm);
    struct eject_rules rules = {.toll = toll, .lock = 2 * toll + 2, .moves = MOVES};
    rules.slack = limit > it->now ? limit - it->now : 0;
    enum status status = eject(ejector, rank, &rules, &gain, &kept, error);
    it->now = (cost_t)((int64_t)it->now - gain);
    it->chains++;
    return status;
}

static enum status finish_round(struct improvement *it, struct plan *plan, struct snapshot *best,
                                uint32_t *used, struct error *error)
{
    enum status status = STATUS_OK;
    if (snapshot_is_worse(best, plan))
        status = snapshot_take(best, plan, error);
    it->round++;
    it->next = 0;
    ++*used;
    tell(plan, *used, best);
    return status;
}

enum status improve_once(struct improvement *it, struct ejector *ejector, struct snapshot *best,
                         uint32_t *used, struct error *error)
{
    struct plan *plan = ejector->plan;
    enum status status = it->next == 0 ? prepare_round(it, plan, *used, error) : STATUS_OK;
    while (it->next < plan->count && !can_gain(plan, it->next))
        it->next++;
    if (it->next < plan->count && status == STATUS_OK)
        return chain(it, ejector, it->next++, best, *used, error);
    return status == STATUS_OK ? finish_round(it, plan, best, used, error) : status;
}
