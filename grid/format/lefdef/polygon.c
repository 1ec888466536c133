/* polygon: cuts polygons into rectangles.
 *
 * The y coordinates of the corners cut a polygon into horizontal slabs. The vertical edges that
 * cross a slab, sorted by x, are alternately the left and right edges of rectangles. */
#include "grid/format/lefdef/reader.h"

enum status add_rect(struct lefdef_reader *reader, struct layout_rect rect)
{
    assert(rect.x0 <= rect.x1 && rect.y0 <= rect.y1);
    TRY(reader_look(reader));
    return MEM_APPEND(reader->rects, reader->rect_capacity, reader->rect_count, rect,
                      "rectangles of a polygon", reader->error);
}

static enum status add_box(struct lefdef_reader *reader)
{
    assert(reader->point_count >= 1);
    struct layout_rect box = point_rect(reader->points[0], reader->points[0]);
    for (uint32_t i = 1; i < reader->point_count; i++)
        box = rect_join(box, point_rect(reader->points[i], reader->points[i]));
    return add_rect(reader, box);
}

/* Adds the rectangles between y = low and y = high. xs: temporary memory, [point_count]. */
static enum status add_slab(struct lefdef_reader *reader, int32_t low, int32_t high, int32_t *xs)
{
    assert(low < high);
    const struct lefdef_point *p = reader->points;
    uint32_t n = reader->point_count, crossing = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct lefdef_point a = p[i], b = p[(i + 1) % n];
        if (a.x == b.x && (a.y < b.y ? a.y : b.y) <= low && (a.y < b.y ? b.y : a.y) >= high)
            xs[crossing++] = a.x;
    }
    assert(crossing % 2 == 0); /* each edge up is followed by one down */
    qsort(xs, crossing, sizeof *xs, by_int32);
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i + 1 < crossing && status == STATUS_OK; i += 2)
        if (xs[i] < xs[i + 1])
            status = add_rect(reader, (struct layout_rect){xs[i], low, xs[i + 1], high});
    return status;
}

enum status polygon_rects(struct lefdef_reader *reader)
{
    const struct lefdef_point *p = reader->points;
    uint32_t n = reader->point_count;
    reader->rect_count = 0;
    if (n < 2)
        return STATUS_OK;
    bool slanted = false;
    for (uint32_t i = 0; i < n; i++)
        slanted |= p[i].x != p[(i + 1) % n].x && p[i].y != p[(i + 1) % n].y;
    if (n == 2 || slanted) {
        reader->library->slanted += n > 2;
        return add_box(reader);
    }
    int32_t *ys;
    TRY(MEM_NEW(ys, 2 * (size_t)n, "polygon", reader->error));
    for (uint32_t i = 0; i < n; i++)
        ys[i] = p[i].y;
    qsort(ys, n, sizeof *ys, by_int32);
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i + 1 < n && status == STATUS_OK; i++)
        if (ys[i] < ys[i + 1])
            status = add_slab(reader, ys[i], ys[i + 1], ys + n);
    free(ys);
    return status;
}
