/* reach: how far apart a job's sources and targets are, and what is too far for a few lanes.
 *
 * Waves that search many nets at once give each net a few lanes of a warp, or a block. The longer a
 * net, the more these lanes lose against a search by the whole device. So a long net is searched by
 * a few lanes only where there are many nets beside it.
 */
#pragma once

#include <algorithm>

#include "router/search/engine.h"

enum {
    REACH_ONE = 64,      /* up to this reach a few lanes search a single net in good time */
    REACH_MAX = 1 << 16, /* no reach is greater */
};

/* Cells in x and in y between sources and targets at least. */
struct reach {
    uint32_t x, y;
};

static inline bool is_one_cell(const struct wire *wires, uint32_t count)
{
    return count == 1 && wires->from == wires->to;
}

/* True where the job joins one cell to one cell. */
static inline bool job_is_pair(const struct job *job)
{
    return is_one_cell(job->sources, job->source_count) &&
           is_one_cell(job->targets, job->target_count);
}

/* The box of some wires, layers apart. */
static inline struct box reach_box(const struct grid *grid, const struct wire *wires,
                                   uint32_t count)
{
    struct box box = {UINT32_MAX, UINT32_MAX, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        for (cell_t cell : {wires[i].from, wires[i].to}) {
            uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
            box = {std::min(box.x0, x), std::min(box.y0, y), std::max(box.x1, x),
                   std::max(box.y1, y)};
        }
    return box;
}

static inline struct reach reach_of(const struct grid *grid, const struct job *job)
{
    struct box s = reach_box(grid, job->sources, job->source_count);
    struct box t = reach_box(grid, job->targets, job->target_count);
    return {s.x0 > t.x1   ? s.x0 - t.x1
            : t.x0 > s.x1 ? t.x0 - s.x1
                          : 0,
            s.y0 > t.y1   ? s.y0 - t.y1
            : t.y0 > s.y1 ? t.y0 - s.y1
                          : 0};
}

/* The greater of both. */
static inline uint32_t reach_most(const struct grid *grid, const struct job *job)
{
    struct reach reach = reach_of(grid, job);
    return std::max(reach.x, reach.y);
}

/* Steps from the sources to the targets at least, on one layer. */
static inline uint32_t reach_steps(const struct grid *grid, const struct job *job)
{
    struct reach reach = reach_of(grid, job);
    return reach.x + reach.y;
}

/* The greatest reach of a net that a few lanes should search, in a call of so many nets. */
static inline uint32_t reach_among(size_t count)
{
    uint32_t most = REACH_ONE;
    while (most < REACH_MAX && (uint64_t)most * most < (uint64_t)count * REACH_ONE * REACH_ONE)
        most += REACH_ONE / 2;
    assert(most <= REACH_MAX);
    return most;
}
