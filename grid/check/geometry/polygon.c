/* polygon: compresses coordinates, sets bits row by row, and walks along the boundary. */
#include "grid/check/geometry/polygon.h"

/* The index of the last coordinate <= value, or -1. */
static int64_t index_below(const int32_t *at, uint32_t count, int32_t value)
{
    int64_t low = -1, high = (int64_t)count - 1;
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (at[middle] <= value)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* The index of a coordinate, which must be in the array. */
static uint32_t index_of(const int32_t *at, uint32_t count, int32_t value)
{
    const int64_t index = index_below(at, count, value);
    assert(index >= 0 && at[index] == value);
    return (uint32_t)index;
}

static void set_bits(uint64_t *row, uint32_t from, uint32_t to)
{
    assert(from < to);
    for (uint32_t i = from; i < to;) {
        uint32_t end = i / 64 * 64 + 64 < to ? i / 64 * 64 + 64 : to;
        uint64_t mask = ~UINT64_C(0) << (i % 64);
        if (end % 64 != 0)
            mask &= ~(~UINT64_C(0) << (end % 64));
        row[i / 64] |= mask;
        i = end;
    }
}

enum status polygon_make(struct polygon *polygon, const struct layout_rect *rects, uint32_t count,
                         struct error *error)
{
    assert(count >= 1);
    TRY(MEM_GROW(polygon->xs, polygon->x_capacity, 2 * (size_t)count, "polygon", error));
    TRY(MEM_GROW(polygon->ys, polygon->y_capacity, 2 * (size_t)count, "polygon", error));
    for (uint32_t i = 0; i < count; i++) {
        assert(rects[i].x0 < rects[i].x1 && rects[i].y0 < rects[i].y1);
        polygon->xs[2 * (size_t)i] = rects[i].x0;
        polygon->xs[2 * (size_t)i + 1] = rects[i].x1;
        polygon->ys[2 * (size_t)i] = rects[i].y0;
        polygon->ys[2 * (size_t)i + 1] = rects[i].y1;
    }
    polygon->columns = sort_once(polygon->xs, 2 * count) - 1;
    polygon->rows = sort_once(polygon->ys, 2 * count) - 1;
    assert(polygon->columns >= 1 && polygon->rows >= 1); /* no rectangle is empty */
    polygon->words = (polygon->columns + 63) / 64;
    size_t bits = (size_t)polygon->rows * polygon->words;
    TRY(MEM_GROW(polygon->bits, polygon->bit_capacity, bits, "polygon", error));
    memset(polygon->bits, 0, bits * sizeof *polygon->bits);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x0 = index_of(polygon->xs, polygon->columns + 1, rects[i].x0);
        uint32_t x1 = index_of(polygon->xs, polygon->columns + 1, rects[i].x1);
        uint32_t y1 = index_of(polygon->ys, polygon->rows + 1, rects[i].y1);
        for (uint32_t y = index_of(polygon->ys, polygon->rows + 1, rects[i].y0); y < y1; y++)
            set_bits(polygon->bits + (size_t)y * polygon->words, x0, x1);
    }
    return STATUS_OK;
}

/* Finds the next run [*from, *to) of set bits at or after *from in a row. */
static bool next_run(const uint64_t *row, uint32_t columns, uint32_t *from, uint32_t *to)
{
    uint32_t i = *from;
    while (i < columns && (row[i / 64] >> (i % 64) & 1) == 0)
        i = row[i / 64] >> (i % 64) == 0 ? (i / 64 + 1) * 64 : i + 1;
    if (i >= columns)
        return false;
    *from = i;
    while (i < columns && (row[i / 64] >> (i % 64) & 1) != 0)
        i++;
    *to = i;
    return true;
}

int64_t polygon_area(const struct polygon *polygon)
{
    int64_t area = 0;
    for (uint32_t j = 0; j < polygon->rows; j++) {
        const uint64_t *row = polygon->bits + (size_t)j * polygon->words;
        int64_t height = (int64_t)polygon->ys[j + 1] - polygon->ys[j];
        for (uint32_t a = 0, b = 0; next_run(row, polygon->columns, &a, &b); a = b)
            area += height * ((int64_t)polygon->xs[b] - polygon->xs[a]);
    }
    return area;
}

/* True if all of [from, to) is set in row j. */
static bool row_covers(const struct polygon *polygon, int64_t j, uint32_t from, uint32_t to)
{
    assert(from < to);
    for (uint32_t i = from; i < to; i++)
        if (!polygon_cell(polygon, i, j))
            return false;
    return true;
}

/* Adds the maximal rectangles of the rows low .. high; common: the bits set in all of them. */
static enum status add_maximal(struct polygon *polygon, const uint64_t *common, uint32_t low,
                               uint32_t high, struct error *error)
{
    assert(low <= high && high < polygon->rows);
    for (uint32_t a = 0, b = 0; next_run(common, polygon->columns, &a, &b); a = b) {
        if (row_covers(polygon, (int64_t)low - 1, a, b) ||
            row_covers(polygon, (int64_t)high + 1, a, b))
            continue;
        TRY(MEM_GROW(polygon->rects, polygon->rect_capacity, (size_t)polygon->rect_count + 1,
                     "polygon", error));
        polygon->rects[polygon->rect_count++] = (struct layout_rect){
            polygon->xs[a], polygon->ys[low], polygon->xs[b], polygon->ys[high + 1]};
    }
    return STATUS_OK;
}

enum status polygon_maximal(struct polygon *polygon, struct error *error)
{
    assert(polygon->bits != NULL && polygon->words > 0);
    polygon->rect_count = 0;
    TRY(MEM_GROW(polygon->scratch, polygon->scratch_capacity, polygon->words, "polygon", error));
    for (uint32_t low = 0; low < polygon->rows; low++) {
        memcpy(polygon->scratch, polygon->bits + (size_t)low * polygon->words,
               polygon->words * sizeof *polygon->scratch);
        for (uint32_t high = low; high < polygon->rows; high++) {
            uint64_t any = 0;
            for (uint32_t w = 0; w < polygon->words; w++)
                any |= polygon->scratch[w] &= polygon->bits[(size_t)high * polygon->words + w];
            if (any == 0)
                break;
            TRY(add_maximal(polygon, polygon->scratch, low, high, error));
        }
    }
    return STATUS_OK;
}

enum heading { HEAD_EAST, HEAD_NORTH, HEAD_WEST, HEAD_SOUTH };

/* A walk along the boundary, now at the corner (i, j) of cells. */
struct polygon_walk {
    int64_t i, j;
    enum heading heading;
};

/* Whether the cells ahead, to the left and to the right, are metal. */
static void look_ahead(const struct polygon *polygon, const struct polygon_walk *walk, bool *left,
                       bool *right)
{
    static const int8_t cells[4][4] = {
        [HEAD_EAST] = {0, 0, 0, -1},   /* left: north-east, right: south-east */
        [HEAD_NORTH] = {-1, 0, 0, 0},  /* north-west, north-east */
        [HEAD_WEST] = {-1, -1, -1, 0}, /* south-west, north-west */
        [HEAD_SOUTH] = {0, -1, -1, -1} /* south-east, south-west */
    };
    const int8_t *c = cells[walk->heading];
    *left = polygon_cell(polygon, walk->i + c[0], walk->j + c[1]);
    *right = polygon_cell(polygon, walk->i + c[2], walk->j + c[3]);
}

static enum status add_point(struct polygon *polygon, const struct polygon_walk *walk,
                             struct error *error)
{
    assert(walk->i >= 0 && walk->i <= (int64_t)polygon->columns);
    assert(walk->j >= 0 && walk->j <= (int64_t)polygon->rows);
    TRY(MEM_GROW(polygon->points, polygon->point_capacity, (size_t)polygon->point_count + 1,
                 "polygon", error));
    polygon->points[polygon->point_count++] =
        (struct point){polygon->xs[walk->i], polygon->ys[walk->j]};
    return STATUS_OK;
}

/* Walks one loop from the corner (i, j), where the lower edge of the cell is boundary. Marks the
 * lower edges on its way as seen. The first point is always a corner, even if the walk starts in
 * the middle of an edge, since the last turn leads into that edge. */
static enum status walk_loop(struct polygon *polygon, uint64_t *seen, uint32_t i, uint32_t j,
                             struct error *error)
{
    static const int8_t way[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    struct polygon_walk walk = {i, j, HEAD_EAST};
    for (;;) {
        if (walk.heading == HEAD_EAST) {
            size_t edge = (size_t)walk.j * polygon->words * 64 + (size_t)walk.i;
            if ((seen[edge / 64] >> (edge % 64) & 1) != 0)
                break;
            seen[edge / 64] |= UINT64_C(1) << (edge % 64);
        }
        walk.i += way[walk.heading][0];
        walk.j += way[walk.heading][1];
        bool left = false, right = false;
        look_ahead(polygon, &walk, &left, &right);
        if (left && !right)
            continue;
        walk.heading = (enum heading)((walk.heading + (left ? 3u : 1u)) % 4);
        TRY(add_point(polygon, &walk, error));
    }
    return STATUS_OK;
}

enum status polygon_loops(struct polygon *polygon, struct error *error)
{
    assert(polygon->bits != NULL && polygon->words > 0);
    size_t edges = (size_t)polygon->rows * polygon->words;
    TRY(MEM_GROW(polygon->scratch, polygon->scratch_capacity, edges, "polygon", error));
    memset(polygon->scratch, 0, edges * sizeof *polygon->scratch);
    polygon->point_count = polygon->loop_count = 0;
    for (uint32_t j = 0; j < polygon->rows; j++)
        for (uint32_t i = 0; i < polygon->columns; i++) {
            size_t edge = (size_t)j * polygon->words * 64 + i;
            if (!polygon_cell(polygon, i, j) || polygon_cell(polygon, i, (int64_t)j - 1) ||
                (polygon->scratch[edge / 64] >> (edge % 64) & 1) != 0)
                continue;
            TRY(MEM_GROW(polygon->loop_first, polygon->loop_capacity,
                         (size_t)polygon->loop_count + 2, "polygon", error));
            polygon->loop_first[polygon->loop_count++] = polygon->point_count;
            TRY(walk_loop(polygon, polygon->scratch, i, j, error));
            polygon->loop_first[polygon->loop_count] = polygon->point_count;
        }
    return STATUS_OK;
}

int64_t polygon_outline(const struct polygon *polygon)
{
    int64_t length = 0;
    for (uint32_t loop = 0; loop < polygon->loop_count; loop++) {
        const uint32_t first = polygon->loop_first[loop], end = polygon->loop_first[loop + 1];
        assert(first < end && end <= polygon->point_count);
        for (uint32_t i = first; i < end; i++) {
            const struct point a = polygon->points[i];
            const struct point b = polygon->points[i + 1 < end ? i + 1 : first];
            length += llabs((int64_t)b.x - a.x) + llabs((int64_t)b.y - a.y);
        }
    }
    return length;
}

int64_t polygon_loop_area(const struct polygon *polygon, uint32_t loop)
{
    assert(loop < polygon->loop_count);
    uint32_t first = polygon->loop_first[loop], end = polygon->loop_first[loop + 1];
    assert(first < end && end <= polygon->point_count);
    int64_t area = 0;
    for (uint32_t i = first; i < end; i++) {
        struct point a = polygon->points[i];
        struct point b = polygon->points[i + 1 < end ? i + 1 : first];
        /* relative to the first point, so that no product overflows */
        struct point o = polygon->points[first];
        area += ((int64_t)a.x - o.x) * ((int64_t)b.y - o.y) -
                ((int64_t)b.x - o.x) * ((int64_t)a.y - o.y);
    }
    return area;
}

bool polygon_covers(const struct polygon *polygon, struct layout_rect rect)
{
    assert(rect.x0 < rect.x1 && rect.y0 < rect.y1);
    int64_t x0 = index_below(polygon->xs, polygon->columns + 1, rect.x0);
    int64_t y0 = index_below(polygon->ys, polygon->rows + 1, rect.y0);
    for (int64_t j = y0; j <= (int64_t)polygon->rows && (j < 0 || polygon->ys[j] < rect.y1); j++)
        for (int64_t i = x0; i <= (int64_t)polygon->columns && (i < 0 || polygon->xs[i] < rect.x1);
             i++)
            if (!polygon_cell(polygon, i, j))
                return false;
    return true;
}

MEM_DESTROY(polygon_destroy, polygon, it->xs, it->ys, it->bits, it->rects, it->points,
            it->loop_first, it->scratch)
