/* suite: see the header for the contract. */
#include "router/bench/suite.h"

#include <string.h>

#include "grid/routes.h"

enum {
    PATIENCE = 3,   /* the reference of a case may take so many times the limit of a run */
    AUTO_TRIES = 3, /* measurements after which `auto` has chosen badly */
};

/* What a case needs while its waves run. */
struct stage {
    const struct bench_plan *plan;
    struct bench_watch *watch;
    const struct bench_machine *machine;
    struct bench_scene scene;
    struct bench_reference reference; /* of searches */
    struct routes expected;           /* of a whole design */
};

static const char *wave_at(const struct engine_ops *engine, size_t index)
{
    return engine->wave_at != NULL ? engine->wave_at(index) : NULL;
}

/* Waves to compare an engine's others with, best first; ends with NULL. */
static const char *const *yardsticks(const struct engine_ops *engine)
{
    static const char *const CPU[] = {"queue", "blind", NULL};
    static const char *const GPU[] = {"persistent", "relax", NULL};
    return strcmp(engine->name, "cpu") == 0 ? CPU : GPU;
}

static bool is_wanted(const struct bench_plan *plan, const char *wave)
{
    for (size_t i = 0; i < plan->wave_count; i++)
        if (strcmp(plan->waves[i], wave) == 0)
            return true;
    return plan->wave_count == 0 && strcmp(wave, "dijkstra") != 0;
}

static enum status measure(struct stage *stage, const struct engine_ops *engine, const char *wave,
                           struct bench_row *row, struct error *error)
{
    const struct bench_plan *plan = stage->plan;
    if (stage->scene.item->suite == BENCH_ROUTE)
        return bench_measure_route(row, engine, wave, &stage->scene, &stage->expected, stage->watch,
                                   &plan->effort, error);
    return bench_measure_search(row, engine, wave, &stage->scene, &stage->reference, &plan->effort,
                                stage->machine, error);
}

/* Compares with the yardstick (NULL: there is none) and hands the row on. */
static enum status report(struct stage *stage, struct bench_row *row,
                          const struct bench_row *yardstick, const char *name, struct error *error)
{
    if (row->state == BENCH_UNSUPPORTED)
        return STATUS_OK;
    if (yardstick != NULL && yardstick->seconds > 0 && row->seconds > 0) {
        row->yardstick = name;
        row->speed_up = bench_row_nets_per_second(row) / bench_row_nets_per_second(yardstick);
    }
    return stage->plan->row(stage->plan->context, row, error);
}

/* Keeps the faster of two rows. */
static void keep_best(struct bench_row *best, const struct bench_row *row)
{
    if (row->state == BENCH_TIMED &&
        (best->state != BENCH_TIMED ||
         bench_row_nets_per_second(row) > bench_row_nets_per_second(best)))
        *best = *row;
}

/* Measures `auto`, and where it seems slow both it and the best wave again, of each the best time
 * counts: others may use the machine. Hands on its row. */
static enum status measure_auto(struct stage *stage, const struct engine_ops *engine,
                                struct bench_row *best, const struct bench_row *first,
                                const char *yardstick, struct error *error)
{
    struct bench_row row, again, chosen = {.state = BENCH_UNSUPPORTED};
    for (int try = 0; try < AUTO_TRIES; try++) {
        enum status status = measure(stage, engine, "auto", &row, error);
        if (status != STATUS_OK)
            return status;
        keep_best(&chosen, &row);
        chosen = chosen.state == BENCH_UNSUPPORTED ? row : chosen;
        if (chosen.state == BENCH_TIMED && best->state == BENCH_TIMED)
            chosen.times_best =
                bench_row_nets_per_second(best) / bench_row_nets_per_second(&chosen);
        else if (chosen.state == BENCH_SLOW && best->state == BENCH_TIMED) /* at least so many */
            chosen.times_best = stage->plan->effort.limit / best->seconds;
        if (!bench_row_is_bad_choice(&chosen) || try + 1 == AUTO_TRIES)
            break;
        status = measure(stage, engine, best->wave, &again, error);
        if (status != STATUS_OK)
            return status;
        keep_best(best, &again);
    }
    return report(stage, &chosen, first, yardstick, error);
}

/* All waves of one engine, its yardstick first. */
static enum status run_engine(struct stage *stage, const struct engine_ops *engine,
                              struct error *error)
{
    struct bench_row first = {.state = BENCH_UNSUPPORTED}, best = first, row;
    const char *yardstick = NULL;
    enum status status = STATUS_OK;
    for (const char *const *name = yardsticks(engine);
         status == STATUS_OK && *name != NULL && first.state == BENCH_UNSUPPORTED; name++) {
        yardstick = *name;
        status = measure(stage, engine, yardstick, &first, error);
    }
    if (first.state == BENCH_UNSUPPORTED)
        yardstick = NULL;
    else if (status == STATUS_OK)
        status = report(stage, &first, &first, yardstick, error);
    keep_best(&best, &first);
    for (size_t i = 0; status == STATUS_OK && wave_at(engine, i) != NULL; i++) {
        const char *wave = wave_at(engine, i);
        if (!is_wanted(stage->plan, wave) || (yardstick != NULL && strcmp(wave, yardstick) == 0))
            continue;
        status = measure(stage, engine, wave, &row, error);
        if (status == STATUS_OK)
            status = report(stage, &row, &first, yardstick, error);
        keep_best(&best, &row);
    }
    bool whole = stage->scene.item->suite == BENCH_ROUTE;
    if (status == STATUS_OK && !whole && is_wanted(stage->plan, "auto"))
        status = measure_auto(stage, engine, &best, &first, yardstick, error);
    return status;
}

static enum status run_case(const struct bench_plan *plan, const struct bench_case *item,
                            struct bench_watch *watch, const struct bench_machine *machine,
                            struct error *error)
{
    struct stage stage = {.plan = plan, .watch = watch, .machine = machine};
    enum status status = bench_scene_create(&stage.scene, item, error);
    if (status == STATUS_OK && item->suite != BENCH_ROUTE)
        status = bench_reference_open(&stage.reference, &stage.scene, plan->effort.cores,
                                      plan->effort.limit * PATIENCE, watch, error);
    for (size_t i = 0; status == STATUS_OK && i < plan->engine_count; i++)
        status = run_engine(&stage, plan->engines[i], error);
    routes_destroy(&stage.expected);
    bench_reference_close(&stage.reference);
    bench_scene_destroy(&stage.scene);
    return status;
}

enum status bench_run(const struct bench_plan *plan, struct error *error)
{
    struct bench_list list = {.count = 0};
    struct bench_watch watch = {0};
    bool many = false;
    for (size_t i = 0; i < plan->engine_count; i++)
        many = many || strcmp(plan->engines[i]->name, "cpu") != 0;
    for (unsigned suite = 0; suite < BENCH_SUITES; suite++)
        if (plan->suites[suite])
            bench_list_suite(&list, (enum bench_suite)suite, plan->scale, many, plan->nets);
    struct bench_machine machine = bench_machine_measure();
    enum status status = bench_watch_start(&watch, plan->stop, error);
    for (size_t i = 0; status == STATUS_OK && i < list.count; i++) {
        if (plan->begin != NULL)
            plan->begin(plan->context, &list.cases[i], i, list.count);
        status = run_case(plan, &list.cases[i], &watch, &machine, error);
    }
    bench_watch_end(&watch);
    return status;
}
