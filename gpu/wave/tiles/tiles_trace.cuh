/* tiles_trace: the canonical path from the labels of the tiles wave.
 *
 * A neighbour precedes a cell if its label is one less, modulo 3. Only a source has no predecessor.
 * See walk.cuh for the walk; the low word of a line is plane x, the high word plane y.
 *
 * Launch: one block of walk::THREADS threads, sizeof(walk::label_tile) bytes of dynamic shared
 * memory. knots and answer may be in mapped host memory: they are only written, knots from the
 * target to the source. */
#pragma once

#include "gpu/wave/tiles/tiles_plan.cuh"
#include "gpu/wave/walk.cuh"

namespace tiles
{

struct tiles_trace_labels {
    const tiles_task &t;

    /* Whole block: a thread reads one of the tile's words in every 32nd row, with all its reads in
     * flight together; neighbouring threads read neighbouring rows. Other cells are not reached. */
    __device__ void load(const walk::walk_frame &f, const walk::tile_place &at,
                         walk::label_tile *tile) const
    {
        constexpr int READS = walk::TILE_SIDE / 32;
        const int column = (int)threadIdx.x / 32, first = (int)threadIdx.x % 32;
        const int word = (at.x0 >> 5) + column;
        const int half = (f.turned_x ? ~word : word) - (t.x0 >> 6) * 2;
        const bool inside = half >= 0 && half < 2 * t.columns;
        const uint64_t *rows = t.labels + (ptrdiff_t)half * (t.up * TILE_ROWS);
        uint64_t words[READS];
#pragma unroll
        for (int i = 0; i < READS; i++) {
            const int y = at.y0 + first + 32 * i, row = (f.turned_y ? ~y : y) - t.y0;
            words[i] = inside && row >= 0 && row <= t.y1 - t.y0 ? __ldcg(rows + row) : 0;
        }
#pragma unroll
        for (int i = 0; i < READS; i++) {
            const uint32_t x = undeal((uint32_t)words[i]), y = undeal((uint32_t)(words[i] >> 32));
            tile->cells[first + 32 * i][column] =
                f.turned_x ? make_uint2(__brev(x), __brev(y)) : make_uint2(x, y);
        }
    }

    /* Bit b: the label of b is one more than that of its partner. x, y: planes of b; px, py: of the
     * partner. Code 1 follows 3, 2 follows 1, 3 follows 2. */
    static __device__ __forceinline__ uint32_t follows(uint32_t x, uint32_t y, uint32_t px,
                                                       uint32_t py)
    {
        return (x & ~y & px & py) | (~x & y & px & ~py) | (x & y & ~px & py);
    }

    static __device__ __forceinline__ uint32_t falls(const walk::label_line &l)
    {
        return follows(l.low, l.high, l.low << 1, l.high << 1);
    }

    static __device__ __forceinline__ uint32_t rises(const walk::label_line &l)
    {
        return follows(l.low << 1, l.high << 1, l.low, l.high);
    }

    static __device__ __forceinline__ int count_up(const walk::label_line &l, int)
    {
        return walk::ones_up(rises(l) >> 1, walk::MIDDLE);
    }

    static __device__ __forceinline__ int count_down(const walk::label_line &l, int)
    {
        return walk::ones_down(falls(l), walk::MIDDLE);
    }

    static __device__ __forceinline__ bool is_end(const walk::walk_frame &, int, int)
    {
        return true;
    }
};

/* The result for the host. */
struct answer {
    unsigned end, epoch; /* from the control */
    int knots;           /* number of knots, or a code of walk.cuh */
};

/* capacity: room for knots; width: of the grid, for cell indices on the task's layer. */
static __global__ void __launch_bounds__(walk::THREADS)
    trace_kernel(tiles_task t, answer *answer, uint32_t *knots, int capacity, int width)
{
    extern __shared__ __align__(16) unsigned char memory[];
    assert(gridDim.x == 1 && blockDim.x == walk::THREADS && capacity > 0);
    const walk::walk_frame f = walk::frame_of(0, t.sx, t.sy, t.tx, t.ty);
    const walk::knot_list list = {knots, capacity, (uint32_t)width};
    int count = 0;
    if (t.control->end == END_FOUND)
        count = walk::trace(tiles_trace_labels{t}, f, list, (walk::label_tile *)memory);
    if (threadIdx.x == 0)
        *answer = {t.control->end, t.control->epoch, count};
}

} // namespace tiles
