/* font: a small proportional bitmap font of our own, printable ASCII, scaled by whole numbers.
 *
 * A line is FONT_HEIGHT rows high: 7 above the base line, 2 below. Other bytes are drawn as an
 * open box, one a UTF-8 character.
 */
#ifndef LEEWAY_ROUTER_DRAW_CANVAS_FONT_H
#define LEEWAY_ROUTER_DRAW_CANVAS_FONT_H

#include "router/draw/canvas/canvas.h"

enum { FONT_ASCENT = 7, FONT_HEIGHT = 9 };

#ifdef __cplusplus
extern "C" {
#endif

/* Width of a text in pixels. */
int64_t font_width(const char *text, unsigned scale);

/* Draws a text whose top left corner is (x, y); returns the x behind it. */
int64_t font_draw(struct canvas *canvas, int64_t x, int64_t y, const char *text, unsigned scale,
                  uint8_t colour);

/* Bytes of text whose width is at most width pixels, whole characters only. */
size_t font_fit(const char *text, unsigned scale, int64_t width);

#ifdef __cplusplus
}
#endif

#endif
