/* rect: rectangles of a layout, and the eight orientations of a placed cell.
 *
 * All lengths and places of a layout are in units: tech.units_per_micron of them make a micron,
 * placed.scale of them (an even number) a database unit of the DEF file. */
#pragma once

#include "grid/base.h"

/* Limits of coordinates, in units. A shape of a placed cell stays within COORD_MAX; no sum
 * overflows. */
enum {
    COORD_MAX = (1 << 30) - 1, /* of any shape */
    PLACE_MAX = COORD_MAX / 2, /* of what DEF places */
    CELL_MAX = COORD_MAX / 4,  /* of shapes within a cell or via */
};

/* The area between the corners (x0, y0) and (x1, y1), in units; x0 <= x1 and y0 <= y1. Unlike in
 * struct box its width is x1 - x0. */
struct layout_rect {
    int32_t x0, y0, x1, y1;
};

/* DEF's orientations: rotated counterclockwise by 0, 90, 180, 270 degrees; the F ones are flipped
 * left to right first. */
enum orient { ORIENT_N, ORIENT_W, ORIENT_S, ORIENT_E, ORIENT_FN, ORIENT_FW, ORIENT_FS, ORIENT_FE };

/* The greatest common divisor of two lengths (Euclid), at least 0; that of 0 and b is |b|. Neither
 * may be INT32_MIN. O(log) divisions. */
static inline int32_t common_divisor(int32_t a, int32_t b)
{
    assert(a != INT32_MIN && b != INT32_MIN);
    while (b != 0) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static inline int32_t rect_width(struct layout_rect r)
{
    return r.x1 - r.x0;
}

static inline int32_t rect_height(struct layout_rect r)
{
    return r.y1 - r.y0;
}

/* The lesser and the greater of width and height. */
static inline int32_t rect_narrow(struct layout_rect r)
{
    return rect_width(r) < rect_height(r) ? rect_width(r) : rect_height(r);
}

static inline int32_t rect_long(struct layout_rect r)
{
    return rect_width(r) > rect_height(r) ? rect_width(r) : rect_height(r);
}

static inline int64_t rect_area(struct layout_rect r)
{
    return (int64_t)rect_width(r) * rect_height(r);
}

static inline bool rect_equal(struct layout_rect a, struct layout_rect b)
{
    return a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1;
}

static inline struct layout_rect rect_move(struct layout_rect r, int32_t x, int32_t y)
{
    return (struct layout_rect){r.x0 + x, r.y0 + y, r.x1 + x, r.y1 + y};
}

/* The rectangle enlarged by d on all four sides (d may be negative). */
static inline struct layout_rect rect_grow(struct layout_rect r, int32_t d)
{
    return (struct layout_rect){r.x0 - d, r.y0 - d, r.x1 + d, r.y1 + d};
}

/* The smallest rectangle around both. */
static inline struct layout_rect rect_join(struct layout_rect a, struct layout_rect b)
{
    return (struct layout_rect){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0,
                                a.x1 > b.x1 ? a.x1 : b.x1, a.y1 > b.y1 ? a.y1 : b.y1};
}

/* True if they share area. */
static inline bool rect_overlap(struct layout_rect a, struct layout_rect b)
{
    return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

/* True if they share at least a point: area, an edge or a corner. */
static inline bool rect_meet(struct layout_rect a, struct layout_rect b)
{
    return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

/* The distance along x or y; negative: the length of the overlap. */
static inline int32_t rect_gap_x(struct layout_rect a, struct layout_rect b)
{
    return (a.x0 > b.x0 ? a.x0 : b.x0) - (a.x1 < b.x1 ? a.x1 : b.x1);
}

static inline int32_t rect_gap_y(struct layout_rect a, struct layout_rect b)
{
    return (a.y0 > b.y0 ? a.y0 : b.y0) - (a.y1 < b.y1 ? a.y1 : b.y1);
}

/* True if they share area or a piece of an edge; a common corner is not enough. */
static inline bool rect_touch(struct layout_rect a, struct layout_rect b)
{
    int32_t x = rect_gap_x(a, b), y = rect_gap_y(a, b);
    return x <= 0 && y <= 0 && (x < 0 || y < 0);
}

/* True if b is inside a, edges included. */
static inline bool rect_holds(struct layout_rect a, struct layout_rect b)
{
    return a.x0 <= b.x0 && b.x1 <= a.x1 && a.y0 <= b.y0 && b.y1 <= a.y1;
}

/* A rectangle of a cell of width w and height h after the cell has been oriented and its lower left
 * corner moved back to 0,0. With w = h = 0 it turns about the point 0,0 (vias, I/O pins). */
static inline struct layout_rect rect_orient(struct layout_rect r, enum orient orient, int32_t w,
                                             int32_t h)
{
    switch (orient) {
    case ORIENT_W:
        return (struct layout_rect){h - r.y1, r.x0, h - r.y0, r.x1};
    case ORIENT_S:
        return (struct layout_rect){w - r.x1, h - r.y1, w - r.x0, h - r.y0};
    case ORIENT_E:
        return (struct layout_rect){r.y0, w - r.x1, r.y1, w - r.x0};
    case ORIENT_FN:
        return (struct layout_rect){w - r.x1, r.y0, w - r.x0, r.y1};
    case ORIENT_FW:
        return (struct layout_rect){r.y0, r.x0, r.y1, r.x1};
    case ORIENT_FS:
        return (struct layout_rect){r.x0, h - r.y1, r.x1, h - r.y0};
    case ORIENT_FE:
        return (struct layout_rect){h - r.y1, w - r.x1, h - r.y0, w - r.x0};
    default:
        return r;
    }
}
