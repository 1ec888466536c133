/* global_judge: has the checker judge the result of a task once; writes its numbers as a line,
 * makes its scene, and estimates the memory of routing. */
#include "router/cli/subject/global/global_subject.h"

enum {
    TILE_BYTES = 40,   /* bytes of memory per tile: capacity, use, price and their sums */
    NET_BYTES = 220,   /* bytes per net: its record, name, route and tree */
    PIN_BYTES = 50,    /* bytes per pin: its place, wires and the tree's nodes */
    TRACK_BYTES = 528, /* bytes per track: prices of its parts (planes.h) */
};

uint64_t global_need(const struct tile_graph *graph)
{
    uint64_t tracks = 0;
    for (uint32_t z = 0; z < graph->grid.layers; z++)
        tracks += tile_axis(graph, z) == AXIS_Y ? graph->grid.width : graph->grid.height;
    return grid_cells(&graph->grid) * (uint64_t)TILE_BYTES + tracks * TRACK_BYTES +
           graph->net_count * (uint64_t)NET_BYTES + graph->pin_count * (uint64_t)PIN_BYTES;
}

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
    return verdict->counts.open + verdict->counts.unrouted > 0 ||
                   (tile_counts_overflow(&it->graph) && verdict->edges_over > 0)
               ? STATUS_UNROUTED
               : STATUS_OK;
}

void global_put_line(struct global_task *it)
{
    const struct tile_verdict *verdict = &it->check.verdict;
    const bool scored = it->graph.rules == TILES_2024;
    assert(it->judged);
    it->line[0] = '\0';
    text_append(it->line, sizeof it->line, "overflow %.10g", verdict->overflow);
    if (verdict->edges_over > 0)
        text_append(it->line, sizeof it->line, " on %" PRIu64 " edges", verdict->edges_over);
    if (it->proven > 0)
        text_append(it->line, sizeof it->line, " (%.10g proved)", it->proven);
    if (scored)
        text_append(it->line, sizeof it->line, ", score %.2f, %.2f above the empty design",
                    verdict->score, verdict->score - verdict->empty_score);
}

/* Maps of use over capacity, all layers on a sheet unless one is chosen. */
enum status global_task_scene(struct task *task, struct picture_subject *drawn,
                              struct picture_options *options, struct error *error)
{
    struct global_task *it = global_of(task);
    assert(drawn != NULL && it->graph.net_count > 0);
    if (options->show != SHOW_ROUTES && options->show != SHOW_CONGESTION)
        return error_refuse(error,
                            "--show: pictures of tile graphs show use over capacity (congestion)");
    it->shown = (struct tiles_shown){0};
    if (it->has_routes) {
        if (global_judge(task, error) == STATUS_FAILED)
            return STATUS_FAILED;
        global_put_line(it);
        it->shown = (struct tiles_shown){&it->routes, &it->check, it->line};
    }
    options->show = SHOW_CONGESTION;
    if (options->layer == 0 && !options->bare)
        options->layer = PICTURE_LAYER_EACH;
    *drawn = picture_of_tiles(&it->graph, &it->shown);
    return STATUS_OK;
}
