/* canvas: an array of palette indices and the shapes drawn on it. Pixel (0, 0) is the top left
 * corner, y runs downward. Every shape is clipped to the canvas. Axis-parallel shapes are crisp;
 * edges of discs and slanted lines are smoothed with colours mixed from the palette. */
#pragma once

#include "grid/text/file/output.h"
#include "router/draw/canvas/palette.h"

enum {
    CANVAS_AREA_MAX = 1 << 26, /* pixels */
    CANVAS_SIDE_MAX = 65536,   /* pixels per side */
};

struct canvas {
    uint32_t width, height;
    uint8_t *pixels; /* [height * width], row by row from the top; then the palette's memo */
    struct palette palette;
};

/* Fails with STATUS_BAD_INPUT if a picture of this size exceeds a limit. */
enum status canvas_check_size(uint64_t width, uint64_t height, struct error *error);

/* Makes a canvas filled with COLOUR_PAPER. Fails as canvas_check_size, and without memory. */
enum status canvas_create(struct canvas *canvas, uint64_t width, uint64_t height,
                          struct error *error);
void canvas_destroy(struct canvas *canvas); /* accepts a zeroed one */

/* Fills the width x height pixels whose upper left corner is (x, y). */
void canvas_rect(struct canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height,
                 uint8_t colour);

/* Squares side by side, the first at (x, y), each in its colour. */
void canvas_squares(struct canvas *canvas, int64_t x, int64_t y, uint32_t side,
                    const uint8_t *colours, uint32_t count);

/* Mixes the colour of a pixel with this one, half and half. */
void canvas_half(struct canvas *canvas, int64_t x, int64_t y, uint8_t colour);

/* A disc; middle and radius are in half pixels (2 * column + 1 is a column's middle). */
void canvas_disc(struct canvas *canvas, int64_t x2, int64_t y2, int64_t radius2, uint8_t colour);

/* A line between two points in half pixels, `thick` pixels wide, with square ends. With on > 0 it
 * is dashed: `on` pixels drawn, then `off` pixels left out. */
void canvas_line(struct canvas *canvas, int64_t x0, int64_t y0, int64_t x1, int64_t y1,
                 double thick, double on, double off, uint8_t colour);

/* Steep stripes over a rectangle, in steps of s by 2 * s pixels with s = min(thick, 2): the pixel
 * at (x + i, y + j) gets the colour if (i + j / (2 * s) * s + phase) mod period < thick. Rows
 * repeat, which a PNG compresses faster and better. */
void canvas_stripes(struct canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height,
                    int64_t thick, int64_t period, int64_t phase, uint8_t colour);

/* Opens path for a picture; fails with STATUS_FAILED if it is a terminal. */
enum status canvas_output(struct output *output, const char *path, struct error *error);

/* Writes the canvas as a PNG (png.h), whole or not at all. */
enum status canvas_write(const struct canvas *canvas, const char *path, struct error *error);

/* The same into memory: *bytes, which the caller frees. */
enum status canvas_encode(const struct canvas *canvas, uint8_t **bytes, size_t *size,
                          struct error *error);
