/* cmd_check: `leeway check NETLIST ROUTES`: has the independent checker judge a result. */
#include <inttypes.h>
#include <string.h>

#include "grid/text/harmless.h"
#include "router/cli/run/task_run.h"

struct printed_faults {
    const struct cli *cli;
    const char *file;
};

static void print_fault(void *context, uint64_t line, const char *text)
{
    const struct printed_faults *faults = context;
    progress_pause(faults->cli->progress);
    if (line > 0)
        harmless_line(faults->cli->faults, "%s:%" PRIu64 ": %s", faults->file, line, text);
    else
        harmless_line(faults->cli->faults, "%s: %s", faults->file, text);
}

enum status cmd_check(const struct cli *cli, const struct options *options, struct error *error)
{
    assert(options->operand_count == 2);
    const char *file = options->operand[1];
    struct printed_faults faults = {cli, file};
    struct task task = {.cli = cli, .options = options};
    enum status status = task_read(&task, file, error);
    THEN(status, task.subject->judge(&task, file, print_fault, &faults, error));
    task_destroy(&task);
    return status;
}
