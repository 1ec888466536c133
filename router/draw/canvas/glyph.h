/* glyph: a character as bits, between font.c and the part of it for Latin-1. */
#pragma once

#include "router/draw/canvas/font.h"

struct glyph {
    uint8_t width;             /* columns */
    uint8_t rows[FONT_HEIGHT]; /* the rightmost column in bit 0 */
};

/* The glyph of a printable ASCII character. */
const struct glyph *font_ascii(char character);

/* Makes the glyph of a character 0xa0 .. 0xff; false for others. */
bool font_latin1(uint32_t character, struct glyph *glyph);
