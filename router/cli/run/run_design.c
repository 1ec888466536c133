/* run_design: see the header for the contract. */
#include "router/cli/run/run_design.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grid/check/check.h"
#include "grid/text/nearest.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/progress.h"
#include "router/cli/run/run_outputs.h"
#include "router/engine/engine_pair.h"

unsigned run_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) < cores)
        cores = CPU_COUNT(&set);
#endif
    return cores < 1 ? 1 : cores > 1024 ? 1024 : (unsigned)cores;
}

/* ---- which nets ---------------------------------------------------------------------------- */

/* The netlist's name that is nearest to a wrong one, or NULL. */
static const char *nearest_net(const struct netlist *nets, const char *name)
{
    const char **known = mem_alloc(nets->net_count, sizeof *known, "names of nets", NULL);
    for (uint32_t net = 0; known != NULL && net < nets->net_count; net++)
        known[net] = netlist_name(nets, net);
    const char *near =
        known != NULL ? nearest_word(name, strlen(name), known, nets->net_count) : NULL;
    free(known);
    return near;
}

static enum status find_net(const struct run *run, const char *option, const char *name,
                            uint32_t *net, struct error *error)
{
    const struct netlist *nets = &run->design.nets;
    *net = netlist_find(nets, name);
    if (*net != UINT32_MAX)
        return STATUS_OK;
    const char *near = nearest_net(nets, name);
    return error_set(error, STATUS_BAD_INPUT, "--%s: no net \"%.60s\" in %s%s%s%s", option, name,
                     run->netlist, near != NULL ? "; did you mean " : "", near != NULL ? near : "",
                     near != NULL ? "?" : "");
}

static enum status mark_nets(struct run *run, enum option id, bool skip, struct error *error)
{
    const struct option_value *value = &run->options->value[id];
    for (size_t i = 0; i < value->list_count; i++) {
        uint32_t net;
        enum status status = find_net(run, option_name(id), value->list[i], &net, error);
        if (status != STATUS_OK)
            return status;
        run->skip[net] = skip;
    }
    return STATUS_OK;
}

static enum status choose_nets(struct run *run, struct error *error)
{
    bool only = run->options->value[OPT_ONLY_NET].given;
    if (!only && !run->options->value[OPT_SKIP_NET].given)
        return STATUS_OK;
    run->skip = mem_alloc(run->design.nets.net_count, sizeof *run->skip, "choice of nets", error);
    if (run->skip == NULL)
        return STATUS_FAILED;
    memset(run->skip, only, run->design.nets.net_count * sizeof *run->skip);
    enum status status = mark_nets(run, OPT_ONLY_NET, false, error);
    if (status == STATUS_OK)
        status = mark_nets(run, OPT_SKIP_NET, true, error);
    if (status == STATUS_OK && memchr(run->skip, 0, run->design.nets.net_count) == NULL)
        status = error_set(error, STATUS_BAD_INPUT, "--%s: no net of %s is left to route",
                           option_name(OPT_SKIP_NET), run->netlist);
    return status;
}

/* ---- what to draw --------------------------------------------------------------------------- */

static enum status check_crop(const struct run *run, struct error *error)
{
    const struct option_value *crop = &run->options->value[OPT_CROP];
    const struct grid *grid = &run->design.grid;
    uint32_t net;
    if (crop->given && (crop->box.x1 >= grid->width || crop->box.y1 >= grid->height))
        return error_set(error, STATUS_BAD_INPUT,
                         "--crop: expected a box inside the grid of %u x %u cells, found \"%.60s\"",
                         grid->width, grid->height, crop->text);
    const struct option_value *highlight = &run->options->value[OPT_HIGHLIGHT];
    for (size_t i = 0; i < highlight->list_count; i++) {
        enum status status = find_net(run, "highlight", highlight->list[i], &net, error);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* ---- checking ------------------------------------------------------------------------------ */

static void first_fault(void *context, const char *text)
{
    char *first = context;
    if (first[0] == '\0')
        snprintf(first, ERROR_TEXT_MAX, "%s", text);
}

/* No result leaves this program unchecked. */
static enum status check_result(struct run *run, struct error *error)
{
    char first[ERROR_TEXT_MAX] = "";
    struct check_summary summary = {0};
    struct timespec since;
    clock_gettime(CLOCK_MONOTONIC, &since);
    enum status status = check_routes(&run->design, &run->routes, run->routes.alone, first_fault,
                                      first, &summary, error);
    run->report.seconds[PHASE_CHECK] = progress_seconds_since(since);
    if (status == STATUS_BAD_INPUT)
        return error_set(error, STATUS_FAILED,
                         "the result is wrong, nothing is written (please report this): %.500s",
                         first);
    return status == STATUS_UNROUTED ? STATUS_OK : status;
}

static enum status read_keep(const struct run *run, struct routes *keep, struct error *error)
{
    const char *path = run->options->value[OPT_KEEP].text;
    char first[ERROR_TEXT_MAX] = "";
    struct check_summary summary = {0};
    enum status status = routes_read(keep, &run->design, path, error);
    if (status == STATUS_OK)
        status = check_routes(&run->design, keep, keep->alone, first_fault, first, &summary, error);
    if (status == STATUS_BAD_INPUT && first[0] != '\0')
        error_set_at(error, status, path, 0, 0, "a result to keep must be right: %.500s", first);
    return status == STATUS_UNROUTED ? STATUS_OK : status;
}

/* ---- routing ------------------------------------------------------------------------------- */

struct watcher {
    struct progress line;
    const struct run *run;
};

static void on_progress(void *context, const struct route_progress *progress)
{
    struct watcher *watcher = context;
    progress_show(&watcher->line, progress);
}

static void on_checkpoint(void *context, const struct routes *best,
                          const struct route_checkpoint *checkpoint)
{
    const struct run *run = ((struct watcher *)context)->run;
    run->checkpoint(run->context, best, checkpoint);
}

static enum status route_with(const struct cli *cli, struct run *run,
                              const struct engine_ops *engine, const struct routes *keep,
                              struct error *error)
{
    const struct options *options = run->options;
    struct watcher watcher = {.run = run};
    unsigned cores = run->threads > 0 ? run->threads : run_cores();
    progress_start(&watcher.line, cli->progress ? cli->notes : NULL);
    struct route_options how = {
        .engine = engine,
        .engine_options = {.wave = options_text(options, OPT_WAVE, "auto"),
                           .threads = (unsigned)options_number(options, OPT_THREADS, cores),
                           .stop = cli->stop,
                           .home = cli->engine[cli->engine_count - 1],
                           .away = cli->engine[0],
                           .block_queue = (unsigned)options_number(options, OPT_BLOCK_QUEUE, 0)},
        .order = order_find(options_text(options, OPT_ORDER, order_name(ORDER_SHORT))),
        .alone = options_flag(options, OPT_ALONE) || run->design.alone,
        .skip = run->skip,
        .keep = keep,
        .time_limit = (double)options_number(options, OPT_TIME_LIMIT, 0),
        .max_iterations =
            (uint32_t)options_number(options, OPT_MAX_ITERATIONS, ROUTE_ITERATIONS_DEFAULT),
        .progress = on_progress,
        .checkpoint = run->checkpoint != NULL ? on_checkpoint : NULL,
        .checkpoint_seconds = run->checkpoint_seconds,
        .context = &watcher,
        .resume = run->resume.bytes != NULL ? &run->resume : NULL,
    };
    run->report.engine = engine->name;
    *cli->stoppable = 1;
    enum status status = route_design(&run->design, &how, &run->routes, &run->report.route, error);
    progress_clear(&watcher.line);
    return status;
}

/* --engine cpu or gpu: that one or an error, never a silent fall-back. */
static enum status route_as_told(const struct cli *cli, struct run *run, const char *name,
                                 const struct routes *keep, struct error *error)
{
    for (size_t i = 0; i < cli->engine_count; i++) {
        const struct engine_ops *engine = cli->engine[i];
        if (strcmp(engine->name, name) != 0)
            continue;
        const char *why = engine->unusable();
        if (why != NULL)
            return error_set(error, STATUS_FAILED, "--engine %s: not usable: %s", name, why);
        return route_with(cli, run, engine, keep, error);
    }
    return error_set(error, STATUS_FAILED, "--engine %s: this program has no such engine", name);
}

/* What auto tries, best first: where another engine is usable, that one and the last together. */
static size_t candidates(const struct cli *cli,
                         const struct engine_ops *engine[CLI_ENGINES_MAX + 1])
{
    size_t count = 0;
    assert(cli->engine_count > 0 && cli->engine_count <= CLI_ENGINES_MAX);
    if (cli->engine_count > 1 && cli->engine[0]->unusable() == NULL)
        engine[count++] = engine_pair();
    for (size_t i = 0; i < cli->engine_count; i++)
        engine[count++] = cli->engine[i];
    return count;
}

/* The first usable engine that can route this design; the last one has the last word. */
static enum status route_auto(const struct cli *cli, struct run *run, const struct routes *keep,
                              struct error *error)
{
    const struct engine_ops *engines[CLI_ENGINES_MAX + 1] = {0};
    const size_t count = candidates(cli, engines);
    char why[400] = "";
    for (size_t i = 0;; i++) {
        const struct engine_ops *engine = engines[i];
        const char *unusable = engine->unusable();
        bool last = i + 1 == count;
        struct error refusal = {0};
        if (unusable == NULL || last) {
            enum status status = route_with(cli, run, engine, keep, &refusal);
            if (engine == engine_pair())
                snprintf(why, sizeof why, "each search by the one that is done first");
            if (last || (status != STATUS_BAD_INPUT && status != STATUS_FAILED)) {
                snprintf(run->note, sizeof run->note, "engine: %s%s%s%s", engine->name,
                         why[0] != '\0' ? " (" : "", why, why[0] != '\0' ? ")" : "");
                if (refusal.text[0] != '\0')
                    *error = refusal;
                return status;
            }
            routes_destroy(&run->routes);
        }
        snprintf(why, sizeof why, "%s: %.300s", engine->name,
                 unusable != NULL ? unusable : refusal.text);
    }
}

static enum status route(const struct cli *cli, struct run *run, struct error *error)
{
    struct routes keep = {0};
    struct timespec since;
    bool kept =
        run->options->value[OPT_KEEP].given && !deliver_is_none(run->options->value[OPT_KEEP].text);
    enum status status = kept ? read_keep(run, &keep, error) : STATUS_OK;
    clock_gettime(CLOCK_MONOTONIC, &since);
    if (status == STATUS_OK) {
        const char *name = options_text(run->options, OPT_ENGINE, "auto");
        status = strcmp(name, "auto") == 0
                     ? route_auto(cli, run, kept ? &keep : NULL, error)
                     : route_as_told(cli, run, name, kept ? &keep : NULL, error);
    }
    run->report.seconds[PHASE_ROUTE] = progress_seconds_since(since);
    routes_destroy(&keep);
    return status;
}

enum status run_design(const struct cli *cli, struct run *run, struct error *error)
{
    struct timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    enum status status = design_read(&run->design, run->netlist, error);
    run->report.seconds[PHASE_READ] = progress_seconds_since(start);
    if (status == STATUS_OK)
        status = choose_nets(run, error);
    if (status == STATUS_OK)
        status = run_outputs_check(run, error);
    if (status == STATUS_OK)
        status = check_crop(run, error);
    if (status == STATUS_OK && run->prepare != NULL)
        status = run->prepare(run->context, run, error);
    if (status != STATUS_OK)
        return status;
    status = route(cli, run, error);
    if (status == STATUS_BAD_INPUT || status == STATUS_FAILED)
        return status;
    enum status fault = check_result(run, error);
    if (fault != STATUS_OK)
        return fault;
    run->report.design = &run->design;
    run->report.routes = &run->routes;
    run->report.skip = run->skip;
    run->report.netlist = run->netlist;
    run->report.status = status;
    report_measure(&run->report);
    fault = run_outputs_write(cli, run, start, error);
    return fault != STATUS_OK ? fault : status;
}

void run_destroy(struct run *run)
{
    free(run->skip);
    routes_destroy(&run->routes);
    design_destroy(&run->design);
    memset(run, 0, sizeof *run);
}
