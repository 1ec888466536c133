/* detour_levels: levels of the detour wave through the rows, several at once.
 *
 * A level goes from the farthest rows to t's row; the cells that it reaches in a row enter the
 * next. Several levels run together, each one row behind the level before (two rows where all
 * levels have one parity), so that a row is worked on while it is in the cache. Only words with new
 * cells, and their neighbours, are touched: a mask a row tells which. One plane a parity holds the
 * cells that the last level of that parity reached; the next level overwrites each row after its
 * last use.
 */
#pragma once

#include "router/wave/detour/detour_planes.h"
#include "router/wave/detour/detour_row.h"

enum { DETOUR_BATCH_MAX = 32 }; /* levels that run together, at most */

struct detour_levels {
    struct detour_planes planes;
    uint32_t f_min;        /* level 0 stands for this f */
    uint32_t nearest;      /* distance of the nearest row with a source */
    uint32_t low[2];       /* no nearer row holds cells of the last two levels */
    uint8_t *seeded;       /* [y]: the row holds a source */
    detour_sweep *sweep;   /* the version for this processor */
    uint64_t work, gained; /* words touched, cells reached */
};

/* Runs count levels (1 .. DETOUR_BATCH_MAX) from first on through all rows up to this distance of
 * t's, which are built. True where t is reached: *level is the one that did, and all before it are
 * complete then. */
bool detour_levels_run(struct detour_levels *levels, uint32_t first, uint32_t count,
                       uint32_t distance, uint32_t *level);
