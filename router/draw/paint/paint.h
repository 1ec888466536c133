/* paint: the primitives of a picture, for all formats: a list of rectangles, images of cells,
 * stripes, discs, lines and texts, of which a later one covers an earlier one. Backends write
 * pixels (paint_canvas.h), SVG (paint_svg.h) or a page for a browser (paint_html.h). They know
 * nothing of designs, and scenes nothing of formats, so that formats cannot differ.
 *
 * Coordinates are pixels, (0, 0) is the top left corner, y runs downward. Colours are indices into
 * the paint's palette. paint_part sets the layer and net of the primitives after it. Memory errors
 * of a backend are reported by paint_end. */
#pragma once

#include "router/draw/canvas/canvas.h"

enum paint_part {
    PART_GROUND, /* below all layers */
    PART_LAYER,  /* wires, vias and pins of one layer and net */
    PART_MARKS,  /* flight lines, rings, names: above all layers */
    PART_FRAME,  /* title, axes, legend */
    PARTS
};

#define PAINT_NO_NET UINT32_MAX /* no net */

struct paint;

struct pixels {
    int64_t x, y, width, height;
};

/* An image of `rows` rows of `columns` squares, `side` pixels wide. */
struct paint_image {
    int64_t x, y; /* upper left corner */
    uint32_t side, columns, rows;
};

/* The calls of a backend; part, image_end and end may be NULL. */
struct paint_ops {
    enum status (*begin)(struct paint *, struct error *);
    void (*part)(struct paint *, enum paint_part, uint32_t layer, uint32_t net);
    void (*rect)(struct paint *, struct pixels at, uint8_t colour);
    void (*image)(struct paint *, const struct paint_image *);
    void (*cells)(struct paint *, uint32_t row, uint32_t column, const uint8_t *colours,
                  uint32_t count);
    void (*image_end)(struct paint *);
    void (*disc)(struct paint *, int64_t x2, int64_t y2, int64_t radius2, uint8_t colour);
    void (*line)(struct paint *, int64_t x0, int64_t y0, int64_t x1, int64_t y1, double thick,
                 double on, double off, uint8_t colour);
    void (*text)(struct paint *, int64_t x, int64_t y, const char *text, unsigned scale,
                 uint8_t colour, bool upward);
    void (*stripes)(struct paint *, struct pixels at, int64_t thick, int64_t period, int64_t phase,
                    uint8_t colour);
    enum status (*end)(struct paint *, struct error *);
};

/* Names of nets and layers, for formats that keep them. Backends escape all texts. */
struct paint_names {
    const void *context;
    const char *title;
    uint32_t layers, nets;
    void (*layer)(const void *context, uint32_t layer, char *text, size_t room);
    const char *(*net)(const void *context, uint32_t net);
    /* "length 12, vias 3" or "unrouted: blocked by a, b"; true if it is a failure. */
    bool (*note)(const void *context, uint32_t net, char *text, size_t room);
};

/* The design's coordinates along an axis, for formats that show the cursor's place: the pixel
 * `start` is at unit `from`, and a unit is pixels / per pixels wide. Along y, units decrease. */
struct paint_axis {
    int64_t start, from, pixels, per;
    int64_t units;    /* units per coordinate shown; 1: coordinates are whole cells */
    const char *name; /* "um", or NULL: cells */
};

struct paint {
    const struct paint_ops *ops;
    struct palette *palette;  /* the backend's */
    uint32_t width, height;   /* since begin */
    struct paint_names names; /* may be all zero */
    struct paint_axis x, y;   /* likewise, also if the picture has no or several axes */
    const bool *asked;        /* [names.nets] nets in question, or NULL */
};

/* Starts a picture of this size. Fails as canvas_check_size, and without memory. */
static inline enum status paint_begin(struct paint *paint, uint64_t width, uint64_t height,
                                      struct error *error)
{
    assert(paint->ops != NULL && paint->palette != NULL);
    TRY(canvas_check_size(width, height, error));
    paint->width = (uint32_t)width;
    paint->height = (uint32_t)height;
    return paint->ops->begin(paint, error);
}

/* Ends it; uses the names for the last time. Fails if memory or a stream failed before. */
static inline enum status paint_end(struct paint *paint, struct error *error)
{
    return paint->ops->end != NULL ? paint->ops->end(paint, error) : STATUS_OK;
}

static inline void paint_part(struct paint *paint, enum paint_part part, uint32_t layer,
                              uint32_t net)
{
    assert(part < PARTS);
    if (paint->ops->part != NULL) /* pixels have no net */
        paint->ops->part(paint, part, layer, net);
}

/* Fills width x height pixels from (x, y); nothing if one of them is below 1. */
static inline void paint_rect(struct paint *paint, int64_t x, int64_t y, int64_t width,
                              int64_t height, uint8_t colour)
{
    if (width > 0 && height > 0)
        paint->ops->rect(paint, (struct pixels){x, y, width, height}, colour);
}

/* A rectangle of at least `least` pixels, then rim pixels larger on each side, about its middle. */
static inline void paint_grown(struct paint *paint, struct pixels at, int64_t least, int64_t rim,
                               uint8_t colour)
{
    const int64_t width = at.width > least ? at.width : least;
    const int64_t height = at.height > least ? at.height : least;
    paint_rect(paint, at.x - (width - at.width) / 2 - rim, at.y - (height - at.height) / 2 - rim,
               width + 2 * rim, height + 2 * rim, colour);
}

/* The rim of a rectangle, `thick` pixels wide, inside it. */
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

/* Starts an image; its squares follow, rows in any order, in pieces from left to right; its end. */
static inline void paint_image(struct paint *paint, const struct paint_image *image)
{
    assert(image->side >= 1 && image->columns >= 1 && image->rows >= 1);
    paint->ops->image(paint, image);
}

static inline void paint_cells(struct paint *paint, uint32_t row, uint32_t column,
                               const uint8_t *colours, uint32_t count)
{
    paint->ops->cells(paint, row, column, colours, count);
}

static inline void paint_image_end(struct paint *paint)
{
    if (paint->ops->image_end != NULL)
        paint->ops->image_end(paint);
}

/* A disc; middle and radius are in half pixels. */
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
    assert(thick > 0 && on >= 0 && off >= 0);
    paint->ops->line(paint, x0, y0, x1, y1, thick, on, off, colour);
}

/* A text in the font and scale of font.h whose top left corner is (x, y). Upward: turned by 90
 * degrees, (x, y) is its lower left corner as seen. */
static inline void paint_text(struct paint *paint, int64_t x, int64_t y, const char *text,
                              unsigned scale, uint8_t colour, bool upward)
{
    assert(text != NULL && scale >= 1);
    paint->ops->text(paint, x, y, text, scale, colour, upward);
}

/* Steep stripes over a rectangle: see canvas_stripes; phase >= 0. */
static inline void paint_stripes(struct paint *paint, struct pixels at, int64_t thick,
                                 int64_t period, int64_t phase, uint8_t colour)
{
    assert(thick >= 1 && period >= thick && phase >= 0);
    paint->ops->stripes(paint, at, thick, period, phase, colour);
}

/* Thickness of a band, in pixels, across a wire `wide` pixels wide. */
#define PAINT_BAND(wide) ((wide) >= 16 ? (wide) / 8 : 1)
/* The bands of a layer that repeats a hue (palette.h): one group of them across the wire `at`,
 * which runs along x or y, `from` pixels after its start; those that do not fit are left out. */
void paint_bands(struct paint *paint, struct pixels at, bool along_x, int64_t from, uint32_t layer);

/* A ring around (x, y) in pixels, made of lines. */
void paint_ring(struct paint *paint, int64_t x, int64_t y, int64_t radius, double thick,
                uint8_t colour);
