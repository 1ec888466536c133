/* cmd_check: `leeway check NETLIST ROUTES`: has the independent checker judge a result. */
#include "grid/text/harmless.h"
#include "router/cli/output/deliver.h"
#include "router/cli/run/task_run.h"

enum { PRINTED_MOST = 100 }; /* faults that are printed if a report has all of them */

struct printed_faults {
    const struct cli *cli;
    const char *file;
    struct fault_report *report; /* or NULL */
};

static void print_fault(void *context, uint64_t line, const char *text)
{
    const struct printed_faults *faults = context;
    if (faults->report != NULL)
        fault_report_add(faults->report, line, text);
    if (faults->report != NULL && faults->report->count > PRINTED_MOST)
        return;
    progress_pause(faults->cli->progress);
    if (line > 0)
        harmless_line(faults->cli->faults, "%s:%" PRIu64 ": %s", faults->file, line, text);
    else
        harmless_line(faults->cli->faults, "%s: %s", faults->file, text);
}

static enum status write_report(struct task *task, struct fault_report *report, const char *file,
                                struct error *error)
{
    if (report->count > PRINTED_MOST)
        harmless_line(task->cli->faults, "%s: %zu more faults are in %s", file,
                      report->count - PRINTED_MOST, report->path);
    subject_place_faults(task, report);
    char *stem = deliver_stem(task->netlist);
    const enum status status =
        fault_report_write(report, stem != NULL ? stem : "design", file, error);
    free(stem);
    return status;
}

enum status cmd_check(const struct cli *cli, const struct options *options, struct error *error)
{
    assert(options->operand_count == 2);
    const char *file = options->operand[1], *path = options_text(options, OPT_REPORT, NULL);
    struct fault_report report = {.path = path};
    struct fault_report *wanted = deliver_is_none(path) ? NULL : &report;
    struct printed_faults faults = {cli, file, wanted};
    struct task task = {.cli = cli, .options = options, .report = wanted};
    if (wanted != NULL)
        TRY(fault_report_check(path, error));
    enum status status = task_read(&task, file, error);
    THEN(status, task.subject->judge(&task, file, print_fault, &faults, error));
    const bool judged = error == NULL || error->text[0] == '\0';
    if (wanted != NULL && judged && status != STATUS_FAILED) {
        const enum status written = write_report(&task, wanted, file, error);
        status = written == STATUS_OK ? status : written;
    }
    fault_report_destroy(&report);
    task_destroy(&task);
    return status;
}
