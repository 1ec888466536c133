/* detour_tile: copies a tile of labels into shared memory for the trace (walk.cuh).
 *
 * Columns are counted so that words of labels begin at multiples of 32: bit 31 of the word before
 * the middle is the target's column. */
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

} // namespace detour
