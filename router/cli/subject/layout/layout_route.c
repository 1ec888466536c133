/* layout_route: calls detail_route with the task's options, progress and limits; writes layouts. */
#include "grid/clock.h"
#include "grid/text/harmless.h"
#include "grid/text/file/path.h"
#include "router/cli/output/memory.h"
#include "router/cli/subject/layout/layout_subject.h"

enum {
    RELEASES_MOST = 4, /* releases of kept wires (layout_make_room) */
    CLOSED_LINES = 20, /* maximum number of closed pins that are named without --verbose */
    CLOSED_NAME = 100, /* bytes of a name in such a line */
    CLOSING_TIMES = 5, /* patching and judging a result take about this many times the reading */
    CLOSING_PART = 4,  /* at most 1 / CLOSING_PART of a time limit is kept for that */
};

/* Called by any thread. The time limit holds for the whole run, so searches end earlier. */
static bool is_over(void *context)
{
    const struct task *task = context;
    struct layout_task *it = layout_of(task);
    const double closing = CLOSING_TIMES * task->seconds[PHASE_READ];
    const double most = task->limit / CLOSING_PART;
    if (stop_raised(task->cli->stop) || it->run.hopeless)
        return true;
    if (task->limit > 0 &&
        clock_seconds() - task->start > task->limit - (closing < most ? closing : most))
        __atomic_store_n(&it->run.timed_out, true, __ATOMIC_RELAXED);
    return __atomic_load_n(&it->run.timed_out, __ATOMIC_RELAXED);
}

static enum status fits(void *context, uint64_t nodes, uint64_t bytes, struct error *error)
{
    struct task *task = context;
    char what[80];
    assert(bytes > 0);
    task->need = bytes;
    snprintf(what, sizeof what, "routing %llu crossings of tracks", (unsigned long long)nodes);
    return memory_allow(what, bytes, task->options, error);
}

static void on_progress(void *context, const char *stage, unsigned round, size_t left, size_t total)
{
    const struct task *task = context;
    const struct progress_counts counts = {.done = total - left,
                                           .total = total,
                                           .what = "nets",
                                           .round = round,
                                           .conflicts = round > 0 ? left : 0};
    assert(left <= total);
    progress_stage(task->cli->progress, "%s", stage);
    progress_count(task->cli->progress, &counts);
}

/* Names a pin out of reach and the shape that closes it. */
static void on_closed(void *context, const struct detail_closed *closed)
{
    static const char *const by[] = {[DETAIL_BY_OBSTRUCTION] = "an obstruction",
                                     [DETAIL_BY_NET] = "metal of net ",
                                     [DETAIL_BY_METAL] = "metal of no net to route"};
    const struct task *task = context;
    struct layout_task *it = layout_of(task);
    const struct layout *layout = &it->run.placed;
    const struct layout_pin pin = layout_pin(layout, closed->pin);
    char name[2 * CLOSED_NAME], where[2 * CLOSED_NAME] = "layers, tracks or the die";
    const double micron = layout->tech.units_per_micron;
    if (it->closed_pins++ >= CLOSED_LINES && !task->cli->verbose)
        return;
    layout_pin_name(layout, closed->pin, name, sizeof name);
    if (pin.component != TECH_NONE) {
        const uint32_t macro = layout->placed.components[pin.component].macro;
        snprintf(name, sizeof name, "%.*s/%.*s", CLOSED_NAME - 2,
                 names_text(&layout->library.macro_names, macro), CLOSED_NAME - 2,
                 names_text(&layout->library.pin_names, layout->library.pins[pin.pin].name));
    }
    assert(closed->count > 0 && closed->by <= DETAIL_BY_METAL);
    if (closed->layer != LAYER_NONE)
        snprintf(where, sizeof where, "%s%.*s on %.40s at (%.4f %.4f)-(%.4f %.4f)", by[closed->by],
                 CLOSED_NAME / 2,
                 closed->net == NET_NONE ? "" : names_text(&layout->placed.net_names, closed->net),
                 names_text(&layout->tech.layer_names, closed->layer), closed->place.x0 / micron,
                 closed->place.y0 / micron, closed->place.x1 / micron, closed->place.y1 / micron);
    progress_pause(task->cli->progress);
    harmless_line(task->cli->notes, "out of reach: %s (placements: %u): closed by %s", name,
                  closed->count, where);
}

enum status layout_task_route(struct task *task, struct error *error)
{
    static const enum detail_effort EFFORT[] = {DETAIL_FAST, DETAIL_NORMAL, DETAIL_BEST};
    struct layout_task *it = layout_of(task);
    assert(it->run.result.first == NULL && task->data != NULL);
    struct detail_options *how = &it->run.how;
    const double since = clock_seconds();
    how->threads = task_threads(task);
    how->effort = EFFORT[options_word(task->options, OPT_EFFORT)];
    how->skip = task->skip;
    how->stop = is_over;
    how->fits = fits;
    how->context = task;
    how->progress = on_progress;
    how->closed = on_closed;
    stop_set(task->cli->stoppable, 1);
    bool again = it->run.kept_first != NULL;
    if (again && how->effort == DETAIL_NORMAL) /* with fixed wires of other nets most runs end */
        how->effort = DETAIL_FAST;
    TRY(layout_plan_task(task, error));
    TRY(layout_route_opened(task, error));
    how->closed = NULL; /* the closed pins have been named */
    for (uint32_t i = 0; i < RELEASES_MOST && again && it->run.result.unrouted_count > 0; i++)
        TRY(layout_make_room(task, i, &again, error));
    if (it->closed_pins > CLOSED_LINES && !task->cli->verbose)
        harmless_line(task->cli->notes, "out of reach: %u more pins (--verbose names them)",
                      it->closed_pins - CLOSED_LINES);
    task->seconds[PHASE_ROUTE] = clock_seconds() - since;
    return STATUS_OK;
}

enum status layout_task_settle(struct task *task, struct error *error)
{
    struct layout_task *it = layout_of(task);
    const char *path = task->output[TASK_ROUTES];
    it->run.as_routes = path != NULL && path_ends_with(path, ".routes");
    const enum status status = layout_run_settle(&it->run, error);
    if (status != STATUS_OK && status != STATUS_UNROUTED)
        return status;
    TRY(layout_antennas_find(task, &it->run.routed, &it->antennas, error));
    layout_antennas_name(task, &it->antennas);
    task->status = stop_raised(task->cli->stop) ? STATUS_INTERRUPTED : status;
    return STATUS_OK;
}

/* Routes are in the native format if the name ends in .routes, or the layout has no DEF text. */
enum status layout_task_write(struct task *task, const char *path, struct error *error)
{
    const struct layout_run *run = &layout_of(task)->run;
    assert(run->has_routed);
    return layout_file_write(path, run->as_routes ? LAYOUT_FORM_ROUTES : LAYOUT_FORM_DEF,
                             &run->routed, false, layout_reason, run, error);
}

static enum status check_pair(enum layout_form form, const struct task *task, struct error *error)
{
    const struct layout_task *it = layout_of(task);
    const char *result = task->with_result ? task->options->operand[1] : "none";
    if (form != LAYOUT_FORM_DEF)
        return STATUS_OK;
    if (layout_is_native(&it->run.placed))
        return error_refuse(error, "convert: a DEF is written from the placed DEF and its routes: "
                                   "expected DESIGN.def RESULT.routes --lef FILE...");
    if (!it->run.has_routed || strcmp(it->run.placed.placed.text, it->run.routed.placed.text) != 0)
        return error_refuse(
            error, "convert: expected routes of %.200s to write into the DEF, found %.200s",
            it->run.placed.placed.design, result);
    return STATUS_OK;
}

enum status layout_task_convert(struct task *task, const char *path, struct error *error)
{
    assert(path != NULL);
    const struct layout *placed = &layout_of(task)->run.placed, *shown = layout_shown(task);
    enum layout_form form;
    TRY(layout_form_of(path, &form, error));
    TRY(check_pair(form, task, error));
    progress_stage(task->cli->progress, "writing %s", path);
    enum status status = layout_file_write(path, form, shown, true, NULL, NULL, error);
    progress_pause(task->cli->progress);
    if (status == STATUS_OK && strcmp(path, "-") != 0)
        harmless_line(task->cli->talk, "%s: %s, %u nets, %u wires", path, placed->placed.design,
                      placed->placed.net_names.count, shown->placed.wire_count);
    return status;
}
