/* wire: a straight piece of a net, and the walk along its cells.
 *
 *     for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk))
 *         use(walk.cell);
 *
 * visits every cell from wire.from to wire.to, both included, in this order. To leave out the
 * first cell, call wire_next once before the loop. A walk costs two or three divisions at its
 * start and none on its way.
 */
#pragma once

#include "grid/grid.h"

/* A straight run of cells within a layer, or a stack of vias; both ends included. from == to is a
 * single cell. */
struct wire {
    cell_t from, to;
};

/* True where both ends lie in the grid, on one line. */
static inline bool wire_is_straight(const struct grid *grid, struct wire wire)
{
    if (wire.from >= grid_cells(grid) || wire.to >= grid_cells(grid))
        return false;
    return (grid_x(grid, wire.from) != grid_x(grid, wire.to)) +
               (grid_y(grid, wire.from) != grid_y(grid, wire.to)) +
               (grid_z(grid, wire.from) != grid_z(grid, wire.to)) <=
           1;
}

/* What a straight wire looks like. */
struct wire_shape {
    int direction;  /* from `from` to `to`; UP where there is no step */
    uint32_t steps; /* its cells less one */
    uint32_t z;     /* the layer of its first cell */
};

static inline struct wire_shape wire_shape(const struct grid *grid, struct wire wire)
{
    bool up = wire.from < wire.to;
    cell_t row = wire.from / grid->width, last_row = wire.to / grid->width;
    uint32_t rows = up ? last_row - row : row - last_row, z = row / grid->height;
    if (rows == 0 && wire.from != wire.to)
        return (struct wire_shape){up ? EAST : WEST, up ? wire.to - wire.from : wire.from - wire.to,
                                   z};
    if (rows < grid->height && rows > 0)
        return (struct wire_shape){up ? NORTH : SOUTH, rows, z};
    return (struct wire_shape){up || rows == 0 ? UP : DOWN, rows / grid->height, z};
}

/* Steps of a straight wire: its cells less one. */
static inline uint32_t wire_steps(const struct grid *grid, struct wire wire)
{
    return wire_shape(grid, wire).steps;
}

/* Index distance between neighbouring cells of a straight wire, with its sign; 0 for a single
 * cell. */
static inline int64_t wire_stride(const struct grid *grid, struct wire wire)
{
    int direction = wire_shape(grid, wire).direction;
    int64_t stride = wire.from == wire.to ? 0
                     : direction < NORTH  ? 1
                     : direction < UP     ? (int64_t)grid->width
                                          : (int64_t)grid->width * grid->height;
    return wire.from < wire.to ? stride : -stride;
}

/* Where a walk stands. */
struct wire_walk {
    cell_t cell;   /* the cell that it has come to */
    cell_t stride; /* to the next cell; where indices fall, modulo 2^32 */
    uint32_t left; /* cells from here to the end, this one included; 0: the walk is over */
};

/* The walk along a straight wire; it stands on wire.from. */
static inline struct wire_walk wire_walk(const struct grid *grid, struct wire wire)
{
    struct wire_walk walk = {wire.from, (cell_t)wire_stride(grid, wire),
                             wire_steps(grid, wire) + 1};
    DEBUG_ASSERT(wire_is_straight(grid, wire));
    DEBUG_ASSERT((cell_t)(walk.cell + walk.stride * (walk.left - 1)) == wire.to);
    return walk;
}

/* Goes one cell on; a walk that is over must not be asked. */
static inline void wire_next(struct wire_walk *walk)
{
    DEBUG_ASSERT(walk->left > 0);
    walk->cell += walk->stride;
    walk->left--;
}
