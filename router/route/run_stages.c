/* run_stages: the loop through the stages, and through the steps of each. */
#include "router/route/run_stages.h"

#include "router/checkpoint/checkpoint.h"
#include "router/maze/stage/from_rounds.h"
#include "router/maze/stage/stages.h"

static const char *const PHASES[STAGES] = {
    [STAGE_IDEAL] = "each net alone", [STAGE_AROUND] = "around each other",
    [STAGE_NEGOTIATE] = "negotiate",  [STAGE_INSERT] = "push aside",
    [STAGE_IMPROVE] = "improve",      [STAGE_SEQUENTIAL] = "one by one",
    [STAGE_EXPLAIN] = "explain",
};

/* Calls the watch of the options with the current wires of each net. */
static enum status show(const struct schedule *it, struct error *error)
{
    const struct route_watch *watch = it->session->options->watch;
    if (watch == NULL || it->stage == STAGE_EXPLAIN)
        return STATUS_OK;
    bool plan = schedule_has_plan(it);
    for (uint32_t rank = 0; rank < it->count; rank++) {
        uint32_t net = it->nets[rank];
        const struct route *route = &it->routes->nets[net];
        if (plan && it->plan.trees != NULL) {
            const struct tree *tree = &it->plan.trees[rank];
            TRY(watch->net(watch->context, net, tree->wires, tree->present ? tree->count : 0,
                           error));
        } else {
            TRY(watch->net(watch->context, net, it->routes->wires + route->first_wire,
                           route->wire_count, error));
        }
    }
    return watch->step(watch->context, PHASES[it->stage], it->iterations, error);
}

/* The rest of one stage. */
static enum status run_stage(struct schedule *it, struct error *error)
{
    const struct stage_ops *stage = &stages[it->stage];
    TRY(stage->open(it, error));
    while (stage->goes_on(it)) {
        TRY(stage->once(it, error));
        TRY(show(it, error));
        if (session_state(it->session) == SESSION_GOES_ON)
            TRY(checkpoint_offer(it, error));
    }
    TRY(stage->end(it, error));
    return show(it, error);
}

/* Begins the stage after the one that is over, if there is one. */
static enum status go_on(struct schedule *it, struct error *error)
{
    it->stage = schedule_next(it);
    it->done = 0;
    if (it->stage == STAGES)
        return STATUS_OK;
    if (schedule_is_open(it))
        TRY(plan_open(&it->plan, error));
    return stages[it->stage].begin(it, error);
}

/* Begins the first stage. After from_rounds_start it is a later one. */
static enum status start(struct schedule *it, struct error *error)
{
    if (from_rounds_suits(it)) {
        TRY(from_rounds_start(it, error));
        if (schedule_is_open(it))
            TRY(plan_open(&it->plan, error));
    } else {
        TRY(schedule_add_plan(it, error));
    }
    return stages[it->stage].begin(it, error);
}

/* Every stage, from the first or from that of the checkpoint. */
static enum status run_all(struct schedule *it, struct error *error)
{
    const struct route_checkpoint *resume = it->session->options->resume;
    TRY(schedule_open(it, error));
    if (resume != NULL)
        TRY(schedule_add_plan(it, error));
    TRY(resume != NULL ? checkpoint_read(it, resume, error) : start(it, error));
    while (it->stage != STAGES) {
        DEBUG_ASSERT(schedule_is_sound(it));
        TRY(run_stage(it, error));
        TRY(go_on(it, error));
    }
    return STATUS_OK;
}

enum status run_stages(struct session *session, const uint32_t *nets, uint32_t count,
                       struct routes *routes, struct route_report *report,
                       enum session_state *state, struct error *error)
{
    assert(count == 0 || nets != NULL);
    struct schedule it = {.session = session, .nets = nets, .count = count, .routes = routes};
    enum status status = run_all(&it, error);
    report->iterations = it.iterations;
    report->conflicts = it.conflicts;
    *state = it.state;
    schedule_close(&it);
    return status;
}
