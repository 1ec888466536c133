/* layout_run: writes the result as a draft, reads it back, and judges it or compares it with what
 * was judged. */
#include "router/route/layout_run.h"

#include <errno.h>

#include "grid/format/def/def_write.h"
#include "grid/text/file/stream.h"

static const char ROUTED[] = "routed", SKIPPED[] = "skipped";

const char *layout_reason_word(const struct layout_run *run, enum detail_reason reason)
{
    if (reason == DETAIL_ENDED && run->hopeless)
        return "crowded";
    return reason == DETAIL_ENDED && run->timed_out ? "time-limit" : detail_reason_word(reason);
}

const char *layout_reason(const void *context, uint32_t net)
{
    const struct layout_run *run = context;
    assert(run->state != NULL);
    const char *state = run->state[net];
    return state == ROUTED || state == SKIPPED ? NULL : state;
}

static enum status note_states(struct layout_run *run, struct error *error)
{
    const uint32_t nets = run->placed.placed.net_names.count;
    TRY(MEM_NEW(run->state, nets, "states of nets", error));
    for (uint32_t n = 0; n < nets; n++) {
        const bool skipped = run->how.skip != NULL && run->how.skip[n];
        run->state[n] = skipped && !layout_is_kept(run, n) ? SKIPPED : ROUTED;
    }
    for (uint32_t i = 0; i < run->result.unrouted_count; i++)
        run->state[run->result.unrouted[i].net] =
            layout_reason_word(run, run->result.unrouted[i].reason);
    return STATUS_OK;
}

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

static enum status collect(const struct layout_run *run, struct draft_wiring *to,
                           struct error *error)
{
    const struct detail_result *result = &run->result;
    const struct placed *placed = &run->placed.placed;
    uint32_t nets = placed->net_names.count, count = 0;
    size_t room = (size_t)result->first[nets] + placed->wire_count + 1;
    room += run->kept_first != NULL ? run->kept_first[nets] : 0;
    TRY(MEM_NEW(to->wires, room, "wires", error));
    TRY(MEM_NEW(to->first, (size_t)nets + 1, "wires", error));
    TRY(MEM_NEW(to->as_it_is, nets, "wires", error));
    for (uint32_t net = 0; net < nets; net++) {
        to->first[net] = count;
        to->as_it_is[net] = run->how.skip != NULL && run->how.skip[net] && run->kept_first == NULL;
        if (run->as_routes && to->as_it_is[net])
            append_old(to, &count, placed, net);
        if (layout_reason(run, net) != NULL) /* an open net has no wires */
            continue;
        append(to, &count, run->kept, run->kept_first, net);
        append(to, &count, result->wires, result->first, net);
    }
    assert(count < room);
    to->first[nets] = count;
    return STATUS_OK;
}

static enum status write_routes(FILE *draft, const struct layout_run *run,
                                const struct draft_wiring *wiring, struct error *error)
{
    assert(run->as_routes);
    struct layout layout = {0};
    TRY(layout_copy(&layout, &run->placed, error));
    enum status status = layout_lay_wires(&layout, wiring->wires, wiring->first, error);
    THEN(status, layout_routes_write(draft, &layout, layout_reason, run, error));
    layout_destroy(&layout);
    return status;
}

static enum status write_draft(FILE *draft, const struct layout_run *run, struct error *error)
{
    struct draft_wiring wiring = {0};
    enum status status = collect(run, &wiring, error);
    const struct def_wiring how = {wiring.wires, wiring.first, wiring.as_it_is};
    if (status == STATUS_OK)
        status = run->as_routes ? write_routes(draft, run, &wiring, error)
                                : def_write(draft, &run->placed, &how, error);
    MEM_FREE(wiring.wires, wiring.first, wiring.as_it_is);
    if (status == STATUS_OK && (fflush(draft) != 0 || ferror(draft) || fseek(draft, 0, SEEK_SET)))
        status = error_fail(error, "cannot write a temporary file: %s", strerror(errno));
    return status;
}

/* Takes over the verdict on the router's result if the file has its wires; *is: it does. */
static enum status take_verdict(struct layout_run *run, bool *is, struct error *error)
{
    struct detail_result *result = &run->result;
    struct layout judged;
    *is = false;
    if (!result->marks.judged || result->marks.faults > 0 || run->kept_first != NULL)
        return STATUS_OK;
    enum status status = detail_join(result, &run->placed, &judged, error);
    THEN(status,
         layout_check_copied(&run->placed, &judged, &run->routed, run->how.threads, is, error));
    detail_part(result, &judged);
    if (*is) {
        run->marks = result->marks;
        result->marks = (struct layout_marks){0};
    }
    return status;
}

/* Writes the result, reads it back as run->routed, and judges it, unless it has been judged. */
static enum status judge_draft(struct layout_run *run, struct error *error)
{
    struct error wrong = {0};
    char path[40];
    int file = -1;
    bool is_judged = false;
    FILE *draft = stream_temporary(&file);
    if (draft == NULL)
        return error_fail(error, "cannot make a temporary file: %s", strerror(errno));
    enum status status = write_draft(draft, run, error);
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    if (status == STATUS_OK && layout_read_result(run, path, &run->routed, &wrong) != STATUS_OK)
        status = error_fail(error, "own result, line %llu: %.300s", (unsigned long long)wrong.line,
                            wrong.text);
    fclose(draft);
    THEN(status, take_verdict(run, &is_judged, error));
    if (is_judged)
        return run->marks.open > 0 ? STATUS_UNROUTED : STATUS_OK;
    THEN(status, layout_judge(&run->placed, &run->routed, &run->marks, NULL, NULL, run->how.threads,
                              error));
    return status;
}

/* True if a net of run->routed has no new wires. */
static bool is_fixed(const struct layout_run *run, uint32_t net)
{
    if (net == NET_NONE)
        return false;
    const char *name = names_text(&run->routed.placed.net_names, net);
    const uint32_t number = names_find(&run->placed.placed.net_names, name, strlen(name));
    return number != NAME_NONE && !run->result.routed[number];
}

/* Fails if there is a fault, or a net with new wires is open. Faults of other nets are in FIXED
 * wiring. */
static enum status refuse(const struct layout_run *run, struct error *error)
{
    const struct layout_marks *marks = &run->marks;
    for (size_t i = 0; i < marks->count; i++) {
        const struct layout_mark *mark = &marks->at[i];
        if (!is_fixed(run, mark->net))
            return error_fail(error, "the own checker found a fault: %.400s", mark->text);
        if (mark->kind != FAULT_OPEN)
            return error_set_at(error, STATUS_BAD_INPUT, run->path, 0, 0,
                                "expected FIXED wiring without a fault, found %.400s", mark->text);
    }
    return STATUS_OK;
}

enum status layout_run_settle(struct layout_run *run, struct error *error)
{
    assert(run->result.first != NULL && !run->has_routed && run->state == NULL);
    run->as_routes = run->as_routes || layout_is_native(&run->placed);
    TRY(note_states(run, error));
    const enum status status = judge_draft(run, error);
    if (status == STATUS_FAILED)
        return status;
    TRY(refuse(run, error));
    assert(status != STATUS_BAD_INPUT);
    run->has_routed = true;
    return run->result.done < run->result.wanted ? STATUS_UNROUTED : STATUS_OK;
}

void layout_run_destroy(struct layout_run *run)
{
    detail_destroy(&run->result);
    lefdef_lefs_destroy(&run->lefs);
    layout_destroy(&run->placed);
    layout_destroy(&run->routed);
    layout_marks_destroy(&run->marks);
    MEM_FREE(run->kept, run->kept_first, run->state);
}
