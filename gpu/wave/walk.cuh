/* walk: the canonical path from labels of two bits per cell, by one warp on tiles in shared memory.
 *
 * Rule (router/search/engine.h): walk from the target back to the source, straight on as long as
 * the next cell is a predecessor, else in the first of the directions EAST, WEST, NORTH, SOUTH that
 * leads to one. Each wave decides from two neighbouring labels whether one cell precedes the other.
 * For a line of 32 cells, given as two words of label bits, that takes a few operations for all
 * cells at once, and the length of a straight run is a count of ones.
 *
 * Walking cell by cell through the second-level cache takes 0.3 us per step (H200). Here the block
 * copies a tile of labels into shared memory, most of it on the source's side, and the first warp
 * walks. At the end of a run neither the cell ahead nor the cell behind precedes, so the next run
 * is on the other axis: runs along the row and along the column alternate. 32 cells of a row are
 * two words and a shift; 32 cells of a column are a ballot.
 *
 *     tile   512 rows x 512 columns     a few copies for thousands of steps
 *     line   32 cells around the walker
 *
 * Coordinates are mirrored so that the source is neither above nor right of the target, and shifted
 * so that words of the tile are words of the labels. Then nearly all runs lead down, to smaller
 * coordinates. One iteration of the fast loop (walk_down) takes two runs down, one on each axis,
 * without a branch between them. The plain loop (walk_line) does the rest: a run up, a run longer
 * than the line, the end.
 *
 * Launch and races: one block of THREADS threads. All threads load the tile; the first warp alone
 * walks, and writes and flushes the buffer of knots. A block-wide barrier separates loading from
 * walking, and walking from reading the walker's place for the next tile.
 *
 * A wave gives a type LABELS with
 *
 *     void load(frame, place, tile *) const      copies the labels of a tile; whole block
 *     static falls(line)                         bit b: cell b - 1 precedes cell b
 *     static rises(line)                         bit b: cell b precedes cell b - 1
 *     static count_up(line, to_target),          number of steps that continue from the walker's
 *            count_down(line, to_target)         cell, bit MIDDLE, at most 16 and 15; to_target:
 *                                                from it to the target's coordinate
 *     static is_end(frame, x, y)                 true for the source, which has no predecessor
 *
 * falls and rises need to be right only below the target on the line's axis. */
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace walk
{

constexpr int TILE_SIDE = 512, TILE_WORDS = TILE_SIDE / 32;
constexpr int THREADS = 32 * TILE_WORDS;
constexpr int TILE_MARGIN = 20;           /* cells of a tile on the target's side of the walker */
constexpr int KNOT_BUFFER = 1024;         /* knots in shared memory */
constexpr unsigned WALKERS = 0xffffffffu; /* all lanes of the warp that walks */
constexpr int MIDDLE = 15;                /* the walker's bit in a line: 16 cells up, 15 down */
constexpr int HERE = 30;                  /* the same in the fast loop: one cell up, 30 down */
constexpr int KNOTS_OVERFLOW = -1; /* code in place of a number of knots: more than the capacity */
constexpr int KNOTS_BROKEN = -2;   /* code: a cell other than the source has no predecessor */

/* Labels, low and high, of 32 columns each. A row has an odd number of words, so that lanes that
 * read a column use different banks. */
struct label_tile {
    uint2 cells[TILE_SIDE][TILE_WORDS + 1];
    int2 knots[KNOT_BUFFER]; /* x, y of knots that are not yet flushed: many small writes to host
                                memory would take longer than the walk */
};

/* Walk coordinates: a column is shifted to where words of labels begin and, if mirrored, counted
 * from the other end: x = ~column, so words stay words, with their bits in the opposite order. */
struct walk_frame {
    int shift; /* added to columns, so that words begin at multiples of 32 */
    bool turned_x, turned_y;
    int sx, sy, tx, ty; /* in walk coordinates */
};

__device__ inline walk_frame frame_of(int shift, int sx, int sy, int tx, int ty)
{
    walk_frame f;
    assert(sx + shift >= 0 && tx + shift >= 0);
    f.shift = shift;
    f.turned_x = sx > tx;
    f.turned_y = sy > ty;
    f.sx = f.turned_x ? ~(sx + shift) : sx + shift;
    f.tx = f.turned_x ? ~(tx + shift) : tx + shift;
    f.sy = f.turned_y ? ~sy : sy;
    f.ty = f.turned_y ? ~ty : ty;
    return f;
}

/* Index of a cell in a grid of this width. */
__device__ __forceinline__ uint32_t cell_at(const walk_frame &f, int x, int y, uint32_t width)
{
    const int column = (f.turned_x ? ~x : x) - f.shift;
    assert(column >= 0 && (uint32_t)column < width);
    return (uint32_t)(f.turned_y ? ~y : y) * width + (uint32_t)column;
}

/* The tile's first cell, in walk coordinates. */
struct tile_place {
    int x0, y0;
};

/* The tile for a walker at (x, y): most of it is on the source's side. */
__device__ inline tile_place tile_for(const walk_frame &f, int x, int y)
{
    const int before = TILE_SIDE - TILE_MARGIN;
    return {((x - (f.sx < x ? before - 31 : TILE_MARGIN)) >> 5) * 32,
            y - (f.sy < y ? before : TILE_MARGIN)};
}

/* The state of the trace, equal in all lanes. */
struct walker {
    int x, y;     /* in walk coordinates */
    int axis;     /* axis of the run: 0 along the row, 1 along the column */
    int sign;     /* sign of the run: 1 or -1; 0: at a turn */
    bool started; /* false: at the target, before the first run */
    int knots;    /* knots so far */
    int flushed;  /* knots that were flushed */
};

/* The destination of knots. */
struct knot_list {
    uint32_t *knots;
    int capacity;
    uint32_t width; /* width of the grid, for cell indices counted from 0 on the layer */
};

/* 32 cells of a line: bit b is the cell b - here from the walker's. */
struct label_line {
    uint32_t low, high;
};

template <int here>
__device__ __forceinline__ label_line row_line(const label_tile &tile, int x, int y)
{
    const int first = x - here;
    assert(first >= 0 && first / 32 < TILE_WORDS && y >= 0 && y < TILE_SIDE);
    const uint2 *words = &tile.cells[y][first >> 5];
    const uint2 a = words[0], b = words[1];
    return {__funnelshift_r(a.x, b.x, (unsigned)first & 31),
            __funnelshift_r(a.y, b.y, (unsigned)first & 31)};
}

template <int here>
__device__ __forceinline__ label_line column_line(const label_tile &tile, int x, int y, int lane)
{
    assert(lane >= 0 && lane < 32);
    const uint2 word = tile.cells[y - here + lane][x >> 5];
    const uint32_t bit = 1u << (x & 31);
    return {__ballot_sync(WALKERS, (word.x & bit) != 0),
            __ballot_sync(WALKERS, (word.y & bit) != 0)};
}

/* Length of the run of ones downward from a bit, and upward. */
__device__ __forceinline__ int ones_down(uint32_t bits, int from)
{
    return __clz((int)~(bits << (31 - from)));
}

__device__ __forceinline__ int ones_up(uint32_t bits, int from)
{
    return __ffs((int)~(bits >> from)) - 1;
}

/* Writes the buffered knots to the list. All lanes. */
__device__ inline void flush_knots(const walk_frame &f, const knot_list &list,
                                   const label_tile &tile, walker *w, int lane)
{
    __syncwarp();
    assert(w->knots < 0 || w->knots - w->flushed <= KNOT_BUFFER); /* below 0 it is a code */
    for (int k = w->flushed + lane; k < w->knots; k += 32) {
        const int2 at = tile.knots[k - w->flushed];
        list.knots[k] = cell_at(f, at.x, at.y, list.width);
    }
    __syncwarp();
    w->flushed = w->knots;
}

/* Adds a knot at the walker's place; returns false if the list is full. */
__device__ __forceinline__ bool note_knot(const walk_frame &f, const knot_list &list,
                                          label_tile *tile, walker *w, int lane)
{
    assert(lane >= 0 && lane < 32);
    if (w->knots >= list.capacity)
        return false;
    if (w->knots - w->flushed == KNOT_BUFFER)
        flush_knots(f, list, *tile, w, lane);
    if (lane == 0)
        tile->knots[w->knots - w->flushed] = make_int2(w->x, w->y);
    w->knots++;
    return true;
}

/* The fast loop: two runs down per iteration, along the row and then along the column. The walker
 * must be at a turn and below the target on both axes. Each condition that ends the loop makes one
 * number negative, so that one test covers all of them. The next line is read before the test. */
template <class LABELS>
__device__ inline void walk_down(const walk_frame &f, const tile_place &at, const knot_list &list,
                                 label_tile *tile, walker *w, int lane)
{
    const uint32_t first_x = f.turned_x ? 0 : ~0U,
                   first_y = f.turned_y ? 0 : ~0U; /* up has priority */
    const int room = min(list.capacity - w->flushed, KNOT_BUFFER) - 2;
    int x = w->x - at.x0, y = w->y - at.y0, knots = w->knots - w->flushed;
    assert(w->sign == 0 && w->axis == 0 && x >= HERE && y >= HERE && knots >= 0);
    label_line row = row_line<HERE>(*tile, x, y);
    while (true) {
        const uint32_t down_x = LABELS::falls(row) << 1, up_x = LABELS::rises(row);
        const int run_x = __clz((int)~down_x), next_x = x - run_x;
        const label_line column = column_line<HERE>(*tile, next_x, y, lane);
        const uint32_t down_y = LABELS::falls(column) << 1, up_y = LABELS::rises(column);
        const int run_y = __clz((int)~down_y), next_y = y - run_y;
        row = row_line<HERE>(*tile, max(next_x, HERE), next_y);
        const int none = (int)~(down_x & down_y), cut = (HERE - 1 - run_x) | (HERE - 1 - run_y);
        const int up = (int)((up_x & first_x) | (up_y & first_y));
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

/* Continues a run down that was longer than its line. The walker must be below the target on the
 * run's axis. */
template <class LABELS>
__device__ inline void walk_straight(const tile_place &at, const label_tile &tile, walker *w,
                                     int lane)
{
    assert(w->sign < 0 && lane >= 0 && lane < 32);
    const bool along_row = w->axis == 0;
    const int x = w->x - at.x0, y = w->y - at.y0;
    int here = along_row ? x : y, run = HERE;
    while (run == HERE && here >= HERE) {
        const label_line l =
            along_row ? row_line<HERE>(tile, here, y) : column_line<HERE>(tile, x, here, lane);
        run = ones_down(LABELS::falls(l), HERE);
        here -= run;
    }
    *(along_row ? &w->x : &w->y) = here + (along_row ? at.x0 : at.y0);
    if (run < HERE) {
        w->axis ^= 1;
        w->sign = 0;
    }
}

/* Walks one line of a run, or takes a turn; returns true at the end of the trace. */
template <class LABELS>
__device__ inline bool walk_line(const walk_frame &f, const tile_place &at, const knot_list &list,
                                 label_tile *tile, walker *w, int lane)
{
    const int x = w->x - at.x0, y = w->y - at.y0;
    const label_line l =
        w->axis == 0 ? row_line<MIDDLE>(*tile, x, y) : column_line<MIDDLE>(*tile, x, y, lane);
    const int to_target = w->axis == 0 ? f.tx - w->x : f.ty - w->y;
    const int up = LABELS::count_up(l, to_target), down = LABELS::count_down(l, to_target);
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
            w->knots = LABELS::is_end(f, w->x, w->y) ? w->knots : KNOTS_BROKEN;
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

/* True if the walker's line is inside the tile. */
__device__ __forceinline__ bool tile_holds(int x, int y, int axis)
{
    const int along = axis == 0 ? x : y, across = axis == 0 ? y : x;
    return along >= MIDDLE && along < TILE_SIDE - (31 - MIDDLE) && (unsigned)across < TILE_SIDE;
}

/* True if the fast loop can start. */
__device__ __forceinline__ bool leads_down(const walk_frame &f, const tile_place &at,
                                           const walker &w)
{
    return w.started && w.sign == 0 && w.axis == 0 && w.x < f.tx && w.y < f.ty &&
           w.x - at.x0 >= HERE && w.y - at.y0 >= HERE && w.y - at.y0 < TILE_SIDE - 1;
}

/* Walks through the tile; returns true at the end of the trace. */
template <class LABELS>
__device__ inline bool walk_tile(const walk_frame &f, const tile_place &at, const knot_list &list,
                                 label_tile *tile, walker *w, int lane)
{
    while (tile_holds(w->x - at.x0, w->y - at.y0, w->axis)) {
        if (leads_down(f, at, *w))
            walk_down<LABELS>(f, at, list, tile, w, lane);
        if (!tile_holds(w->x - at.x0, w->y - at.y0, w->axis))
            break;
        if (walk_line<LABELS>(f, at, list, tile, w, lane))
            return true;
        if (w->sign < 0 && w->x <= f.tx && w->y <= f.ty)
            walk_straight<LABELS>(at, *tile, w, lane);
    }
    return false;
}

/* Walks from the target to the source. Whole block of THREADS threads. Returns the number of knots,
 * KNOTS_OVERFLOW or KNOTS_BROKEN. */
template <class LABELS>
__device__ inline int trace(const LABELS &labels, const walk_frame &f, const knot_list &list,
                            label_tile *tile)
{
    __shared__ walker at;
    __shared__ bool done;
    assert(blockDim.x == THREADS && list.capacity > 0 && list.width > 0);
    if (threadIdx.x == 0) {
        at = {f.tx, f.ty, 0, 0, false, 0, 0};
        done = false;
    }
    __syncthreads();
    while (!done) {
        const tile_place place = tile_for(f, at.x, at.y);
        labels.load(f, place, tile);
        __syncthreads();
        if (threadIdx.x < 32) {
            walker w = at;
            const bool end = walk_tile<LABELS>(f, place, list, tile, &w, (int)threadIdx.x);
            flush_knots(f, list, *tile, &w, (int)threadIdx.x);
            if (threadIdx.x == 0) {
                at = w;
                done = end;
            }
        }
        __syncthreads();
    }
    return at.knots;
}

} // namespace walk
