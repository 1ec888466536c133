/* movingai_map: reads the head of a map line by line, then its rows (map_rows.h). While a map is
 * read, the weight of a tile is its kind of terrain. At the end, walls replace the weights. */
#include "grid/format/movingai/movingai.h"

#include <ctype.h>

#include "grid/format/map_rows.h"
#include "grid/text/file/watch.h"

enum { LAND = 1, WATER = 2, SLOPE = 3, WATER_SLOPE = 4 }; /* kinds of terrain; water is even */

#define TERRAIN                                                                                    \
    ['.'] = MAP_FREE, ['G'] = MAP_FREE, ['S'] = MAP_FREE, ['W'] = MAP_FREE + WATER - LAND,         \
    ['@'] = MAP_BLOCKED, ['O'] = MAP_BLOCKED, ['T'] = MAP_BLOCKED

static const struct map_alphabet octile_map = {
    .meaning = {TERRAIN},
    .symbols = "'.', 'G', 'S', 'W', '@', 'O' and 'T'",
};

static const struct map_alphabet corner_map = {
    .meaning = {TERRAIN, ['g'] = MAP_FREE + SLOPE - LAND, ['s'] = MAP_FREE + SLOPE - LAND,
                ['w'] = MAP_FREE + WATER_SLOPE - LAND, ['o'] = MAP_BLOCKED, ['t'] = MAP_BLOCKED},
    .symbols = "'.', 'G', 'g', 'S', 's', 'W', 'w', '@', 'O', 'o', 'T' and 't'",
};

struct map_reader {
    struct scan *scan;
    bool corners;      /* type octile-corner */
    struct grid tiles; /* as the rows show them */
    char *heights;     /* [height * width] of corners, the top row first; or NULL */
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

static enum status read_head(struct map_reader *reader, struct error *error)
{
    int64_t width = 0, height = 0;
    struct word word = {0};
    TRY(scan_first_word(reader->scan, &word, error)); /* the word "type" showed the format */
    TRY(scan_word(reader->scan, &word, error));
    reader->corners = word_is(&word, "octile-corner");
    if (!reader->corners && !word_is(&word, "octile"))
        return scan_expected(reader->scan, &word, error, "octile or octile-corner");
    TRY(scan_end(reader->scan, error));
    TRY(read_side(reader->scan, &width, &height, error));
    TRY(read_side(reader->scan, &width, &height, error));
    TRY(scan_first_word(reader->scan, &word, error));
    if (!word_is(&word, "map"))
        return scan_expected(reader->scan, &word, error, "map");
    TRY(scan_end(reader->scan, error));
    assert(width > 0 && height > 0);
    TRY(watch_cells((uint64_t)width * (uint64_t)height, error));
    return scan_place(reader->scan, NULL,
                      grid_create(&reader->tiles, (uint32_t)width, (uint32_t)height, 1, error),
                      error);
}

/* Reads the rows of heights, which begin with a digit, if there are any. */
static enum status read_heights(struct map_reader *reader, struct error *error)
{
    const uint32_t width = reader->tiles.width, height = reader->tiles.height;
    for (uint32_t row = 0; row < height; row++) {
        struct word line;
        bool more = false;
        TRY(scan_raw(reader->scan, &line, &more, error));
        if (row == 0 && (line.length == 0 || !isdigit((unsigned char)line.text[0]))) {
            scan_back(reader->scan, &line);
            return STATUS_OK;
        }
        if (row == 0 && (width == 1 || height == 1))
            return scan_fail(reader->scan, &line, error,
                             "expected a map of at least 2 x 2 corners, found %u x %u", width,
                             height);
        if (row == 0)
            TRY(MEM_NEW(reader->heights, (size_t)width * height, "heights of a map", error));
        size_t good = 0;
        while (good < line.length && line.text[good] >= '0' && line.text[good] <= '?')
            good++;
        const struct word wrong = word_part(&line, good, good < line.length);
        if (good < line.length || good != width)
            return scan_expected(reader->scan, &wrong, error, "%u heights ('0'..'?') in row %u",
                                 width, row + 1);
        memcpy(reader->heights + (size_t)row * width, line.text, width);
    }
    return STATUS_OK;
}

/* The kind of terrain of a tile; 0 if it is blocked. */
static uint32_t terrain_at(const struct map_reader *reader, uint32_t x, uint32_t row)
{
    const struct grid *tiles = &reader->tiles;
    const cell_t cell = grid_cell(tiles, x, tiles->height - 1 - row, 0);
    if (grid_is_blocked(tiles, cell))
        return 0;
    return tiles->weight != NULL ? tiles->weight[cell] : LAND;
}

/* Height of a corner of a tile. A tile is level with its north-west corner, or a slope. */
static char height_at(const struct map_reader *reader, uint32_t x, uint32_t row, uint32_t east,
                      uint32_t south)
{
    bool slope = terrain_at(reader, x, row) >= SLOPE;
    return reader->heights[(row + (slope ? south : 0)) * (size_t)reader->tiles.width + x +
                           (slope ? east : 0)];
}

/* True unless a wall separates a tile from the one in the east, or in the south: one is land and
 * the other one is water, or their heights differ at a common corner. */
static bool is_open(const struct map_reader *reader, uint32_t x, uint32_t row, bool east)
{
    const uint32_t other_x = x + east, other_row = row + !east;
    const uint32_t kind = terrain_at(reader, x, row),
                   other = terrain_at(reader, other_x, other_row);
    if (kind == 0 || other == 0)
        return true;
    if (kind % 2 != other % 2)
        return false;
    for (uint32_t i = 0; i < 2 && reader->heights != NULL; i++)
        if (height_at(reader, x, row, east ? 1 : i, east ? i : 1) !=
            height_at(reader, other_x, other_row, east ? 0 : i, east ? i : 0))
            return false;
    return true;
}

/* Makes the grid of the tiles. Heights are of corners, so the last column and row have no tiles. */
static enum status make_grid(const struct map_reader *reader, struct grid *grid,
                             struct error *error)
{
    const struct grid *tiles = &reader->tiles;
    const uint32_t lost = reader->heights != NULL;
    TRY(grid_create(grid, tiles->width - lost, tiles->height - lost, 1, error));
    for (uint32_t y = 0; y < grid->height; y++) {
        const uint32_t row = grid->height - 1 - y;
        TRY(watch_check(error));
        for (uint32_t x = 0; x < grid->width; x++) {
            const cell_t cell = grid_cell(grid, x, y, 0);
            grid_set_blocked(grid, cell, terrain_at(reader, x, row) == 0);
            if (x + 1 < grid->width && !is_open(reader, x, row, true))
                TRY(grid_add_wall(grid, cell, EAST, error));
            if (y > 0 && !is_open(reader, x, row, false))
                TRY(grid_add_wall(grid, cell, SOUTH, error));
        }
    }
    return STATUS_OK;
}

static enum status read_map(struct map_reader *reader, struct grid *grid, struct error *error)
{
    bool more = false;
    TRY(read_head(reader, error));
    if (reader->corners)
        TRY(read_heights(reader, error));
    TRY(map_rows_read(&reader->tiles, reader->scan, 0, 0,
                      reader->corners ? &corner_map : &octile_map, error));
    TRY(scan_line(reader->scan, &more, error));
    if (more)
        return scan_fail(reader->scan, NULL, error, "expected the end of the file after %u rows",
                         reader->tiles.height);
    if (reader->tiles.weight != NULL || reader->heights != NULL)
        return make_grid(reader, grid, error);
    *grid = reader->tiles;
    reader->tiles = (struct grid){0};
    return STATUS_OK;
}

enum status movingai_map_read(struct grid *grid, struct scan *scan, struct error *error)
{
    struct map_reader reader = {.scan = scan};
    memset(grid, 0, sizeof *grid);
    enum status status = read_map(&reader, grid, error);
    grid_destroy(&reader.tiles);
    free(reader.heights);
    return status;
}
