/* batch_search: one search by detours per group of L lanes, 32 / L nets per warp.
 *
 * Level k holds the cells v that a best path from s reaches with k steps away from t: their
 * distance is MD(s,t) - MD(v,t) + 2k, with MD the Manhattan distance (Hadlock 1977). A level is one
 * pass over the rows, from both ends to t's:
 *
 *     seeds   one step away from t out of level k - 1: within the row, or from the row nearer to t;
 *             one step toward t out of this level: from the row farther from t; in level 0 the
 *             source
 *     flood   toward t's column, by one addition over the folded row (batch_frame.cuh)
 *
 * Each level adds one row above and one below the pins. The search need not distinguish level k - 1
 * from the levels k - 3, k - 5, and so on: the cells that the older levels lead to have been
 * reached before. So two bit planes are enough. A level changes one of them in place: when it
 * changes a row, the farther neighbour has already read that row.
 *
 * A carry across lanes takes two ballots. G: the lanes whose sum overflowed; P: the lanes whose sum
 * is all ones. Then the lanes with a carry in are (P + (G << 1)) ^ P. The bits of each group's top
 * lane are left out, so that one 32-bit addition serves all groups of the warp.
 *
 * Cost: about 60 instructions per row and level, for the rows between the pins and k beyond. */
#pragma once

#include "gpu/wave/batch/batch_frame.cuh"

enum {
    BATCH_WARP = 32,  /* lanes of a warp */
    BATCH_MARGIN = 4, /* rows that are fetched together, above and below */
    BATCH_AHEAD = 3,  /* rows that are read ahead if planes are in device memory */
};

/* The state of a search. */
enum batch_end { BATCH_RUNNING, BATCH_REACHED, BATCH_EXHAUSTED, BATCH_CAPPED };

/* A lane's words of the two planes, BATCH_WARP apart, and the rows that have been fetched. */
struct batch_planes {
    uint64_t *even, *odd; /* this lane's word of row 0 */
    int32_t low, high;    /* rows fetched */
};

/* The lane's place in its warp. */
template <int L> struct batch_lane {
    uint32_t member; /* number in its group */
    uint32_t first;  /* lane of the group's first member */
    uint32_t inner;  /* mask of all lanes but the last of each group */
    bool top;        /* it is the last of its group */

    __device__ __forceinline__ batch_lane(uint32_t lane)
    {
        member = lane % L;
        first = lane - member;
        top = member == L - 1;
        inner = 0;
        for (uint32_t i = 0; i < BATCH_WARP; i++)
            inner |= i % L != L - 1 ? 1U << i : 0;
    }

    /* True if `here` is true in any lane of the group. Whole warp. */
    __device__ __forceinline__ bool any(bool here) const
    {
        if (L == 1)
            return here;
        uint32_t all = __ballot_sync(~0U, here);
        return (all >> first & (L == 32 ? ~0U : (1U << (L % 32)) - 1)) != 0;
    }
};

/* The greatest of the lanes' values. Whole warp. One instruction from compute capability 8.0 on. */
static __device__ __forceinline__ int32_t warp_max(int32_t value)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 800
    for (int distance = BATCH_WARP / 2; distance > 0; distance /= 2)
        value = max(value, __shfl_xor_sync(~0U, value, distance));
    return value;
#else
    return __reduce_max_sync(~0U, value);
#endif
}

/* Fetches rows low .. high of the frame. */
template <int L>
static __device__ __forceinline__ void
fetch_rows(const struct field_view &view, const struct batch_frame &frame,
           const struct batch_word &word, uint32_t member, const struct batch_planes &planes,
           int32_t low, int32_t high)
{
#pragma unroll 4
    for (int32_t y = low; y <= high; y++) {
        uint64_t open = frame_row<L>(view, frame, word, (int32_t)member, y);
        if (y == frame.sy)
            open |= word.source;
        if (y == frame.ty)
            open |= word.target;
        planes.even[y * BATCH_WARP] = open;
        planes.odd[y * BATCH_WARP] = open;
    }
}

/* Seeds from the level before within the row: one position down, and T also to the top. */
template <int L>
static __device__ __forceinline__ uint64_t step_away(const batch_lane<L> &lane, uint64_t before,
                                                     const struct batch_word &word, uint32_t self)
{
    uint64_t away = before >> 1;
    if (L == 1) {
        away &= ~word.target;
        return (before & word.target) != 0 ? away | 1ULL << 63 : away;
    }
    uint32_t down = __ballot_sync(~0U, (before & 1) != 0);
    bool fold = lane.any((before & word.target) != 0);
    bool enters = lane.top ? fold : (down >> 1 >> self & 1) != 0;
    away |= enters && !lane.top ? 1ULL << 63 : 0;
    away &= ~word.target;
    return enters && lane.top ? away | 1ULL << 63 : away;
}

/* Floods the row's open cells from the seeds toward t; returns the cells reached and the seeds. */
template <int L>
static __device__ __forceinline__ uint64_t flood_row(const batch_lane<L> &lane, uint64_t open,
                                                     uint64_t seeds, const struct batch_word &word,
                                                     uint32_t self)
{
    uint64_t path = open & ~word.target;
    uint64_t sum = path + (seeds & ~word.target);
    bool over = sum < path;
    if (L > 1) {
        bool full = sum == ~0ULL;
        uint32_t generate = __ballot_sync(~0U, over) & lane.inner;
        uint32_t pass = __ballot_sync(~0U, full) & lane.inner;
        bool enters = (((pass + (generate << 1)) ^ pass) >> self & 1) != 0;
        sum += enters;
        over = lane.any(lane.top && (over || (full && enters)));
    }
    uint64_t into_target = over ? ~0ULL : sum;
    return (path & ~sum) | seeds | (into_target & word.target & open);
}

/* Row i of a level's pass, from both ends to t's row. below: number of rows under t's. */
static __device__ __forceinline__ int32_t row_at(int32_t i, int32_t low, int32_t high,
                                                 int32_t below)
{
    return i < below ? low + i : high + below - i;
}

/* Runs one level over rows low .. high of the frame (none if high < low). *found: t is reached, in
 * the lane that holds it; *grew: the lane reached cells. passes: rows of the warp's longest net,
 * because the lanes of a group must stay together. Rows are read AHEAD: device memory is slow. */
template <int L>
static __device__ __forceinline__ void
sweep_level(const batch_lane<L> &lane, const struct batch_frame &frame,
            const struct batch_word &word, uint64_t *cleared, const uint64_t *kept, int32_t low,
            int32_t high, int32_t passes, uint64_t source, bool *found, bool *grew)
{
    enum { AHEAD = L <= 2 ? 1 : BATCH_AHEAD };
    uint32_t self = threadIdx.x % BATCH_WARP;
    int32_t rows = high - low + 1, below = frame.ty - low;
    uint64_t middle = 0, any = 0, from = 0, from_below = 0;
    uint64_t a[AHEAD + 1] = {}, b[AHEAD + 1] = {}; /* words of this row and the next ones */
    if (rows > 0)
        middle = cleared[frame.ty * BATCH_WARP] & ~kept[frame.ty * BATCH_WARP];
#pragma unroll
    for (int32_t i = 0; i < AHEAD; i++) {
        if (i < rows) {
            a[i] = cleared[row_at(i, low, high, below) * BATCH_WARP];
            b[i] = kept[row_at(i, low, high, below) * BATCH_WARP];
        }
    }
#pragma unroll AHEAD
    for (int32_t i = 0; i < passes; i++) {
        int32_t y = row_at(i, low, high, below), later = row_at(i + AHEAD, low, high, below);
        a[AHEAD] = b[AHEAD] = 0;
        if (i + AHEAD < rows) {
            a[AHEAD] = cleared[later * BATCH_WARP];
            b[AHEAD] = kept[later * BATCH_WARP];
        }
        uint64_t nearer = i + 1 == below ? middle : a[1] & ~b[1];
        if (i == below) {
            from_below = from;
            from = 0;
        }
        if (i + 1 == rows)
            from |= from_below;
        uint64_t open = a[0] & b[0];
        uint64_t seeds = step_away<L>(lane, a[0] & ~b[0], word, self) | nearer | from;
        if (y == frame.sy)
            seeds |= source;
        seeds &= open;
        from = 0;
        if (L < 8 || __any_sync(~0U, seeds != 0)) {
            from = flood_row<L>(lane, open, seeds, word, self);
            if (from != 0)
                cleared[y * BATCH_WARP] = a[0] & ~from;
            any |= from;
            if (i + 1 == rows)
                *found = (from & word.target) != 0;
        }
#pragma unroll
        for (int n = 0; n < AHEAD; n++) {
            a[n] = a[n + 1];
            b[n] = b[n + 1];
        }
    }
    *grew = any != 0;
}

/* Whole warp: searches the nets of its groups, for at most level_cap levels. *level: the last. */
template <int L>
static __device__ enum batch_end
search_nets(const struct field_view &view, const batch_lane<L> &lane,
            const struct batch_frame &frame, const struct batch_word &word,
            struct batch_planes *planes, int32_t level_cap, int32_t *level)
{
    assert(frame.rows == 0 || (frame.sy >= 0 && frame.sy < frame.rows));
    assert(frame.rows == 0 || (frame.ty >= 0 && frame.ty < frame.rows));
    enum batch_end end = frame.rows > 0 ? BATCH_RUNNING : BATCH_EXHAUSTED;
    int32_t pins_low = min(frame.sy, frame.ty), pins_high = max(frame.sy, frame.ty);
    int32_t last = min(level_cap, frame.level_max), spread = BATCH_MARGIN;
    planes->low = max(pins_low - spread, 0);
    planes->high = min(pins_high + spread, frame.rows - 1);
    fetch_rows<L>(view, frame, word, lane.member, *planes, planes->low, planes->high);
    for (int32_t k = 0; __any_sync(~0U, end == BATCH_RUNNING); k++) {
        bool running = end == BATCH_RUNNING;
        if (k > spread) {
            int32_t low = planes->low, high = planes->high;
            spread += BATCH_MARGIN;
            if (running) {
                planes->low = max(pins_low - spread, 0);
                planes->high = min(pins_high + spread, frame.rows - 1);
                fetch_rows<L>(view, frame, word, lane.member, *planes, planes->low, low - 1);
                fetch_rows<L>(view, frame, word, lane.member, *planes, high + 1, planes->high);
            }
        }
        int32_t first = max(pins_low - k, 0);
        int32_t end_row = running ? min(pins_high + k, frame.rows - 1) : first - 1;
        int32_t passes = end_row - first + 1;
        if (L > 1)
            passes = warp_max(passes);
        bool found = false, grew = false;
        sweep_level<L>(lane, frame, word, k % 2 == 0 ? planes->odd : planes->even,
                       k % 2 == 0 ? planes->even : planes->odd, first, end_row, passes,
                       k == 0 ? word.source : 0, &found, &grew);
        found = lane.any(found);
        grew = lane.any(grew);
        if (running) {
            *level = k;
            end = found ? BATCH_REACHED : !grew ? BATCH_EXHAUSTED : k >= last ? BATCH_CAPPED : end;
        }
    }
    return end;
}
