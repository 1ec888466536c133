/* own: necks and notches. */
#include "router/detail/model/own.h"

bool own_joined(struct box a, struct box b, int32_t width)
{
    int32_t x = -box_gap_x(a, b);
    int32_t y = -box_gap_y(a, b);
    int32_t full = int_min(width, int_min(box_length(a), box_length(b)));
    return x >= 0 && y >= 0 && int_max(x, y) >= full;
}

static bool any_metal(struct box at, const struct box *metal, int count)
{
    for (int i = 0; i < count; i++) {
        if (box_overlap(at, metal[i]))
            return true;
    }
    return false;
}

/* A common corner: open if the two quarters beside them are empty. */
static bool touch_open(struct box p, struct box q, const struct box *metal, int count)
{
    int32_t x = int_max(p.x1, q.x1);
    int32_t y = int_max(p.y1, q.y1);
    bool rising = (p.x2 == q.x1) == (p.y2 == q.y1);
    struct box left = {x - 1, rising ? y : y - 1, x, rising ? y + 1 : y};
    struct box right = {x, rising ? y - 1 : y, x + 1, rising ? y : y + 1};
    return !any_metal(left, metal, count) && !any_metal(right, metal, count);
}

/* Corner to corner: open if both are outer corners and nothing lies between. */
static bool corner_open(struct box p, struct box q, const struct box *metal, int count)
{
    bool right = p.x2 <= q.x1;
    bool up = p.y2 <= q.y1;
    int32_t px = right ? p.x2 : p.x1;
    int32_t qx = right ? q.x1 : q.x2;
    int32_t py = up ? p.y2 : p.y1;
    int32_t qy = up ? q.y1 : q.y2;
    int32_t sx = right ? 1 : -1;
    int32_t sy = up ? 1 : -1;
    const int32_t probe[6][4] = {{px, py, sx, -sy}, {px, py, -sx, sy}, {px, py, sx, sy},
                                 {qx, qy, -sx, sy}, {qx, qy, sx, -sy}, {qx, qy, -sx, -sy}};
    for (int i = 0; i < 6; i++) {
        const int32_t *t = probe[i];
        struct box box = {int_min(t[0], t[0] + t[2]), int_min(t[1], t[1] + t[3]),
                          int_max(t[0], t[0] + t[2]), int_max(t[1], t[1] + t[3])};
        if (any_metal(box, metal, count))
            return false;
    }
    struct box between = {int_min(px, qx), int_min(py, qy), int_max(px, qx), int_max(py, qy)};
    return between.x1 == between.x2 || between.y1 == between.y2 ||
           !any_metal(between, metal, count);
}

/* Side by side: open if metal does not enter the gap all along. */
static bool side_open(struct box gap, bool along_y, const struct box *metal, int count)
{
    int32_t at = along_y ? gap.y1 : gap.x1;
    int32_t end = along_y ? gap.y2 : gap.x2;
    while (at < end) {
        int32_t next = at;
        for (int i = 0; i < count; i++) {
            if (!box_overlap(metal[i], gap))
                continue;
            int32_t low = along_y ? metal[i].y1 : metal[i].x1;
            int32_t high = along_y ? metal[i].y2 : metal[i].x2;
            if (low <= at && high > next)
                next = high;
        }
        if (next == at)
            return true;
        at = next;
    }
    return false;
}

bool own_gap_open(struct box p, struct box q, const struct box *metal, int count)
{
    int32_t x = box_gap_x(p, q);
    int32_t y = box_gap_y(p, q);
    if (x == 0 && y == 0)
        return touch_open(p, q, metal, count);
    if (x >= 0 && y >= 0)
        return corner_open(p, q, metal, count);
    if (x > 0)
        return side_open((struct box){int_min(p.x2, q.x2), int_max(p.y1, q.y1), int_max(p.x1, q.x1),
                                      int_min(p.y2, q.y2)},
                         true, metal, count);
    if (y > 0)
        return side_open((struct box){int_max(p.x1, q.x1), int_min(p.y2, q.y2), int_min(p.x2, q.x2),
                                      int_max(p.y1, q.y1)},
                         false, metal, count);
    return false;
}

static bool neck(struct box a, const struct box *metal, int count, int32_t width)
{
    bool weak = false;
    for (int i = 0; i < count; i++) {
        if (!box_touch(a, metal[i]))
            continue;
        if (own_joined(a, metal[i], width))
            return false;
        weak = true;
    }
    struct box rest[64];
    return weak && box_minus(a, metal, count, rest, 64) > 0;
}

bool own_rectangle(struct box a, const struct box *metal, int count)
{
    for (int i = 0; i < count; i++) {
        struct box b = metal[i];
        bool along = (a.x1 == b.x1 && a.x2 == b.x2) || (a.y1 == b.y1 && a.y2 == b.y2);
        if (box_touch(a, b) && !along && !box_holds(a, b) && !box_holds(b, a))
            return false;
    }
    return true;
}

bool own_fault(struct box a, const struct box *metal, int count, int32_t width, int32_t space)
{
    if (neck(a, metal, count, width))
        return true;
    struct box all[OWN_METAL_MAX + 1];
    struct box piece[64];
    int n = int_min(count, OWN_METAL_MAX);
    int pieces = box_minus(a, metal, n, piece, 64);
    for (int i = 0; i < n; i++)
        all[i] = metal[i];
    all[n] = a;
    for (int i = 0; i < n; i++) {
        if (box_touch(a, metal[i]) || !box_near(a, metal[i], space))
            continue;
        for (int p = 0; p < pieces; p++) {
            if (box_near(piece[p], metal[i], space) && own_gap_open(piece[p], metal[i], all, n + 1))
                return true;
        }
    }
    return false;
}
