/* map: the state of all cells in negotiation, and the costs of steps.
 *
 * A cell is one 16-bit word. The layers of a column are adjacent, then x, then y:
 *
 *     cell (x, y, z)  =  (y * width + x) * layers + z
 *     state           =  blocked 1 | users 4 | history 11
 *
 * users is the number of trees that hold the cell, history its history cost (PathFinder), owner the
 * net that was entered last. Together 6 bytes per cell. A cell number here is not a cell_t of
 * grid.h, which counts layer by layer: maze_map_cell and its inverse translate.
 *
 * A grid with weights has 4 bytes per cell more, one with walls one more. Large costs and sides
 * need wide words in the search (tree/search_parts.h). */
#pragma once

#include "grid/design.h"
#include "grid/workers.h"

enum {
    STATE_BLOCKED = 0x8000,
    STATE_USER = 1 << 11, /* one user */
    STATE_USERS = 15 << 11,
    STATE_HISTORY = STATE_USER - 1,
    MAZE_LAYERS_MAX = 16,            /* layers of a grid that the rounds take */
    MAZE_EXTRA_MAX = 255,            /* largest via, wrong-way and bend cost if not wide */
    MAZE_REACH_MAX = 1 << 15,        /* largest (width + height) * largest weight if not wide */
    MAZE_FORBIDDEN = 0x10000,        /* cost of a step that does not exist: above every label */
    MAZE_FORBIDDEN_WIDE = INT32_MAX, /* the same in a wide map */
    BOUND_SPAN = 8,                  /* largest distance in the bound table */
    BRANCH_NEAR_MOST = 8,            /* largest branch_near, in steps */
    MAZE_BOUNDS = (BOUND_SPAN + 1) * (BOUND_SPAN + 1)
};

/* Lower bound of the cost from `layer` to the target beyond one per step, by the distances in x and
 * in y, each at most BOUND_SPAN. */
struct maze_bound {
    uint16_t extra[MAZE_LAYERS_MAX][MAZE_BOUNDS];
};

struct maze_map {
    uint32_t width, height, layers;
    uint32_t branch_near; /* `near` of maze_topology_make: steps that cost as much as its vias */
    uint16_t *state;      /* [cells] */
    uint32_t *owner;      /* [cells] net that was entered last; only where there are users */
    bool wide;            /* searches need wide words */
    uint32_t bend;        /* cost of a turn within a layer */
    uint32_t unit;        /* cost per unit of a price; it grows with the costs of steps */
    uint32_t *extra;      /* [cells] weight beyond 1; NULL: none */
    uint8_t *walls;       /* [cells] bit d: no step leaves in direction d; NULL: none */
    uint32_t step[MAZE_LAYERS_MAX][DIRECTIONS];   /* cost of a step that leaves the layer */
    struct maze_bound bound[MAZE_LAYERS_MAX + 1]; /* by the target's layer; the last: any layer */
};

/* True if the map can hold the grid: at most MAZE_LAYERS_MAX layers. */
static inline bool maze_map_suits(const struct grid *grid)
{
    return grid->layers <= MAZE_LAYERS_MAX;
}

/* Makes a map of a suitable grid without trees; all pins are blocked, and all cells of `closed`, a
 * plane of bits like grid->blocked. O(cells). */
enum status maze_map_create(struct maze_map *map, const struct grid *grid, const uint64_t *closed,
                            const struct netlist *nets, struct workers *workers,
                            struct error *error);

/* Fills costs and bounds only, without cells; nothing is allocated. */
void maze_map_price(struct maze_map *map, const struct grid *grid);
void maze_map_destroy(struct maze_map *map); /* accepts a zeroed one */

static inline uint32_t maze_map_cell(const struct maze_map *map, uint32_t x, uint32_t y, uint32_t z)
{
    return (y * map->width + x) * map->layers + z;
}

static inline uint32_t maze_distance(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}
