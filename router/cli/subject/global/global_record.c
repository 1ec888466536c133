/* global_record: fills the record of a result of a tile graph: numbers, JSON, open nets. */
#include <math.h>

#include "router/cli/subject/global/global_subject.h"

static void take_in(int64_t box[4], uint32_t x, uint32_t y)
{
    box[0] = x < box[0] ? x : box[0];
    box[1] = y < box[1] ? y : box[1];
    box[2] = x > box[2] ? x : box[2];
    box[3] = y > box[3] ? y : box[3];
}

/* The box around the access points, and the least length: how far the pins are apart in x and y,
 * each at its nearest access point. */
static void measure_pins(const struct tile_graph *graph, uint32_t net, struct net_record *facts)
{
    const struct tile_net *it = &graph->nets[net];
    int64_t low[2] = {INT64_MAX, INT64_MAX}; /* in x and y: the least upper end of a pin */
    int64_t high[2] = {0, 0};                /* and the highest lower end */
    int64_t *box = facts->pin_box;
    box[0] = box[1] = INT64_MAX;
    for (uint32_t pin = it->first_pin; pin < it->first_pin + it->pin_count; pin++) {
        int64_t own[4] = {INT64_MAX, INT64_MAX, 0, 0};
        for (uint32_t a = tile_pin_first(graph, pin); a < tile_pin_end(graph, pin); a++)
            take_in(own, grid_x(&graph->grid, graph->access[a]),
                    grid_y(&graph->grid, graph->access[a]));
        for (int i = 0; i < 2; i++) {
            low[i] = own[i + 2] < low[i] ? own[i + 2] : low[i];
            high[i] = own[i] > high[i] ? own[i] : high[i];
            box[i] = own[i] < box[i] ? own[i] : box[i];
            box[i + 2] = own[i + 2] > box[i + 2] ? own[i + 2] : box[i + 2];
        }
    }
    for (int i = 0; i < 2; i++)
        facts->least += high[i] > low[i] && low[i] != INT64_MAX ? high[i] - low[i] : 0;
    if (it->pin_count == 0)
        memset(box, 0, 4 * sizeof *box);
}

static const char *state_of(const struct task *task, uint32_t net)
{
    const struct global_task *it = global_of(task);
    if (it->judged && !it->check.is_open[net])
        return "routed";
    if (task->skip != NULL && task->skip[net])
        return "skipped";
    return strcmp(it->end, "time-limit") == 0 ? "time-limit"
           : strcmp(it->end, "stopped") == 0  ? "interrupted"
                                              : "no-path";
}

enum status global_task_net(struct task *task, uint32_t net, struct net_record *facts,
                            struct error *error)
{
    struct global_task *it = global_of(task);
    const struct tile_graph *graph = &it->graph;
    assert(net < graph->net_count);
    if (it->has_routes && global_judge(task, error) == STATUS_FAILED)
        return STATUS_FAILED;
    *facts = (struct net_record){.net = tile_net_name(graph, net),
                                 .state = state_of(task, net),
                                 .pins = graph->nets[net].pin_count};
    measure_pins(graph, net, facts);
    memcpy(facts->box, facts->pin_box, sizeof facts->box);
    if (!it->has_routes)
        return STATUS_OK;
    const struct tile_route *route = &it->routes.nets[net];
    facts->routed = !it->check.is_open[net];
    const struct tile_length length = tile_routes_length(&it->routes, graph, net);
    for (uint32_t i = 0; i < route->wire_count; i++) {
        const struct wire wire = it->routes.wires[route->first_wire + i];
        take_in(facts->box, grid_x(&graph->grid, wire.from), grid_y(&graph->grid, wire.from));
        take_in(facts->box, grid_x(&graph->grid, wire.to), grid_y(&graph->grid, wire.to));
    }
    facts->length = (int64_t)length.steps;
    facts->vias = length.vias;
    facts->cost = (uint64_t)facts->length + facts->vias * graph->grid.rules.via;
    return STATUS_OK;
}

/* A score, or null if there is none or it is infinite. */
static void put_score(char *text, const char *name, double score, bool known)
{
    if (known && isfinite(score))
        text_append(text, GLOBAL_JSON_MAX, ", \"%s\": %.4f", name, score);
    else
        text_append(text, GLOBAL_JSON_MAX, ", \"%s\": null", name);
}

static void put_list(char *text, const char *name, const uint64_t *values, uint32_t count)
{
    text_append(text, GLOBAL_JSON_MAX, ", \"%s\": [", name);
    for (uint32_t i = 0; i < count; i++)
        text_append(text, GLOBAL_JSON_MAX, "%s%" PRIu64, i > 0 ? ", " : "", values[i]);
    text_append(text, GLOBAL_JSON_MAX, "]");
}

/* Writes the remarks, which hold no character that JSON escapes. */
static void put_remarks(char *text, const struct tile_graph *graph)
{
    char remarks[GLOBAL_REMARKS_MAX];
    tile_graph_remarks(graph, remarks, sizeof remarks);
    text_append(text, GLOBAL_JSON_MAX, ", \"remarks\": [%s", remarks[0] != '\0' ? "\"" : "");
    for (const char *line = remarks; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        text_append(text, GLOBAL_JSON_MAX, "%.*s\"", (int)length, line);
        line += length + (line[length] == '\n');
        text_append(text, GLOBAL_JSON_MAX, "%s", *line != '\0' ? ", \"" : "");
    }
    text_append(text, GLOBAL_JSON_MAX, "]");
}

static void put_capacity(struct global_task *it)
{
    const struct tile_verdict *verdict = &it->check.verdict;
    const uint32_t layers = tile_file_layers(&it->graph);
    const bool scored = it->graph.rules == TILES_2024;
    char *text = it->json;
    text[0] = '\0';
    text_append(text, GLOBAL_JSON_MAX,
                "{\"overflow\": %.10g, \"worst\": %.10g, \"edges_over\": %" PRIu64
                ", \"proven_overflow\": %.10g, \"wire\": %" PRIu64 ", \"vias\": %" PRIu64,
                verdict->overflow, verdict->most_over, verdict->edges_over, it->proven,
                verdict->counts.wire, verdict->counts.vias);
    put_score(text, "score", verdict->score, scored);
    put_score(text, "score_above_empty", verdict->score - verdict->empty_score, scored);
    put_list(text, "wire_by_layer", verdict->counts.wire_of, layers);
    put_list(text, "vias_above_layer", verdict->counts.vias_of, layers - 1);
    text_append(text, GLOBAL_JSON_MAX,
                ", \"loops\": %" PRIu64 ", \"repeated_edges\": %" PRIu64
                ", \"dangling_ends\": %" PRIu64,
                verdict->counts.loops, verdict->counts.repeated, verdict->counts.dangling);
    put_remarks(text, &it->graph);
    text_append(text, GLOBAL_JSON_MAX, "}");
    global_put_line(it);
}

static enum status list_open(const struct task *task, struct run_record *record,
                             struct error *error)
{
    const struct global_task *it = global_of(task);
    assert(record->routed <= record->nets);
    TRY(MEM_NEW(record->open, record->nets - record->routed, "unrouted nets", error));
    for (uint32_t net = 0; net < it->graph.net_count; net++)
        if (it->check.is_open[net] && (task->skip == NULL || !task->skip[net]))
            record->open[record->open_count++] =
                (struct open_record){.number = net,
                                     .net = tile_net_name(&it->graph, net),
                                     .reason = state_of(task, net)};
    return STATUS_OK;
}

/* The cost by the format: steps and priced vias, or the score. */
static uint64_t cost_of(const struct global_task *it)
{
    const struct tile_verdict *verdict = &it->check.verdict;
    if (it->graph.rules != TILES_2024)
        return verdict->counts.wire + verdict->counts.vias * it->graph.grid.rules.via;
    return verdict->score < 1e15 ? (uint64_t)(verdict->score + 0.5) : (uint64_t)1e15;
}

enum status global_task_record(struct task *task, struct run_record *record, struct error *error)
{
    struct global_task *it = global_of(task);
    const struct tile_verdict *verdict = &it->check.verdict;
    const struct tile_graph *graph = &it->graph;
    assert(it->has_routes && record->open == NULL);
    if (global_judge(task, error) == STATUS_FAILED)
        return STATUS_FAILED;
    record->name = graph->name;
    record->engine = record->device = global_of(task)->by_gpu ? "gpu+cpu" : "cpu";
    record->wave = "global";
    record->end = it->end;
    record->width = graph->grid.width;
    record->height = graph->grid.height;
    record->layers = tile_file_layers(graph);
    record->iterations = it->iterations;
    record->peak_host = global_need(graph);
    record->routed = (uint32_t)verdict->counts.joined;
    for (uint32_t net = 0; net < graph->net_count; net++)
        record->nets += !it->check.is_open[net] || task->skip == NULL || !task->skip[net];
    record->length = verdict->counts.wire;
    record->vias = verdict->counts.vias;
    record->cost = cost_of(it);
    put_capacity(it);
    record->capacity = it->json;
    record->capacity_line = it->line;
    return list_open(task, record, error);
}

void global_task_why(struct task *task, const struct open_record *net, FILE *out)
{
    const char *end = global_of(task)->end;
    (void)net;
    fputs(strcmp(end, "time-limit") == 0 ? "time limit"
          : strcmp(end, "stopped") == 0  ? "interrupted"
                                         : "no layer in reach of its pins carries wires",
          out);
}
