/* global_route: calls the global router with the task's options, progress and limits. */

#include "grid/clock.h"
#include "router/cli/subject/global/global_subject.h"
#include "router/checkpoint/global_checkpoint.h"

/* Nets from which `auto` takes a GPU: with fewer its start takes longer than the patterns. */
enum { GPU_NETS = 20000 };

/* Shows the overflow in whole tracks, or units of the file. */
static void on_progress(void *context, uint32_t round, uint64_t overflow, uint32_t worst)
{
    const struct task *task = context;
    const struct progress_counts counts = {
        .round = round, .conflicts = overflow / TILE_TRACK, .overflow = true};
    (void)worst;
    progress_count(task->cli->progress, &counts);
}

static enum global_effort effort_of(const struct task *task)
{
    static const enum global_effort EFFORT[] = {GLOBAL_FAST, GLOBAL_NORMAL, GLOBAL_BEST};
    return EFFORT[options_word(task->options, OPT_EFFORT)];
}

/* Makes a checkpoint and calls the hook, if it is time. Without memory there is none. */
static void on_save(void *context, const struct tile_routes *routes, struct global_state *state)
{
    struct task *task = context;
    struct global_task *it = global_of(task);
    uint64_t *words = NULL;
    size_t count = 0;
    if (clock_seconds() - it->saved < task->hooks.seconds)
        return;
    if (global_checkpoint_write(&it->graph, effort_of(task), routes, state, &words, &count, NULL) ==
        STATUS_OK)
        task->hooks.checkpoint(task->hooks.context,
                               &(struct route_checkpoint){(uint8_t *)words, count * sizeof *words});
    MEM_FREE(words);
    it->saved = clock_seconds();
}

/* Sets the state in which the router begins: the kept nets, or a checkpoint. Skipped nets stay. */
static enum status begin(struct task *task, struct global_state *state, struct error *error)
{
    struct global_task *it = global_of(task);
    if (!it->has_kept || task->resume.bytes != NULL)
        TRY(tile_routes_create(&it->routes, it->graph.net_count, error));
    if (task->resume.bytes != NULL)
        return global_checkpoint_read(&it->graph, effort_of(task), task->resume.bytes,
                                      task->resume.size, &it->routes, state, error);
    if (it->has_kept) {
        it->routes = it->kept;
        it->kept = (struct tile_routes){0};
    }
    return STATUS_OK;
}

bool global_asks_gpu(const struct task *task)
{
    return strcmp(options_text(task->options, OPT_ENGINE, "auto"), "gpu") == 0;
}

static void *open_gpu(void *context)
{
    const struct task *task = context;
    (void)task->cli->patterns(NULL, NULL); /* its job, which comes later, reports why it fails */
    return NULL;
}

void global_open_gpu(struct task *task)
{
    struct global_task *it = global_of(task);
    if (!it->opening)
        it->opening = pthread_create(&it->opener, NULL, open_gpu, task) == 0;
}

void global_await_gpu(struct task *task)
{
    struct global_task *it = global_of(task);
    if (it->opening)
        pthread_join(it->opener, NULL);
    it->opening = false;
}

enum status global_task_route(struct task *task, struct error *error)
{
    struct global_task *it = global_of(task);
    const double since = it->saved = clock_seconds();
    struct global_outcome outcome = {0};
    struct global_state state = {0};
    TRY(engines_use_gpu(&task->cli->engines, options_text(task->options, OPT_ENGINE, "auto"),
                        "--engine", it->graph.net_count >= GPU_NETS, &it->by_gpu, error));
    if (it->by_gpu)
        global_open_gpu(task);
    const struct global_options options = {
        .threads = task_threads(task),
        .effort = effort_of(task),
        .deadline = task->limit > 0 ? task->start + task->limit : 0,
        .stop = task->cli->stop,
        .skip = task->skip,
        .progress = on_progress,
        .save = task->hooks.checkpoint != NULL ? on_save : NULL,
        .context = task,
        .device = it->by_gpu ? task->cli->patterns : NULL,
        .needs_device = global_asks_gpu(task),
        .resume = task->resume.bytes != NULL ? &state : NULL,
    };
    assert(!it->has_routes && it->graph.net_count > 0);
    progress_stage(task->cli->progress, "global routing of %u nets", it->graph.net_count);
    enum status status = begin(task, &state, error);
    stop_set(task->cli->stoppable, 1);
    THEN(status, global_route(&it->graph, &it->routes, &options, &outcome, error));
    MEM_FREE(state.history);
    tile_routes_destroy(&state.best);
    TRY(status);
    if (outcome.lost.text[0] != '\0') {
        snprintf(task->lost, sizeof task->lost, "%.*s", ROUTE_LOST_MAX - 1, outcome.lost.text);
        it->by_gpu = false;
    }
    task->seconds[PHASE_ROUTE] = clock_seconds() - since;
    it->has_routes = true;
    it->end = outcome.timed_out                      ? "time-limit"
              : outcome.status == STATUS_INTERRUPTED ? "stopped"
                                                     : "done";
    assert(outcome.proven <= outcome.overflow);
    it->iterations = outcome.rounds;
    it->proven = (double)outcome.proven / TILE_TRACK;
    it->cut = outcome.cut;
    task->status = outcome.status == STATUS_INTERRUPTED ? STATUS_INTERRUPTED : STATUS_OK;
    return STATUS_OK;
}
