/* cmd_bench: `leeway bench [SUITE]`: times the waves of all usable engines on generated designs. A
 * table as it goes, then a CSV file and a plot. What is measured, and how, stands in
 * router/bench/: case.h, measure.h, floor.h, csv.h. */
#include <stdlib.h>
#include <string.h>

#include "grid/text/harmless.h"
#include "grid/text/nearest.h"
#include "grid/clock.h"
#include "router/bench/show/csv.h"
#include "router/bench/show/plot.h"
#include "router/bench/measure/bench.h"
#include "router/bench/show/table.h"
#include "router/cli/cli.h"
#include "router/cli/run/deliver.h"
#include "router/cli/options/paths.h"

enum { REPEATS = 9, LIMIT = 10, QUICK_LIMIT = 2, NAMES_MAX = 64, MACHINE_MAX = 200 };

static const double BUDGET = 0.3, QUICK_BUDGET = 0.002; /* seconds of repeats */

/* The rows so far, and where they are shown. */
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
    char suggestion[SUGGESTION_MAX];
    const char *near = nearest_word(name, strlen(name), names, BENCH_SUITES + 1);
    return error_set(
        error, STATUS_BAD_INPUT,
        "bench: SUITE must be single, batch, weighted, features, route, chip or all, found "
        "\"%.60s\"%s",
        name, options_suggest(near, "", "", suggestion, sizeof suggestion));
}

/* The engines that were asked for and can run, the CPU's first. */
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
            return error_set(error, STATUS_FAILED, "--engine %s: not usable: %s", name, why);
        else
            fprintf(cli->notes, "without %s: %s\n", engine->name, why);
    }
    return STATUS_OK;
}

/* Every wave named must be one of some engine's. */
static enum status check_waves(const struct bench_plan *plan, struct error *error)
{
    const char *names[NAMES_MAX] = {"auto"};
    char list[512] = "auto";
    size_t count = 1;
    for (size_t e = 0; e < plan->engine_count; e++) {
        const struct engine_ops *engine = plan->engines[e];
        for (size_t i = 0; engine->wave_at != NULL && engine->wave_at(i) != NULL; i++) {
            size_t used = strlen(list);
            if (count < NAMES_MAX)
                names[count++] = engine->wave_at(i);
            snprintf(list + used, sizeof list - used, "%s%s", used > 0 ? ", " : "",
                     engine->wave_at(i));
        }
    }
    for (size_t w = 0; w < plan->wave_count; w++) {
        const char *wave = plan->waves[w];
        size_t i = 0;
        while (i < count && strcmp(names[i], wave) != 0)
            i++;
        if (i < count)
            continue;
        char suggestion[SUGGESTION_MAX];
        const char *near = nearest_word(wave, strlen(wave), names, count);
        return error_set(error, STATUS_BAD_INPUT, "--wave: expected one of %s, found \"%.60s\"%s",
                         list, wave, options_suggest(near, "", "", suggestion, sizeof suggestion));
    }
    return STATUS_OK;
}

static enum status fill_plan(const struct cli *cli, const struct options *options,
                             struct bench_plan *plan, struct error *error)
{
    bool quick = options_flag(options, OPT_QUICK), full = options_flag(options, OPT_FULL);
    if (quick && full)
        return error_set(error, STATUS_BAD_INPUT, "--quick and --full exclude each other");
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
        return error_set(error, STATUS_BAD_INPUT,
                         "bench: --nets is for batch and weighted, not for %s", suite);
    THEN(status, choose_engines(cli, plan, options_text(options, OPT_BENCH_ENGINE, "all"), error));
    return status == STATUS_OK ? check_waves(plan, error) : status;
}

static enum status on_row(void *context, const struct bench_row *row, struct error *error)
{
    struct bench_record *record = context;
    TRY(MEM_GROW(record->rows, record->capacity, record->count + 1, "results", error));
    record->rows[record->count++] = *row;
    progress_pause(record->cli->progress);
    bench_table_row(record->table, row);
    return STATUS_OK;
}

/* What is being made or measured now. */
static void on_begin(void *context, const struct bench_case *item, size_t index, size_t count)
{
    struct bench_record *record = context;
    const struct progress_counts counts = {.done = index, .total = count, .what = "cases"};
    progress_stage(record->cli->progress, "measuring %s", item->name);
    progress_count(record->cli->progress, &counts);
}

/* How well `auto` chose. */
static void sum_up_auto(const struct bench_record *record)
{
    const struct bench_row *worst = NULL;
    size_t cases = 0, bad = 0;
    for (size_t i = 0; i < record->count; i++) {
        const struct bench_row *row = &record->rows[i];
        cases += row->times_best > 0;
        bad += bench_row_is_bad_choice(row);
        if (row->times_best > 0 && (worst == NULL || row->times_best > worst->times_best))
            worst = row;
    }
    if (worst == NULL)
        return;
    fprintf(record->cli->notes,
            "auto: at most %.2f times the best wave (%s, %s); more than %.0f times in %zu of %zu "
            "cases\n",
            worst->times_best, worst->item.name, worst->engine, BENCH_AUTO_LIMIT, bad, cases);
}

/* The processor's name, as Linux tells it, and the most threads that were timed; then the GPU. */
static void name_machine(const struct bench_record *record, char text[MACHINE_MAX])
{
    unsigned threads = 1;
    for (size_t i = 0; i < record->count; i++)
        threads = record->rows[i].threads > threads ? record->rows[i].threads : threads;
    char line[256], cpu[96] = "cpu";
    FILE *info = fopen("/proc/cpuinfo", "r");
    while (info != NULL && fgets(line, sizeof line, info) != NULL)
        if (sscanf(line, "model name : %95[^\n]", cpu) == 1)
            break;
    if (info != NULL)
        fclose(info);
    const char *device = "";
    for (size_t i = 0; i < record->count && device[0] == '\0'; i++)
        if (strcmp(record->rows[i].engine, "cpu") != 0)
            device = record->rows[i].device;
    snprintf(text, MACHINE_MAX, "%s, %u thread%s%s%.80s", cpu, threads, threads == 1 ? "" : "s",
             device[0] != '\0' ? "; " : "", device);
}

static enum status write_outputs(const struct bench_record *record, const char *machine,
                                 const char *csv, const char *picture, struct error *error)
{
    struct delivery delivery = {0};
    const char *path = NULL;
    enum status status = STATUS_OK;
    if (!deliver_is_none(csv)) {
        status = deliver_stage(&delivery, csv, &path, error);
        THEN(status, bench_csv_write(record->rows, record->count, path, error));
    }
    if (status == STATUS_OK && !deliver_is_none(picture)) {
        status = deliver_stage(&delivery, picture, &path, error);
        THEN(status, bench_plot_write(record->rows, record->count, machine, path, error));
    }
    THEN(status, deliver_commit(&delivery, error));
    deliver_abandon(&delivery, error);
    return status;
}

/* Where the outputs go: as told, or out/bench/SUITE.csv and .png; asked before the work. */
static enum status name_outputs(const struct options *options, char **csv, char **picture,
                                struct error *error)
{
    const char *suite = options->operand_count > 0 ? options->operand[0] : "all";
    const char *told_csv = options_text(options, OPT_CSV, NULL);
    const char *told_picture = options_text(options, OPT_PLOT, NULL);
    enum status status = STATUS_OK;
    if (told_csv == NULL || told_picture == NULL)
        status = path_make_folders("out/bench", error);
    if (status != STATUS_OK)
        return status;
    *csv = told_csv != NULL ? path_format(error, "%s", told_csv)
                            : path_format(error, "out/bench/%s.csv", suite);
    *picture = told_picture != NULL ? path_format(error, "%s", told_picture)
                                    : path_format(error, "out/bench/%s.png", suite);
    if (*csv == NULL || *picture == NULL)
        return STATUS_FAILED;
    if (strcmp(*csv, *picture) == 0 && !deliver_is_none(*csv))
        return error_set(error, STATUS_BAD_INPUT, "--csv and --picture are the same file: %s",
                         *csv);
    status = deliver_check(*csv, "--csv", NULL, NULL, 0, error);
    return status == STATUS_OK ? deliver_check(*picture, "--picture", NULL, NULL, 0, error)
                               : status;
}

enum status cmd_bench(const struct cli *cli, const struct options *options, struct error *error)
{
    struct bench_record record = {.cli = cli, .table = cli->talk};
    struct bench_plan plan = {.row = on_row, .begin = on_begin, .context = &record};
    char *csv = NULL, *picture = NULL, machine[MACHINE_MAX];
    enum status status = fill_plan(cli, options, &plan, error);
    THEN(status, name_outputs(options, &csv, &picture, error));
    if (status == STATUS_OK) {
        if (strcmp(csv, "-") == 0 || strcmp(picture, "-") == 0)
            record.table = cli->notes;
        bench_table_head(record.table);
        stop_set(cli->stoppable, 1);
        status = bench_run(&plan, error);
        stop_set(cli->stoppable, 0);
        progress_pause(cli->progress);
    }
    if (status == STATUS_OK || (status == STATUS_INTERRUPTED && record.count > 0)) {
        sum_up_auto(&record);
        name_machine(&record, machine);
        enum status written = write_outputs(&record, machine, csv, picture, error);
        if (written == STATUS_OK && !(deliver_is_none(csv) && deliver_is_none(picture)))
            harmless_line(cli->notes, "written: %s%s%s", deliver_is_none(csv) ? "" : csv,
                          deliver_is_none(csv) || deliver_is_none(picture) ? "" : ", ",
                          deliver_is_none(picture) ? "" : picture);
        status = written != STATUS_OK ? written : status;
    }
    MEM_FREE(record.rows, csv, picture);
    return status;
}
