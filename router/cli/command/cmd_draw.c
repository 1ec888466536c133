/* cmd_draw: `leeway draw NETLIST|GRID [ROUTES] -o PICTURE.png`. */
#include <string.h>

#include "grid/format/routes_file.h"
#include "router/cli/command/bfs_input.h"
#include "router/cli/command/cmd_layout.h"
#include "router/cli/run/layout/layout_task.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/task_outputs.h"
#include "router/draw/scene/picture.h"

/* Reads what is drawn: a netlist with its grid, or a grid alone, which becomes a design without
 * nets that has the file's name. */
static enum status read_drawn(struct design *design, const char *path, bool routes,
                              struct error *error)
{
    struct bfs_input input = {0};
    enum status status = bfs_input_read(&input, path, false, error);
    if (status == STATUS_OK && input.is_graph)
        status = error_set(error, STATUS_BAD_INPUT,
                           "%.300s: expected a netlist or a grid, found a matrix, which bfs draws",
                           path);
    if (status == STATUS_OK && routes && input.design.nets.net_count == 0)
        status = error_set(error, STATUS_BAD_INPUT,
                           "draw: ROUTES are those of a netlist, and %.300s is a grid", path);
    if (status == STATUS_OK && input.design.name == NULL &&
        (input.design.name = strdup(input.name)) == NULL)
        status = error_set(error, STATUS_FAILED, "out of memory for a name");
    if (status == STATUS_OK)
        *design = input.design;
    else
        bfs_input_destroy(&input);
    return status;
}

enum status cmd_draw(const struct cli *cli, const struct options *options, struct error *error)
{
    const char *netlist = options->operand[0];
    const char *file = options->operand_count > 1 ? options->operand[1] : NULL;
    const char *path = options_text(options, OPT_PICTURE, NULL);
    struct design design = {0};
    const char *second = options->operand_count > 2 ? options->operand[2] : NULL;
    struct routes routes = {0}, other = {0};
    struct picture_options picture;
    if (layout_task_is(netlist, options))
        return cmd_draw_layout(cli, options, error);
    if (deliver_is_none(path))
        return error_set(error, STATUS_BAD_INPUT,
                         "draw: -o FILE.png, .svg, .html or .gif is missing");
    if (file != NULL && strcmp(netlist, "-") == 0 && strcmp(file, "-") == 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "draw: only one of NETLIST and ROUTES can be standard input");
    task_picture_options(options, &picture);
    if ((picture.show == SHOW_DIFF) != (second != NULL))
        return error_set(error, STATUS_BAD_INPUT,
                         "draw: --show diff, and no other, takes a second result: "
                         "NETLIST ROUTES OTHER");
    if (picture.show != SHOW_ROUTES && file == NULL)
        return error_set(error, STATUS_BAD_INPUT, "draw: --show %s needs ROUTES",
                         options_text(options, OPT_SHOW, ""));
    TRY(task_picture_layer(options, &picture.layer, error));
    progress_stage(cli->progress, "reading %s", netlist);
    enum status status = read_drawn(&design, netlist, file != NULL, error);
    const char *const inputs[] = {netlist, design.grid_path, file, second};
    THEN(status, task_check_highlight(options, &design.nets, netlist, error));
    THEN(status, deliver_check_picture(path, NULL, inputs, 4, error));
    if (status == STATUS_OK && file != NULL)
        status = routes_read(&routes, &design, file, error);
    if (status == STATUS_OK && second != NULL)
        status = routes_read(&other, &design, second, error);
    picture.other = &other;
    progress_stage(cli->progress, "drawing %s", path);
    THEN(status, picture_draw(picture_of_grid(&design, file != NULL ? &routes : NULL), &picture,
                              path, error));
    routes_destroy(&routes);
    routes_destroy(&other);
    design_destroy(&design);
    return status;
}
