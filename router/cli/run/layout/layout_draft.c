/* layout_draft: the result as a DEF, read back and judged; see layout_task.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grid/format/layout/layout_text.h"
#include "grid/format/def/def_write.h"
#include "grid/format/layout_file.h"
#include "grid/text/file/stream.h"
#include "router/cli/run/layout/layout_task.h"

enum { JUDGED_AT_MOST = 20 }; /* times that wrong nets are taken out */

/* The wires of all nets, kept ones among them. */
struct wiring {
    struct placed_wire *wires;
    uint32_t *first;
    bool *as_it_is; /* nets that keep the wiring of the text */
};

static bool is_refused(const struct layout_task *task, uint32_t net)
{
    for (size_t i = 0; i < task->refused_count; i++)
        if (task->refused[i].net == net)
            return true;
    return false;
}

const char *layout_task_reason(const void *context, uint32_t net)
{
    const struct layout_task *task = context;
    for (uint32_t i = 0; i < task->result.unrouted_count; i++)
        if (task->result.unrouted[i].net == net)
            return layout_task_word(task, task->result.unrouted[i].reason);
    return is_refused(task, net) ? "fault" : NULL;
}

static void append(struct wiring *to, uint32_t *count, const struct placed_wire *wires,
                   const uint32_t *first, uint32_t net)
{
    assert(first == NULL || first[net] <= first[net + 1]);
    uint32_t n = first != NULL ? first[net + 1] - first[net] : 0;
    if (n > 0)
        memcpy(to->wires + *count, wires + first[net], n * sizeof *wires);
    *count += n;
}

/* The ROUTED wiring that a net has in the layout: a DEF keeps it in its text. */
static void append_old(struct wiring *to, uint32_t *count, const struct placed *placed,
                       uint32_t net)
{
    struct slice old = placed->nets[net].wires;
    for (uint32_t w = old.first; w < old.first + old.count; w++)
        if (placed->wires[w].status == WIRE_ROUTED)
            to->wires[(*count)++] = placed->wires[w];
}

static enum status collect(const struct layout_task *task, struct wiring *to, struct error *error)
{
    const struct detail_result *result = &task->result;
    uint32_t nets = task->layout.placed.net_names.count, count = 0;
    size_t room = (size_t)result->first[nets] + task->layout.placed.wire_count + 1;
    room += task->kept_first != NULL ? task->kept_first[nets] : 0;
    to->wires = mem_alloc(room, sizeof *to->wires, "wires", error);
    to->first = mem_alloc((size_t)nets + 1, sizeof *to->first, "wires", error);
    to->as_it_is = mem_alloc(nets, sizeof *to->as_it_is, "wires", error);
    if (to->wires == NULL || to->first == NULL || to->as_it_is == NULL)
        return STATUS_FAILED;
    bool native = layout_is_native(&task->layout);
    for (uint32_t net = 0; net < nets; net++) {
        to->first[net] = count;
        to->as_it_is[net] = task->skip != NULL && task->skip[net] && task->kept_first == NULL;
        if (native && to->as_it_is[net])
            append_old(to, &count, &task->layout.placed, net);
        append(to, &count, task->kept, task->kept_first, net);
        if (!is_refused(task, net))
            append(to, &count, result->wires, result->first, net);
    }
    assert(count < room);
    to->first[nets] = count;
    return STATUS_OK;
}

static void wiring_destroy(struct wiring *wiring)
{
    MEM_FREE(wiring->wires, wiring->first, wiring->as_it_is);
}

static enum status write_routes(struct layout_task *task, const struct def_wiring *wiring,
                                struct error *error)
{
    struct layout layout = {0};
    TRY(layout_copy(&layout, &task->layout, error));
    enum status status = layout_lay_wires(&layout, wiring->wires, wiring->first, error);
    THEN(status, layout_routes_write(task->draft, &layout, layout_task_reason, task, error));
    layout_destroy(&layout);
    return status;
}

static enum status write_draft(struct layout_task *task, struct error *error)
{
    struct wiring wiring = {0};
    if (task->draft != NULL)
        fclose(task->draft);
    task->draft = stream_temporary(&task->draft_file);
    if (task->draft == NULL)
        return error_set(error, STATUS_FAILED, "cannot make a temporary file: %s", strerror(errno));
    enum status status = collect(task, &wiring, error);
    if (status == STATUS_OK) {
        struct def_wiring how = {wiring.wires, wiring.first, wiring.as_it_is};
        status = layout_is_native(&task->layout)
                     ? write_routes(task, &how, error)
                     : def_write(task->draft, &task->layout, &how, error);
    }
    wiring_destroy(&wiring);
    if (status == STATUS_OK && (fflush(task->draft) != 0 || ferror(task->draft)))
        status =
            error_set(error, STATUS_FAILED, "cannot write a temporary file: %s", strerror(errno));
    return status;
}

static enum status read_back(struct layout_task *task, struct error *error)
{
    assert(task->draft != NULL);
    const struct option_value *lef = &task->options->value[OPT_LEF];
    struct error wrong = {0};
    char path[40];
    if (fseek(task->draft, 0, SEEK_SET) != 0)
        return error_set(error, STATUS_FAILED, "cannot read back the result: %s", strerror(errno));
    snprintf(path, sizeof path, "/dev/fd/%d", task->draft_file);
    layout_destroy(&task->routed);
    layout_marks_destroy(&task->marks);
    enum status status =
        layout_file_read_result(&task->routed, &task->layout, path, (const char *const *)lef->list,
                                lef->list_count, &wrong);
    if (status == STATUS_OK)
        status = layout_judge(&task->layout, &task->routed, &task->marks, NULL, error);
    else
        status = error_set(error, STATUS_FAILED, "own result, line %llu: %.300s",
                           (unsigned long long)wrong.line, wrong.text);
    return status;
}

/* Refuses the nets that the router wired and that have a fault or do not hang together. */
static enum status refuse(struct layout_task *task, struct error *error)
{
    for (size_t i = 0; i < task->marks.count; i++) {
        struct layout_mark *mark = &task->marks.at[i];
        if (mark->net == NET_NONE)
            continue;
        const char *name = names_text(&task->routed.placed.net_names, mark->net);
        uint32_t net = names_find(&task->layout.placed.net_names, name, strlen(name));
        if (net == NAME_NONE || !task->result.routed[net] || is_refused(task, net))
            continue;
        void *list = task->refused;
        TRY(mem_grow(&list, &task->refused_capacity, task->refused_count + 1, sizeof *task->refused,
                     "faults", error));
        task->refused = list;
        task->refused[task->refused_count++] = (struct layout_refused){net, mark->text};
        mark->text = NULL;
    }
    return STATUS_OK;
}

/* The first fault that is left, or NULL. */
static const struct layout_mark *first_fault(const struct layout_task *task)
{
    for (size_t i = 0; i < task->marks.count; i++)
        if (task->marks.at[i].text != NULL &&
            (task->marks.at[i].layer != LAYER_NONE || task->marks.at[i].net == NET_NONE))
            return &task->marks.at[i];
    return NULL;
}

/* Faults stay though no net that the router wired has one: a net's own FIXED wiring has it. */
static enum status left_over(const struct layout_task *task, struct error *error)
{
    const struct layout_mark *mark = first_fault(task);
    if (mark != NULL && mark->net != NET_NONE)
        return error_set_at(error, STATUS_BAD_INPUT, task->def, 0, 0,
                            "expected FIXED wiring without a fault, found %.400s", mark->text);
    return error_set(error, STATUS_FAILED, "the own checker found a fault: %.400s",
                     mark != NULL ? mark->text : "?");
}

enum status layout_task_judge(struct layout_task *task, struct error *error)
{
    for (int i = 0; i < JUDGED_AT_MOST; i++) {
        size_t before = task->refused_count;
        TRY(write_draft(task, error));
        enum status status = read_back(task, error);
        if (status == STATUS_FAILED)
            return status;
        TRY(refuse(task, error));
        if (task->refused_count > before)
            continue;
        return status == STATUS_BAD_INPUT ? left_over(task, error) : STATUS_OK;
    }
    return error_set(error, STATUS_FAILED, "the own checker found a fault: too many of them");
}

uint32_t layout_task_nets(const struct layout_task *task)
{
    return task->result.wanted + task->kept_nets;
}

uint32_t layout_task_routed(const struct layout_task *task)
{
    return task->result.done + task->kept_nets - (uint32_t)task->refused_count;
}
