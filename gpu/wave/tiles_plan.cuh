/* tiles_plan: what the parts of the tiles wave (mark, search, trace) share: planes and their words,
 * tiles, and the label code.
 *
 * Planes. A word holds 64 cells side by side; words are laid out column by column, so that the rows
 * of a tile follow each other: word = column * rows + row. Around the window there is a rim of
 * closed cells, a column on each side and 32 rows or more above and below, and nobody asks for an
 * edge.
 *
 * The bits of a word are dealt out like cards, four fields of 16 bits, field x % 4:
 *
 *     cell      0 1 2 3 4 5 6 7 8 ...         bit 16 * (x % 4) + x / 4
 *     field     0 1 2 3 0 1 2 3 0 ...
 *
 * so that the cells beside those of one field are the next field and the one before, without a
 * shift (but from field 3 to 0): a level takes a fifth fewer instructions.
 *
 * Labels. Two planes, word beside word, hold label % 3 + 1, and 0 where the wave has not been.
 * Neighbours differ by one at most, so three codes tell them apart.
 *
 *     y   x       label % 3
 *     0   0       not reached
 *     0   1       0
 *     1   0       1
 *     1   1       2
 *
 * Tiles. A tile is a core of 64 columns (one column of words) and 32 rows. A bit a tile says
 * whether it is awake, to be run in an epoch: three sets in turns, one read, one written, one
 * cleared.
 */
#ifndef LEEWAY_GPU_WAVE_TILES_PLAN_CUH
#define LEEWAY_GPU_WAVE_TILES_PLAN_CUH

#include <cstdint>

#include "gpu/field.cuh"

namespace tiles
{

constexpr int TILE_COLUMNS = 64, TILE_ROWS = 32;
constexpr int HALO = 32;   /* cells around a core that its region has: one word's half, one tile */
constexpr int LEVELS = 30; /* of an epoch: less than HALO, and a multiple of 3 */
constexpr int KNOTS_OVERFLOW = -1;

/* How a search ended. */
enum end { END_NONE = 1, END_FOUND, END_STOPPED, END_OVERFLOW };

/* What kernels tell each other and the host. All zero before a search. Each counter of the search
 * is in a cache line of its own group, for they are asked for without pause. */
struct control {
    unsigned arrived[32]; /* [epoch % 3] warps that are done, and what they say (tiles_search) */
    unsigned loaded[32];  /* [epoch % 3] blocks that have read all that they will read */
    unsigned end;         /* enum end */
    unsigned epoch;       /* the last: the target's label is above (epoch - 1) * LEVELS */
    int knots;            /* of the path, or KNOTS_OVERFLOW: more than there was room for */
    int steps;            /* of the path */
};

/* One search on one layer. Pointers are device memory; planes are [columns + 2][rows]. */
struct task {
    const uint64_t *closed; /* the field's plane, row by row, 64 cells a word as they lie */
    int closed_words;       /* of a row of it */
    uint64_t *open;         /* free cells and the target */
    ulonglong2 *labels;     /* words of both label planes */
    uint32_t *awake;        /* [3][awake_words] */
    struct control *control;
    int x0, y0, x1, y1; /* window, inclusive */
    int columns, up;    /* tiles in x and y */
    int rows;           /* words of a column of a plane, rim included */
    int row_words;      /* of a row of tiles in a set of awake ones */
    int awake_words;    /* up * row_words */
    int tx, ty;         /* target */
    int sx, sy;         /* a source */
    unsigned blocks;    /* that search */
    struct divisor by_blocks, by_row_words;
};

/* Word of a plane that holds a cell. */
__host__ __device__ __forceinline__ size_t plane_word(const task &t, int x, int y)
{
    return (size_t)((x >> 6) - (t.x0 >> 6) + 1) * (size_t)t.rows + (size_t)(y - t.y0 + TILE_ROWS);
}

/* Bit of a cell in its word. */
__host__ __device__ __forceinline__ int plane_bit(int x)
{
    return (x & 3) << 4 | (x >> 2 & 15);
}

/* Swaps two of the six digits of all bits' numbers, low < high; low_only: the bits whose number has
 * the low digit set and the high one not. */
__host__ __device__ __forceinline__ uint64_t swap_digits(uint64_t word, int low, int high,
                                                         uint64_t low_only)
{
    const int shift = (1 << high) - (1 << low);
    const uint64_t t = (word >> shift ^ word) & low_only;
    return word ^ t ^ t << shift;
}

constexpr uint64_t LOW_0_HIGH_2 = 0x0a0a0a0a0a0a0a0aULL, LOW_2_HIGH_4 = 0x0000f0f00000f0f0ULL;
constexpr uint64_t LOW_1_HIGH_3 = 0x00cc00cc00cc00ccULL, LOW_3_HIGH_5 = 0x00000000ff00ff00ULL;

/* Cells as they lie -> dealt out: bit number abcdef -> efabcd. */
__host__ __device__ __forceinline__ uint64_t deal(uint64_t word)
{
    word = swap_digits(word, 0, 2, LOW_0_HIGH_2);
    word = swap_digits(word, 2, 4, LOW_2_HIGH_4);
    word = swap_digits(word, 1, 3, LOW_1_HIGH_3);
    return swap_digits(word, 3, 5, LOW_3_HIGH_5);
}

/* And back. */
__host__ __device__ __forceinline__ uint64_t undeal(uint64_t word)
{
    word = swap_digits(word, 3, 5, LOW_3_HIGH_5);
    word = swap_digits(word, 1, 3, LOW_1_HIGH_3);
    word = swap_digits(word, 2, 4, LOW_2_HIGH_4);
    return swap_digits(word, 0, 2, LOW_0_HIGH_2);
}

/* The set of tiles that are awake in an epoch. */
__device__ __forceinline__ uint32_t *awake_set(const task &t, unsigned epoch)
{
    return t.awake + (size_t)(epoch % 3) * (size_t)t.awake_words;
}

/* Wakes tile (x, y), if there is such; true where there is. */
__device__ __forceinline__ bool wake(const task &t, int x, int y, unsigned epoch)
{
    if ((unsigned)x >= (unsigned)t.columns || (unsigned)y >= (unsigned)t.up)
        return false;
    uint32_t *word = awake_set(t, epoch) + y * t.row_words + (x >> 5);
    asm volatile("red.relaxed.gpu.global.or.b32 [%0], %1;" ::"l"(word), "r"(1U << (x & 31))
                 : "memory");
    return true;
}

} // namespace tiles

#endif
