/* batch_glob: a job whose netlist is a pattern of files becomes a job per file. */
#include "router/cli/batch/batch_glob.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "router/cli/options/paths.h"
#include "router/cli/output/deliver.h"

bool batch_is_glob(const struct batch_config *batch, const struct batch_job *job)
{
    const struct option_value *netlist = &job->options.value[OPT_NETLIST];
    if (!netlist->given || strpbrk(netlist->text, "*?[") == NULL)
        return false;
    char *path = path_beside(batch->config, netlist->text, NULL);
    const bool there = path != NULL && access(path, F_OK) == 0;
    free(path);
    return !there;
}

/* NAME.STEM, with _ for each byte of the stem that a job's name cannot have. */
static char *name_of(const char *job, const char *path, struct error *error)
{
    char *stem = deliver_stem(path);
    for (char *c = stem; c != NULL && *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && strchr("._+-", *c) == NULL)
            *c = '_';
    char *name = stem != NULL ? path_format(error, "%s.%s", job, stem) : NULL;
    free(stem);
    return name;
}

/* Adds a job for the file `path`, with the options of the pattern's job. */
static enum status add_job(struct batch_config *batch, const struct batch_job *from,
                           const char *path, struct error *error)
{
    const struct option_place place = from->options.value[OPT_NETLIST].place;
    if (batch->count == BATCH_JOBS_MAX)
        return OPTION_ERROR(error, place, "expected at most %d jobs", BATCH_JOBS_MAX);
    TRY(MEM_GROW(batch->jobs, batch->capacity, batch->count + 1, "jobs", error));
    struct batch_job *job = &batch->jobs[batch->count++];
    *job = (struct batch_job){.line = from->line};
    TRY(options_set(&job->options, OPT_NETLIST, path, place, error));
    TRY(options_inherit(&job->options, &from->options, error));
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        job->options.value[id].inherited = false;
    job->name = name_of(from->name, path, error);
    if (job->name == NULL)
        return STATUS_FAILED;
    for (size_t i = 0; i + 1 < batch->count; i++)
        if (strcmp(batch->jobs[i].name, job->name) == 0)
            return OPTION_ERROR(error, place, "netlist: two files give the job %s: \"%s\" is one",
                                job->name, path);
    return STATUS_OK;
}

/* The part of a found path that is relative to the configuration, as a user would have written. */
static const char *relative(const char *found, const char *pattern, const char *text)
{
    const size_t folder = strlen(pattern) - strlen(text);
    assert(strcmp(pattern + folder, text) == 0);
    return found + folder;
}

enum status batch_expand(struct batch_config *batch, const struct batch_job *job,
                         struct error *error)
{
    assert(batch->config != NULL && job->options.value[OPT_NETLIST].given);
    const struct option_value *netlist = &job->options.value[OPT_NETLIST];
    char *pattern = path_beside(batch->config, netlist->text, error);
    glob_t found = {0};
    if (pattern == NULL)
        return STATUS_FAILED;
    const int failed = glob(pattern, GLOB_ERR, NULL, &found);
    enum status status = STATUS_OK;
    if (failed != 0)
        status = OPTION_ERROR(
            error, netlist->place, "netlist: %s \"%s\"",
            failed == GLOB_NOMATCH ? "no file matches" : "cannot read a folder of", netlist->text);
    for (size_t i = 0; status == STATUS_OK && i < found.gl_pathc; i++)
        status = add_job(batch, job, relative(found.gl_pathv[i], pattern, netlist->text), error);
    if (status == STATUS_BAD_INPUT)
        ini_quote(error, netlist->place.text, netlist->place.column);
    globfree(&found);
    free(pattern);
    return status;
}
