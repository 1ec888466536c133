/* tiles_shown: the result that a picture of a tile graph shows besides the graph. */
#pragma once

#include "grid/check/capacity/tile_check.h"

/* All zero: no result. */
struct tiles_shown {
    const struct tile_routes *routes;
    const struct tile_check *check; /* of routes */
    const char *line;               /* numbers of the result for the line below the title */
};
