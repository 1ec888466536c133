/* ways: a byte a cell of a window, in which directions a step leads on.
 *
 *     grid            ways: bit d is set where a step in direction d reaches an open cell
 *     . . #           E  W  -
 *     # . .           -  NE W        (the cell above . is its way NORTH)
 *
 * The bytes are made once from the field's bits, the walls and the strict layers. A wave that
 * follows them reads one byte a cell, instead of a bit, a wall and a rule for each neighbour. Every
 * feature that leaves steps at cost 1 is in the byte, so the wave need not know any of them.
 *
 * The bytes lie in tiles of 8 x 8 cells, one cache line a tile. So a winding corridor stays on few
 * lines, and a straight one is read eight cells at a time.
 *
 *     place = ((layer * tile rows + y / 8) * columns + x / 8) * 64 + y % 8 * 8 + x % 8
 *
 * How far a step moves the place depends on where in its tile the cell lies; a table tells. Tile
 * rows have an odd number of tiles: with a power of two all cells of a column would share a few
 * sets of the cache. The two upper bits of a byte belong to the wave.
 *
 * Cost: 1 byte a cell of the window, its sides rounded up to 64 and 8, and 1 bit a cell for what
 * was closed; to make it takes some 0.3 ns a cell, where there are walls some 0.5.
 */
#pragma once

#include "router/search/backtrace.h"

#define WAYS_EACH(byte) ((byte)*UINT64_C(0x0101010101010101)) /* the same in eight bytes */

enum {
    WAYS_ALL = (1 << DIRECTIONS) - 1, /* the bits of a byte that are ways */
    WAYS_TILE = 64,                   /* places of a tile */
};

struct ways {
    const struct field *field;
    struct box box;
    uint32_t x0;        /* column of the first place: a multiple of 64, at most box.x0 */
    uint32_t words;     /* of a row of closed bits */
    uint32_t columns;   /* tiles of a tile row, an odd number; the last ones hold no cell */
    uint32_t tile_rows; /* of a layer */
    uint8_t *way;       /* [places] */
    uint64_t *closed;   /* [layer][y][words] the field's closed bits that the ways are made from */
    uint64_t *scratch;  /* five rows of open bits */
    uint32_t *tips;     /* [tip_count] places with exactly one way, as they were made */
    size_t tip_count;
    size_t way_capacity, closed_capacity, scratch_capacity, tips_capacity;
    uint32_t step[((size_t)1 << DOWN) * WAYS_TILE + WAYS_TILE]; /* added to a place, modulo 2^32 */
    uint32_t cell_step[((size_t)1 << DOWN) + 1];                /* the same for the grid's cells */
    uint64_t spread[256];                                       /* bits to bytes */
    uint8_t keep[((size_t)1 << DOWN) + 1]; /* all ways but the one back from such a step */
};

/* Makes the ways of a window of the field, which must outlive them. ways: zeroed before its first
 * use. Fails with STATUS_FAILED without memory, or where the window has too many places; it may be
 * made again then. */
enum status ways_make(struct ways *ways, const struct field *field, const struct box *box,
                      struct error *error);

size_t ways_bytes(const struct ways *ways);

/* Frees what it owns. Accepts a zeroed struct. */
void ways_destroy(struct ways *ways);

/* Places of all layers, those of no cell among them. */
static inline size_t ways_places(const struct ways *ways)
{
    return (size_t)ways->columns * ways->tile_rows * ways->field->grid->layers * WAYS_TILE;
}

/* The place of a cell of one of the tiles that cover the box. */
static inline uint32_t ways_place(const struct ways *ways, uint32_t x, uint32_t y, uint32_t z)
{
    DEBUG_ASSERT(x >= ways->x0 && (x - ways->x0) / 8 < ways->columns);
    DEBUG_ASSERT(y >= ways->box.y0 && (y - ways->box.y0) / 8 < ways->tile_rows);
    DEBUG_ASSERT(z < ways->field->grid->layers);
    x -= ways->x0;
    y -= ways->box.y0;
    return ((z * ways->tile_rows + y / 8) * ways->columns + x / 8) * WAYS_TILE + y % 8 * 8 + x % 8;
}

/* Eight bytes together, the first one lowest; so compilers make it one load or store where that is
 * the machine's order. */
static inline uint64_t ways_eight(const uint8_t *at)
{
    return at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

static inline void ways_put_eight(uint8_t *at, uint64_t bytes)
{
    at[0] = (uint8_t)bytes, at[1] = (uint8_t)(bytes >> 8);
    at[2] = (uint8_t)(bytes >> 16), at[3] = (uint8_t)(bytes >> 24);
    at[4] = (uint8_t)(bytes >> 32), at[5] = (uint8_t)(bytes >> 40);
    at[6] = (uint8_t)(bytes >> 48), at[7] = (uint8_t)(bytes >> 56);
}

/* Where a row's words begin in closed. */
static inline size_t ways_row(const struct ways *ways, uint32_t y, uint32_t z)
{
    size_t height = ways->box.y1 - ways->box.y0 + 1;
    return (z * height + (y - ways->box.y0)) * ways->words;
}

/* True where exactly one way is set. */
static inline bool ways_is_single(unsigned way)
{
    return way != 0 && (way & (way - 1)) == 0;
}

/* Where a step in the direction of this bit leads: from a place, and from its cell. The step must
 * stay inside the box. */
static inline uint32_t ways_next(const struct ways *ways, uint32_t place, unsigned bit)
{
    DEBUG_ASSERT(ways_is_single(bit) && bit <= 1u << DOWN);
    return place + ways->step[bit * WAYS_TILE + place % WAYS_TILE];
}

static inline cell_t ways_next_cell(const struct ways *ways, cell_t cell, unsigned bit)
{
    return cell + ways->cell_step[bit];
}

/* The bit of the direction back. */
static inline unsigned ways_back(unsigned bit)
{
    return (bit & 0x15) << 1 | (bit & 0x2a) >> 1;
}

/* True where the spot's neighbour in this direction lies inside the box and no wall or strict
 * layer stands between. It may be closed. */
static inline bool ways_may_step(const struct ways *ways, const struct spot *spot, int direction)
{
    DEBUG_ASSERT(direction >= 0 && direction < DIRECTIONS);
    const struct grid *grid = ways->field->grid;
    const struct box *box = &ways->box;
    bool inside = direction == EAST    ? spot->x < box->x1
                  : direction == WEST  ? spot->x > box->x0
                  : direction == NORTH ? spot->y < box->y1
                  : direction == SOUTH ? spot->y > box->y0
                  : direction == UP    ? spot->z + 1 < grid->layers
                                       : spot->z > 0;
    return inside && !grid_has_wall(grid, spot->cell, direction) &&
           !step_is_forbidden(&grid->rules, spot->z, direction);
}
