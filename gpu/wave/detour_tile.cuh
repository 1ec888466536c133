/* detour_tile: a tile of labels in shared memory, for the trace. See detour_trace.cuh.
 *
 * The trace walks in turned coordinates, in which the source is neither above nor right of the
 * target. A column is counted from where words of labels begin (bit 31 of word middle - 1 is the
 * target's column) and, if turned, from the other end: x = ~column, so that words stay words, with
 * their bits in the opposite order.
 */
#ifndef LEEWAY_GPU_WAVE_DETOUR_TILE_CUH
#define LEEWAY_GPU_WAVE_DETOUR_TILE_CUH

#include "gpu/wave/detour_plan.cuh"

namespace detour
{

constexpr int TILE_SIDE = 512, TILE_WORDS = TILE_SIDE / 32;
constexpr int TRACE_THREADS = 32 * TILE_WORDS;
constexpr int TILE_MARGIN = 20; /* cells on the target's side of the walker */
constexpr int KNOT_BUFFER = 1024;
constexpr unsigned WALKERS = 0xffffffffu;

/* Labels, low and high, of 32 columns each. A row has an odd number of words, so that lanes that
 * read a column read from all banks. */
struct tile {
    uint2 cells[TILE_SIDE][TILE_WORDS + 1];
    int2 knots[KNOT_BUFFER]; /* x, y of those that wait for their way out: many small writes to the
                                host's memory would cost more than the walk */
};

/* Turned coordinates. */
struct frame {
    int shift;  /* from columns to those of words */
    int middle; /* word that begins right of the target's column */
    bool turned_x, turned_y;
    int sx, sy, tx, ty; /* turned */
};

__device__ inline frame frame_of(const task &t)
{
    frame f;
    f.middle = t.quadrants[0].words;
    f.shift = 32 * f.middle - 1 - t.tx;
    f.turned_x = t.sx > t.tx;
    f.turned_y = t.sy > t.ty;
    f.sx = f.turned_x ? ~(t.sx + f.shift) : t.sx + f.shift;
    f.tx = f.turned_x ? ~(t.tx + f.shift) : t.tx + f.shift;
    f.sy = f.turned_y ? ~t.sy : t.sy;
    f.ty = f.turned_y ? ~t.ty : t.ty;
    return f;
}

/* Index of a cell in a grid of this width. */
__device__ __forceinline__ uint32_t cell_at(const frame &f, int x, int y, uint32_t width)
{
    const int column = (f.turned_x ? ~x : x) - f.shift;
    return (uint32_t)(f.turned_y ? ~y : y) * width + (uint32_t)column;
}

/* Turned coordinates of the tile's first cell. */
struct tile_place {
    int x0, y0;
};

/* The tile for a walker: most of it on the source's side. */
__device__ inline tile_place tile_for(const frame &f, int x, int y)
{
    const int before = TILE_SIDE - TILE_MARGIN;
    return {((x - (f.sx < x ? before - 31 : TILE_MARGIN)) >> 5) * 32,
            y - (f.sy < y ? before : TILE_MARGIN)};
}

/* Labels of a word, rows 32 apart from each other: in the bottom and the top quadrant of its side.
 * Rows so far apart are as far apart in the layout, wherever they begin. */
struct word_labels {
    const uint2 *bottom, *top; /* of the first row, wherever that is; NULL: no such quadrant */
    ptrdiff_t up;              /* from a row to that 32 above, in the bottom one */
    bool mirrored;             /* the bits, against the tile's */
};

__device__ inline word_labels word_labels_of(const task &t, const frame &f, int x, int y)
{
    const int word = (f.turned_x ? ~x : x) >> 5;
    const int index = word < f.middle ? 0 : 1;
    const int number = index == 0 ? f.middle - 1 - word : word - f.middle;
    word_labels w = {};
    w.mirrored = (index == 1) != f.turned_x;
    for (int top = 0; top < 2; top++) {
        const quadrant &q = t.quadrants[index + 2 * top];
        if (number >= q.words)
            continue;
        const part p = part_of(t, index + 2 * top, q.strips - 1 - number / STRIP_WORDS);
        const int lane = p.words - 1 - number % STRIP_WORDS, row = top ? t.y1 - y : y - t.y0;
        const ptrdiff_t pair = (ptrdiff_t)((row >> 3) + lane) * PAIRS + (row & 7) / 2;
        const uint2 *first =
            (const uint2 *)(t.labels + p.base) + (pair * p.words + lane) * 2 + (row & 1);
        w.bottom = top ? w.bottom : first;
        w.top = top ? first : w.top;
        w.up = (ptrdiff_t)32 / SLAB * PAIRS * p.words * 2;
    }
    return w;
}

/* Copies the labels of a tile; outside the window nothing was reached. Whole block: a thread has
 * one of the tile's words and every 32nd row, and all its reads are in flight at once. Threads of
 * neighbouring words are SLAB rows apart, where labels of one step lie side by side. */
__device__ inline void load_tile(const task &t, const frame &f, const tile_place &at, tile *tile)
{
    static_assert(SLAB == 8 && TRACE_THREADS == 32 * TILE_WORDS, "a thread has every 32nd row");
    constexpr int READS = TILE_SIDE / 32;
    const int column = (int)threadIdx.x % TILE_WORDS;
    const int first = ((int)threadIdx.x / TILE_WORDS + SLAB * column) % 32;
    const int y = f.turned_y ? ~(at.y0 + first) : at.y0 + first, sign = f.turned_y ? -1 : 1;
    const word_labels from = word_labels_of(t, f, at.x0 + 32 * column, y);
    uint2 words[READS];
#pragma unroll
    for (int i = 0; i < READS; i++) {
        const int here = y + sign * 32 * i;
        const uint2 *bottom = from.bottom + sign * i * from.up,
                    *top = from.top - sign * i * from.up;
        words[i] = make_uint2(0, 0);
        if (from.bottom != nullptr && here >= t.y0 && here <= t.ty)
            words[i] = __ldcg(bottom);
        else if (from.top != nullptr && here > t.ty && here <= t.y1)
            words[i] = __ldcg(top);
    }
#pragma unroll
    for (int i = 0; i < READS; i++)
        tile->cells[first + 32 * i][column] =
            from.mirrored ? make_uint2(__brev(words[i].x), __brev(words[i].y)) : words[i];
}

} // namespace detour

#endif
