/* detour_trace: the canonical path out of the detour labels, by one warp.
 *
 * Rule (router/engine.h): from the target back to the source, straight on as long as the next
 * cell is a predecessor, else the first of EAST, WEST, NORTH, SOUTH that is. Neighbours' k differ
 * by at most one, and neighbour p precedes c if
 *     the step p -> c leads toward the target   and k(p) = k(c), or
 *     the step p -> c leads away from it        and k(p) = k(c) - 1:
 * the first is "both even or both odd", and the second "one even, one odd", as k(p) > k(c) cannot
 * be where the step leads away. So along a line of 32 cells, as two words of bits, "the next one
 * precedes", of all cells at once, is a few operations, and a run is a count of ones.
 *
 * A walk cell by cell through L2 costs 0.3 us a step. Here the block copies a tile of labels into
 * shared memory, most of it on the source's side, and the first warp walks. Where a run ends there
 * is no going on and no going back, so the next one lies on the other axis: runs along the row and
 * along the column take turns. A row's 32 cells are two words and a shift, a column's a ballot.
 *
 *     tile   512 rows x 512 columns     a few copies for thousands of steps
 *     line   32 cells around the walker
 *
 * Coordinates are turned so that the source is not above and not right of the target, and counted
 * so that words are those of the labels: nearly all runs lead down, to smaller coordinates. Two of
 * those, one on each axis, are one turn of the fast loop, without a branch between; whatever else
 * occurs (a run up, a run longer than the line, the end) is left to the plain one.
 *
 * Launch: one block of TRACE_THREADS threads, sizeof(tile) of dynamic shared memory. knots and
 * answer may lie in mapped host memory: they are only written, knots from the target to the source.
 */
#ifndef LEEWAY_GPU_WAVE_DETOUR_TRACE_CUH
#define LEEWAY_GPU_WAVE_DETOUR_TRACE_CUH

#include "gpu/wave/detour_tile.cuh"

namespace detour
{

constexpr int MIDDLE = 15;         /* the walker's bit in a line: 16 cells up, 15 down */
constexpr int HERE = 30;           /* the same in the fast loop: one cell up, 30 down */
constexpr int KNOTS_OVERFLOW = -1; /* control.knots: the path has more knots than fit */
constexpr int KNOTS_BROKEN = -2;   /* a cell without a predecessor that is not the source */

/* Where the trace stands. Equal in all lanes. */
struct walker {
    int x, y;     /* turned */
    int axis;     /* of the run: 0 along the row, 1 along the column */
    int sign;     /* of the run: 1, -1; 0: none yet, a turn */
    bool started; /* false: at the target, where the first axis may offer nothing */
    int knots;    /* so far */
    int flushed;  /* of them, those that left the tile's buffer */
};

/* Where knots go. */
struct knot_list {
    uint32_t *knots;
    int capacity;
    uint32_t width; /* of the grid, for cell indices on the task's layer, counted from 0 */
};

/* ---- lines ---------------------------------------------------------------------------------- */

/* 32 cells of a line: bit b is the cell b - here from the walker's. */
struct line {
    uint32_t low, high;
};

template <int here> __device__ __forceinline__ line row_line(const tile &tile, int x, int y)
{
    const int first = x - here;
    const uint2 *words = &tile.cells[y][first >> 5];
    const uint2 a = words[0], b = words[1];
    return {__funnelshift_r(a.x, b.x, (unsigned)first & 31),
            __funnelshift_r(a.y, b.y, (unsigned)first & 31)};
}

template <int here>
__device__ __forceinline__ line column_line(const tile &tile, int x, int y, int lane)
{
    const uint2 word = tile.cells[y - here + lane][x >> 5];
    const uint32_t bit = 1u << (x & 31);
    return {__ballot_sync(WALKERS, (word.x & bit) != 0),
            __ballot_sync(WALKERS, (word.y & bit) != 0)};
}

/* Ones from bit n on, none where n is 32 or more, all where it is 0 or less. */
__device__ __forceinline__ uint32_t bits_from(int n)
{
    return n >= 32 ? 0 : ~0u << max(n, 0);
}

/* Steps that lead on from the walker's cell, MIDDLE, up and down its line: at most 16 and 15.
 * to_target: from the walker to the target's coordinate. Beyond the target, and on its own
 * coordinate, a step from farther out leads toward it. */
__device__ __forceinline__ int count_up(const line &l, int to_target)
{
    const uint32_t both = l.high & l.high >> 1, differ = l.low ^ l.low >> 1;
    const uint32_t up = both & (differ ^ bits_from(MIDDLE + to_target));
    return __ffs((int)~(up >> MIDDLE)) - 1;
}

__device__ __forceinline__ int count_down(const line &l, int to_target)
{
    const uint32_t both = l.high & l.high << 1, differ = l.low ^ l.low << 1;
    const uint32_t down = both & (differ ^ ~bits_from(MIDDLE + to_target + 1));
    return __clz((int)~(down << (31 - MIDDLE)));
}

/* ---- knots ---------------------------------------------------------------------------------- */

/* Writes the buffered knots out, all lanes together. */
__device__ inline void flush_knots(const frame &f, const knot_list &list, const tile &tile,
                                   walker *w, int lane)
{
    __syncwarp();
    for (int k = w->flushed + lane; k < w->knots; k += 32) {
        const int2 at = tile.knots[k - w->flushed];
        list.knots[k] = cell_at(f, at.x, at.y, list.width);
    }
    __syncwarp();
    w->flushed = w->knots;
}

/* Notes a knot; false: no room. */
__device__ __forceinline__ bool note_knot(const frame &f, const knot_list &list, tile *tile,
                                          walker *w, int lane)
{
    if (w->knots >= list.capacity)
        return false;
    if (w->knots - w->flushed == KNOT_BUFFER)
        flush_knots(f, list, *tile, w, lane);
    if (lane == 0)
        tile->knots[w->knots - w->flushed] = make_int2(w->x, w->y);
    w->knots++;
    return true;
}

/* ---- walking -------------------------------------------------------------------------------- */

/* Two runs down, along the row and then along the column, as long as that is what comes: the
 * walker, at a turn, is below the target on both axes. Negative numbers stand for all that is
 * otherwise, so that one test finds them. The next row's line is fetched before the test. */
__device__ inline void walk_down(const frame &f, const tile_place &at, const knot_list &list,
                                 tile *tile, walker *w, int lane)
{
    const int up_x = f.turned_x ? 0 : ~0, up_y = f.turned_y ? 0 : ~0; /* who comes first */
    const int room = min(list.capacity - w->flushed, KNOT_BUFFER) - 2;
    int x = w->x - at.x0, y = w->y - at.y0, knots = w->knots - w->flushed;
    line row = row_line<HERE>(*tile, x, y);
    while (true) {
        const uint32_t pairs_x = row.high & row.high << 1, differ_x = row.low ^ row.low << 1;
        const uint32_t down_x = (pairs_x & ~differ_x) << 1;
        const int run_x = __clz((int)~down_x), next_x = x - run_x;
        const line column = column_line<HERE>(*tile, next_x, y, lane);
        const uint32_t pairs_y = column.high & column.high << 1;
        const uint32_t differ_y = column.low ^ column.low << 1;
        const uint32_t down_y = (pairs_y & ~differ_y) << 1;
        const int run_y = __clz((int)~down_y), next_y = y - run_y;
        row = row_line<HERE>(*tile, max(next_x, HERE), next_y);
        const int none = (int)~(down_x & down_y), cut = (HERE - 1 - run_x) | (HERE - 1 - run_y);
        const int up = ((int)(pairs_x & differ_x) & up_x) | ((int)(pairs_y & differ_y) & up_y);
        if ((none | cut | up | (next_x - HERE) | (next_y - HERE) | (room - knots)) < 0)
            break;
        if (lane == 0) {
            tile->knots[knots] = make_int2(x + at.x0, y + at.y0);
            tile->knots[knots + 1] = make_int2(next_x + at.x0, y + at.y0);
        }
        knots += 2;
        x = next_x;
        y = next_y;
    }
    w->x = x + at.x0;
    w->y = y + at.y0;
    w->knots = w->flushed + knots;
}

/* On with a run down that was longer than its line, below the target on its axis. */
__device__ inline void walk_straight(const tile_place &at, const tile &tile, walker *w, int lane)
{
    const bool along_row = w->axis == 0;
    const int x = w->x - at.x0, y = w->y - at.y0;
    int here = along_row ? x : y, run = HERE;
    while (run == HERE && here >= HERE) {
        const line l =
            along_row ? row_line<HERE>(tile, here, y) : column_line<HERE>(tile, x, here, lane);
        run = __clz((int)~((l.high & l.high << 1 & ~(l.low ^ l.low << 1)) << 1));
        here -= run;
    }
    *(along_row ? &w->x : &w->y) = here + (along_row ? at.x0 : at.y0);
    if (run < HERE) {
        w->axis ^= 1;
        w->sign = 0;
    }
}

/* One line of a run, or the turn before it; true at the end of the trace. */
__device__ inline bool walk_line(const frame &f, const tile_place &at, const knot_list &list,
                                 tile *tile, walker *w, int lane)
{
    const int x = w->x - at.x0, y = w->y - at.y0;
    const line l =
        w->axis == 0 ? row_line<MIDDLE>(*tile, x, y) : column_line<MIDDLE>(*tile, x, y, lane);
    const int to_target = w->axis == 0 ? f.tx - w->x : f.ty - w->y;
    const int up = count_up(l, to_target), down = count_down(l, to_target);
    if (w->sign == 0) {
        const bool dead_end = up == 0 && down == 0;
        if (dead_end && !w->started) {
            w->axis = 1;
            w->started = true;
            return false;
        }
        if (!note_knot(f, list, tile, w, lane)) {
            w->knots = KNOTS_OVERFLOW;
            return true;
        }
        if (dead_end) {
            w->knots = w->x == f.sx && w->y == f.sy ? w->knots : KNOTS_BROKEN;
            return true;
        }
        const bool down_first = w->axis == 0 ? f.turned_x : f.turned_y;
        w->sign = up == 0 || (down_first && down > 0) ? -1 : 1;
        w->started = true;
    }
    const int steps = w->sign > 0 ? up : down, most = w->sign > 0 ? 31 - MIDDLE : MIDDLE;
    *(w->axis == 0 ? &w->x : &w->y) += w->sign * steps;
    if (steps < most) {
        w->axis ^= 1;
        w->sign = 0;
    }
    return false;
}

/* True where the walker's line lies in the tile. */
__device__ __forceinline__ bool tile_holds(int x, int y, int axis)
{
    const int along = axis == 0 ? x : y, across = axis == 0 ? y : x;
    return along >= MIDDLE && along < TILE_SIDE - (31 - MIDDLE) && (unsigned)across < TILE_SIDE;
}

/* True where the fast loop can begin. */
__device__ __forceinline__ bool leads_down(const frame &f, const tile_place &at, const walker &w)
{
    return w.started && w.sign == 0 && w.axis == 0 && w.x < f.tx && w.y < f.ty &&
           w.x - at.x0 >= HERE && w.y - at.y0 >= HERE && w.y - at.y0 < TILE_SIDE - 1;
}

/* Walks on through the tile; true at the end of the trace. */
__device__ inline bool walk_tile(const frame &f, const tile_place &at, const knot_list &list,
                                 tile *tile, walker *w, int lane)
{
    while (tile_holds(w->x - at.x0, w->y - at.y0, w->axis)) {
        if (leads_down(f, at, *w))
            walk_down(f, at, list, tile, w, lane);
        if (!tile_holds(w->x - at.x0, w->y - at.y0, w->axis))
            break;
        if (walk_line(f, at, list, tile, w, lane))
            return true;
        if (w->sign < 0 && w->x <= f.tx && w->y <= f.ty)
            walk_straight(at, *tile, w, lane);
    }
    return false;
}

__global__ void __launch_bounds__(TRACE_THREADS)
    trace_kernel(task t, const control *c, control *answer, uint32_t *knots, int capacity,
                 int width)
{
    extern __shared__ __align__(16) unsigned char memory[];
    tile *tile = (struct tile *)memory;
    __shared__ walker at;
    __shared__ bool done;
    const frame f = frame_of(t);
    const knot_list list = {knots, capacity, (uint32_t)width};
    if (threadIdx.x == 0) {
        at = {f.tx, f.ty, 0, 0, false, 0, 0};
        done = c->found == 0;
    }
    __syncthreads();
    while (!done) {
        const tile_place place = tile_for(f, at.x, at.y);
        load_tile(t, f, place, tile);
        __syncthreads();
        if (threadIdx.x < 32) {
            walker w = at;
            const bool end = walk_tile(f, place, list, tile, &w, (int)threadIdx.x);
            flush_knots(f, list, *tile, &w, (int)threadIdx.x);
            if (threadIdx.x == 0) {
                at = w;
                done = end;
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *answer = {c->found, c->dead, at.knots};
}

} // namespace detour

#endif
