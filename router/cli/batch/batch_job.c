/* batch_job: see the header for the contract. */
#include "router/cli/batch/batch_job.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grid/clock.h"
#include "grid/text/harmless.h"
#include "grid/text/file/watch.h"
#include "grid/text/file/output.h"
#include "router/cli/batch/batch_layout.h"
#include "router/cli/batch/batch_keep.h"
#include "router/cli/batch/record/batch_proof.h"
#include "router/cli/batch/record/layout_proof.h"
#include "router/cli/run/layout/layout_task.h"
#include "router/cli/run/deliver.h"
#include "router/cli/options/paths.h"
#include "router/cli/run/memory.h"
#include "router/cli/run/task_run.h"
#include "router/draw/scene/picture.h"

/* What the callbacks of a task need. */
struct job_context {
    const struct batch_job *job;
    const struct batch_state *state;
    bool resume;
    struct batch_record *record;
    struct batch_record checkpoint; /* owns what task->resume points to */
};

/* The design is read: its key is known now, and whether there is a checkpoint of it. */
static enum status on_prepare(void *context, struct task *task, struct error *error)
{
    struct job_context *it = context;
    const char *grid = task->design.grid_path;
    it->record->grid = path_format(error, "%s", grid != NULL ? grid : "");
    if (it->record->grid == NULL)
        return STATUS_FAILED;
    enum status status = batch_state_key(it->job, grid, &it->record->key, error);
    if (status == STATUS_OK && it->resume &&
        batch_state_load(it->state, it->job, RECORD_CHECKPOINT, &it->checkpoint)) {
        task->resume.bytes = it->checkpoint.payload;
        task->resume.size = it->checkpoint.payload_size;
    }
    return status;
}

/* A checkpoint that cannot be written costs time after a kill, nothing else: no error. */
static void on_checkpoint(void *context, const struct routes *best,
                          const struct route_checkpoint *checkpoint)
{
    const struct job_context *it = context;
    struct batch_record record = *it->record;
    (void)best;
    record.payload = checkpoint->bytes;
    record.payload_size = checkpoint->size;
    (void)batch_state_save(it->state, it->job, RECORD_CHECKPOINT, &record, NULL);
}

/* A file that cannot be opened is reported where the configuration names it. */
static enum status check_input(const struct batch_config *batch, const struct batch_job *job,
                               const struct batch_place *place, const char *path,
                               struct error *error)
{
    struct stat info;
    if (access(path, R_OK) != 0)
        return batch_error_at(batch, job, place, error, "cannot read %s: %s", path,
                              strerror(errno));
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return batch_error_at(batch, job, place, error,
                              "cannot read %s: expected a file, found a folder", path);
    return STATUS_OK;
}

static enum status check_inputs(const struct batch_config *batch, const struct batch_job *job,
                                struct error *error)
{
    const char *keep = options_text(&job->options, OPT_KEEP, NULL);
    enum status status = check_input(batch, job, &job->netlist_place, job->netlist, error);
    if (status == STATUS_OK && !deliver_is_none(keep))
        status = check_input(batch, job, &job->keep_place, keep, error);
    const char *guides = options_text(&job->options, OPT_GUIDES, NULL);
    if (status == STATUS_OK && !deliver_is_none(guides))
        status = check_input(batch, job, &job->guides_place, guides, error);
    const struct option_value *lef = &job->options.value[OPT_LEF];
    for (size_t i = 0; i < lef->list_count && status == STATUS_OK; i++)
        status = check_input(batch, job, &job->lef_place, lef->list[i], error);
    return status;
}

/* What is wrong and in no file, as a wave or a net of no such name, or a disk that is full, is
 * reported at the job's section. */
static void place_error(const struct batch_config *batch, const struct batch_job *job,
                        struct error *error)
{
    if (error->text[0] == '\0' || error->file[0] != '\0')
        return;
    struct error placed = {0};
    error_set_at(&placed, error->status, batch->config, job->line, 1, "job %s: %s", job->name,
                 error->text);
    *error = placed;
}

static void write_json(FILE *out, const void *report)
{
    report_json(out, report, 2);
}

static enum status render(struct canvas *canvas, const void *result,
                          const struct picture_options *options, struct error *error)
{
    const struct task *task = result;
    return picture_render(canvas, picture_of_grid(&task->design, &task->routes), options, error);
}

/* The run came to a result, if not a whole one. A signal while files are read leaves none, and a
 * message. */
static bool is_good(const struct batch_result *result)
{
    enum status status = result->status;
    return status != STATUS_BAD_INPUT && status != STATUS_FAILED && result->error.text[0] == '\0';
}

/* The job is done: its record is on the disk, and nothing of its way there. */
static enum status seal(const struct job_context *it, struct batch_result *result)
{
    struct batch_record *record = &result->record;
    if (result->state == JOB_STOPPED)
        return STATUS_OK;
    record->outputs = batch_state_outputs(it->state, it->job);
    enum status status = batch_state_save(it->state, it->job, RECORD_DONE, record, &result->error);
    char *checkpoint = batch_state_path(it->state, it->job, "checkpoint", NULL);
    if (status == STATUS_OK && checkpoint != NULL)
        unlink(checkpoint);
    free(checkpoint);
    return status;
}

static enum status finish(const struct job_context *it, const struct task *task,
                          struct batch_result *result)
{
    assert(is_good(result));
    struct batch_record *record = &result->record;
    const struct task_report *report = &task->report;
    record->status = result->status;
    record->nets = report->nets;
    record->routed = report->routed;
    record->length = report->length;
    record->vias = report->vias;
    record->cost = report->cost;
    record->seconds = report->seconds[PHASE_TOTAL];
    TRY(batch_keep_json(record, write_json, &task->report, &result->error));
    TRY(batch_keep_thumb(it->state, it->job, render, task, &result->error));
    return seal(it, result);
}

/* The result says what the record says; true where it is of a kind that tells no numbers. */
static bool is_proved(const struct batch_job *job, const struct batch_record *record,
                      const volatile sig_atomic_t *stop)
{
    const char *routes = job->output[BATCH_ROUTES];
    const struct option_value *value = job->options.value;
    const bool skips = value[OPT_ONLY_NET].given || value[OPT_SKIP_NET].given;
    if (routes == NULL)
        return true;
    if (!layout_task_is(job->netlist, &job->options))
        return batch_proof_fits(record, routes, skips);
    const struct layout_proof_files files = {.placed = job->netlist,
                                             .routed = routes,
                                             .lefs = (const char *const *)value[OPT_LEF].list,
                                             .lef_count = value[OPT_LEF].list_count,
                                             .skips = skips,
                                             .keeps = value[OPT_KEEP].given};
    return layout_proof_fits(record, &files, stop);
}

static bool is_finished(const struct batch_job *job, const struct batch_state *state,
                        const volatile sig_atomic_t *stop, struct batch_result *result)
{
    const struct watch watch = {.stop = stop, .memory = memory_limit(&job->options)};
    const struct watch *before = watch_set(&watch);
    const bool is = batch_state_load(state, job, RECORD_DONE, &result->record) &&
                    batch_state_outputs(state, job) == result->record.outputs &&
                    is_proved(job, &result->record, stop);
    watch_set(before);
    if (!is) {
        batch_record_destroy(&result->record);
        return false;
    }
    result->state = JOB_KEPT;
    result->status = result->record.status;
    return true;
}

/* 0 asks for as many checkpoints as there can be; more than these would mostly wait for the disk.
 */
static double checkpoint_seconds(const struct batch_job *job)
{
    uint64_t seconds = options_number(&job->options, OPT_CHECKPOINT, BATCH_CHECKPOINT_SECONDS);
    return seconds > 0 ? (double)seconds : BATCH_CHECKPOINT_LEAST;
}

static enum job_state state_of(const struct batch_result *result)
{
    bool stopped = result->status == STATUS_INTERRUPTED;
    return is_good(result) ? (stopped ? JOB_STOPPED : JOB_FINISHED)
                           : (stopped ? JOB_NOT_RUN : JOB_FAILED);
}

/* A layout starts from its beginning: it has no checkpoints. */
static void route_layout(const struct cli *cli, struct job_context *it, unsigned threads,
                         const char *prefix, FILE *lines, struct batch_result *result)
{
    result->status = batch_layout_route(cli, it->job, it->state, threads, prefix, lines,
                                        &result->record, &result->error);
    result->state = state_of(result);
    if (!is_good(result))
        return;
    enum status status = seal(it, result);
    if (status != STATUS_OK) {
        result->status = status;
        result->state = JOB_FAILED;
    }
}

/* Returns whether the run went on from a checkpoint. */
static bool route_job(const struct cli *cli, struct job_context *it,
                      const struct batch_share *share, const char *prefix, FILE *lines,
                      struct batch_result *result)
{
    const struct batch_job *job = it->job;
    const char *film = job->output[BATCH_ANIMATE]; /* of all steps: such a job starts anew */
    struct task task = {.netlist = job->netlist,
                        .picture = job->output[BATCH_PICTURE],
                        .routes_file = job->output[BATCH_ROUTES],
                        .json = job->output[BATCH_JSON],
                        .nets_csv = job->output[BATCH_NETS_CSV],
                        .animate = film,
                        .options = &job->options,
                        .stage_prefix = prefix,
                        .stage_root = it->state->output,
                        .threads = share->threads,
                        .devices = {.turn = share->turn, .of = share->of},
                        .prepare = on_prepare,
                        .checkpoint = film == NULL ? on_checkpoint : NULL,
                        .checkpoint_seconds = checkpoint_seconds(job),
                        .context = it};
    options_devices(&job->options, &task.devices);
    result->status = task_run(cli, &task, &result->error);
    result->state = state_of(result);
    if (is_good(result)) {
        const struct report_rest rest = {cli->verbose ? 0 : REPORT_UNROUTED, task.routes_file,
                                         task.json};
        report_unrouted(lines, &task.report, &rest);
        if (task.report.route.lost[0] != '\0')
            harmless_line(lines, "%s: left out: %s", job->name, task.report.route.lost);
        fprintf(lines, "%s: ", job->name);
        report_summary(lines, &task.report);
        enum status status = finish(it, &task, result);
        if (status != STATUS_OK) {
            result->status = status;
            result->state = JOB_FAILED;
        }
    }
    bool resumed = task.resume.bytes != NULL;
    task_destroy(&task);
    return resumed;
}

static void run_job(const struct cli *cli, const struct batch_config *batch,
                    const struct batch_job *job, const struct batch_state *state, bool resume,
                    const struct batch_share *share, FILE *lines, struct batch_result *result)
{
    assert(job->chosen && share->threads >= 1);
    if (resume && is_finished(job, state, cli->stop, result)) {
        batch_state_end(state, job);
        fprintf(lines, "%s: finished before: routed %" PRIu32 " of %" PRIu32 " nets\n", job->name,
                result->record.routed, result->record.nets);
        return;
    }
    if (resume && stop_raised(cli->stop)) { /* what it was is not known: nothing of it is touched */
        result->state = JOB_NOT_RUN;
        result->status = STATUS_INTERRUPTED;
        return;
    }
    struct job_context context = {
        .job = job, .state = state, .resume = resume, .record = &result->record};
    if (!resume)
        batch_state_forget(state, job);
    batch_state_begin(state, job);
    char *prefix = path_format(&result->error, "%s/.%s.", state->folder, job->name);
    result->status = prefix != NULL ? check_inputs(batch, job, &result->error) : STATUS_FAILED;
    result->state = JOB_FAILED;
    if (result->status == STATUS_OK && layout_task_is(job->netlist, &job->options)) {
        route_layout(cli, &context, share->threads, prefix, lines, result);
    } else if (result->status == STATUS_OK &&
               route_job(cli, &context, share, prefix, lines, result) &&
               result->state == JOB_FAILED) {
        /* A checkpoint that does not lead to an end must not stand in the way of one. */
        batch_state_forget(state, job);
        context.resume = false;
        error_clear(&result->error);
        batch_record_destroy(&result->record);
        (void)route_job(cli, &context, share, prefix, lines, result);
    }
    batch_state_end(state, job);
    place_error(batch, job, &result->error);
    batch_record_destroy(&context.checkpoint);
    free(prefix);
}

void batch_job_run(const struct cli *cli, const struct batch_config *batch,
                   const struct batch_job *job, const struct batch_state *state, bool resume,
                   const struct batch_share *share, FILE *lines, struct batch_result *result)
{
    bool waited;
    int lock = batch_state_take_job(state, job, cli->stop, &waited);
    run_job(cli, batch, job, state, resume || waited, share, lines, result);
    batch_state_give_job(lock);
}
