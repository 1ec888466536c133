/* task_origin: what a run's JSON summary says of its origin: version, options, hashes of inputs. */
#include "router/cli/run/task_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grid/text/file/stream.h"
#include "grid/text/file/watch.h"
#include "grid/text/harmless.h"

#define FNV_START UINT64_C(0xcbf29ce484222325) /* FNV-1a of 64 bits (Fowler, Noll, Vo 1991) */
#define FNV_PRIME UINT64_C(0x100000001b3)

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

/* Hashes a file; pipes have no hash: *known is false. */
static enum status hash_file(const char *path, uint64_t *hash, bool *known, struct error *error)
{
    uint8_t block[1 << 14];
    struct stat info;
    *hash = FNV_START;
    *known = stat(path, &info) == 0 && S_ISREG(info.st_mode);
    if (!*known)
        return STATUS_OK;
    errno = 0;
    FILE *file = stream_read(path);
    enum status status = STATUS_OK;
    for (size_t got;
         status == STATUS_OK && file != NULL && (got = fread(block, 1, sizeof block, file)) > 0;) {
        for (size_t i = 0; i < got; i++)
            *hash = (*hash ^ block[i]) * FNV_PRIME;
        status = watch_check(error);
    }
    const bool whole = file != NULL && !ferror(file);
    const int why = errno;
    if (file != NULL)
        fclose(file);
    return whole ? status
                 : error_set_at(error, why == ENOMEM ? STATUS_FAILED : STATUS_BAD_INPUT, path, 0, 0,
                                "cannot read it again for its hash: %s", strerror(why));
}

static enum status put_input(FILE *out, const char *path, const char **comma, struct error *error)
{
    uint64_t hash;
    bool known;
    TRY(hash_file(path, &hash, &known, error));
    fprintf(out, "%s", *comma);
    harmless_member(out, "{", "file", path);
    if (known)
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
    size_t size = 0;
    FILE *out = open_memstream(&task->origin, &size);
    if (out == NULL)
        return error_set(error, STATUS_FAILED, "out of memory for a summary");
    fputs("\"leeway\": \"" LEEWAY_VERSION "\", ", out);
    put_options(out, task->options);
    fputs(", \"inputs\": [", out);
    const enum status status = put_inputs(out, task, error);
    fputc(']', out);
    const bool whole = fclose(out) == 0 && task->origin != NULL;
    return status == STATUS_OK && !whole
               ? error_set(error, STATUS_FAILED, "out of memory for a summary")
               : status;
}
