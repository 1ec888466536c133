/* cmd_batch: `leeway batch CONFIG.ini`, by one process or by several (batch/cluster/). */
#include "grid/text/harmless.h"
#include "router/cli/batch/cluster/ranks.h"
#include "router/cli/batch/cluster/shard.h"
#include "router/cli/output/deliver.h"

static bool is_stdout(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

struct batch_command {
    struct batch_run run;
    const struct options *options;
    struct ranks ranks;
    size_t *order; /* jobs to hand out to ranks */
};

/* Opens the folder of the batch; rank 0 first, which makes it. */
static enum status open_state(struct batch_command *it, struct error *error)
{
    const bool first = it->ranks.index == 0;
    const bool part = it->options->value[OPT_SHARD].given;
    enum status status = STATUS_OK;
    if (first)
        status = batch_outputs_make_folders(&it->run.batch, error);
    if (first && status == STATUS_OK)
        status = batch_state_open(&it->run.state, it->run.batch.output,
                                  part ? BATCH_SHARED : BATCH_ALONE, error);
    status = ranks_agree(&it->ranks, status);
    return first || status != STATUS_OK
               ? status
               : batch_state_open(&it->run.state, it->run.batch.output, BATCH_GUEST, error);
}

/* Reads the records of jobs that other ranks have finished. */
static void load_results(struct batch_command *it)
{
    uint64_t outputs;
    for (size_t i = 0; i < it->run.batch.count; i++) {
        struct batch_job *job = &it->run.batch.jobs[i];
        struct batch_result *result = &job->result;
        if (!job->chosen || result->state != JOB_NOT_RUN ||
            !batch_state_load_done(&it->run.state, job, &result->run, &outputs))
            continue;
        result->state = JOB_FINISHED;
        result->status = result->run.status;
    }
}

static enum status run_jobs(struct batch_command *it, struct error *error)
{
    struct batch_run *run = &it->run;
    const uint64_t usual = options_number(&run->batch.defaults, OPT_JOBS, 0);
    size_t count = 0;
    assert(it->order != NULL && it->ranks.beside >= 1);
    run->parallel = (unsigned)options_number(it->options, OPT_JOBS, usual);
    run->process = it->ranks.local;
    run->processes = it->ranks.beside;
    run->cores = cores_available() / run->processes;
    run->cores += run->cores == 0;
    if (it->ranks.mpi == NULL)
        return batch_run_jobs(run, error);
    TRY(shard_order(&run->batch, it->order, &count, error));
    TRY(ranks_deal(&it->ranks, it->order, count, error));
    run->take = ranks_take;
    run->failed = ranks_failed;
    run->context = &it->ranks;
    enum status status = batch_run_jobs(run, error);
    ranks_gather(&it->ranks, run->batch.jobs);
    if (it->ranks.index == 0)
        load_results(it);
    return status;
}

/* Writes the files of the report, and the copy that --json names. */
static enum status write_report(struct batch_command *it, struct error *error)
{
    const char *json = options_text(it->options, OPT_JSON, NULL);
    if (deliver_is_none(json) || is_stdout(json))
        return batch_report_write(&it->run.batch, &it->run.state,
                                  is_stdout(json) ? it->run.cli->out : NULL, error);
    struct output copy = {0};
    TRY(output_open(&copy, json, error));
    const enum status status =
        batch_report_write(&it->run.batch, &it->run.state, copy.stream, error);
    return output_end(&copy, status, error);
}

/* Prints the table, and writes the report unless this is a part of a batch. */
static enum status report(struct batch_command *it, struct error *error)
{
    const struct cli *cli = it->run.cli;
    if (it->ranks.index != 0)
        return STATUS_OK;
    progress_pause(cli->progress);
    batch_report_table(cli->talk, &it->run.batch);
    if (!it->options->value[OPT_SHARD].given) {
        progress_stage(cli->progress, "writing batch.json and contact.png");
        TRY(write_report(it, error));
    }
    return batch_report_status(&it->run.batch);
}

/* The command line's options replace the jobs'. Processes of a host share its GPUs by default. */
static enum status override(const struct batch_command *it, struct batch_job *job,
                            struct error *error)
{
    assert(job->subject != NULL);
    const struct option_value *limit = &it->options->value[OPT_MEMORY_LIMIT];
    struct option_value *own = job->options.value;
    const char *gpus = options_text(it->options, OPT_GPUS, NULL);
    const bool all = it->ranks.beside > 1 && !own[OPT_GPUS].given;
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

static enum status prepare(struct batch_command *it, struct error *error)
{
    const struct option_value *only = &it->options->value[OPT_ONLY];
    const char *part = options_text(it->options, OPT_SHARD, NULL);
    struct shard shard = {1, 1};
    if (part != NULL)
        TRY(shard_parse(part, &shard, error));
    if (part != NULL && it->ranks.mpi != NULL)
        return error_refuse(error, "--shard: a batch under mpirun deals its jobs out itself");
    progress_stage(it->run.cli->progress, "reading %s", it->options->operand[0]);
    TRY(batch_read(&it->run.batch, it->options->operand[0], error));
    for (size_t i = 0; i < it->run.batch.count; i++)
        TRY(override(it, &it->run.batch.jobs[i], error));
    TRY(batch_choose(&it->run.batch, only->list, only->list_count, error));
    if (part != NULL)
        TRY(shard_choose(&it->run.batch, shard, error));
    it->run.resume = options_flag(it->options, OPT_RESUME);
    return MEM_NEW(it->order, it->run.batch.count, "jobs", error);
}

/* --show-config: prints the options of [batch] and of each chosen job, with the place of each. */
static void show_config(const struct batch_command *it)
{
    FILE *out = it->run.cli->out;
    fprintf(out, "[batch]\n");
    options_show(out, &it->run.batch.defaults, FOR_BATCH_SECTION);
    for (size_t i = 0; i < it->run.batch.count; i++) {
        const struct batch_job *job = &it->run.batch.jobs[i];
        if (!job->chosen)
            continue;
        fputc('\n', out);
        harmless_line(out, "[job %s]", job->name);
        options_show(out, &job->options, FOR_JOB_SECTION);
        options_show(out, &job->options, FOR_ROUTE);
    }
}

static enum status execute(struct batch_command *it, struct error *error)
{
    const bool first = it->ranks.index == 0;
    const char *jsonl = options_text(it->options, OPT_JSONL, NULL);
    enum status status = open_state(it, error);
    if (first && !deliver_is_none(jsonl))
        THEN(status, batch_events_open(&it->run, jsonl, error));
    THEN(status, run_jobs(it, error));
    THEN(status, report(it, error));
    batch_state_close(&it->run.state);
    return batch_events_close(&it->run, status, error);
}

enum status cmd_batch(const struct cli *cli, const struct options *options, struct error *error)
{
    struct cli mine = *cli;
    struct batch_command it = {.run = {.cli = &mine, .state = {.lock = -1}}, .options = options};
    TRY(ranks_join(&it.ranks, error));
    if (it.ranks.index != 0)
        mine.progress = NULL; /* rank 0 shows the progress of all */
    if (is_stdout(options_text(options, OPT_JSON, NULL)) ||
        is_stdout(options_text(options, OPT_JSONL, NULL)))
        mine.talk = mine.notes;
    enum status status = ranks_agree(&it.ranks, prepare(&it, error));
    if (status == STATUS_OK && options_flag(options, OPT_SHOW_CONFIG))
        show_config(&it);
    else if (status == STATUS_OK && options_flag(options, OPT_DRY_RUN))
        status = batch_dry_run(&it.run, error);
    else
        THEN(status, execute(&it, error));
    if (it.ranks.index != 0)
        error_clear(error); /* rank 0 prints it */
    ranks_leave(&it.ranks);
    free(it.order);
    batch_destroy(&it.run.batch);
    return status;
}
