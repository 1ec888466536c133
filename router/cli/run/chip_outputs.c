/* chip_outputs: the picture, the routed DEF and the JSON summary; see chip_task.h. */
#include <errno.h>
#include <string.h>

#include "grid/clock.h"
#include "grid/text/output.h"
#include "router/cli/run/chip_task.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/task_outputs.h"

enum { OUTPUTS = 3 };

/* ---- before the run ------------------------------------------------------------------------- */

/* The output is none of the inputs: DEF and LEF files. (A result that is kept may be written
 * over.) */
static enum status check_one(const struct chip_task *task, const char *path, const char *what,
                             struct error *error)
{
    const struct option_value *lef = &task->options->value[OPT_LEF];
    if (path == task->picture)
        TRY(deliver_check_picture(path, task->make_folder, &task->def, 1, error));
    else
        TRY(deliver_check(path, what, task->make_folder, &task->def, 1, error));
    return deliver_check(path, what, task->make_folder, (const char *const *)lef->list,
                         lef->list_count, error);
}

enum status chip_task_check_outputs(const struct chip_task *task, struct error *error)
{
    const char *const path[OUTPUTS] = {task->picture, task->routes, task->json};
    static const char *const what[OUTPUTS] = {"--picture", "--routes", "--json"};
    struct picture_options picture;
    for (int i = 0; i < OUTPUTS; i++) {
        TRY(check_one(task, path[i], what[i], error));
        for (int j = 0; j < i; j++)
            if (!deliver_is_none(path[i]) && !deliver_is_none(path[j]) &&
                strcmp(path[i], path[j]) == 0 && strncmp(path[i], "/dev/", 5) != 0)
                return error_set(error, STATUS_BAD_INPUT, "%s and %s: both write %s", what[j],
                                 what[i], path[i]);
    }
    task_picture_options(task->options, &picture);
    return deliver_is_none(task->picture) ? STATUS_OK
                                          : chip_picture_check(&task->chip, &picture, error);
}

/* ---- after it ------------------------------------------------------------------------------- */

static enum status copy_draft(struct chip_task *task, FILE *to, struct error *error)
{
    char block[16384];
    size_t got = 0;
    rewind(task->draft);
    while ((got = fread(block, 1, sizeof block, task->draft)) > 0)
        fwrite(block, 1, got, to);
    return ferror(task->draft)
               ? error_set(error, STATUS_FAILED, "cannot read back the result: %s", strerror(errno))
               : STATUS_OK;
}

static enum status write_routes(struct chip_task *task, struct delivery *delivery,
                                struct error *error)
{
    struct output output = {0};
    const char *to = NULL;
    if (deliver_is_none(task->routes))
        return STATUS_OK;
    TRY(deliver_stage(delivery, task->routes, &to, error));
    TRY(output_open(&output, to, error));
    enum status status = copy_draft(task, output.stream, error);
    if (status == STATUS_OK)
        status = output_commit(&output, error);
    output_abandon(&output);
    return status;
}

static enum status draw(struct chip_task *task, struct delivery *delivery, struct error *error)
{
    struct picture_options picture;
    const char *to = NULL;
    if (deliver_is_none(task->picture))
        return STATUS_OK;
    task_picture_options(task->options, &picture);
    TRY(deliver_stage(delivery, task->picture, &to, error));
    return chip_picture_draw(&task->routed, &task->marks, &picture, to, error);
}

static enum status write_json(const struct cli *cli, struct chip_task *task,
                              struct delivery *delivery, struct error *error)
{
    struct output output = {0};
    const char *to = NULL;
    if (deliver_is_none(task->json))
        return STATUS_OK;
    if (strcmp(task->json, "-") == 0) {
        chip_report_json(cli->out, task, 0);
        fputc('\n', cli->out);
        return STATUS_OK;
    }
    TRY(deliver_stage(delivery, task->json, &to, error));
    TRY(output_open(&output, to, error));
    chip_report_json(output.stream, task, 0);
    fputc('\n', output.stream);
    enum status status = output_commit(&output, error);
    output_abandon(&output);
    return status;
}

enum status chip_task_deliver(const struct cli *cli, struct chip_task *task, struct error *error)
{
    struct delivery delivery = {.prefix = task->stage_prefix};
    double since = clock_seconds();
    enum status status =
        task->make_folder != NULL ? deliver_make_folder(task->make_folder, error) : STATUS_OK;
    if (status == STATUS_OK)
        status = draw(task, &delivery, error);
    task->seconds[PHASE_DRAW] = clock_seconds() - since;
    since = clock_seconds();
    if (status == STATUS_OK)
        status = write_routes(task, &delivery, error);
    task->seconds[PHASE_WRITE] = clock_seconds() - since;
    task->seconds[PHASE_TOTAL] = clock_seconds() - task->start;
    if (status == STATUS_OK)
        status = write_json(cli, task, &delivery, error);
    if (status == STATUS_OK)
        status = deliver_commit(&delivery, error);
    deliver_abandon(&delivery, error);
    return status;
}
