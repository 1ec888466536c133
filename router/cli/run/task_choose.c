/* task_choose: finds the nets of --only-net and --skip-net by name, through the task's subject. */
#include "router/cli/run/task_run.h"

#include <unistd.h>

#include "grid/text/file/watch.h"
#include "grid/text/file/path.h"

static enum status mark_nets(struct task *task, enum option id, bool skip, struct error *error)
{
    const struct option_value *value = &task->options->value[id];
    char where[64];
    snprintf(where, sizeof where, "--%s", option_table[id].name);
    for (size_t i = 0; i < value->list_count; i++)
        TRY(subject_find_all(task, where, value->list[i], skip, task->skip, error));
    return STATUS_OK;
}

enum status task_choose_nets(struct task *task, struct error *error)
{
    assert(task->skip == NULL && task->data != NULL);
    const uint32_t count = task->subject->net_count(task);
    const bool only = task->options->value[OPT_ONLY_NET].given;
    if (!only && !task->options->value[OPT_SKIP_NET].given)
        return STATUS_OK;
    TRY(MEM_NEW(task->skip, count, "choice of nets", error));
    memset(task->skip, only, count * sizeof *task->skip);
    TRY(mark_nets(task, OPT_ONLY_NET, false, error));
    TRY(mark_nets(task, OPT_SKIP_NET, true, error));
    return memchr(task->skip, 0, count) != NULL
               ? STATUS_OK
               : error_refuse(error, "--%s: no net of %s is left to route",
                              option_table[OPT_SKIP_NET].name, task->netlist);
}

enum status task_check_highlight(struct task *task, struct error *error)
{
    assert(task->data != NULL);
    const struct option_value *highlight = &task->options->value[OPT_HIGHLIGHT];
    for (size_t i = 0; i < highlight->list_count; i++)
        TRY(subject_find_all(task, "--highlight", highlight->list[i], false, NULL, error));
    return STATUS_OK;
}

/* Checks one file. routes: the result that belongs to `path`. */
static enum status check_one(struct task *task, const char *path, const char *routes,
                             const char *option, struct error *error)
{
    assert(path != NULL && routes != NULL);
    if (access(path, F_OK) != 0)
        return STATUS_OK;
    const uint32_t lost =
        access(routes, F_OK) == 0 ? task->subject->lost(task, routes) : UINT32_MAX;
    char what[64] = "may hold more than this run";
    TRY(watch_check(error));
    if (lost == 0)
        return STATUS_OK;
    if (lost != UINT32_MAX)
        snprintf(what, sizeof what, "holds %u net%s that this run leaves out", lost,
                 lost == 1 ? "" : "s");
    return error_refuse(error,
                        "%s %s; to write this part there or elsewhere, name the file with %s", path,
                        what, option);
}

enum status task_check_partial(struct task *task, struct error *error)
{
    const struct option_value *value = task->options->value;
    const char *routes = task->output[TASK_ROUTES], *picture = task->output[TASK_PICTURE];
    if (!value[OPT_ONLY_NET].given && !value[OPT_SKIP_NET].given)
        return STATUS_OK;
    assert(task->skip != NULL);
    if (task->usual[TASK_ROUTES])
        TRY(check_one(task, routes, routes, "-r", error));
    if (!task->usual[TASK_PICTURE] || (task->usual[TASK_ROUTES] && access(routes, F_OK) == 0))
        return STATUS_OK;
    const char *dot = strrchr(picture, '.'); /* out/chip.routes is beside out/chip.png */
    const size_t stem = dot != NULL ? (size_t)(dot - picture) : strlen(picture);
    char *beside;
    TRY(path_format(&beside, error, "%.*s%s", (int)stem, picture,
                    task->subject->ending(task->netlist)));
    const enum status status = check_one(task, picture, beside, "-o", error);
    free(beside);
    return status;
}
