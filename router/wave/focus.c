/* focus: bounding boxes of sources and targets, and an ellipse around them. */
#include "router/wave/focus.h"

#include "router/search/field.h"

uint32_t focus_distance(const struct focus *focus)
{
    const struct box *a = &focus->from, *b = &focus->to;
    return focus_gap(a->x0, a->x1, b->x0, b->x1) + focus_gap(a->y0, a->y1, b->y0, b->y1);
}

/* The box around the wires. False if it does not meet the window. */
static bool box_around(const struct grid *grid, const struct box *window, const struct wire *wires,
                       uint32_t count, struct box *box)
{
    assert(count == 0 || wires != NULL);
    *box = box_empty();
    for (uint32_t i = 0; i < count; i++)
        *box = box_join(*box, box_of_wire(grid, wires[i]));
    return box_meet(*box, *window);
}

/* The layers that hold targets. */
static void layers_around(const struct grid *grid, const struct job *job, struct focus *focus)
{
    focus->low_layer = UINT32_MAX;
    focus->high_layer = 0;
    for (uint32_t i = 0; i < 2 * job->target_count; i++) {
        const struct wire *wire = &job->targets[i / 2];
        uint32_t z = grid_z(grid, i % 2 == 0 ? wire->from : wire->to);
        focus->low_layer = z < focus->low_layer ? z : focus->low_layer;
        focus->high_layer = z > focus->high_layer ? z : focus->high_layer;
    }
}

bool focus_aim(struct focus *focus, const struct grid *grid, const struct job *job)
{
    layers_around(grid, job, focus);
    return box_around(grid, &job->window, job->sources, job->source_count, &focus->from) &&
           box_around(grid, &job->window, job->targets, job->target_count, &focus->to);
}

struct box focus_clip(const struct focus *focus, const struct box *window, uint32_t budget)
{
    assert(window->x0 <= window->x1 && window->y0 <= window->y1);
    if (budget == FOCUS_EVERYWHERE)
        return *window;
    const struct box all = box_join(focus->from, focus->to);
    const uint32_t distance = focus_distance(focus);
    const uint32_t margin = budget > distance ? (budget - distance) / 2 : 0;
    return box_cut((struct box){all.x0 > margin ? all.x0 - margin : 0,
                                all.y0 > margin ? all.y0 - margin : 0, all.x1 + margin,
                                all.y1 + margin},
                   *window);
}
