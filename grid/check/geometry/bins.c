/* bins: entries are sorted by bin with a counting sort. */
#include "grid/check/geometry/bins.h"

enum {
    BINS_PER_SIDE = 2048, /* maximum number of columns and of rows */
    LONG = 256,           /* bins of a rectangle from which on it counts as long */
    LONG_PART = 4,        /* entries of long rectangles, per rectangle, at most */
    AHEAD = 4,            /* columns and rows of a search that are prefetched */
};

/* The bin of a coordinate along one axis; those outside the box belong to the outermost bin. */
static uint32_t bin_of(int32_t at, int32_t origin, int32_t size, uint32_t bins)
{
    assert(size > 0 && bins > 0);
    if (at <= origin)
        return 0;
    const uint32_t bin = ((uint32_t)at - (uint32_t)origin) / (uint32_t)size;
    return bin < bins ? bin : bins - 1;
}

static struct layout_rect rect_at(const struct bins *bins, uint32_t i)
{
    return *(const struct layout_rect *)(const void *)(bins->rects + i * bins->stride);
}

static struct box span_of(const struct bins *bins, struct layout_rect r)
{
    return (struct box){bin_of(r.x0, bins->box.x0, bins->size, bins->columns),
                        bin_of(r.y0, bins->box.y0, bins->size, bins->rows),
                        bin_of(r.x1, bins->box.x0, bins->size, bins->columns),
                        bin_of(r.y1, bins->box.y0, bins->size, bins->rows)};
}

/* Chooses the size of bins so that there are about as many bins as rectangles. */
static void choose_size(struct bins *bins)
{
    int64_t width = (int64_t)bins->box.x1 - bins->box.x0 + 1;
    int64_t height = (int64_t)bins->box.y1 - bins->box.y0 + 1;
    int64_t longer = width > height ? width : height, size = longer / BINS_PER_SIDE + 1;
    while ((width / size + 1) * (height / size + 1) > 2 * (int64_t)bins->count + 16)
        size *= 2;
    assert(size <= INT32_MAX && width / size < BINS_PER_SIDE && height / size < BINS_PER_SIDE);
    bins->size = (int32_t)size;
    bins->columns = (uint32_t)(width / size + 1);
    bins->rows = (uint32_t)(height / size + 1);
}

/* Counts entries in first[bin + 1], or, with fill, enters them at first[bin]++. room: for entries
 * of long rectangles. */
static void enter_all(struct bins *bins, uint64_t room, bool fill)
{
    bins->large_count = 0;
    for (uint32_t k = 0; k < bins->count; k++) {
        const uint32_t i = bins->list[k];
        struct box s = span_of(bins, rect_at(bins, i));
        const uint64_t meets = (uint64_t)(s.x1 - s.x0 + 1) * (s.y1 - s.y0 + 1);
        if (meets > LONG && meets <= room) {
            room -= meets;
        } else if (meets > LONG) {
            if (fill)
                bins->large[bins->large_count] = i;
            bins->large_count++;
            continue;
        }
        for (uint32_t y = s.y0; y <= s.y1; y++)
            for (uint32_t x = s.x0; x <= s.x1; x++) {
                size_t bin = (size_t)y * bins->columns + x;
                if (fill)
                    bins->entries[bins->first[bin]++] = i;
                else
                    bins->first[bin + 1]++;
            }
    }
}

enum status bins_make(struct bins *bins, const struct layout_rect *rects, size_t stride,
                      const uint16_t *layers, size_t layer_stride, uint16_t layer, uint32_t count,
                      struct error *error)
{
    assert(rects != NULL || count == 0);
    *bins = (struct bins){.rects = (const char *)rects, .stride = stride};
    TRY(MEM_NEW(bins->list, count, "bins", error));
    for (uint32_t i = 0; i < count; i++) {
        if (layers != NULL &&
            *(const uint16_t *)(const void *)((const char *)layers + i * layer_stride) != layer)
            continue;
        bins->box = bins->count == 0 ? rect_at(bins, i) : rect_join(bins->box, rect_at(bins, i));
        bins->list[bins->count++] = i;
    }
    choose_size(bins);
    size_t cells = (size_t)bins->columns * bins->rows;
    TRY(MEM_NEW(bins->first, cells + 1, "bins", error));
    enter_all(bins, (uint64_t)bins->count * LONG_PART, false);
    for (size_t bin = 0; bin < cells; bin++) {
        assert(bins->first[bin + 1] <= UINT32_MAX - bins->first[bin]);
        bins->first[bin + 1] += bins->first[bin];
    }
    TRY(MEM_NEW(bins->entries, bins->first[cells], "bins", error));
    TRY(MEM_NEW(bins->large, bins->large_count, "bins", error));
    enter_all(bins, (uint64_t)bins->count * LONG_PART, true);
    for (size_t bin = cells; bin > 0; bin--)
        bins->first[bin] = bins->first[bin - 1];
    bins->first[0] = 0;
    free(bins->list);
    bins->list = NULL;
    return STATUS_OK;
}

MEM_DESTROY(bins_destroy, bins, it->first, it->entries, it->large, it->list)

struct bins_search bins_search(const struct bins *bins, struct layout_rect box, int32_t margin)
{
    struct bins_search search = {.bins = bins, .box = rect_grow(box, margin)};
    assert(search.box.x0 <= search.box.x1 && search.box.y0 <= search.box.y1);
    if (bins->first == NULL)
        return search;
    search.span = span_of(bins, search.box);
    search.x = search.span.x0;
    search.y = search.span.y0;
    search.at = bins->first[(size_t)search.y * bins->columns + search.x];
    for (uint32_t y = search.span.y0; y <= search.span.y1 && y - search.span.y0 < AHEAD; y++) {
        const uint32_t *first = &bins->first[(size_t)y * bins->columns + search.span.x0];
        const uint32_t columns = search.span.x1 - search.span.x0 + 1;
        for (uint32_t i = first[0]; i < first[columns < AHEAD ? columns : AHEAD]; i++)
            __builtin_prefetch(bins->rects + bins->entries[i] * bins->stride);
    }
    return search;
}

/* True if no earlier bin of the search meets the rectangle, which meets this one. */
static bool is_first(const struct bins_search *search, struct layout_rect r)
{
    const struct bins *bins = search->bins;
    return (search->x == search->span.x0 ||
            r.x0 - (int64_t)bins->box.x0 >= (int64_t)search->x * bins->size) &&
           (search->y == search->span.y0 ||
            r.y0 - (int64_t)bins->box.y0 >= (int64_t)search->y * bins->size);
}

bool bins_next(struct bins_search *search, uint32_t *found)
{
    assert(search->bins->first == NULL || search->x <= search->span.x1);
    const struct bins *bins = search->bins;
    while (search->large < bins->large_count) {
        *found = bins->large[search->large++];
        if (rect_meet(rect_at(bins, *found), search->box))
            return true;
    }
    while (bins->first != NULL && search->y <= search->span.y1) {
        size_t bin = (size_t)search->y * bins->columns + search->x;
        while (search->at < bins->first[bin + 1]) {
            uint32_t i = bins->entries[search->at++];
            if (rect_meet(rect_at(bins, i), search->box) && is_first(search, rect_at(bins, i))) {
                *found = i;
                return true;
            }
        }
        if (search->x < search->span.x1) {
            search->x++;
        } else {
            search->x = search->span.x0;
            search->y++;
        }
        if (search->y <= search->span.y1)
            search->at = bins->first[(size_t)search->y * bins->columns + search->x];
    }
    return false;
}
