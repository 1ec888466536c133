/* canvas: clips shapes and writes their pixels. A pixel that a disc or slanted line covers in part
 * gets a mixture of the old and the new colour, found in the palette or added to it. */
#include "router/draw/canvas/canvas.h"

#include <math.h>

#include "grid/text/file/memory_text.h"
#include "router/draw/canvas/png.h"

enum { NARROW = 8 }; /* width in pixels up to which a loop is faster than memset */

enum status canvas_check_size(uint64_t width, uint64_t height, struct error *error)
{
    if (width < 1 || height < 1 || width > CANVAS_SIDE_MAX || height > CANVAS_SIDE_MAX ||
        width * height > CANVAS_AREA_MAX)
        return error_refuse(error,
                            "a picture of %llu x %llu pixels: at most %d pixels a side and %d in "
                            "all are drawn; a smaller scale or width, or a crop box, makes it fit",
                            (unsigned long long)width, (unsigned long long)height, CANVAS_SIDE_MAX,
                            CANVAS_AREA_MAX);
    return STATUS_OK;
}

enum status canvas_create(struct canvas *canvas, uint64_t width, uint64_t height,
                          struct error *error)
{
    memset(canvas, 0, sizeof *canvas);
    TRY(canvas_check_size(width, height, error));
    size_t area = (size_t)(width * height), memo = sizeof(palette_memo);
    TRY(MEM_NEW(canvas->pixels, area + memo, "the picture", error));
    canvas->width = (uint32_t)width;
    canvas->height = (uint32_t)height;
    palette_init(&canvas->palette, (palette_memo *)(canvas->pixels + area));
    static_assert(COLOUR_PAPER == 0, "a cleared canvas is paper");
    return STATUS_OK;
}

MEM_DESTROY(canvas_destroy, canvas, it->pixels)

/* Clips the span of *length pixels from *at to 0 .. limit - 1; false if nothing is left. */
static bool clip(int64_t *at, int64_t *length, uint32_t limit)
{
    if (*at < 0) {
        *length += *at;
        *at = 0;
    }
    if (*length > (int64_t)limit - *at)
        *length = (int64_t)limit - *at;
    return *length > 0;
}

void canvas_rect(struct canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height,
                 uint8_t colour)
{
    assert(canvas->pixels != NULL);
    if (!clip(&x, &width, canvas->width) || !clip(&y, &height, canvas->height))
        return;
    uint8_t *row = canvas->pixels + (size_t)y * canvas->width + (size_t)x;
    for (int64_t left = height; left > 0; left--, row += canvas->width)
        if (width > NARROW)
            memset(row, colour, (size_t)width);
        else
            for (int64_t i = 0; i < width; i++)
                row[i] = colour;
}

void canvas_squares(struct canvas *canvas, int64_t x, int64_t y, uint32_t side,
                    const uint8_t *colours, uint32_t count)
{
    assert(side >= 1);
    int64_t width = (int64_t)side * count;
    if (x < 0 || y < 0 || x + width > canvas->width || y + side > canvas->height) {
        for (uint32_t i = 0; i < count; i++)
            canvas_rect(canvas, x + (int64_t)side * i, y, side, side, colours[i]);
        return;
    }
    uint8_t *first = canvas->pixels + (size_t)y * canvas->width + (size_t)x, *pixel = first;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < side; k++)
            *pixel++ = colours[i];
    for (uint32_t row = 1; row < side; row++)
        memcpy(first + (size_t)row * canvas->width, first, (size_t)width);
}

void canvas_stripes(struct canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height,
                    int64_t thick, int64_t period, int64_t phase, uint8_t colour)
{
    assert(thick >= 1 && period >= thick);
    int64_t left = x, top = y, step = thick < 2 ? thick : 2;
    if (!clip(&x, &width, canvas->width) || !clip(&y, &height, canvas->height))
        return;
    const int64_t end = x + width;
    int64_t from = end; /* the first stripe's left end */
    for (int64_t j = y; j < y + height; j++) {
        uint8_t *row = canvas->pixels + (size_t)j * canvas->width;
        const int64_t rows = j - top, shift = x - left + rows / (2 * step) * step + phase;
        if (j == y || rows % (2 * step) == 0)
            from = x - (shift % period + period) % period;
        for (int64_t at = from; at < end; at += period)
            for (int64_t i = at < x ? x : at; i < at + thick && i < end; i++)
                row[i] = colour;
    }
}

/* Distance of a pixel's middle to an edge, in pixels, from which on it is not covered. */
#define OUTSIDE (-0.375)

/* Covers a pixel whose middle is `inside` pixels inside a shape's edge: not, half or whole. */
static void cover(struct canvas *canvas, int64_t x, int64_t y, uint8_t colour, double inside)
{
    if (inside <= OUTSIDE)
        return;
    uint8_t *pixel = canvas->pixels + (size_t)y * canvas->width + (size_t)x;
    *pixel = inside >= -OUTSIDE ? colour : palette_mix(&canvas->palette, *pixel, colour);
}

void canvas_half(struct canvas *canvas, int64_t x, int64_t y, uint8_t colour)
{
    if (x >= 0 && x < canvas->width && y >= 0 && y < canvas->height)
        cover(canvas, x, y, colour, 0);
}

/* fmin without its rules for NaN, which would take most of the time of a line. */
static inline double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* Clips an interval of real numbers to whole pixels of 0..limit - 1. */
static void pixel_range(double low, double high, uint32_t limit, int64_t *first, int64_t *last)
{
    *first = low < 0 ? 0 : low > (double)limit ? limit : (int64_t)low;
    *last = high < 0 ? -1 : high > (double)limit - 1 ? (int64_t)limit - 1 : (int64_t)high;
}

void canvas_disc(struct canvas *canvas, int64_t x2, int64_t y2, int64_t radius2, uint8_t colour)
{
    assert(canvas->pixels != NULL && radius2 >= 0);
    double cx = (double)x2 / 2, cy = (double)y2 / 2, radius = (double)radius2 / 2;
    int64_t x_first, x_last, y_first, y_last;
    pixel_range(cx - radius - 1, cx + radius + 1, canvas->width, &x_first, &x_last);
    pixel_range(cy - radius - 1, cy + radius + 1, canvas->height, &y_first, &y_last);
    for (int64_t y = y_first; y <= y_last; y++)
        for (int64_t x = x_first; x <= x_last; x++) {
            double dx = (double)x + 0.5 - cx, dy = (double)y + 0.5 - cy;
            cover(canvas, x, y, colour, radius - sqrt(dx * dx + dy * dy));
        }
}

/* A line in pixels: start, unit vector, length, half its width, dashes. */
struct stroke {
    double x, y, ux, uy, length, half, on, off;
};

/* Covers the pixel by the share that the stroke covers. */
static void stroke_pixel(struct canvas *canvas, const struct stroke *stroke, int64_t x, int64_t y,
                         uint8_t colour)
{
    double dx = (double)x + 0.5 - stroke->x, dy = (double)y + 0.5 - stroke->y;
    double along = dx * stroke->ux + dy * stroke->uy;
    double across = fabs(dx * stroke->uy - dy * stroke->ux);
    double inside = smaller(smaller(along, stroke->length - along) + 0.5, stroke->half - across);
    if (inside <= OUTSIDE)
        return;
    if (stroke->on > 0) {
        double period = stroke->on + stroke->off, from = along + 1024 * period;
        double phase = from - period * (double)(int64_t)(from / period);
        inside = smaller(inside, smaller(phase, stroke->on - phase));
    }
    cover(canvas, x, y, colour, inside);
}

void canvas_line(struct canvas *canvas, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                 double thick, double on, double off, uint8_t colour)
{
    assert(thick > 0 && on >= 0 && off >= 0);
    double dx = (double)(x1 - x0) / 2, dy = (double)(y1 - y0) / 2;
    double length = sqrt(dx * dx + dy * dy);
    if (length == 0)
        return;
    struct stroke stroke = {(double)x0 / 2, (double)y0 / 2, dx / length, dy / length,
                            length,         thick / 2,      on,          off};
    /* Walk along the longer axis; at each step visit the few pixels across the line. */
    bool steep = fabs(dy) > fabs(dx);
    double major = steep ? stroke.y : stroke.x, minor = steep ? stroke.x : stroke.y;
    double slope = steep ? dx / dy : dy / dx;
    double end = major + (steep ? dy : dx);
    double reach = (thick / 2 - OUTSIDE) * sqrt(1 + slope * slope) + 0.5;
    int64_t first, last;
    pixel_range(fmin(major, end) - 1, fmax(major, end) + 1, steep ? canvas->height : canvas->width,
                &first, &last);
    for (int64_t i = first; i <= last; i++) {
        double middle = minor + ((double)i + 0.5 - major) * slope;
        int64_t low, high;
        pixel_range(middle - reach, middle + reach, steep ? canvas->width : canvas->height, &low,
                    &high);
        for (int64_t j = low; j <= high; j++)
            stroke_pixel(canvas, &stroke, steep ? j : i, steep ? i : j, colour);
    }
}

enum status canvas_output(struct output *output, const char *path, struct error *error)
{
    TRY(output_open(output, path, error));
    if (output->terminal == NULL)
        return STATUS_OK;
    output_abandon(output);
    return error_set_at(error, STATUS_FAILED, path, 0, 0,
                        "pictures are not written to a terminal: name a file or a pipe");
}

enum status canvas_write(const struct canvas *canvas, const char *path, struct error *error)
{
    struct output output = {0};
    TRY(canvas_output(&output, path, error));
    enum status status = pngfile_write(output.stream, path, canvas, error);
    return output_end(&output, status, error);
}

enum status canvas_encode(const struct canvas *canvas, uint8_t **bytes, size_t *size,
                          struct error *error)
{
    struct memory_text memory;
    assert(canvas->pixels != NULL);
    *bytes = NULL;
    TRY(memory_text_open(&memory, "a picture", error));
    TRY(memory_text_end(&memory, pngfile_write(memory.out, NULL, canvas, error), error));
    *bytes = (uint8_t *)memory.text;
    *size = memory.size;
    return STATUS_OK;
}
