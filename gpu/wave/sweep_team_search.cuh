/* sweep_team_search: visits and rounds of a net, by a whole cluster.
 *
 * What a warp writes into a neighbour's tile in one round is read in the next: halos and the marks
 * of tiles that are awake come in pairs that are written and read by turns, with the barrier
 * between. A visit takes in all that was written for it, so it needs to see only the newest.
 *
 * Bounds are those of sweep_visit.cuh: with h the distance of a tile from the goal, labels above
 * bound - h are of no use. They are cut off at limit + 1 when the tile is taken into registers, and
 * never told. Each block has its own copy of the bound, which all are told; one that is late costs
 * a visit, no more.
 */
#ifndef LEEWAY_GPU_WAVE_SWEEP_TEAM_SEARCH_CUH
#define LEEWAY_GPU_WAVE_SWEEP_TEAM_SEARCH_CUH

#include "gpu/wave/sweep_team_read.cuh"

enum { TEAM_LOOK_EVERY = 64 /* rounds between two looks at the stop flag, which lies far away */ };

/* The largest useful label of a slot's tile. */
static __device__ __forceinline__ uint32_t team_limit(const struct team_slot &slot, uint32_t bound)
{
    return bound == SWEEP_NO_BOUND ? SWEEP_FAR - 1 : bound - min((uint32_t)slot.distance, bound);
}

/* Whole warp: a bound to all blocks. */
static __device__ __forceinline__ void team_tell_bound(const struct team &team, uint32_t bound,
                                                       uint32_t lane)
{
    if (lane >> team.size == 0)
        atomicMin(team_at(&team.control->bound, lane), bound);
}

/* Whole warp: where labels of an edge fell, and that is of use beyond it, writes the edge into the
 * tile beyond and wakes that. next: the turn it will be read in. True where it did. */
static __device__ __forceinline__ bool team_tell(const struct team &team, uint32_t slot, int edge,
                                                 uint32_t was, uint32_t now, uint32_t bound,
                                                 uint32_t next, uint32_t lane)
{
    struct team_control *control = team.control;
    const struct team_slot at = control->slots[slot];
    uint32_t limit = team_limit(at, bound), low = now & 0xFFFF, high = now >> 16;
    low = low <= limit ? low : (uint32_t)SWEEP_FAR;
    high = high <= limit ? high : (uint32_t)SWEEP_FAR;
    uint32_t least = low < (was & 0xFFFF) ? low : (uint32_t)SWEEP_FAR;
    least = high < was >> 16 ? min(least, high) : least;
    least = __reduce_min_sync(~0U, least);
    if (least == SWEEP_FAR)
        return false;
    uint32_t x = at.x + (edge == SWEEP_EAST ? 1U : edge == SWEEP_WEST ? ~0U : 0U);
    uint32_t y = at.y + (edge == SWEEP_NORTH ? 1U : edge == SWEEP_SOUTH ? ~0U : 0U);
    if (x >= team.across || y >= team.up || least + 1 + team_distance(control->net, x, y) > bound)
        return false;
    uint32_t tile = y * team.across + x, rank = tile & ((1U << team.size) - 1);
    uint32_t beyond = tile >> team.size;
    team_at(&team.tiles[beyond].halo[next][edge ^ 1][lane], rank)[0] = high << 16 | low;
    if (lane == 0)
        atomicOr(team_at(&control->awake[next][beyond], rank), (uint32_t)TEAM_AWAKE);
    return true;
}

/* Whole warp: the least label of target cells in the tile tells the bound. */
static __device__ void team_reach(const struct team &team, const struct team_slot &at,
                                  uint32_t *labels, uint32_t limit, uint32_t bound, uint32_t lane)
{
    const struct sweep_net &net = team.control->net;
    sweep_place place = team_place(net, at.x, at.y);
    uint32_t least = SWEEP_FAR;
#pragma unroll 1
    for (uint32_t i = net.source_count + lane; i < net.source_count + net.target_count; i += 32) {
        sweep_part part = sweep_part_of(team.runs[i], place);
#pragma unroll 1
        for (uint32_t z = part.z0; z <= part.z1 && !part.empty; z++)
#pragma unroll 1
            for (uint32_t y = part.y0; y <= part.y1; y++)
#pragma unroll 1
                for (uint32_t x = part.x0; x <= part.x1; x++)
                    least = min(least, (uint32_t)*team_half(labels, place, x, y, z));
    }
    least = __reduce_min_sync(~0U, least);
    if (least <= limit && least < bound)
        team_tell_bound(team, least, lane);
}

/* Whether labels beyond an edge lower the lane's label at the edge. */
static __device__ __forceinline__ bool team_lets_in(uint32_t beyond, uint32_t label, uint32_t cost,
                                                    uint32_t extra)
{
    return __viaddmin_u16x2(beyond, sweep_entering(cost, extra), label) != label;
}

/* Whole warp: one visit, in a round of parity `turn`. mark: why the tile is awake. True where
 * somebody was woken for the next round. */
static __device__ bool team_visit(const struct team &team, const team_rules &rules, uint32_t slot,
                                  uint32_t turn, uint32_t mark, uint32_t lane)
{
    struct team_control *control = team.control;
    const struct team_slot at = control->slots[slot];
    uint32_t bound = __shfl_sync(~0U, *(volatile uint32_t *)&control->bound, 0);
    uint32_t limit = team_limit(at, bound), top = (limit + 1) * 0x10001U;
    uint32_t *labels = team.tiles[slot].label, *costs = team.costs + (size_t)slot * team.costs_step;
    const uint32_t x_line = team_first(false, lane), y_line = team_first(true, lane);
    const uint32_t place[SWEEP_EDGES] = {y_line, y_line + (TEAM_SIDE - 1) * TEAM_STRIDE, x_line,
                                         x_line + TEAM_SIDE - 1};
    uint32_t halo[SWEEP_EDGES], was[SWEEP_EDGES];
    bool in[SWEEP_EDGES];
#pragma unroll
    for (int edge = 0; edge < SWEEP_EDGES; edge++) {
        halo[edge] = team.tiles[slot].halo[turn][edge][lane];
        was[edge] = __viaddmin_u16x2(labels[place[edge]], 0, top);
        in[edge] = team_lets_in(halo[edge], was[edge], costs[place[edge]],
                                edge < SWEEP_WEST ? rules.y : rules.x);
        was[edge] = (mark & TEAM_NEW) != 0 ? SWEEP_FAR_PAIR : was[edge];
    }
    bool all = (mark & (TEAM_NEW | TEAM_AGAIN)) != 0;
    team_work work = {all || __any_sync(~0U, in[SWEEP_WEST] || in[SWEEP_EAST]),
                      all || __any_sync(~0U, in[SWEEP_SOUTH] || in[SWEEP_NORTH]), all};
    work = team_settle(labels, costs, rules, halo, work, top, lane);
    bool woken = work.x || work.y;
    if (at.goal != 0)
        team_reach(team, at, labels, limit, bound, lane);
    if (woken && lane == 0)
        atomicOr(&control->awake[turn ^ 1][slot], (uint32_t)TEAM_AGAIN);
#pragma unroll 1
    for (int edge = 0; edge < SWEEP_EDGES; edge++) {
        uint32_t before = edge < SWEEP_WEST    ? edge == SWEEP_SOUTH ? was[0] : was[1]
                             : edge == SWEEP_WEST ? was[2]
                                               : was[3];
        uint32_t now =
            labels[edge < SWEEP_WEST ? y_line + (uint32_t)edge * TEAM_LAST * TEAM_STRIDE
                                     : x_line + (uint32_t)(edge - SWEEP_WEST) * TEAM_LAST];
        woken = team_tell(team, slot, edge, before, now, bound, turn ^ 1, lane) || woken;
    }
    return woken;
}

/* Whole warp: its tiles that are awake in this round. True where somebody was woken. */
static __device__ bool team_visits(const struct team &team, const team_rules &rules, uint32_t turn,
                                   uint32_t lane)
{
    uint32_t *awake = team.control->awake[turn];
    uint32_t mine = threadIdx.x / 32 + lane * TEAM_WARPS, mark = 0;
    if (mine < team.slots) {
        mark = awake[mine];
        awake[mine] = 0;
    }
    uint32_t visits = __ballot_sync(~0U, mark != 0);
    bool woken = false;
#pragma unroll 1
    while (visits != 0) {
        int i = __ffs((int)visits) - 1;
        visits &= visits - 1;
        uint32_t slot = threadIdx.x / 32 + (uint32_t)i * TEAM_WARPS;
        woken = team_visit(team, rules, slot, turn, __shfl_sync(~0U, mark, i), lane) || woken;
    }
    return woken;
}

/* Whole cluster: all rounds. Then control->bound is the net's cost, if it has a path. False where
 * the search was stopped. */
static __device__ bool team_rounds(const struct team &team, const team_rules &rules,
                                   const volatile uint32_t *stop_flag)
{
    struct team_control *control = team.control;
    const uint32_t lane = threadIdx.x % 32;
#pragma unroll 1
    for (uint32_t round = 0;; round++) {
        uint32_t now = round % 3;
        if (threadIdx.x == 0) /* looked at two barriers ago, told again after the next */
            control->busy[(round + 1) % 3] = 0;
        bool woken = team_visits(team, rules, round % 2, lane);
        if (woken && lane >> team.size == 0)
            atomicOr(team_at(&control->busy[now], lane), 1U);
        if (round % TEAM_LOOK_EVERY == TEAM_LOOK_EVERY - 1 && threadIdx.x < 32 && team.rank == 0) {
            uint32_t stop = lane == 0 ? *stop_flag : 0;
            if (__shfl_sync(~0U, stop, 0) != 0 && lane >> team.size == 0)
                atomicOr(team_at(&control->stopped[now], lane), 1U);
        }
        team_meet();
        if (control->stopped[now] != 0)
            return false;
        if (control->busy[now] == 0)
            return true;
    }
}

#endif
