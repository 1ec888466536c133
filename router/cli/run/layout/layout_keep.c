/* layout_keep: the wires of a routed DEF, taken as they are; see layout_task.h.
 *
 *     --keep ROUTED.def -> judged -> wires of nets that hang together, by name -> fixed metal
 *
 * The wires become those of the layout itself, so that the router goes around them; in the result
 * they stand beside the new ones. Nets that are open there are routed anew.
 */
#include <stdlib.h>
#include <string.h>

#include "grid/format/layout_file.h"
#include "router/cli/run/layout/layout_task.h"
#include "router/cli/run/deliver.h"

/* The result must be one of this layout, and right. */
static enum status judge(const struct layout_task *task, const struct layout *from, bool *open,
                         struct error *error)
{
    struct layout_marks marks = {0};
    bool kept = false;
    const char *file = task->options->value[OPT_KEEP].text, *text = "?";
    enum status status = layout_judge(&task->layout, from, &marks, &kept, error);
    for (size_t i = marks.count; i-- > 0;) {
        if (marks.at[i].layer == LAYER_NONE && marks.at[i].net != NET_NONE)
            open[marks.at[i].net] = true;
        else
            text = marks.at[i].text;
    }
    if (status == STATUS_BAD_INPUT && !kept)
        error_set_at(error, status, file, 0, 0, "--keep: expected a result of %.200s, found %.300s",
                     task->def, text);
    else if (status == STATUS_BAD_INPUT)
        error_set_at(error, status, file, 0, 0, "--keep: expected a right result, found %.300s",
                     text);
    else if (status == STATUS_UNROUTED)
        status = STATUS_OK;
    layout_marks_destroy(&marks);
    return status;
}

/* Appends the ROUTED wires of a net of `from` to kept, with this layout's numbers of vias. */
static enum status take_net(struct layout_task *task, const struct layout *from, uint32_t net,
                            uint32_t *count, struct error *error)
{
    struct slice wires = from->placed.nets[net].wires;
    for (uint32_t w = wires.first; w < wires.first + wires.count; w++) {
        struct placed_wire wire = from->placed.wires[w];
        if (wire.status != WIRE_ROUTED)
            continue;
        if (wire.kind == WIRE_VIA) {
            const char *name = names_text(&from->tech.via_names, wire.via);
            wire.via = names_find(&task->layout.tech.via_names, name, strlen(name));
            if (wire.via == NAME_NONE)
                return error_set(error, STATUS_BAD_INPUT,
                                 "--keep: expected vias of %.200s, found \"%.60s\"", task->def,
                                 name);
        }
        task->kept[(*count)++] = wire;
    }
    return STATUS_OK;
}

/* Wires of regular nets in the order of this layout's nets. */
static enum status take_wires(struct layout_task *task, const struct layout *from, const bool *open,
                              struct error *error)
{
    const struct names *names = &task->layout.placed.net_names;
    uint32_t count = 0;
    task->kept = mem_alloc((size_t)from->placed.wire_count + 1, sizeof *task->kept, "wires", error);
    task->kept_first =
        mem_alloc((size_t)names->count + 1, sizeof *task->kept_first, "wires", error);
    if (task->kept == NULL || task->kept_first == NULL)
        return STATUS_FAILED;
    for (uint32_t net = 0; net < names->count; net++) {
        const char *name = names_text(names, net);
        uint32_t there = names_find(&from->placed.net_names, name, strlen(name));
        task->kept_first[net] = count;
        if (there != NAME_NONE && !open[there])
            TRY(take_net(task, from, there, &count, error));
        task->kept_nets += count > task->kept_first[net];
    }
    task->kept_first[names->count] = count;
    return STATUS_OK;
}

enum status layout_task_keep(struct layout_task *task, struct error *error)
{
    const struct option_value *lef = &task->options->value[OPT_LEF];
    const char *file = options_text(task->options, OPT_KEEP, NULL);
    struct layout from = {0};
    bool *open = NULL;
    if (deliver_is_none(file))
        return STATUS_OK;
    enum status status = layout_file_read_result(
        &from, &task->layout, file, (const char *const *)lef->list, lef->list_count, error);
    if (status == STATUS_OK) {
        open = mem_alloc(from.placed.net_names.count, sizeof *open, "open nets", error);
        status = open != NULL ? judge(task, &from, open, error) : STATUS_FAILED;
    }
    THEN(status, take_wires(task, &from, open, error));
    THEN(status, layout_lay_wires(&task->layout, task->kept, task->kept_first, error));
    free(open);
    layout_destroy(&from);
    return status;
}
