/* layout_proof: checks that a routed layout is right and has the numbers of a record. */
#include "grid/clock.h"
#include "router/cli/subject/layout/layout_subject.h"

struct layout_proof {
    const struct task *task;
    bool *wanted;      /* [nets of placed]: the net is to be routed, and is not open */
    uint32_t nets;     /* number of nets to be routed */
    uint32_t open;     /* number of open nets among them */
    uint32_t all_open; /* number of all open nets */
    struct layout_verdict verdict;
};

static bool is_stopped(void *context)
{
    const struct layout_proof *it = context;
    return stop_raised(it->task->cli->stop);
}

/* Counts an open net, found by its name: the two layouts may number their nets differently. */
static void count_open(void *context, const struct layout_violation *fault)
{
    struct layout_proof *it = context;
    if (fault->kind != FAULT_OPEN)
        return;
    const struct layout_task *layouts = layout_of(it->task);
    const char *name = names_text(&layouts->run.routed.placed.net_names, fault->net);
    uint32_t net = names_find(&layouts->run.placed.placed.net_names, name, strlen(name));
    it->all_open++;
    if (net == NAME_NONE || !it->wanted[net])
        return;
    it->wanted[net] = false;
    it->open++;
}

/* STATUS_OK and STATUS_UNROUTED: the routed layout is right. */
static enum status judge(struct layout_proof *it, const char *path)
{
    struct layout_task *layouts = layout_of(it->task);
    TRY(layout_read_result(&layouts->run, path, &layouts->run.routed, NULL));
    TRY(MEM_NEW(it->wanted, layouts->run.placed.placed.net_names.count, "nets", NULL));
    TRY(detail_wanted(&layouts->run.placed, it->wanted, &it->nets, NULL));
    const struct layout_checking how = {
        .report = count_open, .stop = is_stopped, .context = it, .threads = task_threads(it->task)};
    return layout_check_all(&layouts->run.placed, &layouts->run.routed, &how, &it->verdict, NULL);
}

/* The number of nets that are connected without a wire. */
static uint32_t count_bare(const struct layout_proof *it)
{
    const struct layout_task *layouts = layout_of(it->task);
    const struct placed *routed = &layouts->run.routed.placed;
    uint32_t bare = 0;
    assert(it->wanted != NULL);
    for (uint32_t net = 0; net < routed->net_names.count; net++) {
        const char *name = names_text(&routed->net_names, net);
        uint32_t there = names_find(&layouts->run.placed.placed.net_names, name, strlen(name));
        bare += there != NAME_NONE && it->wanted[there] && routed->nets[net].wires.count == 0;
    }
    return bare;
}

/* True if the layout can have the record's numbers of nets. A net whose pins touch needs no wires,
 * but a record may count it as unrouted. If nets were left out or kept, at most the connected nets
 * are routed. */
static bool has_nets(const struct layout_proof *it, const struct run_record *record)
{
    const struct option_value *value = it->task->options->value;
    const uint32_t unrouted = record->nets - record->routed;
    const uint32_t all = layout_of(it->task)->run.placed.placed.net_names.count;
    assert(record->routed <= record->nets && it->open <= it->nets);
    if (value[OPT_KEEP].given)
        return record->nets <= all && record->routed <= all - it->all_open;
    if (value[OPT_ONLY_NET].given || value[OPT_SKIP_NET].given)
        return record->nets <= it->nets && record->routed <= it->nets - it->open;
    return record->nets == it->nets && unrouted >= it->open &&
           unrouted - it->open <= count_bare(it);
}

bool layout_task_proves(struct task *task, const char *path, const struct run_record *record)
{
    assert(path != NULL && task->data != NULL);
    struct layout_proof it = {.task = task};
    const enum status status = judge(&it, path);
    const bool proved = (status == STATUS_OK || status == STATUS_UNROUTED) &&
                        record->units == task->units &&
                        record->length == (uint64_t)it.verdict.length &&
                        record->vias == it.verdict.vias && has_nets(&it, record);
    free(it.wanted);
    return proved;
}
