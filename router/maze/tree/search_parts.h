/* search_parts: the words, places and helpers that the files of the search share. No other file
 * includes it. search.h has the layout of a word.
 *
 *     window.c         words of cells, copied from the map
 *     seeds.c          where a search from a large tree starts
 *     search_queue.h   the queue
 *     search.c         the loop
 *     search_trace.c   the path, read back; the workspace
 */
#pragma once

#include "router/maze/tree/search.h"

enum {
    LABEL_SHIFT = 16,
    LABEL_NONE = 0xffff,
    REACHED_SHIFT = 13,
    REACHED_MASK = 7 << REACHED_SHIFT,
    SOURCE = 6 << REACHED_SHIFT,
    PORTAL = 7 << REACHED_SHIFT,
    CLOSED = 1 << 12,
    TOLL_MASK = CLOSED - 1,
    TOLL_MOST = 4000,      /* largest toll of a cell; it fits TOLL_MASK */
    SMALL_CELLS = 1 << 15, /* largest window that is copied as a whole, in cells */
    SQUARE_SHIFT = 4,
    WORDS_LAST = 1 << 27, /* words copied before a search enters no more squares */
    BUCKETS = 2048,
    SEED_SPAN = 48, /* cells of the tree farther than the nearest by more than this start no path */
    SEEDS_LISTED = 4096, /* trees with more cells are listed by square */
};

/* The parts of a wide word. */
enum {
    WIDE_TOLL_BITS = 29,
    WIDE_TOLL_MASK = (1 << WIDE_TOLL_BITS) - 1,
    WIDE_REACHED_SHIFT = WIDE_TOLL_BITS + 1,
    WIDE_LABEL_SHIFT = 33,
    WIDE_LABEL_NONE = INT32_MAX
};
#define WIDE_CLOSED    (UINT64_C(1) << WIDE_TOLL_BITS)
#define WIDE_UNREACHED ((uint64_t)WIDE_LABEL_NONE << WIDE_LABEL_SHIFT)
#define WIDE_SOURCE    (UINT64_C(6) << WIDE_REACHED_SHIFT)
#define WIDE_PORTAL    (UINT64_C(7) << WIDE_REACHED_SHIFT)
#define WIDE_TARGET    (WIDE_UNREACHED | WIDE_SOURCE)

/* A cell of the window: y 16 | x 16 | the word's index 28 | layer 4. Places of neighbours differ by
 * the same number everywhere, but at the rim of a square. */
enum { AT_SHIFT = 4, PLACE_XY = 32 };
#define PLACE_NONE UINT64_MAX

static inline uint64_t place_of(uint32_t at, uint32_t x, uint32_t y, uint32_t z)
{
    return (uint64_t)(y << 16 | x) << PLACE_XY | at << AT_SHIFT | z;
}

static inline uint32_t place_x(uint64_t place)
{
    return (uint32_t)(place >> PLACE_XY) & UINT16_MAX;
}

static inline uint32_t place_y(uint64_t place)
{
    return (uint32_t)(place >> PLACE_XY) >> 16;
}

static inline uint32_t place_at(uint64_t place)
{
    return (uint32_t)place >> AT_SHIFT;
}

static inline uint32_t place_layer(uint64_t place)
{
    return place & ((1 << AT_SHIFT) - 1);
}

/* An entry of the queue. */
struct maze_entry {
    uint64_t place;
    uint32_t next, f;
};

#define WORD_NONE UINT32_MAX
#define UNREACHED ((uint32_t)LABEL_NONE << LABEL_SHIFT)
#define TARGET    (UNREACHED | SOURCE) /* the word of a target of maze_search_join */

/* A constant of a narrow or a wide word. `wide` is a compile-time constant in the loops. */
#define WORD_PART(wide, part) ((wide) ? (uint64_t)WIDE_##part : (uint64_t)(part))

static inline uint32_t word_label(uint64_t word, bool wide)
{
    return (uint32_t)(word >> (wide ? WIDE_LABEL_SHIFT : LABEL_SHIFT));
}

static inline uint32_t word_reached(uint64_t word, bool wide)
{
    return (uint32_t)(word >> (wide ? WIDE_REACHED_SHIFT : REACHED_SHIFT)) & 7;
}

/* The word of a cell of the window, WORD_NONE if its square has not been copied. */
uint32_t search_word_at(const struct maze_search *search, uint32_t x, uint32_t y, uint32_t z);

/* The same, but copies the square first if needed. */
enum status search_copied_word_at(struct maze_search *search, uint32_t x, uint32_t y, uint32_t z,
                                  uint32_t *at, struct error *error);

static inline void set_word(struct maze_search *it, size_t at, uint64_t word)
{
    if (it->map->wide)
        it->wide[at] = word;
    else
        it->word[at] = (uint32_t)word;
}

/* Sets the word of a cell to a constant of the words of its map. */
#define SET_WORD(it, at, part)                                                                     \
    set_word(it, at, (it)->map->wide ? (uint64_t)WIDE_##part : (uint64_t)(part))

/* Fills left_x and left_y with bounds of the cost to a box, for cells that the search may enter. */
void search_prepare_bounds(struct maze_search *search, struct box goal);

/* True if most cells of the tree are outside of `near`, so that the lists by square save time. */
bool search_seeds_are_few(const struct maze_search *search);

/* Writes the numbers of the tree's cells in the squares of `near` to `seeds`, in ascending order.
 * O(cells there x log, and those that the tree has gained). */
enum status search_seeds(struct maze_search *search, size_t *count, struct error *error);

/* Distances of the neighbours: in words, and in places. */
struct search_stride {
    ptrdiff_t column, row;
    uint64_t place[DIRECTIONS];
};

/* Reads the path back from its last cell, an entry, appends it to `path` and to the tree. */
enum status search_read_path(struct maze_search *search, uint32_t last,
                             const struct search_stride *stride, struct error *error);
