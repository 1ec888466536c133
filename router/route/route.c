/* route: runs the stages of a run in their order, each step by step. */
#include "router/route/route.h"

#include "router/checkpoint/checkpoint.h"
#include "router/maze/stage/from_rounds.h"

const char *route_end_name(enum route_end end)
{
    static const char *const names[ROUTE_ENDS] = {"done", "time-limit", "stopped"};
    return (unsigned)end < ROUTE_ENDS ? names[end] : "unknown";
}

static bool is_kept(const struct route_options *options, uint32_t net)
{
    return options->keep != NULL && options->keep->nets[net].state == ROUTE_ROUTED;
}

/* Takes the kept wires over and closes their cells. */
static enum status keep_wires(struct session *session, struct routes *routes, struct error *error)
{
    const struct routes *keep = session->options->keep;
    if (keep == NULL)
        return STATUS_OK;
    for (uint32_t net = 0; net < keep->net_count; net++) {
        const struct route *route = &keep->nets[net];
        if (route->state != ROUTE_ROUTED)
            continue;
        const struct wire *wires = keep->wires + route->first_wire;
        if (!session->options->alone &&
            !field_is_open(&session->hard.store, wires, route->wire_count))
            return error_refuse(error, "the wires to keep of net %s use cells of another net",
                                netlist_name(&session->design->nets, net));
        TRY(routes_set_wires(routes, session->design, net, wires, route->wire_count, error));
        struct box dirty = box_empty();
        if (!session->options->alone)
            field_close(&session->hard.store, wires, route->wire_count, &dirty);
        TRY(searcher_touch(&session->hard, dirty, error));
    }
    if (!session->options->alone)
        field_fix(&session->hard.store, &session->hard.store);
    return STATUS_OK;
}

/* Lists the nets to route, in order; marks the others. */
static enum status choose(const struct session *session, struct routes *routes, uint32_t *nets,
                          uint32_t *count, struct error *error)
{
    const struct route_options *options = session->options;
    uint32_t chosen = 0;
    TRY(order_nets(session->design, options->order, session->workers, nets, error));
    for (uint32_t net = 0; net < routes->net_count; net++)
        if (!is_kept(options, net))
            TRY(routes_set_unrouted(routes, net, ROUTE_INTERRUPTED, NULL, 0, error));
    for (uint32_t i = 0; i < routes->net_count; i++)
        if (!is_kept(options, nets[i]) && (options->skip == NULL || !options->skip[nets[i]]))
            nets[chosen++] = nets[i];
    *count = chosen;
    return STATUS_OK;
}

static const char *const PHASES[STAGES] = {
    [STAGE_IDEAL] = "each net alone", [STAGE_AROUND] = "around each other",
    [STAGE_NEGOTIATE] = "negotiate",  [STAGE_ROUNDS] = "negotiate",
    [STAGE_IMPROVE] = "improve",      [STAGE_SEQUENTIAL] = "one by one",
    [STAGE_EXPLAIN] = "explain",
};

/* Calls the watch of the options with the current wires of each net. */
static enum status show(const struct schedule *it, struct error *error)
{
    const struct route_watch *watch = it->session->options->watch;
    if (watch == NULL || it->stage == STAGE_EXPLAIN)
        return STATUS_OK;
    const bool plan = schedule_has_plan(it) && it->plan.trees != NULL;
    for (uint32_t rank = 0; rank < it->count; rank++) {
        const struct route *route = &it->routes->nets[it->nets[rank]];
        const struct wire *wires = it->routes->wires + route->first_wire;
        size_t count = route->wire_count;
        if (plan) {
            wires = it->plan.trees[rank].wires;
            count = it->plan.trees[rank].present ? it->plan.trees[rank].count : 0;
        }
        TRY(watch->net(watch->context, it->nets[rank], wires, count, error));
    }
    return watch->step(watch->context, PHASES[it->stage], it->iterations, error);
}

/* The rest of one stage. */
static enum status run_stage(struct schedule *it, struct error *error)
{
    assert(it->stage < STAGES);
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

/* Begins the stage after the one that has ended, if there is one. */
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
    const struct session *session = it->session;
    if (from_rounds_takes(session->design, session->options, it->nets, it->count)) {
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

static void fill_report(struct session *session, const struct routes *routes, const uint32_t *nets,
                        uint32_t count, struct route_report *report)
{
    const struct engine_ops *ops = session->hard.engine->ops;
    snprintf(report->wave, sizeof report->wave, "%s", session->hard.engine->wave);
    session_note_device(session, &session->hard);
    session_note_device(session, &session->soft);
    snprintf(report->device, sizeof report->device, "%s", session->device);
    snprintf(report->lost, sizeof report->lost, "%s", session->lost);
    ops->peak_bytes(session->hard.engine, &report->peak_host, &report->peak_device);
    size_t cells = grid_cells(&session->design->grid);
    size_t plane = grid_plane_words(&session->design->grid) * sizeof(uint64_t);
    report->peak_host += 2 * plane;
    if (session->soft.engine != NULL) { /* closed planes, tolls, history, users, owners */
        size_t host = 0, device = 0;
        ops->peak_bytes(session->soft.engine, &host, &device);
        report->peak_host += host + 2 * plane + 16 * cells;
        report->peak_device += device;
    }
    report->peak_host += session->peak_rounds;
    report->chosen = count;
    for (uint32_t i = 0; i < count; i++)
        report->routed += routes->nets[nets[i]].state == ROUTE_ROUTED;
    report->searches = session->searches;
    report->work = session->work;
    report->seconds = session_seconds(session);
    report->parts = session->parts;
    report->ended = session->ended;
}

/* state: whether the stop flag or the time limit may have cut a stage short. Negotiation and repair
 * then end at once, even with all nets routed; a single pass only if nets are left. */
static enum status verdict(enum session_state state, bool repaired, struct route_report *report)
{
    if (state != SESSION_GOES_ON && (repaired || report->routed < report->chosen))
        report->end = state == SESSION_STOPPED ? ROUTE_END_STOPPED : ROUTE_END_TIME;
    if (report->end == ROUTE_END_STOPPED)
        return STATUS_INTERRUPTED;
    return report->routed == report->chosen ? STATUS_OK : STATUS_UNROUTED;
}

static enum status finish(struct session *session, const uint32_t *nets, uint32_t count,
                          struct routes *routes, struct route_report *report, struct error *error)
{
    const bool repaired = !session->options->alone && session->options->max_iterations > 0;
    struct schedule it = {.session = session, .nets = nets, .count = count, .routes = routes};
    const enum status status = run_all(&it, error);
    const enum session_state state = it.state; /* before the stage that explains */
    report->iterations = it.iterations;
    report->conflicts = it.conflicts;
    schedule_close(&it);
    if (status != STATUS_OK)
        return status;
    fill_report(session, routes, nets, count, report);
    return verdict(state, repaired, report);
}

bool route_is_of_rounds(const struct design *design, const struct route_options *options)
{
    return from_rounds_takes(design, options, NULL, design->nets.net_count);
}

enum status route_design(const struct design *design, const struct route_options *options,
                         struct routes *routes, struct route_report *report, struct error *error)
{
    assert(design != NULL && options != NULL && routes != NULL);
    struct route_report scratch;
    struct session session = {0};
    uint32_t *nets = NULL, count = 0;
    report = report != NULL ? report : &scratch;
    *report = (struct route_report){0};
    *routes = (struct routes){0};
    if (options->keep != NULL && options->keep->net_count != design->nets.net_count)
        return error_refuse(error, "the routes to keep have %u nets, the netlist has %u",
                            options->keep->net_count, design->nets.net_count);
    enum status status = routes_create(routes, design->nets.net_count, error);
    routes->alone = options->alone;
    THEN(status, session_open(&session, design, options, error));
    if (status == STATUS_OK) {
        nets = mem_alloc(design->nets.net_count, sizeof *nets, "the order of nets", error);
        status = nets != NULL ? keep_wires(&session, routes, error) : STATUS_FAILED;
    }
    THEN(status, choose(&session, routes, nets, &count, error));
    THEN(status, finish(&session, nets, count, routes, report, error));
    if (status == STATUS_BAD_INPUT || status == STATUS_FAILED)
        routes_destroy(routes);
    session_close(&session);
    free(nets);
    return status;
}
