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
 * Threads share the nets of a large result. Of all that enter a cell only the one that finds it
 * open goes on, and a pin is opened once, so a fault shows in whatever order threads come. A pin
 * that is shut may then have been shut by another net; so it has to lie on a wire of its own net,
 * too.
 *
 * The answer is "all is right" or "a closer look is needed". It is the second, too, where one bit
 * is not enough: walls, "*" pins, pins that share a cell, nets routed alone, nets of very many
 * pins.
 */
#include "grid/check/parts.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "grid/fork.h"
#include "grid/wire.h"

enum {
    PINS_MAX = 64,
    NETS_SHARED = 4096, /* fewer are judged by one thread */
    NETS_A_RANGE = 512,
    PINS_A_RANGE = 4096,
    WORDS_A_RANGE = 1 << 16,
};

struct look {
    const struct judge *judge;
    const struct grid *grid;
    uint64_t *shut;
    bool shared;            /* by threads */
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

/* Sets bits, or clears them; the word as it was before. */
static uint64_t change(const struct look *look, size_t word, uint64_t bits, bool shut)
{
    uint64_t *at = &look->shut[word];
    if (look->shared)
        return shut ? __atomic_fetch_or(at, bits, __ATOMIC_RELAXED)
                    : __atomic_fetch_and(at, ~bits, __ATOMIC_RELAXED);
    const uint64_t before = *at;
    *at = shut ? before | bits : before & ~bits;
    return before;
}

/* Shuts the cells of a run; false where one was shut before. */
static bool shut_run(const struct look *look, struct plane_run run)
{
    if (!look->shared)
        return !plane_set(look->shut, run);
    uint64_t met = 0;
    for (size_t i = 0, word = run.first; i < run.count; i++, word += run.stride) {
        const uint64_t mask = plane_run_mask(&run, i);
        met |= change(look, word, mask, true) & mask;
    }
    return met == 0;
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
        if (!shut_run(look, plane_run_part(grid, wires[i], true)))
            return false;
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

/* False where it was so before. */
static bool set_pin(const struct look *look, cell_t cell, bool shut)
{
    const uint64_t bit = grid_bit(look->grid, cell);
    return ((change(look, grid_word(look->grid, cell), bit, shut) & bit) != 0) != shut;
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
        (void)set_pin(look, look->pins[i].cell, i == 0);
    if (!walk_wires(look, wires, route->wire_count, &sum))
        return false;
    for (uint32_t i = 1; i < look->pin_count; i++)
        if (look->shared ? !is_in_tree(look, wires, route->wire_count, look->pins[i].cell)
                         : !grid_plane_get(look->grid, look->shut, look->pins[i].cell))
            return false;
    return route->cost == sum.cost && route->length == sum.length && route->vias == sum.vias &&
           route->bends == sum.bends;
}

/* A thread's part of the look. */
struct clean_part {
    struct look look;
    atomic_bool *clean;
};

/* Shuts pins. One bit cannot tell two pins apart that share a cell, as in a design of queries. */
static void shut_pins(void *context, size_t first, size_t end)
{
    struct clean_part *part = context;
    const struct netlist *nets = &part->look.judge->design->nets;
    for (size_t i = first; i < end && atomic_load(part->clean); i++)
        if (nets->pins[i].all_layers || !set_pin(&part->look, nets->pins[i].cell, true))
            atomic_store(part->clean, false);
}

static void shut_blocked(void *context, size_t first, size_t end)
{
    const struct clean_part *part = context;
    for (size_t word = first; word < end; word++)
        part->look.shut[word] |= part->look.grid->blocked[word];
}

static void judge_nets(void *context, size_t first, size_t end)
{
    const struct clean_part *part = context;
    struct look look = part->look;
    const struct routes *routes = look.judge->routes;
    for (size_t net = first; net < end && atomic_load(part->clean); net++)
        if (routes->nets[net].state == ROUTE_ROUTED && !net_is_clean(&look, (uint32_t)net))
            atomic_store(part->clean, false);
}

bool judge_is_clean(const struct judge *judge)
{
    const struct grid *grid = &judge->design->grid;
    const struct netlist *nets = &judge->design->nets;
    const unsigned threads = nets->net_count < NETS_SHARED ? 1 : judge->threads;
    atomic_bool clean = true;
    struct clean_part part = {{.judge = judge, .grid = grid, .shared = threads > 1}, &clean};
    if (judge->alone || grid->walls != NULL)
        return false;
    const size_t words = grid_plane_words(grid);
    part.look.shut = mem_alloc(words, sizeof *part.look.shut, "cells that are taken", NULL);
    if (part.look.shut == NULL)
        return false;
    fork_loop(threads, shut_pins, &part, nets->pin_count, PINS_A_RANGE);
    if (atomic_load(&clean))
        fork_loop(threads, shut_blocked, &part, words, WORDS_A_RANGE);
    if (atomic_load(&clean))
        fork_loop(threads, judge_nets, &part, nets->net_count, NETS_A_RANGE);
    free(part.look.shut);
    return atomic_load(&clean);
}
