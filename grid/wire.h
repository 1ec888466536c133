/* wire: a straight piece of a net: the walk along its cells, and its bits in bit planes. */
#pragma once

#include "grid/grid.h"

/* A straight run of cells within a layer, or a stack of vias; both ends included. from == to is a
 * single cell. The functions below need a straight wire inside the grid. */
struct wire {
    cell_t from, to;
};

/* True if both ends are in the grid and on one line. */
static inline bool wire_is_straight(const struct grid *grid, struct wire wire)
{
    if (wire.from >= grid_cells(grid) || wire.to >= grid_cells(grid))
        return false;
    return (grid_x(grid, wire.from) != grid_x(grid, wire.to)) +
               (grid_y(grid, wire.from) != grid_y(grid, wire.to)) +
               (grid_z(grid, wire.from) != grid_z(grid, wire.to)) <=
           1;
}

struct wire_shape {
    int direction;  /* from `from` to `to`; UP for a single cell */
    uint32_t steps; /* number of cells minus one */
    uint32_t z;     /* layer of the first cell */
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

static inline uint32_t wire_steps(const struct grid *grid, struct wire wire)
{
    return wire_shape(grid, wire).steps;
}

/* Signed index distance between neighbouring cells of the wire; 0 for a single cell. */
static inline int64_t wire_stride(const struct grid *grid, struct wire wire)
{
    int direction = wire_shape(grid, wire).direction;
    int64_t stride = wire.from == wire.to ? 0
                     : direction < NORTH  ? 1
                     : direction < UP     ? (int64_t)grid->width
                                          : (int64_t)grid->width * grid->height;
    return wire.from < wire.to ? stride : -stride;
}

/* A walk from wire.from to wire.to, both included:
 *
 *     for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk))
 *         use(walk.cell);
 *
 * To skip the first cell, call wire_next once before the loop. Two or three divisions at the start,
 * none per step. */
struct wire_walk {
    cell_t cell;   /* the current cell */
    cell_t stride; /* to the next cell, modulo 2^32 */
    uint32_t left; /* cells from here to the end, this one included; 0: the walk has ended */
};

static inline struct wire_walk wire_walk(const struct grid *grid, struct wire wire)
{
    struct wire_walk walk = {wire.from, (cell_t)wire_stride(grid, wire),
                             wire_steps(grid, wire) + 1};
    DEBUG_ASSERT(wire_is_straight(grid, wire));
    DEBUG_ASSERT((cell_t)(walk.cell + walk.stride * (walk.left - 1)) == wire.to);
    return walk;
}

/* Moves to the next cell; the walk must not be over. */
static inline void wire_next(struct wire_walk *walk)
{
    DEBUG_ASSERT(walk->left > 0);
    walk->cell += walk->stride;
    walk->left--;
}

/* The bits of a wire in a bit plane, which is laid out like grid->blocked, as a run of `count`
 * words that are `stride` words apart. Each word is visited once; finding the run takes two
 * divisions.
 *
 *     along x    word 5 [.....111] word 6 [11111111] word 7 [11......]    3 masks, stride 1
 *     along y    word 5 [.....1..], one row on [.....1..], ...            1 mask, stride row_words
 */
struct plane_run {
    size_t first, count, stride;
    uint64_t head, body, tail; /* masks of the first, the middle and the last word */
};

/* The run of a wire; `rest` leaves out its first cell. */
static inline struct plane_run plane_run_part(const struct grid *grid, struct wire wire, bool rest)
{
    DEBUG_ASSERT(wire_is_straight(grid, wire));
    bool up = wire.from < wire.to;
    cell_t low = up ? wire.from : wire.to, high = up ? wire.to : wire.from;
    cell_t row = low / grid->width, last_row = high / grid->width;
    uint32_t x = low % grid->width, last_x = high % grid->width;
    uint32_t skip_low = rest && up, skip_high = rest && !up;
    if (row == last_row) {
        if (rest && low == high)
            return (struct plane_run){0, 0, 0, 0, 0, 0};
        x += skip_low;
        last_x -= skip_high;
        uint64_t head = ~(uint64_t)0 << x % 64, tail = ~(uint64_t)0 >> (63 - last_x % 64);
        size_t count = last_x / 64 - x / 64 + 1;
        return (struct plane_run){.first = row * grid->row_words + x / 64,
                                  .count = count,
                                  .stride = 1,
                                  .head = count == 1 ? head & tail : head,
                                  .body = ~(uint64_t)0,
                                  .tail = tail};
    }
    uint32_t apart = last_row - row < grid->height ? 1 : grid->height;
    size_t stride = apart * grid->row_words;
    uint64_t bit = (uint64_t)1 << x % 64;
    return (struct plane_run){.first = row * grid->row_words + x / 64 + skip_low * stride,
                              .count = (last_row - row) / apart + 1 - rest,
                              .stride = stride,
                              .head = bit,
                              .body = bit,
                              .tail = bit};
}

static inline struct plane_run plane_run(const struct grid *grid, struct wire wire)
{
    return plane_run_part(grid, wire, false);
}

static inline uint64_t plane_run_mask(const struct plane_run *run, size_t index)
{
    return index == 0 ? run->head : index + 1 == run->count ? run->tail : run->body;
}

/* Sets the bits of a run; true if one of them was set before. */
static inline bool plane_set(uint64_t *plane, struct plane_run run)
{
    uint64_t met = 0;
    uint64_t *word = plane + run.first;
    for (size_t i = 0; i < run.count; i++, word += run.stride) {
        uint64_t mask = plane_run_mask(&run, i);
        met |= *word & mask;
        *word |= mask;
    }
    return met != 0;
}

/* True if a bit of the run is set in the plane but not in `aside` (may be NULL). */
static inline bool plane_meets(const uint64_t *plane, const uint64_t *aside, struct plane_run run)
{
    size_t at = run.first;
    for (size_t i = 0; i < run.count; i++, at += run.stride) {
        uint64_t met = plane[at] & plane_run_mask(&run, i);
        if (met != 0 && (aside == NULL || (met & ~aside[at]) != 0))
            return true;
    }
    return false;
}
