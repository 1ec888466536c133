/* polygon: the union of rectangles of one layer, as a bitmap over its own coordinates.
 *
 *     ys[2] -  . # .       Cell (i, j) is between xs[i], xs[i + 1] and ys[j], ys[j + 1]; its bit is
 *     ys[1] -  # # #       set if it is metal. n rectangles have at most 2n - 1 columns and rows.
 *     ys[0] -  |   |       The union may have several parts and holes.
 *            xs[0] ... xs[3]
 */
#pragma once

#include "grid/layout/rect.h"

struct point {
    int32_t x, y;
};

/* A polygon with the memory of its results, reused from one polygon to the next. Zero it first. */
struct polygon {
    int32_t *xs, *ys;          /* [columns + 1], [rows + 1], ascending */
    uint32_t columns, rows;    /* of cells */
    uint32_t words;            /* of 64 cells, per row */
    uint64_t *bits;            /* [rows * words] */
    struct layout_rect *rects; /* result of polygon_maximal: [rect_count] */
    uint32_t rect_count;
    struct point *points; /* result of polygon_loops: the corners of all loops in a row */
    uint32_t *loop_first; /* [loop_count + 1] */
    uint32_t point_count, loop_count;
    uint64_t *scratch; /* for polygon_maximal and polygon_loops */
    size_t x_capacity, y_capacity, bit_capacity, rect_capacity, point_capacity, loop_capacity,
        scratch_capacity;
};

/* Makes the union of rects[0 .. count), count >= 1, none of them empty. O(n log n + n * columns /
 * 64 * rows covered). Fails only without memory. */
enum status polygon_make(struct polygon *polygon, const struct layout_rect *rects, uint32_t count,
                         struct error *error);

/* Area in square units. */
int64_t polygon_area(const struct polygon *polygon);

/* Computes polygon->rects: all rectangles inside the polygon that no other such rectangle contains,
 * by lower row, then upper row, then from the left. O(rows^2 * words). */
enum status polygon_maximal(struct polygon *polygon, struct error *error);

/* Computes the boundary as loops of corners with metal to the left: outer boundaries
 * counterclockwise, holes clockwise. Parts that meet only in a corner have separate loops. */
enum status polygon_loops(struct polygon *polygon, struct error *error);

/* The length of the boundary; after polygon_loops. */
int64_t polygon_outline(const struct polygon *polygon);

/* Twice the signed area of a loop: positive for outer boundaries, negative for holes. */
int64_t polygon_loop_area(const struct polygon *polygon, uint32_t loop);

/* True if all of the rectangle is metal. */
bool polygon_covers(const struct polygon *polygon, struct layout_rect rect);

void polygon_destroy(struct polygon *polygon);

/* True if cell (i, j) is metal; cells outside the bitmap are not. */
static inline bool polygon_cell(const struct polygon *polygon, int64_t i, int64_t j)
{
    return i >= 0 && j >= 0 && i < (int64_t)polygon->columns && j < (int64_t)polygon->rows &&
           (polygon->bits[(size_t)j * polygon->words + (size_t)i / 64] >> (i % 64) & 1) != 0;
}
