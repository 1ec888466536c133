/* detour_levels: runs several levels of the detour wave through the rows together. Level i holds
 * the cells whose label + distance to the target t is f_min + i; i is even unless planes.mixed.
 *
 * A level runs from the farthest rows to t's row; new cells of a row enter the next row. Each level
 * runs one row behind the previous one (two rows if all levels are even, or all are odd), so a row
 * is used while it is in the cache. A mask per row selects the words with new cells and their
 * neighbours. One plane per parity holds the new cells of the last level of that parity; the next
 * level overwrites each row after its last use. */
#pragma once

#include "router/wave/detour/detour_planes.h"
#include "router/wave/detour/detour_row.h"

enum { DETOUR_BATCH_MAX = 32 }; /* maximum number of levels that run together */

struct detour_levels {
    struct detour_planes planes;
    uint32_t f_min;        /* least distance of a source to t */
    uint32_t nearest;      /* distance of the nearest row with a source from t's row */
    uint32_t low[2];       /* for the last two levels: distance of the nearest row with its cells */
    uint8_t *seeded;       /* [y] the row holds a source */
    detour_sweep *sweep;   /* the version for this processor */
    uint64_t work, gained; /* words read, cells reached */
};

/* Runs `count` levels (1 .. DETOUR_BATCH_MAX), the first of which is `first`, through all rows up
 * to `distance` rows from t's row. planes_build must have filled these rows. Returns true if t is
 * reached: *level is the level that reached it, and all levels before are complete. */
bool detour_levels_run(struct detour_levels *levels, uint32_t first, uint32_t count,
                       uint32_t distance, uint32_t *level);
