/* layout_outputs: the picture, the routed DEF and the JSON summary; see layout_task.h. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "grid/clock.h"
#include "grid/format/layout/layout_text.h"
#include "grid/format/layout_file.h"
#include "grid/text/file/watch.h"
#include "grid/text/file/output.h"
#include "router/cli/run/layout/layout_task.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/partial.h"
#include "router/cli/run/task_outputs.h"

enum { OUTPUTS = 4 };

/* ---- before the run ------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

bool layout_task_writes_routes(const struct layout_task *task)
{
    return layout_is_native(&task->layout) || ends_with(task->routes, ".routes");
}

/* The output is none of the inputs: DEF and LEF files. (A result that is kept may be written
 * over.) */
static enum status check_one(const struct layout_task *task, const char *path, const char *what,
                             struct error *error)
{
    const struct option_value *lef = &task->options->value[OPT_LEF];
    if (path == task->routes && layout_is_native(&task->layout) && path != NULL &&
        ends_with(path, ".def"))
        return error_set(error, STATUS_BAD_INPUT,
                         "--routes: %.300s: %.200s holds no DEF text; write its .routes, then "
                         "`leeway convert PLACED.def --lef FILE... FILE.routes -o NAME.def`",
                         path, task->def);
    const char *const inputs[] = {task->def, options_text(task->options, OPT_GUIDES, NULL)};
    if (path == task->picture)
        TRY(deliver_check_picture(path, task->make_folder, inputs, 2, error));
    else
        TRY(deliver_check(path, what, task->make_folder, inputs, 2, error));
    return deliver_check(path, what, task->make_folder, (const char *const *)lef->list,
                         lef->list_count, error);
}

enum status layout_task_check_outputs(const struct layout_task *task, struct error *error)
{
    const char *const path[OUTPUTS] = {task->picture, task->routes, task->json, task->nets_csv};
    static const char *const what[OUTPUTS] = {"--picture", "--routes", "--json", "--nets-csv"};
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
    return deliver_is_none(task->picture)
               ? STATUS_OK
               : picture_check(picture_of_layout(&task->layout, NULL), &picture, error);
}

/* Nets that the result there has wires for and the run will not; UINT32_MAX where it is none of
 * this layout. */
static uint32_t count_more(const struct layout_task *task)
{
    const struct option_value *lef = &task->options->value[OPT_LEF];
    const struct names *names = &task->layout.placed.net_names;
    struct layout old = {0};
    uint32_t more = 0;
    if (layout_file_read_result(&old, &task->layout, task->routes, (const char *const *)lef->list,
                                lef->list_count, NULL) != STATUS_OK)
        more = UINT32_MAX;
    for (uint32_t n = 0; more != UINT32_MAX && n < old.placed.net_names.count; n++) {
        const char *name = names_text(&old.placed.net_names, n);
        uint32_t net = names_find(names, name, strlen(name));
        bool kept = net != NAME_NONE && task->kept_first != NULL &&
                    task->kept_first[net] < task->kept_first[net + 1];
        more +=
            old.placed.nets[n].wires.count > 0 && !kept && (net == NAME_NONE || task->skip[net]);
    }
    layout_destroy(&old);
    return more;
}

enum status layout_task_check_partial(const struct layout_task *task, struct error *error)
{
    bool part =
        task->options->value[OPT_ONLY_NET].given || task->options->value[OPT_SKIP_NET].given;
    if (!part || task->skip == NULL)
        return STATUS_OK;
    if (task->routes_is_usual && access(task->routes, F_OK) == 0) {
        const uint32_t more = count_more(task);
        TRY(watch_look(error));
        if (more > 0)
            return partial_refuse(task->routes, "-r", more != UINT32_MAX ? more : 0, error);
    }
    if (task->picture_is_usual && !task->routes_is_usual && access(task->picture, F_OK) == 0)
        return partial_refuse(task->picture, "-o", 0, error);
    return STATUS_OK;
}

/* ---- after it ------------------------------------------------------------------------------- */

static enum status copy_draft(struct layout_task *task, FILE *to, struct error *error)
{
    char block[16384];
    size_t got = 0;
    if (fseek(task->draft, 0, SEEK_SET) != 0)
        return error_set(error, STATUS_FAILED, "cannot read back the result: %s", strerror(errno));
    while ((got = fread(block, 1, sizeof block, task->draft)) > 0)
        fwrite(block, 1, got, to);
    return ferror(task->draft)
               ? error_set(error, STATUS_FAILED, "cannot read back the result: %s", strerror(errno))
               : STATUS_OK;
}

static enum status write_routes(struct layout_task *task, struct delivery *delivery,
                                struct error *error)
{
    struct output output = {0};
    const char *to = NULL;
    if (deliver_is_none(task->routes))
        return STATUS_OK;
    TRY(deliver_stage(delivery, task->routes, &to, error));
    TRY(output_open(&output, to, error));
    enum status status =
        layout_task_writes_routes(task)
            ? layout_routes_write(output.stream, &task->routed, layout_task_reason, task, error)
            : copy_draft(task, output.stream, error);
    THEN(status, output_commit(&output, error));
    output_abandon(&output);
    return status;
}

static void tell_csv(void *context, const struct net_records *records)
{
    net_records_csv(context, records);
}

static enum status write_nets(const struct layout_task *task, struct delivery *delivery,
                              struct error *error)
{
    struct output output = {0};
    const char *to = NULL;
    if (deliver_is_none(task->nets_csv))
        return STATUS_OK;
    TRY(deliver_stage(delivery, task->nets_csv, &to, error));
    TRY(output_open(&output, to, error));
    enum status status = layout_nets_tell(task, tell_csv, output.stream, error);
    THEN(status, output_commit(&output, error));
    output_abandon(&output);
    return status;
}

static enum status draw(struct layout_task *task, struct delivery *delivery, struct error *error)
{
    struct picture_options picture;
    const char *to = NULL;
    if (deliver_is_none(task->picture))
        return STATUS_OK;
    task_picture_options(task->options, &picture);
    TRY(deliver_stage(delivery, task->picture, &to, error));
    return picture_draw(picture_of_layout(&task->routed, &task->marks), &picture, to, error);
}

static enum status write_json(const struct cli *cli, struct layout_task *task,
                              struct delivery *delivery, struct error *error)
{
    struct output output = {0};
    const char *to = NULL;
    if (deliver_is_none(task->json))
        return STATUS_OK;
    if (strcmp(task->json, "-") == 0) {
        layout_report_json(cli->out, task, 0);
        fputc('\n', cli->out);
        return STATUS_OK;
    }
    TRY(deliver_stage(delivery, task->json, &to, error));
    TRY(output_open(&output, to, error));
    layout_report_json(output.stream, task, 0);
    fputc('\n', output.stream);
    enum status status = output_commit(&output, error);
    output_abandon(&output);
    return status;
}

enum status layout_task_deliver(const struct cli *cli, struct layout_task *task,
                                struct error *error)
{
    struct delivery delivery = {.prefix = task->stage_prefix, .root = task->stage_root};
    double since = clock_seconds();
    enum status status =
        task->make_folder != NULL ? deliver_make_folder(task->make_folder, error) : STATUS_OK;
    if (status == STATUS_OK && !deliver_is_none(task->picture))
        progress_stage(cli->progress, "drawing %s", task->picture);
    THEN(status, draw(task, &delivery, error));
    task->seconds[PHASE_DRAW] = clock_seconds() - since;
    since = clock_seconds();
    if (status == STATUS_OK && !deliver_is_none(task->routes))
        progress_stage(cli->progress, "writing %s", task->routes);
    THEN(status, write_routes(task, &delivery, error));
    THEN(status, write_nets(task, &delivery, error));
    task->seconds[PHASE_WRITE] = clock_seconds() - since;
    task->seconds[PHASE_TOTAL] = clock_seconds() - task->start;
    THEN(status, write_json(cli, task, &delivery, error));
    THEN(status, deliver_commit(&delivery, error));
    deliver_abandon(&delivery, error);
    return status;
}
