/* rectangles: cuts a picture of numbers into rectangles of equal number.
 *
 *     . 1 1 .        Rows are cut into runs. A run with the same ends and number as one in the row
 *     . 1 1 2        above extends its rectangle: here (1,0)-(2,1) of 1 and (3,0)-(3,0) of 2.
 */
#pragma once

#include "grid/grid.h"

/* Returns the number at x,y; 0 is background and gets no rectangle. */
typedef uint32_t rectangles_value(const void *context, uint32_t x, uint32_t y);

/* Called for each finished rectangle. */
typedef void rectangles_call(void *context, struct box box, uint32_t value);

/* Covers each cell that is not background exactly once. The rectangles are ordered by their upper
 * edge, then by x. There may be more than necessary, but each separate rectangle of the picture
 * gives one. width and height must be positive. Time O(width * height), memory O(width). */
enum status rectangles_cover(uint32_t width, uint32_t height, rectangles_value *value,
                             const void *picture, rectangles_call *call, void *context,
                             struct error *error);
