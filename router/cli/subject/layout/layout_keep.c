/* layout_keep: the wires of a routed result, taken as they are.
 *
 *     --keep ROUTED.def -> judged -> wires of its connected nets, by name -> fixed metal
 *
 * The wires become wires of the layout itself, so that the router avoids them; in the result they
 * are written beside the new ones. Nets that are open in the result are routed.
 */
#include <stdlib.h>
#include <string.h>

#include "router/cli/subject/layout/layout_subject.h"

/* The result must be one of this layout, and right. */
static enum status judge(const struct task *task, const char *file, const struct layout *from,
                         bool *open, struct error *error)
{
    struct layout_marks marks = {0};
    bool kept = false;
    const char *text = "?";
    enum status status = layout_judge(&layout_of(task)->run.placed, from, &marks, &kept, error);
    for (size_t i = marks.count; i-- > 0;) {
        if (marks.at[i].layer == LAYER_NONE && marks.at[i].net != NET_NONE)
            open[marks.at[i].net] = true;
        else
            text = marks.at[i].text;
    }
    if (status == STATUS_BAD_INPUT && !kept)
        error_set_at(error, status, file, 0, 0, "--keep: expected a result of %.200s, found %.300s",
                     task->netlist, text);
    else if (status == STATUS_BAD_INPUT)
        error_set_at(error, status, file, 0, 0, "--keep: expected a right result, found %.300s",
                     text);
    else if (status == STATUS_UNROUTED)
        status = STATUS_OK;
    layout_marks_destroy(&marks);
    return status;
}

/* Appends the ROUTED wires of a net of `from` to kept, with this layout's numbers of vias. */
static enum status take_net(struct task *task, const struct layout *from, uint32_t net,
                            uint32_t *count, struct error *error)
{
    struct layout_task *it = layout_of(task);
    assert(net < from->placed.net_names.count && it->run.kept != NULL);
    struct slice wires = from->placed.nets[net].wires;
    for (uint32_t w = wires.first; w < wires.first + wires.count; w++) {
        struct placed_wire wire = from->placed.wires[w];
        if (wire.status != WIRE_ROUTED)
            continue;
        if (wire.kind == WIRE_VIA) {
            const char *name = names_text(&from->tech.via_names, wire.via);
            wire.via = names_find(&it->run.placed.tech.via_names, name, strlen(name));
            if (wire.via == NAME_NONE)
                return error_set(error, STATUS_BAD_INPUT,
                                 "--keep: expected vias of %.200s, found \"%.60s\"", task->netlist,
                                 name);
        }
        it->run.kept[(*count)++] = wire;
    }
    return STATUS_OK;
}

/* Takes wires of regular nets, in the order of this layout's nets. */
static enum status take_wires(struct task *task, const struct layout *from, const bool *open,
                              struct error *error)
{
    struct layout_task *it = layout_of(task);
    const struct names *names = &it->run.placed.placed.net_names;
    uint32_t count = 0;
    TRY(MEM_NEW(it->run.kept, (size_t)from->placed.wire_count + 1, "wires", error));
    TRY(MEM_NEW(it->run.kept_first, (size_t)names->count + 1, "wires", error));
    for (uint32_t net = 0; net < names->count; net++) {
        const char *name = names_text(names, net);
        uint32_t there = names_find(&from->placed.net_names, name, strlen(name));
        it->run.kept_first[net] = count;
        if (there != NAME_NONE && !open[there])
            TRY(take_net(task, from, there, &count, error));
    }
    it->run.kept_first[names->count] = count;
    return STATUS_OK;
}

static enum status skip_kept(struct task *task, struct error *error)
{
    struct layout_task *it = layout_of(task);
    assert(it->run.kept_first != NULL && it->kept_nets == 0);
    const uint32_t count = it->run.placed.placed.net_names.count;
    if (task->skip == NULL)
        TRY(MEM_NEW(task->skip, count, "choice of nets", error));
    for (uint32_t net = 0; net < count; net++) {
        task->skip[net] |= layout_is_kept(&it->run, net);
        it->kept_nets += layout_is_kept(&it->run, net);
    }
    return STATUS_OK;
}

enum status layout_keep(struct task *task, const char *path, struct error *error)
{
    struct layout_task *it = layout_of(task);
    struct layout from = {0};
    bool *open = NULL;
    assert(it->run.kept_first == NULL);
    enum status status = layout_read_result(&it->run, path, &from, error);
    if (status == STATUS_OK)
        status = MEM_NEW(open, from.placed.net_names.count, "open nets", error);
    THEN(status, judge(task, path, &from, open, error));
    THEN(status, take_wires(task, &from, open, error));
    THEN(status, layout_lay_wires(&it->run.placed, it->run.kept, it->run.kept_first, error));
    THEN(status, skip_kept(task, error));
    free(open);
    layout_destroy(&from);
    return status;
}
