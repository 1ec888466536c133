/* explain: a search by crossings, then steps.
 *
 * Label of a cell = crossings << 32 | steps. Cells are taken in order of their labels without a
 * heap. Within one number of crossings, `near` is a plain queue. A step that crosses a net goes
 * to `far`, the next number's seeds; as cells are taken by rising steps, far is sorted from the
 * start, and merging it with the next queue is all the sorting there is. O(cells). */
#include "router/net/explain.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "router/net/blockers.h"

#define LABEL_NONE     UINT64_MAX
#define LABEL_STEP     1u
#define LABEL_CROSSING ((uint64_t)1 << 32)

struct entry {
    uint64_t label;
    cell_t cell;
};

struct queue {
    struct entry *entries;
    size_t first, count, capacity;
};

struct explain {
    const struct design *design;
    const struct routes *routes;
    uint32_t *owner; /* [cells] net + 1 of the wire or pin in a cell; 0: none */
    uint64_t *label; /* [cells] */
    bool *forgiven;  /* [net_count + 1], by owner: crossed before, or the net itself */
    uint32_t *blockers;
    size_t blocker_count, blockers_capacity;
    struct queue near, seeds, far;
    struct wire *joined; /* where the tree is: pins and cells of paths */
    size_t joined_count, joined_capacity;
    cell_t *path;
    size_t path_count, path_capacity;
    struct blockers *sieve; /* NULL until a net has two in its way */
};

static void own(struct explain *explain, struct wire wire, uint32_t net)
{
    struct wire_walk walk = wire_walk(&explain->design->grid, wire);
    for (; walk.left > 0; wire_next(&walk))
        explain->owner[walk.cell] = net + 1;
}

enum status explain_create(struct explain **explain, const struct design *design,
                           const struct routes *routes, struct error *error)
{
    struct explain *e = *explain = mem_alloc(1, sizeof **explain, "the explainer", error);
    if (e == NULL)
        return STATUS_FAILED;
    size_t cells = grid_cells(&design->grid);
    e->design = design;
    e->routes = routes;
    e->owner = mem_alloc(cells, sizeof *e->owner, "owners of cells", error);
    e->label = mem_alloc(cells, sizeof *e->label, "labels", error);
    e->forgiven = mem_alloc((size_t)design->nets.net_count + 1, sizeof *e->forgiven, "nets", error);
    if (e->owner == NULL || e->label == NULL || e->forgiven == NULL) {
        explain_destroy(e);
        *explain = NULL;
        return STATUS_FAILED;
    }
    for (uint32_t net = 0; net < design->nets.net_count; net++) {
        const struct net *n = &design->nets.nets[net];
        const struct route *route = &routes->nets[net];
        for (size_t i = 0; route->state == ROUTE_ROUTED && i < route->wire_count; i++)
            own(e, routes->wires[route->first_wire + i], net);
        for (uint32_t i = 0; i < n->pin_count; i++)
            own(e, pin_wire(&design->grid, design->nets.pins[n->first_pin + i]), net);
    }
    return STATUS_OK;
}

void explain_destroy(struct explain *explain)
{
    if (explain == NULL)
        return;
    free(explain->owner);
    free(explain->label);
    free(explain->forgiven);
    free(explain->blockers);
    free(explain->near.entries);
    free(explain->seeds.entries);
    free(explain->far.entries);
    free(explain->joined);
    free(explain->path);
    blockers_destroy(explain->sieve);
    free(explain);
}

static enum status push(struct queue *queue, struct entry entry, struct error *error)
{
    TRY(mem_grow((void **)&queue->entries, &queue->capacity, queue->count + 1, sizeof entry,
                 "a queue of cells", error));
    queue->entries[queue->count++] = entry;
    return STATUS_OK;
}

/* The entry of least label that is still true, from near and seeds together. */
static bool pop(struct explain *e, struct entry *entry)
{
    for (;;) {
        bool has_near = e->near.first < e->near.count, has_seed = e->seeds.first < e->seeds.count;
        if (!has_near && !has_seed)
            return false;
        bool take_seed = has_seed && (!has_near || e->seeds.entries[e->seeds.first].label <
                                                       e->near.entries[e->near.first].label);
        *entry = take_seed ? e->seeds.entries[e->seeds.first++] : e->near.entries[e->near.first++];
        if (entry->label == e->label[entry->cell])
            return true;
    }
}

/* The next number of crossings: far becomes seeds. */
static bool next_crossing(struct explain *e)
{
    struct queue empty = e->seeds;
    e->seeds = e->far;
    e->far = empty;
    e->far.first = e->far.count = 0;
    e->near.first = e->near.count = 0;
    return e->seeds.count > 0;
}

static bool is_passable(const struct explain *e, cell_t cell, uint32_t me)
{
    return !grid_is_blocked(&e->design->grid, cell) || e->owner[cell] == me;
}

/* What the step between two adjacent cells adds to a label. */
static uint64_t step_label(const struct explain *e, cell_t from, cell_t to)
{
    uint32_t owner = e->owner[to];
    bool crosses = owner != 0 && !e->forgiven[owner] && owner != e->owner[from];
    return LABEL_STEP + (crosses ? LABEL_CROSSING : 0);
}

static enum status spread(struct explain *e, struct entry from, uint32_t me, struct error *error)
{
    const struct grid *grid = &e->design->grid;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (!grid_step_exists(grid, from.cell, direction))
            continue;
        cell_t cell = grid_neighbour(grid, from.cell, direction);
        uint64_t step = step_label(e, from.cell, cell), label = from.label + step;
        if (label >= e->label[cell] || !is_passable(e, cell, me))
            continue;
        e->label[cell] = label;
        TRY(push(step == LABEL_STEP ? &e->near : &e->far, (struct entry){label, cell}, error));
    }
    return STATUS_OK;
}

/* Puts every cell of the tree at label 0. */
static enum status seed(struct explain *e, struct error *error)
{
    const struct grid *grid = &e->design->grid;
    memset(e->label, 0xff, grid_cells(grid) * sizeof *e->label);
    e->near.first = e->near.count = e->seeds.first = e->seeds.count = 0;
    e->far.first = e->far.count = 0;
    for (size_t i = 0; i < e->joined_count; i++) {
        struct wire_walk walk = wire_walk(grid, e->joined[i]);
        for (; walk.left > 0; wire_next(&walk)) {
            if (e->label[walk.cell] != 0)
                TRY(push(&e->near, (struct entry){0, walk.cell}, error));
            e->label[walk.cell] = 0;
        }
    }
    return STATUS_OK;
}

/* Labels cells until those of the nearest target are final. Of the net's own cells (its owner is
 * `me`) those that are not in the tree, where labels are 0, are targets. */
static enum status search(struct explain *e, uint32_t me, struct error *error)
{
    uint64_t least = LABEL_NONE;
    TRY(seed(e, error));
    do {
        struct entry entry;
        while (pop(e, &entry)) {
            if (entry.label > least)
                return STATUS_OK;
            if (e->owner[entry.cell] == me && entry.label > 0)
                least = entry.label;
            TRY(spread(e, entry, me, error));
        }
    } while (next_crossing(e));
    return STATUS_OK;
}

/* The target of least label (ties: lowest index, then lowest cell): its index, and the cell. */
static size_t nearest_target(const struct explain *e, const struct wire *targets, size_t count,
                             cell_t *reached)
{
    size_t best = count;
    uint64_t least = LABEL_NONE;
    for (size_t i = 0; i < count; i++) {
        struct wire_walk walk = wire_walk(&e->design->grid, targets[i]);
        for (; walk.left > 0; wire_next(&walk))
            if (e->label[walk.cell] < least) {
                least = e->label[walk.cell];
                best = i;
                *reached = walk.cell;
            }
    }
    return best;
}

/* The cell before this one on the path, found walking backwards in *direction if possible. */
static cell_t predecessor(const struct explain *e, cell_t cell, int *direction)
{
    const struct grid *grid = &e->design->grid;
    for (int turn = -1; turn < DIRECTIONS; turn++) {
        int d = turn < 0 ? *direction : turn;
        if (d < 0 || !grid_step_exists(grid, cell, d))
            continue;
        cell_t before = grid_neighbour(grid, cell, d);
        if (e->label[before] == LABEL_NONE ||
            e->label[before] + step_label(e, before, cell) != e->label[cell])
            continue;
        *direction = d;
        return before;
    }
    assert(!"every label above 0 has a predecessor");
    return cell;
}

static enum status join(struct explain *e, struct wire wire, struct error *error)
{
    TRY(mem_grow((void **)&e->joined, &e->joined_capacity, e->joined_count + 1, sizeof *e->joined,
                 "a tree", error));
    e->joined[e->joined_count++] = wire;
    return STATUS_OK;
}

static enum status name(struct explain *e, uint32_t owner, struct error *error)
{
    TRY(mem_grow((void **)&e->blockers, &e->blockers_capacity, e->blocker_count + 1,
                 sizeof *e->blockers, "blockers", error));
    e->blockers[e->blocker_count++] = owner - 1;
    e->forgiven[owner] = true;
    return STATUS_OK;
}

/* Traces the path, joins its cells to the tree and names what it crosses, tree end first. */
static enum status take_path(struct explain *e, cell_t reached, struct error *error)
{
    int direction = -1;
    e->path_count = 0;
    for (cell_t cell = reached;; cell = predecessor(e, cell, &direction)) {
        TRY(mem_grow((void **)&e->path, &e->path_capacity, e->path_count + 1, sizeof *e->path,
                     "a path", error));
        e->path[e->path_count++] = cell;
        if (e->label[cell] == 0)
            break;
    }
    for (size_t i = e->path_count; i-- > 0;) {
        cell_t cell = e->path[i];
        TRY(join(e, (struct wire){cell, cell}, error));
        if (e->owner[cell] != 0 && !e->forgiven[e->owner[cell]])
            TRY(name(e, e->owner[cell], error));
    }
    return STATUS_OK;
}

/* Joins pin after pin; *joined tells whether all could be. */
static enum status grow(struct explain *e, uint32_t net, struct wire *targets, bool *joined,
                        struct error *error)
{
    const struct net *n = &e->design->nets.nets[net];
    const struct pin *pins = e->design->nets.pins + n->first_pin;
    size_t count = n->pin_count - 1;
    for (size_t i = 0; i < count; i++)
        targets[i] = pin_wire(&e->design->grid, pins[i + 1]);
    e->joined_count = 0;
    *joined = false;
    TRY(join(e, pin_wire(&e->design->grid, pins[0]), error));
    for (; count > 0; count--) {
        cell_t reached = CELL_NONE;
        TRY(search(e, net + 1, error));
        size_t target = nearest_target(e, targets, count, &reached);
        if (target == count)
            return STATUS_OK;
        TRY(take_path(e, reached, error));
        TRY(join(e, targets[target], error));
        memmove(targets + target, targets + target + 1, (count - 1 - target) * sizeof *targets);
    }
    *joined = true;
    return STATUS_OK;
}

/* Drops the names that can be spared. */
static enum status sift(struct explain *e, uint32_t net, struct error *error)
{
    if (e->sieve == NULL)
        TRY(blockers_create(&e->sieve, e->design, e->routes, e->owner, error));
    blockers_sift(e->sieve, net, e->blockers, &e->blocker_count);
    return STATUS_OK;
}

enum status explain_net(struct explain *explain, uint32_t net, enum route_state *state,
                        const uint32_t **blockers, size_t *count, struct error *error)
{
    bool joined = false;
    assert(net < explain->design->nets.net_count);
    assert(explain->routes->nets[net].state != ROUTE_ROUTED);
    struct wire *targets = mem_alloc(explain->design->nets.nets[net].pin_count, sizeof *targets,
                                     "missing pins", error);
    if (targets == NULL)
        return STATUS_FAILED;
    explain->blocker_count = 0;
    explain->forgiven[net + 1] = true;
    enum status status = grow(explain, net, targets, &joined, error);
    explain->forgiven[net + 1] = false;
    for (size_t i = 0; i < explain->blocker_count; i++)
        explain->forgiven[explain->blockers[i] + 1] = false;
    if (status == STATUS_OK && joined && explain->blocker_count > 1)
        status = sift(explain, net, error);
    *state = !joined                       ? ROUTE_NO_PATH
             : explain->blocker_count == 0 ? ROUTE_ROUTED
                                           : ROUTE_BLOCKED_BY;
    *blockers = explain->blockers;
    *count = joined ? explain->blocker_count : 0;
    free(targets);
    return status;
}
