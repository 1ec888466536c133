/* rectangles: cuts a picture of numbers into rectangles of equal number.
 *
 *     . 1 1 .        rows are cut into runs; a run that stands at the same place in the row above
 *     . 1 1 2        grows upwards: here (1,0)-(2,1) of 1 and (3,0)-(3,0) of 2
 */
#pragma once

#include "grid/grid.h"

/* The number at x,y; 0 is background and gets no rectangle. */
typedef uint32_t rectangles_value(const void *context, uint32_t x, uint32_t y);

/* Takes a finished rectangle. */
typedef void rectangles_take(void *context, struct box box, uint32_t value);

/* Covers every cell that is not background exactly once. Rectangles come in a fixed order: by
 * their upper edge, then by x. Time O(width * height), memory O(width). Not the fewest possible
 * rectangles, but exactly one for each separate rectangle of the picture. */
enum status rectangles_cover(uint32_t width, uint32_t height, rectangles_value *value,
                             const void *picture, rectangles_take *take, void *taker,
                             struct error *error);
