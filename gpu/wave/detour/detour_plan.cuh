/* detour_plan: what the two halves of the detour wave (search, trace) share: the task, its four
 * quadrants around the target, how they are cut into strips, and the labels.
 *
 * Labels. dist(v) = MD(s,t) - MD(v,t) + 2 k(v), where k(v) counts the steps of the best path to v
 * that lead away from t (Hadlock 1977). Neighbours differ by at most one in k, and which of them
 * can be the greater is known from where t lies, so k % 2 tells all. A cell has two bits:
 *
 *     high low
 *      0    0    closed
 *      0    1    open, not reached
 *      1    0    reached with an even number of detours
 *      1    1    reached with an odd number
 *
 * so "may still be reached" is low & ~high, and closed cells need no plane of their own.
 *
 * Quadrants. The window is cut at the target's column and row. Each quadrant is seen from its far
 * corner, so that "toward the target" is up its rows and up the bits and words of a row: the right
 * quadrants are mirrored, the top ones upside down. The words of a row, 32 cells each, are counted
 * from the target's column, and bit 31 of word 0 lies next to it:
 *
 *        left | right        left:   ...  word 1 | word 0, its bit 31 is column tx
 *     --------+--------  top
 *             t          bottom, with the target's row; left has the target's column
 *
 *                            right:  word 0, its bit 31 is column tx + 1 | word 1 ...
 *
 * Parts. A strip is 32 words of a quadrant, all its rows; strip 0 is the farthest from the target's
 * column and may have fewer. A part (a strip of a quadrant) is what one warp sweeps, lane l at word
 * l of the strip, the last one nearest to the target. A slab is 8 rows of one word, what a lane
 * takes in a step; lane l is at slab i - l in step i.
 *
 * Layout. The labels of a part lie in the order of its sweep, step by step, what is beside each
 * other being done at once, so that a step is copied in one piece and all of it is needed at the
 * same time:
 *
 *     step i:  rows 0, 1 of the slabs i - l of all lanes l | rows 2, 3 | rows 4, 5 | rows 6, 7
 *
 * Slabs before the first and after the last are there and closed.
 */
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace detour
{

constexpr int QUADRANTS = 4;
constexpr int STRIP_WORDS = 32; /* 1024 columns */
constexpr int SLAB = 8;         /* rows */
constexpr int PAIRS = SLAB / 2; /* of rows in a slab */
constexpr int BATCH = 4;        /* steps that are moved at once; sweeps are padded to batches */
constexpr int NOT_FOUND = INT32_MAX;

/* Labels of one word of two rows: low and high of the first, low and high of the second. */
typedef uint4 label_pair;

struct quadrant {
    bool right, top;
    int rows;    /* 0: the quadrant is empty */
    int columns; /* likewise */
    int words;   /* of a row */
    int strips;
    int slabs;      /* of rows */
    int first_part; /* number of its strip 0 among all parts of a level */
    size_t labels;  /* where its labels begin */
};

/* One search on one layer. All pointers are device memory. */
struct detour_task {
    const uint32_t *closed; /* rows of row_words words, bit x % 32 of word x / 32; 1: no wire may go
                               there (the source and target count as open) */
    int row_words;
    label_pair *labels; /* part by part */
    uint32_t tag;       /* of the search; see detour_mail */
    int x0, y0, x1, y1; /* window, inclusive */
    int sx, sy, tx, ty; /* source and target, inside the window, not the same cell */

    /* made of these by plan_quadrants */
    quadrant quadrants[QUADRANTS]; /* by number: bit 0 is right, bit 1 is top */
    int parts;                     /* of a level */
    size_t label_count;
};

/* What the sweeps tell each other and the host. All zero before a search. The first two are read
 * as one word by those who wait. */
struct __align__(8) control
{
    int found; /* 0: the target was not reached; else NOT_FOUND - the lowest level that did */
    int dead;  /* 1: a whole level labelled nothing: there is no path */
    int knots; /* number of knots that the trace wrote, or one of the codes in detour_trace */
};

/* The level that reached the target, or NOT_FOUND, from control.found. */
__host__ __device__ inline int level_found(int found)
{
    return NOT_FOUND - found;
}

/* Row r of a quadrant, and the lowest column of a word of it: the one of its bit 0 on the left, of
 * its bit 31 on the right. */
__host__ __device__ inline int row_y(const detour_task &t, const quadrant &q, int r)
{
    return q.top ? t.y1 - r : t.y0 + r;
}

__host__ __device__ inline int word_x(const detour_task &t, const quadrant &q, int word)
{
    return q.right ? t.tx + 1 + 32 * word : t.tx - 31 - 32 * word;
}

/* Where a cell of the window lies. */
struct detour_place {
    int index; /* of the quadrant */
    int row, word, bit;
};

__host__ __device__ inline detour_place place_of(const detour_task &t, int x, int y)
{
    assert(x >= t.x0 && x <= t.x1 && y >= t.y0 && y <= t.y1);
    const bool right = x > t.tx, top = y > t.ty;
    const int away = right ? x - t.tx - 1 : t.tx - x;
    return {(right ? 1 : 0) + (top ? 2 : 0), top ? t.y1 - y : y - t.y0, away / 32, 31 - away % 32};
}

/* One strip of one quadrant. */
struct detour_part {
    quadrant q;
    int index; /* of the quadrant */
    int strip;
    int number;    /* among all parts of a level */
    int words;     /* lanes 0 .. words - 1 have one */
    int last_word; /* number of the last lane's word */
    int batches;   /* of steps */
    size_t base;   /* of its labels */
};

/* Batches of a sweep over so many slabs and words, and label pairs of the part. */
__host__ __device__ inline int count_batches(int slabs, int words)
{
    return (slabs + words - 1 + BATCH - 1) / BATCH;
}

__host__ __device__ inline size_t count_pairs(int slabs, int words)
{
    return (size_t)(BATCH * PAIRS) * (size_t)count_batches(slabs, words) * (size_t)words;
}

__host__ __device__ inline detour_part part_of(const detour_task &t, int index, int strip)
{
    detour_part p;
    assert(index >= 0 && index < QUADRANTS && strip >= 0 && strip < t.quadrants[index].strips);
    p.q = t.quadrants[index];
    p.index = index;
    p.strip = strip;
    p.number = p.q.first_part + strip;
    const int farthest = p.q.words - STRIP_WORDS * (p.q.strips - 1); /* words of strip 0 */
    p.words = strip == 0 ? farthest : STRIP_WORDS;
    p.last_word = STRIP_WORDS * (p.q.strips - 1 - strip);
    p.batches = count_batches(p.q.slabs, p.words);
    p.base = p.q.labels;
    if (strip > 0)
        p.base += count_pairs(p.q.slabs, farthest) +
                  (size_t)(strip - 1) * count_pairs(p.q.slabs, STRIP_WORDS);
    return p;
}

/* Number of a lane's word. */
__host__ __device__ inline int word_of(const detour_part &p, int lane)
{
    return p.last_word + p.words - 1 - lane;
}

/* Index of the labels of a step's first pair of rows of a lane; those of the next pair, and of the
 * next step after the last, are `words` further on. */
__host__ __device__ inline size_t labels_at(const detour_part &p, int step, int lane)
{
    return p.base + (size_t)(step * PAIRS) * (size_t)p.words + (size_t)lane;
}

/* Fills what is made of the window and the target. */
inline void plan_quadrants(detour_task *t)
{
    assert(t->x0 <= t->tx && t->tx <= t->x1 && t->y0 <= t->ty && t->ty <= t->y1);
    t->parts = 0;
    t->label_count = 0;
    for (int i = 0; i < QUADRANTS; i++) {
        quadrant *q = &t->quadrants[i];
        q->right = (i & 1) != 0;
        q->top = (i & 2) != 0;
        q->columns = q->right ? t->x1 - t->tx : t->tx - t->x0 + 1;
        q->rows = q->top ? t->y1 - t->ty : t->ty - t->y0 + 1;
        if (q->columns == 0 || q->rows == 0)
            q->columns = q->rows = 0;
        q->words = (q->columns + 31) / 32;
        q->strips = (q->words + STRIP_WORDS - 1) / STRIP_WORDS;
        q->slabs = (q->rows + SLAB - 1) / SLAB;
        q->first_part = t->parts;
        q->labels = t->label_count;
        t->parts += q->strips;
        if (q->strips > 0)
            t->label_count += count_pairs(q->slabs, q->words - STRIP_WORDS * (q->strips - 1)) +
                              (size_t)(q->strips - 1) * count_pairs(q->slabs, STRIP_WORDS);
    }
}

} // namespace detour
