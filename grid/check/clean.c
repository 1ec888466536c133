/* clean: a first look at a result, with a bit for each cell instead of a 32-bit mark.
 *
 * Nearly every result is right, and for that verdict nobody has to know whose a cell is, only that
 * it is free. `shut` starts as what is blocked and the pins of all nets. Before a net is walked its
 * own pins are opened, but for the first, where its tree starts; every cell that a wire enters must
 * be open, and is shut:
 *
 *     # blocked, x another net     a a a b      the second wire of a starts where the first ended,
 *                                  . x a .      b is a's pin: opened before, shut when
 *                                               it is reached
 *
 * so blocked cells, other nets, loops and cells used twice all show as one thing: a bit that is set
 * already. At the end all pins must be shut. A wire along x enters 64 cells at a time.
 *
 * This says yes or "look closer". It asks for a closer look, too, where it would need to know more:
 * walls, "*" pins, pins that share a cell, nets routed alone, nets of very many pins.
 */
#include "grid/check/parts.h"

#include <assert.h>
#include <stdlib.h>

#include "grid/plane.h"

enum { PINS_MAX = 64 };

struct look {
    const struct judge *judge;
    const struct grid *grid;
    uint64_t *shut;
    const struct pin *pins; /* of the net */
    uint32_t pin_count;
};

/* A straight wire of one step or more. */
struct leg {
    uint32_t z; /* layer of its first cell */
    int direction;
    uint32_t steps;
};

static bool leg_of(const struct grid *grid, struct wire wire, struct leg *leg)
{
    if (wire.from >= grid_cells(grid) || wire.to >= grid_cells(grid))
        return false;
    uint32_t row = wire.from / grid->width, last_row = wire.to / grid->width;
    uint32_t x = wire.from % grid->width, last_x = wire.to % grid->width;
    uint32_t z = row / grid->height, last_z = last_row / grid->height;
    uint32_t rows = row < last_row ? last_row - row : row - last_row;
    *leg = (struct leg){.z = z};
    if (rows == 0) {
        leg->direction = x < last_x ? EAST : WEST;
        leg->steps = x < last_x ? last_x - x : x - last_x;
        return x != last_x;
    }
    bool up = row < last_row;
    leg->direction = z == last_z ? (up ? NORTH : SOUTH) : (up ? UP : DOWN);
    leg->steps = z == last_z ? rows : rows / grid->height;
    return x == last_x && (z == last_z || rows % grid->height == 0);
}

static bool is_pin(const struct look *look, cell_t cell)
{
    for (uint32_t i = 0; i < look->pin_count; i++)
        if (look->pins[i].cell == cell)
            return true;
    return false;
}

/* True where the cell is the first pin's, or lies on one of these wires, which are legs. */
static bool is_in_tree(const struct look *look, const struct wire *wires, size_t count, cell_t cell)
{
    bool in = cell == look->pins[0].cell;
    for (size_t i = 0; i < count && !in; i++) {
        bool up = wires[i].from < wires[i].to;
        cell_t low = up ? wires[i].from : wires[i].to, high = up ? wires[i].to : wires[i].from;
        struct leg leg, part;
        in = cell == low || cell == high ||
             (cell > low && cell < high && leg_of(look->grid, wires[i], &leg) &&
              leg_of(look->grid, (struct wire){wires[i].from, cell}, &part) &&
              part.direction == leg.direction);
    }
    return in;
}

/* True where one of these wires starts at the cell. */
static bool goes_on(const struct wire *wires, size_t count, cell_t cell)
{
    for (size_t i = 0; i < count; i++)
        if (wires[i].from == cell)
            return true;
    return false;
}

/* What the steps of a leg cost, without a bend. */
static cost_t cost_of(const struct grid *grid, struct wire wire, const struct leg *leg)
{
    bool along_x = leg->direction == EAST || leg->direction == WEST;
    bool along_y = leg->direction == NORTH || leg->direction == SOUTH;
    uint64_t preferred_by_others = along_x ? grid->rules.vertical : grid->rules.horizontal;
    cost_t extra = grid->rules.via, cost = 0;
    if (along_x || along_y)
        extra = (preferred_by_others >> leg->z & 1) != 0 ? grid->rules.wrong_way : 0;
    if (grid->weight == NULL)
        return leg->steps * (1 + extra);
    struct wire_walk walk = wire_walk(grid, wire);
    for (wire_next(&walk); walk.left > 0; wire_next(&walk))
        cost += grid->weight[walk.cell] + extra;
    return cost;
}

/* Walks the wires, and adds what they give to *sum. */
static bool walk_wires(struct look *look, const struct wire *wires, size_t count, struct route *sum)
{
    const struct grid *grid = look->grid;
    bool was_x = false, was_y = false;
    for (size_t i = 0; i < count; i++) {
        struct leg leg;
        cell_t from = wires[i].from, tail = i > 0 ? wires[i - 1].to : look->pins[0].cell;
        if (!leg_of(grid, wires[i], &leg) || !judge_step_allowed(grid, from, leg.direction))
            return false;
        if (from != tail && ((!is_pin(look, tail) && !goes_on(wires + i, count - i, tail)) ||
                             !is_in_tree(look, wires, i, from)))
            return false;
        bool along_x = leg.direction == EAST || leg.direction == WEST;
        bool along_y = leg.direction == NORTH || leg.direction == SOUTH;
        if (plane_set(look->shut, plane_run_part(grid, wires[i], true)))
            return false; /* one of the cells was shut */
        if (((was_x && along_y) || (was_y && along_x)) && from == tail && !is_pin(look, from)) {
            sum->bends++;
            sum->cost += grid->rules.bend;
        }
        *(along_x || along_y ? &sum->length : &sum->vias) += leg.steps;
        sum->cost += cost_of(grid, wires[i], &leg);
        was_x = along_x;
        was_y = along_y;
    }
    return count == 0 || is_pin(look, wires[count - 1].to);
}

static void set_pin(struct look *look, cell_t cell, bool shut)
{
    uint64_t bit = grid_bit(look->grid, cell), *word = &look->shut[grid_word(look->grid, cell)];
    *word = shut ? *word | bit : *word & ~bit;
}

static bool net_is_clean(struct look *look, uint32_t net)
{
    const struct judge *judge = look->judge;
    const struct route *route = &judge->routes->nets[net];
    struct route sum = {0};
    if (route->first_wire + route->wire_count > judge->routes->wire_count ||
        route->blocker_count > 0)
        return false;
    const struct wire *wires =
        route->wire_count > 0 ? judge->routes->wires + route->first_wire : NULL;
    look->pins = judge->design->nets.pins + judge->design->nets.nets[net].first_pin;
    look->pin_count = judge->design->nets.nets[net].pin_count;
    assert(look->pin_count > 0);
    if (look->pin_count > PINS_MAX)
        return false;
    for (uint32_t i = 0; i < look->pin_count; i++)
        set_pin(look, look->pins[i].cell, i == 0);
    if (!walk_wires(look, wires, route->wire_count, &sum))
        return false;
    for (uint32_t i = 0; i < look->pin_count; i++)
        if (!grid_plane_get(look->grid, look->shut, look->pins[i].cell))
            return false;
    return route->cost == sum.cost && route->length == sum.length && route->vias == sum.vias &&
           route->bends == sum.bends;
}

/* Shuts what is blocked and the pins. False where two pins share a cell, as in a design of queries:
 * whose it is, a bit cannot tell. */
static bool shut_pins(struct look *look, const struct netlist *nets)
{
    bool apart = true;
    for (uint32_t i = 0; i < nets->pin_count && apart; i++) {
        cell_t cell = nets->pins[i].cell;
        apart = !nets->pins[i].all_layers && !grid_plane_get(look->grid, look->shut, cell);
        set_pin(look, cell, true);
    }
    for (size_t word = 0; word < grid_plane_words(look->grid) && apart; word++)
        look->shut[word] |= look->grid->blocked[word];
    return apart;
}

bool judge_is_clean(const struct judge *judge)
{
    const struct grid *grid = &judge->design->grid;
    const struct netlist *nets = &judge->design->nets;
    struct look look = {.judge = judge, .grid = grid};
    if (judge->alone || grid->walls != NULL)
        return false;
    look.shut = mem_alloc(grid_plane_words(grid), sizeof *look.shut, "cells that are taken", NULL);
    if (look.shut == NULL)
        return false;
    bool clean = shut_pins(&look, nets);
    for (uint32_t net = 0; net < nets->net_count && clean; net++)
        clean = judge->routes->nets[net].state != ROUTE_ROUTED || net_is_clean(&look, net);
    free(look.shut);
    return clean;
}
