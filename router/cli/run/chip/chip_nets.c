/* chip_nets: a record of each regular net of a routed chip; see chip_task.h. */
#include <stdlib.h>

#include "grid/chip/shape.h"
#include "router/cli/run/chip/chip_task.h"

struct chip_nets {
    const struct chip_task *task;
    struct shapes shapes; /* of the chip as it was written */
    uint32_t *nets;       /* [count] regular nets of two pins or more */
    const char **state;   /* [nets of the chip] */
};

static void grow(double box[4], struct rect rect, double micron)
{
    const double edge[4] = {rect.x0 / micron, rect.y0 / micron, rect.x1 / micron, rect.y1 / micron};
    for (int i = 0; i < 2; i++) {
        box[i] = edge[i] < box[i] ? edge[i] : box[i];
        box[i + 2] = edge[i + 2] > box[i + 2] ? edge[i + 2] : box[i + 2];
    }
}

/* How far apart the pins are at least: from the leftmost right edge to the rightmost left edge, and
 * the same upward. */
static double spread(const double gap[4])
{
    return (gap[0] > gap[2] ? gap[0] - gap[2] : 0) + (gap[1] > gap[3] ? gap[1] - gap[3] : 0);
}

static void fill(const void *context, uint64_t index, struct net_record *record)
{
    const struct chip_nets *it = context;
    const struct placed *placed = &it->task->routed.placed;
    const uint32_t number = it->nets[index];
    const struct placed_net *net = &placed->nets[number];
    const double micron = it->task->routed.tech.units_per_micron;
    double gap[4] = {-1e18, -1e18, 1e18, 1e18}; /* most of the low edges, least of the high ones */
    *record = (struct net_record){.net = names_text(&placed->net_names, number),
                                  .state = it->state[number],
                                  .pins = net->pins.count,
                                  .routed = net->wires.count > 0,
                                  .box = {1e18, 1e18, -1e18, -1e18}};
    for (uint32_t i = net->pins.first; i < net->pins.first + net->pins.count; i++) {
        const uint32_t pin = placed->net_pins[i];
        double box[4] = {1e18, 1e18, -1e18, -1e18};
        for (uint32_t s = it->shapes.pin_first[pin]; s < it->shapes.pin_first[pin + 1]; s++) {
            grow(box, it->shapes.shapes[s].rect, micron);
            grow(record->box, it->shapes.shapes[s].rect, micron);
        }
        for (int k = 0; k < 2 && box[0] <= box[2]; k++) {
            gap[k] = box[k] > gap[k] ? box[k] : gap[k];
            gap[k + 2] = box[k + 2] < gap[k + 2] ? box[k + 2] : gap[k + 2];
        }
    }
    record->least_length = spread(gap);
    for (uint32_t w = net->wires.first; w < net->wires.first + net->wires.count; w++) {
        const struct placed_wire *wire = &placed->wires[w];
        record->vias += wire->kind == WIRE_VIA;
        if (wire->kind == WIRE_SEGMENT)
            record->length += (abs(wire->x1 - wire->x0) + abs(wire->y1 - wire->y0)) / micron;
        for (uint32_t i = 0; i < wire_rect_count(&it->task->routed, wire); i++) {
            uint16_t layer;
            grow(record->box, wire_rect(&it->task->routed, wire, i, &layer), micron);
        }
    }
    for (int k = 0; k < 4 && record->box[0] > record->box[2]; k++)
        record->box[k] = 0;
}

/* What became of each net of the chip. */
static void note_states(struct chip_nets *it)
{
    const struct chip_task *task = it->task;
    for (uint32_t n = 0; n < task->chip.placed.net_names.count; n++)
        it->state[n] = task->skip != NULL && task->skip[n] ? "skipped" : "routed";
    for (uint32_t n = 0; task->kept_first != NULL && n < task->chip.placed.net_names.count; n++)
        if (task->kept_first[n] < task->kept_first[n + 1])
            it->state[n] = "routed";
    for (uint32_t i = 0; i < task->result.unrouted_count; i++)
        it->state[task->result.unrouted[i].net] =
            detail_reason_word(task->result.unrouted[i].reason);
    for (size_t i = 0; i < task->refused_count; i++)
        it->state[task->refused[i].net] = "fault";
}

enum status chip_nets_tell(const struct chip_task *task,
                           void (*tell)(void *context, const struct net_records *records),
                           void *context, struct error *error)
{
    const struct placed *placed = &task->routed.placed;
    const uint32_t names = placed->net_names.count;
    struct chip_nets it = {.task = task};
    struct net_records records = {.fill = fill, .context = &it, .chip = true};
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
