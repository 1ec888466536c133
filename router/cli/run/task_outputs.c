/* task_outputs: two halves, which may run side by side: drawing, and judging and writing. */
#include "router/cli/run/task_run.h"

#include "grid/clock.h"
#include "grid/text/file/path.h"
#include "grid/workers.h"
#include "router/cli/output/deliver.h"
#include "router/cli/output/report.h"
#include "router/draw/film/film.h"

enum status task_output_check(const struct task *task, const char *path, const char *what,
                              const char *const *other, size_t count, struct error *error)
{
    assert(what != NULL && (other != NULL || count == 0));
    const char *const inputs[] = {task->netlist, task->subject->input(task)}, *input;
    enum paint_format format;
    enum option id;
    if (deliver_is_none(path))
        return STATUS_OK;
    if (strcmp(what, "--picture") == 0 || strcmp(what, "--animate") == 0)
        TRY(paint_format_of(path, what, &format, error));
    TRY(deliver_check(path, what, task->make_folder, inputs, 2, error));
    for (size_t i = 0; (input = options_input(task->options, i, &id)) != NULL; i++)
        if (id != OPT_KEEP) /* a result may be replaced by one that keeps it */
            TRY(deliver_check(path, what, task->make_folder, &input, 1, error));
    return deliver_check(path, what, task->make_folder, other, count, error);
}

static enum status check_names(const struct task *task, struct error *error)
{
    for (enum task_output i = 0; i < TASK_OUTPUTS; i++) {
        char what[32];
        snprintf(what, sizeof what, "--%s", option_table[task_output_option(i)].name);
        TRY(task_output_check(task, task->output[i], what, NULL, 0, error));
        for (enum task_output j = 0; j < i; j++)
            if (!deliver_is_none(task->output[i]) && !deliver_is_none(task->output[j]) &&
                strcmp(task->output[i], task->output[j]) == 0 &&
                strncmp(task->output[i], "/dev/", 5) != 0)
                return error_refuse(error, "--%s and %s: both write %s",
                                    option_table[task_output_option(j)].name, what,
                                    task->output[i]);
    }
    return STATUS_OK;
}

enum status task_outputs_check(struct task *task, struct error *error)
{
    assert(task->data != NULL);
    struct picture_options picture;
    struct picture_subject scene;
    enum paint_format format;
    if (task->output[TASK_FILM] != NULL)
        TRY(film_check(task->output[TASK_FILM], &format, error));
    TRY(check_names(task, error));
    TRY(task_check_highlight(task, error));
    if (task_output(task, TASK_PICTURE) == NULL && task_output(task, TASK_FILM) == NULL)
        return STATUS_OK;
    task_picture_options(task->options, &picture);
    picture.show = SHOW_ROUTES; /* the others need a result */
    TRY(task->subject->scene(task, &scene, &picture, error));
    return picture_check(scene, &picture, error);
}

void task_picture_options(const struct options *options, struct picture_options *picture)
{
    const struct option_value *highlight = &options->value[OPT_HIGHLIGHT];
    *picture = (struct picture_options){
        .scale = (uint32_t)options_number(options, OPT_SCALE, 0),
        .width = (uint32_t)options_number(options, OPT_WIDTH, 0),
        .show = (enum picture_show)options_word(options, OPT_SHOW),
        .has_crop = options->value[OPT_CROP].given,
        .crop = options->value[OPT_CROP].box,
        .highlight = (const char *const *)highlight->list,
        .highlight_count = highlight->list_count,
        .hide = (const char *const *)options->value[OPT_HIDE].list,
        .hide_count = options->value[OPT_HIDE].list_count,
        .colours = options_text(options, OPT_COLORS, NULL),
        .layers = options->command == COMMAND_DRAW ? options_text(options, OPT_LAYERS, NULL) : NULL,
    };
}

enum status task_picture_layer(const struct options *options, uint32_t *layer, struct error *error)
{
    const char *text = options_text(options, OPT_LAYER, NULL);
    char *end = NULL;
    *layer = 0;
    if (text == NULL)
        return STATUS_OK;
    if (options_word(options, OPT_SHOW) != SHOW_CONGESTION)
        return error_refuse(error, "draw: --layer goes with --show congestion");
    unsigned long number = text[0] >= '1' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;
    if (strcmp(text, "each") == 0)
        *layer = PICTURE_LAYER_EACH;
    else if (number > 0 && *end == '\0' && number <= GRID_LAYERS_MAX)
        *layer = (uint32_t)number;
    else
        return error_refuse(error,
                            "--layer %.200s: expected a layer's number from 1 to %d, or each", text,
                            GRID_LAYERS_MAX);
    return STATUS_OK;
}

enum status task_draw(struct task *task, struct picture_options *options, const char *path,
                      struct error *error)
{
    assert(task->data != NULL && path != NULL);
    struct picture_subject scene;
    TRY(task->subject->scene(task, &scene, options, error));
    if (scene.result == NULL && options->show != SHOW_ROUTES)
        return error_refuse(error, "draw: --show %s needs ROUTES",
                            options_text(task->options, OPT_SHOW, ""));
    return picture_draw(scene, options, path, error);
}

enum { HALF_DRAWS, HALF_WRITES, HALVES };

struct output_halves {
    struct task *task;
    bool settled;                 /* the result has been judged */
    const char *to[TASK_OUTPUTS]; /* staged names; NULL: not wanted */
    enum status status[HALVES];
    struct error error[HALVES];
};

typedef void report_writer(FILE *out, const struct run_record *record);

static void write_json(FILE *out, const struct run_record *record)
{
    fputc('{', out);
    report_json_members(out, record, 0);
    fputc('\n', out);
}

static enum status write_report(const struct task *task, const char *path, report_writer *writer,
                                struct error *error)
{
    assert(task->record.name != NULL);
    struct output output = {0};
    if (writer == write_json && strcmp(path, "-") == 0) { /* cli->out may hold other text */
        writer(task->cli->out, &task->record);
        return STATUS_OK;
    }
    TRY(output_open(&output, path, error));
    writer(output.stream, &task->record);
    return output_commit(&output, error);
}

static enum status settle(struct task *task, struct error *error)
{
    const double since = clock_seconds();
    progress_stage(task->cli->progress, "checking the result");
    TRY(task->subject->settle(task, error));
    task->seconds[PHASE_CHECK] = clock_seconds() - since;
    return STATUS_OK;
}

static enum status draw(const struct output_halves *it, struct error *error)
{
    struct task *task = it->task;
    const char *const *to = it->to;
    struct picture_options picture;
    const double since = clock_seconds();
    task_picture_options(task->options, &picture);
    if (to[TASK_PICTURE] != NULL) {
        progress_stage(task->cli->progress, "drawing %s", task->output[TASK_PICTURE]);
        TRY(task_draw(task, &picture, to[TASK_PICTURE], error));
    }
    if (to[TASK_FILM] != NULL)
        TRY(task->subject->film(task, &picture, to[TASK_FILM], error));
    task->seconds[PHASE_DRAW] = clock_seconds() - since;
    return STATUS_OK;
}

static enum status judge_and_write(const struct output_halves *it, struct error *error)
{
    struct task *task = it->task;
    if (!it->settled)
        TRY(settle(task, error));
    const double since = clock_seconds();
    if (it->to[TASK_ROUTES] != NULL) {
        progress_stage(task->cli->progress, "writing %s", task->output[TASK_ROUTES]);
        TRY(task->subject->write(task, it->to[TASK_ROUTES], error));
    }
    if (it->to[TASK_GUIDES] != NULL)
        TRY(task->subject->guides(task, it->to[TASK_GUIDES], error));
    if (it->to[TASK_NETS_CSV] != NULL)
        TRY(write_report(task, it->to[TASK_NETS_CSV], report_csv, error));
    task->seconds[PHASE_WRITE] = clock_seconds() - since;
    return STATUS_OK;
}

static void do_half(void *context, size_t first, size_t end)
{
    struct output_halves *it = context;
    for (size_t half = first; half < end; half++)
        it->status[half] =
            half == HALF_DRAWS ? draw(it, &it->error[half]) : judge_and_write(it, &it->error[half]);
}

/* Stages all outputs but the JSON summary. *through: an output is written directly, so that it is
 * visible before the others are ready. */
static enum status stage(const struct task *task, struct delivery *delivery, const char **to,
                         bool *through, struct error *error)
{
    for (int i = 0; i < TASK_OUTPUTS; i++) {
        if (i == TASK_JSON || deliver_is_none(task->output[i]))
            continue;
        TRY(deliver_stage(delivery, task->output[i], &to[i], error));
        *through |= delivery->file[delivery->count - 1].staged == NULL;
    }
    return STATUS_OK;
}

/* Lists the facts of each net that reports include. */
static enum status list_nets(struct task *task, struct run_record *record, struct error *error)
{
    const uint32_t count = task->subject->net_count(task);
    TRY(MEM_NEW(record->net, count, "records of nets", error));
    for (uint32_t net = 0; net < count; net++)
        if (task->subject->wants == NULL || task->subject->wants(task, net))
            TRY(task->subject->net(task, net, &record->net[record->net_count++], error));
    return STATUS_OK;
}

static enum status make_record(struct task *task, struct error *error)
{
    task->record.netlist = task->netlist;
    task->record.with_nets = options_flag(task->options, OPT_JSON_NETS);
    TRY(task->subject->record(task, &task->record, error));
    if (task_wants_nets(task))
        TRY(list_nets(task, &task->record, error));
    task->record.origin = task->origin;
    task->record.status = task->status;
    assert(task->record.open_count == task->record.nets - task->record.routed);
    return STATUS_OK;
}

/* Writes all but the JSON summary. The checker's faults come before the picture's. */
static enum status judge_draw_write(struct task *task, struct delivery *delivery,
                                    struct error *error)
{
    struct output_halves it = {.task = task};
    bool through = false;
    TRY(stage(task, delivery, it.to, &through, error));
    it.settled = !task->apart || task_threads(task) == 1 || through;
    if (it.settled)
        TRY(settle(task, error));
    TRY(make_record(task, error));
    if (task->make_folder != NULL)
        TRY(path_make_folders(task->make_folder, error));
    if (it.settled) {
        TRY(draw(&it, error));
        return judge_and_write(&it, error);
    }
    workers_fork(HALVES, do_half, &it, HALVES, 1);
    for (int half = HALVES; half-- > 0;)
        if (it.status[half] != STATUS_OK) {
            struct error_rest *rest = error->rest;
            *error = it.error[half];
            error->rest = rest;
            return it.status[half];
        }
    return STATUS_OK;
}

enum status task_outputs_write(struct task *task, struct error *error)
{
    struct delivery delivery = {.prefix = task->stage_prefix, .root = task->stage_root};
    assert(task->record.name == NULL && delivery.count == 0);
    const char *path;
    enum status status = judge_draw_write(task, &delivery, error);
    task->seconds[PHASE_TOTAL] = clock_seconds() - task->start;
    for (int phase = 0; phase < PHASES; phase++)
        task->record.micros[phase] =
            task->seconds[phase] > 0 ? (uint64_t)(task->seconds[phase] * 1e6 + 0.5) : 0;
    if (status == STATUS_OK && task_output(task, TASK_JSON) != NULL) {
        status = deliver_stage(&delivery, task->output[TASK_JSON], &path, error);
        THEN(status, write_report(task, path, write_json, error));
    }
    return deliver_end(&delivery, status, error);
}
