/* tiles_plan: what the parts of the tiles wave (mark, search, trace) share: tiles and parcels, the
 * label code, and which tiles are awake.
 *
 * Parcels. A parcel is 32 columns of three rows; ten of them on each other, twice beside each
 * other, are a tile of 64 columns and 30 rows. Parcels are laid out column by column, so that those
 * above each other follow each other. Around the window there is a rim of closed ones, a column on
 * each side and a tile above and below, and nobody asks for an edge.
 *
 *     parcel = column * height + triple          column, triple: rim included
 *
 * The 32 cells of a row are dealt out like cards, four fields of 8 bits, field x % 4:
 *
 *     cell      0 1 2 3 4 5 6 7 8 ...         bit 8 * (x % 4) + x / 4
 *     field     0 1 2 3 0 1 2 3 0 ...
 *
 * so that the cells beside those of one field are the next field and the one before, without a
 * shift (but from field 3 to 0): a level takes a fifth fewer instructions.
 *
 * Labels. A word of 64 bits for 32 cells, two planes, low half x and high half y, hold label % 3 +
 * 1, and 0 where the wave has not been. Neighbours differ by one at most, so three codes tell them
 * apart.
 *
 *     y   x       label % 3
 *     0   0       not reached
 *     0   1       0
 *     1   0       1
 *     1   1       2
 *
 * Mail. What the wave has reached by the end of an epoch is sent from tile to tile: each parcel has
 * two boxes, for even and for odd epochs, and what lies in one says of which epoch it is.
 *
 * Awake. A bit a tile says whether it is to be run in an epoch: AWAKE_SETS sets in turns.
 */
#pragma once

#include <cstdint>

#include "gpu/field.cuh"

namespace tiles
{

constexpr int PARCEL_ROWS = 3, PARCEL_COLUMNS = 32;
constexpr int TILE_PARCELS = 10; /* of a tile above each other */
constexpr int TILE_ROWS = TILE_PARCELS * PARCEL_ROWS, TILE_COLUMNS = 2 * PARCEL_COLUMNS;
constexpr int LEVELS = 30; /* of an epoch: at most TILE_ROWS and PARCEL_COLUMNS, multiple of 3 */
constexpr int AWAKE_SETS = 8;

static_assert(LEVELS <= TILE_ROWS && LEVELS <= PARCEL_COLUMNS && LEVELS % 3 == 0,
              "what is beyond the tiles around is not known");

/* How a search ended. */
enum tiles_end { END_NONE = 1, END_FOUND, END_STOPPED };

/* Words that the kernels share. All zero before a search. */
struct control {
    unsigned arrived[32]; /* [epoch % 4] blocks that are done, and what they say (tiles_search); in
                             a cache line of its own, for it is asked for without pause */
    unsigned end;         /* enum tiles_end */
    unsigned epoch;       /* that reached the target: its label is above (epoch - 1) * LEVELS */
};

/* Cells of a parcel that were reached by the end of an epoch, a word a row. Moved as a whole. */
struct __align__(16) parcel
{
    uint32_t rows[PARCEL_ROWS];
    uint32_t epoch;
};

/* One search on one layer. Pointers are device memory. */
struct tiles_task {
    const uint32_t *closed; /* the field's plane, row by row, 32 cells a word as they lie */
    int closed_words;       /* of a row of it */
    uint32_t *open;         /* [PARCEL_ROWS][parcels] free cells and the target */
    parcel *mail;           /* [2][parcels] */
    uint64_t *labels;       /* [2 * columns][up * TILE_ROWS] */
    uint32_t *awake;        /* [AWAKE_SETS][awake_words] */
    struct control *control;
    int x0, y0, x1, y1; /* window, inclusive */
    int columns, up;    /* tiles in x and y */
    int height;         /* parcels above each other, rim included */
    int parcels;        /* of a plane, rim included */
    int row_words;      /* of a row of tiles in a set of awake ones */
    int awake_words;    /* up * row_words */
    int tx, ty;         /* target */
    int sx, sy;         /* a source */
    unsigned blocks;    /* that search */
    struct divisor by_blocks, by_row_words;
};

/* Column of parcels that holds a cell, the rim not counted. */
__host__ __device__ __forceinline__ int half_of(const tiles_task &t, int x)
{
    return (x >> 5) - (t.x0 >> 6) * 2;
}

/* Parcel that holds a cell, and the cell's row in it. */
__host__ __device__ __forceinline__ size_t parcel_of(const tiles_task &t, int x, int y)
{
    assert(x >= t.x0 && x <= t.x1 && y >= t.y0 && y <= t.y1);
    return (size_t)(half_of(t, x) + 1) * (size_t)t.height +
           (size_t)((y - t.y0) / PARCEL_ROWS + TILE_PARCELS);
}

__host__ __device__ __forceinline__ int parcel_row(const tiles_task &t, int y)
{
    return (y - t.y0) % PARCEL_ROWS;
}

/* Word of labels that holds a cell of the window. */
__host__ __device__ __forceinline__ size_t label_word(const tiles_task &t, int x, int y)
{
    assert(x >= t.x0 && x <= t.x1 && y >= t.y0 && y <= t.y1);
    return (size_t)half_of(t, x) * (size_t)(t.up * TILE_ROWS) + (size_t)(y - t.y0);
}

/* Bit of a cell in its word. */
__host__ __device__ __forceinline__ int word_bit(int x)
{
    return (x & 3) << 3 | (x >> 2 & 7);
}

/* Swaps two of the five digits of all bits' numbers, low < high; low_only: the bits whose number
 * has the low digit set and the high one not. */
__host__ __device__ __forceinline__ uint32_t swap_digits(uint32_t word, int low, int high,
                                                         uint32_t low_only)
{
    const int shift = (1 << high) - (1 << low);
    const uint32_t t = (word >> shift ^ word) & low_only;
    return word ^ t ^ t << shift;
}

constexpr uint32_t LOW_0_HIGH_3 = 0x00aa00aaU, LOW_1_HIGH_4 = 0x0000ccccU;
constexpr uint32_t LOW_1_HIGH_2 = 0x0c0c0c0cU, LOW_0_HIGH_1 = 0x22222222U;

/* Cells as they lie -> dealt out: bit number abcde -> deabc. */
__host__ __device__ __forceinline__ uint32_t deal(uint32_t word)
{
    word = swap_digits(word, 0, 3, LOW_0_HIGH_3); /* abcde -> aecdb */
    word = swap_digits(word, 1, 4, LOW_1_HIGH_4); /* aecdb -> decab */
    word = swap_digits(word, 1, 2, LOW_1_HIGH_2); /* decab -> deacb */
    return swap_digits(word, 0, 1, LOW_0_HIGH_1); /* deacb -> deabc */
}

/* And back. */
__host__ __device__ __forceinline__ uint32_t undeal(uint32_t word)
{
    word = swap_digits(word, 0, 1, LOW_0_HIGH_1);
    word = swap_digits(word, 1, 2, LOW_1_HIGH_2);
    word = swap_digits(word, 1, 4, LOW_1_HIGH_4);
    return swap_digits(word, 0, 3, LOW_0_HIGH_3);
}

/* The box that a parcel of an epoch goes to. */
__device__ __forceinline__ parcel *boxes_of(const tiles_task &t, unsigned epoch)
{
    return t.mail + (size_t)(epoch % 2) * (size_t)t.parcels;
}

/* The set of tiles that are awake in an epoch. */
__device__ __forceinline__ uint32_t *awake_set(const tiles_task &t, unsigned epoch)
{
    return t.awake + (size_t)(epoch % AWAKE_SETS) * (size_t)t.awake_words;
}

__device__ __forceinline__ bool is_tile(const tiles_task &t, int x, int y)
{
    return (unsigned)x < (unsigned)t.columns && (unsigned)y < (unsigned)t.up;
}

/* Wakes tile (x, y), if there is such. */
__device__ __forceinline__ void wake(const tiles_task &t, int x, int y, unsigned epoch)
{
    if (!is_tile(t, x, y))
        return;
    uint32_t *word = awake_set(t, epoch) + y * t.row_words + (x >> 5);
    asm volatile("red.relaxed.gpu.global.or.b32 [%0], %1;" ::"l"(word), "r"(1U << (x & 31))
                 : "memory");
}

} // namespace tiles
