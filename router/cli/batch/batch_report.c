/* batch_report: see the header for the contract. */
#include "router/cli/batch/batch_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grid/text/harmless.h"
#include "grid/text/file/output.h"
#include "router/cli/batch/batch_earlier.h"
#include "router/cli/run/deliver.h"
#include "router/cli/options/paths.h"
#include "router/cli/run/report.h"
#include "router/draw/contact.h"

static const char *result_word(const struct batch_result *result)
{
    switch (result->state) {
    case JOB_FINISHED:
    case JOB_KEPT:
        return result->status == STATUS_OK ? "routed" : "unrouted";
    case JOB_STOPPED:
        return "stopped";
    case JOB_FAILED:
        return "failed";
    default:
        return "not run";
    }
}

static bool has_numbers(const struct batch_result *result)
{
    return result->state == JOB_FINISHED || result->state == JOB_KEPT ||
           result->state == JOB_STOPPED;
}

void batch_report_table(FILE *out, const struct batch_config *batch,
                        const struct batch_result *results)
{
    int width = 3;
    for (size_t i = 0; i < batch->count; i++)
        if (batch->jobs[i].chosen && (int)strlen(batch->jobs[i].name) > width)
            width = (int)strlen(batch->jobs[i].name);
    fprintf(out, "\n%-*s  %-8s %8s %8s %10s %8s %12s %9s\n", width, "job", "result", "nets",
            "routed", "length", "vias", "cost", "seconds");
    for (size_t i = 0; i < batch->count; i++) {
        const struct batch_record *record = &results[i].record;
        if (!batch->jobs[i].chosen)
            continue;
        fprintf(out, "%-*s  %-8s", width, batch->jobs[i].name, result_word(&results[i]));
        if (has_numbers(&results[i]))
            fprintf(out,
                    " %8" PRIu32 " %8" PRIu32 " %10" PRIu64 " %8" PRIu64 " %12" PRIu64 " %9.3f",
                    record->nets, record->routed, record->length, record->vias, record->cost,
                    record->seconds);
        fputc('\n', out);
    }
}

/* The rest of the object of a job that left none of its own: its status and its error. */
static void json_of_failed(FILE *out, const struct batch_job *job,
                           const struct batch_result *result)
{
    fputs("\"version\": 1, \"netlist\": ", out);
    harmless_json(out, job->netlist);
    fprintf(out, ",\n   \"status\": %d",
            result->state == JOB_FAILED ? (int)result->status : (int)STATUS_INTERRUPTED);
    if (result->error.text[0] != '\0') {
        fputs(", \"error\": ", out);
        harmless_json(out, result->error.text);
        fputs(", \"file\": ", out);
        harmless_json(out, result->error.file);
        fprintf(out, ", \"line\": %" PRIu64, result->error.line);
    }
    fputc('}', out);
}

/* The object of a job of this run, or the one that an earlier run left; false where there is none.
 */
static bool json_of_job(FILE *out, const struct batch_job *job, const struct batch_result *result,
                        const struct batch_earlier *earlier, const char *comma)
{
    const struct batch_object old = batch_earlier_find(earlier, job->name);
    if (!job->chosen && old.text == NULL)
        return false;
    fprintf(out, "%s\n ", comma);
    if (!job->chosen) {
        fwrite(old.text, 1, old.length, out);
        return true;
    }
    fputs("{\"job\": ", out);
    harmless_json(out, job->name);
    fputs(", \"result\": ", out);
    harmless_json(out, result_word(result));
    fputs(",\n  ", out);
    /* The object's own brace is left out: the job's fields are part of it. */
    const struct batch_record *record = &result->record;
    if (has_numbers(result)) {
        assert(record->payload_size >= 2 && record->payload[0] == '{');
        fwrite(record->payload + 1, 1, record->payload_size - 1, out);
    } else {
        json_of_failed(out, job, result);
    }
    return true;
}

/* The worst status of all jobs that the file tells of. */
static int worst_status(const struct batch_config *batch, const struct batch_result *results,
                        const struct batch_earlier *earlier)
{
    int worst = (int)batch_report_status(batch, results);
    for (size_t i = 0; i < batch->count; i++) {
        const struct batch_object old = batch_earlier_find(earlier, batch->jobs[i].name);
        double status =
            batch->jobs[i].chosen || old.text == NULL ? 0 : batch_object_number(old, "status", 0);
        bool known = status <= STATUS_FAILED || status == STATUS_INTERRUPTED;
        worst = known && status > worst ? (int)status : worst;
    }
    return worst;
}

static enum status write_json(const struct batch_config *batch, const struct batch_result *results,
                              const struct batch_earlier *earlier, const char *path,
                              struct error *error)
{
    struct output output = {0};
    enum status status = output_open(&output, path, error);
    if (status != STATUS_OK)
        return status;
    const char *comma = "";
    fprintf(output.stream, "{\"version\": 1, \"status\": %d, \"jobs\": [",
            worst_status(batch, results, earlier));
    for (size_t i = 0; i < batch->count; i++)
        if (json_of_job(output.stream, &batch->jobs[i], &results[i], earlier, comma))
            comma = ",";
    fputs("\n]}\n", output.stream);
    return output_commit(&output, error);
}

/* The line below a job's picture. */
static char *detail(const struct batch_result *result, struct error *error)
{
    const struct batch_record *record = &result->record;
    if (!has_numbers(result))
        return path_format(error, "%s", result_word(result));
    /* Wires of a grid cost at least their length; a layout has no costs. */
    bool layout = record->cost == 0 && record->length > 0;
    return path_format(error, "%" PRIu32 " of %" PRIu32 " nets, %s %" PRIu64 "%s%s", record->routed,
                       record->nets, layout ? "length" : "cost",
                       layout ? record->length : record->cost, layout ? " um" : "",
                       result->state == JOB_STOPPED ? ", stopped" : "");
}

/* The same of a job that an earlier run did. */
static char *detail_of_earlier(struct batch_object old, struct error *error)
{
    double micron = batch_object_number(old, "length_um", -1);
    double routed = batch_object_number(old, "routed", -1);
    if (routed < 0)
        return path_format(error, "%s", batch_object_is(old, "failed") ? "failed" : "not run");
    return path_format(
        error, "%.0f of %.0f nets, %s %.0f%s%s", routed, batch_object_number(old, "nets", 0),
        micron >= 0 ? "length" : "cost", micron >= 0 ? micron : batch_object_number(old, "cost", 0),
        micron >= 0 ? " um" : "", batch_object_is(old, "stopped") ? ", stopped" : "");
}

static enum status draw_contact(const struct batch_config *batch, const struct batch_state *state,
                                const struct batch_result *results,
                                const struct batch_earlier *earlier, const char *path,
                                struct error *error)
{
    assert(batch->count >= 1);
    struct contact_item *items = mem_alloc(batch->count, sizeof *items, "contact sheet", error);
    char **texts = mem_alloc(batch->count * 2, sizeof *texts, "contact sheet", error);
    enum status status = items != NULL && texts != NULL ? STATUS_OK : STATUS_FAILED;
    size_t count = 0;
    for (size_t i = 0; i < batch->count && status == STATUS_OK; i++) {
        const struct batch_object old = batch_earlier_find(earlier, batch->jobs[i].name);
        const bool chosen = batch->jobs[i].chosen;
        if (!chosen && old.text == NULL)
            continue;
        char *thumb = batch_state_path(state, &batch->jobs[i], "thumb.png", error);
        char *words = chosen ? detail(&results[i], error) : detail_of_earlier(old, error);
        texts[count * 2] = thumb;
        texts[count * 2 + 1] = words;
        const bool pictured =
            chosen ? has_numbers(&results[i]) : thumb != NULL && access(thumb, R_OK) == 0;
        items[count].picture = pictured ? thumb : NULL;
        items[count].needed = chosen && pictured;
        items[count].caption = batch->jobs[i].name;
        items[count].detail = words;
        count++;
        status = thumb != NULL && words != NULL ? STATUS_OK : STATUS_FAILED;
    }
    THEN(status, contact_write(path, NULL, items, count, error));
    for (size_t i = 0; i < count * 2 && texts != NULL; i++)
        free(texts[i]);
    MEM_FREE(texts, items);
    return status;
}

enum status batch_report_write(const struct batch_config *batch, const struct batch_state *state,
                               const struct batch_result *results, struct error *error)
{
    char *prefix = path_format(error, "%s/.report.", state->folder);
    char *json = path_format(error, "%s/batch.json", batch->output);
    char *contact = path_format(error, "%s/contact.png", batch->output);
    struct delivery delivery = {.prefix = prefix, .root = batch->output};
    struct batch_earlier earlier = {0};
    const char *to;
    enum status status = STATUS_FAILED;
    if (prefix == NULL || json == NULL || contact == NULL)
        goto done;
    batch_earlier_read(&earlier, json);
    status = deliver_stage(&delivery, json, &to, error);
    THEN(status, write_json(batch, results, &earlier, to, error));
    THEN(status, deliver_stage(&delivery, contact, &to, error));
    THEN(status, draw_contact(batch, state, results, &earlier, to, error));
    THEN(status, deliver_commit(&delivery, error));
done:
    deliver_abandon(&delivery, error);
    batch_earlier_destroy(&earlier);
    MEM_FREE(prefix, json, contact);
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
