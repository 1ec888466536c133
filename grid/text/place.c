/* place: cuts a word at its commas and reads the parts as integers. */
#include "grid/text/place.h"

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

static enum status read_place(struct scan *scan, const struct word *word, const struct grid *grid,
                              bool is_pin, struct pin *pin, struct error *error)
{
    struct word part[3];
    int parts = cut_at_commas(word, part);
    int64_t x = 0, y = 0, z = 1;
    if (parts < (is_pin ? 2 : 3))
        return scan_expected(scan, word, error,
                             is_pin ? "a pin X,Y,N, X,Y or X,Y,*" : "a cell X,Y,N");
    pin->all_layers = is_pin && parts == 3 && word_is(&part[2], "*");
    TRY(scan_word_int(scan, &part[0], "x", 0, (int64_t)grid->width - 1, &x, error));
    TRY(scan_word_int(scan, &part[1], "y", 0, (int64_t)grid->height - 1, &y, error));
    if (parts == 3 && !pin->all_layers)
        TRY(scan_word_int(scan, &part[2], "the layer", 1, grid->layers, &z, error));
    pin->cell = grid_cell(grid, (uint32_t)x, (uint32_t)y, (uint32_t)z - 1);
    return STATUS_OK;
}

enum status place_read_cell(struct scan *scan, const struct word *word, const struct grid *grid,
                            cell_t *cell, struct error *error)
{
    struct pin pin = {0};
    TRY(read_place(scan, word, grid, false, &pin, error));
    *cell = pin.cell;
    return STATUS_OK;
}

enum status place_read_pin(struct scan *scan, const struct word *word, const struct grid *grid,
                           struct pin *pin, struct error *error)
{
    return read_place(scan, word, grid, true, pin, error);
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
