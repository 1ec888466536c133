/* global_subject: the table of calls for tile graphs; reading, judging and writing them. */
#include "router/cli/subject/global/global_subject.h"

#include "grid/format/tile_file.h"
#include "grid/text/harmless.h"
#include "router/cli/output/memory.h"

static bool is_tiles(const char *netlist, const struct options *options)
{
    (void)options;
    return tile_file_kind(netlist) != TILE_FILE_NONE;
}

static const char *ending(const char *netlist)
{
    return tile_file_kind(netlist) == TILE_FILE_NATIVE ? ".routes" : ".out";
}

static void print_remarks(const struct task *task)
{
    char text[GLOBAL_REMARKS_MAX];
    tile_graph_remarks(&global_of(task)->graph, text, sizeof text);
    progress_pause(task->cli->progress);
    for (char *line = text, *next; *line != '\0'; line = next) {
        next = line + strcspn(line, "\n");
        next += *next == '\n' ? (*next = '\0', 1) : 0;
        harmless_line(task->cli->notes, "note: %s", line);
    }
}

/* Fails if routing takes more memory than the limit. */
static enum status check_memory(const struct task *task, struct error *error)
{
    char what[80];
    const struct tile_graph *graph = &global_of(task)->graph;
    snprintf(what, sizeof what, "routing %zu tiles and %u nets", grid_cells(&graph->grid),
             graph->net_count);
    return memory_allow(what, global_need(graph), task->options, error);
}

static enum status read_design(struct task *task, struct error *error)
{
    struct global_task *it;
    const bool is_2007 = strcmp(options_text(task->options, OPT_ISPD, "2008"), "2007") == 0;
    TRY(MEM_NEW(it, 1, "a task", error));
    task->data = it;
    it->end = "done";
    if (task->options->command == COMMAND_ROUTE && global_asks_gpu(task))
        global_open_gpu(task);
    TRY(tile_file_read(&it->graph, task->netlist,
                       options_text(task->options, OPT_NETLIST_CAP, NULL),
                       is_2007 ? TILES_2007 : TILES_2008, task_threads(task), error));
    print_remarks(task);
    return task->options->command == COMMAND_ROUTE ? check_memory(task, error) : STATUS_OK;
}

static void destroy(struct task *task)
{
    struct global_task *it = task->data;
    if (it == NULL)
        return;
    global_await_gpu(task);
    tile_check_destroy(&it->check);
    tile_routes_destroy(&it->routes);
    tile_routes_destroy(&it->other);
    tile_routes_destroy(&it->kept);
    tile_graph_destroy(&it->graph);
    free(it);
    task->data = NULL;
}

static const char *input(const struct task *task)
{
    return task->data != NULL ? global_of(task)->graph.path : NULL;
}

static uint32_t net_count(const struct task *task)
{
    return global_of(task)->graph.net_count;
}

static const char *net_name(const struct task *task, uint32_t net)
{
    return tile_net_name(&global_of(task)->graph, net);
}

static uint32_t find(struct task *task, const char *name)
{
    return tile_graph_find(&global_of(task)->graph, name, strlen(name));
}

/* Nets of the kept result that are not joined count as unrouted. */
static enum status load_kept(struct task *task, const char *path, struct error *error)
{
    struct global_task *it = global_of(task);
    struct tile_check check = {0};
    assert(!it->has_kept);
    TRY(tile_result_read(&it->kept, &it->graph, task_threads(task), path, error));
    it->has_kept = true;
    enum status status = tile_check(&check, &it->graph, &it->kept, task_threads(task), error);
    for (uint32_t net = 0; status != STATUS_FAILED && net < it->graph.net_count; net++)
        if (check.is_open[net])
            tile_routes_clear(&it->kept, net);
    tile_check_destroy(&check);
    return status == STATUS_UNROUTED ? STATUS_OK : status;
}

static enum status load(struct task *task, const char *path, enum task_result which,
                        struct error *error)
{
    struct global_task *it = global_of(task);
    if (which == RESULT_KEPT)
        return load_kept(task, path, error);
    if (which == RESULT_OTHER)
        return tile_result_read(&it->other, &it->graph, task_threads(task), path, error);
    it->has_routes = true;
    return tile_result_read(&it->routes, &it->graph, task_threads(task), path, error);
}

static uint32_t lost(struct task *task, const char *path)
{
    const struct global_task *it = global_of(task);
    struct tile_routes old = {0};
    uint32_t count = 0;
    assert(task->skip != NULL);
    if (tile_result_read(&old, &it->graph, task_threads(task), path, NULL) != STATUS_OK)
        return UINT32_MAX;
    for (uint32_t net = 0; net < old.net_count; net++)
        count += old.nets[net].wire_count > 0 && task->skip[net] &&
                 (!it->has_kept || it->kept.nets[net].wire_count == 0);
    tile_routes_destroy(&old);
    return count;
}

/* Judges the router's own result: no net with an entry may be open, and no wire superfluous. */
static enum status settle(struct task *task, struct error *error)
{
    struct global_task *it = global_of(task);
    char why[ERROR_TEXT_MAX / 2];
    if (global_judge(task, error) == STATUS_FAILED)
        return STATUS_FAILED;
    const struct tile_verdict *verdict = &it->check.verdict;
    bool open = tile_counts_overflow(&it->graph) && verdict->edges_over > 0;
    uint64_t allowed = 0; /* dangling ends: 2024 asks for a via of a net in one tile */
    for (uint32_t net = 0; it->graph.rules == TILES_2024 && net < it->graph.net_count; net++)
        allowed +=
            !it->graph.nets[net].idle && tile_net_has_common_tile(&it->graph, &it->graph.nets[net]);
    if ((verdict->counts.loops + verdict->counts.repeated > 0 ||
         verdict->counts.dangling > allowed) &&
        !it->has_kept)
        return error_fail(
            error,
            "the result is wrong, nothing is written (please report this): it has %" PRIu64
            " loops, %" PRIu64 " repeated edges, %" PRIu64 " dangling ends",
            verdict->counts.loops, verdict->counts.repeated, verdict->counts.dangling);
    for (uint32_t net = 0; net < it->graph.net_count; net++) {
        open |= it->check.is_open[net] && (task->skip == NULL || !task->skip[net]);
        if (it->check.is_open[net] && it->routes.nets[net].state == TILE_ROUTED) {
            TRY(tile_check_why(&it->graph, &it->routes, net, why, sizeof why, error));
            return error_fail(
                error,
                "the result is wrong, nothing is written (please report this): net %.60s: %s",
                tile_net_name(&it->graph, net), why);
        }
    }
    if (task->status == STATUS_OK && open)
        task->status = STATUS_UNROUTED;
    return STATUS_OK;
}

enum { OPEN_NAMED = 10 }; /* open nets that check names */

static enum status name_open(struct task *task, subject_fault *fault, void *context,
                             struct error *error)
{
    const struct global_task *it = global_of(task);
    char why[ERROR_TEXT_MAX / 2], text[ERROR_TEXT_MAX];
    uint32_t named = 0;
    for (uint32_t net = 0; net < it->graph.net_count && named < OPEN_NAMED; net++) {
        if (!it->check.is_open[net])
            continue;
        TRY(tile_check_why(&it->graph, &it->routes, net, why, sizeof why, error));
        snprintf(text, sizeof text, "net %.200s is open: %s", tile_net_name(&it->graph, net), why);
        fault(context, it->routes.nets[net].line, text);
        named++;
    }
    const uint64_t open = it->check.verdict.counts.open + it->check.verdict.counts.unrouted;
    snprintf(text, sizeof text, "%" PRIu64 " more nets are open", open - named);
    if (open > named)
        fault(context, 0, text);
    return STATUS_OK;
}

static void print_verdict(FILE *out, const struct global_task *it, const char *file)
{
    const struct tile_verdict *verdict = &it->check.verdict;
    const uint32_t layers = tile_file_layers(&it->graph);
    for (uint32_t l = 0; l < layers; l++)
        fprintf(out, "%s%" PRIu64 "%s", l == 0 ? "wire by layer: " : " ",
                verdict->counts.wire_of[l], l + 1 == layers ? "\n" : "");
    for (uint32_t l = 0; l + 1 < layers; l++)
        fprintf(out, "%s%" PRIu64 "%s", l == 0 ? "vias above each layer: " : " ",
                verdict->counts.vias_of[l], l + 2 == layers ? "\n" : "");
    if (verdict->counts.loops + verdict->counts.repeated + verdict->counts.dangling > 0)
        fprintf(out,
                "notes: loops %" PRIu64 ", repeated edges %" PRIu64 ", dangling ends %" PRIu64 "\n",
                verdict->counts.loops, verdict->counts.repeated, verdict->counts.dangling);
    if (it->graph.rules == TILES_2024)
        fprintf(out,
                "score %.4f: wire %.4f, vias %.4f, overflow %.4f; above the design without wires "
                "%.4f\n",
                verdict->score, verdict->wire_cost, verdict->via_cost, verdict->over_cost,
                verdict->score - verdict->empty_score);
    harmless_line(out,
                  "%s: right: %" PRIu64 " of %u nets joined, overflow %.10g on %" PRIu64
                  " edges, at most %.10g, wire %" PRIu64 ", vias %" PRIu64,
                  file, verdict->counts.joined, it->graph.net_count, verdict->overflow,
                  verdict->edges_over, verdict->most_over, verdict->counts.wire,
                  verdict->counts.vias);
}

static enum status judge(struct task *task, const char *file, subject_fault *fault, void *context,
                         struct error *error)
{
    progress_stage(task->cli->progress, "checking %s", file);
    const enum status status = global_judge(task, error);
    progress_pause(task->cli->progress);
    if (status == STATUS_FAILED)
        return status;
    TRY(name_open(task, fault, context, error));
    global_print_worst(task, task->cli->talk);
    print_verdict(task->cli->talk, global_of(task), file);
    return status;
}

static enum status write_result(struct task *task, const char *path, struct error *error)
{
    const struct global_task *it = global_of(task);
    assert(it->has_routes && path != NULL);
    return tile_result_write(&it->routes, &it->graph, task_threads(task), path, error);
}

static enum status write_guides(struct task *task, const char *path, struct error *error)
{
    const struct global_task *it = global_of(task);
    assert(it->has_routes && path != NULL);
    return tile_guides_write(&it->routes, &it->graph, task_threads(task), path, error);
}

const struct subject subject_global = {
    .called = "a tile graph",
    .unit = "steps",
    .kind = KIND_TILES,
    .is = is_tiles,
    .ending = ending,
    .read = read_design,
    .destroy = destroy,
    .input = input,
    .net_count = net_count,
    .net_name = net_name,
    .find = find,
    .net = global_task_net,
    .load = load,
    .lost = lost,
    .route = global_task_route,
    .settle = settle,
    .judge = judge,
    .write = write_result,
    .guides = write_guides,
    .scene = global_task_scene,
    .record = global_task_record,
    .report = global_print_worst,
    .why = global_task_why,
    .explain = global_task_explain,
    .place = global_task_place,
    .crowd = global_task_crowd,
    .focus = global_task_focus,
};
