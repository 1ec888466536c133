/* random_result: designs with a right result, made without any router, and an oracle that judges
 * results in another way than check does. Shared by the tests of routes, check and their files.
 *
 * A net is a random tree: a self-avoiding walk from the first pin, then further walks that start
 * at any cell of the tree; the end of each walk is a pin. Blocks, walls and blocked pins are put
 * where no walk went. So the result is right by construction, and its numbers are summed up step
 * by step while walking.
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/check/check.h"

/* A small generator of random numbers (Marsaglia 2003, xorshift64*). */
struct rng {
    uint64_t state;
};

static inline uint64_t rng_next(struct rng *rng)
{
    rng->state ^= rng->state >> 12;
    rng->state ^= rng->state << 25;
    rng->state ^= rng->state >> 27;
    return rng->state * UINT64_C(0x2545F4914F6CDD1D);
}

/* 0 .. below - 1 */
static inline uint32_t rng_below(struct rng *rng, uint32_t below)
{
    assert(below > 0);
    return (uint32_t)((rng_next(rng) >> 33) % below);
}

/* The seed of a random test: SEED in the environment, else the one given. Printed. */
static inline struct rng rng_seeded(uint64_t seed)
{
    const char *text = getenv("SEED");
    if (text != NULL)
        seed = strtoull(text, NULL, 10);
    print_message("SEED=%llu\n", (unsigned long long)seed);
    return (struct rng){(seed + 1) * UINT64_C(0x9E3779B97F4A7C15)};
}

enum { WALK_MAX = 512 };

/* The state of a design while it grows. */
struct growth {
    struct design *design;
    struct routes *routes;
    struct rng *rng;
    uint32_t *owner;  /* [cells] net + 1, 0: no net */
    uint8_t *stepped; /* [cells] bit d: some walk steps from here in direction d */
    bool *pin;        /* [cells] a pin of some net */
    cell_t tree[WALK_MAX * 8];
    size_t tree_count;
    struct wire wires[WALK_MAX * 8];
    size_t wire_count;
    struct route sums; /* cost, length, vias, bends of the net being grown */
};

static inline cost_t growth_step_cost(const struct grid *grid, cell_t from, cell_t to,
                                      int direction)
{
    cost_t cost = grid->weight != NULL ? grid->weight[to] : 1;
    uint64_t layer = (uint64_t)1 << grid_z(grid, from);
    if (direction >= UP)
        return cost + grid->rules.via;
    if (direction >= NORTH ? (grid->rules.horizontal & layer) != 0
                           : (grid->rules.vertical & layer) != 0)
        cost += grid->rules.wrong_way;
    return cost;
}

static inline bool growth_is_strictly_forbidden(const struct grid *grid, cell_t cell, int direction)
{
    uint64_t layer = (uint64_t)1 << grid_z(grid, cell);
    if ((grid->rules.strict & layer) == 0 || direction >= UP)
        return false;
    return (direction >= NORTH ? grid->rules.horizontal : grid->rules.vertical) & layer ? true
                                                                                        : false;
}

static inline void growth_add_pin(struct growth *growth, cell_t cell, uint32_t net)
{
    const struct grid *grid = &growth->design->grid;
    size_t plane = (size_t)grid->width * grid->height;
    bool all = grid->layers > 1 && rng_below(growth->rng, 3) == 0;
    for (size_t at = cell % plane; all && at < grid_cells(grid); at += plane)
        all = at == cell || growth->owner[at] == 0; /* the other layers must be free */
    struct pin pin = {all ? (cell_t)(cell % plane) : cell, all};
    assert_int_equal(netlist_add_pins(&growth->design->nets, &pin, 1, NULL), STATUS_OK);
    for (size_t at = cell % plane; at < grid_cells(grid); at += plane) {
        if (!all && at != cell)
            continue;
        growth->owner[at] = net + 1;
        growth->pin[at] = true;
        growth->tree[growth->tree_count++] = (cell_t)at;
    }
}

/* One branch: a walk of up to steps steps from a cell of the tree; its end becomes a pin. */
static inline void growth_branch(struct growth *growth, uint32_t net, uint32_t steps)
{
    const struct grid *grid = &growth->design->grid;
    cell_t start = growth->tree[rng_below(growth->rng, (uint32_t)growth->tree_count)];
    cell_t cell = start, run = start;
    int before = -1; /* direction of the run that ends at cell */
    bool moved = false;
    for (uint32_t step = 0; step < steps; step++) {
        int direction =
            before >= 0 && rng_below(growth->rng, 2) ? before : (int)rng_below(growth->rng, 6);
        cell_t next = grid_neighbour(grid, cell, direction);
        if (next == CELL_NONE || growth->owner[next] != 0 ||
            growth_is_strictly_forbidden(grid, cell, direction))
            continue;
        if (before >= 0 && (direction != before || rng_below(growth->rng, 12) == 0)) {
            growth->wires[growth->wire_count++] = (struct wire){run, cell};
            run = cell;
        }
        if (before >= 0 && before / 2 != direction / 2 && before < UP && direction < UP) {
            growth->sums.bends++; /* the branch's inner cells are no pins */
            growth->sums.cost += grid->rules.bend;
        }
        growth->sums.cost += growth_step_cost(grid, cell, next, direction);
        growth->sums.length += direction < UP;
        growth->sums.vias += direction >= UP;
        growth->stepped[cell] |= (uint8_t)(1u << direction);
        growth->stepped[next] |= (uint8_t)(1u << (direction ^ 1));
        growth->owner[next] = net + 1;
        growth->tree[growth->tree_count++] = next;
        before = direction;
        cell = next;
        moved = true;
    }
    if (!moved)
        return;
    growth->wires[growth->wire_count++] = (struct wire){run, cell};
    growth->tree_count--; /* the pin adds its cells itself */
    growth->owner[cell] = 0;
    growth_add_pin(growth, cell, net);
}

static inline void growth_net(struct growth *growth, uint32_t branches)
{
    struct netlist *nets = &growth->design->nets;
    size_t cells = grid_cells(&growth->design->grid);
    cell_t root = rng_below(growth->rng, (uint32_t)cells);
    if (growth->owner[root] != 0)
        return;
    char name[32];
    uint32_t net = nets->net_count;
    int length = snprintf(name, sizeof name, "net%u", net);
    assert_int_equal(netlist_add_net(nets, name, (size_t)length, NULL), STATUS_OK);
    growth->tree_count = growth->wire_count = 0;
    growth->sums = (struct route){.state = ROUTE_ROUTED};
    growth_add_pin(growth, root, net);
    for (uint32_t i = 0; i < branches; i++)
        growth_branch(growth, net, 1 + rng_below(growth->rng, 20));
    struct routes *routes = growth->routes;
    struct route *all = realloc(routes->nets, (net + 1) * sizeof *all);
    assert_non_null(all);
    routes->nets = all;
    routes->net_count = net + 1;
    assert_int_equal(mem_grow((void **)&routes->wires, &routes->wires_capacity,
                              routes->wire_count + growth->wire_count, sizeof *routes->wires,
                              "wires", NULL),
                     STATUS_OK);
    growth->sums.first_wire = routes->wire_count;
    growth->sums.wire_count = growth->wire_count;
    if (growth->wire_count > 0)
        memcpy(routes->wires + routes->wire_count, growth->wires,
               growth->wire_count * sizeof *growth->wires);
    routes->wire_count += growth->wire_count;
    all[net] = growth->sums;
}

static inline void random_rules(struct grid *grid, struct rng *rng)
{
    grid->rules.via = rng_below(rng, 2) ? rng_below(rng, 9) : 0;
    grid->rules.bend = rng_below(rng, 2) ? rng_below(rng, 9) : 0;
    grid->rules.wrong_way = rng_below(rng, 2) ? rng_below(rng, 9) : 0;
    for (uint32_t z = 0; z < grid->layers; z++) {
        uint32_t direction = rng_below(rng, 3);
        if (direction == 1)
            grid->rules.horizontal |= (uint64_t)1 << z;
        if (direction == 2)
            grid->rules.vertical |= (uint64_t)1 << z;
        if (direction > 0 && rng_below(rng, 3) == 0)
            grid->rules.strict |= (uint64_t)1 << z;
    }
    if (rng_below(rng, 2) == 0)
        return;
    for (int i = 0; i < 10; i++) {
        uint32_t x = rng_below(rng, grid->width), y = rng_below(rng, grid->height);
        struct box box = {x, y, x + rng_below(rng, grid->width - x),
                          y + rng_below(rng, grid->height - y)};
        assert_int_equal(
            grid_fill_weight(grid, box, rng_below(rng, grid->layers), 1 + rng_below(rng, 7), NULL),
            STATUS_OK);
    }
}

/* Blocks and walls where no walk went, and a block under some pins. */
static inline void random_obstacles(struct growth *growth)
{
    struct grid *grid = &growth->design->grid;
    bool walls = rng_below(growth->rng, 2);
    uint32_t density = rng_below(growth->rng, 3);
    for (cell_t cell = 0; cell < grid_cells(grid); cell++) {
        if (growth->owner[cell] == 0 ? rng_below(growth->rng, 4) < density
                                     : growth->pin[cell] && rng_below(growth->rng, 4) == 0)
            grid_set_blocked(grid, cell, true);
        int direction = (int)rng_below(growth->rng, 6);
        if (walls && rng_below(growth->rng, 3) == 0 &&
            grid_neighbour(grid, cell, direction) != CELL_NONE &&
            (growth->stepped[cell] >> direction & 1) == 0)
            assert_int_equal(grid_add_wall(grid, cell, direction, NULL), STATUS_OK);
    }
}

/* Makes a random design of up to 12 x 12 x 4 cells with some nets, all routed. */
static inline void random_result(struct design *design, struct routes *routes, struct rng *rng)
{
    memset(design, 0, sizeof *design);
    memset(routes, 0, sizeof *routes);
    assert_int_equal(grid_create(&design->grid, 1 + rng_below(rng, 12), 1 + rng_below(rng, 12),
                                 1 + rng_below(rng, 4), NULL),
                     STATUS_OK);
    design->name = strdup("random.net");
    random_rules(&design->grid, rng);
    size_t cells = grid_cells(&design->grid);
    struct growth *growth = calloc(1, sizeof *growth);
    assert_non_null(growth);
    growth->design = design;
    growth->routes = routes;
    growth->rng = rng;
    growth->owner = calloc(cells, sizeof *growth->owner);
    growth->stepped = calloc(cells, sizeof *growth->stepped);
    growth->pin = calloc(cells, sizeof *growth->pin);
    assert_true(growth->owner != NULL && growth->stepped != NULL && growth->pin != NULL);
    for (uint32_t tries = 1 + rng_below(rng, 8); tries > 0 || design->nets.net_count == 0; tries--)
        growth_net(growth, rng_below(rng, 6));
    random_obstacles(growth);
    free(growth->owner);
    free(growth->stepped);
    free(growth->pin);
    free(growth);
}

static inline void random_result_free(struct design *design, struct routes *routes)
{
    routes_destroy(routes);
    grid_destroy(&design->grid);
    netlist_destroy(&design->nets);
    free(design->name);
}
