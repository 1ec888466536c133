/* layout_nets: a record of each regular net of a routed layout; see layout_task.h. */
#include <stdlib.h>

#include "grid/layout/net_facts.h"
#include "router/cli/run/layout/layout_task.h"

struct layout_nets {
    const struct layout_task *task;
    struct shapes shapes; /* of the layout as it was written */
    uint32_t *nets;       /* [count] regular nets of two pins or more */
    const char **state;   /* [nets of the layout] */
};

static void fill(const void *context, uint64_t index, struct net_record *record)
{
    const struct layout_nets *it = context;
    const struct layout *layout = &it->task->routed;
    const uint32_t number = it->nets[index];
    const struct placed_net *net = &layout->placed.nets[number];
    const struct net_facts facts = net_facts(layout, &it->shapes, number);
    const double micron = layout->tech.units_per_micron;
    *record = (struct net_record){.net = names_text(&layout->placed.net_names, number),
                                  .state = it->state[number],
                                  .pins = net->pins.count,
                                  .routed = net->wires.count > 0,
                                  .least_length = (double)facts.least / micron,
                                  .length = (double)facts.length / micron,
                                  .vias = facts.vias,
                                  .box = {facts.all.x0 / micron, facts.all.y0 / micron,
                                          facts.all.x1 / micron, facts.all.y1 / micron}};
}

/* What became of each net of the layout. */
static void note_states(struct layout_nets *it)
{
    assert(it->state != NULL);
    const struct layout_task *task = it->task;
    for (uint32_t n = 0; n < task->layout.placed.net_names.count; n++)
        it->state[n] = task->skip != NULL && task->skip[n] ? "skipped" : "routed";
    for (uint32_t n = 0; task->kept_first != NULL && n < task->layout.placed.net_names.count; n++)
        if (task->kept_first[n] < task->kept_first[n + 1])
            it->state[n] = "routed";
    for (uint32_t i = 0; i < task->result.unrouted_count; i++)
        it->state[task->result.unrouted[i].net] =
            layout_task_word(task, task->result.unrouted[i].reason);
    for (size_t i = 0; i < task->refused_count; i++)
        it->state[task->refused[i].net] = "fault";
}

enum status layout_nets_tell(const struct layout_task *task,
                             void (*tell)(void *context, const struct net_records *records),
                             void *context, struct error *error)
{
    const struct placed *placed = &task->routed.placed;
    const uint32_t names = placed->net_names.count;
    struct layout_nets it = {.task = task};
    struct net_records records = {.fill = fill, .context = &it, .layout = true};
    it.nets = mem_alloc(names, sizeof *it.nets, "records of nets", error);
    it.state = mem_alloc(names, sizeof *it.state, "records of nets", error);
    enum status status = it.nets != NULL && it.state != NULL ? STATUS_OK : STATUS_FAILED;
    THEN(status, shapes_make(&it.shapes, &task->routed, error));
    if (status == STATUS_OK) {
        note_states(&it);
        for (uint32_t n = 0; n < names; n++)
            if (placed->nets[n].regular && placed->nets[n].pins.count >= 2)
                it.nets[records.count++] = n;
        tell(context, &records);
    }
    shapes_destroy(&it.shapes);
    MEM_FREE(it.nets, it.state);
    return status;
}
