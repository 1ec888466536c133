/* detour_plan: what the two halves of the detour wave (search, trace) share: the task, the four
 * quadrants around the target, and the label code.
 *
 * Labels. dist(v) = MD(s,t) - MD(v,t) + 2 k(v), where k(v) counts the steps of the best path to v
 * that lead away from t (Hadlock 1977). Two bit planes hold k(v) % 3 + 1, and 0 where the wave
 * has not been. Neighbours differ by at most one in k, so three codes tell them apart.
 *
 *     label1 label0     k % 3
 *        0      0       not reached
 *        0      1       0
 *        1      0       1
 *        1      1       2
 */
#ifndef LEEWAY_GPU_WAVE_DETOUR_PLAN_CUH
#define LEEWAY_GPU_WAVE_DETOUR_PLAN_CUH

#include <cstdint>

namespace detour
{

constexpr int STRIP_WORDS = 32;   /* words of a row that one sweep takes: 2048 columns */
constexpr int FINISHED = 1 << 30; /* progress of a sweep that is done */
constexpr int NOT_FOUND = INT32_MAX;

/* One search on one layer. All pointers are device memory; planes are laid out row by row,
 * row_words words a row, bit x % 64 of word x / 64. */
struct task {
    const uint64_t *closed; /* 1: no wire may go there (the source and target count as open) */
    uint64_t *label0, *label1;
    int row_words;
    int x0, y0, x1, y1; /* window, inclusive */
    int sx, sy, tx, ty; /* source and target, inside the window, not the same cell */
};

/* What the sweeps tell each other and the host. All zero before a search. */
struct control {
    int found; /* 0: the target was not reached; else NOT_FOUND - the lowest level that did */
    int dead;  /* 1: a whole level labelled nothing: there is no path */
    int knots; /* number of knots that the trace wrote, or one of the codes in detour_trace */
};

/* The level that reached the target, or NOT_FOUND, from control.found. */
__host__ __device__ inline int level_found(int found)
{
    return NOT_FOUND - found;
}

/* One of the four parts of the window around the target. Seen from its far corner, "toward the
 * target" is up the rows and up the words of a row:
 *
 *        left | right (words and bits mirrored)
 *     --------+--------  top (rows mirrored)
 *             t          bottom, with the target's row; left has the target's column
 */
struct quadrant {
    bool right, top;
    int rows;        /* 0: the quadrant is empty */
    int first_y, dy; /* row r of the sweep is y = first_y + r * dy */
    int first_word;  /* word j of the sweep is first_word + j, or - j on the right */
    int words;
    int lo, hi; /* its columns, inclusive */
};

__host__ __device__ inline quadrant quadrant_of(const task &t, int index)
{
    quadrant q;
    q.right = (index & 1) != 0;
    q.top = (index & 2) != 0;
    q.lo = q.right ? t.tx + 1 : t.x0;
    q.hi = q.right ? t.x1 : t.tx;
    q.rows = q.top ? t.y1 - t.ty : t.ty - t.y0 + 1;
    q.first_y = q.top ? t.y1 : t.y0;
    q.dy = q.top ? -1 : 1;
    q.first_word = q.right ? q.hi >> 6 : q.lo >> 6;
    q.words = (q.hi >> 6) - (q.lo >> 6) + 1;
    if (q.lo > q.hi || q.rows <= 0)
        q.rows = q.words = 0;
    return q;
}

/* A part is one strip of one quadrant: what one sweep takes. Strips of a quadrant are about equally
 * wide, so a strip behind another has more than two words. */
struct part {
    quadrant q;
    int index;  /* of the quadrant, 0..3 */
    int strip;  /* 0 is the farthest from the target's column */
    int strips; /* of the quadrant */
    int word0;  /* first of its words, counted in the sweep's direction */
    int words;  /* 1 .. STRIP_WORDS */
};

__host__ __device__ inline int strips_of(const quadrant &q)
{
    return (q.words + STRIP_WORDS - 1) / STRIP_WORDS;
}

__host__ __device__ inline part part_of(const task &t, int index, int strip)
{
    part p;
    p.q = quadrant_of(t, index);
    p.index = index;
    p.strip = strip;
    p.strips = strips_of(p.q);
    const int width = (p.q.words + p.strips - 1) / p.strips;
    p.word0 = strip * width;
    p.words = p.q.words - p.word0 < width ? p.q.words - p.word0 : width;
    return p;
}

/* Number of a part among all parts of a level: quadrant by quadrant. */
__host__ __device__ inline int part_number(const task &t, int index, int strip)
{
    int number = strip;
    for (int i = 0; i < index; i++)
        number += strips_of(quadrant_of(t, i));
    return number;
}

/* Cells of a word whose label is this code. */
__host__ __device__ inline uint64_t match(uint64_t label0, uint64_t label1, int code)
{
    return ((code & 1) ? label0 : ~label0) & ((code & 2) ? label1 : ~label1);
}

__host__ __device__ inline int code_of(int level)
{
    return level % 3 + 1;
}

} // namespace detour

#endif
