/* window: copies the state of cells from the map into the words of a net's window. */
#include "router/maze/tree/search_parts.h"

enum {
    DISTANCE_MOST = INT16_MAX, /* largest distance in x or y of a bound; the sum has 16 bits */
    LANES = 16,                /* cells that are copied at a time */
    AHEAD = 8,                 /* rows that are prefetched before they are copied */
    LINE_BYTES = 64
};

/* Copies the words of `count` cells in vectors of 16-bit lanes, which hold more than wider ones. */
static inline __attribute__((always_inline)) void copy_lanes(const struct maze_toll *toll,
                                                             const uint16_t *restrict state,
                                                             uint32_t *restrict word,
                                                             uint32_t count)
{
    const uint16_t present = (uint16_t)toll->present, history = toll->history ? STATE_HISTORY : 0;
    const uint16_t closed = (uint16_t)(STATE_BLOCKED | (toll->hard ? STATE_USERS : 0));
    const uint32_t all = count / LANES * LANES;
    for (uint32_t i = 0; i < all; i++) {
        uint16_t s = state[i], users = (uint16_t)((s & STATE_USERS) / STATE_USER);
        uint16_t price = (uint16_t)((s & history) + users * present);
        price = price < TOLL_MOST ? price : TOLL_MOST;
        uint16_t open = (s & closed) != 0 || (s & STATE_USERS) == STATE_USERS ? 0 : UINT16_MAX;
        word[i] = (uint32_t)open << LABEL_SHIFT | (price & open);
    }
}

/* Copies the words of a row of cells. Some words beyond are written, too, and overwritten later;
 * cells beyond are not read, because another thread may write them at the same time. */
static inline __attribute__((always_inline)) void copy_cells(const struct maze_toll *toll,
                                                             const uint16_t *restrict state,
                                                             uint32_t *restrict word,
                                                             uint32_t count)
{
    const uint32_t rest = count % LANES;
    copy_lanes(toll, state, word, count - rest);
    if (rest > 0) {
        uint16_t last[LANES] = {0};
        memcpy(last, state + (count - rest), rest * sizeof *last);
        copy_lanes(toll, last, word + (count - rest), LANES);
    }
}

ISA_VERSIONS(void, copy_row,
             (const struct maze_toll *toll, const uint16_t *state, uint32_t *word, uint32_t count),
             copy_cells(toll, state, word, count))

/* Adds the weights of `count` cells from cell `first` of the map to the tolls of their words. */
static void add_weights(const struct maze_map *map, size_t first, uint32_t *restrict word,
                        uint32_t count)
{
    const uint32_t *restrict extra = map->extra + first;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t toll = (word[i] & TOLL_MASK) + extra[i];
        word[i] = (word[i] & ~(uint32_t)TOLL_MASK) | (toll < TOLL_MOST ? toll : TOLL_MOST);
    }
}

uint32_t maze_search_price(const struct maze_search *it, uint32_t cell)
{
    const struct maze_map *map = it->map;
    const uint32_t s = map->state[cell], users = (s & STATE_USERS) / STATE_USER;
    uint32_t price = (s & (it->toll.history ? STATE_HISTORY : 0)) + users * it->toll.present;
    price = (price < TOLL_MOST ? price : TOLL_MOST) * map->unit;
    price += map->extra != NULL ? map->extra[cell] : 0;
    return map->wide || price < TOLL_MOST ? price : TOLL_MOST;
}

/* The word of a cell of the map that is not a pin of the net. */
static uint64_t word_of(const struct maze_search *it, uint32_t cell)
{
    const uint32_t s = it->map->state[cell];
    const uint32_t closed = STATE_BLOCKED | (it->toll.hard ? STATE_USERS : 0);
    const bool open = (s & closed) == 0 && (s & STATE_USERS) != STATE_USERS;
    const uint64_t price = maze_search_price(it, cell);
    if (it->map->wide)
        return open ? WIDE_UNREACHED | price : price;
    return open ? UNREACHED | price : 0;
}

static void copy_cells_at(struct maze_search *it, size_t at, uint32_t first, uint32_t count)
{
    const struct maze_map *map = it->map;
    for (uint32_t i = 0; i < count && map->wide; i++)
        it->wide[at + i] = word_of(it, first + i);
    if (map->wide)
        return;
    ISA_CALL(it->isa, copy_row, &it->toll, map->state + first, it->word + at, count);
    if (map->extra != NULL)
        add_weights(map, first, it->word + at, count);
}

/* Sets the words at .. at + count - 1 to portals (the rim of a square) or to closed cells. */
static void fill(struct maze_search *it, size_t at, bool portal, size_t count)
{
    const bool wide = it->map->wide;
    const uint64_t word = portal ? WORD_PART(wide, UNREACHED) | WORD_PART(wide, PORTAL) : 0;
    for (size_t i = at; i < at + count; i++)
        set_word(it, i, word);
}

/* Prefetches a row of the map; rows are too far apart for the hardware prefetcher. */
static void fetch_row(const struct maze_map *map, uint32_t x, uint32_t y, uint32_t wide)
{
    const char *row = (const char *)(map->state + maze_map_cell(map, x, y, 0));
    if (y >= map->height)
        return;
    for (size_t i = 0; i < (size_t)wide * map->layers * sizeof *map->state; i += LINE_BYTES)
        __builtin_prefetch(row + i);
}

/* Copies a square (or the whole small window) that has not been copied. */
static enum status copy_square(struct maze_search *it, uint32_t sx, uint32_t sy,
                               struct error *error)
{
    const struct maze_map *map = it->map;
    const uint32_t layers = map->layers;
    const size_t row = (size_t)(it->side_x + 2) * layers, need = row * (it->side_y + 2);
    TRY(map->wide
            ? MEM_GROW(it->wide, it->wide_capacity, it->words + need, "words of a search", error)
            : MEM_GROW(it->word, it->word_capacity, it->words + need + LANES, "words of a search",
                       error));
    const bool rim = it->squares;
    const uint32_t x0 = it->window.x0 + sx * it->side_x, y0 = it->window.y0 + sy * it->side_y;
    const uint32_t left = it->window.x1 - x0 + 1;
    const uint32_t wide = left < it->side_x ? left : it->side_x;
    size_t at = it->words;
    it->square[sy * it->across + sx] = (uint32_t)at;
    it->words += need;
    fill(it, at, rim, row);
    for (uint32_t y = y0; y < y0 + AHEAD; y++)
        fetch_row(map, x0, y, wide);
    for (uint32_t y = y0; y < y0 + it->side_y; y++) {
        at += row;
        fill(it, at, rim, layers);
        fetch_row(map, x0, y + AHEAD, wide);
        if (y <= it->window.y1) {
            copy_cells_at(it, at + layers, maze_map_cell(map, x0, y, 0), wide * layers);
            fill(it, at + (size_t)(wide + 1) * layers, rim && wide == it->side_x, layers);
        } else {
            fill(it, at + layers, false, row - layers);
        }
    }
    fill(it, at + row, rim, row);
    return STATUS_OK;
}

uint32_t search_word_at(const struct maze_search *it, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t dx = x - it->window.x0, dy = y - it->window.y0;
    uint32_t first = it->square[(dy >> it->shift) * it->across + (dx >> it->shift)];
    if (first == 0)
        return WORD_NONE;
    return first +
           (((dy & it->mask) + 1) * (it->side_x + 2) + (dx & it->mask) + 1) * it->map->layers + z;
}

enum status search_copied_word_at(struct maze_search *it, uint32_t x, uint32_t y, uint32_t z,
                                  uint32_t *at, struct error *error)
{
    *at = search_word_at(it, x, y, z);
    if (*at != WORD_NONE)
        return STATUS_OK;
    TRY(copy_square(it, (x - it->window.x0) >> it->shift, (y - it->window.y0) >> it->shift, error));
    *at = search_word_at(it, x, y, z);
    return STATUS_OK;
}

/* Fills the remaining distances of columns or rows: distance 16 | index in the bound table 16. The
 * sum of the two numbers of a cell's column and row is that of the cell. */
static void fill_left(uint32_t *left, uint32_t first, uint32_t last, uint32_t low, uint32_t high,
                      uint32_t stride)
{
    for (uint32_t i = first; i <= last; i++) {
        uint32_t distance = i < low ? low - i : i > high ? i - high : 0;
        distance = distance < DISTANCE_MOST ? distance : DISTANCE_MOST;
        const uint32_t near = distance < BOUND_SPAN ? distance : BOUND_SPAN;
        left[i] = near * stride << 16 | distance;
    }
}

void search_prepare_bounds(struct maze_search *it, struct box goal)
{
    const struct box near = {it->window.x0 + it->near.x0 * it->side_x,
                             it->window.y0 + it->near.y0 * it->side_y,
                             it->window.x0 + (it->near.x1 + 1) * it->side_x - 1,
                             it->window.y0 + (it->near.y1 + 1) * it->side_y - 1};
    fill_left(it->left_x, near.x0, near.x1 < it->window.x1 ? near.x1 : it->window.x1, goal.x0,
              goal.x1, BOUND_SPAN + 1);
    fill_left(it->left_y, near.y0, near.y1 < it->window.y1 ? near.y1 : it->window.y1, goal.y0,
              goal.y1, 1);
}

enum status maze_search_begin(struct maze_search *it, struct box window, struct error *error)
{
    assert(window.x0 <= window.x1 && window.x1 < it->map->width);
    assert(window.y0 <= window.y1 && window.y1 < it->map->height);
    const uint32_t wide = window.x1 - window.x0 + 1, high = window.y1 - window.y0 + 1;
    it->window = window;
    it->squares = (uint64_t)wide * high * it->map->layers > SMALL_CELLS;
    it->shift = it->squares ? SQUARE_SHIFT : 31;
    it->mask = (UINT32_C(1) << it->shift) - 1;
    it->side_x = it->squares ? 1 << SQUARE_SHIFT : wide;
    it->side_y = it->squares ? 1 << SQUARE_SHIFT : high;
    it->across = (wide + it->side_x - 1) / it->side_x;
    it->down = (high + it->side_y - 1) / it->side_y;
    it->words = it->map->layers; /* index 0 means that a square is not copied */
    it->tree_count = it->path_count = it->entry_count = it->listed = 0;
    const size_t squares = (size_t)it->across * it->down;
    TRY(MEM_GROW(it->square, it->square_capacity, squares, "squares of a search", error));
    memset(it->square, 0, squares * sizeof *it->square);
    return it->squares ? STATUS_OK : copy_square(it, 0, 0, error);
}

enum status maze_search_open(struct maze_search *it, struct maze_spot spot, struct error *error)
{
    assert(spot.x >= it->window.x0 && spot.x <= it->window.x1);
    uint32_t at;
    TRY(search_copied_word_at(it, spot.x, spot.y, spot.z, &at, error));
    const struct maze_map *map = it->map;
    const uint32_t cell = maze_map_cell(map, spot.x, spot.y, spot.z);
    const uint32_t weight = map->extra != NULL ? map->extra[cell] : 0;
    set_word(it, at, map->wide ? WIDE_UNREACHED | weight : UNREACHED | least(weight, TOLL_MOST));
    return STATUS_OK;
}

enum status maze_search_plant(struct maze_search *it, struct maze_spot spot, struct error *error)
{
    assert(spot.y >= it->window.y0 && spot.y <= it->window.y1);
    uint32_t at;
    TRY(search_copied_word_at(it, spot.x, spot.y, spot.z, &at, error));
    TRY(MEM_GROW(it->tree, it->tree_capacity, it->tree_count + 1, "a tree", error));
    SET_WORD(it, at, SOURCE);
    it->tree[it->tree_count++] = place_of(at, spot.x, spot.y, spot.z);
    return STATUS_OK;
}

enum status maze_search_renew(struct maze_search *it, struct maze_spot spot, struct error *error)
{
    uint32_t at;
    TRY(search_copied_word_at(it, spot.x, spot.y, spot.z, &at, error));
    set_word(it, at, word_of(it, maze_map_cell(it->map, spot.x, spot.y, spot.z)));
    return STATUS_OK;
}

enum status maze_search_aim(struct maze_search *it, struct maze_spot spot, struct error *error)
{
    uint32_t at;
    TRY(search_copied_word_at(it, spot.x, spot.y, spot.z, &at, error));
    SET_WORD(it, at, TARGET);
    return STATUS_OK;
}
