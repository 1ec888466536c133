/* batch_job: runs one job as a task, and stores its record, its checkpoints and its thumbnail. */
#include "router/cli/batch/batch.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grid/clock.h"
#include "grid/text/harmless.h"
#include "grid/text/file/watch.h"
#include "grid/text/file/path.h"
#include "router/cli/output/memory.h"
#include "router/cli/run/task_run.h"
#include "router/draw/contact.h"

struct job_context {
    struct cli cli; /* without progress: several jobs share the terminal */
    const struct batch_run *run;
    const struct batch_state *state;
    struct batch_job *job;
    const struct batch_share *share;
    FILE *lines;        /* what is printed about the job */
    const char *prefix; /* of staged files */
    bool resume;
    struct batch_record record;     /* key and grid, once the design is read */
    struct batch_record checkpoint; /* owns what task->resume points to */
};

/* Called when the design has been read: computes its key and loads its checkpoint, if any. */
static enum status on_prepare(void *context, struct task *task, struct error *error)
{
    struct job_context *it = context;
    const char *grid = task->subject->input(task);
    assert(it->record.grid == NULL);
    TRY(path_format(&it->record.grid, error, "%s", grid != NULL ? grid : ""));
    TRY(batch_state_key(it->job, grid, &it->record.key, error));
    if (it->resume && batch_state_load(it->state, it->job, RECORD_CHECKPOINT, &it->checkpoint)) {
        task->resume.bytes = it->checkpoint.payload;
        task->resume.size = it->checkpoint.payload_size;
    }
    return STATUS_OK;
}

/* Writes a checkpoint. A failure is ignored: it only costs time if the run is killed. */
static void on_checkpoint(void *context, const struct route_checkpoint *checkpoint)
{
    const struct job_context *it = context;
    struct batch_record record = it->record;
    assert(record.grid != NULL && checkpoint->size % sizeof(uint64_t) == 0);
    record.payload = checkpoint->bytes;
    record.payload_size = checkpoint->size;
    (void)batch_state_save(it->state, it->job, RECORD_CHECKPOINT, &record, NULL);
}

/* Reports an option that does not apply to the design before a file that the option names. */
enum status batch_job_check(const struct batch_config *batch, const struct batch_job *job,
                            struct error *error)
{
    const struct task task = {
        .options = &job->options, .subject = job->subject, .netlist = job->netlist};
    enum option option;
    const char *path;
    struct error wrong = {0};
    const enum status status = subject_check_options(&task, &wrong);
    if (status != STATUS_OK) {
        *error = wrong;
        snprintf(error->text, sizeof error->text, "job %s: ", job->name);
        text_append(error->text, sizeof error->text, "%s", wrong.text);
        return status;
    }
    for (size_t i = 0; (path = batch_input(job, i, &option)) != NULL; i++) {
        struct stat info;
        if (access(path, R_OK) != 0)
            return batch_error_at(batch, job, option, error, "cannot read %s: %s", path,
                                  strerror(errno));
        if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
            return batch_error_at(batch, job, option, error,
                                  "cannot read %s: expected a file, found a folder", path);
    }
    return STATUS_OK;
}

void batch_job_place_error(const struct batch_config *batch, const struct batch_job *job,
                           struct error *error)
{
    struct error placed = {0};
    if (error->text[0] == '\0' || error->file[0] != '\0')
        return;
    error_set_at(&placed, error->status, batch->config, job->line, 1, "job %s: %s", job->name,
                 error->text);
    *error = placed;
}

/* Stores the task's record as the payload, and reads it back into *run. */
static enum status keep_record(struct job_context *it, const struct task *task,
                               struct run_record *run, struct error *error)
{
    char *text = record_text(&task->record, &it->record.payload_size, error);
    char *copy = text != NULL ? strdup(text) : NULL;
    assert(it->record.payload == NULL && task->record.name != NULL);
    it->record.payload = (uint8_t *)text;
    if (copy == NULL || !record_read(run, copy, it->record.payload_size)) {
        free(copy);
        return error_fail(error, "out of memory for a record");
    }
    run->text = copy;
    return STATUS_OK;
}

static enum status keep_thumb(const struct job_context *it, struct task *task, struct error *error)
{
    struct picture_options options = {.fit = 3 * CONTACT_THUMB, .bare = true};
    struct picture_subject scene;
    struct canvas canvas = {0};
    char *path;
    enum status status = batch_state_path(&path, it->state, it->job, "thumb.png", error);
    THEN(status, task->subject->scene(task, &scene, &options, error));
    THEN(status, picture_render(&canvas, scene, &options, error));
    if (status == STATUS_OK)
        unlink(path); /* a link or a second name of another file is not written through */
    THEN(status, canvas_write(&canvas, path, error));
    if (status == STATUS_OK && !output_sync_file(path))
        status = error_fail(error, "cannot write %s: %s", path, strerror(errno));
    canvas_destroy(&canvas);
    free(path);
    return status == STATUS_OK ? STATUS_OK : STATUS_FAILED;
}

/* Ends a finished job: writes its record, then removes its checkpoint. */
static enum status seal(struct job_context *it, struct error *error)
{
    assert(it->record.payload != NULL && it->record.grid != NULL);
    it->record.outputs = batch_state_outputs(it->state, it->job);
    TRY(batch_state_save(it->state, it->job, RECORD_DONE, &it->record, error));
    batch_state_remove(it->state, it->job, "checkpoint");
    return STATUS_OK;
}

static enum status keep(struct job_context *it, struct task *task)
{
    struct batch_result *result = &it->job->result;
    TRY(keep_record(it, task, &result->run, &result->error));
    TRY(keep_thumb(it, task, &result->error));
    return result->state == JOB_STOPPED ? STATUS_OK : seal(it, &result->error);
}

/* The time between two checkpoints, at least BATCH_CHECKPOINT_LEAST, so that disks keep up. */
static double checkpoint_seconds(const struct batch_job *job)
{
    uint64_t seconds = options_number(&job->options, OPT_CHECKPOINT, BATCH_CHECKPOINT_SECONDS);
    return seconds > 0 ? (double)seconds : BATCH_CHECKPOINT_LEAST;
}

static struct task task_of(struct job_context *it, const struct cli *cli)
{
    const struct batch_job *job = it->job;
    struct task task = {.cli = cli,
                        .options = &job->options,
                        .subject = job->subject,
                        .netlist = job->netlist,
                        .stage_prefix = it->prefix,
                        .stage_root = it->state->output,
                        .threads = it->share->threads,
                        .devices = {.turn = it->share->turn, .of = it->share->of},
                        .hooks = {.prepare = on_prepare,
                                  .checkpoint = on_checkpoint,
                                  .seconds = checkpoint_seconds(job),
                                  .context = it}};
    for (int kind = 0; kind < TASK_OUTPUTS; kind++)
        task.output[kind] = job->output[kind];
    options_devices(&job->options, &task.devices);
    return task;
}

/* Prints the lines of a text, each after the job's name. */
static void print_notes(const struct job_context *it, char *text)
{
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        fprintf(it->lines, "%s: %s\n", it->job->name, line);
}

/* Routes the job. Returns true if the run continued from a checkpoint. */
static bool route(struct job_context *it)
{
    struct batch_result *result = &it->job->result;
    struct cli own = it->cli;
    char *notes = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&notes, &size);
    own.notes = memory != NULL ? memory : it->lines; /* with the job's other lines */
    struct task task = task_of(it, &own);
    result->status = task_run(&task, &result->error);
    if (task_has_result(&task, result->status))
        task_report(&task, own.notes);
    if (memory != NULL && fclose(memory) == 0 && notes != NULL)
        print_notes(it, notes);
    free(notes);
    if (task_has_result(&task, result->status)) {
        result->state = result->status == STATUS_INTERRUPTED ? JOB_STOPPED : JOB_FINISHED;
        if (task.lost[0] != '\0')
            harmless_line(it->lines, "%s: left out: %s", it->job->name, task.lost);
        const enum status status = keep(it, &task);
        if (status != STATUS_OK) {
            result->status = status;
            result->state = JOB_FAILED;
        }
    } else {
        /* A signal while files are read leaves no result. */
        result->state = result->status == STATUS_INTERRUPTED ? JOB_NOT_RUN : JOB_FAILED;
    }
    const bool resumed = task.resume.bytes != NULL;
    task_destroy(&task);
    return resumed;
}

static void forget_run(struct job_context *it)
{
    record_destroy(&it->job->result.run);
    batch_record_destroy(&it->record);
    batch_record_destroy(&it->checkpoint);
}

/* True if the result agrees with the record: a record can be copied or made by hand. */
static bool is_proved(const struct cli *cli, const struct batch_job *job,
                      const struct run_record *run)
{
    struct options as_check = job->options; /* borrowed: nothing is routed */
    struct task task = {
        .cli = cli, .options = &as_check, .subject = job->subject, .netlist = job->netlist};
    const char *routes = job->output[TASK_ROUTES];
    as_check.command = COMMAND_CHECK;
    task.with_result = true;
    const bool proved = routes == NULL || (job->subject->read(&task, NULL) == STATUS_OK &&
                                           subject_proves(&task, routes, run));
    task_destroy(&task);
    return proved;
}

static bool is_finished(const struct job_context *it)
{
    const struct batch_job *job = it->job;
    struct batch_result *result = &it->job->result;
    const struct watch watch = {.stop = it->cli.stop, .memory = memory_limit(&job->options)};
    const struct watch *before = watch_set(&watch);
    uint64_t outputs = 0;
    const bool is = batch_state_load_done(it->state, job, &result->run, &outputs) &&
                    batch_state_outputs(it->state, job) == outputs &&
                    is_proved(&it->cli, job, &result->run);
    watch_set(before);
    if (!is) {
        record_destroy(&result->run);
        return false;
    }
    result->state = JOB_KEPT;
    result->status = result->run.status;
    return true;
}

static void run_job(struct job_context *it)
{
    const struct batch_job *job = it->job;
    struct batch_result *result = &it->job->result;
    assert(job->chosen && it->share->threads >= 1);
    if (it->resume && is_finished(it)) {
        batch_state_remove(it->state, job, "began");
        fprintf(it->lines, "%s: finished before: routed %u of %u nets\n", job->name,
                result->run.routed, result->run.nets);
        return;
    }
    if (it->resume && stop_raised(it->cli.stop)) { /* the job may be finished: change nothing */
        result->state = JOB_NOT_RUN;
        result->status = STATUS_INTERRUPTED;
        return;
    }
    if (!it->resume)
        batch_state_forget(it->state, job);
    batch_state_begin(it->state, job);
    char *prefix;
    result->status = path_format(&prefix, &result->error, "%s/.%s.", it->state->folder, job->name);
    it->prefix = prefix;
    result->state = JOB_FAILED;
    THEN(result->status, batch_job_check(&it->run->batch, job, &result->error));
    if (result->status == STATUS_OK && route(it) && result->state == JOB_FAILED) {
        /* A checkpoint that does not lead to a result must not prevent one. */
        batch_state_forget(it->state, job);
        it->resume = false;
        error_clear(&result->error);
        forget_run(it);
        (void)route(it);
    }
    batch_state_remove(it->state, job, "began");
    batch_job_place_error(&it->run->batch, job, &result->error);
    batch_record_destroy(&it->record);
    batch_record_destroy(&it->checkpoint);
    free(prefix);
}

void batch_job_run(const struct batch_run *run, struct batch_job *job,
                   const struct batch_share *share, FILE *lines)
{
    bool waited;
    int lock = batch_state_take_job(&run->state, job, run->cli->stop, &waited);
    struct job_context it = {.cli = *run->cli,
                             .run = run,
                             .state = &run->state,
                             .job = job,
                             .share = share,
                             .lines = lines,
                             .resume = run->resume || waited};
    it.cli.progress = NULL;
    run_job(&it);
    if (lock >= 0)
        close(lock);
}
