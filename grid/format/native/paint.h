/* paint: collects the boxes of `block`, `free`, `weight` and `capacity` statements and paints them
 * later.
 *
 * Later statements win, so a box that a later one covers is not painted at all. Then a file of many
 * boxes over the whole grid takes time for its lines and one painting, not for one painting per
 * line.
 *
 *     block 0 0 999 999        dropped: the next covers it
 *     free  0 0 999 999        painted
 *     block 5 5 7 7            painted after it
 *
 * A new box drops the boxes at the end of the list that it covers. */
#pragma once

#include "grid/grid.h"

enum { PAINT_MOST = 1 << 16 }; /* maximum number of boxes in the list */

/* A box on the layers first..last, from 0, and the new value of its cells. */
struct paint_stroke {
    struct box box;
    uint32_t first, last;
    uint32_t value; /* a weight or capacity, or 1 for blocked and 0 for free cells */
};

/* The meaning of the values of a list. */
enum paint_kind { PAINT_BLOCKS, PAINT_WEIGHTS, PAINT_CAPACITIES };

/* A list of boxes of one kind. All zero: empty. */
struct cell_paint {
    struct paint_stroke *strokes;
    size_t count, capacity;
    enum paint_kind kind;
};

/* Adds a box, which must be inside the grid, with a weight of at least 1. If the list is full,
 * paints it first. Fails as paint_flush does. */
enum status paint_add(struct cell_paint *paint, struct grid *grid, struct paint_stroke stroke,
                      struct error *error);

/* Paints the list and empties it. Fails if memory is out, and as watch_check does, which is called
 * every PAINT_CELLS cells. O(cells of the boxes). */
enum status paint_flush(struct cell_paint *paint, struct grid *grid, struct error *error);

void paint_destroy(struct cell_paint *paint);
