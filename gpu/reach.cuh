/* reach: how far apart a job's sources and targets are, and what is too far for a few lanes.
 *
 * Waves that search many nets at once give each a few lanes of a warp, or a block. A long net takes
 * those as much longer than it takes the whole device as it is long in x and in y, so it must be
 * one of many to be worth it.
 */
#ifndef LEEWAY_GPU_REACH_CUH
#define LEEWAY_GPU_REACH_CUH

#include <algorithm>

#include "gpu/engine.cuh"

enum { REACH_ONE = 64, REACH_MAX = 1 << 16 }; /* one net is worth 64 cells; so far is nothing */

/* Cells in x and in y between sources and targets at least. */
struct span {
    uint32_t x, y;
};

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

static inline struct span reach_span(const struct grid *grid, const struct job *job)
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

static inline uint32_t reach_of(const struct grid *grid, const struct job *job)
{
    struct span span = reach_span(grid, job);
    return std::max(span.x, span.y);
}

/* The greatest reach that is worth searching among so many. */
static inline uint32_t reach_among(size_t count)
{
    uint32_t reach = REACH_ONE;
    while (reach < REACH_MAX && (uint64_t)reach * reach < (uint64_t)count * REACH_ONE * REACH_ONE)
        reach += REACH_ONE / 2;
    return reach;
}

#endif
