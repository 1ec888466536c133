/* paint: boxes of `block`, `free` and `weight` statements, painted when all are known.
 *
 * Later statements win, so a box that a later one covers need not be painted at all: a file of many
 * boxes over the whole grid costs its lines and one painting, not one painting a line.
 *
 *     block 0 0 999 999        dropped: the next covers it
 *     free  0 0 999 999        painted
 *     block 5 5 7 7            painted after it
 *
 * Boxes wait in order. A new one drops those before it that it covers, as far as they stand at the
 * end of the order; PAINT_MOST wait at most.
 */
#pragma once

#include "grid/grid.h"

enum { PAINT_MOST = 1 << 16 }; /* boxes that wait */

/* A box over layers first .. last, from 0, and what its cells become. */
struct paint_stroke {
    struct box box;
    uint32_t first, last;
    uint32_t value; /* a weight; of blocked cells 1, of free ones 0 */
};

/* Boxes of one kind. All zero: none. */
struct cell_paint {
    struct paint_stroke *strokes;
    size_t count, capacity;
    bool weights; /* they are weights, not blocked or free cells */
};

/* Adds a box inside the grid. Paints the others first where too many wait. Fails as paint_flush. */
enum status paint_add(struct cell_paint *paint, struct grid *grid, struct paint_stroke stroke,
                      struct error *error);

/* Paints what waits. Fails without memory, and as watch_check does, which is asked for each
 * PAINT_CELLS cells. O(cells of the boxes). */
enum status paint_flush(struct cell_paint *paint, struct grid *grid, struct error *error);

void paint_destroy(struct cell_paint *paint);
