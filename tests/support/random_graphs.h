/* random_graphs: the random numbers, grids and edge lists that the tests of graphs and of
 * breadth-first search share. Every test program has its own state; `SEED` in the environment
 * replaces its first value. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grid/graph.h"
#include "tests/support/splitmix.h"

static uint64_t random_state;

/* Takes SEED or the given value, and prints it. */
static inline void random_start(uint64_t seed)
{
    random_state = splitmix_seed(seed);
}

/* A number in 0 .. bound - 1. */
static inline uint32_t random_below(uint32_t bound)
{
    return (uint32_t)(splitmix(&random_state) >> 32) % bound;
}

/* A grid of at most width x height x 3 cells with blocked cells, walls and strict layers. */
static inline void random_grid(struct grid *grid, uint32_t width_max, uint32_t height_max)
{
    uint32_t width = 1 + random_below(width_max), height = 1 + random_below(height_max);
    uint32_t layers = 1 + random_below(3);
    assert_int_equal(grid_create(grid, width, height, layers, NULL), STATUS_OK);
    for (uint32_t z = 0; z < layers; z++) {
        uint32_t kind = random_below(4);
        grid->rules.horizontal |= (uint64_t)(kind == 1) << z;
        grid->rules.vertical |= (uint64_t)(kind == 2) << z;
        grid->rules.strict |= (uint64_t)(kind == 1 || kind == 2) << z;
    }
    bool walls = random_below(2) == 0;
    for (cell_t cell = 0; cell < grid_cells(grid); cell++) {
        int direction = (int)random_below(DIRECTIONS);
        grid_set_blocked(grid, cell, random_below(4) == 0);
        if (walls && random_below(8) == 0 && grid_neighbour(grid, cell, direction) != CELL_NONE)
            assert_int_equal(grid_add_wall(grid, cell, direction, NULL), STATUS_OK);
    }
}
