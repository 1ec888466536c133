/* steiner: the tree read back from the labels, from the cell where it meets the root's path. */
#include <stdlib.h>

#include "router/steiner_labels.h"

enum { SETS_MAX = 1 << (STEINER_PINS_MAX - 1) };

enum status steiner_create(struct steiner **steiner, struct error *error)
{
    *steiner = mem_alloc(1, sizeof **steiner, "the tree search", error);
    return *steiner != NULL ? STATUS_OK : STATUS_FAILED;
}

void steiner_destroy(struct steiner *steiner)
{
    if (steiner == NULL)
        return;
    free(steiner->enter);
    free(steiner->steps);
    free(steiner->labels);
    free(steiner->bounds);
    free(steiner->heap);
    free(steiner);
}

bool steiner_suits(const struct design *design, uint32_t net, struct box window)
{
    const struct net *n = &design->nets.nets[net];
    uint64_t cells =
        (uint64_t)(window.x1 - window.x0 + 1) * (window.y1 - window.y0 + 1) * design->grid.layers;
    if (n->pin_count < 3 || n->pin_count > STEINER_PINS_MAX || design->grid.rules.bend > 0 ||
        cells << (n->pin_count - 1) > STEINER_LABELS_MAX)
        return false;
    for (uint32_t i = 0; i < n->pin_count; i++)
        if (design->nets.pins[n->first_pin + i].all_layers && design->grid.layers > 1)
            return false;
    return true;
}

static cell_t grid_cell_of(const struct steiner *s, uint32_t local)
{
    uint32_t x = local % s->width, y = local / s->width % s->height;
    return grid_cell(s->grid, x + s->window.x0, y + s->window.y0, local / s->width / s->height);
}

/* A tree yet to be read back: what hangs on the cell. */
struct rest {
    uint32_t set, cell;
};

/* The first part of the set that splits off at the cell, or 0. */
static uint32_t find_split(const struct steiner *s, struct rest at)
{
    uint32_t label = steiner_labels_of(s, at.set)[at.cell];
    uint32_t low = at.set & (~at.set + 1);
    for (uint32_t part = 1; part < at.set; part++) {
        if ((part & ~at.set) != 0 || (part & low) == 0)
            continue;
        uint64_t sum = (uint64_t)steiner_labels_of(s, part)[at.cell] +
                       steiner_labels_of(s, at.set ^ part)[at.cell];
        if (sum == label)
            return part;
    }
    return 0;
}

/* The direction in which the tree goes on from the cell: straight on first. */
static int find_step(const struct steiner *s, struct rest at, int straight)
{
    const uint32_t *labels = steiner_labels_of(s, at.set);
    for (int turn = -1; turn < DIRECTIONS; turn++) {
        int d = turn < 0 ? straight : turn;
        if (d < 0 || (s->steps[at.cell] >> d & 1) == 0)
            continue;
        uint32_t next = (uint32_t)((int32_t)at.cell + s->stride[d]);
        if (s->enter[next] != LABEL_NONE && labels[next] != LABEL_NONE &&
            labels[next] + steiner_step_cost(s, next, direction_opposite(d)) == labels[at.cell])
            return d;
    }
    return -1;
}

static enum status add_wire(struct growth *growth, struct wire wire, struct error *error)
{
    if (mem_grow((void **)&growth->wires, &growth->wires_capacity, growth->wire_count + 1,
                 sizeof wire, "wires of a net", error) != STATUS_OK)
        return STATUS_FAILED;
    growth->wires[growth->wire_count++] = wire;
    return STATUS_OK;
}

/* Follows one branch until it splits or ends; at a split the second part goes on the stack. */
static enum status read_branch(const struct steiner *s, struct rest at, struct rest *stack,
                               size_t *depth, struct growth *growth, struct error *error)
{
    int straight = -1;
    uint32_t from = at.cell;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && steiner_labels_of(s, at.set)[at.cell] > 0) {
        uint32_t part = find_split(s, at);
        if (part != 0) {
            stack[(*depth)++] = (struct rest){at.set ^ part, at.cell};
            at.set = part;
            continue;
        }
        int d = find_step(s, at, straight);
        assert(d >= 0);
        if (d != straight && at.cell != from) {
            status = add_wire(
                growth, (struct wire){grid_cell_of(s, from), grid_cell_of(s, at.cell)}, error);
            from = at.cell;
        }
        straight = d;
        at.cell = (uint32_t)((int32_t)at.cell + s->stride[d]);
    }
    if (status == STATUS_OK && at.cell != from)
        status =
            add_wire(growth, (struct wire){grid_cell_of(s, from), grid_cell_of(s, at.cell)}, error);
    return status;
}

/* The path from the root to the cell where the tree begins, found from that cell. */
static enum status read_stem(const struct steiner *s, uint32_t meeting, struct growth *growth,
                             struct error *error)
{
    struct rest at = {0, meeting};
    size_t first = growth->wire_count;
    uint32_t from = meeting;
    int straight = -1;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && at.cell != s->pins[0]) {
        int d = find_step(s, at, straight);
        assert(d >= 0);
        if (d != straight && at.cell != from) {
            status = add_wire(
                growth, (struct wire){grid_cell_of(s, at.cell), grid_cell_of(s, from)}, error);
            from = at.cell;
        }
        straight = d;
        at.cell = (uint32_t)((int32_t)at.cell + s->stride[d]);
    }
    if (status == STATUS_OK && at.cell != from)
        status =
            add_wire(growth, (struct wire){grid_cell_of(s, at.cell), grid_cell_of(s, from)}, error);
    for (size_t i = first, k = growth->wire_count; i + 1 < k; i++) {
        struct wire swap = growth->wires[i];
        growth->wires[i] = growth->wires[--k];
        growth->wires[k] = swap;
    }
    return status;
}

enum status steiner_grow(struct steiner *steiner, const struct field *field, struct box window,
                         struct growth *growth, struct error *error)
{
    struct steiner *s = steiner;
    struct rest stack[SETS_MAX];
    size_t depth = 0;
    uint32_t cost = LABEL_NONE, meeting = 0;
    enum status status = steiner_load(s, field, window, growth, error);
    if (status == STATUS_OK)
        status = steiner_search(s, error);
    if (status != STATUS_OK)
        return status;
    if (s->enough != LABEL_NONE)
        meeting = steiner_meeting(s, &cost);
    if (cost == LABEL_NONE) {
        growth->outcome = s->enough != LABEL_NONE || s->overflow ? OUTCOME_FOUND : OUTCOME_NONE;
        return STATUS_OK;
    }
    growth->outcome = OUTCOME_FOUND;
    growth->cost = cost;
    growth->target_count = 0;
    status = read_stem(s, meeting, growth, error);
    stack[depth++] = (struct rest){steiner_all_pins(s), meeting};
    while (depth > 0 && status == STATUS_OK) {
        struct rest at = stack[--depth];
        status = read_branch(s, at, stack, &depth, growth, error);
    }
    return status;
}
