/* sweep_rows: the rows of a window for the sweep wave: 16-bit labels and costs in the striped
 * layout (M. Farrar, Striped Smith-Waterman speeds database searches six times over other SIMD
 * implementations, 2007).
 *
 * Steps along x are a running minimum, which is cheap if consecutive columns are in different
 * vectors. A chunk of a row has `lanes * stripes` columns; stripe s holds the columns s, stripes +
 * s, 2 * stripes + s, ...:
 *
 *     4 lanes, 3 stripes       lane   0   1   2   3
 *                       stripe 0      0   3   6   9     column
 *                       stripe 1      1   4   7  10
 *                       stripe 2      2   5   8  11
 *
 * A step east leads from stripe 0 to 1, 1 to 2, and from the last stripe to the first of the next
 * lane. A row is one chunk if SWEEP_STRIPES stripes are enough, else several of equal size.
 *
 *     costs, walls     [y][chunk][layer][stripe][lane]
 *     labels   [axis]  [y][chunk][layer][stripe][lane]
 *
 * A cell has one label, or if bends cost one per axis of the last step: none (via or source), x, y.
 *
 * Labels and costs are at most SWEEP_TOP = 2^15 - 1, so the sum of two fits 16 bits. Entering a
 * closed cell costs `closed`, which is SWEEP_TOP minus the largest extra cost; a label of `closed`
 * or above means "not reached". Bit d of `walls` is set if a wall closes the cell's side in
 * direction d; a step through a wall costs SWEEP_TOP. */
#pragma once

#include "router/search/engine.h"
#include "router/wave/isa.h"
#include "router/wave/bucket/lower_bound.h"

enum {
    SWEEP_TOP = INT16_MAX,        /* label of cells that are not reached */
    SWEEP_EXTRA_MAX = 4095,       /* largest via, bend or wrong-way cost */
    SWEEP_STRIPES = 8,            /* maximum number of stripes of a chunk */
    SWEEP_PAD = 2 * SWEEP_STRIPES /* numbers after a line, for loads beyond its end */
};

/* Picks numbers of two short vectors by their index in a followed by b. */
#if defined(__clang__) || __GNUC__ >= 12
#define SWEEP_MIX(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SWEEP_MIX(a, b, ...)                                                                       \
    __builtin_shuffle(a, b, (uint16_t __attribute__((vector_size(16)))){__VA_ARGS__})
#endif

/* Marks of a chunk. The first three are also kept as sets of rows. */
enum {
    SWEEP_NORTH = 1, /* labels fell since the row above was entered from this one */
    SWEEP_SOUTH = 2, /* labels fell since the row below was entered from this one */
    SWEEP_OPEN = 4,  /* labels fell since the row was closed */
    SWEEP_RAW = 8,   /* labels fell since vias were taken */
    SWEEP_SPILL = 16 /* a neighbouring chunk has a better label for its edge */
};
enum { SWEEP_NORTH_ROWS, SWEEP_SOUTH_ROWS, SWEEP_OPEN_ROWS, SWEEP_ROW_SETS };

struct sweep_rows {
    const struct field *field;
    enum isa isa;
    struct box window;
    uint32_t height, layers;
    uint32_t lanes, stripes, chunks;
    size_t layer_places, chunk_places, row_places; /* 16-bit numbers per layer, chunk and row */

    size_t plane, bound_plane; /* numbers per axis of labels and of bounds */
    uint16_t *labels, *costs;  /* see above; valid in rows that are built */
    uint16_t *walls;           /* NULL: the grid has no walls */
    uint16_t *bounds;          /* [axis][0: the targets' rows, 1: other rows][chunk]...: the lower
                                  bound without the cost of the distance in y */
    uint16_t *line;            /* [layer][chunk's columns] a row before it is put into stripes */
    uint32_t *columns;         /* [x] place of a column in a row, on layer 0 */
    uint64_t *pending;         /* [y][chunk] layers whose labels fell since steps in x were taken */
    uint8_t *marks;            /* [y][chunk] */
    uint64_t *row_sets[SWEEP_ROW_SETS]; /* [y / 64] rows with a marked chunk */
    uint8_t *built;                     /* [y] */

    uint64_t x_layers, y_layers;                               /* layers with steps in x, in y */
    uint16_t x_cost[GRID_LAYERS_MAX], y_cost[GRID_LAYERS_MAX]; /* beyond the cell entered */
    uint16_t via, bend;
    uint16_t closed;    /* cost of a closed cell */
    uint16_t limit;     /* a label is useful if label + lower bound is below this */
    uint32_t low, high; /* rows of the targets' box */
    uint32_t y_step;    /* least cost of a step in y */

    uint16_t *arena;
    size_t arena_capacity, columns_capacity, chunks_capacity, marks_capacity, built_capacity;
    size_t sets_capacity;
    uint32_t columns_for; /* stripes that columns was made for */
    uint32_t columns_count;
};

/* Sets the field and the costs of steps. sweep_extra must be at most SWEEP_EXTRA_MAX. */
void sweep_rows_open(struct sweep_rows *rows, const struct field *field);

/* The largest via, bend or wrong-way cost of a grid. */
uint64_t sweep_extra(const struct grid *grid);

/* Lays out a window inside the grid: no row is built, nothing is marked. O(columns + rows). */
enum status sweep_rows_lay_out(struct sweep_rows *rows, const struct box *window,
                               struct error *error);

/* Fills the bounds for these targets and sets `limit` to `closed`. Must follow sweep_rows_lay_out;
 * may be called again. O(columns * layers). */
void sweep_rows_aim(struct sweep_rows *rows, const struct lower_bound *bound);

/* The next row from y on, to the north or south, that is open or can be entered from the row before
 * it; the height if there is none. */
uint32_t sweep_rows_next(const struct sweep_rows *rows, uint32_t y, bool north);

size_t sweep_rows_bytes(const struct sweep_rows *rows);
void sweep_rows_destroy(struct sweep_rows *rows);

/* Place of a cell in labels and costs; x and y relative to the window. */
static inline size_t sweep_place(const struct sweep_rows *rows, uint32_t x, uint32_t y, uint32_t z)
{
    assert(x <= rows->window.x1 - rows->window.x0 && y < rows->height && z < rows->layers);
    return y * rows->row_places + rows->columns[x] + z * rows->layer_places;
}

/* Marks a chunk as open. more: 0, SWEEP_RAW or SWEEP_SPILL. */
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
