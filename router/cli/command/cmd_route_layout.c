/* cmd_route_layout: `leeway route DESIGN.def --lef FILE...`: a layout, its summary line, its
 * unrouted nets. */
#include "router/cli/command/cmd_layout.h"

#include <string.h>

#include "router/cli/run/layout/layout_task.h"

static bool is_stdout(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

enum status cmd_route_layout(const struct cli *cli, const struct options *options,
                             const char *picture, const char *routes, struct error *error)
{
    struct layout_task task = {
        .def = options->operand[0],
        .picture = options_text(options, OPT_PICTURE, picture),
        .routes = options_text(options, OPT_ROUTES, routes),
        .json = options_text(options, OPT_JSON, NULL),
        .nets_csv = options_text(options, OPT_NETS_CSV, NULL),
        .picture_is_usual = picture != NULL,
        .routes_is_usual = routes != NULL,
        .make_folder = picture != NULL || routes != NULL ? "out" : NULL,
        .options = options,
    };
    enum status status = layout_task_run(cli, &task, error);
    progress_pause(cli->progress);
    if (status == STATUS_OK || status == STATUS_UNROUTED || status == STATUS_INTERRUPTED) {
        bool taken = is_stdout(task.json) || is_stdout(task.nets_csv) || is_stdout(task.picture) ||
                     is_stdout(task.routes);
        FILE *out = taken ? cli->notes : cli->talk;
        layout_report_unrouted(out, &task, cli->verbose);
        layout_report_summary(out, &task);
    }
    layout_task_destroy(&task);
    return status;
}
