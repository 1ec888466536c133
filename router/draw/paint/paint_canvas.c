/* paint_canvas: draws each primitive with canvas.h and font.h. */
#include "router/draw/paint/paint_canvas.h"

#include "router/draw/canvas/font.h"

static_assert(offsetof(struct paint_canvas, paint) == 0, "a paint is its backend's first member");

static struct paint_canvas *mine(struct paint *paint)
{
    return (struct paint_canvas *)paint;
}

static enum status begin(struct paint *paint, struct error *error)
{
    return canvas_create(mine(paint)->canvas, paint->width, paint->height, error);
}

static void rect(struct paint *paint, struct pixels at, uint8_t colour)
{
    canvas_rect(mine(paint)->canvas, at.x, at.y, at.width, at.height, colour);
}

static void image(struct paint *paint, const struct paint_image *image)
{
    mine(paint)->image = *image;
}

static void cells(struct paint *paint, uint32_t row, uint32_t column, const uint8_t *colours,
                  uint32_t count)
{
    const struct paint_image *image = &mine(paint)->image;
    assert(row < image->rows && column + count <= image->columns);
    canvas_squares(mine(paint)->canvas, image->x + (int64_t)column * image->side,
                   image->y + (int64_t)row * image->side, image->side, colours, count);
}

static void disc(struct paint *paint, int64_t x2, int64_t y2, int64_t radius2, uint8_t colour)
{
    canvas_disc(mine(paint)->canvas, x2, y2, radius2, colour);
}

static void line(struct paint *paint, int64_t x0, int64_t y0, int64_t x1, int64_t y1, double thick,
                 double on, double off, uint8_t colour)
{
    canvas_line(mine(paint)->canvas, x0, y0, x1, y1, thick, on, off, colour);
}

static void text(struct paint *paint, int64_t x, int64_t y, const char *text, unsigned scale,
                 uint8_t colour, bool upward)
{
    font_draw(mine(paint)->canvas, x, y, text, scale, colour, upward);
}

static void stripes(struct paint *paint, struct pixels at, int64_t thick, int64_t period,
                    int64_t phase, uint8_t colour)
{
    canvas_stripes(mine(paint)->canvas, at.x, at.y, at.width, at.height, thick, period, phase,
                   colour);
}

void paint_canvas_open(struct paint_canvas *paint, struct canvas *canvas)
{
    static const struct paint_ops OPS = {.begin = begin,
                                         .rect = rect,
                                         .image = image,
                                         .cells = cells,
                                         .disc = disc,
                                         .line = line,
                                         .text = text,
                                         .stripes = stripes};
    *paint = (struct paint_canvas){.paint = {.ops = &OPS, .palette = &canvas->palette},
                                   .canvas = canvas};
}
