/* cmd_convert: `leeway convert DESIGN [RESULT] -o NAME`: a design or result in another form. */
#include "router/cli/run/task_run.h"

enum status cmd_convert(const struct cli *cli, const struct options *options, struct error *error)
{
    const char *result = options->operand_count > 1 ? options->operand[1] : NULL;
    const char *path = options_text(options, OPT_OUTPUT, NULL);
    struct task task = {.cli = cli, .options = options, .netlist = options->operand[0]};
    assert(options->operand_count >= 1 && options->operand_count <= 2);
    if (path == NULL)
        return error_refuse(error, "convert: -o NAME is missing");
    if (subject_of(task.netlist, options)->convert == NULL)
        return error_set_at(error, STATUS_BAD_INPUT, task.netlist, 0, 0,
                            "expected a layout: a DEF with --lef FILE..., or what convert made of "
                            "one; netlists on grids have one form only");
    enum status status = task_read(&task, result, error);
    THEN(status, task_output_check(&task, path, "--output", &result, 1, error));
    THEN(status, task.subject->convert(&task, path, error));
    task_destroy(&task);
    return status;
}
