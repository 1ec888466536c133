/* sweep_rows: the rows of a window for the sweep wave: 16-bit labels and costs, as vectors want
 * them.
 *
 * What one row's steps along x do to its labels is a running minimum, and a running minimum over
 * vectors is cheap when consecutive columns lie in *different* vectors (the striped layout of
 * Farrar 2007). A chunk of a row is `lanes * stripes` columns; stripe s holds the columns s,
 * stripes + s, 2 * stripes + s, ...:
 *
 *     4 lanes, 3 stripes       lane   0   1   2   3
 *                       stripe 0      0   3   6   9     column
 *                       stripe 1      1   4   7  10
 *                       stripe 2      2   5   8  11
 *
 * so a step east is: stripe 0 to 1, 1 to 2, and from the last stripe to the first of the next lane.
 * A row is one chunk where that can be (up to SWEEP_STRIPES stripes), else several of equal size.
 *
 *     costs, walls     [y][chunk][layer][stripe][lane]
 *     labels   [axis]  [y][chunk][layer][stripe][lane]
 *
 * Where bends cost nothing there is one label a cell, else one for each axis that the last step may
 * have had: none (a via, or a source), x, y.
 *
 * Labels and costs are at most SWEEP_TOP = 2^15 - 1, so a sum of two of them fits 16 bits and
 * cannot overflow. Entering a closed cell costs `closed`: SWEEP_TOP less the dearest via, bend or
 * wrong way. A label of `closed` or above means "not reached". Rows are filled from the field when
 * the wave first comes to them.
 *
 * A grid with walls has one more array, in the order of the costs: bit d of a cell is set where a
 * wall closes its side in direction d. A step through a wall costs SWEEP_TOP. A cell has the bits
 * of all its sides, so no loop has to look at the cell next to it.
 *
 * Reference: M. Farrar, Striped Smith-Waterman speeds database searches six times over other SIMD
 * implementations, 2007.
 */
#pragma once

#include "router/search/engine.h"
#include "router/wave/isa.h"
#include "router/wave/bucket/lower_bound.h"

enum {
    SWEEP_TOP = INT16_MAX,        /* label of what was not reached */
    SWEEP_EXTRA_MAX = 4095,       /* most that a via or a step the wrong way may cost */
    SWEEP_STRIPES = 8,            /* of a chunk, at most */
    SWEEP_PAD = 2 * SWEEP_STRIPES /* behind a line, for loads that run over */
};

/* Numbers of two short vectors, picked by their places in the one followed by the other. */
#if defined(__clang__) || __GNUC__ >= 12
#define SWEEP_MIX(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SWEEP_MIX(a, b, ...)                                                                       \
    __builtin_shuffle(a, b, (uint16_t __attribute__((vector_size(16)))){__VA_ARGS__})
#endif

/* What is to be done with a chunk: bits. The first three are kept of rows, too. */
enum {
    SWEEP_NORTH = 1, /* labels fell since the row above was entered from this one */
    SWEEP_SOUTH = 2, /* labels fell since the row below was entered from this one */
    SWEEP_OPEN = 4,  /* labels fell since the row was closed */
    SWEEP_RAW = 8,   /* labels fell since vias were taken */
    SWEEP_SPILL = 16 /* a chunk beside it has a better label for its edge */
};
enum { SWEEP_NORTH_ROWS, SWEEP_SOUTH_ROWS, SWEEP_OPEN_ROWS, SWEEP_ROW_SETS };

struct sweep_rows {
    const struct field *field;
    enum isa isa;
    struct box window;
    uint32_t height, layers;
    uint32_t lanes, stripes, chunks;
    size_t layer_places, chunk_places, row_places; /* 16-bit numbers of each */

    size_t plane, bound_plane; /* of the labels, the bounds of an axis */
    uint16_t *labels, *costs;  /* see above; of rows that are built */
    uint16_t *walls;           /* as the costs; NULL: the grid has none */
    uint16_t *bounds;          /* [axis][beside the targets' rows, apart from them][chunk]..: the
                                  lower bound but for what the distance in y costs */
    uint16_t *line;            /* [layer][chunk's columns]: a row on its way into stripes */
    uint32_t *columns;         /* [x] a column's place in a row, on layer 0 */
    uint64_t *pending;         /* [y][chunk] layers whose labels fell since steps in x were taken */
    uint8_t *marks;            /* [y][chunk] */
    uint64_t *row_sets[SWEEP_ROW_SETS]; /* [y / 64] rows with a chunk that bears the mark */
    uint8_t *built;                     /* [y] */

    uint64_t x_layers, y_layers; /* where there are steps in x, in y */
    uint16_t x_cost[GRID_LAYERS_MAX], y_cost[GRID_LAYERS_MAX]; /* beyond the cell entered */
    uint16_t via, bend;
    uint16_t closed;    /* cost of a closed cell */
    uint16_t limit;     /* a label is of use where label + lower bound is below this */
    uint32_t low, high; /* rows of the targets' box */
    uint32_t y_step;    /* the least that a step from row to row costs */

    uint16_t *arena;
    size_t arena_capacity, columns_capacity, chunks_capacity, marks_capacity, built_capacity;
    size_t sets_capacity;
    uint32_t columns_for; /* stripes that columns was made for, and how many columns */
    uint32_t columns_count;
};

/* Works out what steps cost; once for a field, or again for another. The dearest may cost
 * SWEEP_EXTRA_MAX extra. */
void sweep_rows_open(struct sweep_rows *rows, const struct field *field);

/* The dearest via, bend or step the wrong way of a grid. */
uint64_t sweep_extra(const struct grid *grid);

/* Lays out a window: no row built, nothing marked. O(columns + rows) but for memory that grows. */
enum status sweep_rows_lay_out(struct sweep_rows *rows, const struct box *window,
                               struct error *error);

/* Fills the bounds for these targets, with `limit` at its highest; after laying out, or again for
 * others. O(columns * layers). */
void sweep_rows_aim(struct sweep_rows *rows, const struct lower_bound *bound);

/* The next row from y on, going north or south, that is open or can be entered from the row before
 * it; the height where there is none. */
uint32_t sweep_rows_next(const struct sweep_rows *rows, uint32_t y, bool north);

size_t sweep_rows_bytes(const struct sweep_rows *rows);

/* Frees what the rows own. */
void sweep_rows_destroy(struct sweep_rows *rows);

/* Place of a cell in labels and costs; x and y are counted from the window's corner. */
static inline size_t sweep_place(const struct sweep_rows *rows, uint32_t x, uint32_t y, uint32_t z)
{
    assert(x <= rows->window.x1 - rows->window.x0 && y < rows->height && z < rows->layers);
    return y * rows->row_places + rows->columns[x] + z * rows->layer_places;
}

/* Notes that a chunk is to be closed; raw: its vias, too. */
static inline void sweep_open(struct sweep_rows *rows, uint32_t y, uint32_t chunk, unsigned more)
{
    assert(y < rows->height && chunk < rows->chunks);
    rows->marks[(size_t)y * rows->chunks + chunk] |= (uint8_t)(SWEEP_OPEN | more);
    rows->row_sets[SWEEP_OPEN_ROWS][y / 64] |= (uint64_t)1 << y % 64;
}

static inline bool sweep_row_is(const struct sweep_rows *rows, uint32_t y, int set)
{
    DEBUG_ASSERT(y < rows->height && set >= 0 && set < SWEEP_ROW_SETS);
    return (rows->row_sets[set][y / 64] >> y % 64 & 1) != 0;
}
