/* paint: keeps the boxes in a list; a box is painted in bands of rows. */
#include "grid/format/native/paint.h"

#include "grid/format/map_rows.h"
#include "grid/text/file/watch.h"

/* The cells painted between two checks of the watch: some milliseconds. */
enum { PAINT_CELLS = 1 << 24 };

static bool covers(const struct paint_stroke *outer, const struct paint_stroke *inner)
{
    return outer->first <= inner->first && outer->last >= inner->last &&
           outer->box.x0 <= inner->box.x0 && outer->box.x1 >= inner->box.x1 &&
           outer->box.y0 <= inner->box.y0 && outer->box.y1 >= inner->box.y1;
}

static enum status fill_capacity(struct grid *grid, struct box box, uint32_t z, uint32_t value,
                                 struct error *error)
{
    if (grid->capacity == NULL)
        TRY(MEM_NEW(grid->capacity, grid_cells(grid), "capacities", error));
    for (uint32_t y = box.y0; y <= box.y1; y++)
        for (uint32_t x = box.x0; x <= box.x1; x++)
            grid->capacity[grid_cell(grid, x, y, z)] = value;
    return STATUS_OK;
}

/* Paints one layer of a box in bands of rows. */
static enum status paint_layer(const struct cell_paint *paint, struct grid *grid,
                               const struct paint_stroke *stroke, uint32_t z, struct error *error)
{
    uint32_t width = stroke->box.x1 - stroke->box.x0 + 1;
    uint32_t rows = width < PAINT_CELLS ? PAINT_CELLS / width : 1;
    struct box band = stroke->box;
    for (uint64_t y = band.y0; y <= stroke->box.y1; y += rows) {
        band.y0 = (uint32_t)y;
        band.y1 = stroke->box.y1 - band.y0 < rows ? stroke->box.y1 : band.y0 + rows - 1;
        TRY(watch_check(error));
        if (paint->kind == PAINT_WEIGHTS)
            TRY(weights_fill(grid, band, z, stroke->value, error));
        else if (paint->kind == PAINT_CAPACITIES)
            TRY(fill_capacity(grid, band, z, stroke->value, error));
        else
            grid_fill_blocked(grid, band, z, stroke->value != 0);
    }
    return STATUS_OK;
}

enum status paint_flush(struct cell_paint *paint, struct grid *grid, struct error *error)
{
    for (size_t i = 0; i < paint->count; i++)
        for (uint32_t z = paint->strokes[i].first; z <= paint->strokes[i].last; z++)
            TRY(paint_layer(paint, grid, &paint->strokes[i], z, error));
    paint->count = 0;
    return STATUS_OK;
}

enum status paint_add(struct cell_paint *paint, struct grid *grid, struct paint_stroke stroke,
                      struct error *error)
{
    assert(stroke.box.x0 <= stroke.box.x1 && stroke.box.x1 < grid->width);
    assert(stroke.box.y0 <= stroke.box.y1 && stroke.box.y1 < grid->height);
    assert(stroke.first <= stroke.last && stroke.last < grid->layers);
    assert(paint->kind != PAINT_WEIGHTS || stroke.value >= 1);
    assert(paint->kind != PAINT_BLOCKS || stroke.value <= 1);
    while (paint->count > 0 && covers(&stroke, &paint->strokes[paint->count - 1]))
        paint->count--;
    if (paint->count == PAINT_MOST)
        TRY(paint_flush(paint, grid, error));
    TRY(MEM_GROW(paint->strokes, paint->capacity, paint->count + 1, "boxes of a grid", error));
    paint->strokes[paint->count++] = stroke;
    return STATUS_OK;
}

void paint_destroy(struct cell_paint *paint)
{
    free(paint->strokes);
    *paint = (struct cell_paint){.kind = paint->kind};
}
