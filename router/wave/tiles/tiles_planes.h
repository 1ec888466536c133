/* tiles_planes: the bit planes of the tiles wave and the division of a window into tiles.
 *
 * A plane has one bit per cell. Its words are stored column by column, so that the rows of a tile
 * are consecutive words:
 *
 *     word = (layer * columns + column) * rows + row        bit = x % 64
 *
 * A tile is a core of TILES_CORE_X x TILES_CORE_Y cells; its region extends TILES_HALO_X and
 * TILES_HALO_Y cells further (tiles_run.h) and covers parts of two columns. A rim of closed cells
 * surrounds the window.
 *
 * Two planes hold the code of a label, label % 3 + 1, or 0 for cells that are not reached. The
 * labels of neighbours differ by at most one, so that is enough for the backtrace.
 *
 * Chunks of the window are filled from the field when the wave first comes near them.
 *
 * Memory: 3/8 byte per cell of the window, 3/4 more with walls.
 */
#pragma once

#include "router/search/backtrace.h"
#include "router/wave/tiles/tiles_run.h"

struct tiles_planes {
    const struct field *field;
    const struct tiles_version *version;
    bool careful; /* there are walls or strict layers, so exits are needed */

    struct box window;
    uint32_t columns, rows;     /* words per layer, with the rim */
    uint32_t across, up, tiles; /* tiles in x, in y, and in all */
    uint32_t chunks_across;
    uint32_t search;         /* number of the current search */
    uint64_t *open;          /* free cells, constant during a search */
    uint64_t *label[2];      /* low and high bit of the code */
    uint64_t *exits;         /* [direction] planes of cells without a wall there, or NULL */
    uint32_t *filled;        /* [chunk] number of the search that filled it */
    struct tiles_region now; /* the tile that is loaded */
    uint64_t *region_words;  /* the arrays of `now` */
    size_t open_capacity, label_capacity[2], exits_capacity, filled_capacity;
};

/* Makes planes for a field, without a window. Fails only without memory; the planes must be
 * destroyed even then. */
enum status tiles_planes_create(struct tiles_planes *planes, const struct field *field,
                                struct error *error);

/* Lays out empty planes for a window inside the grid. O(1) unless memory grows. */
enum status tiles_lay_out(struct tiles_planes *planes, const struct box *window,
                          struct error *error);

/* Opens a cell of the window, even if it is closed in the field. */
void tiles_open(struct tiles_planes *planes, const struct spot *spot);

/* Sets the label of a cell, or removes it if label is COST_NONE. */
void tiles_set_label(struct tiles_planes *planes, const struct spot *spot, cost_t label);

/* True if a cell of the window has a label that is `want` modulo 3. */
bool tiles_has_label(const struct tiles_planes *planes, const struct spot *spot, cost_t want);

/* Loads a tile's region into planes->now. O(layers). */
void tiles_load(struct tiles_planes *planes, uint32_t tile);

size_t tiles_planes_bytes(const struct tiles_planes *planes);

void tiles_planes_destroy(struct tiles_planes *planes);

/* The tile whose core contains a cell. */
static inline uint32_t tiles_tile(const struct tiles_planes *planes, uint32_t x, uint32_t y)
{
    DEBUG_ASSERT(box_contains(planes->window, x, y));
    return (y - planes->window.y0) / TILES_CORE_Y * planes->across +
           (x - planes->window.x0) / TILES_CORE_X;
}

/* The column of words that contains x; column 0 is the rim. */
static inline uint32_t tiles_column(const struct tiles_planes *planes, uint32_t x)
{
    return x / 64 - planes->window.x0 / 64 + 1;
}

/* The word of a cell in a plane. */
static inline size_t tiles_word(const struct tiles_planes *planes, const struct spot *spot)
{
    DEBUG_ASSERT(box_contains(planes->window, spot->x, spot->y) && spot->z < planes->now.layers);
    return ((size_t)spot->z * planes->columns + tiles_column(planes, spot->x)) * planes->rows +
           (spot->y - planes->window.y0 + TILES_HALO_Y);
}

/* First bit, counted from the rim's first, of the regions of tile column tx. */
static inline uint32_t tiles_bit(const struct tiles_planes *planes, uint32_t tx)
{
    return planes->window.x0 % 64 + 64 - TILES_HALO_X + tx * TILES_CORE_X;
}

/* Place of a tile's region on a layer. */
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
