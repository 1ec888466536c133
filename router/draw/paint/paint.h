/* paint: what a picture consists of, said once for every format.
 *
 * A picture is rectangles, rows of cells, stripes, discs, lines and text, in this order of drawing:
 * what comes later covers what came before. Whoever draws calls the functions below; behind them
 * stands a backend that makes pixels (paint_canvas.h), SVG (paint_svg.h) or a page for a browser
 * (paint_html.h). Backends know nothing of designs and passes nothing of formats, so that formats
 * cannot differ.
 *
 * Coordinates are pixels, (0, 0) is the top left corner, y runs downward. Colours are indices into
 * the paint's palette. paint_part says what the primitives after it belong to: a layer and a net,
 * or neither. Memory errors of a backend are kept and come back from its end.
 */
#pragma once

#include "router/draw/canvas/canvas.h"

enum paint_part {
    PART_GROUND, /* what lies below all layers */
    PART_LAYER,  /* wires, vias and pins of one layer and net */
    PART_MARKS,  /* flight lines, rings, names: above all layers */
    PART_FRAME,  /* title, axes, legend */
    PARTS
};

#define PAINT_NO_NET UINT32_MAX /* no net */

struct paint;

/* A rectangle of pixels. */
struct pixels {
    int64_t x, y, width, height;
};

/* A row of an image that is made of squares: `columns` squares a row, `rows` rows. */
struct paint_image {
    int64_t x, y; /* upper left corner */
    uint32_t side, columns, rows;
};

struct paint_ops {
    enum status (*begin)(struct paint *, struct error *);
    void (*part)(struct paint *, enum paint_part, uint32_t layer, uint32_t net);
    void (*rect)(struct paint *, int64_t x, int64_t y, int64_t width, int64_t height,
                 uint8_t colour);
    void (*image)(struct paint *, const struct paint_image *);
    void (*cells)(struct paint *, uint32_t row, uint32_t column, const uint8_t *colours,
                  uint32_t count);
    void (*image_end)(struct paint *);
    void (*disc)(struct paint *, int64_t x2, int64_t y2, int64_t radius2, uint8_t colour);
    void (*line)(struct paint *, int64_t x0, int64_t y0, int64_t x1, int64_t y1, double thick,
                 double on, double off, uint8_t colour);
    void (*text)(struct paint *, int64_t x, int64_t y, const char *text, unsigned scale,
                 uint8_t colour, bool upward);
    void (*stripes)(struct paint *, int64_t x, int64_t y, int64_t width, int64_t height,
                    int64_t thick, int64_t period, int64_t phase, uint8_t colour);
    enum status (*end)(struct paint *, struct error *);
};

/* What the nets and layers of a picture are called, for formats that keep names. Texts are taken as
 * they are; backends make them harmless. */
struct paint_names {
    const void *context;
    const char *title;
    uint32_t layers, nets;
    void (*layer)(const void *context, uint32_t layer, char *text, size_t room);
    const char *(*net)(const void *context, uint32_t net);
    /* "length 12, vias 3" or "unrouted: blocked by a, b"; true where it is a failure. */
    bool (*note)(const void *context, uint32_t net, char *text, size_t room);
};

struct paint {
    const struct paint_ops *ops;
    struct palette *palette;  /* the backend's */
    uint32_t width, height;   /* since begin */
    struct paint_names names; /* may be all zero */
};

/* Starts a picture of this size. Fails with STATUS_BAD_INPUT over the limits of canvas.h and with
 * STATUS_FAILED without memory. */
static inline enum status paint_begin(struct paint *paint, uint64_t width, uint64_t height,
                                      struct error *error)
{
    TRY(canvas_check_size(width, height, error));
    paint->width = (uint32_t)width;
    paint->height = (uint32_t)height;
    return paint->ops->begin(paint, error);
}

/* Ends it; the names are looked at for the last time. Fails where memory or a stream did. */
static inline enum status paint_end(struct paint *paint, struct error *error)
{
    return paint->ops->end(paint, error);
}

static inline void paint_part(struct paint *paint, enum paint_part part, uint32_t layer,
                              uint32_t net)
{
    paint->ops->part(paint, part, layer, net);
}

/* Fills the width x height pixels from (x, y) on; nothing where one of them is below 1. */
static inline void paint_rect(struct paint *paint, int64_t x, int64_t y, int64_t width,
                              int64_t height, uint8_t colour)
{
    if (width > 0 && height > 0)
        paint->ops->rect(paint, x, y, width, height, colour);
}

/* The frame of that rectangle, thick pixels wide, inside it. */
static inline void paint_frame(struct paint *paint, int64_t x, int64_t y, int64_t width,
                               int64_t height, int64_t thick, uint8_t colour)
{
    if (thick * 2 >= width || thick * 2 >= height) {
        paint_rect(paint, x, y, width, height, colour);
        return;
    }
    paint_rect(paint, x, y, width, thick, colour);
    paint_rect(paint, x, y + height - thick, width, thick, colour);
    paint_rect(paint, x, y + thick, thick, height - 2 * thick, colour);
    paint_rect(paint, x + width - thick, y + thick, thick, height - 2 * thick, colour);
}

/* An image, then its rows in any order, each in pieces from left to right, then its end. All of its
 * squares must be given. */
static inline void paint_image(struct paint *paint, const struct paint_image *image)
{
    paint->ops->image(paint, image);
}

static inline void paint_cells(struct paint *paint, uint32_t row, uint32_t column,
                               const uint8_t *colours, uint32_t count)
{
    paint->ops->cells(paint, row, column, colours, count);
}

static inline void paint_image_end(struct paint *paint)
{
    paint->ops->image_end(paint);
}

/* A disc around (x, y), which are, as the radius, in half pixels. */
static inline void paint_disc(struct paint *paint, int64_t x2, int64_t y2, int64_t radius2,
                              uint8_t colour)
{
    if (radius2 > 0)
        paint->ops->disc(paint, x2, y2, radius2, colour);
}

/* A line between points in half pixels; with on > 0 dashed (canvas_line). */
static inline void paint_line(struct paint *paint, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                              double thick, double on, double off, uint8_t colour)
{
    paint->ops->line(paint, x0, y0, x1, y1, thick, on, off, colour);
}

/* A text whose top left corner is (x, y), in the font and scale of font.h. Upward: turned by 90
 * degrees, (x, y) is then the lower left corner of what is seen. */
static inline void paint_text(struct paint *paint, int64_t x, int64_t y, const char *text,
                              unsigned scale, uint8_t colour, bool upward)
{
    paint->ops->text(paint, x, y, text, scale, colour, upward);
}

/* Steep stripes over a rectangle, in steps of s by 2 * s pixels, s at most 2: the pixel at (x + i,
 * y + j) has the colour where (i + j / (2 * s) * s + phase) mod period < thick, s being 1 where
 * thick is, else 2. So rows repeat, which a PNG packs quicker and smaller. */
static inline void paint_stripes(struct paint *paint, int64_t x, int64_t y, int64_t width,
                                 int64_t height, int64_t thick, int64_t period, int64_t phase,
                                 uint8_t colour)
{
    paint->ops->stripes(paint, x, y, width, height, thick, period, phase, colour);
}

/* The bands that mark a layer whose hue is not its own (palette.h): one group of them across a wire
 * `at` that runs along x or along y, `from` pixels behind its start; bands that do not fit are left
 * out. */
#define PAINT_BAND(wide) ((wide) >= 16 ? (wide) / 8 : 1) /* a band's thickness on such a wire */
void paint_bands(struct paint *paint, struct pixels at, bool along_x, int64_t from, uint32_t layer);

/* A ring around (x, y) in pixels, made of lines. */
void paint_ring(struct paint *paint, int64_t x, int64_t y, int64_t radius, double thick,
                uint8_t colour);
