/* detour_planes: fills rows by words; the right part is reversed by swaps of bits. */
#include "router/wave/detour/detour_planes.h"

#include "router/wave/detour/detour_row.h"

enum status planes_create(struct detour_planes *planes, const struct field *field,
                          struct error *error)
{
    assert(field != NULL && field->grid->layers == 1);
    memset(planes, 0, sizeof *planes);
    planes->field = field;
    return MEM_NEW(planes->own, grid_plane_words(field->grid), "own cells", error);
}

enum status planes_lay_out(struct detour_planes *planes, const struct box *window, bool mixed,
                           struct error *error)
{
    size_t height = window->y1 - window->y0 + 1, zero_before = planes->zero_capacity;
    assert(box_contains(*window, planes->tx, planes->ty));
    planes->window = *window;
    planes->mixed = mixed;
    planes->left_words = planes->tx / 64 - window->x0 / 64 + 1;
    planes->right_word = planes->tx < window->x1 ? planes->left_words + 1 : 0;
    planes->words = planes->left_words;
    if (planes->right_word != 0)
        planes->words = planes->right_word + window->x1 / 64 - planes->tx / 64 + 1;
    planes->plane_words = (planes->words + DETOUR_LANES) / DETOUR_LANES * DETOUR_LANES;
    for (planes->group_shift = 0; (planes->words - 1) >> planes->group_shift > 63;)
        planes->group_shift++;
    planes->reach = -1;
    size_t row = (mixed ? PLANES_MAX : PLANE_REACHED_ODD) * (size_t)planes->plane_words;
    TRY(MEM_GROW(planes->rows, planes->rows_capacity, height * row + DETOUR_LANES, "rows of bits",
                 error));
    TRY(MEM_GROW(planes->masks, planes->masks_capacity, 2 * height, "masks of rows", error));
    TRY(MEM_GROW(planes->zero, planes->zero_capacity, planes->plane_words, "row of zeros", error));
    memset(planes->zero + zero_before, 0,
           (planes->zero_capacity - zero_before) * sizeof *planes->zero);
    return STATUS_OK;
}

static void build_row(struct detour_planes *planes, uint32_t y)
{
    DEBUG_ASSERT(y >= planes->window.y0 && y <= planes->window.y1);
    const struct grid *grid = planes->field->grid;
    const struct box *window = &planes->window;
    size_t count = planes->mixed ? PLANES_MAX : PLANE_REACHED_ODD;
    uint64_t *open = planes_row(planes, y, PLANE_OPEN);
    memset(open, 0, count * planes->plane_words * sizeof *open);
    *planes_mask(planes, y, 0) = *planes_mask(planes, y, 1) = 0;
    const uint64_t *closed = planes->field->closed + y * grid->row_words;
    const uint64_t *own = planes->own + y * grid->row_words;
    uint32_t first = window->x0 / 64, middle = planes->tx / 64, last = window->x1 / 64;
    for (uint32_t word = first; word <= middle; word++)
        open[word - first] = ~closed[word] | own[word];
    open[0] &= ~(uint64_t)0 << window->x0 % 64;
    open[middle - first] &= ~(uint64_t)0 >> (63 - planes->tx % 64);
    if (planes->right_word == 0)
        return;
    uint64_t *right = open + planes->right_word;
    for (uint32_t word = last + 1; word-- > middle;)
        right[last - word] = planes_mirror(~closed[word] | own[word]);
    right[0] &= ~(uint64_t)0 << (63 - window->x1 % 64);
    right[last - middle] &= ~(uint64_t)0 >> planes->tx % 64;
}

void planes_build(struct detour_planes *planes, int64_t distance)
{
    for (; planes->reach < distance; planes->reach++) {
        int64_t above = planes->ty + planes->reach + 1, below = planes->ty - planes->reach - 1;
        if (above <= planes->window.y1)
            build_row(planes, (uint32_t)above);
        if (below >= planes->window.y0 && below != above)
            build_row(planes, (uint32_t)below);
    }
}

int planes_label(const struct detour_planes *planes, uint32_t x, uint32_t y)
{
    bool left = x <= planes->tx;
    assert(box_contains(planes->window, x, y));
    assert((y > planes->ty ? y - planes->ty : planes->ty - y) <= planes->reach);
    uint32_t word = left ? planes_left_word(planes, x) : planes_right_word(planes, x);
    uint32_t bit = left ? x % 64 : 63 - x % 64;
    const uint64_t *row = planes_row(planes, y, PLANE_OPEN) + word;
    size_t at = y * planes->field->grid->row_words + x / 64;
    uint64_t free = (~planes->field->closed[at] | planes->own[at]) >> x % 64;
    if ((row[0] >> bit & 1) != 0 || (free & 1) == 0)
        return -1;
    uint64_t label = (row[PLANE_LABEL_1 * (size_t)planes->plane_words] >> bit & 1) << 1;
    if (planes->mixed)
        label |= row[PLANE_LABEL_0 * (size_t)planes->plane_words] >> bit & 1;
    return (int)label;
}

size_t planes_bytes(const struct detour_planes *planes)
{
    size_t words = planes->rows_capacity + planes->masks_capacity + planes->zero_capacity;
    return (words + grid_plane_words(planes->field->grid)) * sizeof *planes->rows;
}

MEM_DESTROY(planes_destroy, detour_planes, it->rows, it->masks, it->zero, it->own)
