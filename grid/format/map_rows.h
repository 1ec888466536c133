/* map_rows: a grid drawn with one character a cell, as the native `map` and MovingAI files do.
 *
 *     ..##     y = 1    the first row is the top one
 *     .2..     y = 0
 */
#pragma once

#include "grid/text/scan.h"
#include "grid/grid.h"

/* What a character means. */
enum map_meaning {
    MAP_UNKNOWN = 0,
    MAP_BLOCKED = 1, /* blocked; the weight stays */
    MAP_FREE = 2,    /* free with weight 1; MAP_FREE + w - 1 is free with weight w */
    MAP_FREE_9 = MAP_FREE + 8,
};

struct map_alphabet {
    uint8_t meaning[256];
    const char *symbols; /* as a message lists them */
};

/* Reads height lines of exactly width characters and paints layers first..last (from 0) with
 * them. Nothing is allocated unless a weight above 1 appears. About 1 ns a character. */
enum status map_rows_read(struct grid *grid, struct scan *scan, uint32_t first, uint32_t last,
                          const struct map_alphabet *alphabet, struct error *error);
