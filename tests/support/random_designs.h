/* random_designs: small random designs for tests of the router, and a plain reference for the
 * cost of a net that has the grid to itself. The seed is printed and may be set by SEED.
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grid/check/check.h"
#include "grid/generate/generate.h"
#include "router/engine/engine_cpu.h"
#include "router/route/route.h"
#include "router/search/field.h"
#include "tests/support/splitmix.h"

static inline uint32_t random_below(uint64_t *state, uint32_t n)
{
    return splitmix_below(state, n);
}

static inline uint64_t random_seed(void)
{
    return splitmix_seed(20240517);
}

/* The field of a design without wires. */
static inline void make_field(struct field_store *store, const struct design *design)
{
    assert_int_equal(field_begin(store, &design->grid, NULL), STATUS_OK);
    field_close_pins(store, &design->nets, 0, design->nets.pin_count);
    field_fix(store, store);
}

/* A design without nets: blocked cells in percent, and random rules if asked for. */
static inline void random_grid(struct design *design, uint32_t width, uint32_t height,
                               uint32_t layers, uint32_t blocked, bool rules, uint64_t *state)
{
    memset(design, 0, sizeof *design);
    struct grid *grid = &design->grid;
    assert_int_equal(grid_create(grid, width, height, layers, NULL), STATUS_OK);
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        if (random_below(state, 100) < blocked)
            grid_set_blocked(grid, cell, true);
    if (!rules)
        return;
    grid->rules.via = random_below(state, 4);
    grid->rules.wrong_way = random_below(state, 3);
    if (random_below(state, 2) == 0)
        grid->rules.bend = random_below(state, 2 * grid->rules.via + 2);
    for (uint32_t z = 0; z < layers; z++) {
        uint32_t kind = random_below(state, 5);
        uint64_t bit = (uint64_t)1 << z;
        grid->rules.horizontal |= kind == 1 || kind == 3 ? bit : 0;
        grid->rules.vertical |= kind == 2 || kind == 4 ? bit : 0;
        grid->rules.strict |= kind >= 3 && layers > 1 ? bit : 0;
    }
    for (int i = 0; i < 3; i++) {
        uint32_t x = random_below(state, width), y = random_below(state, height);
        struct box box = {x, y, x + random_below(state, width - x),
                          y + random_below(state, height - y)};
        assert_int_equal(grid_fill_weight(grid, box, random_below(state, layers),
                                          1 + random_below(state, 3), NULL),
                         STATUS_OK);
    }
    for (int i = 0; i < 4; i++) {
        cell_t cell = random_below(state, (uint32_t)grid_cells(grid));
        int direction = (int)random_below(state, DIRECTIONS);
        if (grid_neighbour(grid, cell, direction) != CELL_NONE)
            assert_int_equal(grid_add_wall(grid, cell, direction, NULL), STATUS_OK);
    }
}

/* Adds nets of 1 to most_pins pins on cells that no pin has yet; fewer where the grid is full. */
static inline void random_nets(struct design *design, uint32_t nets, uint32_t most_pins, bool stars,
                               uint64_t *state)
{
    const struct grid *grid = &design->grid;
    uint8_t *taken = calloc((size_t)grid->width * grid->height, 1);
    for (uint32_t net = 0; net < nets; net++) {
        char name[32];
        int length = snprintf(name, sizeof name, "n%u", net);
        uint32_t pins = most_pins < 2 ? 1 : 2 + random_below(state, most_pins - 1);
        uint32_t made = 0;
        for (uint32_t try = 0; try < 100 && made < pins; try++) {
            uint32_t x = random_below(state, grid->width), y = random_below(state, grid->height);
            if (taken[y * grid->width + x]++ != 0)
                continue;
            bool star = stars && random_below(state, 4) == 0;
            uint32_t z = star ? 0 : random_below(state, grid->layers);
            if (made++ == 0)
                assert_int_equal(netlist_add_net(&design->nets, name, (size_t)length, NULL),
                                 STATUS_OK);
            assert_int_equal(netlist_add_pins(&design->nets,
                                              &(struct pin){grid_cell(grid, x, y, z), star}, 1,
                                              NULL),
                             STATUS_OK);
        }
    }
    free(taken);
}

static inline struct route_options plain_options(void)
{
    return (struct route_options){.engine = &engine_cpu,
                                  .engine_options = {.wave = "auto", .threads = 1}};
}

static inline void print_fault(void *context, uint64_t line, const char *text)
{
    (void)line;
    (void)context;
    print_error("%s\n", text);
}

/* Fails the test where the checker finds a fault. Returns its verdict: OK or UNROUTED. */
static inline enum status assert_right(const struct design *design, const struct routes *routes)
{
    struct check_summary summary;
    enum status status =
        check_routes(1, design, routes, routes->alone, print_fault, NULL, &summary, NULL);
    assert_int_equal(summary.faults, 0);
    assert_true(status == STATUS_OK || status == STATUS_UNROUTED);
    return status;
}

/* Fails the test where two results differ in anything that a file would show. */
static inline void assert_same_routes(const struct routes *a, const struct routes *b)
{
    assert_int_equal(a->net_count, b->net_count);
    for (uint32_t net = 0; net < a->net_count; net++) {
        const struct route *p = &a->nets[net], *q = &b->nets[net];
        assert_int_equal(p->state, q->state);
        assert_true(p->cost == q->cost && p->length == q->length && p->vias == q->vias);
        assert_int_equal(p->wire_count, q->wire_count);
        assert_int_equal(p->blocker_count, q->blocker_count);
        if (p->wire_count > 0)
            assert_memory_equal(a->wires + p->first_wire, b->wires + q->first_wire,
                                p->wire_count * sizeof(struct wire));
        if (p->blocker_count > 0)
            assert_memory_equal(a->blockers + p->first_blocker, b->blockers + q->first_blocker,
                                p->blocker_count * sizeof(uint32_t));
    }
}

/* A straight wire along any axis, often of a single cell. */
static inline struct wire random_wire(const struct grid *grid, uint64_t *seed)
{
    uint32_t place[3] = {random_below(seed, grid->width), random_below(seed, grid->height),
                         random_below(seed, grid->layers)};
    uint32_t sides[3] = {grid->width, grid->height, grid->layers}, axis = random_below(seed, 3);
    cell_t from = grid_cell(grid, place[0], place[1], place[2]);
    place[axis] = random_below(seed, sides[axis]);
    return (struct wire){from, grid_cell(grid, place[0], place[1], place[2])};
}

/* A generated design with the size and sparsity of a layout. */
static inline void maze_design(struct design *design, uint32_t width, uint32_t height,
                               uint32_t layers, uint32_t nets, uint64_t seed)
{
    const struct generate_options options = {.kind = GENERATE_CHIP,
                                             .width = width,
                                             .height = height,
                                             .layers = layers,
                                             .nets = nets,
                                             .seed = seed};
    assert_int_equal(generate_design(design, &options, NULL), STATUS_OK);
}
