/* batch_report: builds the report from the entries of all known jobs: the jobs of this run, and
 * jobs of an earlier run, whose entries are in .batch/report. */
#include "router/cli/batch/batch_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grid/text/harmless.h"
#include "grid/text/file/output.h"
#include "router/cli/options/paths.h"
#include "router/cli/output/deliver.h"
#include "router/cli/output/record_fields.h"
#include "router/cli/output/report.h"
#include "router/draw/contact.h"

enum { CAUSE_COLUMNS = 78 }; /* most columns of a failed job's cause in the table */

/* A job in batch.json. */
struct job_entry {
    const char *job, *netlist;
    uint32_t state; /* enum job_state */
    uint32_t status;
    const char *error, *file; /* NULL: no error */
    uint64_t line;
    const char *text;             /* of the run's record; NULL: it has none */
    const struct run_record *run; /* the record; NULL: it has none */
    struct run_record read;       /* of an earlier run */
    bool chosen;
};

static const struct json_field ENTRY_FIELDS[] = {
    RECORD_FIELD(job_entry, WORD, job),
    RECORD_FIELD(job_entry, WORD, netlist),
    RECORD_FIELD(job_entry, 32, state),
    RECORD_FIELD(job_entry, 32, status),
    RECORD_FIELD(job_entry, WORD_OR_NULL, error),
    RECORD_FIELD(job_entry, WORD_OR_NULL, file),
    RECORD_FIELD(job_entry, 64, line),
    RECORD_FIELD(job_entry, WORD_OR_NULL, text),
};
static const struct record_table ENTRY = RECORD_TABLE(ENTRY_FIELDS, sizeof(struct job_entry));

static const char *const RESULT_WORD[JOB_STATES] = {
    [JOB_NOT_RUN] = "not run", [JOB_RUNNING] = "not run", [JOB_FINISHED] = "routed",
    [JOB_KEPT] = "routed",     [JOB_STOPPED] = "stopped", [JOB_FAILED] = "failed"};

const char *batch_result_word(enum job_state state, enum status status)
{
    assert(state < JOB_STATES);
    const bool ended = state == JOB_FINISHED || state == JOB_KEPT;
    return ended && status != STATUS_OK ? "unrouted" : RESULT_WORD[state];
}

bool batch_has_numbers(enum job_state state)
{
    return state == JOB_FINISHED || state == JOB_KEPT || state == JOB_STOPPED;
}

int batch_name_width(const struct batch_config *batch)
{
    int width = 3;
    for (size_t i = 0; i < batch->count; i++)
        if (batch->jobs[i].chosen && (int)strlen(batch->jobs[i].name) > width)
            width = (int)strlen(batch->jobs[i].name);
    return width;
}

void batch_report_table(FILE *out, const struct batch_config *batch,
                        const struct batch_result *results)
{
    assert(batch->count > 0);
    const int width = batch_name_width(batch);
    fprintf(out, "\n%-*s  %-8s %8s %8s %13s %8s %12s %9s\n", width, "job", "result", "nets",
            "routed", "length", "vias", "cost", "seconds");
    for (size_t i = 0; i < batch->count; i++) {
        const struct run_record *run = &results[i].run;
        if (!batch->jobs[i].chosen)
            continue;
        fprintf(out, "%-*s  %-8s", width, batch->jobs[i].name,
                batch_result_word(results[i].state, results[i].status));
        if (batch_has_numbers(results[i].state))
            fprintf(out,
                    " %8" PRIu32 " %8" PRIu32 " %10" PRIu64 "%s %8" PRIu64 " %12" PRIu64 " %9.3f",
                    run->nets, run->routed, record_length(run), run->units > 0 ? " um" : "   ",
                    run->vias, run->cost, (double)run->micros[PHASE_TOTAL] / 1e6);
        else if (results[i].error.text[0] != '\0')
            fprintf(out, " %.*s", CAUSE_COLUMNS, results[i].error.text);
        fputc('\n', out);
    }
}

/* ---- entries -------------------------------------------------------------------------------- */

/* The entries of an earlier run, and the memory that their words are in. */
struct earlier_report {
    struct batch_record record;
    struct job_entry *entry;
    size_t count;
};

static void earlier_destroy(struct earlier_report *earlier)
{
    for (size_t i = 0; i < earlier->count; i++)
        record_destroy(&earlier->entry[i].read);
    free(earlier->entry);
    batch_record_destroy(&earlier->record);
    *earlier = (struct earlier_report){0};
}

/* Reads the record of the entry's run. Returns false if the entry contradicts itself, so that no
 * run can have written it. */
static bool entry_holds(struct job_entry *entry)
{
    if (entry->state >= JOB_STATES || entry->state == JOB_RUNNING ||
        (entry->status > STATUS_FAILED && entry->status != STATUS_INTERRUPTED) ||
        (entry->text != NULL) != batch_has_numbers(entry->state))
        return false;
    if (entry->text == NULL)
        return true;
    entry->run = &entry->read;
    return record_read(&entry->read, (char *)entry->text, strlen(entry->text)) &&
           entry->read.status == entry->status;
}

/* Reads the report at path. The result is empty if there is none, or if one of its entries
 * contradicts itself. */
static void read_earlier(struct earlier_report *earlier, const char *path)
{
    *earlier = (struct earlier_report){0};
    if (!batch_state_read(path, RECORD_REPORT, &earlier->record))
        return;
    char *text = (char *)earlier->record.payload;
    struct record_cursor it = {text, text + earlier->record.payload_size, true};
    earlier->entry = record_take_list(&it, "jobs", &ENTRY, &earlier->count);
    bool good = it.good && it.at == it.end;
    for (size_t i = 0; i < earlier->count && good; i++)
        good = entry_holds(&earlier->entry[i]);
    if (!good)
        earlier_destroy(earlier);
}

static struct job_entry entry_of(const struct batch_job *job, const struct batch_result *result)
{
    assert(job->chosen && result->state < JOB_STATES);
    const bool has_error = result->error.text[0] != '\0';
    const bool failed = result->state == JOB_FAILED;
    return (struct job_entry){
        .job = job->name,
        .netlist = job->netlist,
        .state = result->state == JOB_RUNNING ? JOB_NOT_RUN : result->state,
        .status = failed || batch_has_numbers(result->state) ? result->status : STATUS_INTERRUPTED,
        .error = has_error ? result->error.text : NULL,
        .file = has_error ? result->error.file : NULL,
        .line = result->error.line,
        .chosen = true};
}

/* Collects the entries of the configuration's jobs, in its order: from this run if the job was
 * chosen for it, else from the earlier report. */
static enum status collect(const struct batch_config *batch, const struct batch_result *results,
                           const struct earlier_report *earlier, struct job_entry *entries,
                           size_t *count, struct error *error)
{
    for (size_t i = 0; i < batch->count; i++) {
        const struct batch_job *job = &batch->jobs[i];
        size_t old = 0;
        while (old < earlier->count && strcmp(earlier->entry[old].job, job->name) != 0)
            old++;
        if (!job->chosen && old == earlier->count)
            continue;
        struct job_entry *entry = &entries[(*count)++];
        *entry = job->chosen ? entry_of(job, &results[i]) : earlier->entry[old];
        entry->run = !batch_has_numbers(entry->state) ? NULL
                     : job->chosen                    ? &results[i].run
                                                      : entry->run;
        /* The text is made again: record_read has overwritten that of an earlier entry. */
        size_t size;
        entry->text = entry->run != NULL ? record_text(entry->run, &size, error) : NULL;
        if (entry->run != NULL && entry->text == NULL)
            return STATUS_FAILED;
    }
    return STATUS_OK;
}

/* ---- files ---------------------------------------------------------------------------------- */

static void json_of_job(FILE *out, const struct job_entry *entry)
{
    fputs("\n {\"job\": ", out);
    harmless_json(out, entry->job);
    fprintf(out, ", \"result\": \"%s\",\n  ", batch_result_word(entry->state, entry->status));
    if (entry->run != NULL) {
        report_json_members(out, entry->run, 2);
        return;
    }
    fputs("\"version\": 1, \"netlist\": ", out);
    harmless_json(out, entry->netlist);
    fprintf(out, ",\n   \"status\": %" PRIu32, entry->status);
    if (entry->error != NULL) {
        fputs(", \"error\": ", out);
        harmless_json(out, entry->error);
        fputs(", \"file\": ", out);
        harmless_json(out, entry->file != NULL ? entry->file : "");
        fprintf(out, ", \"line\": %" PRIu64, entry->line);
    }
    fputc('}', out);
}

static void print_json(FILE *out, const struct job_entry *entries, size_t count)
{
    uint32_t worst = STATUS_OK;
    for (size_t i = 0; i < count; i++)
        worst = entries[i].status > worst ? entries[i].status : worst;
    fprintf(out, "{\"version\": 1, \"status\": %" PRIu32 ", \"jobs\": [", worst);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? "," : "", out);
        json_of_job(out, &entries[i]);
    }
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
    char *text = NULL;
    FILE *memory = open_memstream(&text, &record.payload_size);
    if (memory != NULL)
        record_put_list(memory, "jobs", &ENTRY, entries, count);
    const bool made = memory != NULL && fclose(memory) == 0 && text != NULL;
    enum status status =
        made ? STATUS_OK : error_set(error, STATUS_FAILED, "out of memory for a report");
    record.payload = (uint8_t *)text;
    THEN(status, output_open(&output, path, error));
    THEN(status, batch_record_write(output.stream, RECORD_REPORT, &record, error));
    status = output_end(&output, status, error);
    free(text);
    return status;
}

/* The line below a job's picture. */
static char *detail(const struct job_entry *entry, struct error *error)
{
    const struct run_record *run = entry->run;
    if (run == NULL)
        return path_format(error, "%s", batch_result_word(entry->state, entry->status));
    const bool grid = run->units == 0;
    return path_format(error, "%" PRIu32 " of %" PRIu32 " nets, %s %" PRIu64 "%s%s", run->routed,
                       run->nets, grid ? "cost" : "length", grid ? run->cost : record_length(run),
                       grid ? "" : " um", entry->state == JOB_STOPPED ? ", stopped" : "");
}

static enum status draw_contact(const struct batch_state *state, const struct job_entry *entries,
                                size_t count, const char *path, struct error *error)
{
    struct contact_item *items = mem_alloc(count, sizeof *items, "contact sheet", error);
    char **texts = mem_alloc(count * 2, sizeof *texts, "contact sheet", error);
    enum status status = items != NULL && texts != NULL ? STATUS_OK : STATUS_FAILED;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        const struct job_entry *entry = &entries[i];
        const struct batch_job named = {.name = (char *)entry->job};
        char *thumb = texts[i * 2] = batch_state_path(state, &named, "thumb.png", error);
        char *words = texts[i * 2 + 1] = detail(entry, error);
        const bool pictured =
            entry->chosen ? entry->run != NULL : thumb != NULL && access(thumb, R_OK) == 0;
        items[i] = (struct contact_item){.picture = pictured ? thumb : NULL,
                                         .needed = entry->chosen && pictured,
                                         .caption = entry->job,
                                         .detail = words};
        status = thumb != NULL && words != NULL ? STATUS_OK : STATUS_FAILED;
    }
    THEN(status, contact_write(path, NULL, items, count, error));
    for (size_t i = 0; i < count * 2 && texts != NULL; i++)
        free(texts[i]);
    MEM_FREE(texts, items);
    return status;
}

/* The three files, all or none. */
static enum status deliver(const struct batch_config *batch, const struct batch_state *state,
                           const struct job_entry *entries, size_t count, const char *report,
                           struct error *error)
{
    char *prefix = path_format(error, "%s/.report.", state->folder);
    char *json = path_format(error, "%s/batch.json", batch->output);
    char *contact = path_format(error, "%s/contact.png", batch->output);
    struct delivery delivery = {.prefix = prefix, .root = batch->output};
    const char *to;
    enum status status =
        prefix != NULL && json != NULL && contact != NULL ? STATUS_OK : STATUS_FAILED;
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
                               const struct batch_result *results, FILE *copy, struct error *error)
{
    assert(batch->count >= 1);
    struct earlier_report earlier = {0};
    struct job_entry *entries;
    size_t count = 0;
    TRY(MEM_NEW(entries, batch->count, "report", error));
    char *report = path_format(error, "%s/report", state->folder);
    enum status status = report != NULL ? STATUS_OK : STATUS_FAILED;
    if (status == STATUS_OK)
        read_earlier(&earlier, report);
    THEN(status, collect(batch, results, &earlier, entries, &count, error));
    THEN(status, deliver(batch, state, entries, count, report, error));
    if (status == STATUS_OK && copy != NULL)
        print_json(copy, entries, count);
    for (size_t i = 0; i < count; i++)
        free((char *)entries[i].text);
    earlier_destroy(&earlier);
    MEM_FREE(entries, report);
    return status;
}

enum status batch_report_status(const struct batch_config *batch,
                                const struct batch_result *results)
{
    enum status worst = STATUS_OK;
    for (size_t i = 0; i < batch->count; i++) {
        bool waiting = results[i].state == JOB_NOT_RUN || results[i].state == JOB_RUNNING;
        enum status status = waiting ? STATUS_INTERRUPTED : results[i].status;
        if (batch->jobs[i].chosen && status > worst)
            worst = status;
    }
    return worst;
}
