/* sweep_field: adds planes of labels, in plain C loops that are compiled per instruction set. */
#include "router/wave/sweep/sweep_field.h"

#include "router/wave/sweep/sweep_row.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* The sum of two labels fits 16 bits, and no label is below its cell's cost. */
ALWAYS_INLINE void join_pair(uint16_t *restrict labels, const uint16_t *restrict a,
                             const uint16_t *restrict b, const uint16_t *restrict costs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t sum = (uint16_t)(a[i] + b[i] - costs[i]);
        labels[i] = sum < labels[i] ? sum : labels[i];
    }
}

/* Drops useless labels; returns non-zero if one remains. */
ALWAYS_INLINE uint16_t drop_useless(uint16_t *restrict labels, const uint16_t *restrict bounds,
                                    uint16_t limit, size_t n)
{
    uint16_t left = 0;
    for (size_t i = 0; i < n; i++) {
        uint16_t below = limit > bounds[i] ? (uint16_t)(limit - bounds[i]) : 0;
        labels[i] = labels[i] < below ? labels[i] : SWEEP_TOP;
        left |= (uint16_t)(labels[i] ^ SWEEP_TOP);
    }
    return left;
}

struct pairs {
    const uint16_t *const *a, *const *b;
    uint32_t count;
};

ALWAYS_INLINE bool join(const struct sweep_rows *rows, uint32_t y, const struct pairs *pairs)
{
    const size_t at = y * rows->row_places, n = rows->row_places;
    uint16_t *labels = rows->labels + at;
    uint32_t distance = y < rows->low ? rows->low - y : y > rows->high ? y - rows->high : 0;
    uint64_t spent = (uint64_t)distance * rows->y_step;
    uint16_t limit = spent < rows->limit ? (uint16_t)(rows->limit - spent) : 0;
    for (uint32_t i = 0; i < pairs->count; i++)
        join_pair(labels, pairs->a[i] + at, pairs->b[i] + at, rows->costs + at, n);
    return drop_useless(labels, rows->bounds + (distance > 0 ? n : 0), limit, n) != 0;
}

ALWAYS_INLINE uint16_t meet(const uint16_t *restrict labels, const uint16_t *restrict other,
                            const uint16_t *restrict costs, size_t n)
{
    uint16_t least = UINT16_MAX;
    for (size_t i = 0; i < n; i++) {
        uint16_t sum = (uint16_t)(labels[i] + other[i] - costs[i]);
        least = sum < least ? sum : least;
    }
    return least;
}

ISA_VERSIONS(bool, join, (const struct sweep_rows *rows, uint32_t y, const struct pairs *pairs),
             return join(rows, y, pairs))
ISA_VERSIONS(uint16_t, meet,
             (const uint16_t *labels, const uint16_t *other, const uint16_t *costs, size_t n),
             return meet(labels, other, costs, n))

bool sweep_field_join(struct sweep_rows *rows, uint32_t y, const uint16_t *const *a,
                      const uint16_t *const *b, uint32_t parts)
{
    assert(a != NULL && b != NULL && y < rows->height && rows->bend == 0);
    const struct pairs pairs = {a, b, parts};
    bool left = ISA_CALL(rows->isa, join, rows, y, &pairs);
    for (uint32_t chunk = 0; chunk < rows->chunks && left; chunk++) {
        rows->pending[(size_t)y * rows->chunks + chunk] = rows->x_layers;
        sweep_open(rows, y, chunk, SWEEP_RAW);
    }
    return left;
}

uint16_t sweep_field_meet(const struct sweep_rows *rows, uint32_t y, const uint16_t *other)
{
    assert(other != NULL && y < rows->height);
    const size_t at = y * rows->row_places;
    return ISA_CALL(rows->isa, meet, rows->labels + at, other + at, rows->costs + at,
                    rows->row_places);
}

/* A pass over the rows; false if there was nothing to do. */
static bool pass(struct sweep_rows *rows, bool north)
{
    uint32_t y = sweep_rows_next(rows, north ? 0 : rows->height - 1, north);
    bool idle = y == rows->height;
    while (y < rows->height) {
        uint32_t before = north ? y - 1 : y + 1; /* at least the height if there is none */
        if (before < rows->height &&
            sweep_row_is(rows, before, north ? SWEEP_NORTH_ROWS : SWEEP_SOUTH_ROWS))
            sweep_row_enter(rows, before, y);
        if (sweep_row_is(rows, y, SWEEP_OPEN_ROWS))
            sweep_row_close(rows, y);
        y = sweep_rows_next(rows, north ? y + 1 : y - 1, north);
    }
    return !idle;
}

void sweep_field_spread(struct sweep_rows *rows)
{
    bool north = true;
    for (int idle = 0; idle < 2; north = !north)
        idle = pass(rows, north) ? 0 : idle + 1;
}
