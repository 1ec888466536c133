/* bucket_flood: the inner loops of the bucket wave: settle the states of one key, take their steps.
 * A state is a cell and the axis of the last step (one state per cell if bends cost nothing).
 *
 * Labels have 32 bits and are not cleared between searches. A search stores base + label, and the
 * next search's base is above all stored values. So stored - base wraps to a huge number for a
 * label of an earlier search, and one comparison, label < stored - base, means "new or better".
 * Labels are cleared only when base nears 2^32. Their layout follows the window, not the grid, so
 * short nets use the same few cache lines anywhere. */
#pragma once

#include "router/wave/bucket/bucket_queue.h"
#include "router/wave/bucket/lower_bound.h"

#define BUCKET_LABEL_MAX ((uint32_t)1 << 30)
/* Largest base, so that stored - base is above BUCKET_LABEL_MAX for each older label. */
#define BUCKET_BASE_MAX (UINT32_MAX - 2 * BUCKET_LABEL_MAX)

enum { BUCKET_STATES_SHIFT = 2 }; /* log2 of the labels per cell if bends cost (3 axes and a gap) */

struct bucket_flood {
    const struct field *field;
    bool axes; /* bends cost */
    struct box window;
    size_t column, row; /* places from x to x + 1 and from y to y + 1 */
    struct lower_bound bound;
    uint32_t *bound_x, *bound_y; /* lower_bound_line of the window's columns and rows */
    struct bucket_queue queue;
    uint32_t *labels;               /* [y][x][layer] of the window, or [..][4] */
    uint32_t base;                  /* stored value of label 0; at least 1 */
    bool cut;                       /* a label above BUCKET_LABEL_MAX was dropped */
    uint64_t *own;                  /* bit plane of the grid: the job's sources and targets */
    uint64_t *aim;                  /* bit plane of the grid: the targets */
    uint8_t exits[GRID_LAYERS_MAX]; /* bit d: steps in direction d are possible on this layer */
    uint32_t extra[GRID_LAYERS_MAX][AXES][DIRECTIONS]; /* step_extra */
    enum status status;                                /* of all pushes */
};

/* Sets the field, the axes and the costs of steps. */
void bucket_flood_open(struct bucket_flood *flood, const struct field *field);

/* Settles all states of the queue's key; true if one is a target. Sets status without memory. */
bool bucket_flood_drain(struct bucket_flood *flood, struct error *error);

/* A queue entry: a state and the low 24 bits of its label. If the label has fallen since, the entry
 * is stale and skipped. (A fall by a multiple of 2^24 is not noticed; the state is then settled
 * twice with the same label.) */
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
