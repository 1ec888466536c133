/* steiner: labels of all sets of pins over a window, and the tree read back from them.
 *
 * The window is copied into flat arrays first: what it costs to enter each cell, and which steps
 * may leave it. A search takes cells from a binary heap of label << 32 | cell, so equal labels
 * come by cell and the work is the same on every machine. */
#include "router/steiner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LABEL_NONE UINT32_MAX

enum { SETS_MAX = 1 << (STEINER_PINS_MAX - 1) };

struct steiner {
    const struct grid *grid;
    struct box window;
    uint32_t width, height, cells; /* of the window; cells on all layers */
    int32_t stride[DIRECTIONS];
    uint32_t *enter;  /* [cells] cost to enter, LABEL_NONE: closed */
    uint8_t *steps;   /* [cells] bit d: a step in direction d may leave */
    uint32_t *labels; /* [sets][cells]; set 0: the root alone */
    uint32_t *bounds; /* [cells] labels above are of no use */
    uint32_t enough;  /* cost of some tree */
    uint64_t *heap;
    size_t heap_count, heap_capacity, enter_capacity, steps_capacity, labels_capacity,
        bounds_capacity;
    uint32_t pins[STEINER_PINS_MAX]; /* their cells in the window; the first is the root */
    uint32_t pin_count;
};

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

static uint32_t local_cell(const struct steiner *s, cell_t cell)
{
    uint32_t x = grid_x(s->grid, cell) - s->window.x0, y = grid_y(s->grid, cell) - s->window.y0;
    return (grid_z(s->grid, cell) * s->height + y) * s->width + x;
}

static cell_t grid_cell_of(const struct steiner *s, uint32_t local)
{
    uint32_t x = local % s->width, y = local / s->width % s->height;
    return grid_cell(s->grid, x + s->window.x0, y + s->window.y0, local / s->width / s->height);
}

/* Steps that may leave the cell: the grid's, and inside the window. */
static uint8_t allowed_steps(const struct steiner *s, cell_t cell, uint32_t x, uint32_t y)
{
    unsigned steps = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        if (grid_step_exists(s->grid, cell, d))
            steps |= 1u << d;
    steps &= ~(x == 0 ? 1u << WEST : 0u) & ~(x + 1 == s->width ? 1u << EAST : 0u) &
             ~(y == 0 ? 1u << SOUTH : 0u) & ~(y + 1 == s->height ? 1u << NORTH : 0u);
    return (uint8_t)steps;
}

static enum status make_room(struct steiner *s, struct error *error)
{
    size_t sets = (size_t)1 << (s->pin_count - 1);
    enum status status = mem_grow((void **)&s->enter, &s->enter_capacity, s->cells,
                                  sizeof *s->enter, "a window", error);
    if (status == STATUS_OK)
        status = mem_grow((void **)&s->steps, &s->steps_capacity, s->cells, sizeof *s->steps,
                          "a window", error);
    if (status == STATUS_OK)
        status = mem_grow((void **)&s->bounds, &s->bounds_capacity, s->cells, sizeof *s->bounds,
                          "a window", error);
    if (status == STATUS_OK)
        status = mem_grow((void **)&s->labels, &s->labels_capacity, sets * s->cells,
                          sizeof *s->labels, "labels", error);
    return status;
}

/* Copies the window of the field. */
static enum status load(struct steiner *s, const struct field *field, struct box window,
                        const struct growth *growth, struct error *error)
{
    const struct net *net = &growth->design->nets.nets[growth->net];
    s->grid = field->grid;
    s->window = window;
    s->width = window.x1 - window.x0 + 1;
    s->height = window.y1 - window.y0 + 1;
    s->cells = s->width * s->height * s->grid->layers;
    s->pin_count = net->pin_count;
    int32_t plane = (int32_t)(s->width * s->height), row = (int32_t)s->width;
    const int32_t strides[DIRECTIONS] = {1, -1, row, -row, plane, -plane};
    memcpy(s->stride, strides, sizeof strides);
    if (make_room(s, error) != STATUS_OK)
        return STATUS_FAILED;
    uint32_t at = 0;
    for (uint32_t z = 0; z < s->grid->layers; z++)
        for (uint32_t y = 0; y < s->height; y++)
            for (uint32_t x = 0; x < s->width; x++, at++) {
                cell_t cell = grid_cell(s->grid, window.x0 + x, window.y0 + y, z);
                uint32_t toll = field->toll != NULL ? field->toll[cell] : 0;
                bool closed = grid_plane_get(s->grid, field->closed, cell);
                s->enter[at] = closed ? LABEL_NONE : grid_weight(s->grid, cell) + toll;
                s->steps[at] = allowed_steps(s, cell, x, y);
            }
    for (uint32_t i = 0; i < s->pin_count; i++) {
        cell_t cell = growth->design->nets.pins[net->first_pin + i].cell;
        s->pins[i] = local_cell(s, cell);
        s->enter[s->pins[i]] =
            grid_weight(s->grid, cell) + (field->toll != NULL ? field->toll[cell] : 0);
    }
    return STATUS_OK;
}

static enum status heap_push(struct steiner *s, uint64_t entry, struct error *error)
{
    if (s->heap_count == s->heap_capacity &&
        mem_grow((void **)&s->heap, &s->heap_capacity, s->heap_count + 1, sizeof *s->heap, "a heap",
                 error) != STATUS_OK)
        return STATUS_FAILED;
    size_t at = s->heap_count++;
    for (; at > 0 && s->heap[(at - 1) / 2] > entry; at = (at - 1) / 2)
        s->heap[at] = s->heap[(at - 1) / 2];
    s->heap[at] = entry;
    return STATUS_OK;
}

static uint64_t heap_pop(struct steiner *s)
{
    uint64_t top = s->heap[0], last = s->heap[--s->heap_count];
    size_t at = 0, child;
    while ((child = 2 * at + 1) < s->heap_count) {
        child += child + 1 < s->heap_count && s->heap[child + 1] < s->heap[child];
        if (s->heap[child] >= last)
            break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return top;
}

static uint32_t *labels_of(const struct steiner *s, uint32_t set)
{
    return s->labels + (size_t)set * s->cells;
}

/* The set of all pins but the root. */
static uint32_t all_pins(const struct steiner *s)
{
    assert(s->pin_count >= 2 && s->pin_count <= STEINER_PINS_MAX);
    return (1u << (s->pin_count - 1)) - 1;
}

/* What it costs to hang the tree on the neighbour in direction d of a cell instead: the cell is
 * entered from there. */
static uint64_t step_cost(const struct steiner *s, uint32_t cell, int d)
{
    uint32_t z = cell / s->width / s->height;
    return s->enter[cell] + step_extra(&s->grid->rules, z, AXIS_NONE, d);
}

/* Two trees meet: labels of the set from those of its parts. The part that holds the set's lowest
 * pin goes first, so that each pair is looked at once. Labels above the bound are left out. */
static void join_parts(const struct steiner *s, uint32_t set)
{
    uint32_t *labels = labels_of(s, set);
    uint32_t low = set & (~set + 1);
    memset(labels, 0xff, s->cells * sizeof *labels);
    for (uint32_t part = (set - 1) & set; part > 0; part = (part - 1) & set) {
        if ((part & low) == 0)
            continue;
        const uint32_t *a = labels_of(s, part), *b = labels_of(s, set ^ part);
        for (uint32_t cell = 0; cell < s->cells; cell++) {
            uint64_t sum = (uint64_t)a[cell] + b[cell];
            labels[cell] = sum < labels[cell] ? (uint32_t)sum : labels[cell];
        }
    }
}

/* Fills bounds: what a tree that hangs on a cell may cost at most to be part of a cheapest one.
 * It still has to reach every pin outside the set; where the way there leads through the root,
 * the root's cell is in that pin's label but not in the tree's cost. */
static void bound_set(struct steiner *s, uint32_t set)
{
    uint32_t *labels = labels_of(s, set);
    uint64_t enough = (uint64_t)s->enough + s->enter[s->pins[0]];
    for (uint32_t cell = 0; cell < s->cells; cell++) {
        uint64_t far = 0;
        for (uint32_t pin = 1; pin < s->pin_count; pin++) {
            uint32_t own = 1u << (pin - 1);
            if ((set & own) == 0 && labels_of(s, own)[cell] > far)
                far = labels_of(s, own)[cell];
        }
        uint64_t root = labels_of(s, 0)[cell]; /* walked the other way: leaves the root */
        if (root != LABEL_NONE && root + s->enter[cell] > far)
            far = root + s->enter[cell];
        uint64_t bound = far <= enough ? enough - far : 0;
        s->bounds[cell] = bound < LABEL_NONE ? (uint32_t)bound : LABEL_NONE - 1;
        if (far > enough || labels[cell] > s->bounds[cell])
            labels[cell] = LABEL_NONE;
    }
}

/* True where a step from the cell lowers a neighbour's label. */
static bool lowers_any(const struct steiner *s, const uint32_t *labels, uint32_t cell)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        if ((s->steps[cell] >> d & 1) == 0)
            continue;
        uint32_t next = (uint32_t)((int32_t)cell + s->stride[d]);
        if (labels[cell] + step_cost(s, cell, d) < labels[next] && s->enter[next] != LABEL_NONE)
            return true;
    }
    return false;
}

/* The tree hangs on a neighbour: all labels of the set, from those that it has, up to bounds. */
static enum status spread(struct steiner *s, uint32_t set, struct error *error)
{
    uint32_t *labels = labels_of(s, set);
    enum status status = STATUS_OK;
    s->heap_count = 0;
    for (uint32_t cell = 0; cell < s->cells && status == STATUS_OK; cell++)
        if (labels[cell] != LABEL_NONE && lowers_any(s, labels, cell))
            status = heap_push(s, (uint64_t)labels[cell] << 32 | cell, error);
    while (s->heap_count > 0 && status == STATUS_OK) {
        uint64_t entry = heap_pop(s);
        uint32_t cell = (uint32_t)entry;
        if (entry >> 32 != labels[cell])
            continue;
        for (int d = 0; d < DIRECTIONS && status == STATUS_OK; d++) {
            if ((s->steps[cell] >> d & 1) == 0)
                continue;
            uint32_t next = (uint32_t)((int32_t)cell + s->stride[d]);
            uint64_t label = (entry >> 32) + step_cost(s, cell, d);
            if (s->enter[next] == LABEL_NONE || label >= labels[next] || label > s->bounds[next])
                continue;
            labels[next] = (uint32_t)label;
            status = heap_push(s, label << 32 | next, error);
        }
    }
    return status;
}

/* A tree that is known to exist, pin to nearest pin (Prim): no cheapest tree is dearer. */
static uint32_t spanning_cost(const struct steiner *s)
{
    bool joined[STEINER_PINS_MAX] = {true};
    uint64_t cost = 0;
    for (uint32_t made = 1; made < s->pin_count; made++) {
        uint64_t least = LABEL_NONE;
        uint32_t next = 0;
        for (uint32_t pin = 1; pin < s->pin_count; pin++)
            for (uint32_t at = 0; at < s->pin_count && !joined[pin]; at++)
                if (joined[at] && labels_of(s, 1u << (pin - 1))[s->pins[at]] < least) {
                    least = labels_of(s, 1u << (pin - 1))[s->pins[at]];
                    next = pin;
                }
        if (least == LABEL_NONE)
            return LABEL_NONE;
        joined[next] = true;
        cost += least;
    }
    return cost < LABEL_NONE ? (uint32_t)cost : LABEL_NONE - 1;
}

/* Labels of one pin: what a path from each cell to it costs, the cell itself not counted. */
static enum status search_pin(struct steiner *s, uint32_t pin, struct error *error)
{
    uint32_t set = pin == 0 ? 0 : 1u << (pin - 1);
    memset(labels_of(s, set), 0xff, s->cells * sizeof *s->labels);
    memset(s->bounds, 0xff, s->cells * sizeof *s->bounds);
    labels_of(s, set)[s->pins[pin]] = 0;
    return spread(s, set, error);
}

/* The cell at which the tree of all other pins meets the path from the root, and the tree's cost:
 * LABEL_NONE where there is none. */
static uint32_t meet_root(const struct steiner *s, uint32_t *cost)
{
    const uint32_t *tree = labels_of(s, all_pins(s)), *root = labels_of(s, 0);
    uint32_t meeting = 0;
    uint64_t least = LABEL_NONE;
    for (uint32_t cell = 0; cell < s->cells; cell++) {
        if (tree[cell] == LABEL_NONE || root[cell] == LABEL_NONE)
            continue;
        uint64_t sum = tree[cell];
        if (cell != s->pins[0])
            sum += (uint64_t)root[cell] + s->enter[cell] - s->enter[s->pins[0]];
        if (sum < least) {
            least = sum;
            meeting = cell;
        }
    }
    *cost = (uint32_t)least;
    return meeting;
}

/* Labels of every set; in set 0's place those of the root. */
static enum status search(struct steiner *s, struct error *error)
{
    uint32_t all = all_pins(s);
    enum status status = STATUS_OK;
    for (uint32_t pin = 0; pin < s->pin_count && status == STATUS_OK; pin++)
        status = search_pin(s, pin, error);
    s->enough = status == STATUS_OK ? spanning_cost(s) : LABEL_NONE;
    for (uint32_t set = 1; set <= all && status == STATUS_OK && s->enough != LABEL_NONE; set++) {
        if ((set & (set - 1)) == 0)
            continue;
        join_parts(s, set);
        if (set == all)
            break;
        bound_set(s, set);
        status = spread(s, set, error);
    }
    return status;
}

/* A tree yet to be read back: what hangs on the cell. */
struct rest {
    uint32_t set, cell;
};

/* The first part of the set that splits off at the cell, or 0. */
static uint32_t find_split(const struct steiner *s, struct rest at)
{
    uint32_t label = labels_of(s, at.set)[at.cell];
    uint32_t low = at.set & (~at.set + 1);
    for (uint32_t part = 1; part < at.set; part++) {
        if ((part & ~at.set) != 0 || (part & low) == 0)
            continue;
        uint64_t sum = (uint64_t)labels_of(s, part)[at.cell] + labels_of(s, at.set ^ part)[at.cell];
        if (sum == label)
            return part;
    }
    return 0;
}

/* The direction in which the tree goes on from the cell: straight on first. */
static int find_step(const struct steiner *s, struct rest at, int straight)
{
    const uint32_t *labels = labels_of(s, at.set);
    for (int turn = -1; turn < DIRECTIONS; turn++) {
        int d = turn < 0 ? straight : turn;
        if (d < 0 || (s->steps[at.cell] >> d & 1) == 0)
            continue;
        uint32_t next = (uint32_t)((int32_t)at.cell + s->stride[d]);
        if (s->enter[next] != LABEL_NONE && labels[next] != LABEL_NONE &&
            labels[next] + step_cost(s, next, direction_opposite(d)) == labels[at.cell])
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
    while (status == STATUS_OK && labels_of(s, at.set)[at.cell] > 0) {
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
    enum status status = load(s, field, window, growth, error);
    if (status == STATUS_OK)
        status = search(s, error);
    if (status != STATUS_OK)
        return status;
    if (s->enough != LABEL_NONE)
        meeting = meet_root(s, &cost);
    growth->outcome = cost == LABEL_NONE ? OUTCOME_NONE : OUTCOME_FOUND;
    if (cost == LABEL_NONE)
        return STATUS_OK;
    growth->cost = cost;
    growth->target_count = 0;
    status = read_stem(s, meeting, growth, error);
    stack[depth++] = (struct rest){all_pins(s), meeting};
    while (depth > 0 && status == STATUS_OK) {
        struct rest at = stack[--depth];
        status = read_branch(s, at, stack, &depth, growth, error);
    }
    return status;
}
