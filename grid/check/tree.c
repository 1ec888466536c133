/* tree: checks the wires of one routed net by growing its tree again, cell by cell.
 *
 * The tree starts as the cells of the first pin. Each wire must start in the tree, and each further
 * cell must be new. A wire that does not end at a pin leaves an open end until a later wire starts
 * there. At the end there must be no open end, and all pins must be in the tree: then it is
 * connected and has no loop, no cell twice and no dangling end. After a fault the walk continues,
 * so that one wrong wire can cause several faults. */
#include "grid/check/checker.h"

/* The numbers of a tree (cost, length, ...), summed up during the walk. */
struct tally {
    cost_t cost;
    uint64_t length, vias, bends;
};

static bool is_mine(const struct checker *check, cell_t cell)
{
    return (check->mark[cell] & MARK_NET) == check->net + 1;
}

static bool is_my_pin(const struct checker *check, cell_t cell)
{
    return is_mine(check, cell) && (check->mark[cell] & MARK_PIN) != 0;
}

static bool in_my_tree(const struct checker *check, cell_t cell)
{
    return is_mine(check, cell) && (check->mark[cell] & MARK_TREE) != 0;
}

/* Adds the cell of a pin of the net to the tree, or all cells of a "*" pin. */
static void reach_pin(struct checker *check, cell_t cell)
{
    const struct grid *grid = &check->design->grid;
    size_t plane = (size_t)grid->width * grid->height;
    assert((check->mark[cell] & MARK_PIN) != 0); /* checker_mark_pins comes first */
    if ((check->mark[cell] & MARK_STAR) == 0) {
        check->mark[cell] |= MARK_TREE;
        return;
    }
    for (size_t at = cell % plane; at < grid_cells(grid); at += plane)
        check->mark[at] |= MARK_TREE;
}

/* Handles a wire that enters a cell which is marked or blocked. */
static void enter_marked(struct checker *check, cell_t cell, bool blocked)
{
    const struct grid *grid = &check->design->grid;
    uint32_t mark = check->mark[cell];
    if (in_my_tree(check, cell)) {
        if ((mark & MARK_STAR) != 0)
            checker_report(check, "%s belongs to a pin whose cells are joined and reached already",
                           cell_text(grid, cell).text);
        else
            checker_report(check, "%s is in the net's tree already: a loop or a cell used twice",
                           cell_text(grid, cell).text);
    } else if (is_mine(check, cell)) {
        reach_pin(check, cell);
    } else if (!check->alone && (mark & MARK_NET) != 0) {
        checker_report(check, "%s is taken by %s net %s", cell_text(grid, cell).text,
                       (mark & MARK_PIN) != 0 ? "a pin of" : "a wire of",
                       netlist_name(&check->design->nets, (mark & MARK_NET) - 1));
    } else if (blocked) {
        checker_report(check, "%s is blocked", cell_text(grid, cell).text);
    } else {
        check->mark[cell] = MARK_TREE | (check->net + 1);
    }
}

static void fault_of_step(struct checker *check, cell_t cell, cell_t next, int direction)
{
    const struct grid *grid = &check->design->grid;
    checker_report(check, "no step is allowed from %s to %s: %s", cell_text(grid, cell).text,
                   cell_text(grid, next).text,
                   grid->walls != NULL && (grid->walls[cell] & 1u << direction) != 0
                       ? "a wall is between them"
                       : "it runs across a strict layer");
}

/* Enters the next cell of a wire: reports a step that is forbidden and a cell that is not free. */
static void enter_cell(struct checker *check, cell_t before, cell_t cell, int direction)
{
    const struct grid *grid = &check->design->grid;
    const bool blocked = grid_is_blocked(grid, cell);
    if (!checker_step_allowed(grid, before, direction))
        fault_of_step(check, before, cell, direction);
    if (check->mark[cell] == 0 && !blocked)
        check->mark[cell] = MARK_TREE | (check->net + 1);
    else
        enter_marked(check, cell, blocked);
}

/* True if the second wire continues the branch of the first and turns. */
static bool is_turn(const struct checker *check, struct wire first, int direction,
                    struct wire second, int then)
{
    if (first.to != second.from || direction >= UP || then >= UP || is_my_pin(check, first.to))
        return false;
    return (direction == EAST || direction == WEST) != (then == EAST || then == WEST);
}

/* Walks a wire from its first cell to its last and adds its numbers. */
static void walk_wire(struct checker *check, struct wire wire, const struct leg *leg,
                      struct tally *tally)
{
    const struct grid *grid = &check->design->grid;
    cell_t before = wire.from;
    if (in_my_tree(check, wire.from))
        check->mark[wire.from] &= ~MARK_END;
    else
        checker_report(check,
                       "the wire %s %s does not start in the tree that the wires before it make",
                       cell_text(grid, wire.from).text, cell_text(grid, wire.to).text);
    struct wire_walk walk = wire_walk(grid, wire);
    for (wire_next(&walk); walk.left > 0; before = walk.cell, wire_next(&walk)) {
        enter_cell(check, before, walk.cell, leg->direction);
        tally->cost += grid_weight(grid, walk.cell);
    }
    tally->cost += leg->steps * checker_extra(grid, leg->z, leg->direction);
    *(leg->direction == UP || leg->direction == DOWN ? &tally->vias : &tally->length) += leg->steps;
    if (in_my_tree(check, wire.to) && !is_my_pin(check, wire.to))
        check->mark[wire.to] |= MARK_END;
}

/* Grows the tree. False after a wire that is not straight or outside the grid. */
static bool grow_tree(struct checker *check, const struct wire *wires, size_t count,
                      struct tally *tally)
{
    const struct grid *grid = &check->design->grid;
    int before = -1;
    for (size_t i = 0; i < count; i++) {
        check->wire = check->routes->nets[check->net].first_wire + i;
        if (wires[i].from >= grid_cells(grid) || wires[i].to >= grid_cells(grid)) {
            checker_report(
                check, "a wire leaves the grid at %s",
                cell_text(grid, wires[i].from >= grid_cells(grid) ? wires[i].from : wires[i].to)
                    .text);
            return false;
        }
        struct leg leg;
        if (!checker_leg(grid, wires[i], &leg)) {
            checker_report(check, "the wire %s %s is not %s", cell_text(grid, wires[i].from).text,
                           cell_text(grid, wires[i].to).text,
                           wires[i].from == wires[i].to ? "a step long"
                                                        : "one straight run or one via stack");
            return false;
        }
        if (i > 0 && is_turn(check, wires[i - 1], before, wires[i], leg.direction)) {
            tally->bends++;
            tally->cost += grid->rules.bend;
        }
        walk_wire(check, wires[i], &leg, tally);
        before = leg.direction;
    }
    return true;
}

/* After all wires: there must be no open end and no pin left out. */
static void check_ends(struct checker *check, const struct wire *wires, size_t count)
{
    const struct grid *grid = &check->design->grid;
    const struct net *net = &check->design->nets.nets[check->net];
    for (size_t i = 0; i < count; i++) {
        cell_t end = wires[i].to;
        if (in_my_tree(check, end) && (check->mark[end] & MARK_END) != 0) {
            check->wire = check->routes->nets[check->net].first_wire + i;
            checker_report(check, "the wire %s %s ends at no pin, and no wire continues from there",
                           cell_text(grid, wires[i].from).text, cell_text(grid, end).text);
            check->mark[end] &= ~MARK_END;
        }
    }
    check->wire = WIRE_NONE;
    for (uint32_t i = 0; i < net->pin_count; i++) {
        struct pin pin = check->design->nets.pins[net->first_pin + i];
        if (!in_my_tree(check, pin.cell))
            checker_report(check, "its pin at %s%s is not connected",
                           cell_text(grid, pin.cell).text, pin.all_layers ? " and above" : "");
    }
}

static void compare(struct checker *check, const char *what, uint64_t written, uint64_t found)
{
    if (written != found)
        checker_report(check, "%s is written as %" PRIu64 ", but the wires give %" PRIu64, what,
                       written, found);
}

void checker_tree(struct checker *check)
{
    const struct routes *routes = check->routes;
    const struct route *route = &routes->nets[check->net];
    const struct net *net = &check->design->nets.nets[check->net];
    assert(net->pin_count > 0);
    assert(route->first_wire + route->wire_count <= routes->wire_count);
    if (route->blocker_count > 0)
        checker_report(check, "is routed, but names nets in the way");
    const struct wire *wires = route->wire_count > 0 ? routes->wires + route->first_wire : NULL;
    struct tally tally = {0};
    reach_pin(check, check->design->nets.pins[net->first_pin].cell);
    const bool grown = grow_tree(check, wires, route->wire_count, &tally);
    check->wire = WIRE_NONE;
    if (!grown)
        return;
    check_ends(check, wires, route->wire_count);
    compare(check, "its cost", route->cost, tally.cost);
    compare(check, "its length", route->length, tally.length);
    compare(check, "its number of vias", route->vias, tally.vias);
    compare(check, "its number of bends", route->bends, tally.bends);
}
