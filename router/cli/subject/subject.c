/* subject: helpers of all subjects: checks options, finds nets by name, and names outputs. */
#include "router/cli/subject/subject.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "grid/text/harmless.h"
#include "grid/text/pattern.h"
#include "router/cli/output/deliver.h"

/* True for an option that the command takes, that was given and that means nothing here. */
static bool is_refused(const struct subject_limit *limit, const struct options *options)
{
    const struct option_value *value = &options->value[limit->option];
    if (option_table[limit->option].kind == OPTION_FLAG)
        return options_flag(options, limit->option);
    return value->given && options_index(limit->allowed, value->text) == UINT_MAX;
}

enum status subject_check_options(const struct task *task, struct error *error)
{
    assert(task->options != NULL && task->netlist != NULL);
    const struct subject *subject = task->subject;
    for (size_t i = 0; i < subject->limit_count; i++) {
        const struct subject_limit *limit = &subject->limits[i];
        const struct option_value *value = &task->options->value[limit->option];
        const bool word = option_table[limit->option].kind == OPTION_WORD;
        if (!is_refused(limit, task->options))
            continue;
        error_set_at(error, limit->status, value->place.file, value->place.line,
                     value->place.column, "%s%s%s%s: %.300s is %s: %s",
                     value->place.file == NULL ? "--" : "", option_table[limit->option].name,
                     word ? " " : "", word ? value->text : "", task->netlist, subject->called,
                     limit->why);
        if (value->place.text != NULL)
            ini_quote(error, value->place.text, value->place.column);
        return limit->status;
    }
    return STATUS_OK;
}

void subject_drop_defaults(const struct subject *subject, struct options *options)
{
    for (size_t i = 0; i < subject->limit_count; i++) {
        const enum option id = subject->limits[i].option;
        if (options->value[id].inherited && is_refused(&subject->limits[i], options))
            options_reset(options, id);
    }
}

enum status subject_find(struct task *task, const char *where, const char *name, uint32_t *net,
                         struct error *error)
{
    assert(task->data != NULL && name != NULL);
    const struct subject *subject = task->subject;
    *net = subject->find(task, name);
    if (*net != UINT32_MAX)
        return STATUS_OK;
    const uint32_t count = subject->net_count(task);
    const char **known = mem_alloc(count, sizeof *known, "names of nets", NULL);
    for (uint32_t i = 0; known != NULL && i < count; i++)
        known[i] = subject->net_name(task, i);
    error_set(error, STATUS_BAD_INPUT, "%s: no net \"%.60s\" in %.300s%s", where, name,
              task->netlist, options_suggest(name, known, known != NULL ? count : 0).text);
    free(known);
    return STATUS_BAD_INPUT;
}

enum status subject_find_all(struct task *task, const char *where, const char *name, bool value,
                             bool *nets, struct error *error)
{
    assert(task->data != NULL && name != NULL);
    const struct subject *subject = task->subject;
    const uint32_t count = subject->net_count(task);
    bool any = false;
    uint32_t found = subject->find(task, name);
    if (found == UINT32_MAX && pattern_is(name)) {
        for (uint32_t net = 0; net < count; net++) {
            if (!pattern_matches(name, subject->net_name(task, net)))
                continue;
            any = true;
            if (nets != NULL)
                nets[net] = value;
        }
        return any ? STATUS_OK
                   : error_set(error, STATUS_BAD_INPUT, "%s: no net of %.300s matches \"%.60s\"",
                               where, task->netlist, name);
    }
    TRY(subject_find(task, where, name, &found, error));
    if (nets != NULL)
        nets[found] = value;
    return STATUS_OK;
}

/* Skipped nets are not counted by a record and are unrouted in the file. */
bool subject_proves(struct task *task, const char *path, const struct run_record *record)
{
    const struct subject *subject = task->subject;
    const struct option_value *value = task->options->value;
    const bool skips = value[OPT_ONLY_NET].given || value[OPT_SKIP_NET].given;
    struct run_record found = {.status = record->status};
    if (subject->proves != NULL)
        return subject->proves(task, path, record);
    const bool proved = subject->load(task, path, RESULT_SHOWN, NULL) == STATUS_OK &&
                        subject->record(task, &found, NULL) == STATUS_OK && record->units == 0 &&
                        found.routed == record->routed && found.length == record->length &&
                        found.vias == record->vias && found.cost == record->cost &&
                        found.nets >= record->nets && (skips || found.nets == record->nets);
    record_destroy(&found);
    return proved;
}

void explanation_print_names(const struct task *task, const struct explanation *it, FILE *out)
{
    assert(it->named_count <= EXPLAINED_NAMES);
    for (size_t i = 0; i < it->named_count; i++) {
        fputs(i > 0 ? ", " : "", out);
        harmless_print(out, task->subject->net_name(task, it->named[i]));
    }
    if (it->more > 0)
        fprintf(out, " and %zu more", it->more);
}

void task_destroy(struct task *task)
{
    if (task->subject != NULL)
        task->subject->destroy(task);
    record_destroy(&task->record);
    MEM_FREE(task->skip, task->origin);
    *task = (struct task){0};
}

unsigned task_threads(const struct task *task)
{
    const unsigned cores = task->threads > 0 ? task->threads : cores_available();
    assert(cores >= 1);
    return (unsigned)options_number(task->options, OPT_THREADS, cores);
}

bool task_wants_nets(const struct task *task)
{
    return options_flag(task->options, OPT_JSON_NETS) || task_output(task, TASK_NETS_CSV) != NULL;
}

enum option task_output_option(enum task_output kind)
{
    static const enum option OPTION[TASK_OUTPUTS] = {
        [TASK_PICTURE] = OPT_PICTURE, [TASK_ROUTES] = OPT_ROUTES,
        [TASK_JSON] = OPT_JSON,       [TASK_NETS_CSV] = OPT_NETS_CSV,
        [TASK_FILM] = OPT_ANIMATE,    [TASK_GUIDES] = OPT_WRITE_GUIDES,
    };
    assert(kind < TASK_OUTPUTS);
    return OPTION[kind];
}

const char *task_output(const struct task *task, enum task_output kind)
{
    assert(kind < TASK_OUTPUTS);
    return deliver_is_none(task->output[kind]) ? NULL : task->output[kind];
}
