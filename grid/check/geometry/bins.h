/* bins: finds the rectangles near a place.
 *
 *     +---+---+---+      The plane is cut into square bins; a rectangle is entered in each bin
 *     | a | ab|   |      that it meets. A search looks at the bins that its box meets and names
 *     +---+---+---+      each rectangle once: in the first bin, by row and column, that both the
 *     |   | b | c |      box and the rectangle meet.
 *     +---+---+---+
 *
 * A rectangle that meets very many bins stands in a list of its own, which every search reads.
 */
#pragma once

#include "grid/base.h"
#include "grid/layout/rect.h"

struct bins {
    const struct layout_rect *rects; /* [count], not owned */
    uint32_t count;
    struct layout_rect box; /* around all rectangles */
    int32_t size;           /* side of a bin, in units */
    uint32_t columns, rows;
    uint32_t *first;   /* [columns * rows + 1]: a bin's slice of entries */
    uint32_t *entries; /* numbers of rectangles, ascending within a bin */
    uint32_t *large;   /* [large_count] rectangles that stand in no bin, ascending */
    uint32_t large_count;
};

/* A search in progress. */
struct bins_search {
    const struct bins *bins;
    struct layout_rect box;
    uint32_t x0, y0, x1, y1; /* bins that the box meets */
    uint32_t x, y, at, large;
};

/* Bins for rects[0 .. count), which must stay where they are. which: only rectangles i with
 * which[i] are entered; NULL: all. Free with bins_destroy. O(count + entries). */
enum status bins_make(struct bins *bins, const struct layout_rect *rects, const bool *which,
                      uint32_t count, struct error *error);

void bins_destroy(struct bins *bins);

/* Starts a search for the rectangles that meet the box grown by margin on each side. */
struct bins_search bins_search(const struct bins *bins, struct layout_rect box, int32_t margin);

/* The next rectangle that meets the box (a common point is enough), or false. The order is the
 * same in each run, but not ascending. */
bool bins_next(struct bins_search *search, uint32_t *found);
