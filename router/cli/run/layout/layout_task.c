/* layout_task: the run; see the header. */
#include "router/cli/run/layout/layout_task.h"

#include <stdlib.h>
#include <string.h>

#include "grid/clock.h"
#include "grid/format/layout_file.h"
#include "grid/text/harmless.h"
#include "grid/text/file/watch.h"
#include "router/api/engines.h"
#include "router/cli/run/memory.h"

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

bool layout_task_is(const char *netlist, const struct options *options)
{
    return options->value[OPT_LEF].given || ends_with(netlist, ".def") ||
           ends_with(netlist, ".def.gz") || layout_file_is_native(netlist);
}

static enum status read_layout(struct layout_task *task, struct error *error)
{
    const struct option_value *lef = &task->options->value[OPT_LEF];
    TRY(layout_file_lefs_last((const char *const *)lef->list, lef->list_count, error));
    TRY(layout_file_read(&task->layout, task->def, (const char *const *)lef->list, lef->list_count,
                         error));
    task->seconds[PHASE_READ] = clock_seconds() - task->start;
    return STATUS_OK;
}

/* Each layer and keyword once; an error with --strict-rules. */
static enum status name_unknown_rules(const struct layout_task *task, struct error *error)
{
    const struct tech *tech = &task->layout.tech;
    for (uint32_t i = 0; i < tech->unknown_count; i++) {
        const char *layer = names_text(&tech->layer_names, tech->unknown[i].layer);
        const char *word = names_text(&tech->words, tech->unknown[i].keyword);
        if (options_flag(task->options, OPT_STRICT_RULES))
            return error_set(error, STATUS_BAD_INPUT,
                             "layer %.60s: its rule %.60s is not obeyed (--strict-rules)", layer,
                             word);
        harmless_line(task->cli->notes, "rule not obeyed: layer %s: %s", layer, word);
    }
    return STATUS_OK;
}

/* What of the DEF stays as it is although it has to do with wires. */
static void name_carried(const struct layout_task *task)
{
    const struct placed *placed = &task->layout.placed;
    if (placed->subnet_count + placed->vpin_count > 0)
        harmless_line(task->cli->notes,
                      "carried through, not routed by: %u SUBNET, %u VPIN (their nets are routed "
                      "from pin to pin)",
                      placed->subnet_count, placed->vpin_count);
}

/* Options of `route` that a layout does not know: an error where the result would be another
 * one than asked for, else a line. */
static enum status check_options(const struct layout_task *task, struct error *error)
{
    static const enum option unused[] = {OPT_ORDER, OPT_MAX_ITERATIONS, OPT_BLOCK_QUEUE};
    const struct options *options = task->options;
    const char *wave = options_text(options, OPT_WAVE, "auto");
    if (strcmp(options_text(options, OPT_ENGINE, "auto"), "gpu") == 0)
        return error_set(error, STATUS_FAILED,
                         "--engine gpu: %.300s is a placed chip: chips are routed by the CPU",
                         task->def);
    if (strcmp(wave, "auto") != 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "--wave %.60s: %.300s is a placed chip, whose one wave is detail", wave,
                         task->def);
    if (options->value[OPT_ANIMATE].given)
        return error_set(error, STATUS_BAD_INPUT,
                         "--animate: %.300s is a placed chip; films are of netlists of grids",
                         task->def);
    if (options_flag(options, OPT_ALONE))
        return error_set(error, STATUS_BAD_INPUT,
                         "--alone: nets of a placed chip cannot share metal (%.300s)", task->def);
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        if (options->value[unused[i]].given)
            harmless_line(task->cli->notes, "--%s: does not count for a placed chip",
                          option_name(unused[i]));
    return STATUS_OK;
}

/* Any thread may ask. */
static bool is_over(void *context)
{
    struct layout_task *task = context;
    if (stop_raised(task->cli->stop))
        return true;
    if (task->limit > 0 && clock_seconds() - task->start > task->limit)
        __atomic_store_n(&task->timed_out, true, __ATOMIC_RELAXED);
    return __atomic_load_n(&task->timed_out, __ATOMIC_RELAXED);
}

static void on_progress(void *context, const char *stage, unsigned round, size_t left, size_t total)
{
    const struct layout_task *task = context;
    const struct progress_counts counts = {.done = total - left,
                                           .total = total,
                                           .what = "nets",
                                           .round = round,
                                           .conflicts = round > 0 ? left : 0};
    progress_stage(task->cli->progress, "%s", stage);
    progress_count(task->cli->progress, &counts);
}

static enum detail_effort effort_of(const struct options *options)
{
    const char *effort = options_text(options, OPT_EFFORT, "normal");
    return strcmp(effort, "fast") == 0   ? DETAIL_FAST
           : strcmp(effort, "best") == 0 ? DETAIL_BEST
                                         : DETAIL_NORMAL;
}

static enum status route(struct layout_task *task, struct detail_options *how, struct error *error)
{
    double since = clock_seconds();
    unsigned threads = task->threads > 0 ? task->threads : cores_available();
    how->threads = (unsigned)options_number(task->options, OPT_THREADS, threads);
    how->effort = effort_of(task->options);
    how->skip = task->skip;
    how->stop = is_over;
    how->context = task;
    how->progress = on_progress;
    progress_limit(task->cli->progress, task->limit);
    stop_set(task->cli->stoppable, 1);
    TRY(detail_route(&task->result, &task->layout, how, error));
    task->seconds[PHASE_ROUTE] = clock_seconds() - since;
    return STATUS_OK;
}

/* All that is read before nets are routed. */
static enum status read_inputs(struct layout_task *task, struct detail_options *how,
                               struct error *error)
{
    TRY(read_layout(task, error));
    progress_pause(task->cli->progress);
    TRY(name_unknown_rules(task, error));
    name_carried(task);
    TRY(layout_task_choose(task, how, error));
    TRY(layout_task_check_outputs(task, error));
    TRY(layout_task_check_partial(task, error));
    return task->prepare != NULL ? task->prepare(task->context, task, error) : STATUS_OK;
}

enum status layout_task_run(const struct cli *cli, struct layout_task *task, struct error *error)
{
    struct detail_options how = {0};
    task->cli = cli;
    task->start = clock_seconds();
    task->limit = (double)options_number(task->options, OPT_TIME_LIMIT, 0);
    /* A signal and the time limit end the reading: there is no result then. */
    const struct watch watch = {.stop = cli->stop,
                                .until = task->limit > 0 ? task->start + task->limit : 0,
                                .memory = memory_limit(task->options),
                                .cell_bytes = MEMORY_SEARCH_BYTES};
    progress_stage(cli->progress, "reading %s", task->def);
    TRY(check_options(task, error));
    const struct watch *before = watch_set(&watch);
    enum status status = read_inputs(task, &how, error);
    watch_set(before);
    TRY(status);
    TRY(route(task, &how, error));
    double since = clock_seconds();
    progress_limit(cli->progress, 0);
    progress_stage(cli->progress, "checking the result");
    TRY(layout_task_judge(task, error));
    task->seconds[PHASE_CHECK] = clock_seconds() - since;
    task->status = stop_raised(cli->stop)                              ? STATUS_INTERRUPTED
                   : layout_task_routed(task) < layout_task_nets(task) ? STATUS_UNROUTED
                                                                       : STATUS_OK;
    TRY(layout_task_deliver(cli, task, error));
    return task->status;
}

void layout_task_destroy(struct layout_task *task)
{
    detail_destroy(&task->result);
    layout_destroy(&task->layout);
    layout_destroy(&task->routed);
    layout_marks_destroy(&task->marks);
    for (size_t i = 0; i < task->refused_count; i++)
        free(task->refused[i].fault);
    free(task->refused);
    guides_destroy(&task->guides);
    MEM_FREE(task->kept, task->kept_first, task->skip);
    if (task->draft != NULL)
        fclose(task->draft);
    memset(task, 0, sizeof *task);
}
