/* detour_trace: the canonical path from the detour labels.
 *
 * Neighbours' k differ by at most one, and neighbour p precedes c if
 *     the step p -> c leads toward the target    and k(p) = k(c), or
 *     the step p -> c leads away from it         and k(p) = k(c) - 1.
 * The first is "both even or both odd", the second "one even, one odd", because k(p) > k(c) is
 * impossible if the step leads away. Beyond the target, and on its own coordinate, a step from
 * farther out leads toward it. See walk.cuh for the walk.
 *
 * In a tile of labels, columns are counted so that words of labels begin at multiples of 32: bit 31
 * of the word before the middle is the target's column.
 *
 * Launch: one block of walk::THREADS threads, sizeof(walk::label_tile) bytes of dynamic shared
 * memory. All threads load tiles, the first warp walks, thread 0 writes the answer; walk.cuh gives
 * the race argument. The labels were written by the kernel before and are only read. knots and
 * answer may be in mapped host memory: only written, knots from the target to the source. */
#pragma once

#include "gpu/wave/detour/detour_plan.cuh"
#include "gpu/wave/walk.cuh"

namespace detour
{

/* Labels of a word in rows 32 apart, in the bottom and the top quadrant of its side. Rows that are
 * 32 apart have a fixed distance in the layout. */
struct word_labels {
    const uint2 *bottom, *top; /* of the first row, perhaps outside; NULL: no such quadrant */
    ptrdiff_t up;              /* distance to the row 32 above, in the bottom quadrant */
    bool mirrored;             /* the bits are in the opposite order to the tile's */
};

__device__ inline word_labels word_labels_of(const detour_task &t, const walk::walk_frame &f, int x,
                                             int y)
{
    const int middle = t.quadrants[0].words; /* the word that begins right of the target's column */
    const int word = (f.turned_x ? ~x : x) >> 5;
    const int index = word < middle ? 0 : 1;
    const int number = index == 0 ? middle - 1 - word : word - middle;
    word_labels w = {};
    w.mirrored = (index == 1) != f.turned_x;
    for (int top = 0; top < 2; top++) {
        const quadrant &q = t.quadrants[index + 2 * top];
        if (number >= q.words)
            continue;
        const detour_part p = part_of(t, index + 2 * top, q.strips - 1 - number / STRIP_WORDS);
        const int lane = p.words - 1 - number % STRIP_WORDS, row = top ? t.y1 - y : y - t.y0;
        const ptrdiff_t pair = (ptrdiff_t)((row >> 3) + lane) * PAIRS + (row & 7) / 2;
        const uint2 *first =
            (const uint2 *)(t.labels + p.base) + (pair * p.words + lane) * 2 + (row & 1);
        w.bottom = top ? w.bottom : first;
        w.top = top ? first : w.top;
        w.up = (ptrdiff_t)32 / ROW_BLOCK * PAIRS * p.words * 2;
    }
    return w;
}

/* Copies the labels of a tile; outside the window no cell is reached. Whole block: a thread reads
 * one of the tile's words in every 32nd row, with all its reads in flight together. Threads of
 * neighbouring words are ROW_BLOCK rows apart, where labels of one step are side by side. */
__device__ inline void load_tile(const detour_task &t, const walk::walk_frame &f,
                                 const walk::tile_place &at, walk::label_tile *tile)
{
    static_assert(ROW_BLOCK == 8 && walk::THREADS == 32 * walk::TILE_WORDS,
                  "a thread has every 32nd row");
    constexpr int READS = walk::TILE_SIDE / 32;
    const int column = (int)threadIdx.x % walk::TILE_WORDS;
    const int first = ((int)threadIdx.x / walk::TILE_WORDS + ROW_BLOCK * column) % 32;
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

/* Ones from bit n on; none if n >= 32, all if n <= 0. */
__device__ __forceinline__ uint32_t bits_from(int n)
{
    return n >= 32 ? 0 : ~0u << max(n, 0);
}

struct detour_trace_labels {
    const detour_task &t;

    __device__ void load(const walk::walk_frame &f, const walk::tile_place &at,
                         walk::label_tile *tile) const
    {
        load_tile(t, f, at, tile);
    }

    static __device__ __forceinline__ uint32_t falls(const walk::label_line &l)
    {
        return l.high & l.high << 1 & ~(l.low ^ l.low << 1);
    }

    static __device__ __forceinline__ uint32_t rises(const walk::label_line &l)
    {
        return l.high & l.high << 1 & (l.low ^ l.low << 1);
    }

    static __device__ __forceinline__ int count_up(const walk::label_line &l, int to_target)
    {
        const uint32_t both = l.high & l.high >> 1, differ = l.low ^ l.low >> 1;
        return walk::ones_up(both & (differ ^ bits_from(walk::MIDDLE + to_target)), walk::MIDDLE);
    }

    static __device__ __forceinline__ int count_down(const walk::label_line &l, int to_target)
    {
        const uint32_t both = l.high & l.high << 1, differ = l.low ^ l.low << 1;
        return walk::ones_down(both & (differ ^ ~bits_from(walk::MIDDLE + to_target + 1)),
                               walk::MIDDLE);
    }

    static __device__ __forceinline__ bool is_end(const walk::walk_frame &f, int x, int y)
    {
        return x == f.sx && y == f.sy;
    }
};

__global__ void __launch_bounds__(walk::THREADS)
    trace_kernel(detour_task t, const detour_control *c, detour_control *answer, uint32_t *knots,
                 int capacity, int width)
{
    extern __shared__ __align__(16) unsigned char memory[];
    assert(gridDim.x == 1 && blockDim.x == walk::THREADS && capacity > 0);
    const int shift = 32 * t.quadrants[0].words - 1 - t.tx;
    const walk::walk_frame f = walk::frame_of(shift, t.sx, t.sy, t.tx, t.ty);
    const walk::knot_list list = {knots, capacity, (uint32_t)width};
    int count = 0;
    if (c->found != 0)
        count = walk::trace(detour_trace_labels{t}, f, list, (walk::label_tile *)memory);
    if (threadIdx.x == 0)
        *answer = {c->found, c->dead, count};
}

} // namespace detour
