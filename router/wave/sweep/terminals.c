/* terminals: a counting sort by rows. */
#include "router/wave/sweep/terminals.h"

/* Counts the cells of row y of the window in first[y + 1], or places them: the next one at index
 * first[y], which is incremented. */
static void visit_wires(struct terminals *own, const struct grid *grid, const struct box *window,
                        const struct wire *wires, uint32_t count, bool place)
{
    assert(count == 0 || wires != NULL);
    for (uint32_t i = 0; i < count; i++)
        for (struct wire_walk at = wire_walk(grid, wires[i]); at.left > 0; wire_next(&at)) {
            uint32_t x = grid_x(grid, at.cell), y = grid_y(grid, at.cell);
            if (box_contains(*window, x, y) && place)
                own->cells[own->first[y - window->y0]++] =
                    (struct own_cell){x - window->x0, grid_z(grid, at.cell), at.cell};
            else if (box_contains(*window, x, y))
                own->first[y - window->y0 + 1]++;
        }
}

enum status terminals_gather(struct terminals *own, const struct grid *grid,
                             const struct box *window, const struct wire *wires, uint32_t count,
                             struct error *error)
{
    const uint32_t rows = window->y1 - window->y0 + 1;
    TRY(MEM_GROW(own->first, own->first_capacity, rows + 1, "own cells", error));
    memset(own->first, 0, (rows + 1) * sizeof *own->first);
    visit_wires(own, grid, window, wires, count, false);
    for (uint32_t y = 0; y < rows; y++)
        own->first[y + 1] += own->first[y];
    TRY(MEM_GROW(own->cells, own->cells_capacity, own->first[rows], "own cells", error));
    visit_wires(own, grid, window, wires, count, true);
    assert(own->first[rows - 1] == own->first[rows]); /* each start has become its row's end */
    memmove(own->first + 1, own->first, rows * sizeof *own->first);
    own->first[0] = 0;
    return STATUS_OK;
}

size_t terminals_bytes(const struct terminals *own)
{
    return own->first_capacity * sizeof *own->first + own->cells_capacity * sizeof *own->cells;
}

MEM_DESTROY(terminals_destroy, terminals, it->first, it->cells)
