/* bins: finds the rectangles near a place with a grid of square bins. A rectangle is entered in
 * each bin that it meets. Once the rectangles in more than 256 bins have four entries for each
 * rectangle together, the others of them are in a separate list, which each search goes through. A
 * search goes through the bins that its box meets and returns each rectangle once: in the first
 * common bin. */
#pragma once

#include "grid/grid.h"
#include "grid/layout/rect.h"

struct bins {
    const char *rects; /* the first of count, not owned */
    size_t stride;     /* bytes from one to the next */
    uint32_t *list;    /* [count] those that are entered, ascending, while bins are made */
    uint32_t count;
    struct layout_rect box; /* bounding box of all entered rectangles */
    int32_t size;           /* side of a bin, in units */
    uint32_t columns, rows;
    uint32_t *first;   /* [columns * rows + 1]: starts of the slices of entries */
    uint32_t *entries; /* indices of rectangles, ascending within a bin */
    uint32_t *large;   /* [large_count] rectangles that are in no bin, ascending */
    uint32_t large_count;
};

/* A search in progress. */
struct bins_search {
    const struct bins *bins;
    struct layout_rect box;
    struct box span; /* bins that the box meets */
    uint32_t x, y, at, large;
};

/* Makes bins for `count` rectangles, `stride` bytes from one to the next, which must not move.
 * layers: NULL, or the layer of each, layer_stride bytes apart: only those on `layer`. Free with
 * bins_destroy, also after a failure. O(count + entries). */
enum status bins_make(struct bins *bins, const struct layout_rect *rects, size_t stride,
                      const uint16_t *layers, size_t layer_stride, uint16_t layer, uint32_t count,
                      struct error *error);

void bins_destroy(struct bins *bins);

/* Starts a search for the rectangles that meet the box enlarged by margin on each side. */
struct bins_search bins_search(const struct bins *bins, struct layout_rect box, int32_t margin);

/* The next rectangle that meets the box (a common point is enough), or false. The order is
 * deterministic, but not ascending. */
bool bins_next(struct bins_search *search, uint32_t *found);
