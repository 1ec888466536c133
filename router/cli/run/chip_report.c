/* chip_report: words and JSON. */
#include "router/cli/run/chip_report.h"

#include <inttypes.h>
#include <string.h>

static double microns(const struct chip_run *run, int64_t length)
{
    return (double)length / run->chip.tech.units_per_micron;
}

static const char *broken_rule(enum detail_reason reason)
{
    switch (reason) {
    case DETAIL_AREA:
        return "less than the least area";
    case DETAIL_CUT:
        return "two vias too near to each other";
    case DETAIL_STEP:
        return "edges shorter than the least step";
    default:
        return "too near to itself";
    }
}

static void print_reason(FILE *out, const struct chip_run *run, const struct detail_unrouted *u)
{
    char pin[200];
    switch (u->reason) {
    case DETAIL_NO_ACCESS:
        fprintf(out, "no wire or via can reach %s",
                u->pin == NET_NONE ? "its rails"
                                   : chip_pin_name(&run->chip, u->pin, pin, sizeof pin));
        break;
    case DETAIL_NO_WAY:
        fputs("no way around the other nets", out);
        break;
    default:
        fprintf(out, "%s on %s at (%.4f %.4f)-(%.4f %.4f)", broken_rule(u->reason),
                names_text(&run->chip.tech.layer_names, u->layer), microns(run, u->place.x0),
                microns(run, u->place.y0), microns(run, u->place.x1), microns(run, u->place.y1));
        break;
    }
}

void chip_report_tell(const struct chip_run *run)
{
    bool taken = (run->json && strcmp(run->json, "-") == 0) ||
                 (run->routes && strcmp(run->routes, "-") == 0);
    FILE *out = taken ? run->cli->notes : run->cli->out;
    const struct detail_result *r = &run->result;
    fprintf(out,
            "%s: routed %" PRIu32 " of %" PRIu32 " nets, length %.1f um, vias %" PRIu64
            ", %.3f s, cpu/detail%s%s\n",
            run->chip.placed.design, r->done, r->wanted, microns(run, r->length), r->vias,
            run->seconds[PHASE_TOTAL], run->status == STATUS_INTERRUPTED ? ", interrupted" : "",
            run->timed_out ? ", ended by the time limit" : "");
    if (run->chip.tech.unknown_count > 0)
        fprintf(out, "rules not obeyed: %" PRIu32 "\n", run->chip.tech.unknown_count);
    for (uint32_t i = 0; i < r->unrouted_count; i++) {
        fprintf(out, "unrouted: %s: ", names_text(&run->chip.placed.net_names, r->unrouted[i].net));
        print_reason(out, run, &r->unrouted[i]);
        fputc('\n', out);
    }
}

static void json_unrouted(FILE *out, const struct chip_run *run)
{
    const struct detail_result *r = &run->result;
    const struct names *layers = &run->chip.tech.layer_names;
    fputs(" \"unrouted\": [", out);
    for (uint32_t i = 0; i < r->unrouted_count; i++) {
        const struct detail_unrouted *u = &r->unrouted[i];
        char pin[200];
        fprintf(out, "%s\n  {\"net\": ", i > 0 ? "," : "");
        report_json_string(out, names_text(&run->chip.placed.net_names, u->net));
        fprintf(out, ", \"reason\": \"%s\", \"blocked_by\": []", detail_reason_word(u->reason));
        if (u->reason == DETAIL_NO_ACCESS && u->pin != NET_NONE) {
            fputs(", \"pin\": ", out);
            report_json_string(out, chip_pin_name(&run->chip, u->pin, pin, sizeof pin));
        }
        if (u->reason != DETAIL_NO_ACCESS && u->reason != DETAIL_NO_WAY) {
            fputs(", \"layer\": ", out);
            report_json_string(out, names_text(layers, u->layer));
            fprintf(out, ", \"place\": [%.4f, %.4f, %.4f, %.4f]", microns(run, u->place.x0),
                    microns(run, u->place.y0), microns(run, u->place.x1),
                    microns(run, u->place.y1));
        }
        fputc('}', out);
    }
    fputs("],\n \"rules_not_obeyed\": [", out);
    for (uint32_t i = 0; i < run->chip.tech.unknown_count; i++) {
        fprintf(out, "%s{\"layer\": ", i > 0 ? ", " : "");
        report_json_string(out, names_text(layers, run->chip.tech.unknown[i].layer));
        fputs(", \"keyword\": ", out);
        report_json_string(out,
                           names_text(&run->chip.tech.words, run->chip.tech.unknown[i].keyword));
        fputc('}', out);
    }
    fputs("],\n", out);
}

void chip_report_json(FILE *out, const struct chip_run *run)
{
    static const char *const names[PHASES] = {"read", "route", "check", "draw", "write", "total"};
    const struct detail_result *r = &run->result;
    fputs("{\"version\": 1, \"netlist\": ", out);
    report_json_string(out, run->path);
    fputs(",\n \"engine\": \"cpu\", \"wave\": \"detail\", \"device\": \"cpu\",\n \"design\": ",
          out);
    report_json_string(out, run->chip.placed.design);
    fprintf(out,
            ", \"layers\": %" PRIu32 ",\n \"nets\": %" PRIu32 ", \"routed\": %" PRIu32
            ", \"length_um\": %.4f, \"vias\": %" PRIu64 ", \"patches\": %" PRIu64
            ", \"iterations\": %d, \"status\": %d,\n",
            run->chip.tech.level_count, r->wanted, r->done, microns(run, r->length), r->vias,
            r->patches, r->rounds, (int)run->status);
    json_unrouted(out, run);
    fputs(" \"seconds\": {", out);
    for (int phase = 0; phase < PHASES; phase++)
        fprintf(out, "%s\"%s\": %.6f", phase > 0 ? ", " : "", names[phase], run->seconds[phase]);
    fputs("}}\n", out);
}
