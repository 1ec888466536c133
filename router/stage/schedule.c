/* course: which stage comes next, and the loop through them. */
#include "router/stage/schedule.h"

#include <stdlib.h>

#include "router/checkpoint/content.h"
#include "router/checkpoint/checkpoint.h"
#include "router/stage/repair.h"
#include "router/stage/stages.h"

static uint32_t iterations_left(const struct schedule *it)
{
    return it->session->options->max_iterations - it->iterations;
}

static enum stage improve_or_pass(const struct schedule *it)
{
    return iterations_left(it) > 0 && improve_gainers(&it->plan) > 0 ? STAGE_IMPROVE
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
        return large && !repair_has_branches(plan) ? STAGE_SEQUENTIAL : improve_or_pass(it);
    return large && repair_missing(plan) > 0 ? STAGE_CROWDED : STAGE_GENTLE;
}

/* Negotiation that stalled over a few nets may find places for them when it starts from what it
 * came to. */
static bool is_worth_another(const struct schedule *it)
{
    uint32_t missing = repair_missing(&it->plan);
    return missing > 0 && missing < it->sought && repair_few_missing(&it->plan) &&
           iterations_left(it) > 0 && session_state(it->session) == SESSION_GOES_ON;
}

static enum stage next_stage(const struct schedule *it)
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
        return repair_missing(plan) > 0 ? STAGE_CROWDED : improve_or_pass(it);
    case STAGE_CROWDED:
        return repair_few_missing(plan) ? STAGE_INSERT_AGAIN : improve_or_pass(it);
    case STAGE_INSERT_AGAIN:
        return is_worth_another(it) ? STAGE_CROWDED : improve_or_pass(it);
    case STAGE_IMPROVE:
        return STAGE_SEQUENTIAL;
    case STAGE_SEQUENTIAL:
        return STAGE_EXPLAIN;
    default:
        return STAGES;
    }
}

/* One stage, from where it stands to its end. */
static enum status run_stage(struct schedule *it, struct error *error)
{
    enum status status = stages[it->stage].open(it, error);
    while (status == STATUS_OK && stages[it->stage].goes_on(it)) {
        status = stages[it->stage].once(it, error);
        if (status == STATUS_OK && session_state(it->session) == SESSION_GOES_ON)
            status = checkpoint_offer(it, error);
    }
    return status == STATUS_OK ? stages[it->stage].end(it, error) : status;
}

/* At the start, or where the checkpoint was made. */
static enum status begin(struct schedule *it, struct error *error)
{
    const struct route_options *options = it->session->options;
    bool negotiates = !options->alone && options->max_iterations > 0;
    enum status status = STATUS_OK;
    it->stage = negotiates ? STAGE_IDEAL : STAGE_SEQUENTIAL;
    it->rest = mem_alloc(it->count, sizeof *it->rest, "nets left", error);
    if (it->rest == NULL)
        return STATUS_FAILED;
    if (negotiates)
        status = plan_create(&it->plan, it->session, it->nets, it->count, error);
    if (status != STATUS_OK)
        return status;
    return options->resume != NULL ? checkpoint_read(it, options->resume, error)
                                   : stages[it->stage].begin(it, error);
}

static void destroy(struct schedule *it)
{
    ideal_close(&it->alone);
    ejector_destroy(&it->ejector);
    sequential_close(&it->pass);
    negotiate_close(&it->negotiation);
    explain_destroy(it->explain);
    snapshot_destroy(&it->kept);
    plan_destroy(&it->plan);
    free(it->rest);
}

enum status schedule_run(struct session *session, const uint32_t *nets, uint32_t count,
                         struct routes *routes, struct route_report *report, enum session_state *state,
                         struct error *error)
{
    struct schedule course = {.session = session, .nets = nets, .count = count, .routes = routes};
    enum status status = begin(&course, error);
    while (status == STATUS_OK && course.stage != STAGES) {
        status = run_stage(&course, error);
        course.stage = next_stage(&course);
        course.done = 0;
        if (status == STATUS_OK && schedule_is_open(&course))
            status = plan_open(&course.plan, error);
        if (status == STATUS_OK && course.stage != STAGES)
            status = stages[course.stage].begin(&course, error);
    }
    report->iterations = course.iterations;
    report->conflicts = course.conflicts;
    *state = course.state;
    destroy(&course);
    return status;
}
