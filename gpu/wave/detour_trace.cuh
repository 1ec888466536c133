/* detour_trace: the canonical path out of the detour labels, by one warp.
 *
 * Rule (router/engine.h): from the target back to the source, straight on as long as the next
 * cell is a predecessor, else the first of EAST, WEST, NORTH, SOUTH that is. With label codes,
 * neighbour p precedes c if
 *     the step p -> c leads toward the target   and k(p) = k(c), or
 *     the step p -> c leads away from it        and k(p) = k(c) - 1.
 *
 * A walk cell by cell through L2 costs 0.3 us a step. Here the block copies a tile of the label
 * planes into shared memory and turns it into four bit planes, "the neighbour to the east (west,
 * north, south) precedes", all threads at once. The first warp then walks: it holds a view of 32
 * rows x 64 columns of those planes in registers, lane = row, in which a straight run of any
 * length is one operation: a count of ones along a row's word, or along the ballot of a column.
 *
 *     tile   192 rows x 384 columns      a few copies for a thousand steps
 *     view   32 rows x 32 columns        about one for 28 steps
 *     run    2 shuffles, or a shuffle and a ballot
 *
 * Launch: one block of TRACE_THREADS threads, sizeof(tile) of dynamic shared memory. knots may
 * lie in mapped host memory: it is only written, in order from the target to the source.
 */
#ifndef LEEWAY_GPU_WAVE_DETOUR_TRACE_CUH
#define LEEWAY_GPU_WAVE_DETOUR_TRACE_CUH

#include "gpu/wave/detour_plan.cuh"

namespace detour
{

constexpr int TRACE_THREADS = 512;
constexpr int TILE_ROWS = 192, TILE_WORDS = 6, TILE_COLUMNS = TILE_WORDS * 64;
constexpr int VIEW_ROWS = 32, VIEW_COLUMNS = 32;
constexpr int KNOTS_OVERFLOW = -1; /* control.knots: the path has more knots than fit */
constexpr int KNOTS_BROKEN = -2;   /* a cell without a predecessor that is not the source */
constexpr int KNOT_BUFFER = 1024;
constexpr unsigned WALKERS = 0xffffffffu;

struct tile {
    int x0, y0; /* of its first cell; may lie outside the grid */
    uint64_t label0[TILE_ROWS + 2][TILE_WORDS + 2]; /* with a rim of one row and one word */
    uint64_t label1[TILE_ROWS + 2][TILE_WORDS + 2];
    uint64_t precedes[4][TILE_ROWS][TILE_WORDS]; /* by direction */
    uint32_t knots[KNOT_BUFFER]; /* that wait for their way out: many small writes to the host's
                                    memory would cost more than the walk */
};

/* Where the trace stands. Equal in all lanes. */
struct walker {
    int x, y;
    int direction; /* of the last step walked, -1 at the target */
    int knots;     /* so far */
    int flushed;   /* of them, those that left the tile's buffer */
};

/* Copies the labels around (x, y), most of them on the source's side. Outside the window's rows
 * and the grid's words nothing was reached. Whole block. */
__device__ inline void load_tile(const task &t, tile *tile, int x, int y)
{
    const int y0 = t.sy < y ? y - (TILE_ROWS - 20) : y - 19;
    const int word0 = (x >> 6) - (t.sx < x ? TILE_WORDS - 2 : 1);
    for (int i = (int)threadIdx.x; i < (TILE_ROWS + 2) * (TILE_WORDS + 2); i += TRACE_THREADS) {
        const int row = i / (TILE_WORDS + 2), column = i % (TILE_WORDS + 2);
        const int yy = y0 - 1 + row, word = word0 - 1 + column;
        const bool inside = yy >= t.y0 && yy <= t.y1 && word >= 0 && word < t.row_words;
        const size_t at = inside ? (size_t)yy * (size_t)t.row_words + (size_t)word : 0;
        tile->label0[row][column] = inside ? __ldcg(t.label0 + at) : 0;
        tile->label1[row][column] = inside ? __ldcg(t.label1 + at) : 0;
    }
    if (threadIdx.x == 0) {
        tile->x0 = word0 * 64;
        tile->y0 = y0;
    }
}

/* Labels of 64 cells. */
struct labels {
    uint64_t label0, label1;
};

/* Cells of c whose partner in p has the same level. */
__device__ __forceinline__ uint64_t same_level(labels c, labels p)
{
    return (c.label0 | c.label1) & ~(c.label0 ^ p.label0) & ~(c.label1 ^ p.label1);
}

/* Cells of c whose partner in p has the level before: code 1 after 3, 2 after 1, 3 after 2. */
__device__ __forceinline__ uint64_t level_before(labels c, labels p)
{
    return (c.label0 & ~c.label1 & p.label0 & p.label1) |
           (~c.label0 & c.label1 & p.label0 & ~p.label1) |
           (c.label0 & c.label1 & ~p.label0 & p.label1);
}

/* Bits i of a word that begins at column x with x + i < limit. */
__device__ __forceinline__ uint64_t columns_below(int x, int limit)
{
    const int count = limit - x;
    return count <= 0 ? 0 : count >= 64 ? ~(uint64_t)0 : ~(~(uint64_t)0 << count);
}

/* Fills the planes of predecessors from the labels. Whole block. */
__device__ inline void find_predecessors(const task &t, tile *tile)
{
    for (int i = (int)threadIdx.x; i < TILE_ROWS * TILE_WORDS; i += TRACE_THREADS) {
        const int row = i / TILE_WORDS, word = i % TILE_WORDS, y = tile->y0 + row;
        const int x = tile->x0 + word * 64;
        auto at = [&](int r, int w) { return labels{tile->label0[r][w], tile->label1[r][w]}; };
        const labels c = at(row + 1, word + 1);
        const labels before = at(row + 1, word), after = at(row + 1, word + 2);
        const labels north = at(row + 2, word + 1), south = at(row, word + 1);
        const labels east = {c.label0 >> 1 | after.label0 << 63,
                             c.label1 >> 1 | after.label1 << 63};
        const labels west = {c.label0 << 1 | before.label0 >> 63,
                             c.label1 << 1 | before.label1 >> 63};
        const uint64_t left = columns_below(x, t.tx), left_or_at = columns_below(x, t.tx + 1);
        tile->precedes[0][row][word] =
            (level_before(c, east) & left) | (same_level(c, east) & ~left);
        tile->precedes[1][row][word] =
            (same_level(c, west) & left_or_at) | (level_before(c, west) & ~left_or_at);
        tile->precedes[2][row][word] = y < t.ty ? level_before(c, north) : same_level(c, north);
        tile->precedes[3][row][word] = y <= t.ty ? same_level(c, south) : level_before(c, south);
    }
}

/* Part of a tile in registers: this lane's row of each plane; bit i is column x0 + i. */
struct view {
    int x0, y0;
    uint32_t precedes[4];
};

/* Takes the view around the walker; false: the tile does not hold its cell. */
__device__ inline bool take_view(const task &t, const tile &tile, const walker &w, int lane,
                                 view *v)
{
    const int left = w.x - tile.x0, below = w.y - tile.y0;
    if (left < 0 || left >= TILE_COLUMNS || below < 0 || below >= TILE_ROWS)
        return false;
    const int column =
        max(0, min(left - (t.sx < w.x ? VIEW_COLUMNS - 4 : 3), TILE_COLUMNS - VIEW_COLUMNS));
    const int row = max(0, min(below - (t.sy < w.y ? VIEW_ROWS - 4 : 3), TILE_ROWS - VIEW_ROWS));
    v->x0 = tile.x0 + column;
    v->y0 = tile.y0 + row;
    const int word = column >> 5, next = min(word + 1, TILE_WORDS * 2 - 1);
#pragma unroll
    for (int d = 0; d < 4; d++) {
        const uint32_t *words = (const uint32_t *)tile.precedes[d][row + lane];
        v->precedes[d] = __funnelshift_r(words[word], words[next], column & 31);
    }
    return true;
}

/* Directions (bits) whose neighbour precedes the cell at bit i of row r. */
__device__ __forceinline__ unsigned choices(const view &v, int i, int r)
{
    unsigned own = 0;
#pragma unroll
    for (int d = 0; d < 4; d++)
        own |= (v.precedes[d] >> i & 1) << d;
    return __shfl_sync(WALKERS, own, r);
}

/* Steps that lead on in a direction before the run or the view ends; at least 1. EAST and NORTH
 * count ones upward from the cell's bit, WEST and SOUTH downward. */
__device__ __forceinline__ int run_length(const view &v, int i, int r, int direction)
{
    const bool across = direction < 2, upward = (direction & 1) == 0;
    const uint32_t own = direction == 0   ? v.precedes[0]
                         : direction == 1 ? v.precedes[1]
                         : direction == 2 ? v.precedes[2]
                                          : v.precedes[3];
    const uint32_t line =
        across ? __shfl_sync(WALKERS, own, r) : __ballot_sync(WALKERS, (own >> i & 1) != 0);
    const int at = across ? i : r;
    const uint32_t ones = upward ? __brev(line) << at : line << (31 - at);
    return __clz((int)~ones);
}

/* Writes the buffered knots out, all lanes together. */
__device__ inline void flush_knots(const tile &tile, walker *w, uint32_t *knots, int lane)
{
    __syncwarp();
    for (int k = w->flushed + lane; k < w->knots; k += 32)
        knots[k] = tile.knots[k - w->flushed];
    __syncwarp();
    w->flushed = w->knots;
}

/* Notes a knot; false: no room. */
__device__ __forceinline__ bool note_knot(tile *tile, walker *w, uint32_t *knots, int capacity,
                                          int width, int lane)
{
    if (w->knots >= capacity)
        return false;
    if (w->knots - w->flushed == KNOT_BUFFER)
        flush_knots(*tile, w, knots, lane);
    if (lane == 0)
        tile->knots[w->knots - w->flushed] = (uint32_t)w->y * (uint32_t)width + (uint32_t)w->x;
    w->knots++;
    return true;
}

/* Walks on through the tile; true at the end of the trace. */
__device__ inline bool walk_tile(const task &t, tile *tile, walker *w, uint32_t *knots,
                                 int capacity, int width, int lane)
{
    view v;
    while (take_view(t, *tile, *w, lane, &v)) {
        int i = w->x - v.x0, r = w->y - v.y0;
        while ((unsigned)i < VIEW_COLUMNS && (unsigned)r < VIEW_ROWS) {
            const unsigned ways = choices(v, i, r);
            w->x = v.x0 + i;
            w->y = v.y0 + r;
            if (w->direction < 0 || (ways >> w->direction & 1) == 0) {
                if (!note_knot(tile, w, knots, capacity, width, lane)) {
                    w->knots = KNOTS_OVERFLOW;
                    return true;
                }
                if (ways == 0) {
                    w->knots = w->x == t.sx && w->y == t.sy ? w->knots : KNOTS_BROKEN;
                    return true;
                }
                w->direction = __ffs((int)ways) - 1;
            }
            const int steps = run_length(v, i, r, w->direction);
            const int sign = (w->direction & 1) != 0 ? -steps : steps;
            i += w->direction < 2 ? sign : 0;
            r += w->direction < 2 ? 0 : sign;
        }
        w->x = v.x0 + i;
        w->y = v.y0 + r;
    }
    return false;
}

/* width: of the grid, for the knots' cell indices (on the task's layer, counted from 0). */
__global__ void __launch_bounds__(TRACE_THREADS)
    trace_kernel(task t, control *c, uint32_t *knots, int capacity, int width)
{
    extern __shared__ __align__(16) unsigned char memory[];
    tile *tile = (struct tile *)memory;
    __shared__ walker at;
    __shared__ bool done;
    if (c->found == 0)
        return;
    if (threadIdx.x == 0) {
        at = {t.tx, t.ty, -1, 0, 0};
        done = false;
    }
    __syncthreads();
    while (!done) {
        load_tile(t, tile, at.x, at.y);
        __syncthreads();
        find_predecessors(t, tile);
        __syncthreads();
        if (threadIdx.x < 32) {
            walker w = at;
            const bool end = walk_tile(t, tile, &w, knots, capacity, width, (int)threadIdx.x);
            flush_knots(*tile, &w, knots, (int)threadIdx.x);
            if (threadIdx.x == 0) {
                at = w;
                done = end;
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        c->knots = at.knots;
}

} // namespace detour

#endif
