/* batch_dry: reads the jobs one after the other and prints a line for each. */
#include "router/cli/batch/batch.h"

#include "grid/clock.h"
#include "grid/text/file/watch.h"
#include "grid/text/file/path.h"
#include "router/cli/output/memory.h"
#include "router/cli/run/task_run.h"

struct dry_job {
    const char *what; /* "route", "keep", "error" */
    uint32_t nets;
    uint64_t bytes;  /* 0: unknown */
    uint64_t micros; /* of the last finished run; 0: there was none */
};

/* Reads the design as the run would. Does not print the remarks on the input. */
static enum status read_job(const struct cli *cli, const struct batch_config *batch,
                            const struct batch_job *job, struct dry_job *line, struct error *error)
{
    FILE *nowhere = fopen("/dev/null", "w");
    if (nowhere == NULL)
        return error_fail(error, "cannot open /dev/null");
    struct cli quiet = *cli;
    quiet.notes = quiet.talk = nowhere;
    quiet.progress = NULL;
    struct task task = {
        .cli = &quiet, .options = &job->options, .subject = job->subject, .netlist = job->netlist};
    const struct watch watch = {.stop = cli->stop, .memory = memory_limit(&job->options)};
    const struct watch *before = watch_set(&watch);
    enum status status = batch_job_check(batch, job, error);
    THEN(status, job->subject->read(&task, error));
    THEN(status, task_choose_nets(&task, error));
    if (status == STATUS_OK) {
        const uint32_t count = job->subject->net_count(&task);
        for (uint32_t net = 0; net < count; net++)
            line->nets += (task.skip == NULL || !task.skip[net]) &&
                          (job->subject->wants == NULL || job->subject->wants(&task, net));
        line->bytes = task.need;
    }
    watch_set(before);
    task_destroy(&task);
    fclose(nowhere);
    batch_job_place_error(batch, job, error);
    return status;
}

static void look_back(const struct batch_state *state, const struct batch_job *job, bool resume,
                      struct dry_job *line)
{
    struct run_record run = {0};
    uint64_t outputs = 0;
    if (!batch_state_load_done(state, job, &run, &outputs))
        return;
    line->micros = run.micros[PHASE_TOTAL];
    if (line->bytes == 0)
        line->bytes = run.peak_host;
    if (resume && batch_state_outputs(state, job) == outputs)
        line->what = "keep";
    record_destroy(&run);
}

static void print_line(FILE *out, int width, const char *name, const struct dry_job *line)
{
    char memory[32] = "?", seconds[32] = "?", nets[16] = "?";
    if (line->bytes > 0)
        snprintf(memory, sizeof memory, line->bytes < 1000000 ? "%.1f kB" : "%.1f MB",
                 (double)line->bytes / (line->bytes < 1000000 ? 1e3 : 1e6));
    if (line->micros > 0)
        snprintf(seconds, sizeof seconds, "%.3f", (double)line->micros / 1e6);
    if (line->nets > 0)
        snprintf(nets, sizeof nets, "%u", line->nets);
    fprintf(out, "%-*s  %-6s %8s %12s %9s\n", width, name, line->what, nets, memory, seconds);
}

enum status batch_dry_run(const struct batch_run *run, struct error *error)
{
    const struct cli *cli = run->cli;
    const struct batch_config *batch = &run->batch;
    assert(batch->count >= 1 && batch->output != NULL);
    struct batch_state state = {.output = batch->output, .lock = -1, .sharing = BATCH_GUEST};
    TRY(path_format(&state.folder, error, "%s/.batch", batch->output));
    const int width = batch_name_width(batch);
    enum status worst = STATUS_OK;
    struct error_rest *rest = calloc(1, sizeof *rest);
    fprintf(cli->talk, "%-*s  %-6s %8s %12s %9s\n", width, "job", "would", "nets", "memory",
            "seconds");
    for (size_t i = 0; i < batch->count && !stop_raised(cli->stop); i++) {
        const struct batch_job *job = &batch->jobs[i];
        struct dry_job line = {.what = "route"};
        struct error wrong = {.rest = rest};
        if (!job->chosen)
            continue;
        if (rest != NULL)
            memset(rest, 0, sizeof *rest);
        const enum status status = read_job(cli, batch, job, &line, &wrong);
        if (status == STATUS_OK)
            look_back(&state, job, run->resume, &line);
        else
            line.what = "fail";
        print_line(cli->talk, width, job->name, &line);
        fflush(cli->talk);
        if (wrong.text[0] != '\0')
            cli->print_error(&wrong, cli->colour);
        worst = status > worst ? status : worst;
    }
    MEM_FREE(state.folder, rest);
    return worst;
}
