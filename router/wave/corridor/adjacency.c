/* adjacency: combines rows of open bits by shifts and spreads the result to bytes with a table. */
#include "router/wave/corridor/adjacency.h"

/* Fills spread: byte i of entry b is bit i of b. (The table is twice as fast as computing it, with
 * or without vectors.) */
static void fill_spread(struct adjacency *adj)
{
    for (uint64_t bits = 0; bits < 256; bits++)
        adj->spread[bits] =
            ((ADJ_EACH(bits) & UINT64_C(0x8040201008040201)) + ADJ_EACH(UINT64_C(0x7f))) >> 7 &
            ADJ_EACH(UINT64_C(1));
}

/* Open bits of a row and its neighbours, each with a word of zeros before and after. */
struct rows {
    const uint64_t *here, *north, *south, *up, *down;
};

/* The exits of eight cells of a word. leads[d]: cells that can step in direction d. */
static inline uint64_t exits_of_eight(const struct adjacency *adj, const uint64_t leads[DIRECTIONS],
                                      int directions, int shift)
{
    uint64_t bytes = 0;
    for (int direction = 0; direction < directions; direction++)
        bytes |= adj->spread[leads[direction] >> shift & 0xff] << direction;
    return bytes;
}

/* Bits of the cells that have exactly one exit. */
static inline uint64_t tips_of(const uint64_t leads[DIRECTIONS], int directions)
{
    uint64_t any = 0, several = 0;
    for (int direction = 0; direction < directions; direction++) {
        several |= any & leads[direction];
        any |= leads[direction];
    }
    return any & ~several;
}

/* Writes the exits of a row, without walls and strict layers, and lists its tips. at: place of its
 * first cell. */
static inline void make_row(struct adjacency *adj, const struct rows *rows, size_t at,
                            int directions)
{
    assert(directions <= DIRECTIONS);
    for (ptrdiff_t word = 0; word < adj->words; word++, at += 8 * (size_t)ADJ_TILE) {
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
            adj_put_eight(adj->exits + at + (size_t)i * ADJ_TILE,
                          exits_of_eight(adj, leads, directions, 8 * i));
        for (uint64_t left = tips_of(leads, directions); left != 0; left &= left - 1) {
            uint32_t x = (uint32_t)__builtin_ctzll(left);
            adj->tips[adj->tip_count++] = (uint32_t)at + x / 8 * ADJ_TILE + x % 8;
        }
    }
}

/* Removes the exits that walls and the layer's direction forbid and lists the row's tips again.
 * tip_count: the number of tips before this row. */
static void forbid(struct adjacency *adj, uint32_t y, uint32_t z, size_t tip_count)
{
    const struct grid *grid = adj->field->grid;
    uint8_t allowed = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++)
        if (!step_is_forbidden(&grid->rules, z, direction))
            allowed |= (uint8_t)(1u << direction);
    const uint8_t *walls =
        grid->walls != NULL ? grid->walls + grid_cell(grid, adj->box.x0, y, z) : NULL;
    adj->tip_count = tip_count;
    for (uint32_t x = adj->box.x0; x <= adj->box.x1; x++) {
        uint32_t place = adj_place(adj, x, y, z);
        adj->exits[place] &= walls != NULL ? allowed & (uint8_t) ~*walls++ : allowed;
        adj->tips[adj->tip_count] = place;
        adj->tip_count += adj_is_single(adj->exits[place]);
    }
}

/* Fills scratch row `slot` with the open bits of row y of layer z, or zeros outside the box (y and
 * z wrap below 0). Returns it. */
static const uint64_t *open_row(const struct adjacency *adj, uint32_t slot, uint32_t y, uint32_t z)
{
    assert(slot < 5);
    uint64_t *row = adj->scratch + (size_t)slot * (adj->words + 2);
    memset(row, 0, (adj->words + 2) * sizeof *row);
    row++;
    if (y < adj->box.y0 || y > adj->box.y1 || z >= adj->field->grid->layers)
        return row;
    const uint64_t *closed = adj->closed + adj_row(adj, y, z);
    for (uint32_t word = 0; word < adj->words; word++)
        row[word] = ~closed[word];
    row[0] &= ~(uint64_t)0 << adj->box.x0 % 64;
    row[adj->words - 1] &= ~(uint64_t)0 >> (63 - adj->box.x1 % 64);
    return row;
}

static enum status make_layer(struct adjacency *adj, uint32_t z, struct error *error)
{
    assert(z < adj->field->grid->layers);
    const struct grid *grid = adj->field->grid;
    const struct box *box = &adj->box;
    bool layers = grid->layers > 1, careful = grid->walls != NULL || (grid->rules.strict >> z & 1);
    struct rows rows = {.here = open_row(adj, (box->y0 + 2) % 3, box->y0 - 1, z),
                        .north = open_row(adj, box->y0 % 3, box->y0, z)};
    for (uint32_t i = 0; i < adj->tile_rows * 8; i++) {
        uint32_t y = box->y0 + i;
        size_t at = adj_place(adj, adj->x0, y, z), tips = adj->tip_count;
        TRY(MEM_GROW(adj->tips, adj->tips_capacity, tips + (size_t)adj->words * 64 + 1, "dead ends",
                     error));
        rows.south = rows.here;
        rows.here = rows.north;
        rows.north = open_row(adj, (y + 1) % 3, y + 1, z);
        if (layers) {
            rows.up = open_row(adj, 3, y, z + 1);
            rows.down = open_row(adj, 4, y, z - 1);
            make_row(adj, &rows, at, DIRECTIONS);
        } else {
            make_row(adj, &rows, at, UP);
        }
        if (careful && y <= box->y1)
            forbid(adj, y, z, tips);
    }
    return STATUS_OK;
}

static void fill_steps(struct adjacency *adj)
{
    const struct grid *grid = adj->field->grid;
    uint32_t tile_row = adj->columns * ADJ_TILE, layer = tile_row * adj->tile_rows;
    for (uint32_t place = 0; place < ADJ_TILE; place++) {
        uint32_t x = place % 8, y = place / 8;
        uint32_t east = x < 7 ? 1 : ADJ_TILE - 7, west = x > 0 ? 1 : ADJ_TILE - 7;
        uint32_t north = y < 7 ? 8 : tile_row - 56, south = y > 0 ? 8 : tile_row - 56;
        const uint32_t steps[DIRECTIONS] = {east, -west, north, -south, layer, -layer};
        for (int direction = 0; direction < DIRECTIONS; direction++)
            adj->step[(1u << direction) * ADJ_TILE + place] = steps[direction];
    }
    uint32_t plane = grid->width * grid->height;
    const uint32_t cells[DIRECTIONS] = {1, -1u, grid->width, -grid->width, plane, -plane};
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        unsigned bit = 1u << direction;
        adj->cell_step[bit] = cells[direction];
        adj->keep[bit] = (uint8_t)~adj_back(bit);
    }
}

/* Like mem_grow, but without reserve and without a copy: a window may be most of the memory. */
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

static void copy_closed(struct adjacency *adj)
{
    const struct grid *grid = adj->field->grid;
    for (uint32_t z = 0; z < grid->layers; z++)
        for (uint32_t y = adj->box.y0; y <= adj->box.y1; y++)
            memcpy(adj->closed + adj_row(adj, y, z),
                   adj->field->closed + ((size_t)z * grid->height + y) * grid->row_words +
                       adj->x0 / 64,
                   adj->words * sizeof *adj->closed);
}

enum status adj_make(struct adjacency *adj, const struct field *field, const struct box *box,
                     struct error *error)
{
    size_t height = box->y1 - box->y0 + 1;
    assert(box->x0 <= box->x1 && box->x1 < field->grid->width);
    assert(box->y0 <= box->y1 && box->y1 < field->grid->height);
    adj->field = field;
    adj->box = *box;
    adj->x0 = box->x0 / 64 * 64;
    adj->words = box->x1 / 64 - box->x0 / 64 + 1;
    adj->columns = adj->words * 8 + 1;
    adj->tile_rows = (uint32_t)((height + 7) / 8);
    if (adj_places(adj) > UINT32_MAX)
        return error_fail(error, "wave 'corridor' cannot hold a window of %zu cells",
                          adj_places(adj));
    TRY(fit((void **)&adj->exits, &adj->exits_capacity, adj_places(adj), sizeof *adj->exits,
            "adj out", error));
    TRY(fit((void **)&adj->closed, &adj->closed_capacity, height * adj->words * field->grid->layers,
            sizeof *adj->closed, "closed cells", error));
    TRY(fit((void **)&adj->scratch, &adj->scratch_capacity, 5 * ((size_t)adj->words + 2),
            sizeof *adj->scratch, "rows of cells", error));
    fill_steps(adj);
    fill_spread(adj);
    copy_closed(adj);
    adj->tip_count = 0;
    enum status status = STATUS_OK;
    for (uint32_t z = 0; z < field->grid->layers && status == STATUS_OK; z++)
        status = make_layer(adj, z, error);
    return status;
}

size_t adj_bytes(const struct adjacency *adj)
{
    return adj->exits_capacity * sizeof *adj->exits +
           (adj->closed_capacity + adj->scratch_capacity) * sizeof *adj->closed +
           adj->tips_capacity * sizeof *adj->tips;
}

MEM_DESTROY(adj_destroy, adjacency, it->exits, it->closed, it->scratch, it->tips)
