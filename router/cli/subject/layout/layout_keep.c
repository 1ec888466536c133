/* layout_keep: keeps the wires of a routed result that are right in this layout, although cells and
 * nets may have changed.
 *
 *     --keep ROUTED.def -> wires by name of net -> judged in this layout -> fixed metal
 *
 * The wires become wires of the layout itself, so that the router avoids them; in the result they
 * are written beside the new ones. Wires at a fault are dropped, and then those that lead nowhere
 * without them (layout_trim). A net that is open is completed from the wires that it still has:
 * the router sees them as FIXED. A fault between two nets is reported for one of them, and without
 * its wires the other one is right. */
#include "grid/text/harmless.h"
#include "router/cli/subject/layout/layout_keep.h"

enum {
    PIECE_PASSES = 3, /* checks after which wires are dropped one by one; then whole nets */
    NAMED_MOST = 20,  /* nets with dropped wires that are named without --verbose */
};

/* A result as it was read. */
struct kept_from {
    struct layout layout;
    struct shapes shapes;
    bool *loose; /* [wires]: of the net that is taken, wires that end on purpose */
};

/* Appends the ROUTED wires of a net of the result to kept, with this layout's numbers of vias. */
static enum status take_net(struct task *task, struct kept_from *it, uint32_t net, uint32_t *count,
                            struct error *error)
{
    struct layout_task *to = layout_of(task);
    const struct layout *from = &it->layout;
    assert(net < from->placed.net_names.count && to->run.kept != NULL);
    struct slice wires = from->placed.nets[net].wires;
    memset(it->loose, 0, wires.count);
    TRY(layout_trim(from, &it->shapes, net, NULL, it->loose, error));
    for (uint32_t w = wires.first; w < wires.first + wires.count; w++) {
        struct placed_wire wire = from->placed.wires[w];
        if (wire.status != WIRE_ROUTED)
            continue;
        if (wire.kind == WIRE_VIA) {
            const char *name = names_text(&from->tech.via_names, wire.via);
            wire.via = names_find(&to->run.placed.tech.via_names, name, strlen(name));
            if (wire.via == NAME_NONE)
                return error_refuse(error, "--keep: expected vias of %.200s, found \"%.60s\"",
                                    task->netlist, name);
        }
        to->tail[*count] = it->loose[w - wires.first];
        to->run.kept[(*count)++] = wire;
    }
    return STATUS_OK;
}

/* Takes wires of regular nets, in the order of this layout's nets. */
static enum status take_wires(struct task *task, struct kept_from *it, const char *path,
                              struct error *error)
{
    struct layout_run *run = &layout_of(task)->run;
    const struct placed *from = &it->layout.placed;
    const struct names *names = &run->placed.placed.net_names;
    uint32_t count = 0;
    TRY(shapes_make(&it->shapes, &it->layout, error));
    TRY(MEM_NEW(run->kept, (size_t)from->wire_count + 1, "wires", error));
    TRY(MEM_NEW(it->loose, (size_t)from->wire_count + 1, "wires", error));
    TRY(MEM_NEW(layout_of(task)->tail, (size_t)from->wire_count + 1, "wires", error));
    TRY(MEM_NEW(run->kept_first, (size_t)names->count + 1, "wires", error));
    for (uint32_t net = 0; net < names->count; net++) {
        const char *name = names_text(names, net);
        uint32_t there = names_find(&from->net_names, name, strlen(name));
        run->kept_first[net] = count;
        if (there != NAME_NONE)
            TRY(take_net(task, it, there, &count, error));
    }
    run->kept_first[names->count] = count;
    if (count == 0 && from->wire_count > 0)
        return error_set_at(error, STATUS_BAD_INPUT, path, 0, 0,
                            "--keep: expected a result of %.200s, found wires of none of its nets",
                            task->netlist);
    return STATUS_OK;
}

bool kept_wire_meets(const struct layout_run *run, uint32_t w, uint16_t layer,
                     struct layout_rect box)
{
    for (uint32_t i = 0; i < wire_rect_count(&run->placed, &run->kept[w]); i++) {
        uint16_t on;
        const struct layout_rect rect = wire_rect(&run->placed, &run->kept[w], i, &on);
        if ((layer == LAYER_NONE || on == layer) && rect_meet(rect, box))
            return true;
    }
    return false;
}

struct kept_state kept_swap(struct task *task, struct kept_state to)
{
    struct layout_task *it = layout_of(task);
    const struct kept_state from = {it->run.result, it->run.kept, it->run.kept_first,
                                    task->skip,     it->tail,     it->kept_nets};
    it->run.result = to.result;
    it->run.kept = to.kept;
    it->run.kept_first = to.first;
    it->run.how.skip = task->skip = to.skip;
    it->tail = to.tail;
    it->kept_nets = to.nets;
    return from;
}

void kept_destroy(struct kept_state *state)
{
    detail_destroy(&state->result);
    MEM_FREE(state->kept, state->first, state->skip, state->tail);
}

enum status kept_drop_create(struct kept_drop *drop, const struct task *task, struct error *error)
{
    const struct layout_run *run = &layout_of(task)->run;
    const uint32_t nets = run->placed.placed.net_names.count;
    *drop = (struct kept_drop){0};
    TRY(MEM_NEW(drop->opened, (size_t)nets + 1, "nets", error));
    TRY(MEM_NEW(drop->whole, (size_t)nets + 1, "nets", error));
    TRY(MEM_NEW(drop->loose, (size_t)run->kept_first[nets] + 1, "wires", error));
    for (uint32_t net = 0; net < nets && task->skip != NULL; net++)
        drop->opened[net] = layout_is_opened(task, net);
    return STATUS_OK;
}

MEM_DESTROY(kept_drop_destroy, kept_drop, it->opened, it->whole, it->loose)

/* Marks the wires of opened nets that lead nowhere without the loose ones. */
static enum status trim_opened(const struct task *task, struct kept_drop *drop, struct error *error)
{
    const struct layout_task *it = layout_of(task);
    const struct placed *placed = &it->run.placed.placed;
    struct shapes shapes = {0};
    bool *tail = NULL, *loose = NULL;
    enum status status = shapes_make(&shapes, &it->run.placed, error);
    THEN(status, MEM_NEW(tail, (size_t)placed->wire_count + 1, "wires", error));
    THEN(status, MEM_NEW(loose, (size_t)placed->wire_count + 1, "wires", error));
    for (uint32_t net = 0; net < placed->net_names.count && status == STATUS_OK; net++) {
        const uint32_t first = it->run.kept_first[net], count = it->run.kept_first[net + 1] - first;
        if (!drop->opened[net] || drop->whole[net] || count == 0)
            continue;
        const uint32_t fixed = placed->nets[net].wires.count - count; /* they come first */
        memset(loose, 0, fixed);
        memcpy(tail + fixed, it->tail + first, count);
        memcpy(loose + fixed, drop->loose + first, count);
        status = layout_trim(&it->run.placed, &shapes, net, tail, loose, error);
        memcpy(drop->loose + first, loose + fixed, count);
    }
    shapes_destroy(&shapes);
    MEM_FREE(tail, loose);
    return status;
}

enum status kept_drop_wires(struct task *task, struct kept_drop *drop, struct kept_state *before,
                            struct error *error)
{
    struct layout_task *it = layout_of(task);
    const uint32_t nets = it->run.placed.placed.net_names.count, *first = it->run.kept_first;
    struct kept_state to = {0};
    uint32_t count = 0;
    enum status status = trim_opened(task, drop, error);
    THEN(status, MEM_NEW(to.kept, (size_t)first[nets] + 1, "wires", error));
    THEN(status, MEM_NEW(to.first, (size_t)nets + 1, "wires", error));
    THEN(status, MEM_NEW(to.skip, (size_t)nets + 1, "choice of nets", error));
    THEN(status, MEM_NEW(to.tail, (size_t)first[nets] + 1, "wires", error));
    for (uint32_t net = 0; net < nets && status == STATUS_OK; net++) {
        for (uint32_t w = first[net]; w < first[net + 1]; w++)
            if (!drop->whole[net] && !drop->loose[w]) {
                to.tail[count] = it->tail[w];
                to.kept[count++] = it->run.kept[w];
            }
        to.first[net + 1] = count;
        const bool connected = count > to.first[net] && !drop->opened[net];
        to.skip[net] = it->not_chosen[net] || connected;
        to.nets += connected;
    }
    *before = status == STATUS_OK ? kept_swap(task, to) : to;
    THEN(status, layout_lay_wires(&it->run.placed, it->run.kept, it->run.kept_first, error));
    return status;
}

/* The verdict of the checker on kept wires. */
struct kept_verdict {
    const struct layout_task *task;
    struct kept_drop drop;
    bool *wrong;   /* [nets]: its wires had a fault, or did not connect it */
    uint32_t *had; /* [nets]: wires before the first check */
    bool piece_by_piece;
    uint32_t faults, open; /* nets */
    uint64_t found;        /* faults of the last check */
};

/* Marks the wires of a net at the place of a fault; all of its wires if none is there. */
static void mark_wires(struct kept_verdict *it, const struct layout_violation *fault)
{
    const struct layout_run *run = &it->task->run;
    bool any = false;
    assert(layout_is_kept(run, fault->net));
    for (uint32_t w = run->kept_first[fault->net]; w < run->kept_first[fault->net + 1]; w++)
        if (kept_wire_meets(run, w, fault->layer, fault->place))
            it->drop.loose[w] = any = true;
    if (!any || !it->piece_by_piece)
        it->drop.whole[fault->net] = true;
}

static void note_fault(void *context, const struct layout_violation *fault)
{
    struct kept_verdict *it = context;
    const uint32_t net = fault->net;
    if (net == NET_NONE || !layout_is_kept(&it->task->run, net))
        return;
    if (!it->wrong[net])
        *(fault->kind == FAULT_OPEN ? &it->open : &it->faults) += 1;
    it->wrong[net] = true;
    if (it->task->not_chosen[net])
        it->drop.whole[net] = true;
    it->drop.opened[net] = true;
    if (fault->kind == FAULT_OPEN)
        return;
    it->found++;
    mark_wires(it, fault);
}

/* Names the nets that lost wires. */
static void name_wrong(const struct task *task, const struct kept_verdict *it)
{
    const struct layout_run *run = &it->task->run;
    const struct names *names = &run->placed.placed.net_names;
    FILE *out = task->cli->notes;
    uint64_t lost = 0, had = 0;
    uint32_t named = 0;
    if (it->faults + it->open == 0)
        return;
    progress_pause(task->cli->progress);
    for (uint32_t net = 0; net < names->count; net++) {
        const uint32_t now = run->kept_first[net + 1] - run->kept_first[net];
        assert(now <= it->had[net]);
        if (!it->wrong[net])
            continue;
        had += it->had[net];
        lost += it->had[net] - now;
        if (now < it->had[net] && (named++ < NAMED_MOST || task->cli->verbose))
            harmless_line(out, "--keep: %s loses %u of %u wires and vias", names_text(names, net),
                          it->had[net] - now, it->had[net]);
    }
    if (named > NAMED_MOST && !task->cli->verbose)
        harmless_line(out, "--keep: %u more nets lose wires (--verbose names them)",
                      named - NAMED_MOST);
    harmless_line(out,
                  "--keep: %u nets are routed again: wires of %u have a fault, of %u are open; "
                  "they lose %llu of %llu wires and vias",
                  it->faults + it->open, it->faults, it->open, (unsigned long long)lost,
                  (unsigned long long)had);
}

/* Checks the wires once and takes out wrong ones. */
static enum status drop_once(struct task *task, struct kept_verdict *it, struct error *error)
{
    struct layout_run *run = &layout_of(task)->run;
    const uint32_t nets = run->placed.placed.net_names.count;
    struct kept_state before = {0};
    struct layout_verdict verdict;
    it->found = 0;
    enum status status = kept_drop_create(&it->drop, task, error);
    if (status == STATUS_OK)
        memset(it->drop.opened, 0, nets * sizeof *it->drop.opened);
    const struct layout_checking how = {
        .report = note_fault, .context = it, .threads = task_threads(task)};
    THEN(status, layout_check_all(NULL, &run->placed, &how, &verdict, error));
    status = status == STATUS_FAILED ? status : STATUS_OK;
    THEN(status, kept_drop_wires(task, &it->drop, &before, error));
    kept_destroy(&before);
    kept_drop_destroy(&it->drop);
    return status;
}

/* Takes out the wires that are not right in this layout. */
static enum status drop_wrong(struct task *task, struct error *error)
{
    struct layout_run *run = &layout_of(task)->run;
    const uint32_t nets = run->placed.placed.net_names.count;
    struct kept_verdict it = {.task = layout_of(task)};
    enum status status = layout_lay_wires(&run->placed, run->kept, run->kept_first, error);
    THEN(status, MEM_NEW(it.wrong, (size_t)nets + 1, "nets", error));
    THEN(status, MEM_NEW(it.had, (size_t)nets + 1, "nets", error));
    for (uint32_t net = 0; net < nets && status == STATUS_OK; net++)
        it.had[net] = run->kept_first[net + 1] - run->kept_first[net];
    it.found = 1;
    for (int pass = 0; it.found > 0 && status == STATUS_OK; pass++) {
        it.piece_by_piece = pass < PIECE_PASSES;
        status = drop_once(task, &it, error);
    }
    if (status == STATUS_OK)
        name_wrong(task, &it);
    MEM_FREE(it.wrong, it.had);
    return status;
}

enum status layout_keep(struct task *task, const char *path, struct error *error)
{
    struct layout_task *it = layout_of(task);
    const uint32_t count = it->run.placed.placed.net_names.count;
    struct kept_from from = {0};
    assert(it->run.kept_first == NULL && it->kept_nets == 0);
    enum status status = layout_read_result(&it->run, path, &from.layout, error);
    THEN(status, take_wires(task, &from, path, error));
    shapes_destroy(&from.shapes);
    layout_destroy(&from.layout);
    THEN(status, MEM_NEW(it->not_chosen, (size_t)count + 1, "choice of nets", error));
    if (status == STATUS_OK && task->skip != NULL)
        memcpy(it->not_chosen, task->skip, count * sizeof *task->skip);
    THEN(status, drop_wrong(task, error));
    free(from.loose);
    return status;
}
