/* dial_planes: the bit planes of a window for the dial wave, and how they are filled.
 *
 * A plane holds one bit a cell of the window. The window is cut into strips, 64 columns of one
 * layer each; a strip's rows are words, one after the other, with a block of zeros before and
 * behind, so that "the row above" is the next word and nothing asks for the window's edge:
 *
 *     layer 0           layer 1         strip = layer * columns + column
 *     strip 0 strip 1   strip 2 ...     word  = strip * stride + PAD + y
 *
 * Eight rows (more in tall windows, so that there are at most 64) are a block: a cache line, a ZMM
 * register, one bit in a mask of 64. Blocks are what is skipped: no loop touches one without a bit.
 *
 * A block is filled from the field when the wave first comes to it, so a short net in a wide window
 * reads little. Cells out of focus are left closed. The costs of its cells (weight + toll) are
 * sorted into classes on the way: class c is the bit plane of the cells that cost class_cost[c] to
 * enter. A cost above `reach`, or one too many, has no class; such cells are in the plane `late`.
 */
#ifndef LEEWAY_ROUTER_WAVE_DIAL_DIAL_PLANES_H
#define LEEWAY_ROUTER_WAVE_DIAL_DIAL_PLANES_H

#include "router/engine.h"
#include "router/wave/focus.h"
#include "router/wave/isa.h"

enum {
    DIAL_COST_MAX = 63, /* most that a cell, via or wrong way may cost here */
    DIAL_CLASSES = 16,
    DIAL_BITS = 8,        /* of a label, at most */
    DIAL_PAD = 8,         /* words of zeros around a strip */
    DIAL_BLOCKS = 64,     /* of a strip, at most */
    DIAL_BLOCK_SHIFT = 3, /* smallest block: 2^3 rows */
    DIAL_NO_CLASS = 255
};

/* A level's cells of one strip: the blocks that hold any, and those with a cell at an edge. */
struct dial_edges {
    uint64_t any, north, south, east, west;
};

struct dial_planes {
    const struct field *field;
    enum isa isa;
    bool costs; /* weights or tolls */

    struct box window;
    struct focus focus; /* set before the first block is filled */
    bool narrow;        /* one column of strips: blocks are taken by ranges of rows, not by masks */
    uint32_t layers, columns, strips, height;
    uint32_t block_shift; /* a block has 2^block_shift rows */
    size_t stride;        /* words of a strip */
    size_t words;         /* of a plane */

    /* The rings. Level d lies in slot d modulo the ring's length; outside of the blocks that are
     * marked all is 0. */
    uint32_t found_slots, arrived_slots; /* powers of two */
    uint64_t *found;                     /* [slot][word] cells of label d */
    uint64_t *arrived;                   /* [slot][word] cells entered at d, before their cost */
    struct dial_edges *found_at;         /* [slot][strip] */
    uint64_t *arrived_at;                /* [slot][strip] */

    uint64_t *open;          /* [word] may be entered, not arrived at yet */
    uint64_t *own;           /* [word] sources and targets; all 0 between searches */
    uint64_t *aim;           /* [word] targets; all 0 between searches */
    uint64_t *late;          /* [word] cells without a class */
    uint64_t *classes;       /* [class][word] */
    uint64_t *label;         /* [bit][word] label modulo 2^bits - 1, plus 1; 0: none yet */
    uint64_t *walls;         /* [direction][word] may be entered walking so; NULL: no walls */
    uint64_t *zero;          /* [stride] */
    uint64_t *built, *spent; /* [strip] blocks that are filled; with nothing open left */
    uint64_t *aimed;         /* [strip] blocks with a target */
    uint16_t *block_classes; /* [strip][64] set of classes in the block */
    uint32_t late_cost;      /* no cell without a class costs less */
    uint32_t reach;          /* largest cost that gets a class: arrived_slots - 1 */
    uint32_t bits, modulus;  /* of a label */
    uint32_t class_count;
    uint64_t work, cells; /* blocks looked at so far; cells of filled blocks that were open */
    uint8_t class_cost[DIAL_CLASSES];
    uint8_t class_of[256]; /* by cost; DIAL_NO_CLASS */

    uint64_t *clean, *dirty; /* memory: what is all 0 between searches, and the rest */
    size_t clean_capacity, dirty_capacity;
};

#ifdef __cplusplus
extern "C" {
#endif

/* Lays out the planes for a window: nothing built, the rings empty. reach: 2^k - 1, at most
 * DIAL_COST_MAX; extra: the dearest via or wrong way, at most DIAL_COST_MAX. What the search before
 * left has been cleared by dial_clear. O(strips) but for memory that grows. */
enum status dial_lay_out(struct dial_planes *planes, const struct box *window, uint32_t reach,
                         uint32_t extra, struct error *error);

/* Empties the rings. O(blocks in them), of narrow windows O(words of the rings). */
void dial_clear(struct dial_planes *planes);

/* Frees what the planes own. */
void dial_planes_destroy(struct dial_planes *planes);

#ifdef __cplusplus
}
#endif

/* Word of row 0 of a strip. */
static inline size_t dial_strip(const struct dial_planes *planes, uint32_t strip)
{
    return strip * planes->stride + DIAL_PAD;
}

/* Word of a cell, given from the window's corner; its bit is x % 64. */
static inline size_t dial_word(const struct dial_planes *planes, uint32_t x, uint32_t y, uint32_t z)
{
    return dial_strip(planes, z * planes->columns + x / 64) + y;
}

#endif
