/* cmd_route: `leeway route NETLIST`: one design, its summary line, its unrouted nets. */
#include <stdlib.h>
#include <string.h>

#include "grid/format/layout_file.h"
#include "grid/text/harmless.h"
#include "router/cli/command/cmd_layout.h"
#include "router/cli/run/layout/layout_task.h"
#include "router/cli/run/deliver.h"
#include "router/cli/run/task_run.h"

/* "out/STEM.png": the default name of an output. */
static enum status default_path(const char *netlist, const char *ending, char **path,
                                struct error *error)
{
    char *stem = deliver_stem(netlist);
    size_t size = stem != NULL ? strlen(stem) + strlen(ending) + sizeof "out/" : 0;
    *path = stem != NULL ? malloc(size) : NULL;
    if (*path != NULL)
        snprintf(*path, size, "out/%s%s", stem, ending);
    free(stem);
    return *path != NULL ? STATUS_OK
                         : error_set(error, STATUS_FAILED, "out of memory for a file name");
}

static bool is_stdout(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

static void tell(const struct cli *cli, const struct task *task)
{
    bool taken = is_stdout(task->json) || is_stdout(task->nets_csv) || is_stdout(task->picture) ||
                 is_stdout(task->routes_file);
    FILE *out = taken ? cli->notes : cli->talk;
    const struct report_rest rest = {cli->verbose ? 0 : REPORT_UNROUTED, task->routes_file,
                                     task->json};
    report_unrouted(out, &task->report, &rest);
    report_summary(out, &task->report);
}

/* Options of a layout, without which the result would be another. */
static enum status refuse_layout_options(const struct options *options, struct error *error)
{
    static const enum option IDS[] = {OPT_LAYERS, OPT_GUIDES, OPT_STRICT_RULES};
    for (size_t i = 0; i < sizeof IDS / sizeof *IDS; i++)
        if (options->value[IDS[i]].given)
            return error_set(error, STATUS_BAD_INPUT, "--%s: %.200s is no placed chip",
                             option_name(IDS[i]), options->operand[0]);
    return STATUS_OK;
}

static enum status route_netlist(const struct cli *cli, const struct options *options,
                                 const char *picture, const char *routes, struct error *error)
{
    struct task task = {.netlist = options->operand[0], .options = options};
    TRY(refuse_layout_options(options, error));
    task.picture = options_text(options, OPT_PICTURE, picture);
    task.routes_file = options_text(options, OPT_ROUTES, routes);
    task.picture_is_usual = picture != NULL;
    task.routes_is_usual = routes != NULL;
    task.make_folder = picture != NULL || routes != NULL ? "out" : NULL;
    task.animate = options_text(options, OPT_ANIMATE, NULL);
    if (strcmp(options_text(options, OPT_SHOW, ""), "diff") == 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "--show diff compares two results: use draw NETLIST ROUTES OTHER");
    task.json = options_text(options, OPT_JSON, NULL);
    task.nets_csv = options_text(options, OPT_NETS_CSV, NULL);
    options_devices(options, &task.devices);
    enum status status = task_run(cli, &task, error);
    progress_pause(cli->progress);
    if (task.choice.note[0] != '\0')
        harmless_line(cli->notes, "%s", task.choice.note);
    if (task.report.route.lost[0] != '\0')
        harmless_line(cli->notes, "left out: %s", task.report.route.lost);
    if (task.report.design != NULL && status != STATUS_BAD_INPUT && status != STATUS_FAILED)
        tell(cli, &task);
    task_destroy(&task);
    return status;
}

enum status cmd_route(const struct cli *cli, const struct options *options, struct error *error)
{
    const char *netlist = options->operand[0];
    bool layout = layout_task_is(netlist, options);
    char *picture = NULL, *routes = NULL;
    enum status status = STATUS_OK;
    if (!options->value[OPT_PICTURE].given)
        status = default_path(netlist, ".png", &picture, error);
    if (status == STATUS_OK && !options->value[OPT_ROUTES].given)
        status =
            default_path(netlist, layout && !layout_file_is_native(netlist) ? ".def" : ".routes",
                         &routes, error);
    THEN(status, layout ? cmd_route_layout(cli, options, picture, routes, error)
                        : route_netlist(cli, options, picture, routes, error));
    MEM_FREE(picture, routes);
    return status;
}
