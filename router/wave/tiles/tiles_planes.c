/* tiles_planes: fills chunks on demand and loads regions across two columns. */
#include "router/wave/tiles/tiles_planes.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_ROWS = 64,   /* rows filled together */
    CHUNK_COLUMNS = 8, /* words per row filled together: one cache line of the field */
};

enum status tiles_planes_create(struct tiles_planes *planes, const struct field *field,
                                struct error *error)
{
    const struct grid *grid = field->grid;
    memset(planes, 0, sizeof *planes);
    planes->field = field;
    planes->version = tiles_version(isa_best());
    planes->careful = grid->walls != NULL || grid->rules.strict != 0;
    size_t array = (size_t)grid->layers * TILES_STRIDE;
    size_t arrays = 1 + TILES_LEVELS + 1 + (planes->careful ? DIRECTIONS : 0);
    planes->region_words = mem_alloc(arrays * array, sizeof(uint64_t), "a tile", error);
    if (planes->region_words == NULL)
        return STATUS_FAILED;
    struct tiles_region *now = &planes->now;
    uint64_t *next = planes->region_words;
    now->layers = grid->layers;
    now->open = next;
    for (int k = 0; k <= TILES_LEVELS; k++)
        now->front[k] = next += array;
    for (int d = 0; planes->careful && d < DIRECTIONS; d++)
        now->exits[d] = next += array;
    return STATUS_OK;
}

enum status tiles_lay_out(struct tiles_planes *planes, const struct box *window,
                          struct error *error)
{
    const struct grid *grid = planes->field->grid;
    assert(window->x0 <= window->x1 && window->x1 < grid->width);
    assert(window->y0 <= window->y1 && window->y1 < grid->height);
    planes->window = *window;
    planes->across = (window->x1 - window->x0) / TILES_CORE_X + 1;
    planes->up = (window->y1 - window->y0) / TILES_CORE_Y + 1;
    planes->tiles = planes->across * planes->up;
    planes->columns = tiles_bit(planes, planes->across - 1) / 64 + 2;
    planes->chunks_across = (planes->columns - 1) / CHUNK_COLUMNS + 1;
    planes->rows = ((planes->up - 1) * TILES_CORE_Y + TILES_SIDE + CHUNK_ROWS - 1) / CHUNK_ROWS;
    planes->rows *= CHUNK_ROWS;
    size_t words = (size_t)grid->layers * planes->columns * planes->rows;
    size_t chunks = (size_t)planes->chunks_across * (planes->rows / CHUNK_ROWS);
    size_t before = planes->filled_capacity;
    TRY(MEM_GROW(planes->open, planes->open_capacity, words, "bit planes", error));
    for (int i = 0; i < 2; i++)
        TRY(MEM_GROW(planes->label[i], planes->label_capacity[i], words, "bit planes", error));
    if (grid->walls != NULL)
        TRY(MEM_GROW(planes->exits, planes->exits_capacity, DIRECTIONS * words, "bit planes",
                     error));
    TRY(MEM_GROW(planes->filled, planes->filled_capacity, chunks, "marks of chunks", error));
    memset(planes->filled + before, 0, (planes->filled_capacity - before) * sizeof *planes->filled);
    if (++planes->search == 0) {
        memset(planes->filled, 0, planes->filled_capacity * sizeof *planes->filled);
        planes->search = 1;
    }
    return STATUS_OK;
}

/* ---- filling -------------------------------------------------------------------------------- */

/* The cells of this word of a row that are inside the window. */
static uint64_t columns_inside(const struct tiles_planes *planes, uint32_t word)
{
    DEBUG_ASSERT(word < planes->field->grid->row_words);
    const struct box *window = &planes->window;
    uint64_t inside = ~(uint64_t)0;
    if (word == window->x0 / 64)
        inside &= ~(uint64_t)0 << window->x0 % 64;
    if (word == window->x1 / 64)
        inside &= ~(uint64_t)0 >> (63 - window->x1 % 64);
    return inside;
}

/* Fills the exits of the 64 cells from x on that are inside the grid. */
static void fill_exits(struct tiles_planes *planes, size_t at, uint32_t x, uint32_t y, uint32_t z)
{
    const struct grid *grid = planes->field->grid;
    size_t plane = (size_t)grid->layers * planes->columns * planes->rows;
    const uint8_t *walls = grid->walls + grid_cell(grid, x, y, z);
    uint32_t count = grid->width - x < 64 ? grid->width - x : 64;
    uint64_t enclosed[DIRECTIONS] = {0};
    for (uint32_t i = 0; i < count; i++)
        for (int d = 0; d < DIRECTIONS; d++)
            enclosed[d] |= (uint64_t)(walls[i] >> d & 1) << i;
    for (int d = 0; d < DIRECTIONS; d++)
        planes->exits[(size_t)d * plane + at] = ~enclosed[d];
}

/* Fills the open cells and the exits of a row of a chunk. */
static void fill_row(struct tiles_planes *planes, uint32_t first, uint32_t end, uint32_t row,
                     uint32_t z)
{
    DEBUG_ASSERT(first <= end && z < planes->field->grid->layers);
    const struct grid *grid = planes->field->grid;
    const struct box *window = &planes->window;
    const uint32_t y = row + window->y0 - TILES_HALO_Y, word0 = window->x0 / 64;
    const uint64_t *closed =
        planes->field->closed + ((size_t)z * grid->height + y) * grid->row_words;
    end = end < window->x1 / 64 - word0 + 2 ? end : window->x1 / 64 - word0 + 2;
    for (uint32_t column = first > 0 ? first : 1; column < end; column++) {
        uint32_t word = word0 + column - 1;
        size_t at = ((size_t)z * planes->columns + column) * planes->rows + row;
        planes->open[at] = ~closed[word] & columns_inside(planes, word);
        if (planes->exits != NULL)
            fill_exits(planes, at, word * 64, y, z);
    }
}

static void fill_chunk(struct tiles_planes *planes, uint32_t chunk_x, uint32_t chunk_y)
{
    uint32_t first = chunk_x * CHUNK_COLUMNS, end = first + CHUNK_COLUMNS;
    uint32_t row = chunk_y * CHUNK_ROWS;
    end = end < planes->columns ? end : planes->columns;
    uint32_t row0 = row < TILES_HALO_Y ? TILES_HALO_Y : row;
    uint32_t row1 = planes->window.y1 - planes->window.y0 + TILES_HALO_Y + 1;
    row1 = row1 < row + CHUNK_ROWS ? row1 : row + CHUNK_ROWS;
    for (uint32_t z = 0; z < planes->now.layers; z++) {
        for (uint32_t column = first; column < end; column++) {
            size_t at = ((size_t)z * planes->columns + column) * planes->rows + row;
            memset(planes->open + at, 0, CHUNK_ROWS * sizeof *planes->open);
            memset(planes->label[0] + at, 0, CHUNK_ROWS * sizeof *planes->open);
            memset(planes->label[1] + at, 0, CHUNK_ROWS * sizeof *planes->open);
        }
        for (uint32_t r = row0; r < row1; r++)
            fill_row(planes, first, end, r, z);
    }
}

/* Fills the chunk of this column and row unless this search has filled it. */
static void need(struct tiles_planes *planes, uint32_t column, uint32_t row)
{
    DEBUG_ASSERT(column < planes->columns && row < planes->rows);
    uint32_t chunk_x = column / CHUNK_COLUMNS, chunk_y = row / CHUNK_ROWS;
    uint32_t *filled = &planes->filled[(size_t)chunk_y * planes->chunks_across + chunk_x];
    if (*filled == planes->search)
        return;
    fill_chunk(planes, chunk_x, chunk_y);
    *filled = planes->search;
}

/* ---- single cells --------------------------------------------------------------------------- */

static size_t need_cell(struct tiles_planes *planes, const struct spot *spot)
{
    need(planes, tiles_column(planes, spot->x), spot->y - planes->window.y0 + TILES_HALO_Y);
    return tiles_word(planes, spot);
}

void tiles_open(struct tiles_planes *planes, const struct spot *spot)
{
    planes->open[need_cell(planes, spot)] |= (uint64_t)1 << spot->x % 64;
}

void tiles_set_label(struct tiles_planes *planes, const struct spot *spot, cost_t label)
{
    size_t word = need_cell(planes, spot);
    uint64_t bit = (uint64_t)1 << spot->x % 64, code = label != COST_NONE ? label % 3 + 1 : 0;
    for (int i = 0; i < 2; i++) {
        planes->label[i][word] &= ~bit;
        planes->label[i][word] |= (code >> i & 1) != 0 ? bit : 0;
    }
}

bool tiles_has_label(const struct tiles_planes *planes, const struct spot *spot, cost_t want)
{
    uint32_t chunk_x = tiles_column(planes, spot->x) / CHUNK_COLUMNS;
    uint32_t chunk_y = (spot->y - planes->window.y0 + TILES_HALO_Y) / CHUNK_ROWS;
    if (planes->filled[(size_t)chunk_y * planes->chunks_across + chunk_x] != planes->search)
        return false;
    size_t word = tiles_word(planes, spot);
    uint64_t code = (planes->label[0][word] >> spot->x % 64 & 1) |
                    (planes->label[1][word] >> spot->x % 64 & 1) << 1;
    return code == want % 3 + 1;
}

/* ---- regions -------------------------------------------------------------------------------- */

/* Loads the exits of one layer, by direction. */
static void load_exits(struct tiles_planes *planes, struct tiles_place at, uint32_t z)
{
    const struct grid *grid = planes->field->grid;
    size_t plane = (size_t)grid->layers * planes->columns * planes->rows;
    for (int d = 0; d < DIRECTIONS; d++) {
        uint64_t *rows = planes->now.exits[d] + (size_t)z * TILES_STRIDE + TILES_PAD;
        if (planes->exits != NULL && !step_is_forbidden(&grid->rules, z, d))
            planes->version->load(rows, planes->exits + (size_t)d * plane, at);
        else
            memset(rows, step_is_forbidden(&grid->rules, z, d) ? 0 : 0xff,
                   TILES_SIDE * sizeof *rows);
    }
}

void tiles_load(struct tiles_planes *planes, uint32_t tile)
{
    DEBUG_ASSERT(tile < planes->tiles);
    struct tiles_place at = tiles_place(planes, tile, 0);
    uint32_t column = (uint32_t)(at.word / planes->rows);
    uint32_t row = (uint32_t)(at.word % planes->rows);
    need(planes, column, row);
    need(planes, column + 1, row);
    need(planes, column, row + TILES_SIDE - 1);
    need(planes, column + 1, row + TILES_SIDE - 1);
    for (uint32_t z = 0; z < planes->now.layers; z++) {
        at = tiles_place(planes, tile, z);
        uint64_t *open = planes->now.open + (size_t)z * TILES_STRIDE + TILES_PAD;
        uint64_t *reached = planes->now.front[0] + (size_t)z * TILES_STRIDE + TILES_PAD;
        planes->version->load(open, planes->open, at);
        planes->version->load_reached(reached, open, planes->label[0], planes->label[1], at);
        if (planes->careful)
            load_exits(planes, at, z);
    }
}

/* ---- the workspace -------------------------------------------------------------------------- */

size_t tiles_planes_bytes(const struct tiles_planes *planes)
{
    size_t arrays = 2 + TILES_LEVELS + (planes->careful ? DIRECTIONS : 0);
    return (planes->open_capacity + planes->label_capacity[0] + planes->label_capacity[1] +
            planes->exits_capacity + arrays * planes->now.layers * TILES_STRIDE) *
               sizeof(uint64_t) +
           planes->filled_capacity * sizeof *planes->filled;
}

void tiles_planes_destroy(struct tiles_planes *planes)
{
    MEM_FREE(planes->open, planes->label[0], planes->label[1], planes->exits, planes->filled,
             planes->region_words);
}
