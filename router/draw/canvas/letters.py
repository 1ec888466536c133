#!/usr/bin/env python3
"""Writes letters.bin, the bitmaps of font.c, from the outlines of Tuffy (letters.md).

usage: letters.py Tuffy.ttf letters.bin     (needs freetype-py; not run by the build)

For each size 1 .. 6 and each character (an open box, printable ASCII, then 0xa0 .. 0xff) there is a
record of 8 bytes: advance, left, top, width, rows, and in 3 bytes the offset of its pixels in the
file, the highest byte first. Left and top are signed: pixels from the pen and from the top of the
line to the bitmap. The pixels follow the records: 2 bits each, the first in the highest bits, rows
padded to bytes; 0 is empty, 1 covered in half, 2 covered.
"""
import sys

import freetype

CAPITALS = 7         # height of capitals in pixels, times the size
SHARE = 1456 / 2048  # of the outlines: height of capitals to the em
SIZES = range(1, 7)
HALF, FULL = 56, 150  # coverage, of 255, from which a pixel counts as half and as whole
SMALL = {  # at size 1, strokes of these are lost between pixels: top and rows, 1 pixel from the pen
    '"': (0, '#.#', '#.#'), ',': (6, '.#', '#.'), '.': (6, '#'), ';': (2, '.#', '..', '..', '.#', '#.'),
    '{': (0, '..#', '.#.', '.#.', '#..', '.#.', '.#.', '..#'),
    '}': (0, '#..', '.#.', '.#.', '..#', '.#.', '.#.', '#..'),
    '1': (0, '.#', '##', '.#', '.#', '.#', '.#', '.#'), '|': (-1, *'#########'),
}
CHARACTERS = [None, *range(0x20, 0x7f), *range(0xa0, 0x100)]


def box(size):
    """The glyph of a character that has none: advance, left, top, rows."""
    rows = [[2] * (5 * size) for _ in range(CAPITALS * size)]
    for y in range(size, (CAPITALS - 1) * size):
        for x in range(size, 4 * size):
            rows[y][x] = 0
    return 6 * size, 0, 0, rows


def glyph(face, character, size):
    """The same of a character. Size 1 has no greys, which would leave no stroke whole."""
    mono = size == 1
    target = freetype.FT_LOAD_TARGET_MONO if mono else freetype.FT_LOAD_TARGET_LIGHT
    face.load_char(chr(0x20 if character == 0xa0 else character),
                   freetype.FT_LOAD_FORCE_AUTOHINT | target)
    slot = face.glyph
    slot.render(freetype.FT_RENDER_MODE_MONO if mono else freetype.FT_RENDER_MODE_NORMAL)
    bitmap = slot.bitmap
    rows = []
    for y in range(bitmap.rows):
        row = bitmap.buffer[y * bitmap.pitch:(y + 1) * bitmap.pitch]
        if mono:
            rows.append([2 * (row[x // 8] >> (7 - x % 8) & 1) for x in range(bitmap.width)])
        else:
            rows.append([(row[x] >= HALF) + (row[x] >= FULL) for x in range(bitmap.width)])
    if mono and chr(character) in SMALL:
        top, *art = SMALL[chr(character)]
        rows = [[2 * (dot == '#') for dot in row] for row in art]
        return len(rows[0]) + 2, 1, top, rows
    return (slot.advance.x + 32) // 64, slot.bitmap_left, CAPITALS * size - slot.bitmap_top, rows


def choose_em(face, size):
    """Sets the largest em at which hinted capitals are not too high."""
    em = round(CAPITALS * size / SHARE * 64)
    while True:
        face.set_char_size(em)
        if glyph(face, ord('H'), size)[2] >= 0:
            return
        em -= 1


def main(font, target):
    face = freetype.Face(font)
    records, pixels = bytearray(), bytearray()
    start = len(SIZES) * len(CHARACTERS) * 8
    for size in SIZES:
        choose_em(face, size)
        for character in CHARACTERS:
            advance, left, top, rows = box(size) if character is None else glyph(
                face, character, size)
            width = len(rows[0]) if rows else 0
            records += bytes([advance, left & 255, top & 255, width, len(rows)])
            records += (start + len(pixels)).to_bytes(3, 'big')
            for row in rows:
                row = row + [0] * (-width % 4)
                for x in range(0, len(row), 4):
                    pixels.append(row[x] << 6 | row[x + 1] << 4 | row[x + 2] << 2 | row[x + 3])
    with open(target, 'wb') as file:
        file.write(records + pixels)


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
