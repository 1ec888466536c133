/* box: what is left of a rectangle. */
#include "router/detail/model/box.h"

/* The up to four pieces of a outside b, which it overlaps. */
static int split(struct box a, struct box b, struct box out[4])
{
    int n = 0;
    if (b.y1 > a.y1)
        out[n++] = (struct box){a.x1, a.y1, a.x2, b.y1};
    if (b.y2 < a.y2)
        out[n++] = (struct box){a.x1, b.y2, a.x2, a.y2};
    int32_t low = int_max(a.y1, b.y1);
    int32_t high = int_min(a.y2, b.y2);
    if (b.x1 > a.x1)
        out[n++] = (struct box){a.x1, low, b.x1, high};
    if (b.x2 < a.x2)
        out[n++] = (struct box){b.x2, low, a.x2, high};
    return n;
}

int box_minus(struct box a, const struct box *cut, int count, struct box *out, int room)
{
    int n = 0;
    if (room > 0)
        out[n++] = a;
    for (int k = 0; k < count && n > 0; k++) {
        for (int i = n - 1; i >= 0; i--) {
            if (!box_overlap(out[i], cut[k]))
                continue;
            struct box piece[4];
            int pieces = split(out[i], cut[k], piece);
            out[i] = out[--n];
            for (int p = 0; p < pieces && n < room; p++)
                out[n++] = piece[p];
        }
    }
    return n;
}
