/* detour_plan: data that the search and the trace of the detour wave share: the task, its four
 * quadrants around the target, the strips into which they are cut, and the labels.
 *
 * Labels. dist(v) = MD(s,t) - MD(v,t) + 2 k(v), where MD is the Manhattan distance and k(v) counts
 * the steps of the best path to v that lead away from t (Hadlock 1977). Neighbours differ by at
 * most one in k, and the position of t decides which of them can have the larger k, so k % 2 is
 * enough. A cell has two bits:
 *
 *     high low
 *      0    0    closed
 *      0    1    open, not reached
 *      1    0    reached with an even number of detours
 *      1    1    reached with an odd number of detours
 *
 * so "may still be reached" is low & ~high, and closed cells need no plane of their own.
 *
 * Quadrants. The window is cut at the target's column and row. Each quadrant is seen from its far
 * corner, so that "toward the target" is up its rows and up the bits and words of a row: the right
 * quadrants are mirrored, the top ones are upside down. The words of a row, 32 cells each, are
 * counted from the target's column, and bit 31 of word 0 is next to it:
 *
 *        left | right        left:   ...  word 1 | word 0, its bit 31 is column tx
 *     --------+--------  top
 *             t          bottom, with the target's row; left has the target's column
 *
 *                            right:  word 0, its bit 31 is column tx + 1 | word 1 ...
 *
 * Parts. A strip is 32 words of a quadrant, over all its rows; strip 0 is the farthest from the
 * target's column and may have fewer words. A part is a strip of a quadrant, and is swept by one
 * warp: lane l owns word l of the strip, the last lane is the nearest to the target. A row block is
 * 8 rows of one word, which a lane processes in one step; in step i lane l is at row block i - l.
 *
 * Layout. The labels of a part are stored in the order of its sweep, step by step, so that a step
 * is copied in one piece:
 *
 *     step i:  rows 0, 1 of the row blocks i - l of all lanes l | rows 2, 3 | rows 4, 5 | rows 6, 7
 *
 * Row blocks before the first and after the last exist in this layout, and are closed. */
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace detour
{

constexpr int QUADRANTS = 4;         /* around the target */
constexpr int STRIP_WORDS = 32;      /* words per strip: 1024 columns */
constexpr int ROW_BLOCK = 8;         /* rows that a lane processes in one step */
constexpr int PAIRS = ROW_BLOCK / 2; /* pairs of rows in a row block */
constexpr int BATCH = 4; /* steps that are moved together; sweeps are padded to whole batches */
constexpr int NOT_FOUND = INT32_MAX;

/* Labels of one word of two rows: low and high of the first row, low and high of the second. */
typedef uint4 label_pair;

struct quadrant {
    bool right, top;
    int rows;    /* 0: the quadrant is empty */
    int columns; /* 0: the quadrant is empty */
    int words;   /* per row */
    int strips;
    int row_blocks;
    int first_part; /* number of the part of its strip 0 */
    size_t labels;  /* index of its first label */
};

/* One search on one layer. All pointers are to device memory. */
struct detour_task {
    const uint32_t *closed; /* the field's plane; the source and the target count as open */
    int row_words;
    label_pair *labels; /* part by part */
    uint32_t tag;       /* tag of the search; see detour_mail */
    int x0, y0, x1, y1; /* the window, corners included */
    int sx, sy, tx, ty; /* source and target: two cells inside the window */

    /* computed from these by plan_quadrants */
    quadrant quadrants[QUADRANTS]; /* index bit 0: right, bit 1: top */
    int parts;                     /* parts per level */
    size_t label_count;
};

/* Results that the sweeps share with each other and the host. All zero before a search. Waiting
 * warps read the first two members as one word. */
struct __align__(8) detour_control
{
    int found; /* 0: the target was not reached; else NOT_FOUND - the lowest level that reached it
                */
    int dead;  /* 1: a level labelled no cell, so there is no path */
    int knots; /* number of knots that the trace wrote, or a code of walk.cuh */
};

/* The level that reached the target, or NOT_FOUND, from control.found. */
__host__ __device__ inline int level_found(int found)
{
    return NOT_FOUND - found;
}

/* The y coordinate of row r of a quadrant, and the column of one end of a word of it: of bit 0 on
 * the left, of bit 31 on the right. */
__host__ __device__ inline int row_y(const detour_task &t, const quadrant &q, int r)
{
    return q.top ? t.y1 - r : t.y0 + r;
}

__host__ __device__ inline int word_x(const detour_task &t, const quadrant &q, int word)
{
    return q.right ? t.tx + 1 + 32 * word : t.tx - 31 - 32 * word;
}

/* The position of a cell of the window in its quadrant. */
struct detour_place {
    int index; /* quadrant */
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
    int number;    /* number of the part, below task.parts */
    int words;     /* lanes 0 .. words - 1 have a word */
    int last_word; /* number of the last lane's word in the row */
    int batches;   /* batches of steps */
    size_t base;   /* index of its first label */
};

/* Batches of a sweep over `row_blocks` row blocks and `words` words, and its label pairs. */
__host__ __device__ inline int count_batches(int row_blocks, int words)
{
    return (row_blocks + words - 1 + BATCH - 1) / BATCH;
}

__host__ __device__ inline size_t count_pairs(int row_blocks, int words)
{
    return (size_t)(BATCH * PAIRS) * (size_t)count_batches(row_blocks, words) * (size_t)words;
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
    p.batches = count_batches(p.q.row_blocks, p.words);
    p.base = p.q.labels;
    if (strip > 0)
        p.base += count_pairs(p.q.row_blocks, farthest) +
                  (size_t)(strip - 1) * count_pairs(p.q.row_blocks, STRIP_WORDS);
    return p;
}

/* Number of a lane's word in the row. */
__host__ __device__ inline int word_of(const detour_part &p, int lane)
{
    return p.last_word + p.words - 1 - lane;
}

/* Index of the labels of a lane in a step, for the first pair of rows. Those of the next pair, and
 * of the next step after the last pair, are p.words further. */
__host__ __device__ inline size_t labels_at(const detour_part &p, int step, int lane)
{
    return p.base + (size_t)(step * PAIRS) * (size_t)p.words + (size_t)lane;
}

/* Computes the quadrants from the window and the target. */
inline void plan_quadrants(detour_task *t)
{
    assert(t->x0 <= t->tx && t->tx <= t->x1 && t->y0 <= t->ty && t->ty <= t->y1);
    assert(t->x0 <= t->sx && t->sx <= t->x1 && t->y0 <= t->sy && t->sy <= t->y1);
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
        q->row_blocks = (q->rows + ROW_BLOCK - 1) / ROW_BLOCK;
        q->first_part = t->parts;
        q->labels = t->label_count;
        t->parts += q->strips;
        if (q->strips > 0)
            t->label_count += count_pairs(q->row_blocks, q->words - STRIP_WORDS * (q->strips - 1)) +
                              (size_t)(q->strips - 1) * count_pairs(q->row_blocks, STRIP_WORDS);
    }
}

} // namespace detour
