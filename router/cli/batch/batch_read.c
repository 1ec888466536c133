/* batch_read: the sections and keys of the INI file, which ini.h reports, and patterns of files. */
#include <ctype.h>
#include <glob.h>
#include <unistd.h>

#include "grid/text/file/path.h"
#include "router/cli/batch/batch_config.h"
#include "router/cli/output/deliver.h"

enum { BATCH_KEYS = FOR_ROUTE | FOR_BATCH_SECTION, JOB_KEYS = FOR_ROUTE | FOR_JOB_SECTION };

static enum status wrong_section(const char *name, const struct option_place *place,
                                 struct error *error)
{
    static const char *const known[] = {"batch", "job"};
    char word[64]; /* without the job's name */
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, " "), name);
    return OPTION_ERROR(error, *place, "expected [batch] or [job NAME], found [%s]%s", name,
                        options_suggest(word, known, 2).text);
}

static bool is_name_byte(char c)
{
    return isalnum((unsigned char)c) || (c != '\0' && strchr("._+-", c) != NULL);
}

static const struct batch_job *find_job(const struct batch_config *batch, const char *name)
{
    size_t i = 0;
    while (i < batch->count && strcmp(batch->jobs[i].name, name) != 0)
        i++;
    return i < batch->count ? &batch->jobs[i] : NULL;
}

/* Checks a job's name, which becomes part of file names: letters, digits, . _ + -, no dot first. */
static enum status check_name(const struct batch_config *batch, const char *name,
                              const struct option_place *place, struct error *error)
{
    const char *c = name;
    const struct batch_job *same = find_job(batch, name);
    while (is_name_byte(*c))
        c++;
    if (*c != '\0' || name[0] == '.' || name[0] == '\0')
        return OPTION_ERROR(error, *place,
                            "expected a job's name of letters, digits, . _ + and -, not starting "
                            "with a dot, found \"%s\"",
                            name);
    if (strcmp(name, "batch") == 0 || strcmp(name, "contact") == 0)
        return OPTION_ERROR(error, *place,
                            "expected another name: %s is a file of the batch itself", name);
    return same == NULL ? STATUS_OK
                        : OPTION_ERROR(error, *place, "job %s is there already, at line %llu", name,
                                       (unsigned long long)same->line);
}

static enum status add_job(struct batch_config *batch, const char *name, uint64_t line,
                           const struct option_place *place, struct error *error)
{
    assert(batch->count <= BATCH_JOBS_MAX);
    if (batch->count == BATCH_JOBS_MAX)
        return OPTION_ERROR(error, *place, "expected at most %d jobs", BATCH_JOBS_MAX);
    struct batch_job job = {.line = line};
    TRY(path_format(&job.name, error, "%s", name));
    return MEM_APPEND(batch->jobs, batch->capacity, batch->count, job, "jobs", error);
}

static enum status open_job(struct batch_config *batch, const char *name,
                            const struct option_place *place, struct error *error)
{
    name += strspn(name, " \t");
    TRY(check_name(batch, name, place, error));
    return add_job(batch, name, place->line, place, error);
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

/* Reports an unclosed or a misplaced quote at byte `at` of a value. */
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

/* Sets an option: the value of a list is words, every other value one text. Changes `value`. */
static enum status set_key(struct options *options, enum option id, char *value,
                           struct option_place place, struct error *error)
{
    if (option_table[id].kind != OPTION_LIST || value[0] == '\0')
        return options_set(options, id, value, place, error);
    enum status status = STATUS_OK;
    const char *open;
    char *rest = value;
    for (char *word; status == STATUS_OK && (word = next_word(&rest, &open)) != NULL;)
        status = open == NULL ? options_set(options, id, word, place, error)
                              : wrong_quote(place, (size_t)(open - value), true, error);
    return status;
}

/* Fails unless an output is "none" in [batch], or in a job "none" or inside the output folder. */
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
    char *text;
    enum status status = path_format(&text, error, "%s", value);
    if (option_table[id].kind != OPTION_LIST)
        THEN(status, unquote(text, value_place, error));
    if (id == OPT_PICTURE || id == OPT_ROUTES || id == OPT_JSON || id == OPT_NETS_CSV ||
        id == OPT_ANIMATE || id == OPT_WRITE_GUIDES)
        THEN(status, check_output(job != NULL, key, text, value_place, error));
    struct options *options = job != NULL ? &job->options : &batch->defaults;
    THEN(status, set_key(options, id, text, *value_place, error));
    free(text);
    return status;
}

/* Makes the names of input files relative to the configuration. */
static enum status place_input(const struct batch_config *batch, struct options *options,
                               enum option id, struct error *error)
{
    struct option_value *value = &options->value[id];
    const bool list = option_table[id].kind == OPTION_LIST;
    const size_t count = list ? value->list_count : value->given && !deliver_is_none(value->text);
    for (size_t i = 0; i < count; i++) {
        char **name = list ? &value->list[i] : &value->text;
        char *path;
        TRY(path_beside(&path, batch->config, *name, strlen(*name), error));
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
    TRY(options_inherit(&job->options, &batch->defaults, error));
    TRY(path_beside(&job->netlist, batch->config, job->options.value[OPT_NETLIST].text,
                    strlen(job->options.value[OPT_NETLIST].text), error));
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        if ((option_table[id].commands & IS_INPUT) != 0)
            TRY(place_input(batch, &job->options, (enum option)id, error));
    job->subject = subject_of(job->netlist, &job->options);
    subject_drop_defaults(job->subject, &job->options);
    return STATUS_OK;
}

/* True if the job's netlist is a pattern and not the name of a file. */
static bool is_glob(const struct batch_config *batch, const struct batch_job *job)
{
    const struct option_value *netlist = &job->options.value[OPT_NETLIST];
    if (!netlist->given || strpbrk(netlist->text, "*?[") == NULL)
        return false;
    char *path;
    const bool there = path_beside(&path, batch->config, netlist->text, strlen(netlist->text),
                                   NULL) == STATUS_OK &&
                       access(path, F_OK) == 0;
    free(path);
    return !there;
}

/* Adds the job JOB.STEM for the file `path`, with the options of the pattern's job, and _ for each
 * byte of the stem that a job's name cannot have. */
static enum status add_match(struct batch_config *batch, const struct batch_job *from,
                             const char *path, struct error *error)
{
    const struct option_place place = from->options.value[OPT_NETLIST].place;
    char *stem = deliver_stem(path);
    for (char *c = stem; c != NULL && *c != '\0'; c++)
        *c = is_name_byte(*c) ? *c : '_';
    char *name = NULL;
    enum status status =
        stem != NULL ? path_format(&name, error, "%s.%s", from->name, stem) : STATUS_FAILED;
    if (status == STATUS_OK && find_job(batch, name) != NULL)
        status = OPTION_ERROR(error, place, "netlist: two files give the job %s: \"%s\" is one",
                              name, path);
    THEN(status, add_job(batch, name, from->line, &place, error));
    MEM_FREE(stem, name);
    if (status != STATUS_OK)
        return status;
    struct options *options = &batch->jobs[batch->count - 1].options;
    TRY(options_set(options, OPT_NETLIST, path, place, error));
    TRY(options_inherit(options, &from->options, error));
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        options->value[id].inherited = false;
    return STATUS_OK;
}

/* Adds a job per file that matches the netlist of `job`, which is not in batch->jobs. */
static enum status expand_job(struct batch_config *batch, const struct batch_job *job,
                              struct error *error)
{
    const struct option_value *netlist = &job->options.value[OPT_NETLIST];
    char *pattern;
    glob_t found = {0};
    TRY(path_beside(&pattern, batch->config, netlist->text, strlen(netlist->text), error));
    const size_t folder = strlen(pattern) - strlen(netlist->text); /* of the configuration */
    const int failed = glob(pattern, GLOB_ERR, NULL, &found);
    enum status status = STATUS_OK;
    if (failed != 0)
        status = OPTION_ERROR(
            error, netlist->place, "netlist: %s \"%s\"",
            failed == GLOB_NOMATCH ? "no file matches" : "cannot read a folder of", netlist->text);
    for (size_t i = 0; status == STATUS_OK && i < found.gl_pathc; i++)
        status = add_match(batch, job, found.gl_pathv[i] + folder, error);
    if (status == STATUS_BAD_INPUT)
        ini_quote(error, netlist->place.text, netlist->place.column);
    globfree(&found);
    free(pattern);
    return status;
}

/* Replaces each job whose netlist is a pattern by the jobs of its files, in its place. */
static enum status expand_jobs(struct batch_config *batch, struct error *error)
{
    struct batch_config read = {.jobs = batch->jobs, .count = batch->count};
    enum status status = STATUS_OK;
    batch->jobs = NULL;
    batch->count = batch->capacity = 0;
    for (size_t i = 0; i < read.count && status == STATUS_OK; i++) {
        struct batch_job *job = &read.jobs[i];
        if (is_glob(batch, job)) {
            status = expand_job(batch, job, error);
            continue;
        }
        status = MEM_APPEND(batch->jobs, batch->capacity, batch->count, *job, "jobs", error);
        if (status == STATUS_OK)
            *job = (struct batch_job){0};
    }
    batch_destroy(&read);
    return status;
}

enum status batch_read(struct batch_config *batch, const char *config, struct error *error)
{
    static const struct ini_events events = {on_section, on_pair};
    memset(batch, 0, sizeof *batch);
    TRY(path_format(&batch->config, error, "%s", config));
    TRY(ini_read(config, &events, batch, error));
    TRY(expand_jobs(batch, error));
    if (batch->count == 0)
        return error_set_at(error, STATUS_BAD_INPUT, config, 0, 0,
                            "expected at least one [job NAME]");
    const char *output = options_text(&batch->defaults, OPT_FOLDER, "out");
    TRY(path_beside(&batch->output, config, output, strlen(output), error));
    for (size_t i = 0; i < batch->count; i++)
        TRY(complete_job(batch, &batch->jobs[i], error));
    return batch_outputs_name(batch, error);
}
