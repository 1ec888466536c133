/* rectangles: keeps two lists of runs sorted by x, the open rectangles and the runs of the new row.
 * One pass over both closes the rectangles that the row does not continue. */
#include "grid/format/native/rectangles.h"

struct cell_run {
    uint32_t x0, x1, y0, value;
};

static size_t cut_row(uint32_t width, uint32_t y, rectangles_value *value, const void *picture,
                      struct cell_run *runs)
{
    size_t count = 0;
    uint32_t last = 0;
    for (uint32_t x = 0; x < width; x++) {
        uint32_t now = value(picture, x, y);
        if (now != 0 && now == last)
            runs[count - 1].x1 = x;
        else if (now != 0)
            runs[count++] = (struct cell_run){x, x, y, now};
        last = now;
    }
    return count;
}

/* Closes the open rectangles that the new row, y, does not continue. */
static void merge_row(const struct cell_run *open, size_t open_count, struct cell_run *fresh,
                      size_t fresh_count, uint32_t y, rectangles_call *call, void *context)
{
    size_t j = 0;
    for (size_t i = 0; i < open_count; i++) {
        while (j < fresh_count && fresh[j].x0 < open[i].x0)
            j++;
        if (j < fresh_count && fresh[j].x0 == open[i].x0 && fresh[j].x1 == open[i].x1 &&
            fresh[j].value == open[i].value)
            fresh[j].y0 = open[i].y0;
        else
            call(context, (struct box){open[i].x0, open[i].y0, open[i].x1, y - 1}, open[i].value);
    }
}

enum status rectangles_cover(uint32_t width, uint32_t height, rectangles_value *value,
                             const void *picture, rectangles_call *call, void *context,
                             struct error *error)
{
    struct cell_run *memory;
    assert(width > 0 && height > 0);
    TRY(MEM_NEW(memory, 2 * (size_t)width, "runs of a row", error));
    struct cell_run *open = memory, *fresh = memory + width;
    size_t open_count = 0;
    for (uint32_t y = 0; y < height; y++) {
        size_t count = cut_row(width, y, value, picture, fresh);
        merge_row(open, open_count, fresh, count, y, call, context);
        struct cell_run *swap = open;
        open = fresh;
        fresh = swap;
        open_count = count;
    }
    merge_row(open, open_count, fresh, 0, height, call, context);
    free(memory);
    return STATUS_OK;
}
