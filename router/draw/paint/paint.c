/* paint: draws rings and bands with the primitives of a backend. */
#include "router/draw/paint/paint.h"

/* Points of an eighth of a circle of radius 1000; the others are its mirror images. */
static const int RING[][2] = {{1000, 0}, {981, 195}, {924, 383}, {831, 556}, {707, 707}};
enum { EIGHTH = 4, RING_POINTS = 32 }; /* steps of RING; points of a whole ring */

static void ring_point(int i, int64_t radius, int64_t *x, int64_t *y)
{
    int quarter = i / 8 % 4, step = i % 8;
    int64_t a = step <= EIGHTH ? RING[step][0] : RING[8 - step][1];
    int64_t b = step <= EIGHTH ? RING[step][1] : RING[8 - step][0];
    int64_t px = quarter == 0 ? a : quarter == 1 ? -b : quarter == 2 ? -a : b;
    int64_t py = quarter == 0 ? b : quarter == 1 ? a : quarter == 2 ? -b : -a;
    *x = px * radius / 1000;
    *y = py * radius / 1000;
}

void paint_ring(struct paint *paint, int64_t x, int64_t y, int64_t radius, double thick,
                uint8_t colour)
{
    assert(radius >= 0 && thick > 0);
    for (int i = 0; i < RING_POINTS; i++) {
        int64_t ax, ay, bx, by;
        ring_point(i, 2 * radius, &ax, &ay);
        ring_point(i + 1, 2 * radius, &bx, &by);
        paint_line(paint, 2 * x + ax, 2 * y + ay, 2 * x + bx, 2 * y + by, thick, 0, 0, colour);
    }
}

void paint_bands(struct paint *paint, struct pixels at, bool along_x, int64_t from, uint32_t layer)
{
    assert(from >= 0);
    const int64_t wide = along_x ? at.height : at.width, end = along_x ? at.width : at.height;
    const int64_t thick = PAINT_BAND(wide), inset = wide >= 5 ? 1 : 0;
    for (uint32_t i = 0; i < palette_bands(layer); i++) {
        const int64_t place = from + (1 + 2 * (int64_t)i) * thick;
        if (place + thick > end)
            return;
        paint_rect(paint, at.x + (along_x ? place : inset), at.y + (along_x ? inset : place),
                   along_x ? thick : wide - 2 * inset, along_x ? wide - 2 * inset : thick,
                   palette_band(layer));
    }
}
