/* tiles_shown: what a picture of a tile graph shows besides the graph: a result and what a checker
 * found of it (grid/check/capacity/tile_check.h). */
#pragma once

#include "grid/capacity/tile_routes.h"

enum { TILES_SHARES = 5 }; /* unused; up to 50, 90, 100 percent; over */

/* An edge over capacity, by its lower tile. */
struct tiles_worst {
    cell_t tile;
    int32_t use; /* units of capacity */
};

/* All zero: no result. */
struct tiles_shown {
    const struct tile_routes *routes;
    const int32_t *use;           /* [tiles] units of capacity */
    const char *line;             /* numbers of the result for the line below the title */
    uint64_t edges[TILES_SHARES]; /* edges with capacity or use, by their share of use */
    const struct tiles_worst *worst;
    uint32_t worst_count;
};
