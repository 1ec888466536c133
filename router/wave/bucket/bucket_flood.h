/* bucket_flood: the inner loops of the bucket wave: settle the states of one key, take their steps.
 *
 * Labels have 32 bits and are not cleared between searches. A search stores base + label, and the
 * next search's base lies above all that was stored. So a label of an earlier search reads as "not
 * reached":
 *
 *     stored - base    wraps to a huge number where stored < base, so that
 *                      label < stored - base    asks "new or better" in one compare
 *
 * Labels are cleared only when base nears 2^32. They are laid out by the window, not by the grid,
 * so short nets use the same few cache lines wherever they lie.
 */
#pragma once

#include "router/wave/bucket/bucket_queue.h"
#include "router/wave/bucket/lower_bound.h"

#define BUCKET_LABEL_MAX ((uint32_t)1 << 30)
/* base is at most this, so that stored - base is above BUCKET_LABEL_MAX for every older label. */
#define BUCKET_BASE_MAX (UINT32_MAX - 2 * BUCKET_LABEL_MAX)

enum { BUCKET_STATES_SHIFT = 2 }; /* where bends cost, a cell has 4 places for its 3 axes */

struct bucket_flood {
    const struct field *field;
    bool axes; /* bends cost */
    struct box window;
    size_t column, row; /* places of a column of layers and of a row of the window */
    struct lower_bound bound;
    uint32_t *bound_x, *bound_y; /* of the window's columns and rows */
    struct bucket_queue queue;
    uint32_t *labels;               /* [y][x][layer] of the window, or [..][4] */
    uint32_t base;                  /* stored label of 0; at least 1 */
    bool cut;                       /* a label above BUCKET_LABEL_MAX was dropped */
    uint64_t *own;                  /* bit plane of the grid: the job's sources and targets */
    uint64_t *aim;                  /* the targets alone */
    uint8_t exits[GRID_LAYERS_MAX]; /* by layer: bit d set where a step in direction d may exist */
    uint32_t extra[GRID_LAYERS_MAX][AXES][DIRECTIONS];
    uint64_t settled;
    enum status status; /* of pushes */
};

/* Works out what steps cost, and sets field and axes. */
void bucket_flood_open(struct bucket_flood *flood, const struct field *field);

/* Settles all states of the queue's key; true where a target was among them. Failures of memory
 * are kept in status. */
bool bucket_flood_drain(struct bucket_flood *flood, struct error *error);

/* A state as the queue holds it, with the low 24 bits of the label that it was queued with. Where
 * the label has fallen since, the entry is stale and skipped. (A fall by a multiple of 2^24 is not
 * seen. That does no harm: the state is settled twice, with the same label.) */
static inline uint64_t bucket_item(uint32_t x, uint32_t y, uint32_t z, int axis, uint32_t label)
{
    DEBUG_ASSERT(x <= 0xffff && y <= 0xffff && z <= 0x3f && axis >= 0 && axis <= 3);
    return x | (uint64_t)y << 16 | (uint64_t)(z | (unsigned)axis << 6) << 32 |
           (uint64_t)label << 40;
}

/* Place of a cell in the labels, before states. */
static inline size_t bucket_place(const struct bucket_flood *flood, uint32_t x, uint32_t y,
                                  uint32_t z)
{
    DEBUG_ASSERT(box_contains(flood->window, x, y) && z < flood->column);
    return (y - flood->window.y0) * flood->row + (x - flood->window.x0) * flood->column + z;
}
