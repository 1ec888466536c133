/* sweep_row: marks of chunks and steps between chunks; the vector loops are in sweep_body.h. */
#include "router/wave/sweep/sweep_row.h"

#if ISA_HAS_VECTORS
#include <immintrin.h>
#endif

/* The labels of a chunk that are useful: label + bound < limit. */
struct sweep_use {
    size_t bounds;  /* place of the chunk's bounds */
    uint16_t limit; /* rows->limit minus the cost of the distance in y */
};

static inline size_t chunk_at(const struct sweep_rows *rows, uint32_t y, uint32_t chunk)
{
    return y * rows->row_places + chunk * rows->chunk_places;
}

static inline struct sweep_use use_of(const struct sweep_rows *rows, uint32_t y, uint32_t chunk)
{
    DEBUG_ASSERT(y < rows->height && chunk < rows->chunks);
    uint32_t distance = y < rows->low ? rows->low - y : y > rows->high ? y - rows->high : 0;
    uint64_t spent = (uint64_t)distance * rows->y_step;
    return (struct sweep_use){
        .bounds = (distance > 0 ? rows->row_places : 0) + chunk * rows->chunk_places,
        .limit = spent < rows->limit ? (uint16_t)(rows->limit - spent) : 0,
    };
}

/* The label that a step in x from this place starts with. */
static inline uint16_t start_of(const struct sweep_rows *rows, size_t place)
{
    const uint16_t *labels = rows->labels + place;
    uint32_t label = labels[0];
    if (rows->bend > 0) {
        uint32_t turned = labels[AXIS_Y * rows->plane] + (uint32_t)rows->bend;
        label = turned < label ? turned : label;
        label = labels[AXIS_X * rows->plane] < label ? labels[AXIS_X * rows->plane] : label;
    }
    return (uint16_t)label;
}

/* With sanitizers, compilers need minutes for unrolled loops. */
#ifdef LEEWAY_DEBUG
#define UNROLLED
#else
#define UNROLLED _Pragma("GCC unroll 8")
#endif

/* NOLINTBEGIN(bugprone-macro-parentheses): a declared variable cannot be in parentheses. */
#define EACH_STRIPE(s, from, n) UNROLLED for (int s = (from); s < (n); s++)
#define EACH_STRIPE_BACK(s, n)  UNROLLED for (int s = (n)-1; s >= 0; s--)
#define EACH_LAYER(z, n)        UNROLLED for (uint32_t z = 0; z < (n); z++)
#define EACH_LAYER_BACK(z, n)   UNROLLED for (uint32_t z = (n)-1; z-- > 0;)
/* NOLINTEND(bugprone-macro-parentheses) */

#define VERSION(name) name##_plain
#define TARGET
#define VECTOR_BYTES 16
#include "router/wave/sweep/sweep_body.h"
#if ISA_HAS_VECTORS
#define VERSION(name) name##_avx2
#define TARGET        ISA_TARGET_AVX2
#define VECTOR_BYTES  32
#include "router/wave/sweep/sweep_body.h"
#define VERSION(name) name##_avx512
#define TARGET        ISA_TARGET_AVX512
#define VECTOR_BYTES  64
#include "router/wave/sweep/sweep_body.h"
#endif

/* Enters a chunk of row y from row `from` (not if from == y), then takes its vias. Returns the
 * layers where labels fell. */
static uint64_t settle(const struct sweep_rows *rows, uint32_t y, uint32_t from, uint32_t chunk)
{
    DEBUG_ASSERT(y < rows->height && chunk < rows->chunks);
    return ISA_CALL(rows->isa, settle_chunk, rows, y, from, chunk);
}

void sweep_row_enter(struct sweep_rows *rows, uint32_t from, uint32_t to)
{
    assert((from + 1 == to || to + 1 == from) && rows->built[from] != 0 && rows->built[to] != 0);
    const uint8_t mark = from < to ? SWEEP_NORTH : SWEEP_SOUTH;
    uint8_t *marks = rows->marks + (size_t)from * rows->chunks;
    rows->row_sets[from < to ? SWEEP_NORTH_ROWS : SWEEP_SOUTH_ROWS][from / 64] &=
        ~((uint64_t)1 << from % 64);
    for (uint32_t chunk = 0; chunk < rows->chunks; chunk++) {
        if ((marks[chunk] & mark) == 0)
            continue;
        marks[chunk] &= (uint8_t)~mark;
        uint64_t layers = settle(rows, to, from, chunk);
        if (layers == 0)
            continue;
        rows->pending[(size_t)to * rows->chunks + chunk] |= layers;
        sweep_open(rows, to, chunk, 0);
    }
}

/* Marks the chunk if a step across its edge improves a label there. here: place of the cell before
 * the edge in its row, on layer 0; there: place of the cell after the edge in the chunk. */
static void spill(struct sweep_rows *rows, uint32_t y, uint32_t chunk, size_t here, size_t there)
{
    DEBUG_ASSERT(y < rows->height && chunk < rows->chunks);
    const struct sweep_use use = use_of(rows, y, chunk);
    const uint32_t axis = rows->bend > 0 ? AXIS_X : AXIS_NONE;
    for (uint64_t layers = rows->x_layers; layers != 0; layers &= layers - 1) {
        uint32_t z = (uint32_t)__builtin_ctzll(layers);
        size_t from = y * rows->row_places + here + z * rows->layer_places;
        size_t to = chunk_at(rows, y, chunk) + there + z * rows->layer_places;
        size_t bounds = use.bounds + there + z * rows->layer_places + axis * rows->bound_plane;
        if (rows->walls != NULL && (rows->walls[to] >> (there > 0 ? EAST : WEST) & 1) != 0)
            continue;
        uint32_t label = start_of(rows, from) + (uint32_t)rows->x_cost[z] + rows->costs[to];
        if (label >= rows->labels[to + axis * rows->plane] ||
            label + rows->bounds[bounds] >= use.limit)
            continue;
        rows->pending[(size_t)y * rows->chunks + chunk] |= (uint64_t)1 << z;
        sweep_open(rows, y, chunk, SWEEP_SPILL);
    }
}

/* Takes one turn: steps in x on the pending layers, then vias. */
static void close_chunk(struct sweep_rows *rows, uint32_t y, uint32_t chunk)
{
    DEBUG_ASSERT(y < rows->height && chunk < rows->chunks);
    size_t index = (size_t)y * rows->chunks + chunk, first = chunk * rows->chunk_places;
    uint64_t layers = rows->pending[index];
    if ((rows->marks[index] & SWEEP_RAW) != 0)
        layers |= settle(rows, y, y, chunk);
    ISA_CALL(rows->isa, run_chunk, rows, y, chunk, layers & rows->x_layers);
    layers = settle(rows, y, y, chunk) & rows->x_layers;
    rows->pending[index] = layers;
    rows->marks[index] = (uint8_t)(SWEEP_NORTH | SWEEP_SOUTH | (layers != 0 ? SWEEP_OPEN : 0));
    if (chunk + 1 < rows->chunks)
        spill(rows, y, chunk + 1, first + rows->layer_places - 1, 0);
    if (chunk > 0)
        spill(rows, y, chunk - 1, first, rows->layer_places - 1);
}

/* Eastward over all open chunks, then westward over those that spill marked. */
uint32_t sweep_row_close(struct sweep_rows *rows, uint32_t y)
{
    assert(y < rows->height && rows->built[y] != 0);
    const uint8_t *marks = rows->marks + (size_t)y * rows->chunks;
    uint32_t closed = 0;
    for (uint32_t chunk = 0; chunk < rows->chunks; chunk++)
        if ((marks[chunk] & SWEEP_OPEN) != 0) {
            close_chunk(rows, y, chunk);
            closed++;
        }
    for (uint32_t chunk = rows->chunks; chunk-- > 0 && rows->chunks > 1;)
        if ((marks[chunk] & SWEEP_SPILL) != 0) {
            close_chunk(rows, y, chunk);
            closed++;
        }
    uint64_t bit = (uint64_t)1 << y % 64;
    unsigned any = 0;
    for (uint32_t chunk = 0; chunk < rows->chunks; chunk++)
        any |= marks[chunk];
    rows->row_sets[SWEEP_NORTH_ROWS][y / 64] |= bit;
    rows->row_sets[SWEEP_SOUTH_ROWS][y / 64] |= bit;
    rows->row_sets[SWEEP_OPEN_ROWS][y / 64] &= (any & SWEEP_OPEN) != 0 ? ~(uint64_t)0 : ~bit;
    return closed;
}
