/* tiles_planes: the bit planes of the tiles wave, and how a window is cut into tiles.
 *
 * A plane holds a bit a cell. Its words, 64 cells side by side each, are laid out column by column,
 * so that the rows of a tile are words one after the other whatever the window's width:
 *
 *     word = (layer * columns + column) * rows + row        bit = x % 64
 *
 * A tile is a core of TILES_CORE_X x TILES_CORE_Y cells; its region reaches TILES_HALO_X or _Y
 * cells further on each side (tiles_run.h). Regions lie across two columns. Around the window there
 * is a rim of closed cells, so nothing asks for its edge.
 *
 * Labels. Two planes hold label % 3 + 1, and 0 where the wave has not been: neighbours' labels
 * differ by one at most, so three codes tell before, the same and after apart.
 *
 *     label1 label0     label % 3
 *        0      0       not reached
 *        0      1       0
 *        1      0       1
 *        1      1       2
 *
 * A chunk of CHUNK_ROWS rows and some columns is filled from the field when the wave first comes
 * near it, so a short net in a wide window reads little.
 *
 * Memory: 3/8 byte a cell of the window (3/4 more where there are walls).
 */
#pragma once

#include "router/search/backtrace.h"
#include "router/wave/tiles/tiles_run.h"

struct tiles_planes {
    const struct field *field;
    const struct tiles_version *version;
    bool careful; /* walls or strict layers: ways out differ from cell to cell */

    struct box window;
    uint32_t columns, rows;     /* words of a layer, rim included */
    uint32_t across, up, tiles; /* tiles in x and in y, and all of them */
    uint32_t chunks_across;
    uint32_t search;         /* number of the present search */
    uint64_t *open;          /* free cells: static during a search */
    uint64_t *label[2];      /* see above */
    uint64_t *exits;         /* [direction] planes of cells without a wall there, or NULL */
    uint32_t *filled;        /* [chunk] the search that filled it */
    struct tiles_region now; /* where a tile is worked on */
    uint64_t *region_words;  /* what `now` points into */
    size_t open_capacity, label_capacity[2], exits_capacity, filled_capacity;
};

/* Makes planes for a field, without a window. Fails only for memory; destroy is due even then. */
enum status tiles_planes_create(struct tiles_planes *planes, const struct field *field,
                                struct error *error);

/* Lays out the planes for a window: nothing is filled, no cell has a label. O(1), but for memory
 * that grows. */
enum status tiles_lay_out(struct tiles_planes *planes, const struct box *window,
                          struct error *error);

/* Opens a cell of the window, whatever the field says. */
void tiles_open(struct tiles_planes *planes, const struct spot *spot);

/* Gives a cell its label or, label being COST_NONE, takes it away. */
void tiles_set_label(struct tiles_planes *planes, const struct spot *spot, cost_t label);

/* True where a cell of the window has a label, and it is `want` modulo 3. */
bool tiles_has_label(const struct tiles_planes *planes, const struct spot *spot, cost_t want);

/* Loads a tile's region into planes->now. O(layers). */
void tiles_load(struct tiles_planes *planes, uint32_t tile);

size_t tiles_planes_bytes(const struct tiles_planes *planes);

void tiles_planes_destroy(struct tiles_planes *planes);

/* The tile whose core holds a cell. */
static inline uint32_t tiles_tile(const struct tiles_planes *planes, uint32_t x, uint32_t y)
{
    DEBUG_ASSERT(box_contains(planes->window, x, y));
    return (y - planes->window.y0) / TILES_CORE_Y * planes->across +
           (x - planes->window.x0) / TILES_CORE_X;
}

/* The column of words that holds column x of cells; column 0 is the rim. */
static inline uint32_t tiles_column(const struct tiles_planes *planes, uint32_t x)
{
    return x / 64 - planes->window.x0 / 64 + 1;
}

/* Word of a cell, in a plane. */
static inline size_t tiles_word(const struct tiles_planes *planes, const struct spot *spot)
{
    DEBUG_ASSERT(box_contains(planes->window, spot->x, spot->y) && spot->z < planes->now.layers);
    return ((size_t)spot->z * planes->columns + tiles_column(planes, spot->x)) * planes->rows +
           (spot->y - planes->window.y0 + TILES_HALO_Y);
}

/* Column of cells, counted from the rim's first, where the regions of a column of tiles begin. */
static inline uint32_t tiles_bit(const struct tiles_planes *planes, uint32_t tx)
{
    return planes->window.x0 % 64 + 64 - TILES_HALO_X + tx * TILES_CORE_X;
}

/* Where a tile's region lies on a layer. */
static inline struct tiles_place tiles_place(const struct tiles_planes *planes, uint32_t tile,
                                             uint32_t z)
{
    uint32_t tx = tile % planes->across, ty = tile / planes->across;
    DEBUG_ASSERT(tile < planes->tiles && z < planes->now.layers);
    uint32_t bit = tiles_bit(planes, tx);
    struct tiles_place at = {.stride = planes->rows, .shift = bit % 64};
    at.word = ((size_t)z * planes->columns + bit / 64) * planes->rows + ty * TILES_CORE_Y;
    return at;
}
