/* grid: a box of routing cells on layers; its graph is implicit: no edge is stored.
 *
 * Cell (x, y, z) has the index (z * height + y) * width + x. Memory per cell: one bit for blocked
 * cells (rows padded to 64 bits), 4 bytes for weights, 1 byte for walls and 4 bytes for capacities
 * if the design has any.
 *
 *     y ^   layer z               bit x % 64 of blocked[(z * height + y) * row_words + x / 64]
 *       |                         is 1 where no wire may go
 *       +---> x
 */
#pragma once

#include "grid/step.h"

typedef uint32_t cell_t; /* index of a cell; CELL_NONE: no cell */
typedef uint64_t cost_t; /* cost of a path or tree; COST_NONE: not reached */

#define CELL_NONE UINT32_MAX
#define COST_NONE UINT64_MAX

/* Limits, enforced by grid_create, the setters and the readers. The cost of a simple path, at most
 * cells * (weight + via + wrong-way + bend), stays below 2^54, so no path cost overflows. */
enum {
    GRID_SIDE_MAX = 65536,      /* width and height */
    GRID_LAYERS_MAX = 64,       /* layers */
    GRID_CELLS_MAX = INT32_MAX, /* width * height * layers */
    COST_WEIGHT_MAX = 1000000,  /* weight of a cell, at least 1 */
    CAPACITY_MAX = 1000000,     /* wires that may leave a tile of a tile graph */
    COST_EXTRA_MAX = 1000000,   /* via, bend and wrong-way cost, at least 0 */
    LAYER_NAME_MAX = 64,        /* bytes of a layer's name, its NUL included */
};

struct layer {
    char name[LAYER_NAME_MAX]; /* "" if it has none */
};

struct grid {
    uint32_t width, height, layers;
    struct step_rules rules;
    struct layer layer[GRID_LAYERS_MAX];
    size_t row_words;   /* 64-bit words per row of bits */
    uint64_t *blocked;  /* [layers * height * row_words]; padding bits are 1 */
    uint32_t *weight;   /* [cells], or NULL: every weight is 1 */
    uint8_t *walls;     /* [cells], or NULL: bit d is set if no step leaves in direction d */
    uint32_t *capacity; /* [cells] wires that may leave a tile in the direction of its layer, or
                           NULL: the grid is no tile graph (grid/capacity/tile_graph.h) */
};

/* A rectangle of cells including its corners, on one layer or, if none is given, on all layers. */
struct box {
    uint32_t x0, y0, x1, y1;
};

/* True if column x and row y are in the box. */
STEP_INLINE bool box_contains(struct box box, uint32_t x, uint32_t y)
{
    return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}

C_NAMES_BEGIN

/* Makes an empty grid: nothing blocked, no preferred directions, all extra costs 0. Fails with
 * STATUS_BAD_INPUT over a limit and STATUS_FAILED without memory; *grid is then all zero. */
enum status grid_create(struct grid *grid, uint32_t width, uint32_t height, uint32_t layers,
                        struct error *error);

void grid_destroy(struct grid *grid);

/* Blocks or frees one cell, or all cells of the box on layer z. */
void grid_set_blocked(struct grid *grid, cell_t cell, bool blocked);
void grid_fill_blocked(struct grid *grid, struct box box, uint32_t z, bool blocked);

/* Sets the weight (1 .. COST_WEIGHT_MAX) of the cells of the box on layer z. The first weight above
 * 1 allocates the array. */
enum status grid_fill_weight(struct grid *grid, struct box box, uint32_t z, uint32_t weight,
                             struct error *error);

/* Forbids the step from cell in direction, and the step back. The neighbour must exist. */
enum status grid_add_wall(struct grid *grid, cell_t cell, int direction, struct error *error);

/* Bytes that the grid holds. */
size_t grid_bytes(const struct grid *grid);

C_NAMES_END

static inline size_t grid_cells(const struct grid *grid)
{
    return (size_t)grid->width * grid->height * grid->layers;
}

/* 64-bit words of a bit plane over the whole grid, laid out like grid->blocked. */
static inline size_t grid_plane_words(const struct grid *grid)
{
    return (size_t)grid->layers * grid->height * grid->row_words;
}

static inline cell_t grid_cell(const struct grid *grid, uint32_t x, uint32_t y, uint32_t z)
{
    DEBUG_ASSERT(x < grid->width && y < grid->height && z < grid->layers);
    return (cell_t)(((size_t)z * grid->height + y) * grid->width + x);
}

static inline uint32_t grid_x(const struct grid *grid, cell_t cell)
{
    return cell % grid->width;
}

static inline uint32_t grid_y(const struct grid *grid, cell_t cell)
{
    return cell / grid->width % grid->height;
}

/* True if the cell is in the box, whatever its layer. */
static inline bool box_has(const struct grid *grid, struct box box, cell_t cell)
{
    return box_contains(box, grid_x(grid, cell), grid_y(grid, cell));
}

static inline uint32_t grid_z(const struct grid *grid, cell_t cell)
{
    assert(grid->width > 0 && grid->height > 0);
    return cell / grid->width / grid->height;
}

/* The word of a bit plane that holds a cell, and the bit of the cell in it. */
static inline size_t grid_word(const struct grid *grid, cell_t cell)
{
    return cell / grid->width * grid->row_words + cell % grid->width / 64;
}

static inline uint64_t grid_bit(const struct grid *grid, cell_t cell)
{
    return (uint64_t)1 << (cell % grid->width % 64);
}

static inline bool grid_plane_get(const struct grid *grid, const uint64_t *plane, cell_t cell)
{
    DEBUG_ASSERT(cell < grid_cells(grid));
    return (plane[grid_word(grid, cell)] & grid_bit(grid, cell)) != 0;
}

static inline bool grid_is_blocked(const struct grid *grid, cell_t cell)
{
    return grid_plane_get(grid, grid->blocked, cell);
}

static inline uint32_t grid_weight(const struct grid *grid, cell_t cell)
{
    DEBUG_ASSERT(cell < grid_cells(grid));
    return grid->weight != NULL ? grid->weight[cell] : 1;
}

static inline bool grid_has_wall(const struct grid *grid, cell_t cell, int direction)
{
    return grid->walls != NULL && (grid->walls[cell] >> direction & 1) != 0;
}

/* The neighbour of a cell in a direction, or CELL_NONE at the edge of the grid. Ignores walls,
 * layer rules and blocked cells. */
static inline cell_t grid_neighbour(const struct grid *grid, cell_t cell, int direction)
{
    size_t plane = (size_t)grid->width * grid->height;
    DEBUG_ASSERT(cell < grid_cells(grid) && direction >= 0 && direction < DIRECTIONS);
    switch (direction) {
    case EAST:
        return grid_x(grid, cell) + 1 < grid->width ? cell + 1 : CELL_NONE;
    case WEST:
        return grid_x(grid, cell) > 0 ? cell - 1 : CELL_NONE;
    case NORTH:
        return grid_y(grid, cell) + 1 < grid->height ? cell + grid->width : CELL_NONE;
    case SOUTH:
        return grid_y(grid, cell) > 0 ? cell - grid->width : CELL_NONE;
    case UP:
        return grid_z(grid, cell) + 1 < grid->layers ? (cell_t)(cell + plane) : CELL_NONE;
    default:
        return cell >= plane ? (cell_t)(cell - plane) : CELL_NONE;
    }
}

/* The direction of the step from one cell to another, or DIRECTIONS if they are not neighbours.
 * Ignores walls, layer rules and blocked cells. */
static inline int grid_direction(const struct grid *grid, cell_t from, cell_t to)
{
    int direction = EAST;
    while (direction < DIRECTIONS && grid_neighbour(grid, from, direction) != to)
        direction++;
    return direction;
}

/* True if a step may leave the cell in this direction: the neighbour exists, there is no wall, and
 * the layer is not strict against it. Ignores blocked cells. */
static inline bool grid_step_exists(const struct grid *grid, cell_t cell, int direction)
{
    return grid_neighbour(grid, cell, direction) != CELL_NONE &&
           !grid_has_wall(grid, cell, direction) &&
           !step_is_forbidden(&grid->rules, grid_z(grid, cell), direction);
}
