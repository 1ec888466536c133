/* font: lays out the glyphs of letters.bin (letters.py) from left to right. */
#include "router/draw/canvas/font.h"

#include "grid/text/utf8.h"
#include "grid/text/resource.h"

enum {
    SIZES = 6, /* sizes of glyphs; larger scales magnify them */
    ASCII = '~' - ' ' + 1,
    LATIN = 0x60,               /* characters from the blank, and from 0xa0 */
    GLYPHS = 1 + ASCII + LATIN, /* of a size; the first is a box */
    RECORD = 8,                 /* bytes of a glyph beside its pixels */
};

RESOURCE(letters, "router/draw/canvas/letters.bin");

struct glyph {
    int64_t advance, left, top, width, rows; /* in pixels; left and top of the bitmap */
    const uint8_t *pixels;
};

/* Pixels per side of a glyph's pixel at this scale, and the size of its glyphs. */
static unsigned magnified(unsigned scale, unsigned *size)
{
    assert(scale >= 1);
    const unsigned by = (scale + SIZES - 1) / SIZES;
    *size = scale / by;
    return by;
}

/* Steps over the character at *text and returns its glyph. */
static struct glyph next_glyph(const char **text, unsigned size)
{
    assert(size >= 1 && size <= SIZES);
    const size_t length = utf8_length(*text, strnlen(*text, 4));
    const unsigned char *bytes = (const unsigned char *)*text;
    const unsigned wide = length == 2 ? (bytes[0] & 0x1fU) << 6 | (bytes[1] & 0x3fU) : 0;
    unsigned index = 0;
    if (length == 1 && bytes[0] >= ' ' && bytes[0] <= '~')
        index = 1U + bytes[0] - ' ';
    else if (wide >= 0xa0 && wide < 0xa0 + LATIN)
        index = 1U + ASCII + wide - 0xa0;
    *text += length > 0 ? length : 1;
    const uint8_t *file = (const uint8_t *)letters;
    const uint8_t *at = file + (size_t)((size - 1) * GLYPHS + index) * RECORD;
    /* cppcheck-suppress comparePointers ; both ends of one resource */
    assert(letters + (at[5] << 16 | at[6] << 8 | at[7]) <= letters_end);
    return (struct glyph){at[0], (int8_t)at[1], (int8_t)at[2],
                          at[3], at[4],         file + (at[5] << 16 | at[6] << 8 | at[7])};
}

int64_t font_width(const char *text, unsigned scale)
{
    unsigned size;
    const unsigned by = magnified(scale, &size);
    int64_t width = 0;
    /* next_glyph never steps over the NUL. NOLINTNEXTLINE(clang-analyzer-core.*) */
    while (*text != '\0')
        width += next_glyph(&text, size).advance * by;
    return width;
}

/* Draws a pixel of a glyph, magnified; level: 1 covered in half, 2 covered. */
static void draw_pixel(struct canvas *canvas, int64_t x, int64_t y, int64_t side, unsigned level,
                       uint8_t colour)
{
    if (level == 2)
        canvas_rect(canvas, x, y, side, side, colour);
    for (int64_t i = 0; level == 1 && i < side * side; i++)
        canvas_half(canvas, x + i % side, y + i / side, colour);
}

void font_draw(struct canvas *canvas, int64_t x, int64_t y, const char *text, unsigned scale,
               uint8_t colour, bool upward)
{
    unsigned size;
    const int64_t by = magnified(scale, &size);
    while (*text != '\0') {
        const struct glyph glyph = next_glyph(&text, size);
        const uint8_t *byte = glyph.pixels;
        for (int64_t row = 0; row < glyph.rows; row++, byte += (glyph.width + 3) / 4)
            for (int64_t column = 0; column < glyph.width; column++) {
                const int64_t along = (glyph.left + column) * by, below = (glyph.top + row) * by;
                draw_pixel(canvas, x + (upward ? below : along), y + (upward ? -by - along : below),
                           by, byte[column / 4] >> (6 - column % 4 * 2) & 3, colour);
            }
        *(upward ? &y : &x) += (upward ? -by : by) * glyph.advance;
    }
}

size_t font_fit(const char *text, unsigned scale, int64_t width)
{
    unsigned size;
    const unsigned by = magnified(scale, &size);
    const char *at = text, *next = text;
    for (int64_t used = 0; *at != '\0'; at = next) {
        used += next_glyph(&next, size).advance * by;
        if (used > width)
            break;
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
    fits = font_fit(text, scale, width - font_width(dots, scale));
    fits = fits > room - sizeof dots ? room - sizeof dots : fits;
    while (fits > 0 && utf8_continues(text[fits]))
        fits--;
    memcpy(line, text, fits);
    memcpy(line + fits, dots, sizeof dots);
}
