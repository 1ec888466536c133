/* box: a rectangle of metal and how far two of them are apart.
 *
 * All coordinates of the room are whole numbers of one unit that the caller chooses, fine enough
 * for half a wire's width; the low and left sides are x1, y1. A box with x1 >= x2 is empty.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct box {
    int32_t x1, y1, x2, y2;
};

static inline int32_t int_min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t int_max(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Distance along x; below 0 it is the length of the common stretch, negated. */
static inline int32_t box_gap_x(struct box a, struct box b)
{
    return int_max(a.x1, b.x1) - int_min(a.x2, b.x2);
}

static inline int32_t box_gap_y(struct box a, struct box b)
{
    return int_max(a.y1, b.y1) - int_min(a.y2, b.y2);
}

/* Do they share area? */
static inline bool box_overlap(struct box a, struct box b)
{
    return a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2;
}

/* Does b lie in a, edges included? */
static inline bool box_holds(struct box a, struct box b)
{
    return a.x1 <= b.x1 && a.y1 <= b.y1 && b.x2 <= a.x2 && b.y2 <= a.y2;
}

/* Do they share area or a piece of an edge? A corner is not enough. */
static inline bool box_touch(struct box a, struct box b)
{
    int32_t x = box_gap_x(a, b);
    int32_t y = box_gap_y(a, b);
    return x <= 0 && y <= 0 && (x < 0 || y < 0);
}

/* Are they nearer than space, measured straight between the nearest points? A space of 0 or less
 * leaves boxes that overlap or abut. */
static inline bool box_near(struct box a, struct box b, int32_t space)
{
    int64_t x = int_max(box_gap_x(a, b), 0);
    int64_t y = int_max(box_gap_y(a, b), 0);
    if (x == 0 && y == 0)
        return space > 0 || box_touch(a, b);
    return x < space && y < space && x * x + y * y < (int64_t)space * space;
}

static inline struct box box_shift(struct box a, int32_t x, int32_t y)
{
    return (struct box){a.x1 + x, a.y1 + y, a.x2 + x, a.y2 + y};
}

static inline struct box box_grow(struct box a, int32_t by)
{
    return (struct box){a.x1 - by, a.y1 - by, a.x2 + by, a.y2 + by};
}

static inline struct box box_join(struct box a, struct box b)
{
    return (struct box){int_min(a.x1, b.x1), int_min(a.y1, b.y1), int_max(a.x2, b.x2),
                        int_max(a.y2, b.y2)};
}

/* The lesser of width and height: what rules call the width of a shape. */
static inline int32_t box_width(struct box a)
{
    return int_min(a.x2 - a.x1, a.y2 - a.y1);
}

static inline int32_t box_length(struct box a)
{
    return int_max(a.x2 - a.x1, a.y2 - a.y1);
}

/* How long two boxes run side by side; below 0 they face each other over a corner. */
static inline int32_t box_run(struct box a, struct box b)
{
    int32_t x = box_gap_x(a, b);
    int32_t y = box_gap_y(a, b);
    if (x >= 0 && y < 0)
        return -y;
    if (y >= 0 && x < 0)
        return -x;
    return int_max(-x, -y);
}

/* Writes what is left of a outside the count boxes of cut to out, and returns how many boxes that
 * are; at most `room` are kept. */
int box_minus(struct box a, const struct box *cut, int count, struct box *out, int room);
