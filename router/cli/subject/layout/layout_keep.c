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

#include "grid/layout/net_facts.h"
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

/* What it takes to go back. */
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

static void kept_destroy(struct kept_state *state)
{
    detail_destroy(&state->result);
    MEM_FREE(state->kept, state->first, state->skip);
}

/* Takes out the wires of some nets, which are chosen again. *before: to be destroyed. */
static enum status drop_wires(struct task *task, const bool *drop, struct kept_state *before,
                              struct error *error)
{
    struct layout_task *it = layout_of(task);
    const uint32_t nets = it->run.placed.placed.net_names.count, *first = it->run.kept_first;
    struct kept_state to = {0};
    uint32_t count = 0;
    enum status status = MEM_NEW(to.kept, (size_t)first[nets] + 1, "wires", error);
    THEN(status, MEM_NEW(to.first, (size_t)nets + 1, "wires", error));
    THEN(status, MEM_NEW(to.skip, nets, "choice of nets", error));
    for (uint32_t net = 0; net < nets && status == STATUS_OK; net++) {
        const bool keeps = layout_is_kept(&it->run, net) && !drop[net];
        to.skip[net] = it->not_chosen[net] || keeps;
        to.nets += keeps;
        for (uint32_t w = first[net]; w < first[net + 1] && keeps; w++)
            to.kept[count++] = it->run.kept[w];
        to.first[net + 1] = count;
    }
    *before = status == STATUS_OK ? kept_swap(task, to) : to;
    THEN(status, layout_lay_wires(&it->run.placed, it->run.kept, it->run.kept_first, error));
    return status;
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

/* Takes out the wires of nets that have a fault with them. */
static enum status drop_wrong(struct task *task, struct error *error)
{
    struct layout_run *run = &layout_of(task)->run;
    struct kept_verdict it = {.run = run};
    struct kept_state before = {0};
    struct layout_verdict verdict;
    TRY(layout_lay_wires(&run->placed, run->kept, run->kept_first, error));
    TRY(MEM_NEW(it.wrong, (size_t)run->placed.placed.net_names.count + 1, "nets", error));
    enum status status =
        layout_check_all(NULL, &run->placed, note_fault, NULL, &it, &verdict, error);
    status = status == STATUS_FAILED ? status : STATUS_OK;
    if (it.faults + it.open > 0) {
        progress_pause(task->cli->progress);
        harmless_line(task->cli->notes,
                      "--keep: %u nets are routed again: wires of %u have a fault, of %u are open",
                      it.faults + it.open, it.faults, it.open);
    }
    THEN(status, drop_wires(task, it.wrong, &before, error));
    kept_destroy(&before);
    free(it.wrong);
    return status;
}

enum status layout_keep(struct task *task, const char *path, struct error *error)
{
    struct layout_task *it = layout_of(task);
    const uint32_t count = it->run.placed.placed.net_names.count;
    struct layout from = {0};
    assert(it->run.kept_first == NULL && it->kept_nets == 0);
    enum status status = layout_read_result(&it->run, path, &from, error);
    THEN(status, take_wires(task, &from, path, error));
    layout_destroy(&from);
    THEN(status, MEM_NEW(it->not_chosen, (size_t)count + 1, "choice of nets", error));
    if (status == STATUS_OK && task->skip != NULL)
        memcpy(it->not_chosen, task->skip, count * sizeof *task->skip);
    THEN(status, drop_wrong(task, error));
    return status;
}

/* True if the wires of a net meet the box. */
static bool wires_meet(const struct layout_run *run, uint32_t net, struct layout_rect box)
{
    for (uint32_t w = run->kept_first[net]; w < run->kept_first[net + 1]; w++) {
        const struct placed_wire *wire = &run->kept[w];
        const bool via = wire->kind == WIRE_VIA;
        const struct layout_rect a = {wire->x0, wire->y0, wire->x0, wire->y0};
        const struct layout_rect b = {wire->x1, wire->y1, wire->x1, wire->y1};
        if (rect_meet(via ? a : rect_join(a, b), box))
            return true;
    }
    return false;
}

/* Marks the kept nets with wires near the pins of an open net; *count: how many. */
static enum status find_near(const struct task *task, int32_t margin, bool pins, bool *near,
                             uint32_t *count, struct error *error)
{
    const struct layout_task *it = layout_of(task);
    const struct layout_run *run = &it->run;
    struct shapes shapes;
    TRY(shapes_make(&shapes, &run->placed, error));
    for (uint32_t i = 0; i < run->result.unrouted_count; i++) {
        const struct detail_unrouted *open = &run->result.unrouted[i];
        if (open->reason == DETAIL_NO_METAL || open->reason == DETAIL_ENDED ||
            (open->reason == DETAIL_NO_ACCESS && !pins))
            continue;
        const struct layout_rect box =
            rect_grow(net_facts(&run->placed, &shapes, open->net).pins, margin);
        for (uint32_t net = 0; net < run->placed.placed.net_names.count; net++)
            if (!near[net] && !it->not_chosen[net] && wires_meet(run, net, box)) {
                near[net] = true;
                ++*count;
            }
    }
    shapes_destroy(&shapes);
    return STATUS_OK;
}

enum status layout_make_room(struct task *task, int32_t margin, bool pins, bool *any,
                             struct error *error)
{
    struct layout_run *run = &layout_of(task)->run;
    struct kept_state before = {0};
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
        status = drop_wires(task, near, &before, error);
        THEN(status, detail_route(&run->result, &run->placed, &run->how, error));
        if (status == STATUS_OK && run->result.unrouted_count >= before.result.unrouted_count) {
            before = kept_swap(task, before);
            status = layout_lay_wires(&run->placed, run->kept, run->kept_first, error);
        }
    }
    kept_destroy(&before);
    free(near);
    return status;
}
