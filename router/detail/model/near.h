/* near: the distance and parallel run length of two rectangles as LEF's spacing rules measure them,
 * and the difference of rectangles. A rectangle with x0 >= x1 is empty. */
#pragma once

#include <assert.h>

#include "grid/layout/rect.h"
#include "router/detail/model/number.h"

/* An empty rectangle: rect_join with it returns the other one. */
#define RECT_EMPTY ((struct layout_rect){INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN})

/* True if the Euclidean distance between a and b is less than space. With a space of 0 or less,
 * true only if they overlap or share a piece of an edge. */
static inline bool rect_near(struct layout_rect a, struct layout_rect b, int32_t space)
{
    int64_t x = int_max(rect_gap_x(a, b), 0), y = int_max(rect_gap_y(a, b), 0);
    if (x == 0 && y == 0)
        return space > 0 || rect_touch(a, b);
    return x < space && y < space && x * x + y * y < (int64_t)space * space;
}

/* The parallel run length of a and b; negative if they face each other corner to corner. */
static inline int32_t rect_run(struct layout_rect a, struct layout_rect b)
{
    int32_t x = rect_gap_x(a, b), y = rect_gap_y(a, b);
    if (x >= 0 && y < 0)
        return -y;
    if (y >= 0 && x < 0)
        return -x;
    return int_max(-x, -y);
}

/* Writes the part of a outside cut[0 .. count) to out, as at most `room` rectangles; returns their
 * number. */
uint32_t rect_minus(struct layout_rect a, const struct layout_rect *cut, uint32_t count,
                    struct layout_rect *out, uint32_t room);
