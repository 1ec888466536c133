/* tiles_run: several levels of the tiles wave in one region, the wave's inner loops.
 *
 * A region is a square of 64 x 64 cells on all layers, one word per row. Its middle is the tile's
 * core; the halo around it belongs to the neighbours:
 *
 *      bit 0      6                  58    63
 *          +------+-------------------+-----+  row 63       A level changes a cell only by its
 *          | halo |   core: 52 x 48   |     |               neighbours, so errors from beyond the
 *          +------+-------------------+-----+  row 0        edge move one cell inward per level,
 *                                                           and the core is right after 6 levels.
 *
 * (The halo has 8 rows instead of 6, so that rows begin at a cache line.) One level, with F the
 * cells of the previous level and U the free cells that are not reached:
 *
 *     F' = (F << 1 | F >> 1 | F of the rows below and above | F of the layers below and above) & U
 *     U  = U & ~F'
 *
 * Before the first level, F may be all cells reached so far. With walls or strict layers, F is
 * masked for each direction. Versions in plain C, AVX2 and AVX-512 give the same bits.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "grid/step.h"
#include "router/wave/isa.h"

enum {
    TILES_SIDE = 64,                              /* cells per side of a region */
    TILES_HALO_X = 6,                             /* columns of the halo on each side */
    TILES_HALO_Y = 8,                             /* rows of the halo on each side */
    TILES_CORE_X = TILES_SIDE - 2 * TILES_HALO_X, /* columns of the core */
    TILES_CORE_Y = TILES_SIDE - 2 * TILES_HALO_Y, /* rows of the core */
    TILES_LEVELS = TILES_HALO_X, /* levels run at once; a multiple of 3, see tiles_planes.h */
    TILES_PAD = 8,               /* words of zeros before and after a layer's rows */
    TILES_STRIDE = TILES_PAD + TILES_SIDE + TILES_PAD, /* words per layer */
};

#define TILES_CORE_BITS (~(uint64_t)0 >> 2 * TILES_HALO_X << TILES_HALO_X)

/* Arrays of layers * TILES_STRIDE words; row r of layer z is word z * TILES_STRIDE + TILES_PAD + r,
 * and the pads are 0. */
struct tiles_region {
    uint32_t layers;
    uint64_t *open;                    /* U: in and out */
    uint64_t *front[TILES_LEVELS + 1]; /* [0] in: cells reached; [k] out: cells of level k */
    uint64_t *exits[DIRECTIONS];       /* cells that a step may leave; all NULL: all cells */
};

/* Place of a region's row in a plane: 64 bits from bit `shift` of a column of words on; the next
 * column is `stride` words later. */
struct tiles_place {
    size_t word, stride;
    uint32_t shift;
};

/* The new bits of the core in the two label planes (tiles_planes.h). */
struct tiles_found {
    uint64_t label[2][TILES_CORE_Y];
};

/* Rows of a region combined by OR, with which tiles.c decides which neighbours to wake. front:
 * cells of the last level in the core, and in the lowest (south) and highest (north) TILES_LEVELS
 * rows of the core. open: open cells in the core's rows, and in the TILES_LEVELS rows below and
 * above the core. */
struct tiles_edge {
    uint64_t front_south, front, front_north;
    uint64_t open_south, open, open_north;
};

struct tiles_version {
    /* Copies 64 rows of a plane. */
    void (*load)(uint64_t *restrict rows, const uint64_t *restrict plane, struct tiles_place at);

    /* Copies the cells with a bit in either plane and removes them from open. */
    void (*load_reached)(uint64_t *restrict rows, uint64_t *restrict open,
                         const uint64_t *restrict plane0, const uint64_t *restrict plane1,
                         struct tiles_place at);

    /* Runs TILES_LEVELS levels. */
    void (*run)(const struct tiles_region *region);

    /* Summarises one layer after run: writes found, adds to edge. */
    void (*sum_up)(const struct tiles_region *region, uint32_t z,
                   struct tiles_found *restrict found, struct tiles_edge *edge);

    /* Adds the core's rows to a plane. at: place of the region. */
    void (*add)(uint64_t *restrict plane, const uint64_t *restrict rows, struct tiles_place at);
};

/* The version for an isa, which the processor must support. Static. */
const struct tiles_version *tiles_version(enum isa isa);
