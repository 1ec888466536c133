/* measure_route: whole designs. The first result that the independent checker accepts is the one
 * that all other waves must give byte for byte. */
#include "grid/clock.h"
#include "grid/check/check.h"
#include "router/bench/measure/measure.h"
#include "router/bench/measure/times.h"
#include "router/route/route.h"

enum { PATIENCE = 6 }; /* time limit of a whole design, in limits of a search */

static enum status check(const struct bench_workload *workload, const struct routes *routes,
                         const struct bench_row *row, double *seconds, struct error *error)
{
    const double start = clock_seconds();
    struct check_summary summary = {0};
    enum status status =
        check_routes(1, &workload->design, routes, false, NULL, NULL, &summary, error);
    *seconds = clock_seconds() - start;
    if (status == STATUS_BAD_INPUT)
        return error_fail(error, "%s: %s/%s: the checker finds %" PRIu64 " faults",
                          workload->item->name, row->engine, row->wave, summary.faults);
    return status == STATUS_FAILED ? status : STATUS_OK;
}

static bool same_net(const struct routes *a, const struct routes *b, uint32_t net)
{
    const struct route *x = &a->nets[net], *y = &b->nets[net];
    return x->state == y->state && x->cost == y->cost && x->wire_count == y->wire_count &&
           (x->wire_count == 0 || memcmp(a->wires + x->first_wire, b->wires + y->first_wire,
                                         x->wire_count * sizeof *a->wires) == 0);
}

static enum status compare(const struct bench_workload *workload, const struct routes *expected,
                           const struct routes *routes, const struct bench_row *row,
                           struct error *error)
{
    assert(expected->net_count == routes->net_count);
    for (uint32_t net = 0; net < expected->net_count; net++)
        if (!same_net(expected, routes, net))
            return error_fail(error,
                              "%s: %s/%s routes net %s unlike the first wave: cost %" PRIu64
                              ", not %" PRIu64,
                              workload->item->name, row->engine, row->wave,
                              netlist_name(&workload->design.nets, net), routes->nets[net].cost,
                              expected->nets[net].cost);
    return STATUS_OK;
}

struct outcome_of_run {
    struct routes routes;
    struct route_report report;
    double seconds;
};

static enum status run_once(struct bench_row *row, const struct engine_ops *engine,
                            const struct bench_subject *subject, struct outcome_of_run *run,
                            struct error *error)
{
    struct error refusal = {0};
    const struct engine_ops *opened = engine;
    const struct bench_workload *workload = &subject->workload;
    const struct engine_options how = bench_options(subject, row->wave, &opened);
    struct route_options options = {.engine = opened,
                                    .engine_options = how,
                                    .order = ORDER_SHORT,
                                    .max_iterations = workload->item->iterations};
    bench_watch_limit(subject->watch, subject->effort->limit * PATIENCE);
    double start = clock_seconds();
    enum status status =
        route_design(&workload->design, &options, &run->routes, &run->report, &refusal);
    run->seconds = clock_seconds() - start;
    bench_watch_limit(subject->watch, 0);
    if (bench_watch_interrupted(subject->watch))
        return STATUS_INTERRUPTED;
    if (status == STATUS_INTERRUPTED)
        row->state = BENCH_SLOW;
    else if (status == STATUS_BAD_INPUT)
        row->state = BENCH_UNSUPPORTED;
    else if (status == STATUS_FAILED)
        return error_set(error, status, "%s: %s/%s: %.600s", workload->item->name, engine->name,
                         row->wave, refusal.text);
    return STATUS_OK;
}

/* Fills the parts of the row if the run has parts. check: seconds of the check. */
static void note_parts(struct bench_row *row, const struct outcome_of_run *run, double check)
{
    const struct route_parts *parts = &run->report.parts;
    const double sum =
        parts->prepare + parts->first_round + parts->rounds + parts->refine + parts->wires;
    if (sum > 0)
        row->parts = (struct bench_parts){*parts, run->seconds - sum, check};
}

/* Fills the row from the first run and checks or compares it. *checked: seconds of the checker. */
static enum status accept(struct bench_row *row, struct bench_subject *subject,
                          struct outcome_of_run *run, double *checked, struct error *error)
{
    assert(run->report.routed <= run->report.chosen);
    row->nets = run->report.chosen;
    row->routed = run->report.routed;
    row->host_bytes = run->report.peak_host;
    row->device_bytes = run->report.peak_device;
    snprintf(row->device, sizeof row->device, "%s", run->report.device);
    if (subject->expected.net_count > 0)
        return compare(&subject->workload, &subject->expected, &run->routes, row, error);
    TRY(check(&subject->workload, &run->routes, row, checked, error));
    subject->expected = run->routes;
    memset(&run->routes, 0, sizeof run->routes);
    return STATUS_OK;
}

enum status bench_measure_route(struct bench_row *row, struct bench_subject *subject,
                                const struct engine_ops *engine, const char *wave,
                                struct error *error)
{
    assert(bench_is_design(subject->workload.item));
    const struct bench_effort *effort = subject->effort;
    struct bench_times times = {0};
    *row = bench_row_of(subject, engine, wave);
    double least = 0, checked = 0;
    bool first = true;
    while (bench_times_more(&times, effort->repeats, effort->budget)) {
        struct outcome_of_run run = {0};
        enum status status = run_once(row, engine, subject, &run, error);
        if (status == STATUS_OK && row->state == BENCH_TIMED && first)
            status = accept(row, subject, &run, &checked, error);
        routes_destroy(&run.routes);
        if (status != STATUS_OK || row->state != BENCH_TIMED)
            return status;
        if (times.count == 0 || run.seconds < least) {
            note_parts(row, &run, checked);
            least = run.seconds;
        }
        /* The first run warms up, and counts only if it took longer than all repeats may. */
        if (!first || run.seconds > effort->budget)
            bench_times_add(&times, run.seconds);
        first = false;
    }
    row->repeats = times.count;
    bench_times_summary(&times, &row->seconds, &row->least, &row->most);
    return STATUS_OK;
}
