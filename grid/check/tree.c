/* tree: judges the wires of one routed net by growing its tree again, cell by cell.
 *
 * The tree starts as the cells of the first pin. Each wire must start in the tree; each further
 * cell must be new, and joins it. A wire that ends at a cell which is no pin leaves an open end
 * there, until a later wire starts from it. At the end no end may be open and every pin must be
 * in the tree. That is all of "connected, no loop, no cell twice, no dangling end":
 *
 *     root . . a . . b      wires root b, a c
 *              .
 *              c            a is a cell inside the first wire: in the tree, so a branch may start
 *
 * A fault is named at the cell where it shows; the walk goes on, so that one broken wire may name
 * several faults.
 */
#include "grid/check/parts.h"

#include <inttypes.h>

/* The numbers of a tree as the walk finds them. */
struct tally {
    cost_t cost;
    uint64_t length, vias, bends;
};

/* The direction from one cell to the other where they lie on one straight line, else -1. */
static int run_direction(const struct grid *grid, struct wire wire)
{
    uint32_t row = wire.from / grid->width, last_row = wire.to / grid->width;
    int64_t dx = (int64_t)(wire.to - last_row * grid->width) - (wire.from - row * grid->width);
    uint32_t z = row / grid->height, last_z = last_row / grid->height;
    int64_t dy = (int64_t)(last_row - last_z * grid->height) - (row - z * grid->height);
    int64_t dz = (int64_t)last_z - z;
    if ((dx != 0) + (dy != 0) + (dz != 0) != 1)
        return -1;
    if (dx != 0)
        return dx > 0 ? EAST : WEST;
    if (dy != 0)
        return dy > 0 ? NORTH : SOUTH;
    return dz > 0 ? UP : DOWN;
}

static bool is_mine(const struct judge *judge, cell_t cell)
{
    return (judge->mark[cell] & MARK_NET) == judge->net + 1;
}

static bool is_my_pin(const struct judge *judge, cell_t cell)
{
    return is_mine(judge, cell) && (judge->mark[cell] & MARK_PIN) != 0;
}

static bool in_my_tree(const struct judge *judge, cell_t cell)
{
    return is_mine(judge, cell) && (judge->mark[cell] & MARK_TREE) != 0;
}

/* Puts the cell of an own pin, and with a "*" pin all its cells, into the tree. */
static void reach_pin(struct judge *judge, cell_t cell)
{
    const struct grid *grid = &judge->design->grid;
    size_t plane = (size_t)grid->width * grid->height;
    if ((judge->mark[cell] & MARK_STAR) == 0) {
        judge->mark[cell] |= MARK_TREE;
        return;
    }
    for (size_t at = cell % plane; at < grid_cells(grid); at += plane)
        judge->mark[at] |= MARK_TREE;
}

/* Judges that the wire enters this cell, which is marked or blocked. */
static void enter_marked(struct judge *judge, cell_t cell, bool blocked)
{
    const struct grid *grid = &judge->design->grid;
    uint32_t mark = judge->mark[cell];
    if (in_my_tree(judge, cell)) {
        if ((mark & MARK_STAR) != 0)
            judge_fault(judge, "%s belongs to a pin whose cells are joined and reached already",
                        cell_text(grid, cell).text);
        else
            judge_fault(judge, "%s is in the net's tree already: a loop or a cell used twice",
                        cell_text(grid, cell).text);
    } else if (is_mine(judge, cell)) {
        reach_pin(judge, cell);
    } else if (!judge->alone && (mark & MARK_NET) != 0) {
        judge_fault(judge, "%s is taken by %s net %s", cell_text(grid, cell).text,
                    (mark & MARK_PIN) != 0 ? "a pin of" : "a wire of",
                    netlist_name(&judge->design->nets, (mark & MARK_NET) - 1));
    } else if (blocked) {
        judge_fault(judge, "%s is blocked", cell_text(grid, cell).text);
    } else {
        judge->mark[cell] = MARK_TREE | (judge->net + 1);
    }
}

static void fault_of_step(struct judge *judge, cell_t cell, cell_t next, int direction)
{
    const struct grid *grid = &judge->design->grid;
    judge_fault(judge, "no step is allowed from %s to %s: %s", cell_text(grid, cell).text,
                cell_text(grid, next).text,
                grid->walls != NULL && (grid->walls[cell] & 1u << direction) != 0
                    ? "a wall stands between"
                    : "it runs across a strict layer");
}

/* A walk along a wire: where it is, and what is the same for all of its steps. */
struct walk {
    cell_t cell;
    int64_t stride;
    uint32_t x; /* of the cell */
    size_t row; /* its row's first word of a bit plane */
    int64_t x_stride, row_stride;
    bool allowed;   /* the grid allows the first step; without walls the others, too */
    uint64_t extra; /* of a step, beyond the weight of the cell it enters; no bend */
};

static struct walk walk_begin(const struct grid *grid, cell_t from, int direction)
{
    static const int sign[DIRECTIONS] = {
        [EAST] = 1, [WEST] = -1, [NORTH] = 1, [SOUTH] = -1, [UP] = 1, [DOWN] = -1};
    uint32_t row = from / grid->width;
    bool along_x = direction == EAST || direction == WEST;
    bool along_y = direction == NORTH || direction == SOUTH;
    int64_t rows = along_x ? 0 : along_y ? 1 : (int64_t)grid->height;
    struct walk walk = {.cell = from,
                        .stride = sign[direction] * (along_x ? 1 : rows * grid->width),
                        .x = from - row * grid->width,
                        .row = row * grid->row_words,
                        .x_stride = along_x ? sign[direction] : 0,
                        .row_stride = sign[direction] * rows * (int64_t)grid->row_words,
                        .allowed = judge_step_allowed(grid, from, direction),
                        .extra = grid->rules.via};
    uint64_t preferred_by_others = along_x ? grid->rules.vertical : grid->rules.horizontal;
    if (along_x || along_y)
        walk.extra =
            (preferred_by_others >> row / grid->height & 1) != 0 ? grid->rules.wrong_way : 0;
    return walk;
}

/* Takes one step: reports it where it is not allowed, where the cell is not free or in the tree
 * already, and adds what it costs. */
static cost_t take_step(struct judge *judge, struct walk *walk, int direction)
{
    const struct grid *grid = &judge->design->grid;
    cell_t before = walk->cell, cell = (cell_t)(before + walk->stride);
    if (grid->walls != NULL)
        walk->allowed = judge_step_allowed(grid, before, direction);
    if (!walk->allowed)
        fault_of_step(judge, before, cell, direction);
    walk->cell = cell;
    walk->x = (uint32_t)(walk->x + walk->x_stride);
    walk->row = (size_t)((int64_t)walk->row + walk->row_stride);
    bool blocked = (grid->blocked[walk->row + walk->x / 64] >> walk->x % 64 & 1) != 0;
    if (judge->mark[cell] == 0 && !blocked)
        judge->mark[cell] = MARK_TREE | (judge->net + 1);
    else
        enter_marked(judge, cell, blocked);
    return walk->extra + (grid->weight != NULL ? grid->weight[cell] : 1);
}

/* True where the second wire goes on in the branch of the first and turns there. */
static bool is_turn(const struct judge *judge, struct wire first, int direction, struct wire second,
                    int then)
{
    if (first.to != second.from || direction >= UP || then >= UP || is_my_pin(judge, first.to))
        return false;
    return (direction == EAST || direction == WEST) != (then == EAST || then == WEST);
}

/* Walks a wire from its first cell to its last. */
static void walk_wire(struct judge *judge, struct wire wire, int direction, struct tally *tally)
{
    const struct grid *grid = &judge->design->grid;
    uint64_t steps = 0;
    if (in_my_tree(judge, wire.from))
        judge->mark[wire.from] &= ~MARK_END;
    else
        judge_fault(judge,
                    "the wire %s %s does not start in the tree that the wires before it make",
                    cell_text(grid, wire.from).text, cell_text(grid, wire.to).text);
    struct walk walk = walk_begin(grid, wire.from, direction);
    for (; walk.cell != wire.to; steps++)
        tally->cost += take_step(judge, &walk, direction);
    if (direction == UP || direction == DOWN)
        tally->vias += steps;
    else
        tally->length += steps;
    if (in_my_tree(judge, wire.to) && !is_my_pin(judge, wire.to))
        judge->mark[wire.to] |= MARK_END;
}

/* Grows the tree. False where a wire has no shape, so that the rest is not worth judging. */
static bool grow_tree(struct judge *judge, const struct wire *wires, size_t count,
                      struct tally *tally)
{
    const struct grid *grid = &judge->design->grid;
    int before = -1;
    for (size_t i = 0; i < count; i++) {
        judge->wire = judge->routes->nets[judge->net].first_wire + i;
        if (wires[i].from >= grid_cells(grid) || wires[i].to >= grid_cells(grid)) {
            judge_fault(
                judge, "a wire leaves the grid at %s",
                cell_text(grid, wires[i].from >= grid_cells(grid) ? wires[i].from : wires[i].to)
                    .text);
            return false;
        }
        int direction = run_direction(grid, wires[i]);
        if (direction < 0) {
            judge_fault(judge, "the wire %s %s is not %s", cell_text(grid, wires[i].from).text,
                        cell_text(grid, wires[i].to).text,
                        wires[i].from == wires[i].to ? "a step long"
                                                     : "one straight run or one via stack");
            return false;
        }
        if (i > 0 && is_turn(judge, wires[i - 1], before, wires[i], direction)) {
            tally->bends++;
            tally->cost += grid->rules.bend;
        }
        walk_wire(judge, wires[i], direction, tally);
        before = direction;
    }
    return true;
}

/* What must hold once all wires are walked: no open end, no pin left out. */
static void judge_ends(struct judge *judge, const struct wire *wires, size_t count)
{
    const struct grid *grid = &judge->design->grid;
    const struct net *net = &judge->design->nets.nets[judge->net];
    for (size_t i = 0; i < count; i++) {
        cell_t end = wires[i].to;
        if (in_my_tree(judge, end) && (judge->mark[end] & MARK_END) != 0) {
            judge->wire = judge->routes->nets[judge->net].first_wire + i;
            judge_fault(judge, "the wire %s %s ends at no pin, and no wire goes on from there",
                        cell_text(grid, wires[i].from).text, cell_text(grid, end).text);
            judge->mark[end] &= ~MARK_END;
        }
    }
    judge->wire = WIRE_NONE;
    for (uint32_t i = 0; i < net->pin_count; i++) {
        struct pin pin = judge->design->nets.pins[net->first_pin + i];
        if (!in_my_tree(judge, pin.cell))
            judge_fault(judge, "its pin at %s%s is not connected", cell_text(grid, pin.cell).text,
                        pin.all_layers ? " and above" : "");
    }
}

static void compare(struct judge *judge, const char *what, uint64_t written, uint64_t found)
{
    if (written != found)
        judge_fault(judge, "%s is written as %" PRIu64 ", but the wires give %" PRIu64, what,
                    written, found);
}

void judge_tree(struct judge *judge)
{
    const struct routes *routes = judge->routes;
    const struct route *route = &routes->nets[judge->net];
    const struct net *net = &judge->design->nets.nets[judge->net];
    assert(net->pin_count > 0);
    assert(route->first_wire + route->wire_count <= routes->wire_count);
    if (route->blocker_count > 0)
        judge_fault(judge, "is routed, but names nets in the way");
    const struct wire *wires = route->wire_count > 0 ? routes->wires + route->first_wire : NULL;
    struct tally tally = {0};
    reach_pin(judge, judge->design->nets.pins[net->first_pin].cell);
    const bool grown = grow_tree(judge, wires, route->wire_count, &tally);
    judge->wire = WIRE_NONE;
    if (!grown)
        return;
    judge_ends(judge, wires, route->wire_count);
    compare(judge, "its cost", route->cost, tally.cost);
    compare(judge, "its length", route->length, tally.length);
    compare(judge, "its number of vias", route->vias, tally.vias);
    compare(judge, "its number of bends", route->bends, tally.bends);
}
