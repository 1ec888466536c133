/* tiles: the nets of a round, grouped by place, and the order of the groups.
 *
 * A net's turn reads and changes cells in its window only. It belongs to the smallest tile that
 * holds its window: squares of 64 cells, 128, ..., each size in four tilings, shifted by half a
 * tile. Tiles of one size and tiling, a phase, share no cell. Phases run one after the other, and
 * the nets of a tile in order. A tile need not wait for a whole phase. For each block (a square
 * with half the side of a smallest tile), it is linked to the next tile that covers the block:
 *
 *     phase 0    | a     | b     | c     |        d waits for a and b, e for b and c;
 *     phase 1        | d     | e     |            f, a larger one, for d and e
 *     phase 4    | f             |
 *
 * A tile is ready when all tiles that are linked to it are done; then the turns at each cell are in
 * the order of the phases.
 */
#pragma once

#include "router/maze/tree/grow.h"
#include "router/engine/workers.h"

enum {
    MAZE_TILE_BITS = 15, /* bits of a key for the tile's number; the higher bits hold the phase */
    MAZE_KEY_BITS = MAZE_TILE_BITS + 5,
    MAZE_TILE_SHIFT = 6,  /* log2 of the smallest tile's side in cells */
    MAZE_TILINGS = 4,     /* tilings per size, shifted by half a tile in x, in y or in both */
    MAZE_BATCH_LEVEL = 3, /* with batches, windows that need a tile of this level (512 cells) or a
                             higher one are searched in batches (plan_turns.c) */
    MAZE_BATCH_KEY = (MAZE_BATCH_LEVEL * MAZE_TILINGS) << MAZE_TILE_BITS /* key of all of these */
};

/* The phase (size and tiling) and the tile of a window, as one number that sorts by phase. */
STEP_INLINE uint32_t maze_tile_key(uint32_t width, struct box window, bool batches)
{
    for (uint32_t level = 0; !batches || level < MAZE_BATCH_LEVEL; level++)
        for (uint32_t tiling = 0; tiling < MAZE_TILINGS; tiling++) {
            const uint32_t shift = MAZE_TILE_SHIFT + level, half = (uint32_t)1 << (shift - 1);
            const uint32_t ox = (tiling & 1) != 0 ? half : 0, oy = (tiling & 2) != 0 ? half : 0;
            const uint32_t tx = (window.x0 + ox) >> shift, ty = (window.y0 + oy) >> shift;
            if ((window.x1 + ox) >> shift != tx || (window.y1 + oy) >> shift != ty)
                continue;
            const uint32_t across = ((width + half) >> shift) + 1;
            return (level * MAZE_TILINGS + tiling) << MAZE_TILE_BITS | (ty * across + tx);
        }
    return MAZE_BATCH_KEY;
}

struct maze_tile {
    uint32_t first, end; /* its nets: sorted[first .. end) */
    uint32_t waits;      /* number of links to this tile that are not done */
    uint32_t links;      /* first link to a later tile, UINT32_MAX: none */
    uint32_t urgency;    /* estimated work of the longest chain of links from here */
};

struct maze_link {
    uint32_t to, next; /* tile; next link of the same tile */
};

/* A net of a round. */
struct maze_tile_net {
    uint32_t net;
    uint32_t key;  /* phase and tile */
    uint32_t work; /* estimated work of its turn */
};

struct maze_tiles {
    struct maze_tile_net *sorted, *spare; /* [nets] of a round, by tiles */
    uint32_t batched;        /* the last `batched` sorted nets are searched in batches */
    struct maze_tile *tiles; /* in the order of their phases */
    uint32_t count;
    struct maze_link *links;
    uint32_t link_count;
    uint32_t *last; /* [blocks] the last tile so far that covers the block */
    uint32_t across, down;
    size_t tile_capacity, link_capacity;
};

C_NAMES_BEGIN

/* For rounds of up to `nets` nets. */
enum status maze_tiles_create(struct maze_tiles *it, const struct maze_map *map, uint32_t nets,
                              struct error *error);
void maze_tiles_destroy(struct maze_tiles *it); /* accepts a zeroed one */

/* Sorts the nets of the list by tile; nets of one tile keep their order. With `batches`, nets that
 * fit no tile of 256 cells come last, in the order given. O(count). */
void maze_tiles_sort(struct maze_tiles *it, const struct maze_map *map, const struct maze_net *nets,
                     const uint32_t *list, uint32_t count, bool batches, struct workers *workers);

/* Makes tiles and links of the sorted nets that are not batched. With `backward`, the phases run in
 * the opposite order. O(nets + blocks of all tiles). */
enum status maze_tiles_link(struct maze_tiles *it, const struct maze_map *map, uint32_t count,
                            bool backward, struct error *error);

C_NAMES_END
