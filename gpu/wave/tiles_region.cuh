/* tiles_region: a tile with its surroundings in the registers of one warp, and an epoch of it.
 *
 * A region is 128 x 96 cells: the tile's core of 64 x 32 and 32 cells around it. A lane holds three
 * rows of four words, one for each field of the dealt planes (tiles_plan.cuh); in a word
 *
 *     bits   0 .. 7      8 .. 23     24 .. 31        cell 4 * bit + field of the row
 *            left tile   the core    right tile
 *
 *     rows   0 .. 31     32 .. 63    64 .. 95        row = 3 * lane + i
 *            below       the core    above
 *
 * Method. With F the cells of level d, the cells of level d+1 are those beside F that are free and
 * of no earlier level. Neighbours' levels differ by one at most, so of the earlier ones only d and
 * d-1 can lie beside F. Three sets are kept, O[c] = free cells that are not of a level c modulo 3,
 * and
 *
 *     F'        = (F from the west | east | south | north) & O[(d-1) % 3] & O[d % 3]
 *     O[d+1]    = O[d+1] - F'                                                  modulo 3
 *
 * Where all sources have the same parity (x + y), neighbours never are of one level, and & O[d % 3]
 * is left out. Cells reached before the epoch are in none of the three; its first level is found
 * from all of them at once. As F' is a part of O[d+1], the second line is a subtraction, which the
 * compiler can give to the multipliers, and they work beside the unit for logic: a level takes 24
 * logical operations, 12 subtractions, 6 shifts and 8 shuffles of the warp.
 *
 * What is not known beyond the region's edge comes in by one cell a level, so after LEVELS < HALO
 * levels the core is right. Farther out, cells may be found too late or not at all, but never
 * too early. The outermost rows are closed: they get from the shuffles what is not their
 * neighbour's.
 */
#ifndef LEEWAY_GPU_WAVE_TILES_REGION_CUH
#define LEEWAY_GPU_WAVE_TILES_REGION_CUH

#include "gpu/wave/tiles_plan.cuh"
#include "gpu/wave/tiles_sync.cuh"

namespace tiles
{

constexpr int ROWS = 3, WORDS = 4; /* of a lane */
constexpr uint32_t CORE_BITS = 0x00ffff00, LEFT_BITS = 0x000000ff, RIGHT_BITS = 0xff000000;
constexpr unsigned WARP = 0xffffffffu;

struct region {
    uint32_t front[ROWS][WORDS];   /* F; before the first level: all cells reached */
    uint32_t open[3][ROWS][WORDS]; /* O */
    ulonglong2 labels[ROWS];       /* of the core's rows, from before the epoch */
};

/* Bits that a tile tells its warp after an epoch, or'ed over the lanes. FRONT: cells of the last
 * level in the core's left half, right half; OPEN + 3 * (0 below, 1 beside, 2 above) + (0 left, 1
 * middle, 2 right): free cells not reached in that part of the region. */
constexpr int FRONT = 0, OPEN = 2;

/* Three words of a row side by side -> the word of field `odd` (0: the first of the two in each
 * word, 1: the second) of the region. */
__device__ __forceinline__ uint32_t join(uint32_t left, uint32_t core, uint32_t right, int odd)
{
    const uint32_t rim = __byte_perm(left, right, odd ? 0x6003 : 0x4001);
    return __byte_perm(rim, core, odd ? 0x3760 : 0x3540);
}

__device__ __forceinline__ void join_row(const uint64_t word[3], uint32_t row[WORDS])
{
    uint32_t low[3], high[3];
#pragma unroll
    for (int k = 0; k < 3; k++) {
        low[k] = (uint32_t)word[k];
        high[k] = (uint32_t)(word[k] >> 32);
    }
    row[0] = join(low[0], low[1], low[2], 0);
    row[1] = join(low[0], low[1], low[2], 1);
    row[2] = join(high[0], high[1], high[2], 0);
    row[3] = join(high[0], high[1], high[2], 1);
}

/* The core's part of a row, as a word of a plane. */
__device__ __forceinline__ uint64_t core_word(const uint32_t row[WORDS])
{
    const uint32_t low = __byte_perm(row[0], row[1], 0x6521);
    const uint32_t high = __byte_perm(row[2], row[3], 0x6521);
    return (uint64_t)high << 32 | low;
}

/* Row of the core that is a lane's row i; outside of 0 .. TILE_ROWS - 1: none. */
__device__ __forceinline__ int core_row(int lane, int i)
{
    return ROWS * lane + i - TILE_ROWS;
}

__device__ __forceinline__ bool is_core(int row)
{
    return (unsigned)row < (unsigned)TILE_ROWS;
}

/* A region as it lies in the planes. */
struct region_words {
    ulonglong2 labels[ROWS][3];
    uint64_t open[ROWS][3];
};

/* Asks for the words of tile (x, y)'s region, all 18 at once. Whole warp. */
__device__ __forceinline__ void load_region(const task &t, int x, int y, int lane, region_words *w)
{
    const size_t first = (size_t)x * (size_t)t.rows + (size_t)(y * TILE_ROWS + ROWS * lane);
#pragma unroll
    for (int k = 0; k < 3; k++)
#pragma unroll
        for (int i = 0; i < ROWS; i++) {
            const size_t at = first + (size_t)k * (size_t)t.rows + (size_t)i;
            w->labels[i][k] = __ldcg(t.labels + at);
            w->open[i][k] = t.open[at];
        }
}

/* Makes the region of the words. */
__device__ __forceinline__ void join_region(const region_words &w, int lane, region *r)
{
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        const bool outermost = i == 0 ? lane == 0 : i == ROWS - 1 && lane == 31;
        uint64_t reached[3], left[3];
#pragma unroll
        for (int k = 0; k < 3; k++) {
            reached[k] = w.labels[i][k].x | w.labels[i][k].y;
            left[k] = outermost ? 0 : w.open[i][k] & ~reached[k];
        }
        join_row(reached, r->front[i]);
        join_row(left, r->open[0][i]);
        r->labels[i] = w.labels[i][1];
#pragma unroll
        for (int j = 0; j < WORDS; j++)
            r->open[1][i][j] = r->open[2][i][j] = r->open[0][i][j];
    }
}

/* One level, of number C modulo 3. */
template <int C, bool MIXED> __device__ __forceinline__ void run_level(region *r)
{
    uint32_t below[WORDS], above[WORDS], next[ROWS][WORDS];
#pragma unroll
    for (int j = 0; j < WORDS; j++) {
        below[j] = __shfl_up_sync(WARP, r->front[ROWS - 1][j], 1);
        above[j] = __shfl_down_sync(WARP, r->front[0][j], 1);
    }
#pragma unroll
    for (int i = 0; i < ROWS; i++)
#pragma unroll
        for (int j = 0; j < WORDS; j++) {
            const uint32_t east = j > 0 ? r->front[i][j - 1] : r->front[i][WORDS - 1] << 1;
            const uint32_t west = j + 1 < WORDS ? r->front[i][j + 1] : r->front[i][0] >> 1;
            const uint32_t north = i > 0 ? r->front[i - 1][j] : below[j];
            const uint32_t south = i + 1 < ROWS ? r->front[i + 1][j] : above[j];
            next[i][j] = (east | west | north | south) & r->open[(C + 1) % 3][i][j];
            if (MIXED)
                next[i][j] &= r->open[(C + 2) % 3][i][j];
        }
#pragma unroll
    for (int i = 0; i < ROWS; i++)
#pragma unroll
        for (int j = 0; j < WORDS; j++) {
            r->open[C][i][j] -= next[i][j];
            r->front[i][j] = next[i][j];
        }
}

/* An epoch begins behind a level that 3 divides. */
template <bool MIXED> __device__ __forceinline__ void run_levels(region *r)
{
#pragma unroll 1
    for (int k = 0; k < LEVELS; k += 3) {
        run_level<1, MIXED>(r);
        run_level<2, MIXED>(r);
        run_level<0, MIXED>(r);
    }
}

/* Adds what is new in the core to its labels. Code 1, in plane x, stands for levels 0 modulo 3,
 * code 2, in plane y, for 1, code 3, in both, for 2; a new cell is missing in its own O alone. */
__device__ __forceinline__ void label_core(region *r)
{
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        uint32_t x[WORDS], y[WORDS];
#pragma unroll
        for (int j = 0; j < WORDS; j++) {
            const uint32_t a = r->open[0][i][j], b = r->open[1][i][j], c = r->open[2][i][j];
            x[j] = (b & ~a) | (a & ~c);
            y[j] = a & ~(b & c);
        }
        r->labels[i].x |= core_word(x);
        r->labels[i].y |= core_word(y);
    }
}

/* Copies the core's labels to its rows, one after the other. Whole warp. */
__device__ __forceinline__ void store_core(const region &r, int lane, ulonglong2 *rows)
{
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        if (is_core(core_row(lane, i)))
            rows[core_row(lane, i)] = r.labels[i];
}

/* The bits FRONT and OPEN of a region after an epoch, in all lanes. */
__device__ __forceinline__ uint32_t look_around(const region &r, int lane)
{
    uint32_t bits = 0;
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        const int part = (ROWS * lane + i) / TILE_ROWS;
        uint32_t front = 0, open = 0;
#pragma unroll
        for (int j = 0; j < WORDS; j++) {
            front |= r.front[i][j];
            open |= r.open[0][i][j] & r.open[1][i][j] & r.open[2][i][j];
        }
        if (part == 1)
            bits |= (uint32_t)((front & 0x0000ff00) != 0) << FRONT |
                    (uint32_t)((front & 0x00ff0000) != 0) << (FRONT + 1);
        bits |= ((uint32_t)((open & LEFT_BITS) != 0) | (uint32_t)((open & CORE_BITS) != 0) << 1 |
                 (uint32_t)((open & RIGHT_BITS) != 0) << 2)
                << (OPEN + 3 * part);
    }
    return or_lanes(bits);
}

} // namespace tiles

#endif
