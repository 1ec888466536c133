/* schedule: which stage comes next. */
#include "router/stage/schedule.h"

#include <stdlib.h>

#include "router/plan/plan_check.h"
#include "router/stage/repair.h"

bool schedule_negotiates(const struct schedule *it)
{
    return it->stage == STAGE_GENTLE || it->stage == STAGE_CROWDED;
}

bool schedule_has_plan(const struct schedule *it)
{
    return it->plan.count > 0 && it->stage != STAGE_EXPLAIN;
}

bool schedule_is_open(const struct schedule *it)
{
    return it->stage >= STAGE_INSERT && it->stage <= STAGE_IMPROVE;
}

bool schedule_has_routes(const struct schedule *it)
{
    return it->stage == STAGE_AROUND || it->stage == STAGE_SEQUENTIAL || it->stage == STAGE_EXPLAIN;
}

bool schedule_keeps_ideal(const struct schedule *it)
{
    return it->stage == STAGE_AROUND || it->stage == STAGE_INSERT;
}

bool schedule_has_kept(const struct schedule *it)
{
    return schedule_keeps_ideal(it) || schedule_negotiates(it) || it->stage == STAGE_IMPROVE;
}

static enum stage improve_or_finish(const struct schedule *it)
{
    return it->session->options->effort != ROUTE_FAST && schedule_iterations_left(it) > 0 &&
                   improve_gainers(&it->plan) > 0
               ? STAGE_IMPROVE
               : STAGE_SEQUENTIAL;
}

/* When nets are around each other: whether to negotiate. From what each net would have alone would
 * take too long in a large design that has nets missing. A large design of two-pin nets that is
 * close is done: seconds of improvement gain a thousandth there, but a fiftieth where nets branch.
 */
static enum stage after_first_try(const struct schedule *it)
{
    const struct plan *plan = &it->plan;
    bool large = repair_is_large(plan);
    if (repair_is_close(plan) || session_state(it->session) != SESSION_GOES_ON)
        return large && !repair_has_branches(plan) ? STAGE_SEQUENTIAL : improve_or_finish(it);
    return large && repair_missing(plan) > 0 ? STAGE_CROWDED : STAGE_GENTLE;
}

/* Negotiation that stalled over a few nets may find places for them when it starts from what it
 * came to. */
static bool is_worth_another(const struct schedule *it)
{
    uint32_t missing = repair_missing(&it->plan);
    return missing > 0 && missing < it->sought && repair_few_missing(&it->plan) &&
           schedule_iterations_left(it) > 0 && session_state(it->session) == SESSION_GOES_ON;
}

enum stage schedule_next(const struct schedule *it)
{
    const struct plan *plan = &it->plan;
    switch (it->stage) {
    case STAGE_IDEAL:
        return STAGE_AROUND;
    case STAGE_AROUND:
        return repair_few_missing(plan) && plan_routed(plan) < plan->count ? STAGE_INSERT
                                                                           : after_first_try(it);
    case STAGE_INSERT:
        return after_first_try(it);
    case STAGE_GENTLE:
        return repair_missing(plan) > 0 ? STAGE_CROWDED : improve_or_finish(it);
    case STAGE_CROWDED:
        return repair_few_missing(plan) ? STAGE_INSERT_AGAIN : improve_or_finish(it);
    case STAGE_INSERT_AGAIN:
        return is_worth_another(it) ? STAGE_CROWDED : improve_or_finish(it);
    case STAGE_IMPROVE:
        return STAGE_SEQUENTIAL;
    case STAGE_SEQUENTIAL:
        return STAGE_EXPLAIN;
    default:
        return STAGES;
    }
}

/* True for the stages that begin with a plan without conflicts, and keep it so. */
static bool wants_legal_plan(enum stage stage)
{
    return stage != STAGE_IDEAL && stage != STAGE_GENTLE && stage != STAGE_CROWDED;
}

bool schedule_is_sound(const struct schedule *it)
{
    const struct session *session = it->session;
    bool sound = field_is_sound(&session->hard.store) && it->rest_count <= it->count &&
                 it->iterations <= session->options->max_iterations &&
                 (session->soft.engine == NULL || field_is_sound(&session->soft.store));
    if (!sound || !schedule_has_plan(it))
        return sound;
    return (!schedule_is_open(it) || it->plan.open) && plan_is_sound(&it->plan) &&
           (!wants_legal_plan(it->stage) || plan_is_legal(&it->plan));
}

enum status schedule_open(struct schedule *it, struct error *error)
{
    const struct route_options *options = it->session->options;
    bool negotiates = !options->alone && options->max_iterations > 0;
    it->stage = negotiates ? STAGE_IDEAL : STAGE_SEQUENTIAL;
    it->rest = mem_alloc(it->count, sizeof *it->rest, "nets left", error);
    if (it->rest == NULL)
        return STATUS_FAILED;
    return negotiates ? plan_create(&it->plan, it->session, it->nets, it->count, error) : STATUS_OK;
}

void schedule_close(struct schedule *it)
{
    ideal_close(&it->ideal);
    ejector_destroy(&it->ejector);
    sequential_close(&it->sequential);
    negotiate_close(&it->negotiation);
    explain_destroy(it->explain);
    snapshot_destroy(&it->kept);
    plan_destroy(&it->plan);
    free(it->rest);
}
