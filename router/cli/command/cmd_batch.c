/* cmd_batch: `leeway batch CONFIG.ini`. */
#include <stdlib.h>

#include "router/cli/batch/batch_outputs.h"
#include "router/cli/batch/batch_read.h"
#include "router/cli/batch/batch_report.h"

static enum status run(const struct cli *cli, const struct options *options,
                       struct batch_config *batch, struct batch_result *results,
                       struct error *error)
{
    struct batch_state state = {.lock = -1};
    uint64_t parallel =
        options_number(options, OPT_JOBS, options_number(&batch->defaults, OPT_JOBS, 0));
    enum status status = batch_outputs_make_folders(batch, error);
    if (status == STATUS_OK)
        status = batch_state_open(&state, batch->output, error);
    if (status == STATUS_OK)
        status = batch_run(cli, batch, &state, options_flag(options, OPT_RESUME),
                           (unsigned)parallel, results, error);
    if (status == STATUS_OK) {
        progress_pause(cli->progress);
        batch_report_table(cli->talk, batch, results);
        progress_stage(cli->progress, "writing batch.json and contact.png");
        status = batch_report_write(batch, &state, results, error);
    }
    batch_state_close(&state);
    return status != STATUS_OK ? status : batch_report_status(batch, results);
}

enum status cmd_batch(const struct cli *cli, const struct options *options, struct error *error)
{
    const struct option_value *only = &options->value[OPT_ONLY];
    struct batch_config batch = {0};
    struct batch_result *results = NULL;
    progress_stage(cli->progress, "reading %s", options->operand[0]);
    enum status status = batch_read(&batch, options->operand[0], error);
    const struct option_value *limit = &options->value[OPT_MEMORY_LIMIT];
    for (size_t i = 0; i < batch.count && limit->given; i++) { /* the command line wins */
        batch.jobs[i].options.value[OPT_MEMORY_LIMIT].given = true;
        batch.jobs[i].options.value[OPT_MEMORY_LIMIT].number = limit->number;
    }
    if (status == STATUS_OK)
        status = batch_choose(&batch, only->list, only->list_count, error);
    if (status == STATUS_OK) {
        results = mem_alloc(batch.count, sizeof *results, "results", error);
        status = results != NULL ? run(cli, options, &batch, results, error) : STATUS_FAILED;
    }
    for (size_t i = 0; results != NULL && i < batch.count; i++)
        batch_record_destroy(&results[i].record);
    free(results);
    batch_destroy(&batch);
    return status;
}
