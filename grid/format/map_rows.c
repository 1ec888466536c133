/* map_rows: converts 64 characters of a row at a time into blocked bits. Weights are processed only
 * in rows or grids that have weights. */
#include "grid/format/map_rows.h"

#include "grid/text/file/watch.h"
#include "grid/text/utf8.h"

enum { CELLS_AT_ONCE = 1 << 22 }; /* cells between two checks of the watch: some milliseconds */

/* The two characters that most maps consist of. */
struct common {
    uint64_t free;       /* 8 times the free one */
    uint64_t difference; /* the free one XOR the blocked one */
};

static struct common find_common(const struct map_alphabet *alphabet)
{
    const uint64_t each = 0x0101010101010101u;
    unsigned open = 0, blocked = 0;
    while (open < 255 && alphabet->meaning[open] != MAP_FREE)
        open++;
    while (blocked < 255 && alphabet->meaning[blocked] != MAP_BLOCKED)
        blocked++;
    assert(alphabet->meaning[open] == MAP_FREE && alphabet->meaning[blocked] == MAP_BLOCKED);
    return (struct common){each * open, open ^ blocked};
}

/* Computes the blocked bits of 64 characters, 8 at a time. False if there are characters other than
 * the two. After the XOR with the free character, a byte is 0 or `difference`; `ones` has a 1 for
 * the latter, and the product moves the ones of 8 bytes next to each other. */
static bool read_common(const char *text, struct common common, uint64_t *bits)
{
    const uint64_t low = 0x7F7F7F7F7F7F7F7Fu;
    uint64_t found = 0;
    for (uint32_t i = 0; i < 64; i += 8) {
        uint64_t bytes;
        memcpy(&bytes, text + i, sizeof bytes);
        bytes ^= common.free;
        uint64_t ones = ((((bytes & low) + low) | bytes) & ~low) >> 7;
        if (ones * common.difference != bytes)
            return false;
        found |= (ones * 0x0102040810204080u >> 56) << i;
    }
    *bits = found;
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
}

/* The blocked bits of up to 64 characters. Bits are set in *seen: bit 0 for an unknown character,
 * bit 1 for a weight above 1. */
static uint64_t read_word(const char *text, uint32_t count, const struct map_alphabet *alphabet,
                          unsigned *seen)
{
    assert(count >= 1 && count <= 64);
    uint64_t bits = 0;
    unsigned found = 0;
    for (uint32_t i = 0; i < count; i++) {
        unsigned meaning = alphabet->meaning[(unsigned char)text[i]];
        bits |= (uint64_t)(meaning == MAP_BLOCKED) << i;
        found |= 1u << meaning;
    }
    *seen |= (found & 1u << MAP_UNKNOWN) != 0;
    *seen |= found >= 2u << MAP_FREE ? 2u : 0;
    return bits;
}

static enum status fail_unknown(struct scan *scan, const struct word *row,
                                const struct map_alphabet *alphabet, struct error *error)
{
    size_t at = 0;
    while (alphabet->meaning[(unsigned char)row->text[at]] != MAP_UNKNOWN)
        at++;
    assert(at < row->length); /* read_word has seen one */
    size_t bytes = 1;
    while (at + bytes < row->length && utf8_continues(row->text[at + bytes]))
        bytes++;
    struct word symbol = word_part(row, at, bytes);
    return scan_expected(scan, &symbol, error, "one of %s", alphabet->symbols);
}

static enum status next_row(struct scan *scan, uint32_t width, uint32_t y, struct word *row,
                            struct error *error)
{
    bool more = false;
    TRY(scan_raw(scan, row, &more, error));
    if (!more)
        return scan_fail(scan, NULL, error,
                         "expected the map row y = %u, %u characters, found the end of the file", y,
                         width);
    if (row->length == width)
        return STATUS_OK;
    size_t end = row->length < width ? row->length : width;
    struct word place = word_part(row, end, 0);
    return scan_fail(scan, &place, error, "expected %u characters in the map row y = %u, found %zu",
                     width, y, row->length);
}

static enum status paint_weights(struct grid *grid, uint32_t y, uint32_t z, const char *text,
                                 const struct map_alphabet *alphabet, struct error *error)
{
    for (uint32_t x = 0; x < grid->width; x++) {
        unsigned meaning = alphabet->meaning[(unsigned char)text[x]];
        if (meaning < MAP_FREE)
            continue;
        struct box cell = {x, y, x, y};
        if (grid->weight != NULL)
            grid->weight[grid_cell(grid, x, y, z)] = meaning - MAP_FREE + 1;
        else
            TRY(weights_fill(grid, cell, z, meaning - MAP_FREE + 1, error));
    }
    return STATUS_OK;
}

static enum status paint_row(struct grid *grid, struct scan *scan, uint32_t y, uint32_t first,
                             uint32_t last, const struct map_alphabet *alphabet,
                             struct common common, struct error *error)
{
    struct word row;
    TRY(next_row(scan, grid->width, y, &row, error));
    assert(row.length == grid->width);
    uint64_t *blocked = grid->blocked + ((size_t)first * grid->height + y) * grid->row_words;
    unsigned seen = 0;
    for (uint32_t x = 0; x < grid->width; x += 64) {
        uint32_t count = grid->width - x < 64 ? grid->width - x : 64;
        uint64_t padding = count < 64 ? ~(uint64_t)0 << count : 0;
        if (count < 64 || !read_common(row.text + x, common, &blocked[x / 64]))
            blocked[x / 64] = padding | read_word(row.text + x, count, alphabet, &seen);
    }
    if ((seen & 1) != 0)
        return fail_unknown(scan, &row, alphabet, error);
    size_t layer = (size_t)grid->height * grid->row_words;
    for (uint32_t z = first; z <= last; z++) {
        if (z > first)
            memcpy(blocked + (z - first) * layer, blocked, grid->row_words * sizeof *blocked);
        if ((seen & 2) != 0 || grid->weight != NULL)
            TRY(paint_weights(grid, y, z, row.text, alphabet, error));
    }
    return STATUS_OK;
}

enum status map_rows_read(struct grid *grid, struct scan *scan, uint32_t first, uint32_t last,
                          const struct map_alphabet *alphabet, struct error *error)
{
    assert(first <= last && last < grid->layers);
    struct common common = find_common(alphabet);
    for (uint32_t y = grid->height; y-- > 0;) {
        struct error *slot = error_slot(error);
        enum status status = paint_row(grid, scan, y, first, last, alphabet, common, slot);
        if (!scan_goes_on(scan, status, error, slot))
            return status;
    }
    return error_is_set(error) ? STATUS_BAD_INPUT : STATUS_OK;
}

static enum status make_weights(struct grid *grid, struct error *error)
{
    const size_t cells = grid_cells(grid);
    TRY(MEM_NEW(grid->weight, cells, "weights", error));
    for (size_t cell = 0; cell < cells; cell++) {
        if (cell % CELLS_AT_ONCE == 0)
            TRY(watch_check(error));
        grid->weight[cell] = 1;
    }
    return STATUS_OK;
}

enum status weights_fill(struct grid *grid, struct box box, uint32_t z, uint32_t weight,
                         struct error *error)
{
    assert(z < grid->layers && weight >= 1);
    if (grid->weight == NULL && weight > 1)
        TRY(make_weights(grid, error));
    return grid_fill_weight(grid, box, z, weight, error);
}
