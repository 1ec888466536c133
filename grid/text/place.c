/* place: cuts a word at its commas and reads the parts as integers. */
#include "grid/text/place.h"

#include <stdio.h>
#include <string.h>

/* Cuts a word at its commas into parts. Returns their number; 0 for more than 3 or an empty one. */
static int cut_at_commas(const struct word *word, struct word part[3])
{
    int parts = 0;
    for (size_t from = 0;; from += part[parts - 1].length + 1) {
        if (parts == 3)
            return 0;
        const char *text = word->text + from;
        const char *comma = memchr(text, ',', word->length - from);
        size_t length = comma != NULL ? (size_t)(comma - text) : word->length - from;
        if (length == 0)
            return 0;
        part[parts++] = word_part(word, from, length);
        if (comma == NULL)
            return parts;
    }
}

/* Reads x, y and, from a third part, the layer. */
static enum status read_parts(struct scan *scan, const struct word *part, int parts,
                              const struct grid *grid, int64_t place[3], struct error *error)
{
    assert(parts == 2 || parts == 3);
    TRY(scan_word_int(scan, &part[0], "x", 0, (int64_t)grid->width - 1, &place[0], error));
    TRY(scan_word_int(scan, &part[1], "y", 0, (int64_t)grid->height - 1, &place[1], error));
    return parts == 2
               ? STATUS_OK
               : scan_word_int(scan, &part[2], "the layer", 1, grid->layers, &place[2], error);
}

enum status place_read_cell(struct scan *scan, const struct word *word, const struct grid *grid,
                            cell_t *cell, struct error *error)
{
    struct word part[3];
    if (cut_at_commas(word, part) != 3)
        return scan_expected(scan, word, error, "a cell X,Y,N");
    int64_t place[3];
    TRY(read_parts(scan, part, 3, grid, place, error));
    *cell = grid_cell(grid, (uint32_t)place[0], (uint32_t)place[1], (uint32_t)place[2] - 1);
    return STATUS_OK;
}

enum status place_read_pin(struct scan *scan, const struct word *word, const struct grid *grid,
                           struct pin *pin, struct error *error)
{
    struct word part[3];
    int parts = cut_at_commas(word, part);
    if (parts < 2)
        return scan_expected(scan, word, error, "a pin X,Y,N, X,Y or X,Y,*");
    bool all_layers = parts == 3 && word_is(&part[2], "*");
    int64_t place[3] = {0, 0, 1};
    TRY(read_parts(scan, part, all_layers ? 2 : parts, grid, place, error));
    pin->cell = grid_cell(grid, (uint32_t)place[0], (uint32_t)place[1], (uint32_t)place[2] - 1);
    pin->all_layers = all_layers;
    return STATUS_OK;
}

const char *place_text(const struct grid *grid, cell_t cell, char text[PLACE_TEXT_MAX])
{
    assert(cell < grid_cells(grid));
    snprintf(text, PLACE_TEXT_MAX, "%u,%u,%u", grid_x(grid, cell), grid_y(grid, cell),
             grid_z(grid, cell) + 1);
    return text;
}

const char *place_pin_text(const struct grid *grid, struct pin pin, char text[PLACE_TEXT_MAX])
{
    assert(pin.cell < grid_cells(grid));
    if (!pin.all_layers)
        return place_text(grid, pin.cell, text);
    snprintf(text, PLACE_TEXT_MAX, "%u,%u,*", grid_x(grid, pin.cell), grid_y(grid, pin.cell));
    return text;
}
