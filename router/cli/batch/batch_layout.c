/* batch_layout: see the header for the contract. */
#include "router/cli/batch/batch_layout.h"

#include <stdlib.h>
#include <string.h>

#include "router/cli/batch/batch_keep.h"
#include "router/cli/batch/record/layout_proof.h"
#include "router/cli/options/paths.h"
#include "router/cli/run/layout/layout_task.h"

struct layout_job {
    const struct batch_job *job;
    struct batch_record *record;
};

/* All inputs were read: the job's key is known now. */
static enum status on_prepare(void *context, struct layout_task *task, struct error *error)
{
    struct layout_job *it = context;
    (void)task;
    it->record->grid = path_format(error, "%s", "");
    return it->record->grid != NULL ? batch_state_key(it->job, NULL, &it->record->key, error)
                                    : STATUS_FAILED;
}

static void write_json(FILE *out, const void *task)
{
    layout_report_json(out, task, 2);
}

static enum status render(struct canvas *canvas, const void *result,
                          const struct picture_options *options, struct error *error)
{
    const struct layout_task *task = result;
    return picture_render(canvas, picture_of_layout(&task->routed, &task->marks), options, error);
}

static void note_numbers(const struct layout_task *task, struct batch_record *record)
{
    assert(layout_task_routed(task) <= layout_task_nets(task));
    record->status = task->status;
    record->nets = layout_task_nets(task);
    record->routed = layout_task_routed(task);
    record->length = layout_proof_microns(task->marks.length, task->layout.tech.units_per_micron);
    record->vias = task->marks.vias;
    record->cost = 0;
    record->seconds = task->seconds[PHASE_TOTAL];
}

enum status batch_layout_route(const struct cli *cli, const struct batch_job *job,
                               const struct batch_state *state, unsigned threads,
                               const char *prefix, FILE *lines, struct batch_record *record,
                               struct error *error)
{
    struct layout_job it = {job, record};
    struct layout_task task = {.def = job->netlist,
                               .picture = job->output[BATCH_PICTURE],
                               .routes = job->output[BATCH_ROUTES],
                               .json = job->output[BATCH_JSON],
                               .nets_csv = job->output[BATCH_NETS_CSV],
                               .stage_prefix = prefix,
                               .stage_root = state->output,
                               .options = &job->options,
                               .threads = threads,
                               .prepare = on_prepare,
                               .context = &it};
    struct cli own = *cli;
    own.notes = lines; /* with the job's other lines, not between those of others */
    enum status status = layout_task_run(&own, &task, error);
    if (status != STATUS_BAD_INPUT && status != STATUS_FAILED && error->text[0] == '\0') {
        layout_report_unrouted(lines, &task, cli->verbose);
        fprintf(lines, "%s: ", job->name);
        layout_report_summary(lines, &task);
        note_numbers(&task, record);
        if (batch_keep_thumb(state, job, render, &task, error) != STATUS_OK ||
            batch_keep_json(record, write_json, &task, error) != STATUS_OK)
            status = STATUS_FAILED;
    }
    layout_task_destroy(&task);
    return status;
}
