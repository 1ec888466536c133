/* batch_trace: the canonical path from a frame's planes, by the group that searched it.
 *
 * The rule is that of router/search/backtrace.h: straight on first, then EAST, WEST, NORTH, SOUTH.
 * Cell u may precede v if dist(u) = dist(v) - 1. Walking back from v to u away from t keeps the
 * level (the path's step went toward t); walking back nearer to t lowers it by one. Neighbours'
 * levels differ by at most one, so the parity in the planes is enough.
 *
 * A walk of single steps is a chain of memory accesses, so a group looks ahead. With eight lanes or
 * more each direction has L / 4 lanes, which test the cells 1 .. L / 4 steps away. A ballot
 * collects the answers, and a straight run takes one access for L / 4 cells, including the turn:
 *
 *     lane        0 1 2 3 4 5 6 7      L = 8: two cells ahead
 *     direction   E E W W N N S S
 *     precedes    . . x x x . . .      walking NORTH: one more step NORTH; else two to the WEST
 *
 * Four lanes look one cell ahead; one or two test the directions one after the other. */
#pragma once

#include "gpu/wave/batch/batch_search.cuh"

enum { PLANAR = 4 /* directions within a layer */ };

/* The state of a walk. */
struct batch_walk {
    int32_t x, y;
    uint32_t odd; /* parity of the level */
    int straight; /* last direction walked, or -1 */
};

/* By how much the next `steps` steps in a direction lead nearer to t. */
static __device__ __forceinline__ uint32_t nearer_steps(const struct batch_frame &frame,
                                                        const struct batch_walk &walk,
                                                        int direction, int32_t steps)
{
    assert(direction >= 0 && direction < DIRECTIONS);
    int32_t gap = direction < NORTH ? frame.tx - walk.x : frame.ty - walk.y;
    gap = (direction & 1) != 0 ? -gap : gap; /* EAST and NORTH go up */
    return (uint32_t)min(max(gap, 0), steps);
}

/* True if the cell `steps` steps away may belong to a straight run back from here. */
template <int L>
static __device__ __forceinline__ bool
may_come_from(const batch_lane<L> &lane, const struct batch_frame &frame,
              const struct batch_planes &planes, const struct batch_walk &walk, int direction,
              int32_t steps)
{
    int32_t shift = (direction & 1) != 0 ? -steps : steps;
    int32_t x = walk.x + (direction < NORTH ? shift : 0);
    int32_t y = walk.y + (direction < NORTH ? 0 : shift);
    if (x < 0 || x >= 64 * L || y < planes.low || y > planes.high)
        return false;
    int32_t at = frame_position(x, frame.tx, 64 * L);
    int32_t word = y * BATCH_WARP + at / 64 - (int32_t)lane.member;
    uint32_t even = (uint32_t)(planes.even[word] >> (at & 63)) & 1;
    uint32_t odd = (uint32_t)(planes.odd[word] >> (at & 63)) & 1;
    return even != odd && odd == (walk.odd ^ (nearer_steps(frame, walk, direction, steps) & 1));
}

/* Bit direction * A + i: the cell i + 1 steps away in that direction may precede. */
template <int L, int A>
static __device__ __forceinline__ uint32_t look_around(const batch_lane<L> &lane,
                                                       const struct batch_frame &frame,
                                                       const struct batch_planes &planes,
                                                       const struct batch_walk &walk, bool walking)
{
    uint32_t seen = 0;
    if (L >= PLANAR) {
        int direction = (int)lane.member / A;
        bool here = walking && may_come_from<L>(lane, frame, planes, walk, direction,
                                                (int32_t)lane.member % A + 1);
        seen = __ballot_sync(~0U, here) >> lane.first;
        return L == 32 ? seen : seen & ((1U << (L % 32)) - 1);
    }
    if (!walking)
        return 0;
    if (walk.straight >= 0 && may_come_from<L>(lane, frame, planes, walk, walk.straight, 1))
        return 1U << walk.straight;
    for (int direction = EAST; direction < PLANAR && seen == 0; direction++)
        if (may_come_from<L>(lane, frame, planes, walk, direction, 1))
            seen = 1U << direction;
    return seen;
}

/* Whole warp: walks each group's net back from t, which was reached in `level`, and leaves its
 * knots, target first, at path[0], path[stride], and so on. Returns their number; if it exceeds
 * `capacity` the rest was not written. walking: the group has a path. *lost: a cell has no
 * predecessor (a fault). */
template <int L>
static __device__ __forceinline__ uint32_t trace_nets(const batch_lane<L> &lane,
                                                      const struct batch_frame &frame,
                                                      const struct batch_planes &planes,
                                                      int32_t level, bool walking, uint32_t width,
                                                      uint32_t *path, uint32_t stride,
                                                      uint32_t capacity, bool *lost)
{
    enum { AHEAD = L >= PLANAR ? L / PLANAR : 1 };
    struct batch_walk walk = {frame.tx, frame.ty, (uint32_t)level & 1, -1};
    uint32_t count = 0;
    bool has_path = walking;
    for (;;) {
        walking = walking && (walk.x != frame.sx || walk.y != frame.sy);
        if (L == 1 ? !walking : !__any_sync(~0U, walking))
            break;
        uint32_t seen = look_around<L, AHEAD>(lane, frame, planes, walk, walking);
        if (!walking)
            continue;
        if (seen == 0) {
            *lost = true;
            walking = false;
            continue;
        }
        int direction = walk.straight;
        if (direction < 0 || (seen >> (direction * AHEAD) & 1) == 0) {
            uint32_t firsts = 0;
            for (int d = EAST; d < PLANAR; d++)
                firsts |= (seen >> (d * AHEAD) & 1) << d;
            if (firsts == 0) {
                *lost = true;
                walking = false;
                continue;
            }
            direction = __ffs((int)firsts) - 1;
            if (lane.member == 0 && count < capacity)
                path[(size_t)count * stride] =
                    (uint32_t)(frame.y0 + walk.y) * width + (uint32_t)(frame.x0 + walk.x);
            count++;
        }
        uint32_t run = ~(seen >> (direction * AHEAD)) | 1U << AHEAD;
        int32_t steps = __ffs((int)run) - 1;
        assert(steps > 0);
        walk.odd ^= nearer_steps(frame, walk, direction, steps) & 1;
        int32_t shift = (direction & 1) != 0 ? -steps : steps;
        walk.x += direction < NORTH ? shift : 0;
        walk.y += direction < NORTH ? 0 : shift;
        walk.straight = direction;
    }
    if (!has_path)
        return 0;
    if (lane.member == 0 && count < capacity)
        path[(size_t)count * stride] =
            (uint32_t)(frame.y0 + frame.sy) * width + (uint32_t)(frame.x0 + frame.sx);
    return count + 1;
}
