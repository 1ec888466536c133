/* cmd_draw_layout: reads one DEF or two with the same LEF files, judges the routed one, draws. */
#include "router/cli/command/cmd_layout.h"

#include <string.h>

#include "grid/format/layout_file.h"
#include "router/cli/run/layout/layout_judge.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/task_outputs.h"

/* Wiring that stands in the placed DEF is judged, too. */
static bool has_wires(const struct layout *layout)
{
    return layout->placed.wire_count > 0;
}

static enum status draw(const struct picture_options *picture, const char *path,
                        const struct layout *placed, const struct layout *routed,
                        struct error *error)
{
    struct layout_marks marks = {0};
    const struct layout *shown = routed != NULL ? routed : placed;
    bool judged = routed != NULL || has_wires(placed);
    enum status status = STATUS_OK;
    if (judged && layout_judge(placed, shown, &marks, NULL, error) == STATUS_FAILED)
        status = STATUS_FAILED;
    THEN(status,
         picture_draw(picture_of_layout(shown, judged ? &marks : NULL), picture, path, error));
    layout_marks_destroy(&marks);
    return status;
}

static enum status check_operands(const struct options *options, const char *path,
                                  struct picture_options *picture, struct error *error)
{
    size_t results = options->operand_count - 1, from_pipe = 0;
    if (deliver_is_none(path))
        return error_set(error, STATUS_BAD_INPUT,
                         "draw: -o FILE.png, .svg, .html or .gif is missing");
    for (size_t i = 0; i <= results; i++)
        from_pipe += strcmp(options->operand[i], "-") == 0;
    if (from_pipe > 1)
        return error_set(error, STATUS_BAD_INPUT,
                         "draw: only one of DESIGN and ROUTED can be standard input");
    task_picture_options(options, picture);
    if ((picture->show == SHOW_DIFF) != (results == 2))
        return error_set(error, STATUS_BAD_INPUT,
                         "draw: --show diff, and no other, takes a second result: "
                         "DESIGN ROUTED OTHER");
    return task_picture_layer(options, &picture->layer, error);
}

enum status cmd_draw_layout(const struct cli *cli, const struct options *options,
                            struct error *error)
{
    const char *def = options->operand[0];
    const char *result = options->operand_count > 1 ? options->operand[1] : NULL;
    const char *second = options->operand_count > 2 ? options->operand[2] : NULL;
    const char *path = options_text(options, OPT_PICTURE, NULL);
    const struct option_value *lef = &options->value[OPT_LEF];
    const char *const *lefs = (const char *const *)lef->list;
    const char *const inputs[] = {def, result, second};
    struct layout placed = {0}, routed = {0}, other = {0};
    struct picture_options picture = {0};
    TRY(check_operands(options, path, &picture, error));
    TRY(deliver_check_picture(path, NULL, inputs, 3, error));
    TRY(deliver_check(path, "--picture", NULL, lefs, lef->list_count, error));
    progress_stage(cli->progress, "reading %s", def);
    enum status status =
        result != NULL ? layout_file_lefs_last(lefs, lef->list_count, error) : STATUS_OK;
    THEN(status, layout_file_read(&placed, def, lefs, lef->list_count, error));
    if (status == STATUS_OK && result != NULL)
        status = layout_file_read_result(&routed, &placed, result, lefs, lef->list_count, error);
    if (status == STATUS_OK && second != NULL)
        status = layout_file_read_result(&other, &placed, second, lefs, lef->list_count, error);
    if (status == STATUS_OK && picture.show != SHOW_ROUTES && result == NULL && !has_wires(&placed))
        status = error_set(error, STATUS_BAD_INPUT, "draw: --show %s needs ROUTED",
                           options_text(options, OPT_SHOW, ""));
    picture.other = &other;
    progress_stage(cli->progress, "drawing %s", path);
    THEN(status, draw(&picture, path, &placed, result != NULL ? &routed : NULL, error));
    layout_destroy(&placed);
    layout_destroy(&routed);
    layout_destroy(&other);
    return status;
}
