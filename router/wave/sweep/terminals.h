/* terminals: the cells of a job's sources or targets, sorted by rows. */
#pragma once

#include "router/search/engine.h"

struct own_cell {
    uint32_t x, z; /* x relative to the window */
    cell_t cell;
};

/* Row y of the window has the cells first[y] .. first[y + 1] - 1. */
struct terminals {
    uint32_t *first; /* [rows + 1] */
    struct own_cell *cells;
    size_t first_capacity, cells_capacity;
};

/* Lists the wires' cells inside the window; a cell of several wires is listed several times. own:
 * zeroed before its first use. Fails only without memory. O(cells + rows). */
enum status terminals_gather(struct terminals *own, const struct grid *grid,
                             const struct box *window, const struct wire *wires, uint32_t count,
                             struct error *error);

size_t terminals_bytes(const struct terminals *own);
void terminals_destroy(struct terminals *own);
