/* layout_room: completes nets whose kept wires were taken out, and takes out more wires for them.
 */
#include "grid/layout/net_facts.h"
#include "grid/text/harmless.h"
#include "router/cli/subject/layout/layout_keep.h"

enum { RELEASE_PITCHES = 8 }; /* margin of the first two releases, in track distances */

/* Sets the status of the kept wires of opened nets. */
static void mark_opened(struct task *task, uint8_t status)
{
    const struct layout_run *run = &layout_of(task)->run;
    const struct placed *placed = &run->placed.placed;
    for (uint32_t net = 0; net < placed->net_names.count; net++) {
        const struct slice wires = placed->nets[net].wires;
        if (run->kept_first != NULL && layout_is_opened(task, net))
            for (uint32_t k = run->kept_first[net + 1] - run->kept_first[net]; k > 0; k--)
                placed->wires[wires.first + wires.count - k].status = status;
    }
}

enum status layout_route_opened(struct task *task, struct error *error)
{
    struct layout_run *run = &layout_of(task)->run;
    mark_opened(task, WIRE_FIXED);
    const enum status status = detail_route(&run->result, &run->placed, &run->how, error);
    mark_opened(task, WIRE_ROUTED);
    return status;
}

/* Marks the kept wires of other nets in a box, on all layers. */
static void mark_near(const struct task *task, struct kept_drop *drop, struct layout_rect box,
                      bool *near)
{
    const struct layout_task *it = layout_of(task);
    for (uint32_t net = 0; net < it->run.placed.placed.net_names.count; net++)
        for (uint32_t w = it->run.kept_first[net]; w < it->run.kept_first[net + 1]; w++)
            if (!it->not_chosen[net] && kept_wire_meets(&it->run, w, LAYER_NONE, box))
                drop->loose[w] = drop->opened[net] = near[net] = true;
}

/* Marks kept wires near the pins of open nets. */
static enum status find_near(const struct task *task, uint32_t release, struct kept_drop *drop,
                             bool *near, struct error *error)
{
    const struct layout_run *run = &layout_of(task)->run;
    const struct placed *placed = &run->placed.placed;
    int32_t margin = RELEASE_PITCHES * placed_least_pitch(placed);
    for (uint32_t i = 1; i < release; i++)
        margin *= 4;
    struct shapes shapes;
    TRY(shapes_make(&shapes, &run->placed, error));
    for (uint32_t i = 0; i < run->result.unrouted_count; i++) {
        const struct detail_unrouted *open = &run->result.unrouted[i];
        if (open->reason == DETAIL_NO_METAL || open->reason == DETAIL_ENDED ||
            (open->reason == DETAIL_NO_ACCESS && release > 1))
            continue;
        drop->whole[open->net] = layout_is_opened(task, open->net);
        near[open->net] = near[open->net] || drop->whole[open->net];
        const struct slice pins = placed->nets[open->net].pins;
        if (release > 0)
            mark_near(task, drop,
                      rect_grow(net_facts(&run->placed, &shapes, open->net).pins, margin), near);
        for (uint32_t k = pins.first; k < pins.first + pins.count && release == 0; k++) {
            const uint32_t pin = placed->net_pins[k];
            for (uint32_t s = shapes.pin_first[pin]; s < shapes.pin_first[pin + 1]; s++)
                mark_near(task, drop, rect_grow(shapes.shapes[s].rect, margin), near);
        }
    }
    shapes_destroy(&shapes);
    return STATUS_OK;
}

enum status layout_make_room(struct task *task, uint32_t release, bool *any, struct error *error)
{
    struct layout_run *run = &layout_of(task)->run;
    const uint32_t nets = run->placed.placed.net_names.count;
    struct kept_state before = {0};
    struct kept_drop drop;
    uint32_t count = 0;
    bool *near = NULL;
    enum status status = kept_drop_create(&drop, task, error);
    THEN(status, MEM_NEW(near, (size_t)nets + 1, "nets", error));
    THEN(status, find_near(task, release, &drop, near, error));
    for (uint32_t net = 0; net < nets && status == STATUS_OK; net++)
        count += near[net];
    *any = count > 0;
    if (status == STATUS_OK && *any) {
        progress_pause(task->cli->progress);
        harmless_line(
            task->cli->notes,
            "--keep: %u nets are open: the kept wires of %u nets near them are routed again",
            run->result.unrouted_count, count);
        status = kept_drop_wires(task, &drop, &before, error);
        THEN(status, layout_route_opened(task, error));
        if (status == STATUS_OK && run->result.unrouted_count >= before.result.unrouted_count) {
            before = kept_swap(task, before);
            status = layout_lay_wires(&run->placed, run->kept, run->kept_first, error);
        }
    }
    kept_destroy(&before);
    kept_drop_destroy(&drop);
    free(near);
    return status;
}
