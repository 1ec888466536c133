/* batch_config: chooses jobs by name, lists their input files, and reports errors at an option. */
#include "router/cli/batch/batch_config.h"

#include "grid/text/pattern.h"

enum status batch_choose(struct batch_config *batch, char *const *names, size_t count,
                         struct error *error)
{
    assert(batch->count > 0); /* batch_read refuses a file without jobs */
    for (size_t i = 0; i < batch->count; i++)
        batch->jobs[i].chosen = count == 0;
    for (size_t n = 0; n < count; n++) {
        const char **known;
        TRY(MEM_NEW(known, batch->count, "names of jobs", error));
        bool found = false;
        for (size_t i = 0; i < batch->count; i++) {
            known[i] = batch->jobs[i].name;
            if (pattern_matches(names[n], known[i]))
                found = batch->jobs[i].chosen = true;
        }
        if (!found)
            error_refuse(error, "--only: no job \"%.60s\" in %s%s", names[n], batch->config,
                         options_suggest(names[n], known, batch->count).text);
        free(known);
        if (!found)
            return STATUS_BAD_INPUT;
    }
    return STATUS_OK;
}

const char *batch_input(const struct batch_job *job, size_t i, enum option *option)
{
    *option = OPT_NETLIST;
    return i == 0 ? job->netlist : options_input(&job->options, i - 1, option);
}

enum status batch_error_at(const struct batch_config *batch, const struct batch_job *job,
                           enum option option, struct error *error, const char *format, ...)
{
    assert(option < OPTION_COUNT);
    const struct option_value *value = &job->options.value[option];
    const struct option_place *place = value->inherited ? NULL : &value->place;
    const bool there = place != NULL && place->text != NULL;
    char text[ERROR_TEXT_MAX];
    assert(job->name != NULL && batch->config != NULL);
    FORMAT_ARGS(text, sizeof text);
    error_set_at(error, STATUS_BAD_INPUT, batch->config, there ? place->line : job->line,
                 there ? place->column : 1, "job %.60s: %s", job->name, text);
    if (there)
        ini_quote(error, place->text, place->column);
    return STATUS_BAD_INPUT;
}

void batch_destroy(struct batch_config *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        struct batch_job *job = &batch->jobs[i];
        options_destroy(&job->options);
        record_destroy(&job->result.run);
        MEM_FREE(job->name, job->netlist);
        for (int kind = 0; kind < TASK_OUTPUTS; kind++)
            free(job->output[kind]);
    }
    free(batch->jobs);
    options_destroy(&batch->defaults);
    MEM_CLEAR(batch, batch->config, batch->output);
}
