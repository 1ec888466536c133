/* task_run: see the header for the contract. */
#include "router/cli/run/task_run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grid/check/check.h"
#include "grid/clock.h"
#include "grid/format/design_file.h"
#include "grid/format/routes_file.h"
#include "grid/text/file/watch.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/memory.h"
#include "router/cli/run/partial.h"
#include "router/cli/run/task_outputs.h"

#define TIME_LEAST 1e-3 /* seconds that routing gets in any case */

/* ---- checking ------------------------------------------------------------------------------ */

static void first_fault(void *context, uint64_t line, const char *text)
{
    (void)line;
    char *first = context;
    if (first[0] == '\0')
        snprintf(first, ERROR_TEXT_MAX, "%s", text);
}

/* No result leaves this program unchecked. */
static enum status check_result(const struct cli *cli, struct task *task, struct error *error)
{
    assert(task->routes.net_count == task->design.nets.net_count);
    char first[ERROR_TEXT_MAX] = "";
    struct check_summary summary = {0};
    double since = clock_seconds();
    progress_stage(cli->progress, "checking the result");
    enum status status = check_routes_with(task_threads(task), &task->design, &task->routes,
                                           task->routes.alone, first_fault, first, &summary, error);
    task->report.seconds[PHASE_CHECK] = clock_seconds() - since;
    if (status == STATUS_BAD_INPUT)
        return error_set(error, STATUS_FAILED,
                         "the result is wrong, nothing is written (please report this): %.500s",
                         first);
    return status == STATUS_UNROUTED ? STATUS_OK : status;
}

static bool is_alone(const struct task *task)
{
    return options_flag(task->options, OPT_ALONE) || task->design.alone;
}

/* Nets that were routed alone may meet only where the run's are alone, too. */
static enum status read_keep(const struct task *task, struct routes *keep, struct error *error)
{
    const char *path = task->options->value[OPT_KEEP].text;
    char first[ERROR_TEXT_MAX] = "";
    struct check_summary summary = {0};
    enum status status = routes_read(keep, &task->design, path, error);
    keep->alone = keep->alone && is_alone(task);
    THEN(status,
         check_routes(&task->design, keep, keep->alone, first_fault, first, &summary, error));
    if (status == STATUS_BAD_INPUT && first[0] != '\0')
        error_set_at(error, status, path, 0, 0, "a result to keep must be right: %.500s", first);
    return status == STATUS_UNROUTED ? STATUS_OK : status;
}

/* ---- routing ------------------------------------------------------------------------------- */

struct watcher {
    struct progress *line;
    struct route_watch watch; /* of the film */
    const struct task *task;
};

static void on_progress(void *context, const struct route_progress *progress)
{
    struct watcher *watcher = context;
    progress_route(watcher->line, progress);
}

static enum status on_net(void *context, uint32_t net, const struct wire *wires, size_t count,
                          struct error *error)
{
    return film_net(context, net, wires, count, error);
}

static enum status on_step(void *context, const char *phase, uint32_t iteration,
                           struct error *error)
{
    return film_step(context, phase, iteration, error);
}

static void on_checkpoint(void *context, const struct routes *best,
                          const struct route_checkpoint *checkpoint)
{
    const struct task *task = ((struct watcher *)context)->task;
    task->checkpoint(task->context, best, checkpoint);
}

static enum route_effort effort_of(const struct options *options)
{
    const char *effort = options_text(options, OPT_EFFORT, "normal");
    return strcmp(effort, "fast") == 0   ? ROUTE_FAST
           : strcmp(effort, "best") == 0 ? ROUTE_BEST
                                         : ROUTE_NORMAL;
}

/* The limit is one of the run: what reading took is gone. 0 where there is none. */
static double time_left(const struct task *task)
{
    const double limit = (double)options_number(task->options, OPT_TIME_LIMIT, 0);
    const double left = limit - task->report.seconds[PHASE_READ];
    return limit <= 0 ? 0 : left > TIME_LEAST ? left : TIME_LEAST;
}

static struct route_options options_of(const struct cli *cli, const struct task *task,
                                       struct watcher *watcher, const struct routes *keep)
{
    const struct options *options = task->options;
    return (struct route_options){
        .engine_options = {.wave = options_text(options, OPT_WAVE, "auto"),
                           .threads = task_threads(task),
                           .stop = cli->stop,
                           .block_queue = (unsigned)options_number(options, OPT_BLOCK_QUEUE, 0),
                           .devices = task->devices},
        .order = order_find(options_text(options, OPT_ORDER, order_name(ORDER_SHORT))),
        .alone = is_alone(task),
        .skip = task->skip,
        .net_searches = task->searches,
        .keep = keep,
        .time_limit = time_left(task),
        .max_iterations =
            (uint32_t)options_number(options, OPT_MAX_ITERATIONS, ROUTE_ITERATIONS_DEFAULT),
        .effort = effort_of(options),
        .progress = on_progress,
        .watch = task->animate != NULL ? &watcher->watch : NULL,
        .checkpoint = task->checkpoint != NULL ? on_checkpoint : NULL,
        .checkpoint_seconds = task->checkpoint_seconds,
        .context = watcher,
        .resume = task->resume.bytes != NULL ? &task->resume : NULL,
    };
}

/* keep: NULL, or what stays as it is. */
static enum status route(const struct cli *cli, struct task *task, const struct routes *keep,
                         struct error *error)
{
    const char *engine = options_text(task->options, OPT_ENGINE, "auto");
    struct watcher watcher = {
        .line = cli->progress, .task = task, .watch = {on_net, on_step, &task->film}};
    enum status status = STATUS_OK;
    if (task->animate != NULL)
        status = film_open(&task->film, &task->design, error);
    double since = clock_seconds();
    if (status == STATUS_OK) {
        struct route_options options = options_of(cli, task, &watcher, keep);
        progress_limit(cli->progress, (double)options_number(task->options, OPT_TIME_LIMIT, 0));
        progress_stage(cli->progress, "preparing to route %" PRIu32 " nets",
                       task->design.nets.net_count);
        stop_set(cli->stoppable, 1);
        status = engines_route(&cli->engines, engine, "--engine", &task->design, &options,
                               &task->routes, &task->report.route, &task->choice, error);
        progress_limit(cli->progress, 0);
    }
    task->report.seconds[PHASE_ROUTE] = clock_seconds() - since;
    return status;
}

/* ---- the run ------------------------------------------------------------------------------- */

static bool has_keep(const struct task *task)
{
    const struct option_value *keep = &task->options->value[OPT_KEEP];
    return keep->given && !deliver_is_none(keep->text);
}

/* All that is read before nets are routed. */
static enum status read_inputs(struct task *task, double start, struct routes *keep,
                               struct error *error)
{
    TRY(design_read(&task->design, task->netlist, error));
    task->report.seconds[PHASE_READ] = clock_seconds() - start;
    enum status status = memory_check(task, error);
    THEN(status, task_choose_nets(task, error));
    THEN(status, task_outputs_check(task, error));
    THEN(status, task_check_crop(task, error));
    task->report.with_nets = options_flag(task->options, OPT_JSON_NETS);
    if (status == STATUS_OK && (task->report.with_nets || !deliver_is_none(task->nets_csv))) {
        task->searches =
            mem_alloc(task->design.nets.net_count, sizeof *task->searches, "searches", error);
        status = task->searches != NULL ? STATUS_OK : STATUS_FAILED;
    }
    if (status == STATUS_OK && task->prepare != NULL)
        status = task->prepare(task->context, task, error);
    if (status == STATUS_OK && has_keep(task))
        status = read_keep(task, keep, error);
    THEN(status, partial_check(task, has_keep(task) ? keep : NULL, error));
    return status;
}

enum status task_run(const struct cli *cli, struct task *task, struct error *error)
{
    const double start = clock_seconds();
    const double limit = (double)options_number(task->options, OPT_TIME_LIMIT, 0);
    /* A signal and the time limit end the reading: there is no result then. */
    const struct watch watch = {cli->stop, limit > 0 ? start + limit : 0,
                                memory_limit(task->options), MEMORY_SEARCH_BYTES};
    struct routes keep = {0};
    progress_stage(cli->progress, "reading %s", task->netlist);
    const struct watch *before = watch_set(&watch);
    enum status status = read_inputs(task, start, &keep, error);
    watch_set(before);
    const bool read = status == STATUS_OK;
    THEN(status, route(cli, task, has_keep(task) ? &keep : NULL, error));
    routes_destroy(&keep);
    if (!read || status == STATUS_BAD_INPUT || status == STATUS_FAILED)
        return status;
    task->report.design = &task->design;
    task->report.routes = &task->routes;
    task->report.skip = task->skip;
    task->report.searches = task->searches;
    task->report.netlist = task->netlist;
    task->report.engine = task->choice.engine;
    task->report.status = status;
    report_measure(&task->report);
    TRY(task_outputs_write(cli, task, start, check_result, error));
    return status;
}
