/* connect: converts paths to wires, corner to corner.
 *
 * The wires are in the order of grid/routes.h without sorting: a path runs away from the tree, its
 * wires follow each other, and each path ends at a pin, so the next path starts a new branch. */
#include "router/maze/net/connect.h"

#include "router/maze/net/salvage.h"

static enum status add_joined(struct growth *growth, struct wire wire, struct error *error)
{
    return MEM_APPEND(growth->joined, growth->joined_capacity, growth->joined_count, wire,
                      "wires of a net", error);
}

enum status connect_begin(struct growth *growth, const struct design *design, uint32_t net,
                          struct error *error)
{
    assert(net < design->nets.net_count && design->nets.nets[net].pin_count >= 1);
    const struct net *n = &design->nets.nets[net];
    const struct pin *pins = design->nets.pins + n->first_pin;
    growth->design = design;
    growth->net = net;
    growth->joined_count = growth->wire_count = growth->target_count = 0;
    growth->cost = growth->guess = 0;
    growth->work = 0;
    growth->salvage = NULL;
    growth->outcome = OUTCOME_FOUND;
    TRY(add_joined(growth, pin_wire(&design->grid, pins[0]), error));
    for (uint32_t i = 1; i < n->pin_count; i++)
        TRY(MEM_APPEND(growth->targets, growth->targets_capacity, growth->target_count,
                       pin_wire(&design->grid, pins[i]), "pins of a net", error));
    return STATUS_OK;
}

struct job connect_job(const struct growth *growth, struct box window)
{
    assert(window.x0 <= window.x1 && window.y0 <= window.y1);
    return (struct job){.sources = growth->joined,
                        .source_count = (uint32_t)growth->joined_count,
                        .targets = growth->targets,
                        .target_count = (uint32_t)growth->target_count,
                        .window = window,
                        .guess = growth->guess};
}

enum status connect_take(struct growth *growth, const struct job *job, struct error *error)
{
    assert(job->outcome == OUTCOME_FOUND && job->target < growth->target_count);
    for (size_t i = 1; i < job->knot_count; i++) {
        struct wire wire = {job->knots[i - 1], job->knots[i]};
        TRY(MEM_APPEND(growth->wires, growth->wires_capacity, growth->wire_count, wire,
                       "wires of a net", error));
        TRY(add_joined(growth, wire, error));
    }
    growth->guess = 0;
    growth->cost += job->cost;
    if (growth->salvage != NULL)
        return salvage_join(growth->salvage, growth, job->reached, error);
    struct wire pin = growth->targets[job->target];
    if (pin.from != pin.to || job->knot_count < 2)
        TRY(add_joined(growth, pin, error));
    growth->target_count--;
    memmove(growth->targets + job->target, growth->targets + job->target + 1,
            (growth->target_count - job->target) * sizeof *growth->targets);
    return STATUS_OK;
}

MEM_DESTROY(connect_destroy, growth, it->joined, it->wires, it->targets)
