/* report: prints a record as text, JSON and CSV. */
#include "router/cli/output/report.h"

#include "grid/layout/notes.h"
#include "grid/text/harmless.h"

/* Decimal places of a length in microns; lengths in steps have none. */
enum { SUMMARY_DIGITS = 1, MICRON_DIGITS = 4 };

static void put_length(FILE *out, const struct run_record *record, int64_t length, int digits)
{
    if (record->units == 0)
        fprintf(out, "%" PRId64, length);
    else
        fprintf(out, "%.*f", digits, (double)length / record->units);
}

void report_summary(FILE *out, const struct run_record *record)
{
    assert(record->routed <= record->nets);
    harmless_print(out, record->name);
    fprintf(out, ": routed %u of %u nets, length ", record->routed, record->nets);
    put_length(out, record, (int64_t)record->length, SUMMARY_DIGITS);
    fprintf(out, "%s, vias %" PRIu64, record->units > 0 ? " um" : "", record->vias);
    if (record->capacity_line != NULL)
        fprintf(out, ", %s", record->capacity_line);
    else if (record->units == 0)
        fprintf(out, ", cost %" PRIu64, record->cost);
    fprintf(out, ", %.3f s, %s/%s%s%s\n", (double)record->micros[PHASE_TOTAL] / 1e6, record->engine,
            record->wave, record->alone ? ", each alone" : "",
            record->status == STATUS_INTERRUPTED     ? ", interrupted"
            : strcmp(record->end, "time-limit") == 0 ? ", ended by the time limit"
                                                     : "");
    if (record->not_modelled != NULL)
        harmless_line(out, "not modelled: %s; details with -v and in --json", record->not_modelled);
    if (record->antenna_line != NULL)
        harmless_line(out, "%s", record->antenna_line);
    if (record->tapered > 0)
        fprintf(out, "nets with narrower wires than their nondefault rule asks for: %u\n",
                record->tapered);
}

static bool is_file(const char *path)
{
    return path != NULL && strcmp(path, "none") != 0 && strcmp(path, "-") != 0;
}

void report_unrouted(FILE *out, const struct run_record *record, uint32_t limit,
                     const char *const files[2], report_reason *reason, void *context)
{
    const size_t count = record->open_count;
    const size_t most = limit > 0 && limit < count ? limit : count;
    assert(count == 0 || record->open != NULL);
    for (size_t i = 0; i < most; i++) {
        fputs("unrouted: ", out);
        harmless_print(out, record->open[i].net);
        fputs(": ", out);
        reason(context, &record->open[i], out);
        fputc('\n', out);
    }
    const char *file = is_file(files[0]) ? files[0] : is_file(files[1]) ? files[1] : NULL;
    if (count > most && file != NULL)
        harmless_line(out, "unrouted: %zu more in %s", count - most, file);
    else if (count > most)
        harmless_line(out, "unrouted: %zu more (--verbose names them)", count - most);
}

static void json_lengths(FILE *out, const struct run_record *record, const int64_t *box)
{
    for (int i = 0; i < 4; i++) {
        fputs(i > 0 ? ", " : "[", out);
        put_length(out, record, box[i], MICRON_DIGITS);
    }
    fputc(']', out);
}

static void json_open(FILE *out, const struct run_record *record, int indent)
{
    const char *const *blocker = record->blockers;
    fprintf(out, "%*s \"unrouted\": [", indent, "");
    for (size_t i = 0; i < record->open_count; i++) {
        const struct open_record *net = &record->open[i];
        fprintf(out, "%s\n%*s  {", i > 0 ? "," : "", indent, "");
        harmless_member(out, "", "net", net->net);
        harmless_member(out, ", ", "reason", net->reason);
        fputs(", \"blocked_by\": [", out);
        for (uint32_t k = 0; k < net->blocker_count; k++) {
            fputs(k > 0 ? ", " : "", out);
            harmless_json(out, *blocker++);
        }
        fputc(']', out);
        if (net->pin != NULL)
            harmless_member(out, ", ", "pin", net->pin);
        if (net->rule != NULL)
            harmless_member(out, ", ", "rule", net->rule);
        if (net->layer != NULL) {
            harmless_member(out, ", ", "layer", net->layer);
            fputs(", \"place\": ", out);
            json_lengths(out, record, net->place);
        }
        fputc('}', out);
    }
    fputs("],\n", out);
}

/* `, "length": 7`, of a layout `, "length_um": 0.7000`. */
static void json_length(FILE *out, const struct run_record *record, const char *name,
                        int64_t length)
{
    fprintf(out, ", \"%s%s\": ", name, record->units > 0 ? "_um" : "");
    put_length(out, record, length, MICRON_DIGITS);
}

/* The length of a net's wires beyond the least length; 0 without wires. */
static int64_t over_of(const struct net_record *net)
{
    return net->routed ? net->length - net->least : 0;
}

static void json_nets(FILE *out, const struct run_record *record, int indent)
{
    fprintf(out, "%*s \"net_records\": [", indent, "");
    for (size_t i = 0; i < record->net_count; i++) {
        const struct net_record *net = &record->net[i];
        fprintf(out, "%s\n%*s  {", i > 0 ? "," : "", indent, "");
        harmless_member(out, "", "net", net->net);
        harmless_member(out, ", ", "state", net->state);
        fprintf(out, ", \"pins\": %" PRIu64, net->pins);
        if (record->units == 0)
            fprintf(out, ", \"cost\": %" PRIu64 ", \"bends\": %" PRIu64 ", \"searches\": %" PRIu64,
                    net->cost, net->bends, net->searches);
        fprintf(out, ", \"vias\": %" PRIu64, net->vias);
        json_length(out, record, "length", net->length);
        json_length(out, record, "least_length", net->least);
        json_length(out, record, "over", over_of(net));
        fprintf(out, ", \"box%s\": ", record->units > 0 ? "_um" : "");
        json_lengths(out, record, net->box);
        fputc('}', out);
    }
    fputs("],\n", out);
}

/* Prints the members that only grids have: the size and the sums. */
static void json_grid(FILE *out, const struct run_record *record, int indent)
{
    fprintf(out,
            "%*s \"grid\": {\"width\": %u, \"height\": %u, \"layers\": %u},\n%*s \"nets\": %u, "
            "\"routed\": %u, \"length\": %" PRIu64 ", \"vias\": %" PRIu64 ", \"bends\": %" PRIu64
            ", \"cost\": %" PRIu64 ",\n%*s \"alone\": %s, \"status\": %d, ",
            indent, "", record->width, record->height, record->layers, indent, "", record->nets,
            record->routed, record->length, record->vias, record->bends, record->cost, indent, "",
            record->alone ? "true" : "false", (int)record->status);
    harmless_member(out, "", "end", record->end);
    fprintf(out, ", \"iterations\": %u,\n", record->iterations);
}

static void json_layout(FILE *out, const struct run_record *record, int indent)
{
    fprintf(out, "%*s ", indent, "");
    harmless_member(out, "", "design", record->name);
    fprintf(out, ", \"layers\": %u,\n%*s \"nets\": %u, \"routed\": %u", record->layers, indent, "",
            record->nets, record->routed);
    json_length(out, record, "length", (int64_t)record->length);
    fprintf(out,
            ", \"vias\": %" PRIu64 ", \"patches\": %" PRIu64
            ", \"tapered\": %u,\n%*s \"iterations\": %u, \"status\": %d,\n",
            record->vias, record->patches, record->tapered, indent, "", record->iterations,
            (int)record->status);
}

static void json_notes(FILE *out, const struct run_record *record, bool remarks)
{
    const char *before = "";
    for (size_t i = 0; i < record->note_count; i++) {
        const struct note_record *note = &record->notes[i];
        if (remarks != (note->kind == NOTE_REMARK))
            continue;
        fprintf(out, "%s{", before);
        harmless_member(out, "", remarks ? "remark" : "statement", note->text);
        fprintf(out, ", \"count\": %u", note->count);
        if (!remarks)
            fprintf(out, ", \"wires\": %s", note->kind == NOTE_RULE ? "true" : "false");
        fputc('}', out);
        before = ", ";
    }
}

static void json_rules(FILE *out, const struct run_record *record, int indent)
{
    if (record->score != NULL)
        fprintf(out, "%*s %s,\n", indent, "", record->score);
    fprintf(out, "%*s \"rules_not_obeyed\": [", indent, "");
    for (size_t i = 0; i < record->rule_count; i++) {
        harmless_member(out, i > 0 ? ", {" : "{", "layer", record->rules[i].layer);
        harmless_member(out, ", ", "keyword", record->rules[i].keyword);
        fputc('}', out);
    }
    fprintf(out, "],\n%*s \"not_used\": [", indent, "");
    json_notes(out, record, false);
    if (record->antenna != NULL)
        fprintf(out, "],\n%*s \"antenna\": %s", indent, "", record->antenna);
    fprintf(out, "%s,\n%*s \"remarks\": [", record->antenna != NULL ? "" : "]", indent, "");
    json_notes(out, record, true);
    fprintf(out, "],\n%*s \"carried\": {\"subnets\": %u, \"vpins\": %u},\n", indent, "",
            record->subnets, record->vpins);
}

void report_json_members(FILE *out, const struct run_record *record, int indent)
{
    assert(indent >= 0 && record->open_count == record->nets - record->routed);
    static const char *const names[PHASES] = {"read", "route", "check", "draw", "write", "total"};
    harmless_member(out, "\"version\": 1, ", "netlist", record->netlist);
    fprintf(out, ",\n%*s ", indent, "");
    harmless_member(out, "", "engine", record->engine);
    harmless_member(out, ", ", "wave", record->wave);
    harmless_member(out, ", ", "device", record->device);
    if (record->origin != NULL)
        fprintf(out, ",\n%*s %s", indent, "", record->origin);
    fputs(",\n", out);
    (record->units > 0 ? json_layout : json_grid)(out, record, indent);
    if (record->capacity != NULL)
        fprintf(out, "%*s \"capacity\": %s,\n", indent, "", record->capacity);
    json_open(out, record, indent);
    if (record->with_nets)
        json_nets(out, record, indent);
    if (record->units > 0)
        json_rules(out, record, indent);
    fprintf(out, "%*s \"seconds\": {", indent, "");
    for (int phase = 0; phase < PHASES; phase++)
        fprintf(out, "%s\"%s\": %.6f", phase > 0 ? ", " : "", names[phase],
                (double)record->micros[phase] / 1e6);
    fprintf(out, "},\n%*s \"peak_bytes\": {\"host\": %" PRIu64 ", \"device\": %" PRIu64 "}}",
            indent, "", record->peak_host, record->peak_device);
}

static void csv_name(FILE *out, const char *name)
{
    if (name[strcspn(name, ",\"\r\n \t")] == '\0') {
        fputs(name, out);
        return;
    }
    fputc('"', out);
    for (; *name != '\0'; name++)
        fputs(*name == '"' ? "\"\"" : (char[]){*name, '\0'}, out);
    fputc('"', out);
}

static void csv_length(FILE *out, const struct run_record *record, int64_t length)
{
    fputc(',', out);
    put_length(out, record, length, MICRON_DIGITS);
}

void report_csv(FILE *out, const struct run_record *record)
{
    assert(record->net != NULL || record->net_count == 0);
    const bool layout = record->units > 0;
    fputs(layout ? "net,state,pins,length_um,vias,x0,y0,x1,y1,least_length_um,over_um\n"
                 : "net,state,pins,cost,length,vias,bends,x0,y0,x1,y1,least_length,over,searches\n",
          out);
    for (size_t i = 0; i < record->net_count; i++) {
        const struct net_record *net = &record->net[i];
        csv_name(out, net->net);
        fprintf(out, ",%s,%" PRIu64, net->state, net->pins);
        if (!layout)
            fprintf(out, ",%" PRIu64, net->cost);
        csv_length(out, record, net->length);
        fprintf(out, ",%" PRIu64, net->vias);
        if (!layout)
            fprintf(out, ",%" PRIu64, net->bends);
        for (int k = 0; k < 4; k++)
            csv_length(out, record, net->box[k]);
        csv_length(out, record, net->least);
        csv_length(out, record, over_of(net));
        if (!layout)
            fprintf(out, ",%" PRIu64, net->searches);
        fputc('\n', out);
    }
}
