/* layout_report: what a run of a layout tells; see layout_task.h. */
#include <inttypes.h>

#include "grid/text/harmless.h"
#include "router/cli/run/layout/layout_task.h"

static double microns(const struct layout_task *task, int64_t length)
{
    assert(task->layout.tech.units_per_micron > 0);
    return (double)length / task->layout.tech.units_per_micron;
}

static const char *net_name(const struct layout_task *task, uint32_t net)
{
    return names_text(&task->layout.placed.net_names, net);
}

void layout_report_summary(FILE *out, const struct layout_task *task)
{
    harmless_line(out,
                  "%s: routed %" PRIu32 " of %" PRIu32 " nets, length %.1f um, vias %" PRIu64
                  ", %.3f s, cpu/detail%s%s",
                  task->layout.placed.design, layout_task_routed(task), layout_task_nets(task),
                  microns(task, task->marks.length), task->marks.vias, task->seconds[PHASE_TOTAL],
                  task->status == STATUS_INTERRUPTED ? ", interrupted" : "",
                  task->timed_out ? ", ended by the time limit" : "");
    if (task->layout.tech.unknown_count > 0)
        fprintf(out, "rules not obeyed: %" PRIu32 "\n", task->layout.tech.unknown_count);
    if (task->result.tapered > 0)
        fprintf(out, "nets with narrower wires than their nondefault rule asks for: %" PRIu32 "\n",
                task->result.tapered);
}

/* ---- reasons -------------------------------------------------------------------------------- */

static void print_reason(FILE *out, const struct layout_task *task, const struct detail_unrouted *u)
{
    assert(u->net < task->layout.placed.net_names.count);
    char pin[200];
    static const char *const has_place[] = {
        [DETAIL_NOTCH] = "too near to itself on ",
        [DETAIL_AREA] = "less than the least area on ",
        [DETAIL_STEP] = "edges shorter than the least step on ",
        [DETAIL_CUT] = "two of its vias too near to each other over ",
    };
    switch (u->reason) {
    case DETAIL_NO_ACCESS:
        fputs("no wire or via can reach ", out);
        harmless_print(out, u->pin == NET_NONE
                                ? "its rails"
                                : layout_pin_name(&task->layout, u->pin, pin, sizeof pin));
        break;
    case DETAIL_NOTCH:
    case DETAIL_AREA:
    case DETAIL_STEP:
    case DETAIL_CUT:
        fputs(has_place[u->reason], out);
        harmless_print(out, names_text(&task->layout.tech.layer_names, u->layer));
        fprintf(out, " at (%.4f %.4f)-(%.4f %.4f)", microns(task, u->place.x0),
                microns(task, u->place.y0), microns(task, u->place.x1), microns(task, u->place.y1));
        break;
    case DETAIL_JUDGED:
        fprintf(out, "%s", layout_fault_name(u->fault));
        if (u->layer != LAYER_NONE)
            fprintf(out, " on %s at (%.4f %.4f)-(%.4f %.4f)",
                    names_text(&task->layout.tech.layer_names, u->layer),
                    microns(task, u->place.x0), microns(task, u->place.y0),
                    microns(task, u->place.x1), microns(task, u->place.y1));
        break;
    case DETAIL_ENDED:
        fprintf(out, "the %s before a way was found",
                task->timed_out ? "time limit ended the run" : "run ended");
        break;
    default:
        fputs("no way around the other nets", out);
        break;
    }
}

void layout_report_unrouted(FILE *out, const struct layout_task *task, bool all)
{
    /* A DEF does not say which nets are open: JSON does. */
    const struct report_rest rest = {REPORT_UNROUTED, NULL, task->json};
    const struct detail_result *r = &task->result;
    const size_t count = r->unrouted_count + task->refused_count;
    const size_t most = all || count <= REPORT_UNROUTED ? count : REPORT_UNROUTED;
    for (uint32_t i = 0; i < r->unrouted_count && i < most; i++) {
        fputs("unrouted: ", out);
        harmless_print(out, net_name(task, r->unrouted[i].net));
        fputs(": ", out);
        print_reason(out, task, &r->unrouted[i]);
        fputc('\n', out);
    }
    for (size_t i = 0; i < task->refused_count && r->unrouted_count + i < most; i++)
        harmless_line(out, "unrouted: %s: %s", net_name(task, task->refused[i].net),
                      task->refused[i].fault);
    report_more(out, count - most, &rest);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void json_net(FILE *out, const struct layout_task *task, const struct detail_unrouted *u)
{
    char pin[200];
    harmless_json(out, net_name(task, u->net));
    fprintf(out, ", \"reason\": \"%s\", \"blocked_by\": []", layout_task_word(task, u->reason));
    if (u->reason == DETAIL_NO_ACCESS && u->pin != NET_NONE) {
        fputs(", \"pin\": ", out);
        harmless_json(out, layout_pin_name(&task->layout, u->pin, pin, sizeof pin));
    }
    if (u->reason == DETAIL_JUDGED)
        fprintf(out, ", \"rule\": \"%s\"", layout_fault_name(u->fault));
    if (u->reason <= DETAIL_NO_WAY || (u->reason == DETAIL_JUDGED && u->layer == LAYER_NONE))
        return;
    fputs(", \"layer\": ", out);
    harmless_json(out, names_text(&task->layout.tech.layer_names, u->layer));
    fprintf(out, ", \"place\": [%.4f, %.4f, %.4f, %.4f]", microns(task, u->place.x0),
            microns(task, u->place.y0), microns(task, u->place.x1), microns(task, u->place.y1));
}

static void json_unrouted(FILE *out, const struct layout_task *task, int indent)
{
    const char *comma = "";
    fprintf(out, "%*s \"unrouted\": [", indent, "");
    for (uint32_t i = 0; i < task->result.unrouted_count; i++, comma = ",") {
        fprintf(out, "%s\n%*s  {\"net\": ", comma, indent, "");
        json_net(out, task, &task->result.unrouted[i]);
        fputc('}', out);
    }
    for (size_t i = 0; i < task->refused_count; i++, comma = ",") {
        fprintf(out, "%s\n%*s  {\"net\": ", comma, indent, "");
        harmless_json(out, net_name(task, task->refused[i].net));
        fputs(", \"reason\": \"fault\", \"blocked_by\": [], \"fault\": ", out);
        harmless_json(out, task->refused[i].fault);
        fputc('}', out);
    }
    fputs("],\n", out);
}

static void json_rules(FILE *out, const struct layout_task *task, int indent)
{
    const struct tech *tech = &task->layout.tech;
    fprintf(out, "%*s \"rules_not_obeyed\": [", indent, "");
    for (uint32_t i = 0; i < tech->unknown_count; i++) {
        fprintf(out, "%s{\"layer\": ", i > 0 ? ", " : "");
        harmless_json(out, names_text(&tech->layer_names, tech->unknown[i].layer));
        fputs(", \"keyword\": ", out);
        harmless_json(out, names_text(&tech->words, tech->unknown[i].keyword));
        fputc('}', out);
    }
    fputs("],\n", out);
}

struct report_telling {
    FILE *out;
    int indent;
};

static void tell_nets(void *context, const struct net_records *records)
{
    const struct report_telling *telling = context;
    net_records_json(telling->out, records, telling->indent);
}

void layout_report_json(FILE *out, const struct layout_task *task, int indent)
{
    static const char *const names[PHASES] = {"read", "route", "check", "draw", "write", "total"};
    fputs("{\"version\": 1, \"netlist\": ", out);
    harmless_json(out, task->def);
    fprintf(out,
            ",\n%*s \"engine\": \"cpu\", \"wave\": \"detail\", \"device\": \"cpu\",\n%*s "
            "\"design\": ",
            indent, "", indent, "");
    harmless_json(out, task->layout.placed.design);
    fprintf(out,
            ", \"layers\": %" PRIu32 ",\n%*s \"nets\": %" PRIu32 ", \"routed\": %" PRIu32
            ", \"length_um\": %.4f, \"vias\": %" PRIu64 ", \"patches\": %" PRIu64
            ", \"tapered\": %" PRIu32 ",\n",
            task->layout.tech.level_count, indent, "", layout_task_nets(task),
            layout_task_routed(task), microns(task, task->marks.length), task->marks.vias,
            task->result.patches, task->result.tapered);
    fprintf(out, "%*s \"iterations\": %d, \"status\": %d,\n", indent, "", task->result.rounds,
            (int)task->status);
    json_unrouted(out, task, indent);
    if (options_flag(task->options, OPT_JSON_NETS))
        (void)layout_nets_tell(task, tell_nets, &(struct report_telling){out, indent}, NULL);
    json_rules(out, task, indent);
    fprintf(out, "%*s \"carried\": {\"subnets\": %" PRIu32 ", \"vpins\": %" PRIu32 "},\n", indent,
            "", task->layout.placed.subnet_count, task->layout.placed.vpin_count);
    fprintf(out, "%*s \"seconds\": {", indent, "");
    for (int phase = 0; phase < PHASES; phase++)
        fprintf(out, "%s\"%s\": %.6f", phase > 0 ? ", " : "", names[phase], task->seconds[phase]);
    fputs("}}", out);
}
