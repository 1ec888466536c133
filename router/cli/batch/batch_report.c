/* batch_report: builds the report from the entries of all known jobs: the jobs of this run, and
 * jobs of an earlier run, whose entries are in .batch/report. */
#include "router/cli/batch/batch.h"

#include <unistd.h>

#include "grid/text/file/memory_text.h"
#include "grid/text/harmless.h"
#include "grid/text/file/path.h"
#include "router/cli/output/deliver.h"
#include "router/draw/contact.h"

enum { CAUSE_COLUMNS = 78 }; /* maximum width of a failed job's cause in the table, in columns */

/* A job in batch.json and in the contact sheet. */
struct job_entry {
    const char *job;
    uint32_t status;
    char *detail; /* the line below its picture; owned if chosen */
    char *json;   /* its object; owned if chosen */
    bool chosen, pictured;
};

static const char *const RESULT_WORD[JOB_STATES] = {
    [JOB_NOT_RUN] = "not run", [JOB_RUNNING] = "not run", [JOB_FINISHED] = "routed",
    [JOB_KEPT] = "routed",     [JOB_STOPPED] = "stopped", [JOB_FAILED] = "failed"};

const char *batch_result_word(const struct batch_result *result)
{
    assert(result->state < JOB_STATES);
    const bool ended = result->state == JOB_FINISHED || result->state == JOB_KEPT;
    return ended && result->status != STATUS_OK ? "unrouted" : RESULT_WORD[result->state];
}

bool batch_has_numbers(const struct batch_result *result)
{
    return result->state == JOB_FINISHED || result->state == JOB_KEPT ||
           result->state == JOB_STOPPED;
}

int batch_name_width(const struct batch_config *batch)
{
    int width = 3;
    for (size_t i = 0; i < batch->count; i++)
        if (batch->jobs[i].chosen && (int)strlen(batch->jobs[i].name) > width)
            width = (int)strlen(batch->jobs[i].name);
    return width;
}

void batch_report_table(FILE *out, const struct batch_config *batch)
{
    assert(batch->count > 0);
    const int width = batch_name_width(batch);
    fprintf(out, "\n%-*s  %-8s %8s %8s %13s %8s %12s %9s\n", width, "job", "result", "nets",
            "routed", "length", "vias", "cost", "seconds");
    for (size_t i = 0; i < batch->count; i++) {
        const struct batch_result *result = &batch->jobs[i].result;
        const struct run_record *run = &result->run;
        if (!batch->jobs[i].chosen)
            continue;
        fprintf(out, "%-*s  %-8s", width, batch->jobs[i].name, batch_result_word(result));
        if (batch_has_numbers(result))
            fprintf(out, " %8u %8u %10" PRIu64 "%s %8" PRIu64 " %12" PRIu64 " %9.3f", run->nets,
                    run->routed, record_length(run), run->units > 0 ? " um" : "   ", run->vias,
                    run->cost, (double)run->micros[PHASE_TOTAL] / 1e6);
        else if (result->error.text[0] != '\0')
            fprintf(out, " %.*s", CAUSE_COLUMNS, result->error.text);
        fputc('\n', out);
    }
}

/* The entries of an earlier run, and the memory that their words are in. */
struct earlier_report {
    struct batch_record record;
    struct job_entry *entry;
    size_t count, capacity;
};

static void earlier_destroy(struct earlier_report *earlier)
{
    batch_record_destroy(&earlier->record);
    MEM_CLEAR(earlier, earlier->entry);
}

/* Reads the report at path. Empty if there is none, or no run can have written it. */
static void read_earlier(struct earlier_report *earlier, const char *path)
{
    *earlier = (struct earlier_report){0};
    if (!batch_state_read(path, RECORD_REPORT, &earlier->record))
        return;
    char *text = (char *)earlier->record.payload;
    struct record_cursor it = {text, text + earlier->record.payload_size, true};
    while (it.good && it.at < it.end) {
        struct job_entry entry = {.job = record_take_word(&it, "job")};
        entry.status = (uint32_t)record_take_number(&it, "status", UINT32_MAX);
        entry.detail = record_take_word(&it, "detail");
        entry.json = record_take_word(&it, "json");
        it.good =
            it.good && (entry.status <= STATUS_FAILED || entry.status == STATUS_INTERRUPTED) &&
            MEM_APPEND(earlier->entry, earlier->capacity, earlier->count, entry, "report", NULL) ==
                STATUS_OK;
    }
    if (!it.good)
        earlier_destroy(earlier);
}

/* The status of a job in the report: one that did not start counts as interrupted. */
static enum status status_of(const struct batch_result *result)
{
    const bool waiting = result->state == JOB_NOT_RUN || result->state == JOB_RUNNING;
    return waiting ? STATUS_INTERRUPTED : result->status;
}

static void json_of_job(FILE *out, const struct batch_job *job)
{
    const struct error *error = &job->result.error;
    harmless_member(out, "\n {", "job", job->name);
    fprintf(out, ", \"result\": \"%s\",\n  ", batch_result_word(&job->result));
    if (batch_has_numbers(&job->result)) {
        fputs(job->result.run.json, out);
        return;
    }
    harmless_member(out, "\"version\": 1, ", "netlist", job->netlist);
    fprintf(out, ",\n   \"status\": %d", (int)status_of(&job->result));
    if (error->text[0] != '\0') {
        harmless_member(out, ", ", "error", error->text);
        harmless_member(out, ", ", "file", error->file);
        fprintf(out, ", \"line\": %" PRIu64, error->line);
    }
    fputc('}', out);
}

static enum status make_detail(char **detail, const struct batch_result *result,
                               struct error *error)
{
    const struct run_record *run = &result->run;
    const bool grid = run->units == 0;
    if (!batch_has_numbers(result))
        return path_format(detail, error, "%s", batch_result_word(result));
    return path_format(detail, error, "%u of %u nets, %s %" PRIu64 "%s%s", run->routed, run->nets,
                       grid ? "cost" : "length", grid ? run->cost : record_length(run),
                       grid ? "" : " um", result->state == JOB_STOPPED ? ", stopped" : "");
}

static enum status make_entry(struct job_entry *entry, const struct batch_job *job,
                              struct error *error)
{
    assert(job->chosen);
    struct memory_text json;
    TRY(memory_text_open(&json, "a report", error));
    json_of_job(json.out, job);
    const enum status status = memory_text_end(&json, STATUS_OK, error);
    *entry = (struct job_entry){.job = job->name,
                                .status = status_of(&job->result),
                                .json = json.text,
                                .chosen = true,
                                .pictured = batch_has_numbers(&job->result)};
    TRY(status);
    return make_detail(&entry->detail, &job->result, error);
}

/* Collects the entries of the jobs, of this run if they were chosen, else of the earlier report. */
static enum status collect(const struct batch_config *batch, const struct earlier_report *earlier,
                           struct job_entry *entries, size_t *count, struct error *error)
{
    for (size_t i = 0; i < batch->count; i++) {
        const struct batch_job *job = &batch->jobs[i];
        size_t old = 0;
        while (old < earlier->count && strcmp(earlier->entry[old].job, job->name) != 0)
            old++;
        if (job->chosen)
            TRY(make_entry(&entries[(*count)++], job, error));
        else if (old < earlier->count)
            entries[(*count)++] = earlier->entry[old];
    }
    return STATUS_OK;
}

static void print_json(FILE *out, const struct job_entry *entries, size_t count)
{
    uint32_t worst = STATUS_OK;
    for (size_t i = 0; i < count; i++)
        worst = entries[i].status > worst ? entries[i].status : worst;
    fprintf(out, "{\"version\": 1, \"status\": %u, \"jobs\": [", worst);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%s", i > 0 ? "," : "", entries[i].json);
    fputs("\n]}\n", out);
}

static enum status write_json(const struct job_entry *entries, size_t count, const char *path,
                              struct error *error)
{
    struct output output = {0};
    TRY(output_open(&output, path, error));
    print_json(output.stream, entries, count);
    return output_commit(&output, error);
}

static enum status write_entries(const struct job_entry *entries, size_t count, const char *path,
                                 struct error *error)
{
    assert(count > 0);
    struct output output = {0};
    struct batch_record record = {.grid = (char *)""};
    struct memory_text text;
    TRY(memory_text_open(&text, "a report", error));
    for (size_t i = 0; i < count; i++) {
        record_put_word(text.out, "job", entries[i].job);
        record_put_number(text.out, "status", entries[i].status);
        record_put_word(text.out, "detail", entries[i].detail);
        record_put_word(text.out, "json", entries[i].json);
    }
    enum status status = memory_text_end(&text, STATUS_OK, error);
    record.payload = (uint8_t *)text.text;
    record.payload_size = text.size;
    THEN(status, output_open(&output, path, error));
    THEN(status, batch_record_write(output.stream, RECORD_REPORT, &record, error));
    status = output_end(&output, status, error);
    free(text.text);
    return status;
}

static enum status draw_contact(const struct batch_state *state, const struct job_entry *entries,
                                size_t count, const char *path, struct error *error)
{
    struct contact_item *items = mem_alloc(count, sizeof *items, "contact sheet", error);
    char **thumbs = mem_alloc(count, sizeof *thumbs, "contact sheet", error);
    enum status status = items != NULL && thumbs != NULL ? STATUS_OK : STATUS_FAILED;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        const struct job_entry *entry = &entries[i];
        const struct batch_job named = {.name = (char *)entry->job};
        status = batch_state_path(&thumbs[i], state, &named, "thumb.png", error);
        const char *thumb = thumbs[i];
        const bool pictured =
            entry->chosen ? entry->pictured : thumb != NULL && access(thumb, R_OK) == 0;
        items[i] = (struct contact_item){.picture = pictured ? thumb : NULL,
                                         .needed = entry->pictured,
                                         .caption = entry->job,
                                         .detail = entry->detail};
    }
    THEN(status, contact_write(path, items, count, error));
    for (size_t i = 0; i < count && thumbs != NULL; i++)
        free(thumbs[i]);
    MEM_FREE(thumbs, items);
    return status;
}

/* Writes the three files, all or none. */
static enum status deliver(const struct batch_config *batch, const struct batch_state *state,
                           const struct job_entry *entries, size_t count, const char *report,
                           struct error *error)
{
    char *prefix = NULL, *json = NULL, *contact = NULL;
    enum status status = path_format(&prefix, error, "%s/.report.", state->folder);
    THEN(status, path_format(&json, error, "%s/batch.json", batch->output));
    THEN(status, path_format(&contact, error, "%s/contact.png", batch->output));
    struct delivery delivery = {.prefix = prefix, .root = batch->output};
    const char *to;
    THEN(status, deliver_stage(&delivery, json, &to, error));
    THEN(status, write_json(entries, count, to, error));
    THEN(status, deliver_stage(&delivery, contact, &to, error));
    THEN(status, draw_contact(state, entries, count, to, error));
    THEN(status, deliver_stage(&delivery, report, &to, error));
    THEN(status, write_entries(entries, count, to, error));
    status = deliver_end(&delivery, status, error);
    MEM_FREE(prefix, json, contact);
    return status;
}

enum status batch_report_write(const struct batch_config *batch, const struct batch_state *state,
                               FILE *copy, struct error *error)
{
    assert(batch->count >= 1);
    struct earlier_report earlier = {0};
    struct job_entry *entries;
    size_t count = 0;
    TRY(MEM_NEW(entries, batch->count, "report", error));
    char *report;
    enum status status = path_format(&report, error, "%s/report", state->folder);
    if (status == STATUS_OK)
        read_earlier(&earlier, report);
    THEN(status, collect(batch, &earlier, entries, &count, error));
    THEN(status, deliver(batch, state, entries, count, report, error));
    if (status == STATUS_OK && copy != NULL)
        print_json(copy, entries, count);
    for (size_t i = 0; i < count; i++)
        if (entries[i].chosen)
            MEM_FREE(entries[i].detail, entries[i].json);
    earlier_destroy(&earlier);
    MEM_FREE(entries, report);
    return status;
}

enum status batch_report_status(const struct batch_config *batch)
{
    enum status worst = STATUS_OK;
    for (size_t i = 0; i < batch->count; i++)
        if (batch->jobs[i].chosen && status_of(&batch->jobs[i].result) > worst)
            worst = status_of(&batch->jobs[i].result);
    return worst;
}
