/* window: the words of a net's window, copied from the state (as router/maze/tree/window.c).
 */
#pragma once

#include "gpu/rounds/workspace.cuh"
#include "router/maze/tree/search_parts.h"

enum {
    SQUARE_SIDE = 1 << SQUARE_SHIFT,
    WHOLE_SHIFT = 31,
    WINDOW_WORDS =
        SMALL_CELLS + SMALL_CELLS / 8, /* words of a square window that is copied as a whole */
    COPIES = 4,                        /* words that a lane copies together, with one wait */
};

static __device__ __forceinline__ uint32_t word_of_state(const struct maze_toll &toll,
                                                         uint32_t state)
{
    const uint32_t closed = STATE_BLOCKED | (toll.hard ? STATE_USERS : 0);
    const uint32_t users = (state & STATE_USERS) / STATE_USER;
    uint32_t price = (toll.history ? state & STATE_HISTORY : 0) + users * toll.present;
    price = price < TOLL_MOST ? price : TOLL_MOST;
    return (state & closed) != 0 || (state & STATE_USERS) == STATE_USERS ? 0 : UNREACHED | price;
}

/* Copies the square (or the whole window) with first column (x0, y0) to `first`. */
static __device__ void copy_cells(const struct maze_view &view, const struct gpu_searcher &it,
                                  uint32_t first, uint32_t x0, uint32_t y0)
{
    const uint32_t layers = view.layers, row = it.row, rows = it.side_y + 2, total = row * rows;
    const uint32_t rim = it.squares ? UNREACHED | PORTAL : 0;
    const uint32_t left = it.window.x1 - x0 + 1, wide = left < it.side_x ? left : it.side_x;
    const uint32_t inner = (wide + 1) * layers, right = wide < it.side_x ? 0 : rim;
    uint32_t r = it.lane / row, c = it.lane % row;
    for (uint32_t i = it.lane; i < total; i += COPIES * LANES) {
        uint32_t value[COPIES], state[COPIES];
        bool reads[COPIES];
#pragma unroll
        for (int k = 0; k < COPIES; k++) {
            const uint32_t y = y0 + r - 1;
            value[k] = r == 0 || r > it.side_y ? rim
                       : y > it.window.y1      ? 0
                       : c < layers            ? rim
                       : c < inner + layers    ? right
                                               : 0;
            reads[k] = r > 0 && r < rows && r <= it.side_y && y <= it.window.y1 && c >= layers &&
                       c < inner;
            state[k] = 0;
            if (reads[k])
                state[k] = state_at(view, (y * view.width + x0) * layers + c - layers);
            for (c += LANES; c >= row; c -= row)
                r++;
        }
#pragma unroll
        for (int k = 0; k < COPIES; k++)
            if (i + (uint32_t)k * LANES < total)
                it.cells[first + i + (uint32_t)k * LANES] =
                    reads[k] ? word_of_state(it.toll, state[k]) : value[k];
    }
    lanes_meet();
}

/* The word of a cell of the window, NOTHING if its square has not been copied. */
static __device__ __forceinline__ uint32_t word_at(const struct maze_view &view,
                                                   const struct gpu_searcher &it, uint32_t x,
                                                   uint32_t y, uint32_t z)
{
    const uint32_t dx = x - it.window.x0, dy = y - it.window.y0;
    uint32_t first = it.whole;
    if (it.squares) {
        first = it.words[it.table.first + (dy >> it.shift) * it.across + (dx >> it.shift)];
        if (first == 0)
            return NOTHING;
    }
    return first + ((dy & it.mask) + 1) * it.row + ((dx & it.mask) + 1) * view.layers + z;
}

static __device__ __forceinline__ uint32_t word_at_place(const struct maze_view &view,
                                                         const struct gpu_searcher &it,
                                                         uint32_t place)
{
    return word_at(view, it, place_x(place), place_y(place), place_z(place));
}

/* The same for a place that is equal in all lanes, but copies the square. NOTHING if there is no
 * room. */
static __device__ uint32_t copied_word_at(const struct maze_view &view, struct gpu_searcher &it,
                                          uint32_t place)
{
    uint32_t at = word_at_place(view, it, place);
    if (at != NOTHING)
        return at;
    const uint32_t sx = (place_x(place) - it.window.x0) >> SQUARE_SHIFT,
                   sy = (place_y(place) - it.window.y0) >> SQUARE_SHIFT;
    const uint32_t words = (SQUARE_SIDE + 2) * (SQUARE_SIDE + 2) * view.layers;
    lanes_meet(); /* all lanes have read the table */
    it.full = it.full || ++it.square_count * (uint64_t)words >= WORDS_LAST;
    if (it.full)
        return NOTHING;
    next_piece(view, it, it.copied, &view.counters->free_squares,
               1 + (words + UNIT_WORDS - 1) / UNIT_WORDS);
    if (it.full)
        return NOTHING;
    const uint32_t first = (it.copied.now + 1) * UNIT_WORDS;
    if (it.lane == 0)
        it.words[it.table.first + sy * it.across + sx] = first;
    copy_cells(view, it, first, it.window.x0 + sx * SQUARE_SIDE, it.window.y0 + sy * SQUARE_SIDE);
    return word_at_place(view, it, place);
}

/* Starts a net: no tree, no paths, its window. */
static __device__ void begin_window(const struct maze_view &view, struct gpu_searcher &it,
                                    struct box window)
{
    const uint32_t wide = window.x1 - window.x0 + 1, high = window.y1 - window.y0 + 1;
    it.window = window;
    it.squares = (uint64_t)wide * high * view.layers > SMALL_CELLS;
    it.shift = it.squares ? (uint32_t)SQUARE_SHIFT : (uint32_t)WHOLE_SHIFT;
    it.mask = (1U << it.shift) - 1;
    it.side_x = it.squares ? (uint32_t)SQUARE_SIDE : wide;
    it.side_y = it.squares ? (uint32_t)SQUARE_SIDE : high;
    it.row = (it.side_x + 2) * view.layers;
    it.across = (wide + it.side_x - 1) / it.side_x;
    it.tree_count = it.path_count = it.piece_count = 0;
    it.square_count = 0;
    it.offset = 0;
    if (it.lane < DIRECTIONS) {
        const int32_t stride = (int32_t)(it.lane < NORTH ? view.layers : it.lane < UP ? it.row : 1);
        it.offset = it.lane % 2 == 0 ? stride : -stride;
    }
    it.cells = it.words;
    if (!it.squares && it.row * (high + 2) <= CLOSE_WORDS) {
        it.cells = it.close->words;
        it.whole = 0;
        copy_cells(view, it, it.whole, window.x0, window.y0);
        return;
    }
    if (!it.squares) {
        const uint32_t need = it.row * (high + 2);
        const uint32_t units = (need > WINDOW_WORDS ? need : WINDOW_WORDS) / UNIT_WORDS + 1;
        if (need > it.window_words.capacity) /* enough for most windows, so that it never moves */
            move_region(view, it, it.window_words, units, 0);
        it.whole = it.window_words.first;
        if (!it.full)
            copy_cells(view, it, it.whole, window.x0, window.y0);
        return;
    }
    const uint32_t squares = it.across * ((high + it.side_y - 1) / it.side_y);
    reserve(view, it, it.table, squares, 0);
    for (uint32_t i = it.lane; i < squares && !it.full; i += LANES)
        it.words[it.table.first + i] = 0;
    lanes_meet();
}

/* Opens a blocked cell in the window, a pin of the net. */
static __device__ void open_place(const struct maze_view &view, struct gpu_searcher &it,
                                  uint32_t place)
{
    const uint32_t at = copied_word_at(view, it, place);
    if (it.lane == 0 && at != NOTHING)
        it.cells[at] = UNREACHED;
    lanes_meet();
}

/* Adds a cell of the window to the tree. */
static __device__ void plant_place(const struct maze_view &view, struct gpu_searcher &it,
                                   uint32_t place)
{
    const uint32_t at = copied_word_at(view, it, place);
    reserve(view, it, it.tree, it.tree_count + 1, it.tree_count);
    if (it.full)
        return;
    if (it.lane == 0) {
        it.cells[at] = SOURCE;
        it.words[it.tree.first + it.tree_count] = place;
    }
    it.tree_count++;
    lanes_meet();
}
