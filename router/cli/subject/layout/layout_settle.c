/* layout_settle: writes the result as a draft, reads it back, judges it, and removes wrong nets. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grid/format/layout/layout_text.h"
#include "grid/format/def/def_write.h"
#include "grid/format/layout_file.h"
#include "grid/clock.h"
#include "grid/text/file/stream.h"
#include "grid/text/file/output.h"
#include "router/cli/options/paths.h"
#include "router/cli/subject/layout/layout_subject.h"

enum { ROUNDS_MAX = 20 }; /* times that wrong nets are taken out */

/* The wires of all nets, including kept ones. */
struct draft_wiring {
    struct placed_wire *wires;
    uint32_t *first;
    bool *as_it_is; /* nets that keep the wiring of the text */
};

static void append(struct draft_wiring *to, uint32_t *count, const struct placed_wire *wires,
                   const uint32_t *first, uint32_t net)
{
    assert(first == NULL || first[net] <= first[net + 1]);
    uint32_t n = first != NULL ? first[net + 1] - first[net] : 0;
    if (n > 0)
        memcpy(to->wires + *count, wires + first[net], n * sizeof *wires);
    *count += n;
}

/* The ROUTED wiring that a net has in the layout: a DEF keeps it in its text. */
static void append_old(struct draft_wiring *to, uint32_t *count, const struct placed *placed,
                       uint32_t net)
{
    struct slice old = placed->nets[net].wires;
    for (uint32_t w = old.first; w < old.first + old.count; w++)
        if (placed->wires[w].status == WIRE_ROUTED)
            to->wires[(*count)++] = placed->wires[w];
}

static enum status collect(const struct task *task, struct draft_wiring *to, struct error *error)
{
    const struct layout_task *it = layout_of(task);
    const struct detail_result *result = &it->result;
    const struct placed *placed = &it->placed.placed;
    uint32_t nets = placed->net_names.count, count = 0;
    size_t room = (size_t)result->first[nets] + placed->wire_count + 1;
    room += it->kept_first != NULL ? it->kept_first[nets] : 0;
    TRY(MEM_NEW(to->wires, room, "wires", error));
    TRY(MEM_NEW(to->first, (size_t)nets + 1, "wires", error));
    TRY(MEM_NEW(to->as_it_is, nets, "wires", error));
    bool native = layout_is_native(&it->placed);
    for (uint32_t net = 0; net < nets; net++) {
        to->first[net] = count;
        to->as_it_is[net] = task->skip != NULL && task->skip[net] && it->kept_first == NULL;
        if (native && to->as_it_is[net])
            append_old(to, &count, placed, net);
        append(to, &count, it->kept, it->kept_first, net);
        if (!layout_is_refused(it, net))
            append(to, &count, result->wires, result->first, net);
    }
    assert(count < room);
    to->first[nets] = count;
    return STATUS_OK;
}

static enum status write_routes(const struct task *task, const struct draft_wiring *wiring,
                                struct error *error)
{
    const struct layout_task *it = layout_of(task);
    assert(it->draft != NULL && layout_is_native(&it->placed));
    struct layout layout = {0};
    TRY(layout_copy(&layout, &it->placed, error));
    enum status status = layout_lay_wires(&layout, wiring->wires, wiring->first, error);
    THEN(status, layout_routes_write(it->draft, &layout, layout_reason, task, error));
    layout_destroy(&layout);
    return status;
}

static enum status write_draft(const struct task *task, struct error *error)
{
    struct layout_task *it = layout_of(task);
    struct draft_wiring wiring = {0};
    if (it->draft != NULL)
        fclose(it->draft);
    it->draft = stream_temporary(&it->draft_file);
    if (it->draft == NULL)
        return error_set(error, STATUS_FAILED, "cannot make a temporary file: %s", strerror(errno));
    enum status status = collect(task, &wiring, error);
    const struct def_wiring how = {wiring.wires, wiring.first, wiring.as_it_is};
    if (status == STATUS_OK)
        status = layout_is_native(&it->placed) ? write_routes(task, &wiring, error)
                                               : def_write(it->draft, &it->placed, &how, error);
    MEM_FREE(wiring.wires, wiring.first, wiring.as_it_is);
    if (status == STATUS_OK && (fflush(it->draft) != 0 || ferror(it->draft)))
        status =
            error_set(error, STATUS_FAILED, "cannot write a temporary file: %s", strerror(errno));
    return status;
}

static enum status read_back(const struct task *task, struct error *error)
{
    struct layout_task *it = layout_of(task);
    struct error wrong = {0};
    char path[40];
    assert(it->draft != NULL);
    if (fseek(it->draft, 0, SEEK_SET) != 0)
        return error_set(error, STATUS_FAILED, "cannot read back the result: %s", strerror(errno));
    snprintf(path, sizeof path, "/dev/fd/%d", it->draft_file);
    layout_destroy(&it->routed);
    layout_marks_destroy(&it->marks);
    if (layout_read_result(task, path, &it->routed, &wrong) != STATUS_OK)
        return error_set(error, STATUS_FAILED, "own result, line %llu: %.300s",
                         (unsigned long long)wrong.line, wrong.text);
    return layout_judge(&it->placed, &it->routed, &it->marks, NULL, error);
}

/* Refuses the nets that the router wired and that have a fault or are not connected. */
static enum status refuse(struct layout_task *it, struct error *error)
{
    for (size_t i = 0; i < it->marks.count; i++) {
        struct layout_mark *mark = &it->marks.at[i];
        if (mark->net == NET_NONE)
            continue;
        const char *name = names_text(&it->routed.placed.net_names, mark->net);
        uint32_t net = names_find(&it->placed.placed.net_names, name, strlen(name));
        if (net == NAME_NONE || !it->result.routed[net] || layout_is_refused(it, net))
            continue;
        const struct layout_refused refused = {net, mark->text};
        TRY(MEM_APPEND(it->refused, it->refused_capacity, it->refused_count, refused, "faults",
                       error));
        mark->text = NULL;
    }
    return STATUS_OK;
}

/* Faults remain although no net that the router wired has one: they are in the FIXED wiring of a
 * net. */
static enum status fail(const struct task *task, struct error *error)
{
    const struct layout_marks *marks = &layout_of(task)->marks;
    for (size_t i = 0; i < marks->count; i++) {
        const struct layout_mark *mark = &marks->at[i];
        if (mark->text == NULL || (mark->layer == LAYER_NONE && mark->net != NET_NONE))
            continue;
        if (mark->net != NET_NONE)
            return error_set_at(error, STATUS_BAD_INPUT, task->netlist, 0, 0,
                                "expected FIXED wiring without a fault, found %.400s", mark->text);
        return error_set(error, STATUS_FAILED, "the own checker found a fault: %.400s", mark->text);
    }
    return error_set(error, STATUS_FAILED, "the own checker found a fault");
}

enum status layout_task_settle(struct task *task, struct error *error)
{
    struct layout_task *it = layout_of(task);
    assert(it->result.first != NULL && !it->has_routed);
    for (int i = 0; i < ROUNDS_MAX; i++) {
        const size_t before = it->refused_count;
        TRY(write_draft(task, error));
        const enum status status = read_back(task, error);
        if (status == STATUS_FAILED)
            return status;
        TRY(refuse(it, error));
        if (it->refused_count > before)
            continue;
        if (status == STATUS_BAD_INPUT)
            return fail(task, error);
        it->has_routed = true;
        TRY(layout_antennas_find(task, &it->routed, &it->antennas, error));
        layout_antennas_name(task, &it->antennas);
        task->status = stop_raised(task->cli->stop) ? STATUS_INTERRUPTED
                       : it->result.done - it->refused_count < it->result.wanted ? STATUS_UNROUTED
                                                                                 : STATUS_OK;
        return STATUS_OK;
    }
    return error_set(error, STATUS_FAILED, "the own checker found a fault: too many of them");
}

/* ---- the file ------------------------------------------------------------------------------- */

/* True if the routes are written in the native format: a name in .routes, or a layout without DEF
 * text. */
static bool writes_routes(const struct task *task)
{
    const char *routes = task->output[TASK_ROUTES];
    return layout_is_native(&layout_of(task)->placed) || path_ends_with(routes, ".routes");
}

static enum status copy_draft(FILE *draft, FILE *to, struct error *error)
{
    char block[16384];
    size_t got = 0;
    if (fseek(draft, 0, SEEK_SET) == 0)
        while ((got = fread(block, 1, sizeof block, draft)) > 0)
            fwrite(block, 1, got, to);
    return !ferror(draft) && feof(draft)
               ? STATUS_OK
               : error_set(error, STATUS_FAILED, "cannot read back the result: %s",
                           strerror(errno));
}

enum status layout_task_write(struct task *task, const char *path, struct error *error)
{
    const struct layout_task *it = layout_of(task);
    struct output output = {0};
    assert(it->draft != NULL && it->has_routed);
    TRY(output_open(&output, path, error));
    enum status status = writes_routes(task) ? layout_routes_write(output.stream, &it->routed,
                                                                   layout_reason, task, error)
                                             : copy_draft(it->draft, output.stream, error);
    return output_end(&output, status, error);
}
