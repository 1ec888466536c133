/* terminals: the cells of a job's sources or targets, sorted by rows, for waves that fill labels
 * row by row.
 */
#pragma once

#include "router/search/engine.h"

struct own_cell {
    uint32_t x, z; /* x from the window's corner */
    cell_t cell;
};

/* The cells of row y, counted from the window's corner, are cells[first[y] .. first[y + 1] - 1]. */
struct terminals {
    uint32_t *first; /* [rows + 1] */
    struct own_cell *cells;
    size_t first_capacity, cells_capacity;
};

/* Gathers the cells of the wires that lie in the window; a cell of several wires is listed several
 * times. own: zeroed, or used before; its memory is reused. Fails only for memory.
 * O(cells + rows). */
enum status terminals_gather(struct terminals *own, const struct grid *grid,
                             const struct box *window, const struct wire *wires, uint32_t count,
                             struct error *error);

size_t terminals_bytes(const struct terminals *own);

/* Frees what it owns. */
void terminals_destroy(struct terminals *own);
