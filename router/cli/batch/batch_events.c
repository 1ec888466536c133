/* batch_events: prints the lines, each flushed. */
#include "router/cli/batch/batch.h"

#include <errno.h>

#include "grid/clock.h"
#include "grid/text/harmless.h"

enum status batch_events_open(struct batch_run *run, const char *path, struct error *error)
{
    run->start = clock_seconds();
    if (path == NULL)
        return STATUS_OK;
    run->events = strcmp(path, "-") == 0 ? run->cli->out : fopen(path, "w");
    return run->events != NULL
               ? STATUS_OK
               : error_fail(error, "--jsonl: cannot write %.300s: %s", path, strerror(errno));
}

static void begin_line(const struct batch_run *run, const char *event)
{
    fprintf(run->events, "{\"event\": \"%s\", \"seconds\": %.3f", event,
            clock_seconds() - run->start);
}

static void end_line(const struct batch_run *run)
{
    fputs("}\n", run->events);
    fflush(run->events);
}

static void put_result(FILE *out, const struct batch_result *result)
{
    const struct run_record *run = &result->run;
    fprintf(out, ", \"result\": \"%s\", \"status\": %d", batch_result_word(result),
            (int)result->status);
    if (batch_has_numbers(result))
        fprintf(out,
                ", \"nets\": %u, \"routed\": %u, \"length\": %" PRIu64 ", \"vias\": %" PRIu64
                ", \"cost\": %" PRIu64,
                run->nets, run->routed, record_length(run), run->vias, run->cost);
    if (result->error.text[0] != '\0')
        harmless_member(out, ", ", "error", result->error.text);
}

void batch_event(const struct batch_run *run, const struct batch_job *job)
{
    const bool begins = job->result.state == JOB_RUNNING;
    if (run->events == NULL)
        return;
    begin_line(run, begins ? "begin" : "end");
    harmless_member(run->events, ", ", "job", job->name);
    if (!begins)
        put_result(run->events, &job->result);
    end_line(run);
}

enum status batch_events_close(struct batch_run *run, enum status status, struct error *error)
{
    if (run->events == NULL)
        return status;
    begin_line(run, "done");
    fprintf(run->events, ", \"status\": %d", (int)status);
    end_line(run);
    const bool wrong = ferror(run->events) != 0;
    const bool closed = run->events == run->cli->out || fclose(run->events) == 0;
    run->events = NULL;
    if (closed && !wrong)
        return status;
    error_clear(error);
    return error_fail(error, "--jsonl: cannot write all events");
}
