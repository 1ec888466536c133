/* font: a small proportional bitmap font of our own, scaled by whole numbers: printable ASCII and
 * the letters and signs of Latin-1, read as UTF-8.
 *
 * A line is FONT_HEIGHT rows high: 7 above the base line, 2 below. Any other character, and any
 * byte that is none, is drawn as an open box; so no text moves or clears anything.
 */
#pragma once

#include "router/draw/canvas/canvas.h"

enum { FONT_ASCENT = 7, FONT_HEIGHT = 9 };

/* Width of a text in pixels. */
int64_t font_width(const char *text, unsigned scale);

/* Draws a text whose top left corner is (x, y); returns the x behind it. */
int64_t font_draw(struct canvas *canvas, int64_t x, int64_t y, const char *text, unsigned scale,
                  uint8_t colour);

/* The same turned by 90 degrees: the text runs upward from (x, y), its lower left corner as seen.
 */
void font_draw_upward(struct canvas *canvas, int64_t x, int64_t y, const char *text, unsigned scale,
                      uint8_t colour);

/* Copies text to line and, where it is wider than width pixels or longer than the room, cuts it and
 * ends it in an ellipsis (three dots), which says that it is cut. */
void font_shorten(const char *text, unsigned scale, int64_t width, char *line, size_t room);

/* Bytes of text whose width is at most width pixels, whole characters only. */
size_t font_fit(const char *text, unsigned scale, int64_t width);
