/* task_run: runs a task: reads its inputs, routes, writes its outputs, and reports. */
#include "router/cli/run/task_run.h"

#include "grid/clock.h"
#include "grid/text/file/watch.h"
#include "router/cli/output/deliver.h"
#include "router/cli/output/memory.h"
#include "router/cli/output/report.h"

/* Reads all inputs before nets are routed. */
static enum status read_inputs(struct task *task, struct error *error)
{
    const char *kept = options_text(task->options, OPT_KEEP, NULL);
    TRY(task->subject->read(task, error));
    task->seconds[PHASE_READ] = clock_seconds() - task->start;
    TRY(task_note_origin(task, error));
    TRY(task_choose_nets(task, error));
    TRY(task_outputs_check(task, error));
    if (task->hooks.prepare != NULL)
        TRY(task->hooks.prepare(task->hooks.context, task, error));
    if (!deliver_is_none(kept))
        TRY(task->subject->load(task, kept, RESULT_KEPT, error));
    return task_check_partial(task, error);
}

enum status task_run(struct task *task, struct error *error)
{
    const struct cli *cli = task->cli;
    assert(cli != NULL && task->subject != NULL && task->data == NULL && task->skip == NULL);
    task->start = clock_seconds();
    task->limit = (double)options_number(task->options, OPT_TIME_LIMIT, 0);
    task->with_result = true;
    TRY(subject_check_options(task, error));
    /* A signal and the time limit end the reading: there is no result then. */
    const struct watch watch = {cli->stop, task->limit > 0 ? task->start + task->limit : 0,
                                memory_limit(task->options), MEMORY_SEARCH_BYTES};
    progress_stage(cli->progress, "reading %s", task->netlist);
    const struct watch *before = watch_set(&watch);
    enum status status = read_inputs(task, error);
    watch_set(before);
    progress_limit(cli->progress, task->limit);
    THEN(status, task->subject->route(task, error));
    progress_limit(cli->progress, 0);
    THEN(status, task_outputs_write(task, error));
    return status == STATUS_OK ? task->status : status;
}

enum status task_read(struct task *task, const char *result, struct error *error)
{
    const struct options *options = task->options;
    size_t from_pipe = 0;
    assert(task->cli != NULL && options->operand_count >= 1);
    task->netlist = options->operand[0];
    task->subject = subject_of(task->netlist, options);
    task->with_result = result != NULL;
    for (size_t i = 0; i < options->operand_count; i++)
        from_pipe += strcmp(options->operand[i], "-") == 0;
    if (from_pipe > 1)
        return error_refuse(error, "only one of the design and its results can be standard input");
    TRY(subject_check_options(task, error));
    progress_stage(task->cli->progress, "reading %s", task->netlist);
    TRY(task->subject->read(task, error));
    if (result == NULL)
        return STATUS_OK;
    progress_stage(task->cli->progress, "reading %s", result);
    return task->subject->load(task, result, RESULT_SHOWN, error);
}

bool task_has_result(const struct task *task, enum status status)
{
    assert(status != STATUS_OK || task->record.name != NULL);
    return (status == STATUS_OK || status == STATUS_UNROUTED || status == STATUS_INTERRUPTED) &&
           task->record.name != NULL;
}

static void print_why(void *context, const struct open_record *net, FILE *out)
{
    struct task *task = context;
    task->subject->why(task, net, out);
}

void task_report(struct task *task, FILE *out)
{
    assert(task->record.name != NULL);
    const char *const files[] = {task->subject->names_open ? task->output[TASK_ROUTES] : NULL,
                                 task->output[TASK_JSON]};
    report_unrouted(out, &task->record, task->cli->verbose ? 0 : REPORT_UNROUTED, files, print_why,
                    task);
    if (task->subject->report != NULL)
        task->subject->report(task, out);
    report_summary(out, &task->record);
}
