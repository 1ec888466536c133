/* layout_convert: writes a layout in the native format, and its wires as routes or as a DEF. */
#include "grid/text/harmless.h"
#include "router/cli/subject/layout/layout_subject.h"

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
