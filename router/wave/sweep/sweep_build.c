/* sweep_build: fills rows with costs, in plain C loops that are compiled per instruction set. */
#include "router/wave/sweep/sweep_build.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum {
    READ = 32,      /* cells read together */
    GROUP = 8,      /* lanes transposed together */
    LINE_COSTS = 16 /* tolls per cache line */
};

static uint32_t cost_of(const struct field *field, size_t cell)
{
    DEBUG_ASSERT(cell < grid_cells(field->grid));
    uint32_t weight = field->grid->weight != NULL ? field->grid->weight[cell] : 1;
    uint32_t toll = field->toll != NULL ? field->toll[cell] : 0;
    return weight + (toll < SWEEP_TOP ? toll : SWEEP_TOP);
}

uint16_t sweep_cost(const struct sweep_rows *rows, cell_t cell)
{
    uint32_t cost = cost_of(rows->field, cell);
    return (uint16_t)(cost < rows->closed ? cost : rows->closed);
}

/* Bits x .. x + 31 of a row of the grid, 0 beyond its end. */
ALWAYS_INLINE uint32_t row_bits(const uint64_t *row, size_t row_words, uint32_t x)
{
    uint64_t bits = row[x / 64] >> x % 64;
    if (x % 64 > 64 - READ && x / 64 + 1 < row_words)
        bits |= row[x / 64 + 1] << (64 - x % 64);
    return (uint32_t)bits;
}

/* Writes the costs of n cells. weight, toll: of the first cell, or NULL; bits: 1 if closed. */
ALWAYS_INLINE void read_cells(const uint32_t *restrict weight, const uint32_t *restrict toll,
                              uint32_t bits, uint32_t n, uint16_t closed, uint16_t *restrict line)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t cost = weight != NULL ? weight[i] : 1;
        if (toll != NULL)
            cost += toll[i] < SWEEP_TOP ? toll[i] : SWEEP_TOP;
        cost |= bits >> i & 1 ? SWEEP_TOP : 0;
        line[i] = (uint16_t)(cost < closed ? cost : closed);
    }
}

/* The same, with the common cases as constants for the compiler. */
ALWAYS_INLINE void read_some(const struct field *field, size_t cell, uint32_t bits, uint32_t n,
                             uint16_t closed, uint16_t *line)
{
    const uint32_t *weight = field->grid->weight, *toll = field->toll;
    if (weight == NULL && toll != NULL && n == READ)
        read_cells(NULL, toll + cell, bits, READ, closed, line);
    else if (weight != NULL && toll == NULL && n == READ)
        read_cells(weight + cell, NULL, bits, READ, closed, line);
    else if (weight == NULL && toll == NULL)
        read_cells(NULL, NULL, bits, n, closed, line);
    else
        read_cells(weight != NULL ? weight + cell : NULL, toll != NULL ? toll + cell : NULL, bits,
                   n, closed, line);
}

typedef uint16_t eight __attribute__((vector_size(16), aligned(2), may_alias));

#define LOW_1(a, b)  SWEEP_MIX(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH_1(a, b) SWEEP_MIX(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define LOW_2(a, b)  SWEEP_MIX(a, b, 0, 1, 8, 9, 2, 3, 10, 11)
#define HIGH_2(a, b) SWEEP_MIX(a, b, 4, 5, 12, 13, 6, 7, 14, 15)
#define LOW_4(a, b)  SWEEP_MIX(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define HIGH_4(a, b) SWEEP_MIX(a, b, 4, 5, 6, 7, 12, 13, 14, 15)

/* Puts 8 lanes of a line into stripes: transposes 8 x 8 numbers and keeps `stripes` rows. Numbers
 * read beyond a lane's columns are dropped. */
ALWAYS_INLINE void stripe_lanes(const uint16_t *line, uint32_t stripes, uint32_t lanes,
                                uint16_t *costs)
{
    eight a[GROUP], b[GROUP];
    for (size_t i = 0; i < GROUP; i++)
        a[i] = *(const eight *)(line + i * stripes);
    for (size_t i = 0; i < 4; i++) {
        b[i] = LOW_1(a[2 * i], a[2 * i + 1]);
        b[i + 4] = HIGH_1(a[2 * i], a[2 * i + 1]);
    }
    for (size_t i = 0; i < 8; i += 4) {
        eight low = LOW_2(b[i], b[i + 1]), high = HIGH_2(b[i], b[i + 1]);
        eight low_2 = LOW_2(b[i + 2], b[i + 3]), high_2 = HIGH_2(b[i + 2], b[i + 3]);
        a[i] = LOW_4(low, low_2);
        a[i + 1] = HIGH_4(low, low_2);
        a[i + 2] = LOW_4(high, high_2);
        a[i + 3] = HIGH_4(high, high_2);
    }
    for (size_t stripe = 0; stripe < stripes; stripe++)
        *(eight *)(costs + stripe * lanes) = a[stripe];
}

/* Fills the costs of a chunk: first all lines, then all stripes, so no load waits for a store. */
ALWAYS_INLINE void build_chunk(struct sweep_rows *rows, uint32_t y, uint32_t chunk)
{
    DEBUG_ASSERT(y < rows->height && chunk < rows->chunks);
    const struct grid *grid = rows->field->grid;
    const uint32_t columns = (uint32_t)rows->layer_places;
    const uint32_t x = rows->window.x0 + chunk * columns;
    const uint32_t n = rows->window.x1 - x < columns ? rows->window.x1 - x + 1 : columns;
    uint16_t *line = rows->line;
    for (uint32_t z = 0; z < rows->layers; z++, line += columns + SWEEP_PAD) {
        size_t row = (size_t)z * grid->height + rows->window.y0 + y;
        const uint64_t *closed = rows->field->closed + row * grid->row_words;
        for (uint32_t i = 0; i < n; i += READ)
            read_some(rows->field, row * grid->width + x + i,
                      row_bits(closed, grid->row_words, x + i), n - i < READ ? n - i : READ,
                      rows->closed, line + i);
        for (uint32_t i = n; i < columns; i++)
            line[i] = rows->closed;
    }
    line = rows->line;
    uint16_t *costs = rows->costs + y * rows->row_places + chunk * rows->chunk_places;
    for (uint32_t z = 0; z < rows->layers; z++, line += columns + SWEEP_PAD, costs += columns)
        for (size_t lane = 0; lane < rows->lanes; lane += GROUP)
            stripe_lanes(line + lane * rows->stripes, rows->stripes, rows->lanes, costs + lane);
}

/* Fills the walls of a chunk. Beyond the window, cells are closed and walls do not matter. */
ALWAYS_INLINE void build_walls(struct sweep_rows *rows, uint32_t y, uint32_t chunk)
{
    DEBUG_ASSERT(rows->walls != NULL && y < rows->height && chunk < rows->chunks);
    const struct grid *grid = rows->field->grid;
    const uint32_t columns = (uint32_t)rows->layer_places;
    const uint32_t x = rows->window.x0 + chunk * columns;
    const uint32_t n = rows->window.x1 - x < columns ? rows->window.x1 - x + 1 : columns;
    uint16_t *line = rows->line, *walls;
    walls = rows->walls + y * rows->row_places + chunk * rows->chunk_places;
    for (uint32_t z = 0; z < rows->layers; z++, walls += columns) {
        const uint8_t *from = grid->walls + grid_cell(grid, x, rows->window.y0 + y, z);
        for (uint32_t i = 0; i < columns; i++)
            line[i] = i < n ? from[i] : 0;
        for (size_t lane = 0; lane < rows->lanes; lane += GROUP)
            stripe_lanes(line + lane * rows->stripes, rows->stripes, rows->lanes, walls + lane);
    }
}

/* Prefetches the tolls of the row that will probably be built next. */
ALWAYS_INLINE void fetch_ahead(const struct sweep_rows *rows, uint32_t y)
{
    const struct grid *grid = rows->field->grid;
    const struct box *window = &rows->window;
    bool north = y > 0 && rows->built[y - 1] != 0;
    if (rows->field->toll == NULL || (north ? y + 1 == rows->height : y == 0))
        return;
    for (uint32_t z = 0; z < rows->layers; z++) {
        cell_t first = grid_cell(grid, window->x0, window->y0 + (north ? y + 1 : y - 1), z);
        for (uint32_t i = 0; i <= window->x1 - window->x0; i += LINE_COSTS)
            __builtin_prefetch(rows->field->toll + first + i);
    }
}

ALWAYS_INLINE void build(struct sweep_rows *rows, uint32_t y)
{
    fetch_ahead(rows, y);
    for (uint32_t chunk = 0; chunk < rows->chunks; chunk++) {
        build_chunk(rows, y, chunk);
        if (rows->walls != NULL)
            build_walls(rows, y, chunk);
    }
    for (uint32_t axis = 0; axis < (rows->bend > 0 ? AXES : 1); axis++) {
        uint16_t *labels = rows->labels + axis * rows->plane + y * rows->row_places;
        for (size_t i = 0; i < rows->row_places; i++)
            labels[i] = SWEEP_TOP;
    }
    rows->built[y] = 1;
}

ISA_VERSIONS(void, build, (struct sweep_rows * rows, uint32_t y), build(rows, y))

void sweep_build(struct sweep_rows *rows, uint32_t y)
{
    assert(y < rows->height && rows->built[y] == 0);
    ISA_CALL(rows->isa, build, rows, y);
}

uint32_t sweep_cost_max(const struct sweep_rows *rows)
{
    const struct grid *grid = rows->field->grid;
    const struct box *window = &rows->window;
    uint32_t most = 0;
    for (uint32_t z = 0; z < rows->layers; z++)
        for (uint32_t y = window->y0; y <= window->y1; y++)
            for (uint32_t x = window->x0; x <= window->x1; x++) {
                uint32_t cost = cost_of(rows->field, grid_cell(grid, x, y, z));
                most = cost > most ? cost : most;
            }
    return most;
}
