/* font: a proportional font for printable ASCII and Latin-1 in UTF-8, as bitmaps that letters.py
 * made from outlines (letters.md). A line is FONT_HEIGHT rows high, times the scale, FONT_ASCENT of
 * them above the base line; accents of capitals, brackets and a few tails of letters reach out by
 * up to a third. Edges are smoothed with the palette's mixtures, except at scale 1. Any other
 * character or invalid byte is drawn as an open box. */
#pragma once

#include "router/draw/canvas/canvas.h"

enum { FONT_ASCENT = 7, FONT_HEIGHT = 9 }; /* rows at scale 1 */

/* Width of a text in pixels; scale >= 1, here and below. */
int64_t font_width(const char *text, unsigned scale);

/* Draws a text whose top left corner is (x, y). Upward: it runs upward from there. */
void font_draw(struct canvas *canvas, int64_t x, int64_t y, const char *text, unsigned scale,
               uint8_t colour, bool upward);

/* Copies text to line; cut, with three dots, if over width pixels or over room bytes (> 4). */
void font_shorten(const char *text, unsigned scale, int64_t width, char *line, size_t room);

/* Bytes of the longest start of text, in whole characters, that is at most width pixels wide. */
size_t font_fit(const char *text, unsigned scale, int64_t width);
