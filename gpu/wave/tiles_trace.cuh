/* tiles_trace: the canonical path out of the tiles wave's labels, by one warp.
 *
 * Rule (router/engine.h): from the target back to the source, straight on as long as the next
 * cell is a predecessor, else the first of EAST, WEST, NORTH, SOUTH that is. A neighbour precedes a
 * cell if its label is the one before, modulo 3. Only a source has none.
 *
 * A walk cell by cell through L2 costs 0.3 us a step. Here the block copies a patch of the label
 * planes into shared memory, cells as they lie, and turns it into four bit planes, "the neighbour
 * to the east (west, north, south) precedes", all threads at once. The first warp then walks: it
 * holds a view of 32 rows x 32 columns of those planes in registers, lane = row, in which a
 * straight run of any length is one operation: a count of ones along a row's word, or along the
 * ballot of a column.
 *
 *     patch  192 rows x 384 columns      a few copies for a thousand steps
 *     view   32 rows x 32 columns        about one for 28 steps
 *     run    2 shuffles, or a shuffle and a ballot
 *
 * Launch: one block of TRACE_THREADS threads, sizeof(patch) of dynamic shared memory. knots may
 * lie in mapped host memory: it is only written, in order from the target to the source.
 */
#ifndef LEEWAY_GPU_WAVE_TILES_TRACE_CUH
#define LEEWAY_GPU_WAVE_TILES_TRACE_CUH

#include "gpu/wave/tiles_plan.cuh"

namespace tiles
{

constexpr int TRACE_THREADS = 512;
constexpr int PATCH_ROWS = 192, PATCH_WORDS = 6, PATCH_COLUMNS = PATCH_WORDS * 64;
constexpr int VIEW_ROWS = 32, VIEW_COLUMNS = 32;
constexpr int KNOT_BUFFER = 1024;
constexpr unsigned WALKERS = 0xffffffffu;

/* Labels of 64 cells. */
struct labels {
    uint64_t label0, label1;
};

/* Cells of c whose partner in p has the level before: code 1 after 3, 2 after 1, 3 after 2. */
__device__ __forceinline__ uint64_t level_before(labels c, labels p)
{
    return (c.label0 & ~c.label1 & p.label0 & p.label1) |
           (~c.label0 & c.label1 & p.label0 & ~p.label1) |
           (c.label0 & c.label1 & ~p.label0 & p.label1);
}

struct patch {
    int x0, y0; /* of its first cell; may lie outside the grid */
    uint64_t label0[PATCH_ROWS + 2][PATCH_WORDS + 2]; /* with a rim of one row and one word */
    uint64_t label1[PATCH_ROWS + 2][PATCH_WORDS + 2];
    uint64_t precedes[4][PATCH_ROWS][PATCH_WORDS]; /* by direction */
    uint32_t knots[KNOT_BUFFER]; /* that wait for their way out: many small writes to the host's
                                    memory would cost more than the walk */
};

/* Where the trace stands. Equal in all lanes. */
struct walker {
    int x, y;
    int direction; /* of the last step walked, -1 at the target */
    int knots;     /* so far */
    int flushed;   /* of them, those that left the patch's buffer */
    int steps;     /* so far */
};

/* Labels of 64 cells as they lie, from column 64 * word on; outside of the planes nothing was
 * reached. */
__device__ __forceinline__ labels load_labels(const task &t, int word, int y)
{
    const int column = word - (t.x0 >> 6) + 1;
    if (y < t.y0 || y > t.y1 || column < 1 || column > t.columns)
        return {0, 0};
    const size_t at = (size_t)column * (size_t)t.rows + (size_t)(y - t.y0 + TILE_ROWS);
    return {undeal(t.labels[at].x), undeal(t.labels[at].y)};
}

/* Copies the labels around (x, y), most of them on the source's side. Whole block. */
__device__ inline void load_patch(const task &t, patch *patch, int x, int y)
{
    const int y0 = t.sy < y ? y - (PATCH_ROWS - 20) : y - 19;
    const int word0 = (x >> 6) - (t.sx < x ? PATCH_WORDS - 2 : 1);
    constexpr int rows = PATCH_ROWS + 2, words = PATCH_WORDS + 2;
    for (int i = (int)threadIdx.x; i < rows * words; i += TRACE_THREADS) {
        const int row = i % rows, column = i / rows;
        const labels l = load_labels(t, word0 - 1 + column, y0 - 1 + row);
        patch->label0[row][column] = l.label0;
        patch->label1[row][column] = l.label1;
    }
    if (threadIdx.x == 0) {
        patch->x0 = word0 * 64;
        patch->y0 = y0;
    }
}

/* Fills the planes of predecessors from the labels. Whole block. */
__device__ inline void find_predecessors(patch *patch)
{
    for (int i = (int)threadIdx.x; i < PATCH_ROWS * PATCH_WORDS; i += TRACE_THREADS) {
        const int row = i / PATCH_WORDS, word = i % PATCH_WORDS;
        auto at = [&](int r, int w) { return labels{patch->label0[r][w], patch->label1[r][w]}; };
        const labels here = at(row + 1, word + 1);
        const labels before = at(row + 1, word), after = at(row + 1, word + 2);
        const labels east = {here.label0 >> 1 | after.label0 << 63,
                             here.label1 >> 1 | after.label1 << 63};
        const labels west = {here.label0 << 1 | before.label0 >> 63,
                             here.label1 << 1 | before.label1 >> 63};
        patch->precedes[0][row][word] = level_before(here, east);
        patch->precedes[1][row][word] = level_before(here, west);
        patch->precedes[2][row][word] = level_before(here, at(row + 2, word + 1));
        patch->precedes[3][row][word] = level_before(here, at(row, word + 1));
    }
}

/* Part of a patch in registers: this lane's row of each plane; bit i is column x0 + i. */
struct view {
    int x0, y0;
    uint32_t precedes[4];
};

/* Takes the view around the walker; false: the patch does not hold its cell. */
__device__ inline bool take_view(const task &t, const patch &patch, const walker &w, int lane,
                                 view *v)
{
    const int left = w.x - patch.x0, below = w.y - patch.y0;
    if (left < 0 || left >= PATCH_COLUMNS || below < 0 || below >= PATCH_ROWS)
        return false;
    const int column =
        max(0, min(left - (t.sx < w.x ? VIEW_COLUMNS - 4 : 3), PATCH_COLUMNS - VIEW_COLUMNS));
    const int row = max(0, min(below - (t.sy < w.y ? VIEW_ROWS - 4 : 3), PATCH_ROWS - VIEW_ROWS));
    v->x0 = patch.x0 + column;
    v->y0 = patch.y0 + row;
    const int word = column >> 5, next = min(word + 1, PATCH_WORDS * 2 - 1);
#pragma unroll
    for (int d = 0; d < 4; d++) {
        const uint32_t *words = (const uint32_t *)patch.precedes[d][row + lane];
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
__device__ inline void flush_knots(const patch &patch, walker *w, uint32_t *knots, int lane)
{
    __syncwarp();
    for (int k = w->flushed + lane; k < w->knots; k += 32)
        knots[k] = patch.knots[k - w->flushed];
    __syncwarp();
    w->flushed = w->knots;
}

/* Notes a knot; false: no room. */
__device__ __forceinline__ bool note_knot(patch *patch, walker *w, uint32_t *knots, int capacity,
                                          int width, int lane)
{
    if (w->knots >= capacity)
        return false;
    if (w->knots - w->flushed == KNOT_BUFFER)
        flush_knots(*patch, w, knots, lane);
    if (lane == 0)
        patch->knots[w->knots - w->flushed] = (uint32_t)w->y * (uint32_t)width + (uint32_t)w->x;
    w->knots++;
    return true;
}

/* Walks on through the patch; true at the end of the trace. */
__device__ inline bool walk_patch(const task &t, patch *patch, walker *w, uint32_t *knots,
                                  int capacity, int width, int lane)
{
    view v;
    while (take_view(t, *patch, *w, lane, &v)) {
        int i = w->x - v.x0, r = w->y - v.y0;
        while ((unsigned)i < VIEW_COLUMNS && (unsigned)r < VIEW_ROWS) {
            const unsigned ways = choices(v, i, r);
            w->x = v.x0 + i;
            w->y = v.y0 + r;
            if (w->direction < 0 || (ways >> w->direction & 1) == 0) {
                if (!note_knot(patch, w, knots, capacity, width, lane)) {
                    w->knots = KNOTS_OVERFLOW;
                    return true;
                }
                if (ways == 0)
                    return true;
                w->direction = __ffs((int)ways) - 1;
            }
            const int steps = run_length(v, i, r, w->direction);
            const int sign = (w->direction & 1) != 0 ? -steps : steps;
            i += w->direction < 2 ? sign : 0;
            r += w->direction < 2 ? 0 : sign;
            w->steps += steps;
        }
        w->x = v.x0 + i;
        w->y = v.y0 + r;
    }
    return false;
}

/* capacity: knots that there is room for; width: of the grid, for the knots' cell indices (on the
 * task's layer, counted from 0). */
static __global__ void __launch_bounds__(TRACE_THREADS)
    trace_kernel(task t, uint32_t *knots, int capacity, int width)
{
    extern __shared__ __align__(16) unsigned char memory[];
    patch *patch = (struct patch *)memory;
    __shared__ walker at;
    __shared__ bool done;
    if (t.control->end != END_FOUND)
        return;
    if (threadIdx.x == 0) {
        at = {t.tx, t.ty, -1, 0, 0, 0};
        done = false;
    }
    __syncthreads();
    while (!done) {
        load_patch(t, patch, at.x, at.y);
        __syncthreads();
        find_predecessors(patch);
        __syncthreads();
        if (threadIdx.x < 32) {
            walker w = at;
            const bool end = walk_patch(t, patch, &w, knots, capacity, width, (int)threadIdx.x);
            flush_knots(*patch, &w, knots, (int)threadIdx.x);
            if (threadIdx.x == 0) {
                at = w;
                done = end;
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        t.control->knots = at.knots;
        t.control->steps = at.steps;
    }
}

} // namespace tiles

#endif
