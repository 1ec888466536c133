/* api_route: checks the options of a run and routes. */
#include <limits.h>

#include "gpu/gpu.h"
#include "grid/check/check.h"
#include "grid/clock.h"
#include "router/api/handles.h"
#include "router/draw/film/film.h"
#include "router/engine/engine_cpu.h"

enum { THREADS_MAX = 1024 }; /* CPU threads */

static const struct leeway_options DEFAULTS = {
    .size = sizeof(struct leeway_options),
    .engine = "auto",
    .wave = "auto",
    .order = "short",
    .max_iterations = ROUTE_ITERATIONS_DEFAULT,
    .effort = "normal",
    .global = "auto",
};

static const char *const ENGINES[] = {"auto", "cpu", "gpu", NULL};
static const char *const EFFORTS[] = {
    [ROUTE_NORMAL] = "normal", [ROUTE_FAST] = "fast", [ROUTE_BEST] = "best", NULL};
static const char *const GLOBALS[] = {
    [LAYOUT_GLOBAL_AUTO] = "auto", [LAYOUT_GLOBAL_ON] = "on", [LAYOUT_GLOBAL_OFF] = "off", NULL};

/* The number of a word that api_take_options has checked. */
static unsigned find(const char *word, const char *const *words)
{
    unsigned found = UINT_MAX;
    (void)api_find_word(word, "", words, &found, NULL);
    assert(found != UINT_MAX);
    return found;
}

enum route_effort api_effort(const struct leeway_options *options)
{
    return (enum route_effort)find(options->effort, EFFORTS);
}

enum layout_global_mode api_global(const struct leeway_options *options)
{
    return (enum layout_global_mode)find(options->global, GLOBALS);
}

void leeway_options_init(struct leeway_options *options, size_t size)
{
    if (options == NULL || size < sizeof options->size)
        return;
    memset(options, 0, size);
    memcpy(options, &DEFAULTS, size < sizeof DEFAULTS ? size : sizeof DEFAULTS);
    options->size = size;
}

static enum status check_numbers(const struct leeway_options *options, struct error *error)
{
    if (options->threads > THREADS_MAX)
        return error_refuse(error, "threads: expected 0..%d, found %u", THREADS_MAX,
                            options->threads);
    if (options->max_iterations > ROUTE_ITERATIONS_MAX)
        return error_refuse(error, "max_iterations: expected 0..%d, found %u", ROUTE_ITERATIONS_MAX,
                            options->max_iterations);
    if (!(options->time_limit >= 0 && options->time_limit <= ROUTE_TIME_LIMIT_MAX))
        return error_refuse(error, "time_limit: expected 0..%d seconds, found %g",
                            ROUTE_TIME_LIMIT_MAX, options->time_limit);
    return STATUS_OK;
}

static enum status check_names(const struct leeway_options *options, struct error *error)
{
    unsigned found;
    TRY(api_need(options->wave, "wave", error));
    TRY(api_find_word(options->engine, "engine", ENGINES, &found, error));
    TRY(api_find_word(options->order, "order", order_names, &found, error));
    TRY(api_find_word(options->global, "global", GLOBALS, &found, error));
    return api_find_word(options->effort, "effort", EFFORTS, &found, error);
}

/* Checks a result to keep. Its nets may share cells only if the nets of this run may. */
static enum status check_keep(const struct leeway_design *design, const struct leeway_routes *keep,
                              bool alone, struct error *error)
{
    assert(keep != NULL);
    char first[ERROR_TEXT_MAX] = "";
    struct check_summary summary = {0};
    TRY(api_check_routes(design, keep, "the routes to keep", error));
    struct routes judged = keep->routes;
    judged.alone = judged.alone && alone;
    enum status status = check_routes(1, &design->design, &judged, judged.alone, check_keep_first,
                                      first, &summary, error);
    if (status == STATUS_BAD_INPUT)
        return error_set(error, status, "keep: expected a valid result, found: %.600s", first);
    return status == STATUS_UNROUTED ? STATUS_OK : status;
}

enum status api_take_options(const struct leeway_options *given, struct leeway_options *options,
                             struct error *error)
{
    *options = DEFAULTS;
    if (given == NULL)
        return STATUS_OK;
    TRY(api_check_size(given->size, sizeof *options, "options", error));
    memcpy(options, given, given->size);
    TRY(check_numbers(options, error));
    return check_names(options, error);
}

static bool is_alone(const struct leeway_options *options, const struct leeway_design *design)
{
    return options->alone != 0 || design->design.alone;
}

enum status api_take_skip(const struct leeway_options *options, uint32_t nets, bool **skip,
                          struct error *error)
{
    *skip = NULL;
    if (options->skip == NULL)
        return STATUS_OK;
    if (options->skip_count != nets)
        return error_refuse(error, "skip: expected %u elements, one per net, found %zu", nets,
                            options->skip_count);
    TRY(MEM_NEW(*skip, nets, "nets to skip", error));
    for (uint32_t net = 0; net < nets; net++)
        (*skip)[net] = options->skip[net] != 0;
    return STATUS_OK;
}

/* The same as api_take_options, with keep and film checked, too. */
static enum status take_options(const struct leeway_options *given,
                                const struct leeway_design *design, struct leeway_options *options,
                                struct error *error)
{
    TRY(api_take_options(given, options, error));
    if (api_global(options) != LAYOUT_GLOBAL_AUTO)
        return error_refuse(error, "global: expected auto, because only a layout gets a plan");
    enum paint_format format;
    if (options->film != NULL)
        TRY(film_check(options->film, &format, error));
    return options->keep != NULL
               ? check_keep(design, options->keep, is_alone(options, design), error)
               : STATUS_OK;
}

struct engines api_engines(void)
{
    return (struct engines){.engine = {gpu_engine(), &engine_cpu}, .count = 2};
}

void api_progress(struct api_run *run, const struct leeway_progress *progress)
{
    if (run->options->progress != NULL &&
        run->options->progress(run->options->context, progress) != 0)
        stop_set(run->stop, 1);
}

static void on_progress(void *context, const struct route_progress *progress)
{
    api_progress(context, &(struct leeway_progress){
                              progress->phase, progress->iteration, progress->done, progress->total,
                              progress->conflicts, progress->routed, progress->cost});
}

static void fill_report(struct leeway_report *report, const struct route_report *route,
                        const struct engine_choice *choice)
{
    snprintf(report->engine, sizeof report->engine, "%s", choice->engine);
    snprintf(report->wave, sizeof report->wave, "%s", route->wave);
    snprintf(report->device, sizeof report->device, "%s", route->device);
    snprintf(report->end, sizeof report->end, "%s", route_end_name(route->end));
    report->iterations = route->iterations;
    report->conflicts = route->conflicts;
    report->searches = route->searches;
    report->seconds = route->seconds;
    report->peak_host = route->peak_host;
    report->peak_device = route->peak_device;
}

static enum status run(struct leeway_routes *made, const struct leeway_design *design,
                       const struct leeway_options *options, const bool *skip, struct error *error)
{
    struct api_run call = {.options = options};
    struct route_report report = {0};
    struct engine_choice choice;
    struct film film = {0};
    const struct route_watch watch = {film_net, film_step, &film};
    const struct engines engines = api_engines();
    if (options->film != NULL)
        TRY(film_open(&film, &design->design, error));
    call.stop = options->stop != NULL ? options->stop : &call.own_stop;
    struct route_options how = {
        .engine_options = {.wave = options->wave,
                           .threads = options->threads > 0 ? options->threads : cores_available(),
                           .stop = call.stop},
        .order = (enum order)find(options->order, order_names),
        .alone = is_alone(options, design),
        .skip = skip,
        .keep = options->keep != NULL ? &options->keep->routes : NULL,
        .time_limit = options->time_limit,
        .max_iterations = options->max_iterations,
        .effort = api_effort(options),
        .progress = options->progress != NULL ? on_progress : NULL,
        .watch = options->film != NULL ? &watch : NULL,
        .context = &call,
    };
    enum status status = engines_route(&engines, options->engine, "engine", &design->design, &how,
                                       &made->routes, &report, &choice, error);
    const bool routed = status != STATUS_BAD_INPUT && status != STATUS_FAILED;
    const enum status written =
        routed && options->film != NULL
            ? film_write(&film, &(struct picture_options){0}, options->film, error)
            : STATUS_OK;
    film_close(&film);
    TRY(written);
    if (!routed)
        return status;
    fill_report(&made->report, &report, &choice);
    TRY(api_routes_fill(made, error));
    return status;
}

API_BODY(leeway_route, (routes, design, given), struct leeway_routes **routes,
         const struct leeway_design *design, const struct leeway_options *given)
{
    struct leeway_options options;
    bool *skip = NULL;
    TRY(api_make(routes, "routes", error));
    TRY(api_need(design, "design", error));
    if (design->design.nets.net_count == 0)
        return error_refuse(error, "expected a design with nets, found none");
    TRY(take_options(given, design, &options, error));
    TRY(api_take_skip(&options, design->design.nets.net_count, &skip, error));
    struct leeway_routes *made = api_routes_create(design, error);
    enum status status = made != NULL ? run(made, design, &options, skip, error) : STATUS_FAILED;
    free(skip);
    if (status == STATUS_BAD_INPUT || status == STATUS_FAILED)
        leeway_routes_destroy(made);
    else
        *routes = made;
    return status;
}
