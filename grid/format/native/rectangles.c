/* rectangles: see the header for the contract. Two lists of runs, both sorted by x: those that
 * are open after the rows so far, and those of the new row. One walk over both closes what does
 * not go on and carries over where the rest began. */
#include "grid/format/native/rectangles.h"

#include <stdlib.h>

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

/* Closes the open runs that the new row does not continue; row y is the new one. */
static void merge_row(const struct cell_run *open, size_t open_count, struct cell_run *fresh,
                      size_t fresh_count, uint32_t y, rectangles_take *take, void *taker)
{
    size_t j = 0;
    for (size_t i = 0; i < open_count; i++) {
        while (j < fresh_count && fresh[j].x0 < open[i].x0)
            j++;
        if (j < fresh_count && fresh[j].x0 == open[i].x0 && fresh[j].x1 == open[i].x1 &&
            fresh[j].value == open[i].value)
            fresh[j].y0 = open[i].y0;
        else
            take(taker, (struct box){open[i].x0, open[i].y0, open[i].x1, y - 1}, open[i].value);
    }
}

enum status rectangles_cover(uint32_t width, uint32_t height, rectangles_value *value,
                             const void *picture, rectangles_take *take, void *taker,
                             struct error *error)
{
    struct cell_run *memory = mem_alloc(2 * (size_t)width, sizeof *memory, "runs of a row", error);
    assert(width > 0 && height > 0);
    if (memory == NULL)
        return STATUS_FAILED;
    struct cell_run *open = memory, *fresh = memory + width;
    size_t open_count = 0;
    for (uint32_t y = 0; y < height; y++) {
        size_t count = cut_row(width, y, value, picture, fresh);
        merge_row(open, open_count, fresh, count, y, take, taker);
        struct cell_run *swap = open;
        open = fresh;
        fresh = swap;
        open_count = count;
    }
    merge_row(open, open_count, fresh, 0, height, take, taker);
    free(memory);
    return STATUS_OK;
}
