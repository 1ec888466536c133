/* own: finds necks and notches by comparing each pair of rectangles. */
#include "router/detail/model/own.h"

#include <assert.h>
#include <string.h>

bool own_joined(struct layout_rect a, struct layout_rect b, int32_t width)
{
    int32_t x = -rect_gap_x(a, b), y = -rect_gap_y(a, b);
    int32_t full = int_min(width, int_min(rect_long(a), rect_long(b)));
    return x >= 0 && y >= 0 && int_max(x, y) >= full;
}

/* The rectangle with these opposite corners. */
static struct layout_rect between(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    return (struct layout_rect){int_min(x0, x1), int_min(y0, y1), int_max(x0, x1), int_max(y0, y1)};
}

static bool any_metal(struct layout_rect at, const struct layout_rect *metal, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (rect_overlap(at, metal[i]))
            return true;
    return false;
}

/* True if p and q, which share a corner, have an open gap: the other two quadrants are empty. */
static bool touch_open(struct layout_rect p, struct layout_rect q, const struct layout_rect *metal,
                       uint32_t count)
{
    int32_t x = int_max(p.x0, q.x0), y = int_max(p.y0, q.y0);
    bool rising = (p.x1 == q.x0) == (p.y1 == q.y0);
    struct layout_rect left = {x - 1, rising ? y : y - 1, x, rising ? y + 1 : y};
    struct layout_rect right = {x, rising ? y - 1 : y, x + 1, rising ? y : y + 1};
    return !any_metal(left, metal, count) && !any_metal(right, metal, count);
}

/* Corner to corner: the gap is open if both are outer corners and there is no metal between. */
static bool corner_open(struct layout_rect p, struct layout_rect q, const struct layout_rect *metal,
                        uint32_t count)
{
    bool right = p.x1 <= q.x0, up = p.y1 <= q.y0;
    int32_t px = right ? p.x1 : p.x0, qx = right ? q.x0 : q.x1, py = up ? p.y1 : p.y0;
    int32_t qy = up ? q.y0 : q.y1, sx = right ? 1 : -1, sy = up ? 1 : -1;
    const int32_t probe[6][4] = {{px, py, sx, -sy}, {px, py, -sx, sy}, {px, py, sx, sy},
                                 {qx, qy, -sx, sy}, {qx, qy, sx, -sy}, {qx, qy, -sx, -sy}};
    for (uint32_t i = 0; i < 6; i++) {
        const int32_t *t = probe[i];
        if (any_metal(between(t[0], t[1], t[0] + t[2], t[1] + t[3]), metal, count))
            return false;
    }
    struct layout_rect gap = between(px, py, qx, qy);
    return gap.x0 == gap.x1 || gap.y0 == gap.y1 || !any_metal(gap, metal, count);
}

/* Side by side: the gap is open if some stretch of it has no metal. */
static bool side_open(struct layout_rect gap, bool along_y, const struct layout_rect *metal,
                      uint32_t count)
{
    int32_t at = along_y ? gap.y0 : gap.x0, end = along_y ? gap.y1 : gap.x1;
    while (at < end) {
        int32_t next = at;
        for (uint32_t i = 0; i < count; i++) {
            if (!rect_overlap(metal[i], gap))
                continue;
            int32_t low = along_y ? metal[i].y0 : metal[i].x0;
            int32_t high = along_y ? metal[i].y1 : metal[i].x1;
            if (low <= at && high > next)
                next = high;
        }
        if (next == at)
            return true;
        at = next;
    }
    return false;
}

bool own_gap_open(struct layout_rect p, struct layout_rect q, const struct layout_rect *metal,
                  uint32_t count)
{
    int32_t x = rect_gap_x(p, q), y = rect_gap_y(p, q);
    assert(x >= 0 || y >= 0);
    if (x == 0 && y == 0)
        return touch_open(p, q, metal, count);
    if (x >= 0 && y >= 0)
        return corner_open(p, q, metal, count);
    struct layout_rect gap =
        between(int_min(p.x1, q.x1), int_max(p.y0, q.y0), int_max(p.x0, q.x0), int_min(p.y1, q.y1));
    return (x > 0 || y > 0) && side_open(gap, x > 0, metal, count);
}

static bool neck(struct layout_rect a, const struct layout_rect *metal, uint32_t count,
                 int32_t width)
{
    bool weak = false;
    for (uint32_t i = 0; i < count; i++) {
        if (!rect_touch(a, metal[i]))
            continue;
        if (own_joined(a, metal[i], width))
            return false;
        weak = true;
    }
    struct layout_rect rest[64];
    return weak && rect_minus(a, metal, count, rest, 64) > 0;
}

bool own_rectangle(struct layout_rect a, const struct layout_rect *metal, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct layout_rect b = metal[i];
        bool along = (a.x0 == b.x0 && a.x1 == b.x1) || (a.y0 == b.y0 && a.y1 == b.y1);
        if (rect_touch(a, b) && !along && !rect_holds(a, b) && !rect_holds(b, a))
            return false;
    }
    return true;
}

bool own_fault(struct layout_rect a, const struct layout_rect *metal, uint32_t count, int32_t width,
               int32_t space)
{
    assert(count <= OWN_METAL_MAX && width >= 0);
    if (neck(a, metal, count, width))
        return true;
    struct layout_rect all[OWN_METAL_MAX + 1];
    struct layout_rect piece[64];
    uint32_t pieces = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (rect_touch(a, metal[i]) || !rect_near(a, metal[i], space))
            continue;
        if (pieces == 0) { /* few come here */
            pieces = rect_minus(a, metal, count, piece, 64);
            memcpy(all, metal, count * sizeof *metal);
            all[count] = a;
        }
        for (uint32_t p = 0; p < pieces; p++)
            if (rect_near(piece[p], metal[i], space) &&
                own_gap_open(piece[p], metal[i], all, count + 1))
                return true;
    }
    return false;
}
