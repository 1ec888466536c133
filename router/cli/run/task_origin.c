/* task_origin: the origin of a result in the JSON summary: version, options, hashes of inputs. */
#include "router/cli/run/task_run.h"

#include "grid/text/file/hash_file.h"
#include "grid/text/file/memory_text.h"
#include "grid/text/harmless.h"

/* Writes the options on which the result depends. */
static void put_options(FILE *out, const struct options *options)
{
    const char *comma = "";
    fputs("\"options\": {", out);
    for (unsigned id = 0; id < OPTION_COUNT; id++) {
        const struct option_value *value = &options->value[id];
        const bool list = option_table[id].kind == OPTION_LIST;
        const unsigned commands = option_table[id].commands;
        if (!value->given || (commands & FOR_ROUTE) == 0 || (commands & NO_RESULT) != 0)
            continue;
        fprintf(out, "%s\"%s\": %s", comma, option_table[id].name, list ? "[" : "");
        for (size_t i = 0; i < (list ? value->list_count : 1); i++) {
            fputs(i > 0 ? ", " : "", out);
            harmless_json(out, list ? value->list[i] : value->text);
        }
        fputs(list ? "]" : "", out);
        comma = ", ";
    }
    fputc('}', out);
}

/* Files that cannot be read twice have no hash. */
static enum status put_input(FILE *out, const char *path, const char **comma, struct error *error)
{
    uint64_t hash = HASH_START, size = UINT64_MAX;
    if (strcmp(path, "-") != 0)
        TRY(hash_file(&hash, path, &size, error));
    fprintf(out, "%s", *comma);
    harmless_member(out, "{", "file", path);
    if (size != UINT64_MAX)
        fprintf(out, ", \"fnv1a\": \"%016" PRIx64 "\"", hash);
    fputc('}', out);
    *comma = ", ";
    return STATUS_OK;
}

static enum status put_inputs(FILE *out, const struct task *task, struct error *error)
{
    const char *comma = "", *grid = task->subject->input(task), *path;
    enum option id;
    TRY(put_input(out, task->netlist, &comma, error));
    if (grid != NULL)
        TRY(put_input(out, grid, &comma, error));
    for (size_t i = 0; (path = options_input(task->options, i, &id)) != NULL; i++)
        TRY(put_input(out, path, &comma, error));
    return STATUS_OK;
}

enum status task_note_origin(struct task *task, struct error *error)
{
    struct memory_text summary;
    TRY(memory_text_open(&summary, "a summary", error));
    FILE *out = summary.out;
    fputs("\"leeway\": \"" LEEWAY_VERSION "\", ", out);
    put_options(out, task->options);
    fputs(", \"inputs\": [", out);
    const enum status status = put_inputs(out, task, error);
    fputc(']', out);
    const enum status ended = memory_text_end(&summary, status, error);
    task->origin = summary.text;
    return ended;
}
