/* map_rows: reads a grid drawn with one character per cell: the native `map` and MovingAI files.
 *
 *     ..##     y = 1    the first row is the top one
 *     .2..     y = 0
 */
#pragma once

#include "grid/text/scan.h"
#include "grid/grid.h"

/* The meaning of a character. */
enum map_meaning {
    MAP_UNKNOWN = 0,
    MAP_BLOCKED = 1, /* blocked; the weight stays */
    MAP_FREE = 2,    /* free with weight 1; MAP_FREE + w - 1 is free with weight w */
    MAP_FREE_9 = MAP_FREE + 8,
};

struct map_alphabet {
    uint8_t meaning[256];
    const char *symbols; /* the characters as messages list them */
};

/* Reads height lines of exactly width characters and paints the layers first..last (from 0). The
 * alphabet must have a free and a blocked character. Allocates memory only if a weight above 1
 * appears. About 1 ns per character. */
enum status map_rows_read(struct grid *grid, struct scan *scan, uint32_t first, uint32_t last,
                          const struct map_alphabet *alphabet, struct error *error);

/* grid_fill_weight for readers: the first weight above 1 allocates an array of all cells, which
 * takes seconds for billions of cells, so the thread's watch (grid/text/file/watch.h) is checked
 * meanwhile. Fails as watch_check does; the weights are undefined then. */
enum status weights_fill(struct grid *grid, struct box box, uint32_t z, uint32_t weight,
                         struct error *error);
