/* adjacency: one byte per cell of a window; bit d is set if a step in direction d reaches an open
 * cell.
 *
 *     grid        exits
 *     . . #       E  W  -     The bytes are made once from closed bits, walls and strict layers. A
 *     # . .       -  NE W     wave that follows them reads one byte per cell instead of a bit, a
 *                             wall and a rule per neighbour. (Here NORTH is up.)
 *
 * The bytes are stored in tiles of 8 x 8 cells, one cache line each, so a winding corridor touches
 * few lines and a straight one is read eight cells at a time. The place of a cell is its index:
 *
 *     place = ((layer * tile_rows + y / 8) * columns + x / 8) * 64 + y % 8 * 8 + x % 8
 *
 * A table gives the change of place for each direction and each place in a tile. The number of
 * tiles in a row is odd; with a power of two, the cells of a column would share a few cache sets.
 * The upper two bits of a byte are free for the wave.
 *
 * Memory: 1 byte per cell of the window (sides rounded up to 64 and 8) and 1 bit per cell. Time to
 * make: 0.3 ns per cell, 0.5 ns with walls. */
#pragma once

#include "router/search/backtrace.h"

#define ADJ_EACH(byte) ((byte)*UINT64_C(0x0101010101010101)) /* eight copies of the byte */

enum {
    ADJ_ALL = (1 << DIRECTIONS) - 1, /* the exits in a byte */
    ADJ_TILE = 64,                   /* places per tile */
};

struct adjacency {
    const struct field *field;
    struct box box;
    uint32_t x0;        /* column of the first place: a multiple of 64, at most box.x0 */
    uint32_t words;     /* per row of closed bits */
    uint32_t columns;   /* tiles per tile row, an odd number; the last ones hold no cell */
    uint32_t tile_rows; /* per layer */
    uint8_t *exits;     /* [places] */
    uint64_t *closed;   /* [layer][y][words] the closed bits that the exits are made from */
    uint64_t *scratch;  /* five rows of open bits */
    uint32_t *tips;     /* [tip_count] places with exactly one exit when the map was made */
    size_t tip_count;
    size_t exits_capacity, closed_capacity, scratch_capacity, tips_capacity;
    uint32_t step[((size_t)1 << DOWN) * ADJ_TILE + ADJ_TILE]; /* added to a place, modulo 2^32 */
    uint32_t cell_step[((size_t)1 << DOWN) + 1];              /* added to a cell index */
    uint64_t spread[256];                                     /* bits to bytes */
    uint8_t keep[((size_t)1 << DOWN) + 1]; /* all exits except the one back from such a step */
};

/* Makes the map of a box inside the grid. The field must outlive it. adj: zeroed before its first
 * use. Fails with STATUS_FAILED without memory or if the box has more than 2^32 places; adj may be
 * used again then. */
enum status adj_make(struct adjacency *adj, const struct field *field, const struct box *box,
                     struct error *error);

size_t adj_bytes(const struct adjacency *adj);

/* Accepts a zeroed struct. */
void adj_destroy(struct adjacency *adj);

/* Places of all layers, including those without a cell. */
static inline size_t adj_places(const struct adjacency *adj)
{
    return (size_t)adj->columns * adj->tile_rows * adj->field->grid->layers * ADJ_TILE;
}

/* The place of a cell in one of the tiles that cover the box. */
static inline uint32_t adj_place(const struct adjacency *adj, uint32_t x, uint32_t y, uint32_t z)
{
    DEBUG_ASSERT(x >= adj->x0 && (x - adj->x0) / 8 < adj->columns);
    DEBUG_ASSERT(y >= adj->box.y0 && (y - adj->box.y0) / 8 < adj->tile_rows);
    DEBUG_ASSERT(z < adj->field->grid->layers);
    x -= adj->x0;
    y -= adj->box.y0;
    return ((z * adj->tile_rows + y / 8) * adj->columns + x / 8) * ADJ_TILE + y % 8 * 8 + x % 8;
}

/* Eight bytes, the first one lowest: one load or store on little-endian machines. */
static inline uint64_t adj_eight(const uint8_t *at)
{
    return at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

static inline void adj_put_eight(uint8_t *at, uint64_t bytes)
{
    at[0] = (uint8_t)bytes, at[1] = (uint8_t)(bytes >> 8);
    at[2] = (uint8_t)(bytes >> 16), at[3] = (uint8_t)(bytes >> 24);
    at[4] = (uint8_t)(bytes >> 32), at[5] = (uint8_t)(bytes >> 40);
    at[6] = (uint8_t)(bytes >> 48), at[7] = (uint8_t)(bytes >> 56);
}

/* Index in `closed` of the first word of a row. */
static inline size_t adj_row(const struct adjacency *adj, uint32_t y, uint32_t z)
{
    size_t height = adj->box.y1 - adj->box.y0 + 1;
    return (z * height + (y - adj->box.y0)) * adj->words;
}

/* True if exactly one exit is set. */
static inline bool adj_is_single(unsigned exits)
{
    return exits != 0 && (exits & (exits - 1)) == 0;
}

/* The place, and the cell, after a step in the direction of this bit, inside the box. */
static inline uint32_t adj_next(const struct adjacency *adj, uint32_t place, unsigned bit)
{
    DEBUG_ASSERT(adj_is_single(bit) && bit <= 1u << DOWN);
    return place + adj->step[bit * ADJ_TILE + place % ADJ_TILE];
}

static inline cell_t adj_next_cell(const struct adjacency *adj, cell_t cell, unsigned bit)
{
    return cell + adj->cell_step[bit];
}

/* The bit of the opposite direction. */
static inline unsigned adj_back(unsigned bit)
{
    return (bit & 0x15) << 1 | (bit & 0x2a) >> 1;
}

/* True if the spot's neighbour in this direction is inside the box and no wall or strict layer
 * forbids the step. The neighbour may be closed. */
static inline bool adj_may_step(const struct adjacency *adj, const struct spot *spot, int direction)
{
    DEBUG_ASSERT(direction >= 0 && direction < DIRECTIONS);
    const struct grid *grid = adj->field->grid;
    const struct box *box = &adj->box;
    bool inside = direction == EAST    ? spot->x < box->x1
                  : direction == WEST  ? spot->x > box->x0
                  : direction == NORTH ? spot->y < box->y1
                  : direction == SOUTH ? spot->y > box->y0
                  : direction == UP    ? spot->z + 1 < grid->layers
                                       : spot->z > 0;
    return inside && !grid_has_wall(grid, spot->cell, direction) &&
           !step_is_forbidden(&grid->rules, spot->z, direction);
}
