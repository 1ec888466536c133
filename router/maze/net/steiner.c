/* steiner: reads the tree back from the labels, from the cell where it meets the root's path. */
#include "router/search/field.h"
#include "router/maze/net/steiner_sweep.h"

enum {
    SETS_MAX = 1 << (STEINER_PINS_MAX - 1),
    SWEPT_SHARE = 16, /* labels of a sweep that take the time of one label of another search */
};

enum status steiner_create(struct steiner **steiner, struct error *error)
{
    return MEM_NEW(*steiner, 1, "the tree search", error);
}

void steiner_destroy(struct steiner *steiner)
{
    if (steiner == NULL)
        return;
    steiner_sweep_destroy(steiner);
    free(steiner);
}

bool steiner_suits(const struct design *design, uint32_t net, struct box window)
{
    assert(net < design->nets.net_count);
    const struct net *n = &design->nets.nets[net];
    const uint64_t cells = box_cells(&design->grid, window);
    if (n->pin_count < 3 || n->pin_count > STEINER_PINS_MAX ||
        !steiner_sweep_suits(&design->grid) || cells << (n->pin_count - 1) > STEINER_LABELS_MAX)
        return false;
    for (uint32_t i = 0; i < n->pin_count; i++)
        if (design->nets.pins[n->first_pin + i].all_layers && design->grid.layers > 1)
            return false;
    return true;
}

uint64_t steiner_work(const struct design *design, uint32_t net, struct box window)
{
    assert(steiner_suits(design, net, window));
    uint64_t labels = box_cells(&design->grid, window) << (design->nets.nets[net].pin_count - 1);
    return labels / SWEPT_SHARE;
}

/* ---- the labels ------------------------------------------------------------------------------ */

/* The cost of entering an open cell. */
static uint64_t cost_of(const struct steiner *s, struct steiner_spot spot)
{
    const struct sweep_rows *rows = &s->rows;
    return rows->costs[sweep_place(rows, spot.x, spot.y, spot.z)];
}

/* The label of a set with the cell itself counted; COST_NONE if there is none. */
static uint64_t label_of(const struct steiner *s, struct steiner_spot spot, uint32_t set)
{
    uint16_t label = steiner_field(s, set)[sweep_place(&s->rows, spot.x, spot.y, spot.z)];
    return label < SWEEP_TOP ? label : COST_NONE;
}

/* ---- reading the tree back ------------------------------------------------------------------- */

/* A subtree that has not been read back: the set of its pins, and the cell where it starts. */
struct rest {
    uint32_t set;
    struct steiner_spot spot;
};

static cell_t grid_cell_of(const struct steiner *s, struct steiner_spot spot)
{
    return grid_cell(s->rows.field->grid, spot.x + s->rows.window.x0, spot.y + s->rows.window.y0,
                     spot.z);
}

/* The first subset at which the tree of the set splits at the cell, or 0. */
static uint32_t find_split(const struct steiner *s, struct rest at)
{
    uint64_t label = label_of(s, at.spot, at.set) + cost_of(s, at.spot);
    uint32_t low = at.set & (~at.set + 1);
    for (uint32_t part = 1; part < at.set; part++) {
        if ((part & ~at.set) != 0 || (part & low) == 0)
            continue;
        uint64_t a = label_of(s, at.spot, part), b = label_of(s, at.spot, at.set ^ part);
        if (a != COST_NONE && b != COST_NONE && a + b == label)
            return part;
    }
    return 0;
}

/* The cell beside this one; false if that is outside the window. */
static bool step_to(const struct steiner *s, struct steiner_spot *spot, int d)
{
    spot->x += (uint32_t)(d == EAST) - (uint32_t)(d == WEST); /* -1 is beyond the width, too */
    spot->y += (uint32_t)(d == NORTH) - (uint32_t)(d == SOUTH);
    spot->z += (uint32_t)(d == UP) - (uint32_t)(d == DOWN);
    return spot->x <= s->rows.window.x1 - s->rows.window.x0 &&
           spot->y <= s->rows.window.y1 - s->rows.window.y0 &&
           spot->z < s->rows.field->grid->layers;
}

/* Takes the next step of the tree: straight on if the labels allow it, else in the first direction
 * that they allow. */
static int take_step(const struct steiner *s, struct rest *at, int straight)
{
    uint64_t label = label_of(s, at->spot, at->set), cost = cost_of(s, at->spot);
    for (int turn = -1; turn < DIRECTIONS; turn++) {
        int d = turn < 0 ? straight : turn;
        struct steiner_spot next = at->spot;
        if (d < 0 || !step_to(s, &next, d))
            continue;
        uint64_t before = label_of(s, next, at->set);
        uint64_t extra =
            step_extra(&s->rows.field->grid->rules, next.z, AXIS_NONE, direction_opposite(d));
        if (before == COST_NONE || before + extra + cost != label ||
            !grid_step_exists(s->rows.field->grid, grid_cell_of(s, at->spot), d))
            continue;
        at->spot = next;
        return d;
    }
    assert(!"a label comes from somewhere");
    return -1;
}

static enum status add_wire(struct growth *growth, struct wire wire, struct error *error)
{
    return wire.from == wire.to ? STATUS_OK
                                : MEM_APPEND(growth->wires, growth->wires_capacity,
                                             growth->wire_count, wire, "wires of a net", error);
}

/* Follows one branch until it splits or ends; at a split the second part is pushed on the stack. */
static enum status read_branch(const struct steiner *s, struct rest at, struct rest *stack,
                               size_t *depth, struct growth *growth, struct error *error)
{
    int straight = -1;
    cell_t from = grid_cell_of(s, at.spot);
    enum status status = STATUS_OK;
    while (status == STATUS_OK && label_of(s, at.spot, at.set) > cost_of(s, at.spot)) {
        uint32_t part = find_split(s, at);
        if (part != 0) {
            stack[(*depth)++] = (struct rest){at.set ^ part, at.spot};
            at.set = part;
            continue;
        }
        cell_t here = grid_cell_of(s, at.spot);
        int d = take_step(s, &at, straight);
        if (d != straight) {
            status = add_wire(growth, (struct wire){from, here}, error);
            from = here;
        }
        straight = d;
    }
    return status == STATUS_OK
               ? add_wire(growth, (struct wire){from, grid_cell_of(s, at.spot)}, error)
               : status;
}

/* Reverses the order and the direction of wires. */
static void turn_round(struct wire *wires, size_t count)
{
    for (size_t i = 0, k = count; i < k--; i++) {
        const struct wire first = wires[i], last = wires[k];
        wires[i] = (struct wire){last.to, last.from};
        wires[k] = (struct wire){first.to, first.from};
    }
}

/* ---- the search ------------------------------------------------------------------------------ */

enum status steiner_grow(struct steiner *steiner, const struct field *field, struct box window,
                         struct growth *growth, struct error *error)
{
    assert(window.x0 <= window.x1 && window.y0 <= window.y1 && growth->wire_count == 0);
    struct rest stack[SETS_MAX];
    size_t depth = 0;
    bool found;
    TRY(steiner_sweep_search(steiner, field, window, growth, &found, error));
    if (!found)
        return STATUS_OK;
    struct steiner_spot meeting = steiner->meeting;
    growth->outcome = OUTCOME_FOUND;
    growth->cost = steiner->enough - cost_of(steiner, steiner_sweep_spot(steiner, 0));
    growth->target_count = 0;
    TRY(read_branch(steiner, (struct rest){0, meeting}, stack, &depth, growth, error));
    turn_round(growth->wires, growth->wire_count); /* from the root on */
    stack[depth++] =
        (struct rest){(1u << (growth->design->nets.nets[growth->net].pin_count - 1)) - 1, meeting};
    while (depth > 0) {
        struct rest at = stack[--depth];
        TRY(read_branch(steiner, at, stack, &depth, growth, error));
    }
    return STATUS_OK;
}
