/* layout_convert: writes a layout in the native format, and its wires as routes or as a DEF. */
#include <stdlib.h>
#include <string.h>

#include "grid/format/def/def_write.h"
#include "grid/format/layout/layout_text.h"
#include "grid/format/layout_file.h"
#include "grid/text/harmless.h"
#include "grid/text/file/output.h"
#include "router/cli/options/paths.h"
#include "router/cli/subject/layout/layout_subject.h"

enum form { FORM_LAYOUT, FORM_ROUTES, FORM_DEF };

static enum status choose_form(const char *path, enum form *form, struct error *error)
{
    if (path_ends_with(path, ".net") || strcmp(path, "-") == 0)
        *form = FORM_LAYOUT;
    else if (path_ends_with(path, ".routes"))
        *form = FORM_ROUTES;
    else if (path_ends_with(path, ".def"))
        *form = FORM_DEF;
    else
        return error_set(error, STATUS_BAD_INPUT,
                         "convert: expected -o NAME.net (the layout), NAME.routes or NAME.def (its "
                         "wires), found \"%.300s\"",
                         path);
    return STATUS_OK;
}

/* Writes the placed DEF with the wires of routes, which are in the order of its nets. */
static enum status write_def(FILE *stream, const struct layout *placed, const struct layout *routed,
                             struct error *error)
{
    uint32_t nets = placed->placed.net_names.count;
    assert(routed->placed.net_names.count == nets);
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

static enum status check_pair(enum form form, const struct task *task, struct error *error)
{
    const struct layout_task *it = layout_of(task);
    const char *result = task->with_result ? task->options->operand[1] : "none";
    if (form != FORM_DEF)
        return STATUS_OK;
    if (layout_is_native(&it->placed))
        return error_set(error, STATUS_BAD_INPUT,
                         "convert: a DEF is written from the placed DEF and its routes: expected "
                         "DESIGN.def RESULT.routes --lef FILE...");
    if (!it->has_routed || strcmp(it->placed.placed.text, it->routed.placed.text) != 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "convert: expected routes of %.200s to write into the DEF, found %.200s",
                         it->placed.placed.design, result);
    return STATUS_OK;
}

enum status layout_task_convert(struct task *task, const char *path, struct error *error)
{
    assert(path != NULL);
    const struct layout *placed = &layout_of(task)->placed, *shown = layout_shown(task);
    struct output output = {0};
    enum form form = FORM_LAYOUT;
    TRY(choose_form(path, &form, error));
    TRY(check_pair(form, task, error));
    progress_stage(task->cli->progress, "writing %s", path);
    enum status status = output_open(&output, path, error);
    THEN(status, write_form(output.stream, form, placed, shown, error));
    status = output_end(&output, status, error);
    progress_pause(task->cli->progress);
    if (status == STATUS_OK && strcmp(path, "-") != 0)
        harmless_line(task->cli->talk, "%s: %s, %u nets, %u wires", path, placed->placed.design,
                      placed->placed.net_names.count, shown->placed.wire_count);
    return status;
}
