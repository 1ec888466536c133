/* batch_frame: a net's window as rows of bits, folded at the target's column.
 *
 * A frame is a square of 64 * L columns and as many rows; L lanes of a warp hold a row, 64 bits
 * each, so a warp works on 32 / L nets at once. The search by detours (batch_search.cuh) floods
 * each row toward t's column from both sides. Flooding is a carry that runs through an addition,
 * and carries run one way only, so the columns right of t are kept mirrored:
 *
 *     column    0 1 2 3 4 5 6 7        t in column 2, 8 columns
 *     position  0 1 2 7 6 5 4 3        toward t is upward on both sides
 *     in a row  [ left  T | right, the farthest first ]
 *
 * One addition floods both sides. T's bit is left out of it, which keeps the left part's carry from
 * running into the right part; the carry that leaves the top of the row comes from the right part's
 * last column, T's neighbour, and enters T. Backwards, a step away from t is one position down, but
 * T also steps to the top position, and nothing steps from the right part into T.
 *
 * A window that is larger than a frame is cut around source and target. That is exact as long as no
 * more detours are allowed than there are columns and rows between the pins and the cuts: a path
 * that leaves the pins' box by n cells has at least n detours.
 *
 * Two bits per cell, in the planes `even` and `odd`, are enough for search and trace:
 *
 *     even odd
 *      0    0    closed            1    0    reached in an even level
 *      1    1    open, not yet     0    1    reached in an odd level
 */
#pragma once

#include "gpu/wave/batch/batch.cuh"

enum { BATCH_UNLIMITED = 1 << 30 }; /* levels: no limit */

/* The place of a net; the same in all lanes of its group. */
struct batch_frame {
    int32_t x0, y0;         /* the frame's corner in the grid */
    int32_t rows;           /* rows of the frame; 0 if there is no net */
    int32_t columns;        /* columns inside the window */
    int32_t sx, sy, tx, ty; /* source and target, relative to the corner */
    int32_t level_max;      /* later levels might need cells that were cut off */
};

/* Places one dimension of a frame. first .. last: the window; low .. high: the pins. Returns the
 * corner, and in *room the least distance between pins and cuts. */
static __device__ __forceinline__ int32_t frame_cut(int32_t first, int32_t last, int32_t low,
                                                    int32_t high, int32_t size, int32_t *room)
{
    if (last - first < size)
        return first;
    int32_t slack = size - (high - low + 1);
    int32_t corner = min(max(low - slack / 2, first), last - size + 1);
    if (corner > first)
        *room = min(*room, low - corner);
    if (corner + size - 1 < last)
        *room = min(*room, corner + size - 1 - high);
    return corner;
}

/* Places a net in a frame of 64 * lanes cells per side. level_max < 0: the pins do not fit. */
static __device__ __forceinline__ batch_frame frame_of(const struct batch_net &net, uint32_t width,
                                                       int32_t lanes)
{
    assert(lanes >= 1 && (lanes & (lanes - 1)) == 0);
    int32_t size = 64 * lanes, room = BATCH_UNLIMITED;
    int32_t sy = (int32_t)(net.source / width), ty = (int32_t)(net.target / width);
    int32_t sx = (int32_t)(net.source - (uint32_t)sy * width);
    int32_t tx = (int32_t)(net.target - (uint32_t)ty * width);
    struct batch_frame frame;
    frame.x0 = frame_cut((int32_t)net.window.x0, (int32_t)net.window.x1, min(sx, tx), max(sx, tx),
                         size, &room);
    frame.y0 = frame_cut((int32_t)net.window.y0, (int32_t)net.window.y1, min(sy, ty), max(sy, ty),
                         size, &room);
    frame.rows = min(size, (int32_t)net.window.y1 - frame.y0 + 1);
    frame.columns = min(size, (int32_t)net.window.x1 - frame.x0 + 1);
    frame.sx = sx - frame.x0;
    frame.sy = sy - frame.y0;
    frame.tx = tx - frame.x0;
    frame.ty = ty - frame.y0;
    frame.level_max = room;
    return frame;
}

/* The bits of a word that begins at position `first` for the positions below `end`. */
static __device__ __forceinline__ uint64_t bits_below(int32_t first, int32_t end)
{
    int32_t count = end - first;
    return count <= 0 ? 0 : count >= 64 ? ~0ULL : (1ULL << count) - 1;
}

/* Position of column x in a row folded at tx. */
static __device__ __forceinline__ int32_t frame_position(int32_t x, int32_t tx, int32_t size)
{
    return x <= tx ? x : size + tx - x;
}

/* Masks of one lane's word, the same for every row. */
struct batch_word {
    uint64_t left;    /* columns up to t's */
    uint64_t columns; /* columns inside the window */
    uint64_t target;  /* t's bit, or 0 */
    uint64_t source;
};

template <int L>
static __device__ __forceinline__ batch_word word_of(const struct batch_frame &frame,
                                                     int32_t member)
{
    int32_t first = 64 * member, size = 64 * L;
    int32_t s = frame_position(frame.sx, frame.tx, size) - first, t = frame.tx - first;
    struct batch_word word;
    word.left = bits_below(first, frame.tx + 1);
    word.columns = word.left & bits_below(first, frame.columns);
    /* Right of t column x has position size + t - x: those inside the window are the last. */
    word.columns |= ~word.left & ~bits_below(first, size + frame.tx - frame.columns + 1);
    word.target = frame.rows > 0 && t >= 0 && t < 64 ? 1ULL << t : 0;
    word.source = frame.rows > 0 && s >= 0 && s < 64 ? 1ULL << s : 0;
    return word;
}

/* 64 cells of a row of the grid's bits from column x on; bits outside the grid are undefined. */
static __device__ __forceinline__ uint64_t closed_bits(const uint64_t *row, int32_t words,
                                                       int32_t x)
{
    int32_t word = x >> 6, shift = x & 63;
    uint64_t low = row[min(max(word, 0), words - 1)];
    uint64_t high = row[min(max(word + 1, 0), words - 1)];
    return low >> shift | (high << 1) << (63 - shift);
}

/* The open cells of this lane's word of a row, folded. The pins are not opened. */
template <int L>
static __device__ __forceinline__ uint64_t frame_row(const struct field_view &view,
                                                     const struct batch_frame &frame,
                                                     const struct batch_word &word, int32_t member,
                                                     int32_t y)
{
    int32_t words = (int32_t)view.row_words / 2;
    assert(y >= 0 && y < frame.rows);
    const uint64_t *row =
        (const uint64_t *)view.closed + (size_t)(uint32_t)(frame.y0 + y) * (uint32_t)words;
    uint64_t closed = 0;
    if (L == 1) {
        uint64_t straight = closed_bits(row, words, frame.x0);
        uint64_t mirrored = (__brevll(straight) << 1) << min(frame.tx, 63);
        closed = (straight & word.left) | (mirrored & ~word.left);
    } else {
        if (word.left != 0)
            closed = closed_bits(row, words, frame.x0 + 64 * member) & word.left;
        if (~word.left != 0)
            closed |=
                __brevll(closed_bits(row, words, frame.x0 + 64 * L + frame.tx - 64 * member - 63)) &
                ~word.left;
    }
    return ~closed & word.columns;
}
