/* reach: how far apart a job's sources and targets are, and which distance is too far for a few
 * lanes.
 *
 * Waves for many nets give each net a few lanes of a warp, or a block. The longer a net is, the
 * more these lanes lose against a search by the whole device. So a few lanes search a long net only
 * if there are many nets in the call. */
#pragma once

#include <algorithm>

#include "router/search/field.h"
#include "router/wave/focus.h"

enum {
    REACH_ONE = 64, /* reach up to which a few lanes search a single net fast enough, in cells */
    REACH_MAX = 1 << 16, /* upper bound of all reaches, in cells */
};

/* Least distance in x and in y between sources and targets, in cells. */
struct reach {
    uint32_t x, y;
};

/* The bounding box of the wires, without layers. */
static inline struct box reach_box(const struct grid *grid, const struct wire *wires,
                                   uint32_t count)
{
    struct box box = box_empty();
    assert(wires != NULL && count > 0);
    for (uint32_t i = 0; i < count; i++)
        box = box_join(box, box_of_wire(grid, wires[i]));
    return box;
}

static inline struct reach reach_of(const struct grid *grid, const struct job *job)
{
    struct box s = reach_box(grid, job->sources, job->source_count);
    struct box t = reach_box(grid, job->targets, job->target_count);
    return {focus_gap(s.x0, s.x1, t.x0, t.x1), focus_gap(s.y0, s.y1, t.y0, t.y1)};
}

/* The larger of the two distances. */
static inline uint32_t reach_most(const struct grid *grid, const struct job *job)
{
    struct reach reach = reach_of(grid, job);
    return std::max(reach.x, reach.y);
}

/* Least number of steps from the sources to the targets, without steps between layers. */
static inline uint32_t reach_steps(const struct grid *grid, const struct job *job)
{
    struct reach reach = reach_of(grid, job);
    return reach.x + reach.y;
}

/* The greatest reach of a net that a few lanes should search in a call of `count` nets. */
static inline uint32_t reach_among(size_t count)
{
    uint32_t most = REACH_ONE;
    while (most < REACH_MAX && (uint64_t)most * most < (uint64_t)count * REACH_ONE * REACH_ONE)
        most += REACH_ONE / 2;
    assert(most <= REACH_MAX);
    return most;
}
