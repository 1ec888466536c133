/* subject: helpers of all subjects: checks options, finds nets by name, and names outputs. */
#include "router/cli/subject/subject.h"

#include <limits.h>

#include "grid/text/harmless.h"
#include "grid/text/pattern.h"
#include "router/cli/output/deliver.h"

enum {
    NO_GRID = KIND_LAYOUT | KIND_TILES,
    NO_LAYOUT = KIND_GRID | KIND_TILES,
    NO_TILES = KIND_GRID | KIND_LAYOUT
};

/* The options that do not apply to some subjects. A new option is a row here if a kind lacks it. */
static const struct subject_limit {
    enum option option;
    unsigned subjects;   /* the kinds that lack it */
    const char *allowed; /* values that are accepted all the same, separated by |; NULL: none */
    const char *why;
} LIMITS[] = {
    {OPT_LEF, NO_LAYOUT, NULL, "LEF files belong to a DEF"},
    {OPT_LAYERS, KIND_GRID, NULL, "its layers have no names"},
    {OPT_LAYERS, KIND_TILES, NULL, "its capacities choose the layers"},
    {OPT_NET_LAYERS, KIND_GRID, NULL, "its layers have no names"},
    {OPT_NET_LAYERS, KIND_TILES, NULL, "its capacities choose the layers"},
    {OPT_HIDE, NO_LAYOUT, NULL, "it has no cells of a library"},
    {OPT_COLORS, NO_LAYOUT, NULL, "files of layer colours are for layouts"},
    {OPT_GUIDES, NO_LAYOUT, NULL, "guides are for layouts"},
    {OPT_GLOBAL, NO_LAYOUT, NULL, "only layouts are routed on two levels"},
    {OPT_TILE, NO_LAYOUT, NULL, "only layouts are routed on two levels"},
    {OPT_SKIP_UNPLACED, NO_LAYOUT, NULL, "its nets have no components"},
    {OPT_ANTENNA_LIMITS, NO_LAYOUT, NULL, "it has no antenna limits"},
    {OPT_STRICT_RULES, NO_LAYOUT, NULL, "it has no rules of LEF"},
    {OPT_NETLIST_CAP, NO_TILES, NULL, "a file of nets belongs to a .cap"},
    {OPT_ISPD, NO_TILES, NULL, "rules of contests are for tile graphs"},
    {OPT_WRITE_GUIDES, NO_TILES, NULL, "only tile graphs give guides"},
    {OPT_ENGINE, KIND_LAYOUT, "auto|cpu", "layouts are routed by the CPU"},
    {OPT_ENGINE, KIND_TILES, "auto|cpu|gpu", "tile graphs are routed by one engine"},
    {OPT_GPUS, KIND_LAYOUT, "1", "layouts are routed by the CPU"},
    {OPT_GPUS, KIND_TILES, "1", "tile graphs use one GPU"},
    {OPT_WAVE, KIND_LAYOUT, "auto", "layouts have one wave, detail"},
    {OPT_WAVE, KIND_TILES, "auto", "tile graphs have one wave, global"},
    {OPT_BLOCK_QUEUE, NO_GRID, NULL, "queues are for GPUs"},
    {OPT_ORDER, KIND_LAYOUT, "short", "nets of layouts are routed together"},
    {OPT_ORDER, KIND_TILES, "short", "short nets of tile graphs are routed first"},
    {OPT_MAX_ITERATIONS, NO_GRID, NULL, "use --effort or --time-limit"},
    {OPT_ALONE, KIND_LAYOUT, NULL, "nets of layouts cannot share metal"},
    {OPT_ALONE, KIND_TILES, NULL, "nets of tile graphs always share tiles"},
    {OPT_ANIMATE, NO_GRID, NULL, "films show netlists on grids"},
};

/* The row that an option violates for this subject; NULL: it was not given, or applies. */
static const struct subject_limit *limit_of(const struct subject *subject,
                                            const struct options *options, enum option id)
{
    const struct option_value *value = &options->value[id];
    const bool given =
        option_table[id].kind == OPTION_FLAG ? options_flag(options, id) : value->given;
    for (size_t i = 0; given && i < sizeof LIMITS / sizeof *LIMITS; i++)
        if (LIMITS[i].option == id && (LIMITS[i].subjects & subject->kind) != 0 &&
            options_index(LIMITS[i].allowed, value->text) == UINT_MAX)
            return &LIMITS[i];
    return NULL;
}

enum status subject_check_options(const struct task *task, struct error *error)
{
    assert(task->options != NULL && task->netlist != NULL);
    for (unsigned id = 0; id < OPTION_COUNT; id++) {
        const struct subject_limit *limit = limit_of(task->subject, task->options, (enum option)id);
        const struct option_value *value = &task->options->value[id];
        const bool word = option_table[id].kind == OPTION_WORD;
        if (limit == NULL)
            continue;
        /* The status is that of an engine which lacks a feature of the design. */
        const enum status status = id == OPT_ENGINE ? STATUS_FAILED : STATUS_BAD_INPUT;
        error_set_at(error, status, value->place.file, value->place.line, value->place.column,
                     "%s%s%s%s: %.300s is %s: %s", value->place.file == NULL ? "--" : "",
                     option_table[id].name, word ? " " : "", word ? value->text : "", task->netlist,
                     task->subject->called, limit->why);
        if (value->place.text != NULL)
            ini_quote(error, value->place.text, value->place.column);
        return status;
    }
    return STATUS_OK;
}

void subject_drop_defaults(const struct subject *subject, struct options *options)
{
    for (unsigned id = 0; id < OPTION_COUNT; id++)
        if (options->value[id].inherited && limit_of(subject, options, (enum option)id) != NULL)
            options_reset(options, (enum option)id);
}

void subject_place_faults(struct task *task, struct fault_report *report)
{
    struct net_record facts;
    for (size_t i = 0; i < report->count && task->units > 0; i++) {
        struct fault_item *item = &report->items[i];
        const uint32_t net = item->has_box || item->net == NAME_NONE
                                 ? UINT32_MAX
                                 : task->subject->find(task, names_text(&report->words, item->net));
        if (net == UINT32_MAX || task->subject->net(task, net, &facts, NULL) != STATUS_OK)
            continue;
        item->has_box = facts.has_pins;
        for (int k = 0; k < 4; k++)
            item->box[k] = (double)facts.pin_box[k] / task->units;
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
    error_refuse(error, "%s: no net \"%.60s\" in %.300s%s", where, name, task->netlist,
                 options_suggest(name, known, known != NULL ? count : 0).text);
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
                   : error_refuse(error, "%s: no net of %.300s matches \"%.60s\"", where,
                                  task->netlist, name);
    }
    TRY(subject_find(task, where, name, &found, error));
    if (nets != NULL)
        nets[found] = value;
    return STATUS_OK;
}

/* Skipped nets are not counted in a record; in the file they are unrouted. */
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

void explanation_print(const struct task *task, const struct explanation *it, const char *some,
                       const char *none, FILE *out)
{
    assert(it->named_count <= EXPLAINED_NAMES);
    fputs(it->named_count > 0 ? some : none, out);
    for (size_t i = 0; i < it->named_count; i++) {
        fputs(i > 0 ? ", " : "", out);
        harmless_print(out, task->subject->net_name(task, it->named[i]));
    }
    if (it->more > 0)
        fprintf(out, " and %zu more", it->more);
    fputc('\n', out);
}

void task_destroy(struct task *task)
{
    if (task->subject != NULL)
        task->subject->destroy(task);
    record_destroy(&task->record);
    MEM_CLEAR(task, task->skip, task->origin);
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
