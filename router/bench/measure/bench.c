/* bench: runs each case with each engine and wave, and compares their results. */
#include "router/bench/measure/bench.h"

#include "router/engine/engine_cpu.h"

enum { PATIENCE = 3 }; /* a case's reference may take PATIENCE times the time limit of a run */

struct case_run {
    const struct bench_plan *plan;
    struct bench_subject subject;
    struct bench_row first; /* the yardstick of the suite `chip` */
    const char *first_name; /* its name (static); NULL: there is no row yet */
};

static const char *wave_at(const struct engine_ops *engine, size_t index)
{
    return engine->wave_at != NULL ? engine->wave_at(index) : NULL;
}

static bool is_wanted(const struct bench_plan *plan, const char *wave)
{
    for (size_t i = 0; i < plan->wave_count; i++)
        if (strcmp(plan->waves[i], wave) == 0)
            return true;
    return plan->wave_count == 0 && strcmp(wave, "dijkstra") != 0;
}

static enum status measure(struct case_run *run, const struct engine_ops *engine, const char *wave,
                           struct bench_row *row, struct error *error)
{
    const bool design = bench_is_design(run->subject.workload.item);
    return (design ? bench_measure_route : bench_measure_search)(row, &run->subject, engine, wave,
                                                                 error);
}

static enum status report(struct case_run *run, struct bench_row *row,
                          const struct bench_row *yardstick, const char *name, struct error *error)
{
    if (row->state == BENCH_UNSUPPORTED)
        return STATUS_OK;
    assert(row->item.suite == run->subject.workload.item->suite && name != NULL);
    if (yardstick->seconds > 0 && row->seconds > 0) {
        row->yardstick = name;
        row->speed_up = bench_row_nets_per_second(row) / bench_row_nets_per_second(yardstick);
    }
    return run->plan->row(run->plan->context, row, error);
}

/* All waves of one engine: the yardstick first, `auto` last. */
static enum status run_engine(struct case_run *run, const struct engine_ops *engine,
                              struct error *error)
{
    struct bench_row first, row;
    /* It supports each case. */
    const char *yardstick = strcmp(engine->name, "cpu") == 0 ? "bucket" : "relax";
    TRY(measure(run, engine, yardstick, &first, error));
    TRY(report(run, &first, &first, yardstick, error));
    for (size_t i = 0; wave_at(engine, i) != NULL; i++) {
        const char *wave = wave_at(engine, i);
        if (!is_wanted(run->plan, wave) || strcmp(wave, yardstick) == 0)
            continue;
        TRY(measure(run, engine, wave, &row, error));
        TRY(report(run, &row, &first, yardstick, error));
    }
    if (bench_is_design(run->subject.workload.item) || !is_wanted(run->plan, "auto"))
        return STATUS_OK;
    TRY(measure(run, engine, "auto", &row, error));
    return report(run, &row, &first, yardstick, error);
}

/* The suite `chip`, which compares threads instead of waves: a CPU with one thread and with all, a
 * device alone and with the host. The case's first row is the yardstick. */
static enum status run_threads(struct case_run *run, const struct engine_ops *engine,
                               struct error *error)
{
    static const char *const names[2][2] = {{"device", "both"}, {"one-thread", "all-threads"}};
    const bool cpu = strcmp(engine->name, "cpu") == 0;
    struct bench_row row;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < 2 && status == STATUS_OK && is_wanted(run->plan, "auto"); i++) {
        struct bench_effort effort = run->plan->effort;
        effort.threads = cpu && i == 0 ? 1 : effort.cores;
        effort.host = !cpu && i == 1 ? &engine_cpu : NULL;
        run->subject.effort = &effort;
        status = measure(run, engine, "auto", &row, error);
        snprintf(row.wave, sizeof row.wave, "%s", names[cpu][i]);
        if (run->first_name == NULL) {
            run->first = row;
            run->first_name = names[cpu][i];
        }
        THEN(status, report(run, &row, &run->first, run->first_name, error));
    }
    return status;
}

static enum status run_case(const struct bench_plan *plan, const struct bench_case *item,
                            struct bench_watch *watch, struct error *error)
{
    struct case_run run = {.plan = plan, .subject = {.watch = watch, .effort = &plan->effort}};
    struct bench_subject *subject = &run.subject;
    enum status status = bench_workload_create(&subject->workload, item, error);
    if (status == STATUS_OK && !bench_is_design(item))
        status = bench_reference_open(&subject->reference, &subject->workload, plan->effort.cores,
                                      plan->effort.limit * PATIENCE, watch, error);
    for (size_t i = 0; status == STATUS_OK && i < plan->engine_count; i++)
        status = item->suite == BENCH_ROUNDS ? run_threads(&run, plan->engines[i], error)
                                             : run_engine(&run, plan->engines[i], error);
    routes_destroy(&subject->expected);
    bench_reference_close(&subject->reference);
    bench_workload_destroy(&subject->workload);
    return status;
}

enum status bench_run(const struct bench_plan *plan, struct error *error)
{
    assert(plan->row != NULL && plan->engine_count <= BENCH_ENGINES_MAX);
    struct bench_list list = {.scale = plan->scale, .nets = plan->nets};
    struct bench_watch watch = {0};
    for (size_t i = 0; i < plan->engine_count; i++)
        list.many |= strcmp(plan->engines[i]->name, "cpu") != 0;
    for (unsigned suite = 0; suite < BENCH_SUITES; suite++)
        if (plan->suites[suite])
            bench_list_suite(&list, (enum bench_suite)suite);
    enum status status = bench_watch_start(&watch, plan->stop, error);
    for (size_t i = 0; status == STATUS_OK && i < list.count; i++) {
        if (plan->begin != NULL)
            plan->begin(plan->context, &list.cases[i], i, list.count);
        status = run_case(plan, &list.cases[i], &watch, error);
    }
    bench_watch_end(&watch);
    return status;
}
