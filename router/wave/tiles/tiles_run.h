/* tiles_run: some levels of the tiles wave in one region; the wave's inner loops.
 *
 * A region is a square of 64 x 64 cells on all layers, a word a row. Its middle is a tile's core,
 * and around the core lie cells that belong to the neighbours:
 *
 *      bit 0      6                  58    63
 *          +------+-------------------+-----+  row 63       a level changes a cell by its
 *          | halo |   core: 52 x 48   |     |               neighbours alone: what lies beyond the
 *          +------+-------------------+-----+  row 0        edge falsifies one more cell from the
 *                                                           edge inward each level, and after 6
 *                                                           levels the core is still right
 *
 * The halo has 8 rows where 6 would do, so that rows begin at a cache line.
 *
 * One level, with F the cells of the level before, U the cells that are free and not reached:
 *
 *     F' = (F << 1 | F >> 1 | F of the row below | of the row above | of the layers beside) & U
 *     U  = U & ~F'
 *
 * Before the first level F may be all cells reached so far: what is beside older ones is no longer
 * in U. Where ways out differ from cell to cell (walls, strict layers) F is masked for each
 * direction. There are three versions, plain C, AVX2 and AVX-512; all give the same bits.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "grid/step.h"
#include "router/wave/isa.h"

enum {
    TILES_SIDE = 64,  /* of a region */
    TILES_HALO_X = 6, /* cells around the core */
    TILES_HALO_Y = 8, /* at least TILES_HALO_X */
    TILES_CORE_X = TILES_SIDE - 2 * TILES_HALO_X,
    TILES_CORE_Y = TILES_SIDE - 2 * TILES_HALO_Y,
    TILES_LEVELS = TILES_HALO_X, /* run at once; a multiple of 3, see tiles_planes.h */
    TILES_PAD = 8,               /* words of zeros before and behind a layer's rows */
    TILES_STRIDE = TILES_PAD + TILES_SIDE + TILES_PAD, /* words from layer to layer */
};

#define TILES_CORE_BITS (~(uint64_t)0 >> 2 * TILES_HALO_X << TILES_HALO_X)

/* Arrays of layers * TILES_STRIDE words; row r of layer z is word z * TILES_STRIDE + TILES_PAD + r,
 * and the pads are 0. */
struct tiles_region {
    uint32_t layers;
    uint64_t *open;                    /* U: in and out */
    uint64_t *front[TILES_LEVELS + 1]; /* [0] in: cells reached; [k] out: those of level k */
    uint64_t *exits[DIRECTIONS];       /* cells that a step may leave so; all NULL: all cells */
};

/* Bits of a row of a region: 64 columns from bit `shift` of one column of words on; the next column
 * lies `stride` words behind. */
struct tiles_place {
    size_t word, stride;
    uint32_t shift;
};

/* What a tile found in its core: rows of bits for the two label planes (tiles_planes.h). */
struct tiles_found {
    uint64_t label[2][TILES_CORE_Y];
};

/* What a tile knows afterwards of who may find something next: bits of several rows in one word.
 * South and north: of the last level, the TILES_LEVELS lowest and highest rows of the core; of the
 * open cells, as many rows of the halo. */
struct tiles_edge {
    uint64_t front_south, front, front_north; /* cells of the last level, in the core */
    uint64_t open_south, open, open_north;    /* cells still open; front, open: the core's rows */
};

struct tiles_version {
    /* Copies 64 rows of a plane. */
    void (*load)(uint64_t *restrict rows, const uint64_t *restrict plane, struct tiles_place at);

    /* Copies the cells that have a bit in either plane, and takes them out of open. */
    void (*load_reached)(uint64_t *restrict rows, uint64_t *restrict open,
                         const uint64_t *restrict plane0, const uint64_t *restrict plane1,
                         struct tiles_place at);

    /* Runs TILES_LEVELS levels. */
    void (*run)(const struct tiles_region *region);

    /* Sums up one layer of what was run: writes found, adds to edge. */
    void (*sum_up)(const struct tiles_region *region, uint32_t z,
                   struct tiles_found *restrict found, struct tiles_edge *edge);

    /* Adds the core's rows to a plane; at: of the region. */
    void (*add)(uint64_t *restrict plane, const uint64_t *restrict rows, struct tiles_place at);
};

/* The version in these instructions, which the processor must have. Static. */
const struct tiles_version *tiles_version(enum isa isa);
