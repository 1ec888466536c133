/* cmd_convert: `leeway convert DESIGN [RESULT] --lef FILE... -o NAME`: a layout from DEF to
 * words of our own, and its result from DEF to routes and back. */
#include <stdlib.h>
#include <string.h>

#include "grid/format/layout/layout_text.h"
#include "grid/format/layout_file.h"
#include "grid/format/def/def_write.h"
#include "grid/text/harmless.h"
#include "grid/text/file/output.h"
#include "router/cli/cli.h"
#include "router/cli/run/layout/layout_task.h"
#include "router/cli/run/deliver.h"

enum form { FORM_LAYOUT, FORM_ROUTES, FORM_DEF };

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* The suffix decides. */
static enum status choose_form(const char *path, enum form *form, struct error *error)
{
    if (path == NULL)
        return error_set(error, STATUS_BAD_INPUT, "convert: -o NAME is missing");
    if (ends_with(path, ".net") || strcmp(path, "-") == 0)
        *form = FORM_LAYOUT;
    else if (ends_with(path, ".routes"))
        *form = FORM_ROUTES;
    else if (ends_with(path, ".def"))
        *form = FORM_DEF;
    else
        return error_set(error, STATUS_BAD_INPUT,
                         "convert: expected -o NAME.net (the chip), NAME.routes or NAME.def (its "
                         "wires), found \"%.300s\"",
                         path);
    return STATUS_OK;
}

/* The placed DEF with the wires of the routes that were laid on a copy of it: in the order of
 * nets, then. */
static enum status write_def(FILE *stream, const struct layout *placed, const struct layout *routed,
                             struct error *error)
{
    uint32_t nets = placed->placed.net_names.count;
    uint32_t *first;
    TRY(MEM_NEW(first, (size_t)nets + 1, "wires", error));
    for (uint32_t n = 0; n < nets; n++)
        first[n] = routed->placed.nets[n].wires.first;
    first[nets] = routed->placed.wire_count;
    enum status status =
        def_write(stream, placed, &(struct def_wiring){routed->placed.wires, first, NULL}, error);
    free(first);
    return status;
}

static enum status write_form(FILE *stream, enum form form, const struct layout *placed,
                              const struct layout *routed, struct error *error)
{
    switch (form) {
    case FORM_LAYOUT:
        return layout_text_write(stream, routed, error);
    case FORM_ROUTES:
        return layout_routes_write(stream, routed, NULL, NULL, error);
    default:
        return write_def(stream, placed, routed, error);
    }
}

static enum status check_pair(enum form form, const struct layout *placed,
                              const struct layout *routed, const char *result, struct error *error)
{
    if (form != FORM_DEF)
        return STATUS_OK;
    if (layout_is_native(placed))
        return error_set(error, STATUS_BAD_INPUT,
                         "convert: a DEF is written from the placed DEF and its routes: expected "
                         "DESIGN.def RESULT.routes --lef FILE...");
    if (routed == NULL || strcmp(placed->placed.text, routed->placed.text) != 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "convert: expected routes of %.200s to write into the DEF, found %.200s",
                         placed->placed.design, result != NULL ? result : "none");
    return STATUS_OK;
}

enum status cmd_convert(const struct cli *cli, const struct options *options, struct error *error)
{
    const char *design = options->operand[0];
    const char *result = options->operand_count > 1 ? options->operand[1] : NULL;
    const char *path = options_text(options, OPT_OUTPUT, NULL);
    const struct option_value *lef = &options->value[OPT_LEF];
    const char *const *lefs = (const char *const *)lef->list;
    const char *const inputs[] = {design, result};
    struct layout placed = {0}, routed = {0};
    struct output output = {0};
    enum form form = FORM_LAYOUT;
    TRY(choose_form(path, &form, error));
    if (!layout_task_is(design, options))
        return error_set_at(
            error, STATUS_BAD_INPUT, design, 0, 0,
            "expected a placed chip: a DEF with --lef FILE..., or what convert made "
            "of one; netlists of grids have one form only");
    if (result != NULL && strcmp(design, "-") == 0 && strcmp(result, "-") == 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "convert: only one of DESIGN and RESULT can be standard input");
    TRY(deliver_check(path, "--output", NULL, inputs, 2, error));
    TRY(deliver_check(path, "--output", NULL, lefs, lef->list_count, error));
    progress_stage(cli->progress, "reading %s", design);
    enum status status =
        result != NULL ? layout_file_lefs_last(lefs, lef->list_count, error) : STATUS_OK;
    THEN(status, layout_file_read(&placed, design, lefs, lef->list_count, error));
    if (status == STATUS_OK && result != NULL)
        status = layout_file_read_result(&routed, &placed, result, lefs, lef->list_count, error);
    const struct layout *shown = result != NULL ? &routed : &placed;
    THEN(status, check_pair(form, &placed, result != NULL ? &routed : NULL, result, error));
    progress_stage(cli->progress, "writing %s", path);
    THEN(status, output_open(&output, path, error));
    THEN(status, write_form(output.stream, form, &placed, shown, error));
    THEN(status, output_commit(&output, error));
    output_abandon(&output);
    progress_pause(cli->progress);
    if (status == STATUS_OK && strcmp(path, "-") != 0)
        harmless_line(cli->talk, "%s: %s, %u nets, %u wires", path, placed.placed.design,
                      placed.placed.net_names.count, shown->placed.wire_count);
    layout_destroy(&placed);
    layout_destroy(&routed);
    return status;
}
