/* detour_trace: the canonical path from the detour labels.
 *
 * Neighbours' k differ by at most one, and neighbour p precedes c if
 *     the step p -> c leads toward the target    and k(p) = k(c), or
 *     the step p -> c leads away from it         and k(p) = k(c) - 1.
 * The first is "both even or both odd", the second "one even, one odd", because k(p) > k(c) is
 * impossible if the step leads away. Beyond the target, and on its own coordinate, a step from
 * farther out leads toward it. See walk.cuh for the walk.
 *
 * Launch: one block of walk::THREADS threads, sizeof(walk::label_tile) bytes of dynamic shared
 * memory. All threads load tiles, the first warp walks, thread 0 writes the answer; walk.cuh gives
 * the race argument. The labels were written by the kernel before and are only read. knots and
 * answer may be in mapped host memory: only written, knots from the target to the source. */
#pragma once

#include "gpu/wave/detour/detour_tile.cuh"

namespace detour
{

/* Ones from bit n on; none if n >= 32, all if n <= 0. */
__device__ __forceinline__ uint32_t bits_from(int n)
{
    return n >= 32 ? 0 : ~0u << max(n, 0);
}

struct detour_trace_labels {
    const detour_task &t;

    __device__ void load(const walk::walk_frame &f, const walk::tile_place &at,
                         walk::label_tile *tile) const
    {
        load_tile(t, f, at, tile);
    }

    static __device__ __forceinline__ uint32_t falls(const walk::label_line &l)
    {
        return l.high & l.high << 1 & ~(l.low ^ l.low << 1);
    }

    static __device__ __forceinline__ uint32_t rises(const walk::label_line &l)
    {
        return l.high & l.high << 1 & (l.low ^ l.low << 1);
    }

    static __device__ __forceinline__ int count_up(const walk::label_line &l, int to_target)
    {
        const uint32_t both = l.high & l.high >> 1, differ = l.low ^ l.low >> 1;
        return walk::ones_up(both & (differ ^ bits_from(walk::MIDDLE + to_target)), walk::MIDDLE);
    }

    static __device__ __forceinline__ int count_down(const walk::label_line &l, int to_target)
    {
        const uint32_t both = l.high & l.high << 1, differ = l.low ^ l.low << 1;
        return walk::ones_down(both & (differ ^ ~bits_from(walk::MIDDLE + to_target + 1)),
                               walk::MIDDLE);
    }

    static __device__ __forceinline__ bool is_end(const walk::walk_frame &f, int x, int y)
    {
        return x == f.sx && y == f.sy;
    }
};

__global__ void __launch_bounds__(walk::THREADS)
    trace_kernel(detour_task t, const detour_control *c, detour_control *answer, uint32_t *knots,
                 int capacity, int width)
{
    extern __shared__ __align__(16) unsigned char memory[];
    assert(gridDim.x == 1 && blockDim.x == walk::THREADS && capacity > 0);
    const int shift = 32 * t.quadrants[0].words - 1 - t.tx;
    const walk::walk_frame f = walk::frame_of(shift, t.sx, t.sy, t.tx, t.ty);
    const walk::knot_list list = {knots, capacity, (uint32_t)width};
    int count = 0;
    if (c->found != 0)
        count = walk::trace(detour_trace_labels{t}, f, list, (walk::label_tile *)memory);
    if (threadIdx.x == 0)
        *answer = {c->found, c->dead, count};
}

} // namespace detour
