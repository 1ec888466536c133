/* weights: of cells, while a file is read. The first one above 1 makes an array of all cells, which
 * takes seconds where there are billions of them: the thread's watch (text/file/watch.h) is asked
 * meanwhile.
 */
#pragma once

#include "grid/grid.h"

/* As grid_fill_weight. Fails as watch_check does, too: some weights are none then. */
enum status weights_fill(struct grid *grid, struct box box, uint32_t z, uint32_t weight,
                         struct error *error);
