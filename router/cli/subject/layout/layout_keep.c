/* layout_keep: the wires of a routed result that are right in this layout, whose cells and nets may
 * be others than those of the result.
 *
 *     --keep ROUTED.def -> wires by name of net -> judged in this layout -> fixed metal
 *
 * The wires become wires of the layout itself, so that the router avoids them; in the result they
 * are written beside the new ones. Nets that are open, or whose wires have a fault, are routed: a
 * pair of wires has its fault in one of its nets, so the wires of the others are right.
 */
#include <stdlib.h>
#include <string.h>

#include "grid/text/harmless.h"
#include "router/cli/subject/layout/layout_subject.h"

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
static enum status take_wires(struct task *task, const struct layout *from, const char *path,
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
        if (there != NAME_NONE)
            TRY(take_net(task, from, there, &count, error));
    }
    it->run.kept_first[names->count] = count;
    if (count == 0 && from->placed.wire_count > 0)
        return error_set_at(error, STATUS_BAD_INPUT, path, 0, 0,
                            "--keep: expected a result of %.200s, found wires of none of its nets",
                            task->netlist);
    return STATUS_OK;
}

/* What the checker says of the wires. */
struct kept_verdict {
    const struct layout_run *run;
    bool *wrong;           /* by net: its wires have a fault, or do not connect it */
    uint32_t faults, open; /* nets */
};

static void note_fault(void *context, const struct layout_violation *fault)
{
    struct kept_verdict *it = context;
    if (fault->net == NET_NONE || !layout_is_kept(it->run, fault->net) || it->wrong[fault->net])
        return;
    it->wrong[fault->net] = true;
    *(fault->kind == FAULT_OPEN ? &it->open : &it->faults) += 1;
}

/* Leaves out the wires of some nets. */
static void drop_wires(struct placed_wire *kept, uint32_t *first, uint32_t nets, const bool *drop)
{
    uint32_t count = 0;
    for (uint32_t net = 0, from = 0; net < nets; net++) {
        const uint32_t end = first[net + 1];
        first[net] = count;
        for (uint32_t w = from; w < end && !drop[net]; w++)
            kept[count++] = kept[w];
        from = end;
    }
    first[nets] = count;
}

/* Lays the wires, and keeps those of nets without a fault. */
static enum status lay_right(struct task *task, struct error *error)
{
    struct layout_run *run = &layout_of(task)->run;
    struct kept_verdict it = {.run = run};
    struct layout_verdict verdict;
    TRY(layout_lay_wires(&run->placed, run->kept, run->kept_first, error));
    TRY(MEM_NEW(it.wrong, (size_t)run->placed.placed.net_names.count + 1, "nets", error));
    enum status status =
        layout_check_all(NULL, &run->placed, note_fault, NULL, &it, &verdict, error);
    status = status == STATUS_FAILED ? status : STATUS_OK;
    if (status == STATUS_OK && it.faults + it.open > 0) {
        drop_wires(run->kept, run->kept_first, run->placed.placed.net_names.count, it.wrong);
        status = layout_lay_wires(&run->placed, run->kept, run->kept_first, error);
        progress_pause(task->cli->progress);
        harmless_line(task->cli->notes,
                      "--keep: %u nets are routed again: wires of %u have a fault, of %u are open",
                      it.faults + it.open, it.faults, it.open);
    }
    free(it.wrong);
    return status;
}

static enum status skip_kept(struct task *task, struct error *error)
{
    struct layout_task *it = layout_of(task);
    assert(it->run.kept_first != NULL && it->kept_nets == 0);
    const uint32_t count = it->run.placed.placed.net_names.count;
    TRY(MEM_NEW(it->not_chosen, (size_t)count + 1, "choice of nets", error));
    if (task->skip == NULL)
        TRY(MEM_NEW(task->skip, count, "choice of nets", error));
    for (uint32_t net = 0; net < count; net++) {
        it->not_chosen[net] = task->skip[net];
        task->skip[net] |= layout_is_kept(&it->run, net);
        it->kept_nets += layout_is_kept(&it->run, net);
    }
    return STATUS_OK;
}

enum status layout_keep(struct task *task, const char *path, struct error *error)
{
    struct layout_task *it = layout_of(task);
    struct layout from = {0};
    assert(it->run.kept_first == NULL);
    enum status status = layout_read_result(&it->run, path, &from, error);
    THEN(status, take_wires(task, &from, path, error));
    layout_destroy(&from);
    THEN(status, lay_right(task, error));
    THEN(status, skip_kept(task, error));
    return status;
}

/* True if the wires of a net meet the box. */
static bool wires_meet(const struct layout_run *run, uint32_t net, struct layout_rect box)
{
    for (uint32_t w = run->kept_first[net]; w < run->kept_first[net + 1]; w++) {
        const struct placed_wire *wire = &run->kept[w];
        const bool line = wire->kind != WIRE_VIA;
        const struct layout_rect a = {wire->x0, wire->y0, wire->x0, wire->y0};
        const struct layout_rect b = {wire->x1, wire->y1, wire->x1, wire->y1};
        if (rect_meet(line ? rect_join(a, b) : a, box))
            return true;
    }
    return false;
}

/* Marks the kept nets with wires near the pins of an open net; returns how many. */
static enum status find_near(struct task *task, int32_t margin, bool pins, bool *near,
                             uint32_t *count, struct error *error)
{
    struct layout_task *it = layout_of(task);
    struct layout_run *run = &it->run;
    struct net_record facts;
    for (uint32_t i = 0; i < run->result.unrouted_count; i++) {
        const struct detail_unrouted *open = &run->result.unrouted[i];
        if (open->reason == DETAIL_NO_METAL || open->reason == DETAIL_ENDED ||
            (open->reason == DETAIL_NO_ACCESS && !pins))
            continue;
        TRY(layout_task_net(task, open->net, &facts, error));
        const int64_t *at = facts.pin_box;
        const struct layout_rect box = rect_grow(
            (struct layout_rect){(int32_t)at[0], (int32_t)at[1], (int32_t)at[2], (int32_t)at[3]},
            margin);
        for (uint32_t net = 0; net < run->placed.placed.net_names.count; net++)
            if (!near[net] && !it->not_chosen[net] && wires_meet(run, net, box)) {
                near[net] = true;
                ++*count;
            }
    }
    return STATUS_OK;
}

/* What a release changes. */
struct kept_state {
    struct detail_result result;
    struct placed_wire *kept;
    uint32_t *first;
    bool *skip;
    uint32_t nets;
};

static struct kept_state kept_swap(struct task *task, struct kept_state to)
{
    struct layout_task *it = layout_of(task);
    const struct kept_state from = {it->run.result, it->run.kept, it->run.kept_first, task->skip,
                                    it->kept_nets};
    it->run.result = to.result;
    it->run.kept = to.kept;
    it->run.kept_first = to.first;
    it->run.how.skip = task->skip = to.skip;
    it->kept_nets = to.nets;
    return from;
}

/* A copy without the wires of some nets, which are chosen again. */
static enum status kept_without(const struct task *task, const bool *near, uint32_t count,
                                struct kept_state *to, struct error *error)
{
    const struct layout_task *it = layout_of(task);
    const struct layout_run *run = &it->run;
    const uint32_t nets = run->placed.placed.net_names.count;
    TRY(MEM_NEW(to->kept, (size_t)run->kept_first[nets] + 1, "wires", error));
    TRY(MEM_NEW(to->first, (size_t)nets + 1, "wires", error));
    TRY(MEM_NEW(to->skip, nets, "choice of nets", error));
    memcpy(to->kept, run->kept, run->kept_first[nets] * sizeof *to->kept);
    memcpy(to->first, run->kept_first, ((size_t)nets + 1) * sizeof *to->first);
    drop_wires(to->kept, to->first, nets, near);
    for (uint32_t net = 0; net < nets; net++)
        to->skip[net] = task->skip[net] && !near[net];
    to->nets = it->kept_nets - count;
    return STATUS_OK;
}

static void kept_destroy(struct kept_state *state)
{
    detail_destroy(&state->result);
    MEM_FREE(state->kept, state->first, state->skip);
}

enum status layout_make_room(struct task *task, int32_t margin, bool pins, bool *any,
                             struct error *error)
{
    struct layout_run *run = &layout_of(task)->run;
    struct kept_state other = {0};
    uint32_t count = 0;
    bool *near;
    TRY(MEM_NEW(near, (size_t)run->placed.placed.net_names.count + 1, "nets", error));
    enum status status = find_near(task, margin, pins, near, &count, error);
    *any = count > 0;
    if (status == STATUS_OK && *any) {
        progress_pause(task->cli->progress);
        harmless_line(
            task->cli->notes,
            "--keep: %u nets are open: the kept wires of %u nets near them are routed again",
            run->result.unrouted_count, count);
        status = kept_without(task, near, count, &other, error);
        other = status == STATUS_OK ? kept_swap(task, other) : other;
        THEN(status, layout_lay_wires(&run->placed, run->kept, run->kept_first, error));
        THEN(status, detail_route(&run->result, &run->placed, &run->how, error));
        if (status == STATUS_OK && run->result.unrouted_count >= other.result.unrouted_count) {
            other = kept_swap(task, other);
            status = layout_lay_wires(&run->placed, run->kept, run->kept_first, error);
        }
    }
    kept_destroy(&other);
    free(near);
    return status;
}
