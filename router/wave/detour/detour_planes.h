/* detour_planes: the bit planes of the detour wave, row by row.
 *
 * t is the only target of the search; levels are defined in detour.c. A row of the window has two
 * parts, so that a step towards t is always a step towards higher bits: the cells left of t in the
 * grid's order, and the cells right of t mirrored. t's column tx is in both. For a window that
 * begins at column x0 = 64:
 *
 *     columns   64 65 .. tx          | pad |  x1 .. tx+1 tx
 *     words     0 .. left_words - 1  |     |  right_word .. words - 1
 *
 * The planes of a row are U (open: free and not reached), N (new: reached by the last even, or the
 * last odd level) and the two bits of the label. Rows are filled when a search comes near. */
#pragma once

#include "router/search/engine.h"

/* Planes of a row. The last two exist only if there are odd levels: if the distances of the sources
 * from t are not all even or all odd. */
enum plane {
    PLANE_OPEN,
    PLANE_REACHED,
    PLANE_LABEL_1,
    PLANE_REACHED_ODD,
    PLANE_LABEL_0,
    PLANES_MAX
};

struct detour_planes {
    const struct field *field;
    uint64_t *own; /* bit plane of the grid: the cells of the job's pins; 0 between searches */

    struct box window;
    uint32_t tx, ty;
    uint32_t left_words;
    uint32_t right_word;  /* 0: there is no right part */
    uint32_t words;       /* per plane, without the padding at its end */
    uint32_t plane_words; /* per plane, with padding */
    uint32_t group_shift; /* log2 of the words per bit of a mask */
    bool mixed;           /* there are even and odd levels */
    int64_t reach;        /* rows up to this distance from t are filled; -1: none */
    uint64_t *rows;       /* [y][plane][plane_words] */
    uint64_t *masks;      /* [y][parity] groups of words where N is not 0 */
    uint64_t *zero;       /* [plane_words] a row outside of the window */
    size_t rows_capacity, masks_capacity, zero_capacity;
};

/* Makes planes for a field, without rows. */
enum status planes_create(struct detour_planes *planes, const struct field *field,
                          struct error *error);

/* Lays out empty rows for the window, in which tx and ty must be. O(1) unless memory grows. */
enum status planes_lay_out(struct detour_planes *planes, const struct box *window, bool mixed,
                           struct error *error);

/* Fills the rows up to this distance from t: cells that are open in the field or own are open, none
 * is reached. O(words). */
void planes_build(struct detour_planes *planes, int64_t distance);

/* The two label bits of a cell, or -1 if it is not reached. Its row must be filled. */
int planes_label(const struct detour_planes *planes, uint32_t x, uint32_t y);

size_t planes_bytes(const struct detour_planes *planes);
void planes_destroy(struct detour_planes *planes); /* accepts a zeroed struct */

/* The word with its bits in reverse order. */
static inline uint64_t planes_mirror(uint64_t word)
{
    word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
    word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(word);
}

static inline uint64_t *planes_row(const struct detour_planes *planes, uint32_t y, enum plane plane)
{
    DEBUG_ASSERT(y >= planes->window.y0 && y <= planes->window.y1);
    DEBUG_ASSERT(plane < (planes->mixed ? PLANES_MAX : PLANE_REACHED_ODD));
    size_t count = planes->mixed ? PLANES_MAX : PLANE_REACHED_ODD;
    return planes->rows + ((y - planes->window.y0) * count + plane) * planes->plane_words;
}

static inline uint64_t *planes_mask(const struct detour_planes *planes, uint32_t y, uint32_t parity)
{
    DEBUG_ASSERT(y >= planes->window.y0 && y <= planes->window.y1 && parity < 2);
    return planes->masks + 2 * (size_t)(y - planes->window.y0) + parity;
}

/* The word of column x <= tx (bit x % 64), and of column x >= tx (bit 63 - x % 64). */
static inline uint32_t planes_left_word(const struct detour_planes *planes, uint32_t x)
{
    return x / 64 - planes->window.x0 / 64;
}

static inline uint32_t planes_right_word(const struct detour_planes *planes, uint32_t x)
{
    return planes->right_word + planes->window.x1 / 64 - x / 64;
}
