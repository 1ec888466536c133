/* layout_global: --global: a verdict on a layout before it is routed, and guides of its own. */
#include "grid/text/harmless.h"
#include "router/cli/subject/layout/layout_subject.h"

enum {
    EDGES = 3, /* edges that are named */
    NETS = 5,  /* nets that are named at an edge */
};

static struct tiling tiling_of(const struct task *task)
{
    const struct layout_run *run = &layout_of(task)->run;
    const uint32_t last = run->how.last_layer;
    return (struct tiling){.skip = task->skip,
                           .first = run->how.first_layer,
                           .last = last > 0 ? last : run->placed.tech.level_count,
                           .pitches = (uint32_t)options_number(task->options, OPT_TILE, 0)};
}

/* Appends the names of nets: ": a b c". */
static void add_names(char *text, size_t size, const struct layout *layout, const uint32_t *nets,
                      uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        text_append(text, size, "%s%.60s", i > 0 ? " " : ": ",
                    names_text(&layout->placed.net_names, nets[i]));
}

enum status layout_judge_crowding(struct task *task, struct error *error)
{
    struct layout_task *it = layout_of(task);
    struct layout *layout = &it->run.placed;
    const struct crossing *worst = &it->global.worst;
    char names[NOTE_TEXT_MAX] = "";
    it->global.mode = options_word(task->options, OPT_GLOBAL);
    it->global.tiling = tiling_of(task);
    TRY(layout_global_judge(&it->global, &it->run, error));
    if (task->options->value[OPT_KEEP].given)
        it->run.hopeless = false;
    if (worst->nets <= worst->tracks)
        return STATUS_OK;
    snprintf(it->crowded, sizeof it->crowded,
             "crowded: %u nets cross the line %c = %.4f um, where the layers above the lowest have "
             "%u free tracks",
             worst->nets, worst->vertical ? 'x' : 'y',
             worst->at / (double)layout->tech.units_per_micron, worst->tracks);
    harmless_line(task->cli->notes, "note: %s", it->crowded);
    for (; it->crossing_count < worst->nets && it->crossing_count < CROSSING_NETS;
         it->crossing_count++)
        it->crossing[it->crossing_count] =
            names_text(&layout->placed.net_names, worst->net[it->crossing_count]);
    add_names(names, sizeof names, layout, worst->net, it->crossing_count);
    if (it->run.hopeless)
        harmless_line(task->cli->notes,
                      "too crowded: about %u of these nets would stay open%s ..; nothing is routed "
                      "(--global off routes what it can)",
                      worst->nets - worst->tracks, names);
    return notes_add(&layout->notes, NOTE_REMARK, it->crowded, error);
}

void layout_show_crowding(const struct layout_task *it, struct picture_options *options)
{
    if (!it->run.hopeless)
        return;
    options->caption = it->crowded;
    options->crowded = &it->global.worst;
    if (options->highlight_count > 0)
        return;
    options->highlight = it->crossing;
    options->highlight_count = it->crossing_count;
}

/* Prints the worst edges with the first nets that cross them. */
static void name_overflow(struct task *task, const struct layout_plan *plan)
{
    const struct layout *layout = &layout_of(task)->run.placed;
    const double micron = layout->tech.units_per_micron;
    char text[NOTE_TEXT_MAX] = "";
    if (plan->proven > 0)
        snprintf(text, sizeof text, ", at least %.2f without any plan", plan->proven);
    harmless_line(task->cli->notes, "note: plan: %.2f tracks are missing at %" PRIu64 " edges%s",
                  plan->verdict.overflow, plan->verdict.edges_over, text);
    for (uint32_t i = 0; i < plan->verdict.worst_count && i < EDGES; i++) {
        const struct tile_edge *edge = &plan->verdict.worst[i];
        const struct layout_rect box = layout_tile(&plan->graph, edge->tile);
        uint32_t nets[NETS];
        text[0] = '\0';
        add_names(text, sizeof text, layout, nets, layout_plan_nets(plan, edge->tile, nets, NETS));
        harmless_line(task->cli->notes,
                      "note: plan: %d nets need %.2f more tracks of %s from (%.4f %.4f) on%s",
                      edge->use / TILE_TRACK, edge->over,
                      names_text(&layout->tech.layer_names,
                                 layout->tech.levels[grid_z(&plan->graph.grid, edge->tile)]),
                      box.x0 / micron, box.y0 / micron, text);
    }
}

enum status layout_plan_task(struct task *task, struct error *error)
{
    struct layout_task *it = layout_of(task);
    it->global.tiling = tiling_of(task); /* --keep may have changed task->skip */
    if (!layout_global_plans(&it->global, &it->run))
        return STATUS_OK;
    progress_stage(task->cli->progress, "planning");
    enum status status = layout_global_plan(&it->plan, &it->global, &it->run, task->start,
                                            task->limit, task->cli->stop, error);
    if (status == STATUS_OK && it->global.mode == LAYOUT_GLOBAL_ON &&
        it->plan.verdict.edges_over > 0)
        name_overflow(task, &it->plan);
    THEN(status, layout_plan_guides(&it->planned, &it->plan, &it->run.placed, error));
    layout_plan_free(&it->plan);
    it->run.how.guides = &it->planned;
    return status;
}
