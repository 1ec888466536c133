/* ways: see the header. */
#include "router/wave/corridor/ways.h"

#include <stdlib.h>
#include <string.h>

/* ---- bits to bytes --------------------------------------------------------------------------- */

/* Fills spread: entry b has eight bytes, 1 where the bit of b is set; the lowest bit's comes first.
 * (Looked up, a byte is made twice as fast as computed, with or without vectors.) */
static void fill_spread(struct ways *ways)
{
    for (uint64_t bits = 0; bits < 256; bits++)
        ways->spread[bits] =
            ((WAYS_EACH(bits) & UINT64_C(0x8040201008040201)) + WAYS_EACH(UINT64_C(0x7f))) >> 7 &
            WAYS_EACH(UINT64_C(1));
}

/* Open bits around the row that is made; each has a word of zeros before and behind. */
struct rows {
    const uint64_t *here, *north, *south, *up, *down;
};

/* The ways of eight cells of a word, by the open bits alone. */
static inline uint64_t ways_of_eight(const struct ways *ways, const uint64_t leads[DIRECTIONS],
                                     int directions, int shift)
{
    uint64_t bytes = 0;
    for (int direction = 0; direction < directions; direction++)
        bytes |= ways->spread[leads[direction] >> shift & 0xff] << direction;
    return bytes;
}

/* Bits of the cells that have exactly one way. */
static inline uint64_t tips_of(const uint64_t leads[DIRECTIONS], int directions)
{
    uint64_t any = 0, several = 0;
    for (int direction = 0; direction < directions; direction++) {
        several |= any & leads[direction];
        any |= leads[direction];
    }
    return any & ~several;
}

/* Writes the ways of a row and lists its tips. at: place of its first cell. */
static inline void make_row(struct ways *ways, const struct rows *rows, size_t at, int directions)
{
    assert(directions <= DIRECTIONS);
    for (ptrdiff_t word = 0; word < ways->words; word++, at += 8 * (size_t)WAYS_TILE) {
        uint64_t here = rows->here[word];
        const uint64_t leads[DIRECTIONS] = {
            here & (here >> 1 | rows->here[word + 1] << 63),
            here & (here << 1 | rows->here[word - 1] >> 63),
            here & rows->north[word],
            here & rows->south[word],
            directions > UP ? here & rows->up[word] : 0,
            directions > UP ? here & rows->down[word] : 0,
        };
        for (int i = 0; i < 8; i++)
            ways_put_eight(ways->way + at + (size_t)i * WAYS_TILE,
                           ways_of_eight(ways, leads, directions, 8 * i));
        for (uint64_t left = tips_of(leads, directions); left != 0; left &= left - 1) {
            uint32_t x = (uint32_t)__builtin_ctzll(left);
            ways->tips[ways->tip_count++] = (uint32_t)at + x / 8 * WAYS_TILE + x % 8;
        }
    }
}

/* Takes away what walls and the layer's direction forbid, and lists the row's tips anew. tip_count:
 * of the rows before. */
static void forbid(struct ways *ways, uint32_t y, uint32_t z, size_t tip_count)
{
    const struct grid *grid = ways->field->grid;
    uint8_t allowed = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++)
        if (!step_is_forbidden(&grid->rules, z, direction))
            allowed |= (uint8_t)(1u << direction);
    const uint8_t *walls =
        grid->walls != NULL ? grid->walls + grid_cell(grid, ways->box.x0, y, z) : NULL;
    ways->tip_count = tip_count;
    for (uint32_t x = ways->box.x0; x <= ways->box.x1; x++) {
        uint32_t place = ways_place(ways, x, y, z);
        ways->way[place] &= walls != NULL ? allowed & (uint8_t) ~*walls++ : allowed;
        ways->tips[ways->tip_count] = place;
        ways->tip_count += ways_is_single(ways->way[place]);
    }
}

/* ---- rows of open bits ----------------------------------------------------------------------- */

/* Fills row number `slot` of the scratch rows with the open bits of row y of layer z, zeros where
 * that lies outside the box (y and z wrap below 0). Returns it. */
static const uint64_t *open_row(const struct ways *ways, uint32_t slot, uint32_t y, uint32_t z)
{
    assert(slot < 5);
    uint64_t *row = ways->scratch + (size_t)slot * (ways->words + 2);
    memset(row, 0, (ways->words + 2) * sizeof *row);
    row++;
    if (y < ways->box.y0 || y > ways->box.y1 || z >= ways->field->grid->layers)
        return row;
    const uint64_t *closed = ways->closed + ways_row(ways, y, z);
    for (uint32_t word = 0; word < ways->words; word++)
        row[word] = ~closed[word];
    row[0] &= ~(uint64_t)0 << ways->box.x0 % 64;
    row[ways->words - 1] &= ~(uint64_t)0 >> (63 - ways->box.x1 % 64);
    return row;
}

static enum status make_layer(struct ways *ways, uint32_t z, struct error *error)
{
    assert(z < ways->field->grid->layers);
    const struct grid *grid = ways->field->grid;
    const struct box *box = &ways->box;
    bool layers = grid->layers > 1, careful = grid->walls != NULL || (grid->rules.strict >> z & 1);
    struct rows rows = {.here = open_row(ways, (box->y0 + 2) % 3, box->y0 - 1, z),
                        .north = open_row(ways, box->y0 % 3, box->y0, z)};
    for (uint32_t i = 0; i < ways->tile_rows * 8; i++) {
        uint32_t y = box->y0 + i;
        size_t at = ways_place(ways, ways->x0, y, z), tips = ways->tip_count;
        TRY(MEM_GROW(ways->tips, ways->tips_capacity, tips + (size_t)ways->words * 64 + 1,
                     "dead ends", error));
        rows.south = rows.here;
        rows.here = rows.north;
        rows.north = open_row(ways, (y + 1) % 3, y + 1, z);
        if (layers) {
            rows.up = open_row(ways, 3, y, z + 1);
            rows.down = open_row(ways, 4, y, z - 1);
            make_row(ways, &rows, at, DIRECTIONS);
        } else {
            make_row(ways, &rows, at, UP);
        }
        if (careful && y <= box->y1)
            forbid(ways, y, z, tips);
    }
    return STATUS_OK;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void fill_steps(struct ways *ways)
{
    const struct grid *grid = ways->field->grid;
    uint32_t tile_row = ways->columns * WAYS_TILE, layer = tile_row * ways->tile_rows;
    for (uint32_t place = 0; place < WAYS_TILE; place++) {
        uint32_t x = place % 8, y = place / 8;
        uint32_t east = x < 7 ? 1 : WAYS_TILE - 7, west = x > 0 ? 1 : WAYS_TILE - 7;
        uint32_t north = y < 7 ? 8 : tile_row - 56, south = y > 0 ? 8 : tile_row - 56;
        const uint32_t steps[DIRECTIONS] = {east, -west, north, -south, layer, -layer};
        for (int direction = 0; direction < DIRECTIONS; direction++)
            ways->step[(1u << direction) * WAYS_TILE + place] = steps[direction];
    }
    uint32_t plane = grid->width * grid->height;
    const uint32_t cells[DIRECTIONS] = {1, -1u, grid->width, -grid->width, plane, -plane};
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        unsigned bit = 1u << direction;
        ways->cell_step[bit] = cells[direction];
        ways->keep[bit] = (uint8_t)~ways_back(bit);
    }
}

/* Like mem_grow, but to what is needed alone: a window may be most of the memory. */
static enum status fit(void **array, size_t *capacity, size_t need, size_t size, const char *what,
                       struct error *error)
{
    if (need <= *capacity)
        return STATUS_OK;
    free(*array);
    *capacity = 0;
    *array = mem_alloc(need, size, what, error);
    if (*array == NULL)
        return STATUS_FAILED;
    *capacity = need;
    return STATUS_OK;
}

static void copy_closed(struct ways *ways)
{
    const struct grid *grid = ways->field->grid;
    for (uint32_t z = 0; z < grid->layers; z++)
        for (uint32_t y = ways->box.y0; y <= ways->box.y1; y++)
            memcpy(ways->closed + ways_row(ways, y, z),
                   ways->field->closed + ((size_t)z * grid->height + y) * grid->row_words +
                       ways->x0 / 64,
                   ways->words * sizeof *ways->closed);
}

enum status ways_make(struct ways *ways, const struct field *field, const struct box *box,
                      struct error *error)
{
    size_t height = box->y1 - box->y0 + 1;
    assert(box->x0 <= box->x1 && box->x1 < field->grid->width);
    assert(box->y0 <= box->y1 && box->y1 < field->grid->height);
    ways->field = field;
    ways->box = *box;
    ways->x0 = box->x0 / 64 * 64;
    ways->words = box->x1 / 64 - box->x0 / 64 + 1;
    ways->columns = ways->words * 8 + 1;
    ways->tile_rows = (uint32_t)((height + 7) / 8);
    if (ways_places(ways) > UINT32_MAX)
        return error_set(error, STATUS_FAILED, "wave 'corridor' cannot hold a window of %zu cells",
                         ways_places(ways));
    TRY(fit((void **)&ways->way, &ways->way_capacity, ways_places(ways), sizeof *ways->way,
            "ways out", error));
    TRY(fit((void **)&ways->closed, &ways->closed_capacity,
            height * ways->words * field->grid->layers, sizeof *ways->closed, "closed cells",
            error));
    TRY(fit((void **)&ways->scratch, &ways->scratch_capacity, 5 * ((size_t)ways->words + 2),
            sizeof *ways->scratch, "rows of cells", error));
    fill_steps(ways);
    fill_spread(ways);
    copy_closed(ways);
    ways->tip_count = 0;
    enum status status = STATUS_OK;
    for (uint32_t z = 0; z < field->grid->layers && status == STATUS_OK; z++)
        status = make_layer(ways, z, error);
    return status;
}

size_t ways_bytes(const struct ways *ways)
{
    return ways->way_capacity * sizeof *ways->way +
           (ways->closed_capacity + ways->scratch_capacity) * sizeof *ways->closed +
           ways->tips_capacity * sizeof *ways->tips;
}

void ways_destroy(struct ways *ways)
{
    MEM_FREE(ways->way, ways->closed, ways->scratch, ways->tips);
    *ways = (struct ways){0};
}
