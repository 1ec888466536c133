/* batch_read: handles the sections and keys of the INI file, which ini.h reports. */
#include "router/cli/batch/batch_read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "router/cli/batch/batch_glob.h"
#include "router/cli/batch/batch_outputs.h"
#include "router/cli/options/ini.h"
#include "router/cli/output/deliver.h"
#include "router/cli/options/paths.h"

enum { BATCH_KEYS = FOR_ROUTE | FOR_BATCH_SECTION, JOB_KEYS = FOR_ROUTE | FOR_JOB_SECTION };

/* ---- sections ------------------------------------------------------------------------------ */

static enum status wrong_section(const char *name, const struct option_place *place,
                                 struct error *error)
{
    static const char *const known[] = {"batch", "job"};
    char word[64]; /* without the job's name */
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, " "), name);
    return OPTION_ERROR(error, *place, "expected [batch] or [job NAME], found [%s]%s", name,
                        options_suggest(word, known, 2).text);
}

/* A job's name becomes the name of files: letters, digits, . _ + -, and no dot at its start. */
static enum status check_name(const struct batch_config *batch, const char *name,
                              const struct option_place *place, struct error *error)
{
    const char *c = name;
    while (isalnum((unsigned char)*c) || (*c != '\0' && strchr("._+-", *c) != NULL))
        c++;
    if (*c != '\0' || name[0] == '.' || name[0] == '\0')
        return OPTION_ERROR(error, *place,
                            "expected a job's name of letters, digits, . _ + and -, not starting "
                            "with a dot, found \"%s\"",
                            name);
    if (strcmp(name, "batch") == 0 || strcmp(name, "contact") == 0)
        return OPTION_ERROR(error, *place,
                            "expected another name: %s is a file of the batch itself", name);
    for (size_t i = 0; i < batch->count; i++)
        if (strcmp(batch->jobs[i].name, name) == 0)
            return OPTION_ERROR(error, *place, "job %s is there already, at line %llu", name,
                                (unsigned long long)batch->jobs[i].line);
    return STATUS_OK;
}

static enum status open_job(struct batch_config *batch, const char *name,
                            const struct option_place *place, struct error *error)
{
    assert(batch->count <= BATCH_JOBS_MAX);
    name += strspn(name, " \t");
    enum status status = check_name(batch, name, place, error);
    if (status == STATUS_OK && batch->count == BATCH_JOBS_MAX)
        status = OPTION_ERROR(error, *place, "expected at most %d jobs", BATCH_JOBS_MAX);
    THEN(status, MEM_GROW(batch->jobs, batch->capacity, batch->count + 1, "jobs", error));
    if (status != STATUS_OK)
        return status;
    struct batch_job *job = &batch->jobs[batch->count];
    memset(job, 0, sizeof *job);
    job->line = place->line;
    job->name = path_format(error, "%s", name);
    if (job->name == NULL)
        return STATUS_FAILED;
    batch->count++;
    return STATUS_OK;
}

static enum status on_section(void *context, const char *name, const struct option_place *place,
                              struct error *error)
{
    struct batch_config *batch = context;
    if (strncmp(name, "job", 3) == 0 && (name[3] == ' ' || name[3] == '\t'))
        return open_job(batch, name + 3, place, error);
    if (strcmp(name, "batch") != 0)
        return wrong_section(name, place, error);
    if (batch->has_batch)
        return OPTION_ERROR(error, *place, "expected one [batch], found a second");
    if (batch->count > 0)
        return OPTION_ERROR(error, *place, "expected [batch] before the first job");
    batch->has_batch = true;
    return STATUS_OK;
}

/* ---- keys ---------------------------------------------------------------------------------- */

static enum status wrong_key(const char *key, unsigned accepted, const struct option_place *place,
                             struct error *error)
{
    const char *known[OPTION_COUNT];
    const char *section = accepted == BATCH_KEYS ? "[batch]" : "[job]";
    if (options_find(key, (unsigned)BATCH_KEYS | JOB_KEYS) != OPTION_COUNT)
        return OPTION_ERROR(error, *place, "%s has no key \"%s\"; it belongs to %s", section, key,
                            accepted == BATCH_KEYS ? "[job NAME]" : "[batch]");
    const size_t count = options_names(accepted, known);
    return OPTION_ERROR(error, *place, "%s has no key \"%s\"%s", section, key,
                        options_suggest(key, known, count).text);
}

/* Cuts the next word off *rest, NULL at the end. Words are separated by blanks; "my file" and
 * my\\ file are one word. *open is the quote that is not closed, or NULL. */
static char *next_word(char **rest, const char **open)
{
    char *from = *rest + strspn(*rest, " \t"), *word = from, *to = from;
    char quote = '\0';
    *open = NULL;
    if (*from == '\0')
        return NULL;
    for (; *from != '\0' && (quote != '\0' || (*from != ' ' && *from != '\t')); from++) {
        if (quote == '\0' ? *from == '"' || *from == '\'' : *from == quote) {
            quote = quote == '\0' ? *from : '\0';
            *open = quote != '\0' ? from : NULL;
        } else if (*from == '\\' && quote != '\'' && from[1] != '\0' && strchr(" \t\\\"'", from[1]))
            *to++ = *++from;
        else
            *to++ = *from;
    }
    *rest = from + (*from != '\0');
    *to = '\0';
    return word;
}

/* The error at byte `at` of a value. */
static enum status wrong_quote(struct option_place place, size_t at, bool open, struct error *error)
{
    place.column += at;
    return OPTION_ERROR(error, place, "%s",
                        open ? "expected a quote that ends the word, found the end of the line"
                             : "expected one text in quotes, found more words");
}

/* Takes off the quotes of a value that is one text in quotes. */
static enum status unquote(char *value, const struct option_place *place, struct error *error)
{
    char *rest = value;
    const char *open = NULL;
    if (value[0] != '"' && value[0] != '\'')
        return STATUS_OK;
    next_word(&rest, &open);
    rest += strspn(rest, " \t");
    return open == NULL && *rest == '\0'
               ? STATUS_OK
               : wrong_quote(*place, (size_t)((open != NULL ? open : rest) - value), open != NULL,
                             error);
}

/* The value of a list is several words; every other value is one text. `value` is changed. */
static enum status set_key(struct options *options, enum option id, char *value,
                           struct option_place place, struct error *error)
{
    if (option_kind(id) != OPTION_LIST || value[0] == '\0')
        return options_set(options, id, value, place, error);
    enum status status = STATUS_OK;
    const char *open;
    char *rest = value;
    for (char *word; status == STATUS_OK && (word = next_word(&rest, &open)) != NULL;)
        status = open == NULL ? options_set(options, id, word, place, error)
                              : wrong_quote(place, (size_t)(open - value), true, error);
    return status;
}

/* An output is "none" in [batch], and in a job a name that stays in the output folder. */
static enum status check_output(bool is_job, const char *key, const char *value,
                                const struct option_place *place, struct error *error)
{
    if (deliver_is_none(value) || (is_job && path_is_confined(value)))
        return STATUS_OK;
    return OPTION_ERROR(error, *place,
                        is_job ? "%s: expected none or a name inside the output folder (relative, "
                                 "no .. and no part that starts with a dot), found \"%s\""
                               : "%s: expected none, since all jobs share it, found \"%s\"",
                        key, value);
}

static enum status on_pair(void *context, const char *key, const char *value,
                           const struct option_place *key_place,
                           const struct option_place *value_place, struct error *error)
{
    struct batch_config *batch = context;
    struct batch_job *job = batch->count > 0 ? &batch->jobs[batch->count - 1] : NULL;
    assert(key != NULL && value != NULL);
    unsigned accepted = job != NULL ? JOB_KEYS : BATCH_KEYS;
    enum option id = options_find(key, accepted);
    if (id == OPTION_COUNT)
        return wrong_key(key, accepted, key_place, error);
    char *text = path_format(error, "%s", value);
    enum status status = text == NULL                     ? STATUS_FAILED
                         : option_kind(id) == OPTION_LIST ? STATUS_OK
                                                          : unquote(text, value_place, error);
    if (id == OPT_PICTURE || id == OPT_ROUTES || id == OPT_JSON || id == OPT_NETS_CSV ||
        id == OPT_ANIMATE || id == OPT_WRITE_GUIDES)
        THEN(status, check_output(job != NULL, key, text, value_place, error));
    struct options *options = job != NULL ? &job->options : &batch->defaults;
    THEN(status, set_key(options, id, text, *value_place, error));
    free(text);
    return status;
}

/* ---- the whole ----------------------------------------------------------------------------- */

/* Makes the names of input files relative to the configuration. */
static enum status place_input(const struct batch_config *batch, struct options *options,
                               enum option id, struct error *error)
{
    struct option_value *value = &options->value[id];
    const bool list = option_kind(id) == OPTION_LIST;
    const size_t count = list ? value->list_count : value->given && !deliver_is_none(value->text);
    for (size_t i = 0; i < count; i++) {
        char **name = list ? &value->list[i] : &value->text;
        char *path = path_beside(batch->config, *name, error);
        if (path == NULL)
            return STATUS_FAILED;
        free(*name);
        *name = path;
    }
    return STATUS_OK;
}

static enum status complete_job(const struct batch_config *batch, struct batch_job *job,
                                struct error *error)
{
    assert(job->netlist == NULL);
    if (!job->options.value[OPT_NETLIST].given)
        return error_set_at(error, STATUS_BAD_INPUT, batch->config, job->line, 1,
                            "job %s: expected a key netlist", job->name);
    enum status status = options_inherit(&job->options, &batch->defaults, error);
    job->netlist = path_beside(batch->config, job->options.value[OPT_NETLIST].text, error);
    if (status != STATUS_OK || job->netlist == NULL)
        return status != STATUS_OK ? status : STATUS_FAILED;
    TRY(place_input(batch, &job->options, OPT_LEF, error));
    TRY(place_input(batch, &job->options, OPT_KEEP, error));
    TRY(place_input(batch, &job->options, OPT_GUIDES, error));
    TRY(place_input(batch, &job->options, OPT_NETLIST_CAP, error));
    job->subject = subject_of(job->netlist, &job->options);
    subject_drop_defaults(job->subject, &job->options);
    return STATUS_OK;
}

/* Replaces each job whose netlist is a pattern by the jobs of its files, in its place. */
static enum status expand_jobs(struct batch_config *batch, struct error *error)
{
    struct batch_config read = {.jobs = batch->jobs, .count = batch->count};
    enum status status = STATUS_OK;
    batch->jobs = NULL;
    batch->count = batch->capacity = 0;
    for (size_t i = 0; i < read.count && status == STATUS_OK; i++) {
        if (batch_is_glob(batch, &read.jobs[i])) {
            status = batch_expand(batch, &read.jobs[i], error);
            continue;
        }
        status = MEM_GROW(batch->jobs, batch->capacity, batch->count + 1, "jobs", error);
        if (status == STATUS_OK) {
            batch->jobs[batch->count++] = read.jobs[i];
            read.jobs[i] = (struct batch_job){0};
        }
    }
    batch_destroy(&read);
    return status;
}

enum status batch_read(struct batch_config *batch, const char *config, struct error *error)
{
    static const struct ini_events events = {on_section, on_pair};
    memset(batch, 0, sizeof *batch);
    batch->config = path_format(error, "%s", config);
    if (batch->config == NULL)
        return STATUS_FAILED;
    TRY(ini_read(config, &events, batch, error));
    TRY(expand_jobs(batch, error));
    if (batch->count == 0)
        return error_set_at(error, STATUS_BAD_INPUT, config, 0, 0,
                            "expected at least one [job NAME]");
    batch->output = path_beside(config, options_text(&batch->defaults, OPT_FOLDER, "out"), error);
    if (batch->output == NULL)
        return STATUS_FAILED;
    for (size_t i = 0; i < batch->count; i++)
        TRY(complete_job(batch, &batch->jobs[i], error));
    return batch_outputs_name(batch, error);
}
