/* oracle: judges a result the slow way, for the tests of check. Where check grows a tree along
 * the wires, the oracle makes a graph of the steps and asks whether it is a tree: connected, one
 * edge less than nodes, every leaf a pin, every step one further from the root. It allocates
 * nothing that grows: designs of tests have few cells.
 */
#pragma once

#include "tests/support/random_result.h"

enum { ORACLE_CELLS = 640, ORACLE_STEPS = 4096 };

struct oracle_step {
    uint32_t from, to; /* cells */
};

struct oracle {
    const struct design *design;
    const struct routes *routes;
    uint32_t pin_of[ORACLE_CELLS]; /* net + 1 whose pin cell it is; of the net judged, if alone */
    uint32_t node[ORACLE_CELLS];   /* of the net judged: cell, or the lowest cell of a "*" pin */
    struct oracle_step steps[ORACLE_STEPS];
    size_t step_count;
};

static inline void oracle_coordinates(const struct grid *grid, cell_t cell, int64_t at[3])
{
    at[0] = cell % grid->width;
    at[1] = cell / grid->width % grid->height;
    at[2] = cell / grid->width / grid->height;
}

static inline bool oracle_step_allowed(const struct grid *grid, cell_t from, cell_t to)
{
    int64_t a[3], b[3];
    oracle_coordinates(grid, from, a);
    oracle_coordinates(grid, to, b);
    bool strict = grid->rules.strict >> a[2] & 1;
    if (strict && a[0] != b[0] && (grid->rules.vertical >> a[2] & 1))
        return false;
    if (strict && a[1] != b[1] && (grid->rules.horizontal >> a[2] & 1))
        return false;
    int direction = a[0] != b[0]   ? EAST + (b[0] < a[0])
                    : a[1] != b[1] ? NORTH + (b[1] < a[1])
                                   : UP + (b[2] < a[2]);
    return grid->walls == NULL || (grid->walls[from] >> direction & 1) == 0;
}

/* Cuts a net's wires into steps. False where one is not straight, empty or outside. */
static inline bool oracle_cut(struct oracle *oracle, const struct wire *wires, size_t count)
{
    const struct grid *grid = &oracle->design->grid;
    oracle->step_count = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t a[3], b[3];
        if (wires[i].from >= grid_cells(grid) || wires[i].to >= grid_cells(grid))
            return false;
        oracle_coordinates(grid, wires[i].from, a);
        oracle_coordinates(grid, wires[i].to, b);
        int differing = (a[0] != b[0]) + (a[1] != b[1]) + (a[2] != b[2]);
        if (differing != 1)
            return false;
        while (a[0] != b[0] || a[1] != b[1] || a[2] != b[2]) {
            int64_t c[3];
            for (int k = 0; k < 3; k++)
                c[k] = a[k] + (a[k] < b[k]) - (a[k] > b[k]);
            struct oracle_step step = {
                grid_cell(grid, (uint32_t)a[0], (uint32_t)a[1], (uint32_t)a[2]),
                grid_cell(grid, (uint32_t)c[0], (uint32_t)c[1], (uint32_t)c[2])};
            assert_true(oracle->step_count < ORACLE_STEPS);
            oracle->steps[oracle->step_count++] = step;
            memcpy(a, c, sizeof a);
        }
    }
    return true;
}

static inline void oracle_mark_pins(struct oracle *oracle, uint32_t net, bool nodes)
{
    const struct grid *grid = &oracle->design->grid;
    const struct net *n = &oracle->design->nets.nets[net];
    for (uint32_t i = 0; i < n->pin_count; i++) {
        struct pin pin = oracle->design->nets.pins[n->first_pin + i];
        for (uint32_t z = 0; z < (pin.all_layers ? grid->layers : 1); z++) {
            cell_t cell = pin.cell + z * grid->width * grid->height;
            oracle->pin_of[cell] = net + 1;
            if (nodes)
                oracle->node[cell] = pin.cell;
        }
    }
}

/* Is the graph of the steps a tree whose leaves are pins, walked away from the root? */
static inline bool oracle_is_tree(struct oracle *oracle, uint32_t net)
{
    const struct net *n = &oracle->design->nets.nets[net];
    size_t cells = grid_cells(&oracle->design->grid), nodes = 0;
    uint32_t degree[ORACLE_CELLS] = {0}, depth[ORACLE_CELLS];
    bool present[ORACLE_CELLS] = {false};
    for (uint32_t i = 0; i < n->pin_count; i++)
        present[oracle->node[oracle->design->nets.pins[n->first_pin + i].cell]] = true;
    for (size_t i = 0; i < oracle->step_count; i++) {
        present[oracle->node[oracle->steps[i].from]] = present[oracle->node[oracle->steps[i].to]] =
            true;
        degree[oracle->node[oracle->steps[i].from]]++;
        degree[oracle->node[oracle->steps[i].to]]++;
    }
    memset(depth, 0xff, sizeof depth);
    depth[oracle->node[oracle->design->nets.pins[n->first_pin].cell]] = 0;
    for (uint32_t level = 0; level < ORACLE_CELLS; level++)
        for (size_t i = 0; i < oracle->step_count; i++) {
            uint32_t a = oracle->node[oracle->steps[i].from], b = oracle->node[oracle->steps[i].to];
            if (depth[a] == level && depth[b] > level + 1)
                depth[b] = level + 1;
            if (depth[b] == level && depth[a] > level + 1)
                depth[a] = level + 1;
        }
    for (size_t cell = 0; cell < cells; cell++) {
        nodes += present[cell];
        if (present[cell] &&
            (depth[cell] == UINT32_MAX || (degree[cell] <= 1 && oracle->pin_of[cell] != net + 1)))
            return false;
    }
    for (size_t i = 0; i < oracle->step_count; i++)
        if (depth[oracle->node[oracle->steps[i].to]] !=
            depth[oracle->node[oracle->steps[i].from]] + 1)
            return false;
    return oracle->step_count + 1 == nodes;
}

/* Does each wire start at the root or where an earlier wire has been? */
static inline bool oracle_is_ordered(struct oracle *oracle, uint32_t net, const struct wire *wires,
                                     size_t count)
{
    const struct netlist *nets = &oracle->design->nets;
    bool seen[ORACLE_CELLS] = {false};
    seen[nets->pins[nets->nets[net].first_pin].cell] = true;
    for (size_t i = 0, step = 0; i < count; i++) {
        if (!seen[oracle->node[wires[i].from]])
            return false;
        do
            seen[oracle->node[oracle->steps[step].to]] = true;
        while (oracle->steps[step++].to != wires[i].to);
    }
    return true;
}

/* Sums up the numbers; wires are straight. */
static inline struct route oracle_sums(struct oracle *oracle, uint32_t net,
                                       const struct wire *wires, size_t count)
{
    const struct grid *grid = &oracle->design->grid;
    struct route sums = {0};
    int64_t before[3] = {0}, at[3], to[3];
    for (size_t i = 0; i < count; i++) {
        int64_t move[3];
        oracle_coordinates(grid, wires[i].from, at);
        oracle_coordinates(grid, wires[i].to, to);
        for (int k = 0; k < 3; k++)
            move[k] = (at[k] < to[k]) - (at[k] > to[k]);
        bool goes_on =
            i > 0 && wires[i - 1].to == wires[i].from && oracle->pin_of[wires[i].from] != net + 1;
        if (goes_on && ((move[0] && before[1]) || (move[1] && before[0]))) {
            sums.bends++;
            sums.cost += grid->rules.bend;
        }
        memcpy(before, move, sizeof before);
    }
    for (size_t i = 0; i < oracle->step_count; i++) {
        oracle_coordinates(grid, oracle->steps[i].from, at);
        oracle_coordinates(grid, oracle->steps[i].to, to);
        sums.vias += at[2] != to[2];
        sums.length += at[2] == to[2];
        sums.cost += grid->weight != NULL ? grid->weight[oracle->steps[i].to] : 1;
        if (at[2] != to[2])
            sums.cost += grid->rules.via;
        else if ((at[0] != to[0] && (grid->rules.vertical >> at[2] & 1)) ||
                 (at[1] != to[1] && (grid->rules.horizontal >> at[2] & 1)))
            sums.cost += grid->rules.wrong_way;
    }
    return sums;
}

/* Judges a routed net by itself: all but the sharing of cells with other nets. used[cell] is
 * raised by one for each cell of its wires. */
static inline bool oracle_net_is_right(struct oracle *oracle, uint32_t net, uint32_t *used)
{
    const struct grid *grid = &oracle->design->grid;
    const struct route *route = &oracle->routes->nets[net];
    const struct wire *wires =
        route->wire_count > 0 ? oracle->routes->wires + route->first_wire : NULL;
    for (uint32_t cell = 0; cell < ORACLE_CELLS; cell++)
        oracle->node[cell] = cell;
    oracle_mark_pins(oracle, net, true);
    if (!oracle_cut(oracle, wires, route->wire_count))
        return false;
    bool mine[ORACLE_CELLS] = {false};
    for (size_t i = 0; i < oracle->step_count; i++) {
        if (!oracle_step_allowed(grid, oracle->steps[i].from, oracle->steps[i].to))
            return false;
        mine[oracle->steps[i].from] = mine[oracle->steps[i].to] = true;
    }
    for (cell_t cell = 0; cell < grid_cells(grid); cell++) {
        if (mine[cell] && oracle->pin_of[cell] != net + 1 && grid_is_blocked(grid, cell))
            return false;
        used[cell] += mine[cell] && oracle->pin_of[cell] != net + 1;
    }
    struct route sums = oracle_sums(oracle, net, wires, route->wire_count);
    return oracle_is_tree(oracle, net) &&
           oracle_is_ordered(oracle, net, wires, route->wire_count) && sums.cost == route->cost &&
           sums.length == route->length && sums.vias == route->vias && sums.bends == route->bends;
}

/* True if the net's pins are connected through cells with open_cells != 0; its own pins count as
 * open. By repeated spreading from the first pin. */
static inline bool oracle_hangs_together(const struct design *design, uint32_t net,
                                         const uint8_t *open_cells)
{
    const struct grid *grid = &design->grid;
    const struct net *n = &design->nets.nets[net];
    size_t plane = (size_t)grid->width * grid->height;
    bool open[ORACLE_CELLS], reached[ORACLE_CELLS] = {false}, star[ORACLE_CELLS] = {false};
    for (size_t cell = 0; cell < grid_cells(grid); cell++)
        open[cell] = open_cells[cell] != 0;
    for (uint32_t i = 0; i < n->pin_count; i++) {
        struct pin pin = design->nets.pins[n->first_pin + i];
        for (uint32_t z = 0; z < (pin.all_layers ? grid->layers : 1); z++)
            open[pin.cell + z * plane] = star[pin.cell + z * plane] = true;
        star[pin.cell] = pin.all_layers;
    }
    reached[design->nets.pins[n->first_pin].cell] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (cell_t cell = 0; cell < grid_cells(grid); cell++)
            for (int d = 0; reached[cell] && d < DIRECTIONS; d++) {
                cell_t next = grid_neighbour(grid, cell, d);
                if (next == CELL_NONE || reached[next] || !open[next])
                    continue;
                bool joined = d >= UP && star[cell] && star[next] && star[cell % plane];
                if (joined || oracle_step_allowed(grid, cell, next))
                    reached[next] = changed = true;
            }
    }
    for (uint32_t i = 0; i < n->pin_count; i++)
        if (!reached[design->nets.pins[n->first_pin + i].cell])
            return false;
    return true;
}

/* True where all routed nets of the result are right. */
static inline bool oracle_wires_are_right(const struct design *design, const struct routes *routes)
{
    static struct oracle oracle;
    memset(&oracle, 0, sizeof oracle);
    oracle.design = design;
    oracle.routes = routes;
    uint32_t used[ORACLE_CELLS] = {0};
    assert_true(grid_cells(&design->grid) <= ORACLE_CELLS);
    for (uint32_t net = 0; net < design->nets.net_count; net++) {
        if (routes->alone)
            memset(oracle.pin_of, 0, sizeof oracle.pin_of);
        if (routes->nets[net].state == ROUTE_ROUTED && !oracle_net_is_right(&oracle, net, used))
            return false;
    }
    if (routes->alone)
        return true;
    for (uint32_t net = 0; net < design->nets.net_count; net++)
        oracle_mark_pins(&oracle, net, false);
    for (size_t cell = 0; cell < ORACLE_CELLS; cell++)
        if (used[cell] > 1 || (used[cell] == 1 && oracle.pin_of[cell] != 0))
            return false;
    return true;
}
