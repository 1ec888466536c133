/* layout_route: calls detail_route with the task's options, progress and limits. */
#include "grid/clock.h"
#include "router/cli/output/memory.h"
#include "router/cli/subject/layout/layout_subject.h"

/* Called by any thread. */
static bool is_over(void *context)
{
    const struct task *task = context;
    struct layout_task *it = layout_of(task);
    if (stop_raised(task->cli->stop))
        return true;
    if (task->limit > 0 && clock_seconds() - task->start > task->limit)
        __atomic_store_n(&it->timed_out, true, __ATOMIC_RELAXED);
    return __atomic_load_n(&it->timed_out, __ATOMIC_RELAXED);
}

static enum status fits(void *context, uint64_t nodes, uint64_t bytes, struct error *error)
{
    const struct task *task = context;
    char what[80];
    assert(bytes > 0);
    snprintf(what, sizeof what, "routing %llu crossings of tracks", (unsigned long long)nodes);
    return memory_allow(what, bytes, task->options, error);
}

static void on_progress(void *context, const char *stage, unsigned round, size_t left, size_t total)
{
    const struct task *task = context;
    const struct progress_counts counts = {.done = total - left,
                                           .total = total,
                                           .what = "nets",
                                           .round = round,
                                           .conflicts = round > 0 ? left : 0};
    assert(left <= total);
    progress_stage(task->cli->progress, "%s", stage);
    progress_count(task->cli->progress, &counts);
}

enum status layout_task_route(struct task *task, struct error *error)
{
    static const enum detail_effort EFFORT[] = {DETAIL_FAST, DETAIL_NORMAL, DETAIL_BEST};
    struct layout_task *it = layout_of(task);
    assert(it->result.first == NULL && task->data != NULL);
    struct detail_options *how = &it->how;
    const double since = clock_seconds();
    how->threads = task_threads(task);
    how->effort = EFFORT[options_word(task->options, OPT_EFFORT)];
    how->skip = task->skip;
    how->stop = is_over;
    how->fits = fits;
    how->context = task;
    how->progress = on_progress;
    stop_set(task->cli->stoppable, 1);
    TRY(detail_route(&it->result, &it->placed, how, error));
    task->seconds[PHASE_ROUTE] = clock_seconds() - since;
    return STATUS_OK;
}
