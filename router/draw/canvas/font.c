/* font: lays out glyphs from left to right and draws each of their bits as a square. */
#include "router/draw/canvas/font.h"

#include <stdio.h>
#include <string.h>

#include "grid/text/utf8.h"
#include "router/draw/canvas/glyph.h"

enum { GAP = 1 };

static const struct glyph BOX = {5, {0x1f, 0x11, 0x11, 0x11, 0x11, 0x11, 0x1f, 0, 0}};

/* Steps over the character at *text; returns its glyph, which may be *made. */
static const struct glyph *next_glyph(const char **text, struct glyph *made)
{
    size_t length = utf8_length(*text, strnlen(*text, 4));
    const unsigned char *bytes = (const unsigned char *)*text;
    *text += length > 0 ? length : 1;
    if (length == 1 && bytes[0] >= GLYPH_FIRST && bytes[0] <= GLYPH_LAST)
        return glyph_ascii((char)bytes[0]);
    if (length == 2 && glyph_latin1((bytes[0] & 0x1fU) << 6 | (bytes[1] & 0x3fU), made))
        return made;
    return &BOX;
}

int64_t font_width(const char *text, unsigned scale)
{
    assert(scale >= 1);
    struct glyph made;
    int64_t width = 0;
    /* next_glyph never steps over the NUL. NOLINTNEXTLINE(clang-analyzer-core.*) */
    while (*text != '\0')
        width += next_glyph(&text, &made)->width + GAP;
    return width > 0 ? (width - GAP) * scale : 0;
}

/* Draws a text to the right or upward; returns the x or y after it. */
static int64_t draw(struct canvas *canvas, int64_t x, int64_t y, const char *text, int64_t scale,
                    uint8_t colour, bool upward)
{
    assert(scale >= 1);
    struct glyph made;
    while (*text != '\0') {
        const struct glyph *glyph = next_glyph(&text, &made);
        for (int64_t row = 0; row < FONT_HEIGHT; row++)
            for (int64_t column = 0; column < glyph->width; column++)
                if (glyph->rows[row] >> (glyph->width - 1 - column) & 1)
                    canvas_rect(canvas, x + (upward ? row : column) * scale,
                                y + (upward ? -1 - column : row) * scale, scale, scale, colour);
        *(upward ? &y : &x) += (upward ? -scale : scale) * (glyph->width + GAP);
    }
    return upward ? y : x;
}

int64_t font_draw(struct canvas *canvas, int64_t x, int64_t y, const char *text, unsigned scale,
                  uint8_t colour)
{
    return draw(canvas, x, y, text, scale, colour, false);
}

void font_draw_upward(struct canvas *canvas, int64_t x, int64_t y, const char *text, unsigned scale,
                      uint8_t colour)
{
    draw(canvas, x, y, text, scale, colour, true);
}

size_t font_fit(const char *text, unsigned scale, int64_t width)
{
    assert(scale >= 1);
    struct glyph made;
    const char *at = text;
    int64_t used = 0;
    while (*at != '\0') {
        const char *next = at;
        used += next_glyph(&next, &made)->width * (int64_t)scale;
        if (used > width)
            break;
        used += (int64_t)GAP * scale;
        at = next;
    }
    return (size_t)(at - text);
}

void font_shorten(const char *text, unsigned scale, int64_t width, char *line, size_t room)
{
    static const char dots[] = "...";
    assert(room > sizeof dots);
    size_t length = strlen(text), fits = font_fit(text, scale, width);
    if (fits == length && length < room) {
        memcpy(line, text, length + 1);
        return;
    }
    fits = font_fit(text, scale, width - font_width(dots, scale) - scale);
    fits = fits > room - sizeof dots ? room - sizeof dots : fits;
    while (fits > 0 && utf8_continues(text[fits]))
        fits--;
    memcpy(line, text, fits);
    memcpy(line + fits, dots, sizeof dots);
}
