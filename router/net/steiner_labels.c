/* steiner_labels: the search. It takes cells from a binary heap of label << 32 | cell, so that
 * equal labels come by cell and the work is the same on every machine. */
#include "router/net/steiner_labels.h"

#include <string.h>

static uint32_t local_cell(const struct steiner *s, cell_t cell)
{
    uint32_t x = grid_x(s->grid, cell) - s->window.x0, y = grid_y(s->grid, cell) - s->window.y0;
    return (grid_z(s->grid, cell) * s->height + y) * s->width + x;
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

enum status steiner_load(struct steiner *s, const struct field *field, struct box window,
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

/* Two trees meet: labels of the set from those of its parts. The part that holds the set's lowest
 * pin goes first, so that each pair is looked at once. Labels above the bound are left out. */
static void join_parts(const struct steiner *s, uint32_t set)
{
    uint32_t *labels = steiner_labels_of(s, set);
    uint32_t low = set & (~set + 1);
    memset(labels, 0xff, s->cells * sizeof *labels);
    for (uint32_t part = (set - 1) & set; part > 0; part = (part - 1) & set) {
        if ((part & low) == 0)
            continue;
        const uint32_t *a = steiner_labels_of(s, part), *b = steiner_labels_of(s, set ^ part);
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
    uint32_t *labels = steiner_labels_of(s, set);
    uint64_t enough = (uint64_t)s->enough + s->enter[s->pins[0]];
    for (uint32_t cell = 0; cell < s->cells; cell++) {
        uint64_t far = 0;
        for (uint32_t pin = 1; pin < s->pin_count; pin++) {
            uint32_t own = 1u << (pin - 1);
            if ((set & own) == 0 && steiner_labels_of(s, own)[cell] > far)
                far = steiner_labels_of(s, own)[cell];
        }
        uint64_t root = steiner_labels_of(s, 0)[cell]; /* walked the other way: leaves the root */
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
        if (labels[cell] + steiner_step_cost(s, cell, d) < labels[next] &&
            s->enter[next] != LABEL_NONE)
            return true;
    }
    return false;
}

/* The tree hangs on a neighbour: all labels of the set, from those that it has, up to bounds. */
static enum status spread(struct steiner *s, uint32_t set, struct error *error)
{
    uint32_t *labels = steiner_labels_of(s, set);
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
            uint64_t label = (entry >> 32) + steiner_step_cost(s, cell, d);
            s->overflow |= s->enter[next] != LABEL_NONE && label >= LABEL_NONE;
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
                if (joined[at] && steiner_labels_of(s, 1u << (pin - 1))[s->pins[at]] < least) {
                    least = steiner_labels_of(s, 1u << (pin - 1))[s->pins[at]];
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
    memset(steiner_labels_of(s, set), 0xff, s->cells * sizeof *s->labels);
    memset(s->bounds, 0xff, s->cells * sizeof *s->bounds);
    steiner_labels_of(s, set)[s->pins[pin]] = 0;
    return spread(s, set, error);
}

uint32_t steiner_meeting(const struct steiner *s, uint32_t *cost)
{
    const uint32_t *tree = steiner_labels_of(s, steiner_all_pins(s));
    const uint32_t *root = steiner_labels_of(s, 0); /* walked the other way: the root is entered */
    uint32_t meeting = 0;
    uint64_t limit = LABEL_NONE - s->enter[s->pins[0]], least = limit;
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
    *cost = least < limit ? (uint32_t)least : LABEL_NONE;
    return meeting;
}

enum status steiner_search(struct steiner *s, struct error *error)
{
    uint32_t all = steiner_all_pins(s);
    enum status status = STATUS_OK;
    s->overflow = false;
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
