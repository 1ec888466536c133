/* cmd_check_layout: reads both DEFs with the same LEF files, calls the checker of layouts, counts.
 */
#include "router/cli/command/cmd_layout.h"

#include <inttypes.h>
#include <string.h>

#include "grid/check/layout/layout_check.h"
#include "grid/format/layout_file.h"
#include "grid/text/harmless.h"

struct check_telling {
    const struct cli *cli;
    const char *file;
};

static void print_fault(void *context, const struct layout_fault_told *fault)
{
    assert(fault->text != NULL && fault->kind < LAYOUT_FAULTS);
    const struct check_telling *telling = context;
    progress_pause(telling->cli->progress);
    harmless_line(telling->cli->faults, "%s: %s", telling->file, fault->text);
}

/* "3 short, 1 area": kinds of faults and how many there are. */
static void print_kinds(FILE *out, const struct layout_verdict *verdict)
{
    const char *comma = "";
    for (int kind = 0; kind < LAYOUT_FAULTS; kind++) {
        if (kind == FAULT_OPEN || verdict->faults[kind] == 0)
            continue;
        fprintf(out, "%s%" PRIu64 " %s", comma, verdict->faults[kind],
                layout_fault_name((enum layout_fault)kind));
        comma = ", ";
    }
}

static void print_verdict(FILE *out, const char *file, const struct layout *layout,
                          const struct layout_verdict *verdict, enum status status)
{
    harmless_print(out, file);
    fputs(status == STATUS_BAD_INPUT ? ": wrong: " : ": right", out);
    if (status == STATUS_BAD_INPUT)
        print_kinds(out, verdict);
    fprintf(out, ": %" PRIu32 " nets", verdict->nets);
    if (verdict->open > 0)
        fprintf(out, ", %" PRIu32 " open", verdict->open);
    fprintf(out, ", length %.1f um, %" PRIu64 " vias\n",
            (double)verdict->length / layout->tech.units_per_micron, verdict->vias);
}

/* Layers and keywords that nobody judged, each once. */
static void name_unknown_rules(FILE *notes, const struct tech *tech)
{
    for (uint32_t i = 0; i < tech->unknown_count; i++)
        harmless_line(notes, "rule not checked: layer %s: %s",
                      names_text(&tech->layer_names, tech->unknown[i].layer),
                      names_text(&tech->words, tech->unknown[i].keyword));
}

enum status cmd_check_layout(const struct cli *cli, const struct options *options,
                             struct error *error)
{
    const char *placed_file = options->operand[0], *routed_file = options->operand[1];
    const struct option_value *lef = &options->value[OPT_LEF];
    const char *const *lefs = (const char *const *)lef->list;
    struct layout placed = {0}, routed = {0};
    struct layout_verdict verdict = {0};
    struct check_telling telling = {cli, routed_file};
    if (strcmp(placed_file, "-") == 0 && strcmp(routed_file, "-") == 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "check: only one of PLACED and ROUTED can be standard input");
    TRY(layout_file_lefs_last(lefs, lef->list_count, error));
    progress_stage(cli->progress, "reading %s", placed_file);
    enum status status = layout_file_read(&placed, placed_file, lefs, lef->list_count, error);
    progress_stage(cli->progress, "reading %s", routed_file);
    THEN(status,
         layout_file_read_result(&routed, &placed, routed_file, lefs, lef->list_count, error));
    if (status == STATUS_OK) {
        progress_pause(cli->progress);
        name_unknown_rules(cli->notes, &routed.tech);
        progress_stage(cli->progress, "checking %s", routed_file);
        status = layout_check(&placed, &routed, print_fault, &telling, &verdict, error);
        progress_pause(cli->progress);
        if (status != STATUS_FAILED)
            print_verdict(cli->talk, routed_file, &routed, &verdict, status);
    }
    layout_destroy(&placed);
    layout_destroy(&routed);
    return status;
}
