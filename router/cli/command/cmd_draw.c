/* cmd_draw: `leeway draw NETLIST|GRID [ROUTES [OTHER]] -o PICTURE`. */
#include "router/cli/output/deliver.h"
#include "router/cli/run/task_run.h"

static enum status check_options(const struct options *options, struct picture_options *picture,
                                 struct error *error)
{
    if (deliver_is_none(options_text(options, OPT_PICTURE, NULL)))
        return error_refuse(error, "draw: -o FILE.png, .svg, .html or .gif is missing");
    task_picture_options(options, picture);
    if ((picture->show == SHOW_DIFF) != (options->operand_count > 2))
        return error_refuse(
            error, "draw: --show diff, and no other, takes a second result: NETLIST ROUTES OTHER");
    return task_picture_layer(options, &picture->layer, error);
}

static enum status draw(struct task *task, struct picture_options *picture, const char *path,
                        struct error *error)
{
    const char *csv = options_text(task->options, OPT_CSV, NULL);
    struct output numbers = {0};
    if (deliver_is_none(csv))
        return task_draw(task, picture, path, error);
    if (picture->show != SHOW_CONGESTION)
        return error_refuse(error, "draw: --csv goes with --show congestion");
    TRY(output_open(&numbers, csv, error));
    picture->numbers = numbers.stream;
    return output_end(&numbers, task_draw(task, picture, path, error), error);
}

enum status cmd_draw(const struct cli *cli, const struct options *options, struct error *error)
{
    assert(options->operand_count >= 1 && options->operand_count <= 3);
    const char *result = options->operand_count > 1 ? options->operand[1] : NULL;
    const char *other = options->operand_count > 2 ? options->operand[2] : NULL;
    const char *path = options_text(options, OPT_PICTURE, NULL);
    const char *const results[] = {result, other};
    struct task task = {.cli = cli, .options = options};
    struct picture_options picture = {0};
    TRY(check_options(options, &picture, error));
    enum status status = task_read(&task, result, error);
    THEN(status, task_check_highlight(&task, error));
    THEN(status, task_output_check(&task, path, "--picture", results, 2, error));
    if (status == STATUS_OK && other != NULL)
        status = task.subject->load(&task, other, RESULT_OTHER, error);
    progress_stage(cli->progress, "drawing %s", path);
    THEN(status, draw(&task, &picture, path, error));
    task_destroy(&task);
    return status;
}
