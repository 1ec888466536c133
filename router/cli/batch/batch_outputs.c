/* batch_outputs: finds outputs of one name by sorting, and of one file by device and inode. */
#include "router/cli/batch/batch_config.h"

#include <sys/stat.h>

#include "grid/text/file/path.h"
#include "router/cli/output/deliver.h"

/* Files of the batch itself. A job's name does not start with a dot, so .batch is safe. */
static const char *const OWN[] = {"batch.json", "contact.png", ".batch"};
enum { OWN_COUNT = sizeof OWN / sizeof *OWN };

static enum status name_one(const struct batch_config *batch, struct batch_job *job,
                            enum task_output kind, struct error *error)
{
    assert(job->subject != NULL && job->output[kind] == NULL);
    const char *value = options_text(&job->options, task_output_option(kind), NULL);
    const char *ending = kind == TASK_PICTURE  ? ".png"
                         : kind == TASK_ROUTES ? job->subject->ending(job->netlist)
                                               : NULL;
    if (value != NULL ? deliver_is_none(value) : ending == NULL)
        return STATUS_OK;
    char **path = &job->output[kind];
    return value != NULL ? path_format(path, error, "%s/%s", batch->output, value)
                         : path_format(path, error, "%s/%s%s", batch->output, job->name, ending);
}

struct named_output {
    const char *path;
    const struct batch_job *job; /* NULL: the batch itself */
    enum task_output kind;
};

/* The line of the name: that of the option, or of the job's section. */
static uint64_t line_of(const struct named_output *it)
{
    if (it->job == NULL)
        return 0;
    const struct option_value *value = &it->job->options.value[task_output_option(it->kind)];
    return value->given && !value->inherited ? value->place.line : it->job->line;
}

/* Compares names, with '/' before all other bytes: after a folder come the files inside it. */
static int compare_named(const void *a, const void *b)
{
    const unsigned char *one = (const unsigned char *)((const struct named_output *)a)->path;
    const unsigned char *two = (const unsigned char *)((const struct named_output *)b)->path;
    while (*one == *two && *one != '\0')
        one++, two++;
    int first = *one == '/' ? 1 : *one == '\0' ? 0 : *one + 1;
    int second = *two == '/' ? 1 : *two == '\0' ? 0 : *two + 1;
    return first - second;
}

/* Reports two outputs that exclude each other, at the one that comes later in the file. */
static enum status refuse(const struct batch_config *batch, const struct named_output *one,
                          const struct named_output *two, struct error *error)
{
    char owner[160] = "the batch itself";
    bool later = line_of(one) > line_of(two);
    const struct named_output *at = later ? one : two, *other = later ? two : one;
    assert(at->job != NULL); /* the batch's own files do not exclude each other */
    if (other->job != NULL)
        snprintf(owner, sizeof owner, "job %.60s (line %llu)", other->job->name,
                 (unsigned long long)line_of(other));
    return batch_error_at(batch, at->job, task_output_option(at->kind), error,
                          "expected another name for %s, since %s writes %s", at->path, owner,
                          other->path);
}

static enum status check_named(const struct batch_config *batch, struct named_output *all,
                               size_t count, struct error *error)
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

static enum status check_all(const struct batch_config *batch, struct error *error)
{
    char *own[OWN_COUNT] = {NULL};
    size_t count = 0;
    enum status status = STATUS_OK;
    struct named_output *all;
    TRY(MEM_NEW(all, batch->count * TASK_OUTPUTS + OWN_COUNT, "names of outputs", error));
    for (size_t i = 0; i < OWN_COUNT; i++) {
        THEN(status, path_format(&own[i], error, "%s/%s", batch->output, OWN[i]));
        all[count++] = (struct named_output){.path = own[i]};
    }
    for (size_t i = 0; i < batch->count; i++)
        for (int k = 0; k < TASK_OUTPUTS; k++)
            if (batch->jobs[i].output[k] != NULL)
                all[count++] = (struct named_output){batch->jobs[i].output[k], &batch->jobs[i],
                                                     (enum task_output)k};
    THEN(status, check_named(batch, all, count, error));
    for (size_t i = 0; i < OWN_COUNT; i++)
        free(own[i]);
    free(all);
    return status;
}

enum status batch_outputs_name(struct batch_config *batch, struct error *error)
{
    assert(batch->output != NULL);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < batch->count; i++)
        for (int k = 0; k < TASK_OUTPUTS && status == STATUS_OK; k++)
            status = name_one(batch, &batch->jobs[i], (enum task_output)k, error);
    return status == STATUS_OK ? check_all(batch, error) : status;
}

/* The identity of a file under any of its names: device and inode. */
struct identity {
    dev_t device;
    ino_t number;
};

static int compare_identities(const void *a, const void *b)
{
    const struct identity *one = a, *two = b;
    if (one->device != two->device)
        return one->device < two->device ? -1 : 1;
    return one->number < two->number ? -1 : one->number > two->number;
}

/* The configuration and the inputs of the jobs, sorted. */
struct inputs {
    struct identity *all;
    size_t count;
};

static void add_input(struct inputs *inputs, const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && S_ISREG(info.st_mode))
        inputs->all[inputs->count++] = (struct identity){info.st_dev, info.st_ino};
}

static enum status find_inputs(const struct batch_config *batch, struct inputs *inputs,
                               struct error *error)
{
    enum option option;
    const char *path;
    size_t count = 1;
    for (size_t i = 0; i < batch->count; i++)
        for (size_t k = 0; batch_input(&batch->jobs[i], k, &option) != NULL; k++)
            count++;
    inputs->count = 0;
    TRY(MEM_NEW(inputs->all, count, "names of inputs", error));
    add_input(inputs, batch->config);
    for (size_t i = 0; i < batch->count; i++)
        for (size_t k = 0; (path = batch_input(&batch->jobs[i], k, &option)) != NULL; k++)
            if (option != OPT_KEEP) /* a job may overwrite what it keeps */
                add_input(inputs, path);
    qsort(inputs->all, inputs->count, sizeof *inputs->all, compare_identities);
    return STATUS_OK;
}

static enum status check_place(const struct batch_config *batch, const struct batch_job *job,
                               enum task_output kind, const struct inputs *inputs,
                               struct error *error)
{
    const enum option option = task_output_option(kind);
    const char *path = job->output[kind];
    assert(path != NULL && kind < TASK_OUTPUTS);
    struct stat info;
    if (stat(path, &info) != 0)
        return STATUS_OK;
    struct identity identity = {info.st_dev, info.st_ino};
    if (S_ISDIR(info.st_mode))
        return batch_error_at(batch, job, option, error,
                              "expected another name for %s: a folder is there", path);
    if (bsearch(&identity, inputs->all, inputs->count, sizeof identity, compare_identities) != NULL)
        return batch_error_at(batch, job, option, error,
                              "expected another name for %s: it is an input of this batch", path);
    return STATUS_OK;
}

/* Makes folder after folder; each must be inside before the next is made in it. */
static enum status make_one(const struct batch_config *batch, const char *path, struct error *error)
{
    char *cut;
    TRY(path_format(&cut, error, "%s", path));
    enum status status = STATUS_OK;
    char *slash = cut + strlen(batch->output);
    while (status == STATUS_OK && (slash = strchr(slash + 1, '/')) != NULL) {
        *slash = '\0';
        status = path_check_inside(batch->output, cut, error);
        THEN(status, path_make_folders(cut, error));
        *slash = '/';
    }
    free(cut);
    return status == STATUS_OK ? path_check_inside(batch->output, path, error) : status;
}

static enum status check_own(const struct batch_config *batch, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < OWN_COUNT && status == STATUS_OK; i++) {
        char *path;
        status = path_format(&path, error, "%s/%s", batch->output, OWN[i]);
        THEN(status, path_check_inside(batch->output, path, error));
        free(path);
    }
    return status;
}

static enum status make_all(const struct batch_config *batch, const struct inputs *inputs,
                            struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < batch->count; i++)
        for (int k = 0; k < TASK_OUTPUTS && status == STATUS_OK; k++) {
            const struct batch_job *job = &batch->jobs[i];
            if (job->output[k] == NULL)
                continue;
            status = make_one(batch, job->output[k], error);
            THEN(status, check_place(batch, job, (enum task_output)k, inputs, error));
        }
    return status;
}

enum status batch_outputs_make_folders(const struct batch_config *batch, struct error *error)
{
    assert(batch->output != NULL && batch->count > 0);
    struct inputs inputs = {0};
    enum status status = find_inputs(batch, &inputs, error);
    THEN(status, path_make_folders(batch->output, error));
    THEN(status, check_own(batch, error));
    THEN(status, make_all(batch, &inputs, error));
    free(inputs.all);
    return status;
}
