/* task_outputs: see the header for the contract. */
#include "router/cli/run/task_outputs.h"

#include <string.h>

#include "grid/clock.h"
#include "grid/format/routes_file.h"
#include "grid/text/output.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/net_records.h"
#include "router/draw/design/picture.h"
#include "router/draw/paint/paint_file.h"

/* ---- before the run ------------------------------------------------------------------------- */

static enum status check_film(const char *path, struct error *error)
{
    enum paint_format format;
    if (path == NULL)
        return STATUS_OK;
    TRY(paint_format_of(path, "--animate", &format, error));
    return format == PAINT_GIF || format == PAINT_HTML
               ? STATUS_OK
               : error_set(error, STATUS_BAD_INPUT,
                           "--animate %.300s: expected a name that ends in .gif or .html", path);
}

enum status task_outputs_check(const struct task *task, struct error *error)
{
    const char *const inputs[] = {task->netlist, task->design.grid_path};
    enum { OUTPUTS = 5 };
    const char *const path[OUTPUTS] = {task->picture, task->routes_file, task->json, task->nets_csv,
                                       task->animate};
    static const char *const what[OUTPUTS] = {"--picture", "--routes", "--json", "--nets-csv",
                                              "--animate"};
    TRY(check_film(task->animate, error));
    for (int i = 0; i < OUTPUTS; i++) {
        TRY(i == 0 ? deliver_check_picture(path[i], task->make_folder, inputs, 2, error)
                   : deliver_check(path[i], what[i], task->make_folder, inputs, 2, error));
        for (int j = 0; j < i; j++)
            if (!deliver_is_none(path[i]) && !deliver_is_none(path[j]) &&
                strcmp(path[i], path[j]) == 0 && strncmp(path[i], "/dev/", 5) != 0)
                return error_set(error, STATUS_BAD_INPUT, "%s and %s: both write %s", what[j],
                                 what[i], path[i]);
    }
    return STATUS_OK;
}

/* ---- after it ------------------------------------------------------------------------------- */

static enum picture_show show_of(const struct options *options)
{
    static const char *const NAMES[] = {"routes", "failures", "congestion", "detours", "diff"};
    const char *name = options_text(options, OPT_SHOW, NAMES[0]);
    unsigned show = 0;
    while (strcmp(NAMES[show], name) != 0)
        show++;
    return (enum picture_show)show;
}

void task_picture_options(const struct options *options, struct picture_options *picture)
{
    const struct option_value *highlight = &options->value[OPT_HIGHLIGHT];
    *picture = (struct picture_options){
        .scale = (uint32_t)options_number(options, OPT_SCALE, 0),
        .width = (uint32_t)options_number(options, OPT_WIDTH, 0),
        .show = show_of(options),
        .layer = (uint32_t)options_number(options, OPT_LAYER, 0),
        .has_crop = options->value[OPT_CROP].given,
        .crop = options->value[OPT_CROP].box,
        .highlight = (const char *const *)highlight->list,
        .highlight_count = highlight->list_count,
    };
}

static enum status write_json(const struct cli *cli, const struct task *task, const char *path,
                              struct error *error)
{
    struct output output = {0};
    if (strcmp(path, "-") == 0) {
        report_json(cli->out, &task->report, 0);
        fputc('\n', cli->out);
        return STATUS_OK;
    }
    TRY(output_open(&output, path, error));
    report_json(output.stream, &task->report, 0);
    fputc('\n', output.stream);
    enum status status = output_commit(&output, error);
    output_abandon(&output);
    return status;
}

static enum status write_nets(const struct task *task, struct delivery *delivery,
                              struct error *error)
{
    const struct net_records records = net_records_of(&task->report);
    struct output output = {0};
    const char *path;
    if (deliver_is_none(task->nets_csv))
        return STATUS_OK;
    TRY(deliver_stage(delivery, task->nets_csv, &path, error));
    TRY(output_open(&output, path, error));
    net_records_csv(output.stream, &records);
    enum status status = output_commit(&output, error);
    output_abandon(&output);
    return status;
}

static enum status draw(struct task *task, struct delivery *delivery, struct error *error)
{
    const char *path;
    struct picture_options picture;
    if (deliver_is_none(task->picture))
        return STATUS_OK;
    task_picture_options(task->options, &picture);
    enum status status = deliver_stage(delivery, task->picture, &path, error);
    return status != STATUS_OK ? status
                               : picture_draw(&task->design, &task->routes, &picture, path, error);
}

enum status task_outputs_write(const struct cli *cli, struct task *task, double start,
                               struct error *error)
{
    assert(task->report.routes == &task->routes);
    struct delivery delivery = {.prefix = task->stage_prefix, .root = task->stage_root};
    const char *path;
    double since = clock_seconds();
    enum status status =
        task->make_folder != NULL ? deliver_make_folder(task->make_folder, error) : STATUS_OK;
    if (status == STATUS_OK && !deliver_is_none(task->picture))
        progress_stage(cli->progress, "drawing %s", task->picture);
    THEN(status, draw(task, &delivery, error));
    if (status == STATUS_OK && task->animate != NULL) {
        struct picture_options picture;
        task_picture_options(task->options, &picture);
        status = deliver_stage(&delivery, task->animate, &path, error);
        THEN(status, film_write(&task->film, &picture, path, error));
    }
    task->report.seconds[PHASE_DRAW] = clock_seconds() - since;
    since = clock_seconds();
    if (status == STATUS_OK && !deliver_is_none(task->routes_file)) {
        progress_stage(cli->progress, "writing %s", task->routes_file);
        status = deliver_stage(&delivery, task->routes_file, &path, error);
        THEN(status,
             routes_write_with(task_threads(task), &task->routes, &task->design, path, error));
    }
    THEN(status, write_nets(task, &delivery, error));
    task->report.seconds[PHASE_WRITE] = clock_seconds() - since;
    task->report.seconds[PHASE_TOTAL] = clock_seconds() - start;
    if (status == STATUS_OK && !deliver_is_none(task->json)) {
        status = deliver_stage(&delivery, task->json, &path, error);
        THEN(status, write_json(cli, task, path, error));
    }
    THEN(status, deliver_commit(&delivery, error));
    deliver_abandon(&delivery, error);
    return status;
}
