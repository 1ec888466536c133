/* movingai_map: reads the head of a map line by line, then its rows (map_rows.h). */
#include "grid/format/movingai/movingai_map.h"

#include <string.h>

#include "grid/format/map_rows.h"
#include "grid/text/file/watch.h"

static const struct map_alphabet octile_map = {
    .meaning = {['.'] = MAP_FREE,
                ['G'] = MAP_FREE,
                ['@'] = MAP_BLOCKED,
                ['O'] = MAP_BLOCKED,
                ['T'] = MAP_BLOCKED,
                ['S'] = MAP_BLOCKED,
                ['W'] = MAP_BLOCKED},
    .symbols = "'.', 'G', '@', 'O', 'T', 'S' and 'W'",
};

/* Reads `height H` or `width W`, one that has not been read: *height or *width is 0. */
static enum status read_side(struct scan *scan, int64_t *width, int64_t *height,
                             struct error *error)
{
    assert(*width == 0 || *height == 0);
    struct word word = {0};
    TRY(scan_first_word(scan, &word, error));
    if (word_is(&word, "width") && *width == 0)
        return scan_int(scan, "the width", 1, GRID_SIDE_MAX, width, error);
    if (word_is(&word, "height") && *height == 0)
        return scan_int(scan, "the height", 1, GRID_SIDE_MAX, height, error);
    return scan_expected(scan, &word, error,
                         *width != 0    ? "height H"
                         : *height != 0 ? "width W"
                                        : "height H or width W");
}

/* Reads a line that must consist of these words; second may be NULL. */
static enum status read_fixed(struct scan *scan, const char *first, const char *second,
                              struct error *error)
{
    struct word word = {0};
    TRY(scan_first_word(scan, &word, error));
    if (!word_is(&word, first))
        return scan_expected(scan, &word, error, "%s", first);
    if (second != NULL) {
        TRY(scan_word(scan, &word, error));
        if (!word_is(&word, second))
            return scan_expected(scan, &word, error, "%s", second);
    }
    return scan_end(scan, error);
}

enum status movingai_map_read(struct grid *grid, struct scan *scan, struct error *error)
{
    int64_t width = 0, height = 0;
    memset(grid, 0, sizeof *grid);
    TRY(read_fixed(scan, "type", "octile", error));
    TRY(read_side(scan, &width, &height, error));
    TRY(read_side(scan, &width, &height, error));
    TRY(read_fixed(scan, "map", NULL, error));
    assert(width > 0 && height > 0);
    TRY(watch_cells((uint64_t)width * (uint64_t)height, error));
    TRY(scan_place(scan, NULL, grid_create(grid, (uint32_t)width, (uint32_t)height, 1, error),
                   error));
    TRY(map_rows_read(grid, scan, 0, 0, &octile_map, error));
    bool more = false;
    TRY(scan_line(scan, &more, error));
    if (more)
        return scan_fail(scan, NULL, error, "expected the end of the file after %u rows",
                         grid->height);
    return STATUS_OK;
}
