/* grid_route: calls engines_route with the task's options, film, progress and checkpoints. */
#include "router/cli/subject/grid/grid_subject.h"

#include "grid/clock.h"

#define TIME_LEAST                                                                                 \
    1e-3 /* least time limit of routing, in seconds: reading may have used up the run's */

static void on_progress(void *context, const struct route_progress *progress)
{
    const struct task *task = context;
    progress_route(task->cli->progress, progress);
}

static void on_checkpoint(void *context, const struct routes *best,
                          const struct route_checkpoint *checkpoint)
{
    const struct task *task = context;
    assert(task->hooks.checkpoint != NULL && checkpoint->bytes != NULL);
    (void)best;
    task->hooks.checkpoint(task->hooks.context, checkpoint);
}

/* The rest of the run's time limit, in seconds; 0: none. */
static double time_left(const struct task *task)
{
    assert(task->limit >= 0 && task->seconds[PHASE_READ] >= 0);
    const double left = task->limit - task->seconds[PHASE_READ];
    return task->limit <= 0 ? 0 : left > TIME_LEAST ? left : TIME_LEAST;
}

static struct route_options options_of(struct task *task, const struct route_watch *watch)
{
    static const enum route_effort EFFORT[] = {ROUTE_FAST, ROUTE_NORMAL, ROUTE_BEST};
    const struct options *options = task->options;
    const struct grid_task *it = grid_of(task);
    const bool saves = task->hooks.checkpoint != NULL && watch == NULL;
    return (struct route_options){
        .engine_options = {.wave = options_text(options, OPT_WAVE, "auto"),
                           .threads = task_threads(task),
                           .stop = task->cli->stop,
                           .block_queue = (unsigned)options_number(options, OPT_BLOCK_QUEUE, 0),
                           .devices = task->devices},
        .order = (enum order)options_word(options, OPT_ORDER),
        .alone = grid_is_alone(task),
        .skip = task->skip,
        .net_searches = it->searches,
        .keep = it->has_kept ? &it->kept : NULL,
        .time_limit = time_left(task),
        .max_iterations =
            (uint32_t)options_number(options, OPT_MAX_ITERATIONS, ROUTE_ITERATIONS_DEFAULT),
        .effort = EFFORT[options_word(options, OPT_EFFORT)],
        .progress = on_progress,
        .watch = watch,
        .checkpoint = saves ? on_checkpoint : NULL,
        .checkpoint_seconds = task->hooks.seconds,
        .context = task,
        .resume = task->resume.bytes != NULL ? &task->resume : NULL,
    };
}

enum { LARGE_WIRES = 100000 }; /* larger results are judged and drawn at the same time */

enum status grid_task_route(struct task *task, struct error *error)
{
    struct grid_task *it = grid_of(task);
    assert(it->design.nets.net_count > 0 && !it->has_routes);
    const struct cli *cli = task->cli;
    const struct route_watch watch = {film_net, film_step, &it->film};
    const bool films = task_output(task, TASK_FILM) != NULL;
    struct engine_choice choice = {0};
    if (task_wants_nets(task))
        TRY(MEM_NEW(it->searches, it->design.nets.net_count, "searches", error));
    if (films)
        TRY(film_open(&it->film, &it->design, error));
    const double since = clock_seconds();
    struct route_options options = options_of(task, films ? &watch : NULL);
    progress_stage(cli->progress, "preparing to route %u nets", it->design.nets.net_count);
    stop_set(cli->stoppable, 1);
    task->status =
        engines_route(&cli->engines, options_text(task->options, OPT_ENGINE, "auto"), "--engine",
                      &it->design, &options, &it->routes, &it->report, &choice, error);
    task->seconds[PHASE_ROUTE] = clock_seconds() - since;
    it->engine = choice.engine;
    if (!choice.only || cli->verbose || task->options->value[OPT_ENGINE].given ||
        task->options->value[OPT_GPUS].given)
        snprintf(task->note, sizeof task->note, "%s", choice.note);
    task->ended = options.effort == ROUTE_BEST ? it->report.ended : NULL;
    snprintf(task->lost, sizeof task->lost, "%s", it->report.lost);
    if (task->status == STATUS_BAD_INPUT || task->status == STATUS_FAILED)
        return task->status;
    it->has_routes = true;
    task->apart = it->routes.wire_count >= LARGE_WIRES;
    return STATUS_OK;
}
