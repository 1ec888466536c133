/* schedule: decides which stage is next, and makes and frees what stages share. */
#include "router/maze/stage/schedule.h"

#include "router/maze/rounds/map.h"
#include "router/maze/stage/repair.h"

/* Maximum number of attempts to route all nets in rounds, normally and at ROUTE_BEST. */
enum { ATTEMPTS = 2, ATTEMPTS_BEST = 3 };

bool schedule_has_plan(const struct schedule *it)
{
    return it->plan.count > 0 && it->stage != STAGE_EXPLAIN;
}

bool schedule_is_open(const struct schedule *it)
{
    return it->stage == STAGE_NEGOTIATE || it->stage == STAGE_IMPROVE;
}

bool schedule_has_routes(const struct schedule *it)
{
    return it->stage == STAGE_AROUND || it->stage == STAGE_SEQUENTIAL || it->stage == STAGE_EXPLAIN;
}

/* STAGE_IMPROVE, unless a large design of two-pin nets is close to its ideal: improvement would
 * take seconds and gain 0.1 % (2 % with branching nets). */
static enum stage improve_or_finish(const struct schedule *it)
{
    const struct plan *plan = &it->plan;
    const bool done = repair_is_large(plan) && it->attempts == 0 && !repair_has_branches(plan) &&
                      repair_is_close(plan);
    return it->session->options->effort != ROUTE_FAST && schedule_iterations_left(it) > 0 &&
                   !done && improve_gainers(plan) > 0
               ? STAGE_IMPROVE
               : STAGE_SEQUENTIAL;
}

/* True if missing nets are to be tried once more. */
static bool needs_more(const struct schedule *it)
{
    return repair_missing(&it->plan) > 0 && schedule_iterations_left(it) > 0 &&
           session_state(it->session) == SESSION_GOES_ON;
}

bool schedule_needs_rounds(const struct schedule *it)
{
    const uint32_t attempts = it->session->options->effort == ROUTE_BEST ? ATTEMPTS_BEST : ATTEMPTS;
    if (!needs_more(it) || !maze_map_suits(&it->session->design->grid))
        return false;
    return it->attempts == 0 || (repair_few_missing(&it->plan) && it->attempts < attempts);
}

enum stage schedule_next(const struct schedule *it)
{
    assert(it->stage < STAGES);
    switch (it->stage) {
    case STAGE_IDEAL:
        return STAGE_AROUND;
    case STAGE_AROUND:
        if (needs_more(it))
            return STAGE_NEGOTIATE;
        return schedule_needs_rounds(it) ? STAGE_ROUNDS : improve_or_finish(it);
    case STAGE_NEGOTIATE:
        return schedule_needs_rounds(it) ? STAGE_ROUNDS : improve_or_finish(it);
    case STAGE_ROUNDS:
        return improve_or_finish(it);
    case STAGE_IMPROVE:
        return STAGE_SEQUENTIAL;
    case STAGE_SEQUENTIAL:
        return STAGE_EXPLAIN;
    default:
        return STAGES;
    }
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
           (it->stage == STAGE_IDEAL || it->stage == STAGE_NEGOTIATE || plan_is_legal(&it->plan));
}

enum status schedule_open(struct schedule *it, struct error *error)
{
    assert(it->session != NULL && it->routes != NULL && (it->count == 0 || it->nets != NULL));
    const struct route_options *options = it->session->options;
    bool negotiates = !options->alone && options->max_iterations > 0;
    it->stage = negotiates ? STAGE_IDEAL : STAGE_SEQUENTIAL;
    return MEM_NEW(it->rest, it->count, "nets left", error);
}

enum status schedule_add_plan(struct schedule *it, struct error *error)
{
    assert(it->plan.trees == NULL);
    return it->stage == STAGE_IDEAL
               ? plan_create(&it->plan, it->session, it->nets, it->count, error)
               : STATUS_OK;
}

void schedule_close(struct schedule *it)
{
    ideal_close(&it->ideal);
    chain_destroy(&it->chain);
    sequential_close(&it->sequential);
    negotiation_close(&it->negotiation);
    explain_destroy(it->explain);
    snapshot_destroy(&it->kept);
    plan_destroy(&it->plan);
    free(it->rest);
}
