/* layout_antenna: the antenna ratios of a layout with its wires: for check, explain and records. */
#include "grid/text/file/memory_text.h"
#include "grid/text/harmless.h"
#include "router/cli/subject/layout/layout_subject.h"

enum {
    ANTENNA_TEXT_MAX = 400, /* bytes of a violation in words, with its NUL */
    NAMED_MAX = 10,         /* maximum number of violations that are named without --verbose */
};

uint32_t layout_antenna_percent(const struct task *task)
{
    return (uint32_t)options_number(task->options, OPT_ANTENNA_LIMITS, 100);
}

struct antenna_collection {
    struct layout_antennas *to;
    struct error *error;
    enum status status;
};

static void collect(void *context, const struct antenna_violation *violation)
{
    struct antenna_collection *it = context;
    assert(violation->ratio > violation->limit);
    THEN(it->status, MEM_APPEND(it->to->at, it->to->capacity, it->to->count, *violation, "antennas",
                                it->error));
}

void layout_antennas_destroy(struct layout_antennas *antennas)
{
    antenna_verdict_destroy(&antennas->verdict);
    MEM_CLEAR(antennas, antennas->at, antennas->json);
}

static void put_line(const struct task *task, struct layout_antennas *antennas)
{
    const struct antenna_verdict *verdict = &antennas->verdict;
    const uint32_t percent = layout_antenna_percent(task), hops = layout_of(task)->run.result.hops;
    char *line = antennas->line;
    if (!verdict->has_limits)
        return;
    text_append(line, ANTENNA_LINE, "antennas: %" PRIu64 " ratios above ", verdict->violations);
    if (percent != 100)
        text_append(line, ANTENNA_LINE, "%u %% of ", percent);
    text_append(line, ANTENNA_LINE, "their limit, in %u of %u nets with gates",
                verdict->violating_nets, verdict->nets);
    if (verdict->by_pin > 0)
        text_append(line, ANTENNA_LINE, "; %" PRIu64 " need a diode", verdict->by_pin);
    if (hops > 0)
        text_append(line, ANTENNA_LINE, "; %u nets hop to higher layers", hops);
}

enum status layout_antennas_find(const struct task *task, const struct layout *layout,
                                 struct layout_antennas *antennas, struct error *error)
{
    const uint32_t percent = layout_antenna_percent(task);
    struct antenna_collection it = {antennas, error, STATUS_OK};
    layout_antennas_destroy(antennas);
    if (percent == 0)
        return STATUS_OK;
    TRY(antenna_check(layout, percent, collect, &it, &antennas->verdict, error));
    put_line(task, antennas);
    return it.status;
}

static const char *net_text(const struct layout *layout, const struct antenna_violation *violation,
                            char text[ANTENNA_TEXT_MAX])
{
    char words[ANTENNA_TEXT_MAX - 110];
    snprintf(text, ANTENNA_TEXT_MAX, "antenna: net %.80s: %s",
             names_text(&layout->placed.net_names, violation->net),
             antenna_text(layout, violation, words, sizeof words));
    return text;
}

void layout_antennas_report(struct task *task, const struct layout_antennas *antennas,
                            subject_fault *fault, void *context)
{
    const struct layout *layout = &layout_of(task)->run.routed;
    char text[ANTENNA_TEXT_MAX];
    for (size_t i = 0; i < antennas->count; i++) {
        const struct fault_site site = {
            .rule = "antenna", .net = names_text(&layout->placed.net_names, antennas->at[i].net)};
        if (task->report != NULL)
            task->report->site = &site;
        fault(context, 0, net_text(layout, &antennas->at[i], text));
    }
}

void layout_antennas_name(const struct task *task, const struct layout_antennas *antennas)
{
    const struct layout *layout = &layout_of(task)->run.routed;
    const size_t most = task->cli->verbose ? SIZE_MAX : NAMED_MAX;
    char text[ANTENNA_TEXT_MAX];
    for (size_t i = 0; i < antennas->count && i < most; i++)
        harmless_line(task->cli->notes, "%s", net_text(layout, &antennas->at[i], text));
    if (antennas->count > most)
        harmless_line(task->cli->notes, "antenna: %zu more (--verbose and --json name them)",
                      antennas->count - most);
}

static void json_ratio(FILE *out, const struct layout *layout, const struct antenna_violation *at)
{
    char pin[ANTENNA_TEXT_MAX];
    const int64_t digits = ANTENNA_ONE / 10000; /* four decimals */
    harmless_member(out, "{", "net", names_text(&layout->placed.net_names, at->net));
    harmless_member(out, ", ", "pin", layout_pin_name(layout, at->pin, pin, sizeof pin));
    harmless_member(out, ", ", "layer", names_text(&layout->tech.layer_names, at->layer));
    fprintf(out,
            ", \"rule\": \"%s\", \"ratio\": %" PRId64 ".%04" PRId64 ", \"limit\": %" PRId64
            ".%04" PRId64 ", \"diode\": %s}",
            antenna_name(at).text, at->ratio / ANTENNA_ONE, at->ratio % ANTENNA_ONE / digits,
            at->limit / ANTENNA_ONE, at->limit % ANTENNA_ONE / digits,
            at->by_pin ? "true" : "false");
}

/* "antenna": numbers, ratios above their limits, with --json-nets the worst one of each net. */
static void put_json(FILE *out, const struct task *task, const struct layout_antennas *antennas)
{
    const struct layout_task *it = layout_of(task);
    const struct layout *layout = &it->run.routed;
    const struct antenna_verdict *verdict = &antennas->verdict;
    const char *before = "";
    assert(it->run.has_routed && verdict->by_net != NULL);
    fprintf(out,
            "{\"percent\": %u, \"nets\": %u, \"gates\": %u, \"hopped_nets\": %u, "
            "\"violating_nets\": %u, \"diodes\": %" PRIu64 ", \"violations\": [",
            layout_antenna_percent(task), verdict->nets, verdict->gates, it->run.result.hops,
            verdict->violating_nets, verdict->by_pin);
    for (size_t i = 0; i < antennas->count; i++) {
        fputs(i > 0 ? ", " : "", out);
        json_ratio(out, layout, &antennas->at[i]);
    }
    fputs("], \"worst\": [", out);
    for (uint32_t net = 0; net < layout->placed.net_names.count && task_wants_nets(task); net++) {
        if (verdict->by_net[net].worst.limit == 0)
            continue;
        fputs(before, out);
        json_ratio(out, layout, &verdict->by_net[net].worst);
        before = ", ";
    }
    fputs("]}", out);
}

enum status layout_antennas_record(const struct task *task, struct layout_antennas *antennas,
                                   struct run_record *record, struct error *error)
{
    struct memory_text text;
    if (!antennas->verdict.has_limits)
        return STATUS_OK;
    TRY(memory_text_open(&text, "antennas", error));
    put_json(text.out, task, antennas);
    TRY(memory_text_end(&text, STATUS_OK, error));
    free(antennas->json);
    antennas->json = text.text;
    record->antenna = antennas->json;
    record->antenna_line = antennas->line;
    return STATUS_OK;
}

void layout_antennas_explain(const struct layout *layout, const struct layout_antennas *antennas,
                             uint32_t net, FILE *out)
{
    const struct antenna_verdict *verdict = &antennas->verdict;
    char text[ANTENNA_TEXT_MAX];
    assert(net < layout->placed.net_names.count);
    if (!verdict->has_limits || !verdict->by_net[net].has_gate)
        return;
    const struct antenna_violation *worst = &verdict->by_net[net].worst;
    for (size_t i = 0; i < antennas->count; i++)
        if (antennas->at[i].net == net)
            harmless_line(out, "  antenna: %s",
                          antenna_text(layout, &antennas->at[i], text, sizeof text));
    if (worst->limit == 0)
        fputs("  antenna: no ratio of the net has a limit\n", out);
    else if (verdict->by_net[net].violations == 0)
        harmless_line(out,
                      "  antenna: all ratios are below their limits, the largest on %s: %s at "
                      "%d %% of its limit",
                      names_text(&layout->tech.layer_names, worst->layer), antenna_name(worst).text,
                      (int)((antenna_wide)worst->ratio * 100 / worst->limit));
}
