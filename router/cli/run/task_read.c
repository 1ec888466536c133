/* task_read: reads a design, and a result if there is one, for commands that do not route. */
#include "router/cli/run/task_run.h"

#include <string.h>

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
        return error_set(error, STATUS_BAD_INPUT,
                         "only one of the design and its results can be standard input");
    TRY(subject_check_options(task, error));
    progress_stage(task->cli->progress, "reading %s", task->netlist);
    TRY(task->subject->read(task, error));
    if (result == NULL)
        return STATUS_OK;
    progress_stage(task->cli->progress, "reading %s", result);
    return task->subject->load(task, result, RESULT_SHOWN, error);
}
