/* weights: see the header. */
#include "grid/format/weights.h"

#include "grid/text/file/watch.h"

enum { CELLS_AT_ONCE = 1 << 22 }; /* between two looks at the watch: milliseconds */

static enum status make(struct grid *grid, struct error *error)
{
    const size_t cells = grid_cells(grid);
    TRY(MEM_NEW(grid->weight, cells, "weights", error));
    for (size_t cell = 0; cell < cells; cell++) {
        if (cell % CELLS_AT_ONCE == 0)
            TRY(watch_check(error));
        grid->weight[cell] = 1;
    }
    return STATUS_OK;
}

enum status weights_fill(struct grid *grid, struct box box, uint32_t z, uint32_t weight,
                         struct error *error)
{
    if (grid->weight == NULL && weight > 1)
        TRY(make(grid, error));
    return grid_fill_weight(grid, box, z, weight, error);
}
