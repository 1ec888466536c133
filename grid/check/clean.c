/* clean: checks all routed nets at once with one bit per cell: free or taken.
 *
 * At first the blocked cells and all pins are taken. Before a net is walked, its pins except the
 * first are set free. Each cell that a wire enters must be free and becomes taken, so that blocked
 * cells, other nets, loops and cells used twice all show as a bit that is set already; at the end
 * all pins must be taken. A wire along x enters 64 cells at a time. Walls, "*" pins, pins that
 * share a cell, nets routed alone and nets with many pins need more than one bit: then the answer
 * is false.
 *
 * Threads share the nets of a large result with atomic operations on the bits. Of two wires in one
 * cell one finds it taken, in any order. A pin could have been taken by another net, so with
 * threads each pin must also be on a wire of its own net. */
#include "grid/check/checker.h"

#include <stdatomic.h>

#include "grid/workers.h"

enum {
    PINS_MAX = 64,             /* pins of a net that can be checked here */
    NETS_SHARED = 4096,        /* minimum number of nets for several threads */
    NETS_PER_RANGE = 512,      /* nets per range of a thread */
    PINS_PER_RANGE = 4096,     /* pins per range */
    WORDS_PER_RANGE = 1 << 16, /* words of the bit plane per range */
};

struct fast_check {
    const struct checker *check;
    const struct grid *grid;
    uint64_t *taken;
    bool shared;            /* by several threads */
    const struct pin *pins; /* of the current net */
    uint32_t pin_count;
};

static bool is_pin(const struct fast_check *fast, cell_t cell)
{
    for (uint32_t i = 0; i < fast->pin_count; i++)
        if (fast->pins[i].cell == cell)
            return true;
    return false;
}

/* True if the cell is that of the first pin or on one of these wires, which are legs. */
static bool is_in_tree(const struct fast_check *fast, const struct wire *wires, size_t count,
                       cell_t cell)
{
    assert(fast->pin_count > 0);
    bool in = cell == fast->pins[0].cell;
    for (size_t i = 0; i < count && !in; i++) {
        bool up = wires[i].from < wires[i].to;
        cell_t low = up ? wires[i].from : wires[i].to, high = up ? wires[i].to : wires[i].from;
        struct leg leg, part;
        in = cell == low || cell == high ||
             (cell > low && cell < high && checker_leg(fast->grid, wires[i], &leg) &&
              checker_leg(fast->grid, (struct wire){wires[i].from, cell}, &part) &&
              part.direction == leg.direction);
    }
    return in;
}

/* True if one of these wires continues from the cell. */
static bool continues(const struct wire *wires, size_t count, cell_t cell)
{
    for (size_t i = 0; i < count; i++)
        if (wires[i].from == cell)
            return true;
    return false;
}

/* The cost of the steps of a leg, without a bend before it. */
static cost_t cost_of(const struct grid *grid, struct wire wire, const struct leg *leg)
{
    const cost_t extra = checker_extra(grid, leg->z, leg->direction);
    cost_t cost = leg->steps * extra;
    if (grid->weight == NULL)
        return cost + leg->steps;
    struct wire_walk walk = wire_walk(grid, wire);
    for (wire_next(&walk); walk.left > 0; wire_next(&walk))
        cost += grid->weight[walk.cell];
    return cost;
}

/* Sets or clears bits; returns the word before. */
static uint64_t change(const struct fast_check *fast, size_t word, uint64_t bits, bool taken)
{
    uint64_t *at = &fast->taken[word];
    if (fast->shared)
        return taken ? __atomic_fetch_or(at, bits, __ATOMIC_RELAXED)
                     : __atomic_fetch_and(at, ~bits, __ATOMIC_RELAXED);
    const uint64_t before = *at;
    *at = taken ? before | bits : before & ~bits;
    return before;
}

/* Takes the cells of a run; false if one was taken before. */
static bool take_run(const struct fast_check *fast, struct plane_run run)
{
    if (!fast->shared)
        return !plane_set(fast->taken, run);
    uint64_t met = 0;
    for (size_t i = 0, word = run.first; i < run.count; i++, word += run.stride) {
        const uint64_t mask = plane_run_mask(&run, i);
        met |= change(fast, word, mask, true) & mask;
    }
    return met == 0;
}

/* Walks the wires and adds their numbers to *sum. */
static bool walk_wires(struct fast_check *fast, const struct wire *wires, size_t count,
                       struct route *sum)
{
    const struct grid *grid = fast->grid;
    bool was_x = false, was_y = false;
    for (size_t i = 0; i < count; i++) {
        struct leg leg;
        cell_t from = wires[i].from, tail = i > 0 ? wires[i - 1].to : fast->pins[0].cell;
        if (!checker_leg(grid, wires[i], &leg) || !checker_step_allowed(grid, from, leg.direction))
            return false;
        if (from != tail && ((!is_pin(fast, tail) && !continues(wires + i, count - i, tail)) ||
                             !is_in_tree(fast, wires, i, from)))
            return false;
        bool along_x = leg.direction == EAST || leg.direction == WEST;
        bool along_y = leg.direction == NORTH || leg.direction == SOUTH;
        if (!take_run(fast, plane_run_part(grid, wires[i], true)))
            return false;
        if (((was_x && along_y) || (was_y && along_x)) && from == tail && !is_pin(fast, from)) {
            sum->bends++;
            sum->cost += grid->rules.bend;
        }
        *(along_x || along_y ? &sum->length : &sum->vias) += leg.steps;
        sum->cost += cost_of(grid, wires[i], &leg);
        was_x = along_x;
        was_y = along_y;
    }
    return count == 0 || is_pin(fast, wires[count - 1].to);
}

/* Sets the bit of a pin; false if it had this value before. */
static bool set_pin(const struct fast_check *fast, cell_t cell, bool taken)
{
    const uint64_t bit = grid_bit(fast->grid, cell);
    return ((change(fast, grid_word(fast->grid, cell), bit, taken) & bit) != 0) != taken;
}

static bool net_is_clean(struct fast_check *fast, uint32_t net)
{
    const struct checker *check = fast->check;
    const struct route *route = &check->routes->nets[net];
    struct route sum = {0};
    if (route->first_wire + route->wire_count > check->routes->wire_count ||
        route->blocker_count > 0)
        return false;
    const struct wire *wires =
        route->wire_count > 0 ? check->routes->wires + route->first_wire : NULL;
    fast->pins = check->design->nets.pins + check->design->nets.nets[net].first_pin;
    fast->pin_count = check->design->nets.nets[net].pin_count;
    assert(fast->pin_count > 0);
    if (fast->pin_count > PINS_MAX)
        return false;
    for (uint32_t i = 0; i < fast->pin_count; i++)
        (void)set_pin(fast, fast->pins[i].cell, i == 0);
    if (!walk_wires(fast, wires, route->wire_count, &sum))
        return false;
    for (uint32_t i = 1; i < fast->pin_count; i++)
        if (fast->shared ? !is_in_tree(fast, wires, route->wire_count, fast->pins[i].cell)
                         : !grid_plane_get(fast->grid, fast->taken, fast->pins[i].cell))
            return false;
    return route->cost == sum.cost && route->length == sum.length && route->vias == sum.vias &&
           route->bends == sum.bends;
}

/* The argument of the loops over ranges. */
struct clean_part {
    struct fast_check fast;
    atomic_bool *clean;
};

/* Takes the cells of all pins. Pins that share a cell, as in a design of queries, need marks. */
static void take_pins(void *context, size_t first, size_t end)
{
    struct clean_part *part = context;
    const struct netlist *nets = &part->fast.check->design->nets;
    assert(first <= end && end <= nets->pin_count);
    for (size_t i = first; i < end && atomic_load(part->clean); i++)
        if (nets->pins[i].all_layers || !set_pin(&part->fast, nets->pins[i].cell, true))
            atomic_store(part->clean, false);
}

static void take_blocked(void *context, size_t first, size_t end)
{
    const struct clean_part *part = context;
    for (size_t word = first; word < end; word++)
        part->fast.taken[word] |= part->fast.grid->blocked[word];
}

static void check_nets(void *context, size_t first, size_t end)
{
    const struct clean_part *part = context;
    struct fast_check fast = part->fast;
    const struct routes *routes = fast.check->routes;
    assert(first <= end && end <= routes->net_count);
    for (size_t net = first; net < end && atomic_load(part->clean); net++)
        if (routes->nets[net].state == ROUTE_ROUTED && !net_is_clean(&fast, (uint32_t)net))
            atomic_store(part->clean, false);
}

bool checker_is_clean(const struct checker *check)
{
    const struct grid *grid = &check->design->grid;
    const struct netlist *nets = &check->design->nets;
    const unsigned threads = nets->net_count < NETS_SHARED ? 1 : check->threads;
    atomic_bool clean = true;
    struct clean_part part = {{.check = check, .grid = grid, .shared = threads > 1}, &clean};
    if (check->alone || grid->walls != NULL)
        return false;
    const size_t words = grid_plane_words(grid);
    part.fast.taken = mem_alloc(words, sizeof *part.fast.taken, "cells that are taken", NULL);
    if (part.fast.taken == NULL)
        return false;
    workers_fork(threads, take_pins, &part, nets->pin_count, PINS_PER_RANGE);
    if (atomic_load(&clean))
        workers_fork(threads, take_blocked, &part, words, WORDS_PER_RANGE);
    if (atomic_load(&clean))
        workers_fork(threads, check_nets, &part, nets->net_count, NETS_PER_RANGE);
    free(part.fast.taken);
    return atomic_load(&clean);
}
