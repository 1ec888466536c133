/* global_scene: what pictures of a tile graph show: maps of use over capacity, all layers on a
 * sheet unless one is chosen. */
#include "router/cli/subject/global/global_subject.h"

/* Counts the edges by their share of use. */
static void count_edges(const struct tile_graph *graph, const int32_t *use, struct tiles_shown *to)
{
    const size_t cells = grid_cells(&graph->grid);
    for (cell_t cell = 0; cell < cells; cell++) {
        const int64_t used = use != NULL ? use[cell] : 0, room = graph->capacity[cell];
        if (!tile_has_edge(graph, cell) || (used == 0 && room == 0))
            continue;
        to->edges[used > room               ? 4
                  : used == 0               ? 0
                  : used * 100 <= room * 50 ? 1
                  : used * 100 <= room * 90 ? 2
                                            : 3]++;
    }
}

enum status global_task_scene(struct task *task, struct picture_subject *drawn,
                              struct picture_options *options, struct error *error)
{
    struct global_task *it = global_of(task);
    assert(drawn != NULL && it->graph.net_count > 0);
    const struct tile_verdict *verdict = &it->check.verdict;
    if (options->show != SHOW_ROUTES && options->show != SHOW_CONGESTION)
        return error_set(error, STATUS_BAD_INPUT,
                         "--show: pictures of tile graphs show use over capacity (congestion)");
    if (it->has_routes && global_judge(task, error) == STATUS_FAILED)
        return STATUS_FAILED;
    it->shown = (struct tiles_shown){.worst = it->worst};
    if (it->has_routes) {
        it->shown.routes = &it->routes;
        it->shown.use = it->check.use;
        it->shown.worst_count = tile_counts_overflow(&it->graph) ? verdict->worst_count : 0;
        for (uint32_t i = 0; i < it->shown.worst_count; i++)
            it->worst[i] = (struct tiles_worst){verdict->worst[i].tile, verdict->worst[i].use};
        global_put_line(it);
        it->shown.line = it->line;
    }
    count_edges(&it->graph, it->check.use, &it->shown);
    options->show = SHOW_CONGESTION;
    if (options->layer == 0 && !options->bare)
        options->layer = PICTURE_LAYER_EACH;
    *drawn = picture_of_tiles(&it->graph, &it->shown);
    return STATUS_OK;
}
