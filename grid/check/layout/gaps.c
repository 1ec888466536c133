/* gaps: finds gaps between two shapes of one net that no other metal of the net fills. */
#include "grid/check/layout/inspect.h"

/* True if metal of the net overlaps the box. */
static bool net_covers_part(const struct inspection *it, uint16_t layer, uint32_t net,
                            struct layout_rect box)
{
    struct bins_search search = bins_search(&it->bins[layer], box, 0);
    for (uint32_t i = 0; bins_next(&search, &i);)
        if (it->shapes.shapes[i].net == net && rect_overlap(it->shapes.shapes[i].rect, box))
            return true;
    return false;
}

static struct layout_rect box_at(int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    return (struct layout_rect){dx < 0 ? x + dx : x, dy < 0 ? y + dy : y, dx > 0 ? x + dx : x,
                                dy > 0 ? y + dy : y};
}

/* Corner to corner: a gap if both are outside corners of the net's metal and no metal of the net is
 * between them. */
static bool corner_gap(const struct inspection *it, uint16_t layer, uint32_t net,
                       struct layout_rect p, struct layout_rect q)
{
    assert((p.x1 <= q.x0 || q.x1 <= p.x0) && (p.y1 <= q.y0 || q.y1 <= p.y0));
    bool east = p.x1 <= q.x0, north = p.y1 <= q.y0;
    int32_t px = east ? p.x1 : p.x0, qx = east ? q.x0 : q.x1;
    int32_t py = north ? p.y1 : p.y0, qy = north ? q.y0 : q.y1;
    int32_t sx = east ? 1 : -1, sy = north ? 1 : -1;
    for (int i = 0; i < 3; i++) { /* the quadrants of both corners outside of p and q */
        int32_t dx = i == 0 ? -sx : sx, dy = i == 1 ? -sy : sy;
        if (net_covers_part(it, layer, net, box_at(px, py, dx, dy)) ||
            net_covers_part(it, layer, net, box_at(qx, qy, -dx, -dy)))
            return false;
    }
    if (px == qx || py == qy)
        return true;
    return !net_covers_part(it, layer, net, box_at(px, py, qx - px, qy - py));
}

/* Only a common corner: a gap if two of the four quadrants around it have no metal. */
static bool quadrants_gap(const struct inspection *it, uint16_t layer, uint32_t net, int32_t x,
                          int32_t y)
{
    int empty = 0;
    for (int i = 0; i < 4; i++)
        empty +=
            !net_covers_part(it, layer, net, box_at(x, y, i % 2 == 0 ? 1 : -1, i < 2 ? 1 : -1));
    return empty >= 2;
}

/* Side by side with the box g between them, crossed along x or y: a gap if a slice of the box has
 * no metal of the net. */
static bool slice_gap(const struct inspection *it, uint16_t layer, uint32_t net,
                      struct layout_rect g, bool along_x)
{
    assert(g.x0 < g.x1 && g.y0 < g.y1);
    int32_t low = along_x ? g.y0 : g.x0, high = along_x ? g.y1 : g.x1, open = low;
    for (bool moved = true; moved && open < high;) {
        moved = false;
        struct bins_search search = bins_search(&it->bins[layer], g, 0);
        for (uint32_t i = 0; bins_next(&search, &i);) {
            struct layout_rect r = it->shapes.shapes[i].rect;
            if (it->shapes.shapes[i].net != net || !rect_overlap(r, g))
                continue;
            int32_t from = along_x ? r.y0 : r.x0, to = along_x ? r.y1 : r.x1;
            if (from <= open && to > open) {
                open = to;
                moved = true;
            }
        }
    }
    return open < high;
}

bool inspect_open_gap(const struct inspection *it, uint16_t layer, uint32_t net,
                      struct layout_rect p, struct layout_rect q)
{
    assert(net != NET_NONE && layer < it->layout->tech.layer_names.count);
    const int32_t dx = rect_gap_x(p, q), dy = rect_gap_y(p, q);
    if (dx == 0 && dy == 0)
        return quadrants_gap(it, layer, net, p.x0 > q.x0 ? p.x0 : q.x0, p.y0 > q.y0 ? p.y0 : q.y0);
    if (dx <= 0 && dy <= 0)
        return false;
    if (dx >= 0 && dy >= 0)
        return corner_gap(it, layer, net, p, q);
    struct layout_rect g = {p.x0 > q.x0 ? p.x0 : q.x0, p.y0 > q.y0 ? p.y0 : q.y0,
                            p.x1 < q.x1 ? p.x1 : q.x1, p.y1 < q.y1 ? p.y1 : q.y1};
    struct layout_rect gap = dx > 0 ? (struct layout_rect){g.x1, g.y0, g.x0, g.y1}
                                    : (struct layout_rect){g.x0, g.y1, g.x1, g.y0};
    return slice_gap(it, layer, net, gap, dx > 0);
}
