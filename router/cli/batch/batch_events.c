/* batch_events: prints the lines, each flushed. */
#include "router/cli/batch/batch_events.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "grid/clock.h"
#include "grid/text/harmless.h"
#include "router/cli/batch/batch_report.h"

enum status batch_events_open(struct batch_events *events, const char *path, FILE *out,
                              struct error *error)
{
    *events = (struct batch_events){.start = clock_seconds()};
    if (path == NULL)
        return STATUS_OK;
    events->file = strcmp(path, "-") == 0 ? out : fopen(path, "w");
    return events->file != NULL
               ? STATUS_OK
               : error_set(error, STATUS_FAILED, "--jsonl: cannot write %.300s: %s", path,
                           strerror(errno));
}

/* Prints the members that each line has; job NULL: none. */
static void begin_line(const struct batch_events *events, const char *event, const char *job)
{
    fprintf(events->file, "{\"event\": \"%s\", \"seconds\": %.3f", event,
            clock_seconds() - events->start);
    if (job != NULL) {
        harmless_member(events->file, ", ", "job", job);
    }
}

static void end_line(const struct batch_events *events)
{
    fputs("}\n", events->file);
    fflush(events->file);
}

void batch_events_begin(const struct batch_events *events, const struct batch_job *job)
{
    if (events->file == NULL)
        return;
    begin_line(events, "begin", job->name);
    end_line(events);
}

void batch_events_end(const struct batch_events *events, const struct batch_job *job,
                      const struct batch_result *result)
{
    const struct run_record *run = &result->run;
    if (events->file == NULL)
        return;
    begin_line(events, "end", job->name);
    fprintf(events->file, ", \"result\": \"%s\", \"status\": %d",
            batch_result_word(result->state, result->status), (int)result->status);
    if (batch_has_numbers(result->state))
        fprintf(events->file,
                ", \"nets\": %" PRIu32 ", \"routed\": %" PRIu32 ", \"length\": %" PRIu64
                ", \"vias\": %" PRIu64 ", \"cost\": %" PRIu64,
                run->nets, run->routed, record_length(run), run->vias, run->cost);
    if (result->error.text[0] != '\0') {
        harmless_member(events->file, ", ", "error", result->error.text);
    }
    end_line(events);
}

enum status batch_events_close(struct batch_events *events, enum status status, FILE *out,
                               struct error *error)
{
    if (events->file == NULL)
        return status;
    begin_line(events, "done", NULL);
    fprintf(events->file, ", \"status\": %d", (int)status);
    end_line(events);
    const bool wrong = ferror(events->file) != 0;
    const bool closed = events->file == out || fclose(events->file) == 0;
    events->file = NULL;
    if (closed && !wrong)
        return status;
    error_clear(error);
    return error_set(error, STATUS_FAILED, "--jsonl: cannot write all events");
}
