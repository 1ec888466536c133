/* batch_outputs: see the header for the contract. */
#include "router/cli/batch_outputs.h"

#include <stdlib.h>
#include <string.h>

#include "router/cli/deliver.h"
#include "router/cli/paths.h"

/* What the batch itself writes; a job's name starts with no dot, so .batch meets none. */
static const char *const OWN[] = {"batch.json", "contact.png", ".batch"};
enum { OWN_COUNT = sizeof OWN / sizeof *OWN };

/* ---- names ---------------------------------------------------------------------------------- */

static enum status name_one(const struct batch *batch, struct batch_job *job,
                            enum batch_output kind, struct error *error)
{
    static const enum option OPTION[] = {OPT_PICTURE, OPT_ROUTES, OPT_JSON};
    static const char *const ENDING[] = {".png", ".routes", NULL};
    const char *value = options_text(&job->options, OPTION[kind], NULL);
    if (value != NULL ? deliver_is_none(value) : ENDING[kind] == NULL)
        return STATUS_OK;
    job->output[kind] = value != NULL
                            ? path_format(error, "%s/%s", batch->output, value)
                            : path_format(error, "%s/%s%s", batch->output, job->name, ENDING[kind]);
    if (value == NULL)
        job->output_place[kind] = (struct batch_place){job->line, 1, NULL};
    return job->output[kind] != NULL ? STATUS_OK : STATUS_FAILED;
}

/* ---- two in each other's way ---------------------------------------------------------------- */

struct named {
    const char *path;
    const char *job;          /* its name; NULL: the batch itself */
    struct batch_place place; /* line 0: nowhere */
};

/* By name, '/' before all other bytes: behind a name stands first what lies in it as a folder. */
static int compare_named(const void *a, const void *b)
{
    const unsigned char *one = (const unsigned char *)((const struct named *)a)->path;
    const unsigned char *two = (const unsigned char *)((const struct named *)b)->path;
    while (*one == *two && *one != '\0')
        one++, two++;
    int first = *one == '/' ? 1 : *one == '\0' ? 0 : *one + 1;
    int second = *two == '/' ? 1 : *two == '\0' ? 0 : *two + 1;
    return first - second;
}

/* Of two in each other's way, the one that comes later in the file is wrong. */
static enum status refuse(const struct batch *batch, const struct named *one,
                          const struct named *two, struct error *error)
{
    char owner[160] = "the batch itself";
    bool later = one->place.line > two->place.line;
    const struct named *at = later ? one : two, *other = later ? two : one;
    if (other->job != NULL)
        snprintf(owner, sizeof owner, "job %.60s (line %llu)", other->job,
                 (unsigned long long)other->place.line);
    error_set_at(error, STATUS_BAD_INPUT, batch->config, at->place.line, at->place.column,
                 "job %.60s: expected another name for %s, since %s writes %s", at->job, at->path,
                 owner, other->path);
    batch_place_show(&at->place, error);
    return STATUS_BAD_INPUT;
}

static enum status check_named(const struct batch *batch, struct named *all, size_t count,
                               struct error *error)
{
    qsort(all, count, sizeof *all, compare_named);
    for (size_t i = 1; i < count; i++) {
        size_t length = strlen(all[i - 1].path);
        if (strncmp(all[i].path, all[i - 1].path, length) == 0 &&
            (all[i].path[length] == '\0' || all[i].path[length] == '/'))
            return refuse(batch, &all[i - 1], &all[i], error);
    }
    return STATUS_OK;
}

static enum status check_all(const struct batch *batch, struct error *error)
{
    char *own[OWN_COUNT] = {NULL};
    size_t count = 0;
    enum status status = STATUS_FAILED;
    struct named *all =
        mem_alloc(batch->count * BATCH_OUTPUTS + OWN_COUNT, sizeof *all, "names of outputs", error);
    if (all == NULL)
        return STATUS_FAILED;
    for (size_t i = 0; i < OWN_COUNT; i++) {
        own[i] = path_format(error, "%s/%s", batch->output, OWN[i]);
        if (own[i] == NULL)
            goto done;
        all[count++] = (struct named){.path = own[i]};
    }
    for (size_t i = 0; i < batch->count; i++)
        for (int k = 0; k < BATCH_OUTPUTS; k++)
            if (batch->jobs[i].output[k] != NULL)
                all[count++] = (struct named){batch->jobs[i].output[k], batch->jobs[i].name,
                                              batch->jobs[i].output_place[k]};
    status = check_named(batch, all, count, error);
done:
    for (size_t i = 0; i < OWN_COUNT; i++)
        free(own[i]);
    free(all);
    return status;
}

enum status batch_outputs_name(struct batch *batch, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < batch->count; i++)
        for (int k = 0; k < BATCH_OUTPUTS && status == STATUS_OK; k++)
            status = name_one(batch, &batch->jobs[i], (enum batch_output)k, error);
    return status == STATUS_OK ? check_all(batch, error) : status;
}

/* ---- folders -------------------------------------------------------------------------------- */

/* Folder by folder: each must be inside before the next is made in it. */
static enum status make_one(const struct batch *batch, const char *path, struct error *error)
{
    char *cut = path_format(error, "%s", path);
    enum status status = cut != NULL ? STATUS_OK : STATUS_FAILED;
    char *slash = cut != NULL ? cut + strlen(batch->output) : NULL;
    while (status == STATUS_OK && (slash = strchr(slash + 1, '/')) != NULL) {
        *slash = '\0';
        status = path_check_inside(batch->output, cut, error);
        if (status == STATUS_OK)
            status = path_make_folders(cut, error);
        *slash = '/';
    }
    free(cut);
    return status == STATUS_OK ? path_check_inside(batch->output, path, error) : status;
}

static enum status check_own(const struct batch *batch, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < OWN_COUNT && status == STATUS_OK; i++) {
        char *path = path_format(error, "%s/%s", batch->output, OWN[i]);
        status = path != NULL ? path_check_inside(batch->output, path, error) : STATUS_FAILED;
        free(path);
    }
    return status;
}

enum status batch_outputs_make_folders(const struct batch *batch, struct error *error)
{
    enum status status = path_make_folders(batch->output, error);
    if (status == STATUS_OK)
        status = check_own(batch, error);
    for (size_t i = 0; i < batch->count; i++)
        for (int k = 0; k < BATCH_OUTPUTS && status == STATUS_OK; k++)
            if (batch->jobs[i].output[k] != NULL)
                status = make_one(batch, batch->jobs[i].output[k], error);
    return status;
}
