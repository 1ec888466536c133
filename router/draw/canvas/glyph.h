/* glyph: characters as bits, for font.c: printable ASCII (glyph.c), and the upper half of Latin-1,
 * most of it composed of ASCII letters and accents (glyph_latin1.c). */
#pragma once

#include "router/draw/canvas/font.h"

enum { GLYPH_FIRST = 32, GLYPH_LAST = 126 }; /* printable ASCII */

struct glyph {
    uint8_t width;             /* columns */
    uint8_t rows[FONT_HEIGHT]; /* the rightmost column in bit 0 */
};

/* The glyph of a character GLYPH_FIRST .. GLYPH_LAST. */
const struct glyph *glyph_ascii(char character);

/* Makes the glyph of a character 0xa0 .. 0xff; false for others. */
bool glyph_latin1(uint32_t character, struct glyph *glyph);
