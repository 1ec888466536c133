/* tiles_plan: data that the parts of the tiles wave (mark, search, trace) share: tiles and parcels,
 * the label code, and the sets of awake tiles.
 *
 * Parcels. A parcel is 32 columns of three rows; ten parcels on top of each other, twice side by
 * side, are a tile of 64 columns and 30 rows. Parcels are stored column by column, from bottom to
 * top. Around the window there is a rim of closed parcels, one column on each side and one tile
 * above and below, so that no code tests for an edge.
 *
 *     parcel = column * height + triple          column, triple: including the rim
 *
 * The 32 cells of a row are interleaved in four fields of 8 bits, field x % 4:
 *
 *     cell      0 1 2 3 4 5 6 7 8 ...         bit 8 * (x % 4) + x / 4
 *     field     0 1 2 3 0 1 2 3 0 ...
 *
 * so that the neighbours of the cells of one field are the next field and the one before, without a
 * shift (except from field 3 to 0). A level takes a fifth fewer instructions.
 *
 * Labels. A word of 64 bits for 32 cells, two planes, low half x and high half y, holds label % 3 +
 * 1, and 0 for cells not reached. Neighbours differ by at most one, so three codes are enough.
 *
 *     y   x       label % 3
 *     0   0       not reached
 *     0   1       0
 *     1   0       1
 *     1   1       2
 *
 * Mailboxes. The cells reached by the end of an epoch are sent from tile to tile. Each parcel has
 * two mailboxes, for even and for odd epochs, and the message holds the number of its epoch.
 *
 * Awake tiles. A bit per tile is set if it is run in an epoch; AWAKE_SETS sets are used in turn. */
#pragma once

#include "gpu/field.cuh"

namespace tiles
{

constexpr int PARCEL_ROWS = 3, PARCEL_COLUMNS = 32; /* of cells */
constexpr int TILE_PARCELS = 10;                    /* parcels of a tile on top of each other */
constexpr int TILE_ROWS = TILE_PARCELS * PARCEL_ROWS, TILE_COLUMNS = 2 * PARCEL_COLUMNS;
constexpr int LEVELS = 30;    /* per epoch: at most TILE_ROWS and PARCEL_COLUMNS, a multiple of 3 */
constexpr int AWAKE_SETS = 8; /* sets of awake tiles */

static_assert(LEVELS <= TILE_ROWS && LEVELS <= PARCEL_COLUMNS && LEVELS % 3 == 0,
              "what is beyond the tiles around is not known");

/* The end of a search. */
enum tiles_end { END_NONE = 1, END_FOUND, END_STOPPED };

/* Words that the kernels share. All zero before a search. */
struct tiles_control {
    unsigned arrived[32]; /* [epoch % 4] sum of the blocks' reports (tiles_search), in a cache line
                             of its own, because it is polled without pause */
    unsigned end;         /* enum tiles_end */
    unsigned epoch; /* the epoch that reached the target: its label is above (epoch - 1) * LEVELS */
};

/* The cells of a parcel that were reached by the end of an epoch, one word per row. Read and
 * written as a whole. */
struct __align__(16) parcel
{
    uint32_t rows[PARCEL_ROWS];
    uint32_t epoch;
};

/* One search on one layer. Pointers are to device memory. */
struct tiles_task {
    const uint32_t *closed; /* the field's plane, row by row, 32 cells per word */
    int closed_words;       /* words per row of it */
    uint32_t *open;         /* [PARCEL_ROWS][parcels] free cells and the target */
    parcel *mail;           /* [2][parcels] */
    uint64_t *labels;       /* [2 * columns][up * TILE_ROWS] */
    uint32_t *awake;        /* [AWAKE_SETS][awake_words] */
    struct tiles_control *control;
    int x0, y0, x1, y1; /* the window, corners included */
    int columns, up;    /* tiles in x and y */
    int height;         /* parcels on top of each other, including the rim */
    int parcels;        /* parcels of a plane, including the rim */
    int row_words;      /* words per row of tiles in a set of awake tiles */
    int awake_words;    /* up * row_words */
    int tx, ty;         /* target */
    int sx, sy;         /* a source */
    unsigned blocks;    /* blocks of the search */
    struct divisor by_blocks, by_row_words;
};

/* Column of parcels that holds a cell, not counting the rim. */
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

/* Index of the word of labels that holds a cell of the window. */
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

/* Swaps two of the five binary digits of the numbers of all bits, low < high. low_only: the bits
 * whose number has the low digit set and the high digit clear. */
__host__ __device__ __forceinline__ uint32_t swap_digits(uint32_t word, int low, int high,
                                                         uint32_t low_only)
{
    const int shift = (1 << high) - (1 << low);
    const uint32_t t = (word >> shift ^ word) & low_only;
    return word ^ t ^ t << shift;
}

constexpr uint32_t LOW_0_HIGH_3 = 0x00aa00aaU, LOW_1_HIGH_4 = 0x0000ccccU;
constexpr uint32_t LOW_1_HIGH_2 = 0x0c0c0c0cU, LOW_0_HIGH_1 = 0x22222222U;

/* Interleaves the cells of a row: bit number abcde becomes deabc. */
__host__ __device__ __forceinline__ uint32_t deal(uint32_t word)
{
    word = swap_digits(word, 0, 3, LOW_0_HIGH_3); /* abcde -> aecdb */
    word = swap_digits(word, 1, 4, LOW_1_HIGH_4); /* aecdb -> decab */
    word = swap_digits(word, 1, 2, LOW_1_HIGH_2); /* decab -> deacb */
    return swap_digits(word, 0, 1, LOW_0_HIGH_1); /* deacb -> deabc */
}

/* The inverse of deal. */
__host__ __device__ __forceinline__ uint32_t undeal(uint32_t word)
{
    word = swap_digits(word, 0, 1, LOW_0_HIGH_1);
    word = swap_digits(word, 1, 2, LOW_1_HIGH_2);
    word = swap_digits(word, 1, 4, LOW_1_HIGH_4);
    return swap_digits(word, 0, 3, LOW_0_HIGH_3);
}

/* The mailboxes of an epoch. */
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

/* Wakes tile (x, y) for an epoch, if it exists. */
__device__ __forceinline__ void wake(const tiles_task &t, int x, int y, unsigned epoch)
{
    if (!is_tile(t, x, y))
        return;
    uint32_t *word = awake_set(t, epoch) + y * t.row_words + (x >> 5);
    asm volatile("red.relaxed.gpu.global.or.b32 [%0], %1;" ::"l"(word), "r"(1U << (x & 31))
                 : "memory");
}

} // namespace tiles
