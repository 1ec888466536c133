/* cmd_bench: `leeway bench [SUITE]`: times the waves of all usable engines on generated designs. */
#include "grid/text/harmless.h"
#include "grid/clock.h"
#include "grid/text/file/path.h"
#include "router/bench/measure/show.h"
#include "router/bench/measure/bench.h"
#include "router/cli/cli.h"
#include "router/cli/output/deliver.h"

enum { REPEATS = 9, LIMIT = 10, QUICK_LIMIT = 2, NAMES_MAX = 64 };

static const double BUDGET = 0.3, QUICK_BUDGET = 0.002; /* time for repeats, in seconds */

/* The rows so far, and the outputs that show them. */
struct bench_record {
    const struct cli *cli;
    FILE *table;
    struct bench_row *rows;
    size_t count, capacity;
};

static enum status choose_suites(struct bench_plan *plan, const char *name, struct error *error)
{
    const char *names[BENCH_SUITES + 1] = {"all"};
    bool any = strcmp(name, names[0]) == 0;
    for (unsigned i = 0; i < BENCH_SUITES; i++) {
        names[i + 1] = bench_suite_name((enum bench_suite)i);
        plan->suites[i] = strcmp(name, "all") == 0 || strcmp(name, names[i + 1]) == 0;
        any = any || plan->suites[i];
    }
    if (any)
        return STATUS_OK;
    return options_unknown((struct option_place){0}, "bench: SUITE", names, BENCH_SUITES + 1, name,
                           error);
}

/* Chooses the usable engines of this name, the CPU's first. */
static enum status choose_engines(const struct cli *cli, struct bench_plan *plan, const char *name,
                                  struct error *error)
{
    for (size_t i = cli->engines.count; i-- > 0;) {
        const struct engine_ops *engine = cli->engines.engine[i];
        bool named = strcmp(name, engine->name) == 0;
        if (!named && strcmp(name, "all") != 0)
            continue;
        const char *why = engine->unusable();
        char missing[80] = "";
        if (why == NULL && engine->devices != NULL) {
            plan->effort.devices.usable = engine->devices();
            devices_missing(&plan->effort.devices, missing, sizeof missing);
            why = missing[0] != '\0' ? missing : NULL;
        }
        if (why == NULL)
            plan->engines[plan->engine_count++] = engine;
        else if (named)
            return error_fail(error, "--engine %s: not usable: %s", name, why);
        else
            fprintf(cli->notes, "without %s: %s\n", engine->name, why);
    }
    return STATUS_OK;
}

/* Fails for a wave that none of the engines has. */
static enum status check_waves(const struct bench_plan *plan, struct error *error)
{
    const char *names[NAMES_MAX] = {"auto"};
    size_t count = 1;
    for (size_t e = 0; e < plan->engine_count; e++) {
        const struct engine_ops *engine = plan->engines[e];
        for (size_t i = 0; engine->wave_at != NULL && engine->wave_at(i) != NULL; i++)
            if (count < NAMES_MAX)
                names[count++] = engine->wave_at(i);
    }
    for (size_t w = 0; w < plan->wave_count; w++) {
        const char *wave = plan->waves[w];
        size_t i = 0;
        while (i < count && strcmp(names[i], wave) != 0)
            i++;
        if (i == count)
            return options_unknown((struct option_place){0}, "--wave", names, count, wave, error);
    }
    return STATUS_OK;
}

static enum status fill_plan(const struct cli *cli, const struct options *options,
                             struct bench_plan *plan, struct error *error)
{
    assert(plan->engine_count == 0);
    bool quick = options_flag(options, OPT_QUICK), full = options_flag(options, OPT_FULL);
    if (quick && full)
        return error_refuse(error, "--quick and --full exclude each other");
    plan->scale = quick ? BENCH_QUICK : full ? BENCH_FULL : BENCH_USUAL;
    plan->nets = (uint32_t)options_number(options, OPT_BENCH_NETS, 0);
    plan->waves = (const char *const *)options->value[OPT_BENCH_WAVE].list;
    plan->wave_count = options->value[OPT_BENCH_WAVE].list_count;
    plan->stop = cli->stop;
    plan->effort = (struct bench_effort){
        .threads = (unsigned)options_number(options, OPT_BENCH_THREADS, 1),
        .cores = cores_available(),
        .repeats = (unsigned)options_number(options, OPT_REPEATS, REPEATS),
        .budget = quick ? QUICK_BUDGET : BUDGET,
        .limit = (double)options_number(options, OPT_BENCH_LIMIT, quick ? QUICK_LIMIT : LIMIT),
        .block_queue = (unsigned)options_number(options, OPT_BLOCK_QUEUE, 0)};
    options_devices(options, &plan->effort.devices);
    const char *suite = options->operand_count > 0 ? options->operand[0] : "all";
    enum status status = choose_suites(plan, suite, error);
    if (status == STATUS_OK && plan->nets > 0 && !plan->suites[BENCH_BATCH] &&
        !plan->suites[BENCH_WEIGHTED])
        return error_refuse(error, "bench: --nets is for batch and weighted, not for %s", suite);
    THEN(status, choose_engines(cli, plan, options_text(options, OPT_BENCH_ENGINE, "all"), error));
    return status == STATUS_OK ? check_waves(plan, error) : status;
}

static enum status on_row(void *context, const struct bench_row *row, struct error *error)
{
    struct bench_record *record = context;
    TRY(MEM_APPEND(record->rows, record->capacity, record->count, *row, "results", error));
    progress_pause(record->cli->progress);
    bench_table_row(record->table, row);
    return STATUS_OK;
}

static void on_begin(void *context, const struct bench_case *item, size_t index, size_t count)
{
    struct bench_record *record = context;
    const struct progress_counts counts = {.done = index, .total = count, .what = "cases"};
    progress_stage(record->cli->progress, "measuring %s", item->name);
    progress_count(record->cli->progress, &counts);
}

static enum status write_csv(const struct bench_record *record, const char *csv,
                             struct error *error)
{
    struct delivery delivery = {0};
    const char *path = NULL;
    if (deliver_is_none(csv))
        return STATUS_OK;
    enum status status = deliver_stage(&delivery, csv, &path, error);
    THEN(status, bench_csv_write(record->rows, record->count, path, error));
    status = deliver_end(&delivery, status, error);
    if (status == STATUS_OK)
        harmless_line(record->cli->notes, "written: %s", csv);
    return status;
}

/* Makes the name of the CSV file: --csv, or out/bench/SUITE.csv. Checks before anything is measured
 * that it can be written. */
static enum status name_csv(const struct options *options, char **csv, struct error *error)
{
    const char *suite = options->operand_count > 0 ? options->operand[0] : "all";
    const char *given = options_text(options, OPT_CSV, NULL);
    if (given == NULL)
        TRY(path_make_folders("out/bench", error));
    TRY(given != NULL ? path_format(csv, error, "%s", given)
                      : path_format(csv, error, "out/bench/%s.csv", suite));
    return deliver_check(*csv, "--csv", NULL, NULL, 0, error);
}

enum status cmd_bench(const struct cli *cli, const struct options *options, struct error *error)
{
    struct bench_record record = {.cli = cli, .table = cli->talk};
    struct bench_plan plan = {.row = on_row, .begin = on_begin, .context = &record};
    char *csv = NULL;
    enum status status = fill_plan(cli, options, &plan, error);
    THEN(status, name_csv(options, &csv, error));
    if (status == STATUS_OK) {
        if (strcmp(csv, "-") == 0)
            record.table = cli->notes;
        bench_table_head(record.table);
        stop_set(cli->stoppable, 1);
        status = bench_run(&plan, error);
        stop_set(cli->stoppable, 0);
        progress_pause(cli->progress);
    }
    if (status == STATUS_OK || (status == STATUS_INTERRUPTED && record.count > 0)) {
        enum status written = write_csv(&record, csv, error);
        status = written != STATUS_OK ? written : status;
    }
    MEM_FREE(record.rows, csv);
    return status;
}
