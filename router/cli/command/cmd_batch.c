/* cmd_batch: `leeway batch CONFIG.ini`, by one process or by several (batch/cluster/). */
#include <stdlib.h>
#include <string.h>

#include "grid/text/file/output.h"
#include "grid/text/harmless.h"
#include "router/cli/batch/batch_dry.h"
#include "router/cli/batch/batch_events.h"
#include "router/cli/batch/batch_outputs.h"
#include "router/cli/batch/batch_config.h"
#include "router/cli/batch/batch_report.h"
#include "router/cli/batch/cluster/ranks.h"
#include "router/cli/batch/cluster/shard.h"
#include "router/cli/output/deliver.h"

static bool is_stdout(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

/* A run of the command. */
struct batch_run {
    const struct cli *cli;
    const struct options *options;
    struct ranks *ranks; /* NULL: this process alone */
    struct batch_config batch;
    struct batch_state state;
    struct batch_result *results;
    struct batch_events events;
    size_t *order; /* jobs to hand out to ranks */
};

/* Opens the folder of the batch; rank 0 first, which makes it. */
static enum status open_state(struct batch_run *run, struct error *error)
{
    const bool first = ranks_index(run->ranks) == 0;
    const bool part = run->options->value[OPT_SHARD].given;
    enum status status = STATUS_OK;
    if (first)
        status = batch_outputs_make_folders(&run->batch, error);
    if (first && status == STATUS_OK)
        status = batch_state_open(&run->state, run->batch.output, part ? BATCH_SHARED : BATCH_ALONE,
                                  error);
    status = ranks_agree(run->ranks, status);
    return first || status != STATUS_OK
               ? status
               : batch_state_open(&run->state, run->batch.output, BATCH_GUEST, error);
}

/* Reads the records of jobs that other ranks have finished. */
static void load_results(struct batch_run *run)
{
    uint64_t outputs;
    for (size_t i = 0; i < run->batch.count; i++) {
        struct batch_result *result = &run->results[i];
        const struct batch_job *job = &run->batch.jobs[i];
        if (!job->chosen || result->state != JOB_NOT_RUN ||
            !batch_state_load_done(&run->state, job, &result->run, &outputs))
            continue;
        result->state = JOB_FINISHED;
        result->status = result->run.status;
    }
}

static enum status run_jobs(struct batch_run *run, struct error *error)
{
    const unsigned beside = ranks_beside(run->ranks);
    assert(beside >= 1);
    const unsigned cores = cores_available() / beside;
    assert(run->results != NULL && run->order != NULL);
    size_t count = 0;
    struct batch_way way = {
        .resume = options_flag(run->options, OPT_RESUME),
        .parallel = (unsigned)options_number(run->options, OPT_JOBS,
                                             options_number(&run->batch.defaults, OPT_JOBS, 0)),
        .cores = cores > 0 ? cores : 1,
        .process = ranks_local(run->ranks),
        .processes = beside,
        .events = &run->events};
    if (run->ranks == NULL)
        return batch_run(run->cli, &run->batch, &run->state, &way, run->results, error);
    TRY(shard_order(&run->batch, run->order, &count, error));
    TRY(ranks_deal(run->ranks, run->order, count, error));
    way.take = ranks_take;
    way.failed = ranks_failed;
    way.context = run->ranks;
    enum status status = batch_run(run->cli, &run->batch, &run->state, &way, run->results, error);
    ranks_gather(run->ranks, run->results);
    if (ranks_index(run->ranks) == 0)
        load_results(run);
    return status;
}

/* The report's files, and the copy that --json names. */
static enum status write_report(struct batch_run *run, struct error *error)
{
    const char *json = options_text(run->options, OPT_JSON, NULL);
    if (deliver_is_none(json) || is_stdout(json))
        return batch_report_write(&run->batch, &run->state, run->results,
                                  is_stdout(json) ? run->cli->out : NULL, error);
    struct output copy = {0};
    TRY(output_open(&copy, json, error));
    const enum status status =
        batch_report_write(&run->batch, &run->state, run->results, copy.stream, error);
    return output_end(&copy, status, error);
}

/* Prints the table, and writes the report unless this is a part of a batch. */
static enum status report(struct batch_run *run, struct error *error)
{
    const struct cli *cli = run->cli;
    if (ranks_index(run->ranks) != 0)
        return STATUS_OK;
    progress_pause(cli->progress);
    batch_report_table(cli->talk, &run->batch, run->results);
    if (!run->options->value[OPT_SHARD].given) {
        progress_stage(cli->progress, "writing batch.json and contact.png");
        TRY(write_report(run, error));
    }
    return batch_report_status(&run->batch, run->results);
}

/* Options of the command line replace those of the jobs. Processes of one host share all its GPUs
 * unless some are named. */
static enum status override(const struct batch_run *run, struct batch_job *job, struct error *error)
{
    assert(job->subject != NULL);
    const struct option_value *limit = &run->options->value[OPT_MEMORY_LIMIT];
    struct option_value *own = job->options.value;
    const char *gpus = options_text(run->options, OPT_GPUS, NULL);
    const bool all = ranks_beside(run->ranks) > 1 && !own[OPT_GPUS].given;
    if (limit->given) {
        options_reset(&job->options, OPT_MEMORY_LIMIT);
        TRY(options_set(&job->options, OPT_MEMORY_LIMIT, limit->text, limit->place, error));
    }
    if (gpus == NULL && !all)
        return STATUS_OK;
    options_reset(&job->options, OPT_GPUS);
    TRY(options_set(&job->options, OPT_GPUS, gpus != NULL ? gpus : "all", (struct option_place){0},
                    error));
    own[OPT_GPUS].inherited = true;
    subject_drop_defaults(job->subject, &job->options);
    return STATUS_OK;
}

static enum status prepare(struct batch_run *run, struct error *error)
{
    const struct option_value *only = &run->options->value[OPT_ONLY];
    const char *part = options_text(run->options, OPT_SHARD, NULL);
    struct shard shard = {1, 1};
    if (part != NULL)
        TRY(shard_parse(part, &shard, error));
    if (part != NULL && run->ranks != NULL)
        return error_set(error, STATUS_BAD_INPUT,
                         "--shard: a batch under mpirun deals its jobs out itself");
    progress_stage(run->cli->progress, "reading %s", run->options->operand[0]);
    TRY(batch_read(&run->batch, run->options->operand[0], error));
    for (size_t i = 0; i < run->batch.count; i++)
        TRY(override(run, &run->batch.jobs[i], error));
    TRY(batch_choose(&run->batch, only->list, only->list_count, error));
    if (part != NULL)
        TRY(shard_choose(&run->batch, shard, error));
    run->results = mem_alloc(run->batch.count, sizeof *run->results, "results", error);
    run->order = mem_alloc(run->batch.count, sizeof *run->order, "jobs", error);
    return run->results != NULL && run->order != NULL ? STATUS_OK : STATUS_FAILED;
}

/* --show-config: the options of [batch] and of each chosen job, with what set them. */
static void show_config(const struct batch_run *run)
{
    FILE *out = run->cli->out;
    fprintf(out, "[batch]\n");
    options_show(out, &run->batch.defaults, FOR_BATCH_SECTION);
    for (size_t i = 0; i < run->batch.count; i++) {
        const struct batch_job *job = &run->batch.jobs[i];
        if (!job->chosen)
            continue;
        fputc('\n', out);
        harmless_line(out, "[job %s]", job->name);
        options_show(out, &job->options, FOR_JOB_SECTION);
        options_show(out, &job->options, FOR_ROUTE);
    }
}

static enum status execute(struct batch_run *run, struct error *error)
{
    const bool first = ranks_index(run->ranks) == 0;
    const char *jsonl = options_text(run->options, OPT_JSONL, NULL);
    enum status status = open_state(run, error);
    if (first && !deliver_is_none(jsonl))
        THEN(status, batch_events_open(&run->events, jsonl, run->cli->out, error));
    THEN(status, run_jobs(run, error));
    THEN(status, report(run, error));
    batch_state_close(&run->state);
    return batch_events_close(&run->events, status, run->cli->out, error);
}

enum status cmd_batch(const struct cli *cli, const struct options *options, struct error *error)
{
    struct batch_run run = {.options = options, .state = {.lock = -1}};
    TRY(ranks_join(&run.ranks, error));
    struct cli mine = *cli;
    if (ranks_index(run.ranks) != 0)
        mine.progress = NULL; /* rank 0 shows the progress of all */
    if (is_stdout(options_text(options, OPT_JSON, NULL)) ||
        is_stdout(options_text(options, OPT_JSONL, NULL)))
        mine.talk = mine.notes;
    run.cli = &mine;
    enum status status = ranks_agree(run.ranks, prepare(&run, error));
    if (status == STATUS_OK && options_flag(options, OPT_SHOW_CONFIG))
        show_config(&run);
    else if (status == STATUS_OK && options_flag(options, OPT_DRY_RUN))
        status = batch_dry_run(&mine, &run.batch, options_flag(options, OPT_RESUME), error);
    else
        THEN(status, execute(&run, error));
    if (ranks_index(run.ranks) != 0)
        error_clear(error); /* rank 0 prints it */
    ranks_leave(run.ranks);
    for (size_t i = 0; run.results != NULL && i < run.batch.count; i++)
        record_destroy(&run.results[i].run);
    MEM_FREE(run.results, run.order);
    batch_destroy(&run.batch);
    return status;
}
