/* near: differences of rectangles, by splitting at the edges of each that is cut out. */
#include "router/detail/model/near.h"

#include <assert.h>
#include <stddef.h>

/* Splits the part of a outside b, which overlaps it, into at most four pieces. */
static uint32_t split(struct layout_rect a, struct layout_rect b, struct layout_rect out[4])
{
    uint32_t n = 0;
    if (b.y0 > a.y0)
        out[n++] = (struct layout_rect){a.x0, a.y0, a.x1, b.y0};
    if (b.y1 < a.y1)
        out[n++] = (struct layout_rect){a.x0, b.y1, a.x1, a.y1};
    int32_t low = int_max(a.y0, b.y0), high = int_min(a.y1, b.y1);
    if (b.x0 > a.x0)
        out[n++] = (struct layout_rect){a.x0, low, b.x0, high};
    if (b.x1 < a.x1)
        out[n++] = (struct layout_rect){b.x1, low, a.x1, high};
    return n;
}

uint32_t rect_minus(struct layout_rect a, const struct layout_rect *cut, uint32_t count,
                    struct layout_rect *out, uint32_t room)
{
    assert(room > 0 && (count == 0 || cut != NULL));
    uint32_t n = 0;
    out[n++] = a;
    for (uint32_t k = 0; k < count && n > 0; k++) {
        for (uint32_t i = n; i-- > 0;) {
            if (!rect_overlap(out[i], cut[k]))
                continue;
            struct layout_rect piece[4];
            uint32_t pieces = split(out[i], cut[k], piece);
            out[i] = out[--n];
            for (uint32_t p = 0; p < pieces && n < room; p++)
                out[n++] = piece[p];
        }
    }
    return n;
}
