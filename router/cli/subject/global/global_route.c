/* global_route: calls the global router with the task's options, progress and limits. */
#include <inttypes.h>

#include "grid/clock.h"
#include "router/cli/subject/global/global_subject.h"
#include "router/global/global.h"

/* Shows the overflow in whole tracks, or units of the file. */
static void on_progress(void *context, uint32_t round, uint64_t overflow, uint32_t worst)
{
    const struct task *task = context;
    const struct progress_counts counts = {
        .round = round, .conflicts = overflow / TILE_TRACK, .overflow = true};
    (void)worst;
    progress_count(task->cli->progress, &counts);
}

/* The router begins with the kept nets; skipped ones stay. */
static enum status begin(struct global_task *it, struct error *error)
{
    if (!it->has_kept)
        return tile_routes_create(&it->routes, it->graph.net_count, error);
    it->routes = it->kept;
    it->kept = (struct tile_routes){0};
    return STATUS_OK;
}

enum status global_task_route(struct task *task, struct error *error)
{
    static const enum global_effort EFFORT[] = {GLOBAL_FAST, GLOBAL_NORMAL, GLOBAL_BEST};
    struct global_task *it = global_of(task);
    const double since = clock_seconds();
    struct global_outcome outcome = {0};
    const struct global_options options = {
        .threads = task_threads(task),
        .effort = EFFORT[options_word(task->options, OPT_EFFORT)],
        .deadline = task->limit > 0 ? task->start + task->limit : 0,
        .stop = task->cli->stop,
        .skip = task->skip,
        .progress = on_progress,
        .context = task,
    };
    assert(!it->has_routes && it->graph.net_count > 0);
    progress_stage(task->cli->progress, "global routing of %" PRIu32 " nets", it->graph.net_count);
    TRY(begin(it, error));
    stop_set(task->cli->stoppable, 1);
    TRY(global_route(&it->graph, &it->routes, &options, &outcome, error));
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
