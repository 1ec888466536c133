/* cmd_route: `leeway route NETLIST`: one design, its unrouted nets, its summary line. */
#include "grid/text/harmless.h"
#include "grid/text/file/path.h"
#include "router/cli/output/deliver.h"
#include "router/cli/run/task_run.h"

/* Gives an output without a name its default, "out/STEM.png", which *made then owns. */
static enum status name_output(struct task *task, enum task_output kind, const char *ending,
                               char **made, struct error *error)
{
    assert(*made == NULL && ending[0] == '.');
    if (task->output[kind] != NULL)
        return STATUS_OK;
    char *stem = deliver_stem(task->netlist);
    const enum status status = stem != NULL ? path_format(made, error, "out/%s%s", stem, ending)
                                            : error_fail(error, "out of memory for a name");
    free(stem);
    task->output[kind] = *made;
    task->usual[kind] = true;
    task->make_folder = "out";
    return status;
}

/* Prints the report of the run; to standard error if an output goes to standard output. */
static void report(struct task *task)
{
    FILE *out = task->cli->talk;
    for (int kind = 0; kind < TASK_OUTPUTS; kind++)
        if (task->output[kind] != NULL && strcmp(task->output[kind], "-") == 0)
            out = task->cli->notes;
    task_report(task, out);
}

/* --report: lists each open net, with the place in its way if known, else that of its pins. */
static enum status report_open(struct task *task, struct error *error)
{
    const char *path = options_text(task->options, OPT_REPORT, NULL);
    const struct run_record *record = &task->record;
    const double micron = record->units > 0 ? record->units : 1;
    struct fault_report report = {.path = path};
    if (deliver_is_none(path))
        return STATUS_OK;
    for (size_t i = 0; i < record->open_count; i++) {
        const struct open_record *open = &record->open[i];
        struct fault_site site = {.rule = "open", .layer = open->layer, .net = open->net};
        char text[ERROR_TEXT_MAX] = "";
        text_append(text, sizeof text, "net %.200s is open: %.100s", open->net, open->reason);
        if (open->rule != NULL)
            text_append(text, sizeof text, " %.40s", open->rule);
        if (open->pin != NULL)
            text_append(text, sizeof text, ", pin %.200s", open->pin);
        site.has_box = open->layer != NULL;
        for (int k = 0; k < 4; k++)
            site.box[k] = (double)open->place[k] / micron;
        report.site = &site;
        fault_report_add(&report, 0, text);
    }
    subject_place_faults(task, &report);
    const enum status status =
        fault_report_write(&report, record->name, task->output[TASK_ROUTES], error);
    fault_report_destroy(&report);
    return status;
}

static enum status route(struct task *task, struct error *error)
{
    const struct cli *cli = task->cli;
    const struct options *options = task->options;
    if (strcmp(options_text(options, OPT_SHOW, ""), "diff") == 0)
        return error_refuse(error,
                            "--show diff compares two results: use draw NETLIST ROUTES OTHER");
    if (!deliver_is_none(options_text(options, OPT_REPORT, NULL)))
        TRY(fault_report_check(options_text(options, OPT_REPORT, NULL), error));
    options_devices(options, &task->devices);
    enum status status = task_run(task, error);
    progress_pause(cli->progress);
    if (task->note[0] != '\0')
        harmless_line(cli->notes, "%s", task->note);
    if (task->ended != NULL)
        harmless_line(cli->notes, "improvement ended: %s", task->ended);
    if (task->lost[0] != '\0')
        harmless_line(cli->notes, "left out: %s", task->lost);
    if (task_has_result(task, status)) {
        report(task);
        const enum status written = report_open(task, error);
        status = written == STATUS_OK ? status : written;
    }
    return status;
}

enum status cmd_route(const struct cli *cli, const struct options *options, struct error *error)
{
    struct task task = {.cli = cli, .options = options, .netlist = options->operand[0]};
    char *picture = NULL, *routes = NULL;
    task.subject = subject_of(task.netlist, options);
    for (enum task_output kind = 0; kind < TASK_OUTPUTS; kind++)
        task.output[kind] = options_text(options, task_output_option(kind), NULL);
    enum status status = name_output(&task, TASK_PICTURE, ".png", &picture, error);
    THEN(status,
         name_output(&task, TASK_ROUTES, task.subject->ending(task.netlist), &routes, error));
    THEN(status, route(&task, error));
    task_destroy(&task);
    MEM_FREE(picture, routes);
    return status;
}
