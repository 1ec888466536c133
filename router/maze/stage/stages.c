/* stages: the table of stages, with the five calls of each. A new stage is a row here. */
#include "router/maze/stage/schedule.h"

#include "router/maze/stage/directions.h"
#include "router/maze/stage/from_rounds.h"
#include "router/maze/stage/repair.h"

/* ---- ideal, around -------------------------------------------------------------------------- */

static enum status ideal_stage_open(struct schedule *it, struct error *error)
{
    return ideal_open(&it->ideal, &it->plan, it->done, error);
}

static bool ideal_stage_goes_on(struct schedule *it)
{
    return !ideal_is_over(&it->ideal, &it->plan);
}

static enum status ideal_stage_once(struct schedule *it, struct error *error)
{
    enum status status = ideal_once(&it->ideal, &it->plan, error);
    it->done = it->ideal.done;
    return status;
}

/* Lists the nets without a tree for sequential.h: without negotiation that is all of them. */
static enum status enter(struct schedule *it, struct error *error)
{
    it->rest_count = 0;
    if (it->entered)
        return STATUS_OK;
    if (it->plan.session == NULL) {
        for (uint32_t i = 0; i < it->count; i++)
            it->rest[i] = it->nets[i];
        it->rest_count = it->count;
        return STATUS_OK;
    }
    return repair_enter(&it->plan, it->routes, it->rest, &it->rest_count, error);
}

static enum status around_begin(struct schedule *it, struct error *error)
{
    TRY(repair_drop_later(&it->plan, error));
    return enter(it, error);
}

static enum status around_end(struct schedule *it, struct error *error)
{
    sequential_close(&it->sequential);
    return repair_take_over(&it->plan, it->routes, error);
}

/* ---- sequential ----------------------------------------------------------------------------- */

static enum status sequential_stage_open(struct schedule *it, struct error *error)
{
    return sequential_open(&it->sequential, it->session, it->rest, it->rest_count, it->done, error);
}

static bool sequential_goes_on(struct schedule *it)
{
    return !sequential_is_over(&it->sequential);
}

static enum status sequential_stage_once(struct schedule *it, struct error *error)
{
    enum status status = sequential_once(&it->sequential, it->session, it->routes, error);
    it->done = it->sequential.done;
    return status;
}

/* ---- negotiate ------------------------------------------------------------------------------ */

enum { NEGOTIATE_MOST = 500 }; /* iterations */

/* Begins to negotiate for the missing nets of a legal plan. Leaves half of the iterations for
 * improvement. */
static enum status negotiate_stage_begin(struct schedule *it, struct error *error)
{
    uint32_t most = (schedule_iterations_left(it) + 1) / 2;
    most = most < NEGOTIATE_MOST ? most : NEGOTIATE_MOST;
    TRY(snapshot_take(&it->kept, &it->plan, error));
    return negotiation_begin(&it->negotiation, &it->plan, most, error);
}

/* True if the design is negotiated at the costs of directions.h. */
static bool has_directions(const struct schedule *it, struct step_rules *rules)
{
    return repair_is_large(&it->plan) && directions_rules(&it->session->design->grid, false, rules);
}

static enum status negotiate_stage_open(struct schedule *it, struct error *error)
{
    struct step_rules planned;
    if (has_directions(it, &planned))
        TRY(session_set_soft_rules(it->session, &planned, error));
    return negotiation_open(&it->negotiation, &it->plan, &it->iterations, error);
}

static bool negotiate_stage_goes_on(struct schedule *it)
{
    return negotiation_goes_on(&it->negotiation);
}

static enum status negotiate_stage_once(struct schedule *it, struct error *error)
{
    return negotiation_once(&it->negotiation, error);
}

/* The kept plan comes back if it is better. */
static enum status restore_better(struct schedule *it, struct error *error)
{
    return snapshot_is_worse(&it->kept, &it->plan) ? STATUS_OK
                                                   : snapshot_restore(&it->kept, &it->plan, error);
}

/* Takes out nets that still share cells. */
static enum status negotiate_stage_end(struct schedule *it, struct error *error)
{
    it->conflicts = negotiation_conflicts(&it->negotiation);
    negotiation_close(&it->negotiation);
    struct step_rules planned;
    TRY(repair_drop_worst(&it->plan, error));
    if (has_directions(it, &planned))
        TRY(session_set_soft_rules(it->session, &it->session->design->grid.rules, error));
    return restore_better(it, error);
}

/* ---- rounds --------------------------------------------------------------------------------- */

static bool rounds_stage_goes_on(struct schedule *it)
{
    return schedule_needs_rounds(it);
}

/* ---- improve -------------------------------------------------------------------------------- */

static enum status improve_begin(struct schedule *it, struct error *error)
{
    return snapshot_take(&it->kept, &it->plan, error);
}

static enum status improve_stage_open(struct schedule *it, struct error *error)
{
    return improve_open(&it->improvement, &it->plan, it->iterations, &it->chain, error);
}

static enum status improve_stage_end(struct schedule *it, struct error *error)
{
    chain_destroy(&it->chain);
    return restore_better(it, error);
}

static bool improve_stage_goes_on(struct schedule *it)
{
    return schedule_iterations_left(it) > 0 &&
           improve_goes_on(&it->improvement, &it->plan, &it->kept);
}

static enum status improve_stage_once(struct schedule *it, struct error *error)
{
    return improve_once(&it->improvement, &it->chain, &it->kept, &it->iterations, error);
}

/* ---- explain -------------------------------------------------------------------------------- */

static enum status explain_begin(struct schedule *it, struct error *error)
{
    (void)error;
    plan_destroy(&it->plan);
    it->state = session_state(it->session);
    return STATUS_OK;
}

static bool is_unexplained(const struct schedule *it, uint32_t i)
{
    return it->routes->nets[it->nets[i]].state == ROUTE_BLOCKED_BY;
}

static bool explain_goes_on(struct schedule *it)
{
    while (it->done < it->count && !is_unexplained(it, it->done))
        it->done++;
    return it->done < it->count;
}

/* Gives the next net without a path its reason; if the run has to end, that is the reason. */
static enum status explain_once(struct schedule *it, struct error *error)
{
    const struct design *design = it->session->design;
    uint32_t net = it->nets[it->done];
    session_report(it->session, (struct route_progress){
                                    .phase = "explain", .done = it->done, .total = it->count});
    const enum session_state now = session_state(it->session);
    if (now != SESSION_GOES_ON) {
        it->state = now;
        it->done++;
        return routes_set_unrouted(it->routes, net,
                                   now == SESSION_TIME_IS_UP ? ROUTE_TIME_LIMIT : ROUTE_INTERRUPTED,
                                   NULL, 0, error);
    }
    enum route_state state = ROUTE_NO_PATH;
    const uint32_t *blockers = NULL;
    size_t blocker_count = 0;
    enum status status = STATUS_OK;
    if (!it->session->options->alone && it->explain == NULL)
        status = explain_create(&it->explain, design, it->routes, error);
    if (!it->session->options->alone && status == STATUS_OK)
        state = explain_net(it->explain, net, &blockers, &blocker_count);
    if (status == STATUS_OK && state == ROUTE_ROUTED)
        status = error_set(error, STATUS_FAILED, "net %s was left although there is a way",
                           netlist_name(&design->nets, net));
    THEN(status, routes_set_unrouted(it->routes, net, state, blockers, blocker_count, error));
    it->done++;
    return status;
}

/* ---- the table of stages -------------------------------------------------------------------- */

static enum status nothing(struct schedule *it, struct error *error)
{
    (void)it;
    (void)error;
    return STATUS_OK;
}

const struct stage_ops stages[STAGES] = {
    [STAGE_IDEAL] = {nothing, ideal_stage_open, ideal_stage_goes_on, ideal_stage_once, nothing},
    [STAGE_AROUND] = {around_begin, sequential_stage_open, sequential_goes_on,
                      sequential_stage_once, around_end},
    [STAGE_NEGOTIATE] = {negotiate_stage_begin, negotiate_stage_open, negotiate_stage_goes_on,
                         negotiate_stage_once, negotiate_stage_end},
    [STAGE_ROUNDS] = {nothing, nothing, rounds_stage_goes_on, from_rounds_once, nothing},
    [STAGE_IMPROVE] = {improve_begin, improve_stage_open, improve_stage_goes_on, improve_stage_once,
                       improve_stage_end},
    [STAGE_SEQUENTIAL] = {enter, sequential_stage_open, sequential_goes_on, sequential_stage_once,
                          nothing},
    [STAGE_EXPLAIN] = {explain_begin, nothing, explain_goes_on, explain_once, nothing},
};
