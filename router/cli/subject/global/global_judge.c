/* global_judge: has the checker judge the result of a task once. */
#include "router/cli/subject/global/global_subject.h"

enum status global_judge(struct task *task, struct error *error)
{
    struct global_task *it = global_of(task);
    assert(it->has_routes && it->routes.net_count == it->graph.net_count);
    const struct tile_verdict *verdict = &it->check.verdict;
    if (!it->judged)
        TRY(tile_check(&it->check, &it->graph, &it->routes, task_threads(task), error) ==
                    STATUS_FAILED
                ? STATUS_FAILED
                : STATUS_OK);
    it->judged = true;
    return verdict->open + verdict->unrouted > 0 ||
                   (tile_counts_overflow(&it->graph) && verdict->edges_over > 0)
               ? STATUS_UNROUTED
               : STATUS_OK;
}
