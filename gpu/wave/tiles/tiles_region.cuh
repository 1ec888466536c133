/* tiles_region: a tile with its surroundings in the registers of one warp, and one epoch of it.
 *
 * A region is 128 x 96 cells: the tile's core of 64 x 30, 32 cells on its left and right, 30 above
 * and below. A lane holds three rows of four words, one word per field of the interleaved rows
 * (tiles_plan.cuh); a byte of a word belongs to one parcel:
 *
 *     bits   0 .. 7      8 .. 23     24 .. 31        cell 4 * bit + field of the row
 *            left tile   the core    right tile
 *
 *     lane   0     1 .. 10    11 .. 20    21 .. 30    31
 *            -     below      the core    above       -
 *
 * Method. With F the cells of level d, the cells of level d+1 are the neighbours of F that are free
 * and of no earlier level. Neighbours' levels differ by at most one, so of the earlier levels only
 * d and d-1 can be next to F. Three sets are kept, O[c] = free cells that are not of a level c
 * modulo 3, and
 *
 *     F'        = (F from the west | east | south | north) & O[(d-1) % 3] & O[d % 3]
 *     O[d+1]    = O[d+1] - F'                                                  modulo 3
 *
 * If all sources have the same parity (x + y), neighbours never have the same level, and & O[d % 3]
 * is left out. Cells reached before the epoch are in none of the three sets; its first level is
 * found from all of them at once. F' is a subset of O[d+1], so the second line is a subtraction,
 * which the compiler can give to the multipliers, beside the unit for logic: a level takes 24
 * logical operations, 12 subtractions, 6 shifts and 8 shuffles of the warp.
 *
 * Cells beyond the region's edge are unknown. Their influence moves inward by one cell per level,
 * so after LEVELS levels the core is still right. Outside the core, cells may be found too late or
 * not at all, but never too early. The outermost lanes hold closed cells, because the shuffles give
 * them words that are not their neighbour's. */
#pragma once

#include "gpu/wave/tiles/tiles_sync.cuh"

namespace tiles
{

constexpr int ROWS = PARCEL_ROWS,
              WORDS = 4; /* rows and words per lane; a word per field, a byte per parcel */
constexpr uint32_t LEFT_BITS = 0x0000ff00, RIGHT_BITS = 0x00ff0000; /* the core's two halves */

struct warp_region {
    uint32_t front[ROWS][WORDS];   /* F; before the first level all cells reached */
    uint32_t open[3][ROWS][WORDS]; /* O */
};

/* A lane's parcels of a region: one per byte of a word. */
struct region_parcels {
    parcel reached[WORDS];
    uint32_t open[ROWS][WORDS];
};

/* Bits of look_around, or'ed over the lanes. FRONT: cells of the last level in the core's left
 * half, right half; OPEN: free cells not reached below the core, in it, above it. */
constexpr int FRONT = 0, OPEN = 2;

/* 0 below the core, 1 in its rows, 2 above it; outermost lanes: -1 and 3. */
__device__ __forceinline__ int part_of(int lane)
{
    return (lane + TILE_PARCELS - 1) / TILE_PARCELS - 1;
}

__device__ __forceinline__ bool is_outermost(int lane)
{
    return lane == 0 || lane == 31;
}

/* Transposes four words of four bytes: parcels to fields, and back. */
__device__ __forceinline__ void turn_bytes(const uint32_t from[WORDS], uint32_t to[WORDS])
{
    const uint32_t a = __byte_perm(from[0], from[1], 0x5140);
    const uint32_t b = __byte_perm(from[2], from[3], 0x5140);
    const uint32_t c = __byte_perm(from[0], from[1], 0x7362);
    const uint32_t d = __byte_perm(from[2], from[3], 0x7362);
    to[0] = __byte_perm(a, b, 0x5410);
    to[1] = __byte_perm(a, b, 0x7632);
    to[2] = __byte_perm(c, d, 0x5410);
    to[3] = __byte_perm(c, d, 0x7632);
}

/* Byte k of each field, as a row of parcel k. */
__device__ __forceinline__ uint32_t parcel_word(const uint32_t row[WORDS], int k)
{
    const int pick = k | (k + 4) << 4;
    return __byte_perm(__byte_perm(row[0], row[1], pick), __byte_perm(row[2], row[3], pick),
                       0x5410);
}

/* A lane's leftmost parcel in the region of tile (x, y); for the outermost lanes another lane's. */
__device__ __forceinline__ size_t first_parcel(const tiles_task &t, int x, int y, int lane)
{
    return (size_t)(2 * x) * (size_t)t.height +
           (size_t)(y * TILE_PARCELS + min(max(lane, 1), 30) - 1);
}

/* Builds the region from its parcels. */
__device__ __forceinline__ void join_region(const region_parcels &p, int lane, warp_region *r)
{
    assert(lane >= 0 && lane < 32);
    const uint32_t inside = is_outermost(lane) ? 0 : ~0U;
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        uint32_t reached[WORDS], left[WORDS];
#pragma unroll
        for (int j = 0; j < WORDS; j++) {
            reached[j] = p.reached[j].rows[i] & inside;
            left[j] = p.open[i][j] & ~reached[j] & inside;
        }
        turn_bytes(reached, r->front[i]);
        turn_bytes(left, r->open[0][i]);
#pragma unroll
        for (int j = 0; j < WORDS; j++)
            r->open[1][i][j] = r->open[2][i][j] = r->open[0][i][j];
    }
}

/* Runs one level, whose number is C modulo 3. */
template <int C, bool MIXED> __device__ __forceinline__ void run_level(warp_region *r)
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

__device__ __forceinline__ bool has_front(const warp_region &r)
{
    uint32_t any = 0;
#pragma unroll
    for (int i = 0; i < ROWS; i++)
#pragma unroll
        for (int j = 0; j < WORDS; j++)
            any |= r.front[i][j];
    return __any_sync(WARP, any != 0);
}

/* Runs the levels of an epoch, which begins after a level that is divisible by 3. A tile far from
 * the front ends early. */
template <bool MIXED> __device__ __forceinline__ void run_levels(warp_region *r)
{
#pragma unroll 1
    for (int k = 0; k < LEVELS; k += 3) {
        run_level<1, MIXED>(r);
        run_level<2, MIXED>(r);
        run_level<0, MIXED>(r);
        if (k == 0 && !has_front(*r))
            break;
    }
}

/* The rows of a lane's two core parcels. */
struct core_words {
    uint32_t half[2][ROWS];
};

/* Cells of the core that the epoch has found: they are missing in exactly one O. */
__device__ __forceinline__ core_words found_cells(const warp_region &r)
{
    core_words found;
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        uint32_t row[WORDS];
#pragma unroll
        for (int j = 0; j < WORDS; j++) {
            const uint32_t a = r.open[0][i][j], b = r.open[1][i][j], c = r.open[2][i][j];
            row[j] = (a | b | c) & ~(a & b & c);
        }
        found.half[0][i] = parcel_word(row, 1);
        found.half[1][i] = parcel_word(row, 2);
    }
    return found;
}

/* Their labels, plane x and plane y. Code 1, in x, is level 0 modulo 3; code 2, in y, is 1; code 3,
 * in both, is 2. */
__device__ __forceinline__ void found_labels(const warp_region &r, core_words *x, core_words *y)
{
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        uint32_t row_x[WORDS], row_y[WORDS];
#pragma unroll
        for (int j = 0; j < WORDS; j++) {
            const uint32_t a = r.open[0][i][j], b = r.open[1][i][j], c = r.open[2][i][j];
            row_x[j] = (b & ~a) | (a & ~c);
            row_y[j] = a & ~(b & c);
        }
#pragma unroll
        for (int half = 0; half < 2; half++) {
            x->half[half][i] = parcel_word(row_x, half + 1);
            y->half[half][i] = parcel_word(row_y, half + 1);
        }
    }
}

/* The bits FRONT and OPEN of a region after an epoch, in all lanes. */
__device__ __forceinline__ uint32_t look_around(const warp_region &r, int lane)
{
    assert(lane >= 0 && lane < 32);
    uint32_t front = 0, open = 0, bits = 0;
#pragma unroll
    for (int i = 0; i < ROWS; i++)
#pragma unroll
        for (int j = 0; j < WORDS; j++) {
            front |= r.front[i][j];
            open |= r.open[0][i][j] & r.open[1][i][j] & r.open[2][i][j];
        }
    const int part = part_of(lane);
    if (part == 1)
        bits = (uint32_t)((front & LEFT_BITS) != 0) << FRONT | (uint32_t)((front & RIGHT_BITS) != 0)
                                                                   << (FRONT + 1);
    if (!is_outermost(lane) && (open & (LEFT_BITS | RIGHT_BITS)) != 0)
        bits |= 1U << (OPEN + part);
    return or_lanes(bits);
}

} // namespace tiles
