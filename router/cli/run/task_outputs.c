/* task_outputs: see the header for the contract. */
#include "router/cli/run/task_outputs.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grid/clock.h"
#include "grid/fork.h"
#include "grid/format/routes_file.h"
#include "grid/text/file/output.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/net_records.h"
#include "router/draw/scene/picture.h"
#include "router/draw/paint/paint_file.h"

enum { WIRES_APART = 100000 }; /* results of more are checked while they are drawn */

/* ---- before the run ------------------------------------------------------------------------- */

static enum status check_film(const char *path, struct error *error)
{
    enum paint_format format;
    if (path == NULL)
        return STATUS_OK;
    const char *dot = strrchr(path, '.');
    if (dot == NULL || (strcasecmp(dot, ".gif") != 0 && strcasecmp(dot, ".html") != 0))
        return error_set(error, STATUS_BAD_INPUT,
                         "--animate %.300s: expected a name that ends in .gif or .html", path);
    return paint_format_of(path, "--animate", &format, error);
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
        .has_crop = options->value[OPT_CROP].given,
        .crop = options->value[OPT_CROP].box,
        .highlight = (const char *const *)highlight->list,
        .highlight_count = highlight->list_count,
    };
}

enum status task_picture_layer(const struct options *options, uint32_t *layer, struct error *error)
{
    const char *text = options_text(options, OPT_LAYER, NULL);
    char *end = NULL;
    *layer = 0;
    if (text == NULL)
        return STATUS_OK;
    if (strcmp(options_text(options, OPT_SHOW, ""), "congestion") != 0)
        return error_set(error, STATUS_BAD_INPUT, "draw: --layer goes with --show congestion");
    unsigned long number = text[0] >= '1' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;
    if (strcmp(text, "each") == 0)
        *layer = PICTURE_LAYER_EACH;
    else if (number > 0 && *end == '\0' && number <= GRID_LAYERS_MAX)
        *layer = (uint32_t)number;
    else
        return error_set(error, STATUS_BAD_INPUT,
                         "--layer %.200s: expected a layer's number from 1 to %d, or each", text,
                         GRID_LAYERS_MAX);
    return STATUS_OK;
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

/* What is written besides the JSON summary, and what it waits for. */
enum { OUT_PICTURE, OUT_FILM, OUT_ROUTES, OUT_NETS, OUTS };
enum { HALF_DRAWS, HALF_WRITES, HALVES };

/* The result is drawn by one thread while another checks and writes it. */
struct halves {
    const struct cli *cli;
    struct task *task;
    task_check *check; /* NULL: it has been */
    const char *to[OUTS];
    enum status status[HALVES];
    struct error error[HALVES];
};

static enum status write_nets(const struct task *task, const char *path, struct error *error)
{
    const struct net_records records = net_records_of(&task->report);
    struct output output = {0};
    TRY(output_open(&output, path, error));
    net_records_csv(output.stream, &records);
    enum status status = output_commit(&output, error);
    output_abandon(&output);
    return status;
}

static enum status draw(const struct halves *it, struct error *error)
{
    struct task *task = it->task;
    struct picture_options picture;
    const double since = clock_seconds();
    task_picture_options(task->options, &picture);
    if (it->to[OUT_PICTURE] != NULL) {
        progress_stage(it->cli->progress, "drawing %s", task->picture);
        TRY(picture_draw(picture_of_grid(&task->design, &task->routes), &picture,
                         it->to[OUT_PICTURE], error));
    }
    if (it->to[OUT_FILM] != NULL)
        TRY(film_write(&task->film, &picture, it->to[OUT_FILM], error));
    task->report.seconds[PHASE_DRAW] = clock_seconds() - since;
    return STATUS_OK;
}

static enum status check_and_write(const struct halves *it, struct error *error)
{
    struct task *task = it->task;
    if (it->check != NULL)
        TRY(it->check(it->cli, task, error));
    const double since = clock_seconds();
    if (it->to[OUT_ROUTES] != NULL) {
        progress_stage(it->cli->progress, "writing %s", task->routes_file);
        TRY(routes_write_with(task_threads(task), &task->routes, &task->design, it->to[OUT_ROUTES],
                              error));
    }
    if (it->to[OUT_NETS] != NULL)
        TRY(write_nets(task, it->to[OUT_NETS], error));
    task->report.seconds[PHASE_WRITE] = clock_seconds() - since;
    return STATUS_OK;
}

static void do_half(void *context, size_t first, size_t end)
{
    struct halves *it = context;
    for (size_t half = first; half < end; half++)
        it->status[half] =
            half == HALF_DRAWS ? draw(it, &it->error[half]) : check_and_write(it, &it->error[half]);
}

/* Names to write the outputs under. *through: one of them is seen before all are there. */
static enum status stage(const struct task *task, struct delivery *delivery, const char **to,
                         bool *through, struct error *error)
{
    const char *const path[OUTS] = {[OUT_PICTURE] = task->picture,
                                    [OUT_FILM] = task->animate,
                                    [OUT_ROUTES] = task->routes_file,
                                    [OUT_NETS] = task->nets_csv};
    for (int i = 0; i < OUTS; i++) {
        if (deliver_is_none(path[i]))
            continue;
        TRY(deliver_stage(delivery, path[i], &to[i], error));
        *through |= delivery->file[delivery->count - 1].staged == NULL;
    }
    return STATUS_OK;
}

/* All but the JSON. A fault that the check finds comes before one of the picture. */
static enum status check_draw_write(const struct cli *cli, struct task *task,
                                    struct delivery *delivery, task_check *check,
                                    struct error *error)
{
    struct halves it = {.cli = cli, .task = task, .check = check};
    bool through = false;
    TRY(stage(task, delivery, it.to, &through, error));
    const bool apart = task_threads(task) > 1 && task->routes.wire_count >= WIRES_APART && !through;
    if (!apart) {
        TRY(check(cli, task, error));
        it.check = NULL;
    }
    if (task->make_folder != NULL)
        TRY(deliver_make_folder(task->make_folder, error));
    if (!apart) {
        TRY(draw(&it, error));
        return check_and_write(&it, error);
    }
    fork_loop(HALVES, do_half, &it, HALVES, 1);
    for (int half = HALVES; half-- > 0;)
        if (it.status[half] != STATUS_OK) {
            struct error_rest *rest = error->rest;
            *error = it.error[half];
            error->rest = rest;
            return it.status[half];
        }
    return STATUS_OK;
}

enum status task_outputs_write(const struct cli *cli, struct task *task, double start,
                               task_check *check, struct error *error)
{
    assert(task->report.routes == &task->routes);
    struct delivery delivery = {.prefix = task->stage_prefix, .root = task->stage_root};
    const char *path;
    enum status status = check_draw_write(cli, task, &delivery, check, error);
    task->report.seconds[PHASE_TOTAL] = clock_seconds() - start;
    if (status == STATUS_OK && !deliver_is_none(task->json)) {
        status = deliver_stage(&delivery, task->json, &path, error);
        THEN(status, write_json(cli, task, path, error));
    }
    THEN(status, deliver_commit(&delivery, error));
    deliver_abandon(&delivery, error);
    return status;
}
