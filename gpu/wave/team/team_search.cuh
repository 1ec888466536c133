/* team_search: visits of tiles by a whole cluster, until no work is left.
 *
 * There are no rounds. A warp visits its marked tiles, the one of least key first: the key is a
 * lower bound of the cost of a path through the tile, from the labels received so far. A warp that
 * writes into a neighbour's halo also marks it there, and the warp that owns the tile reads it when
 * it next looks. Labels only fall, and a word is written as a whole, so whatever is read is the
 * label of some path. A mark may arrive before the halo that it announces; then the visit changes
 * nothing, and the halo is found when all is quiet (team_rest.cuh).
 *
 * Bounds are those of sweep_visit.cuh: with h the distance of a tile from the goal, labels above
 * bound - h are useless. They are cut off at limit + 1 when the tile is loaded into registers, and
 * never sent. Each block has its own copy of the bound, and every change is sent to all; an
 * outdated copy costs a visit, no more.
 */
#pragma once

#include "gpu/wave/team/team_read.cuh"

/* The largest useful label of a slot's tile. */
static __device__ __forceinline__ uint32_t team_limit(const struct team_slot &slot, uint32_t bound)
{
    return bound == SWEEP_NO_BOUND ? SWEEP_FAR - 1 : bound - min((uint32_t)slot.distance, bound);
}

/* The labels of an edge, FAR in place of those above the limit, and the least of those that fell.
 */
struct team_news {
    uint32_t labels, least;
};

static __device__ __forceinline__ team_news team_news_of(uint32_t was, uint32_t now, uint32_t limit)
{
    uint32_t low = now & 0xFFFF, high = now >> 16;
    low = low <= limit ? low : (uint32_t)SWEEP_FAR;
    high = high <= limit ? high : (uint32_t)SWEEP_FAR;
    uint32_t least = low < (was & 0xFFFF) ? low : (uint32_t)SWEEP_FAR;
    least = high < was >> 16 ? min(least, high) : least;
    return {high << 16 | low, __reduce_min_sync(~0U, least)};
}

/* Whole warp: if the news of an edge can lead below the bound, writes them into the tile beyond and
 * wakes it. */
static __device__ __forceinline__ void team_send(const struct team &team,
                                                 const struct team_slot &at, int edge,
                                                 const team_news &news, uint32_t bound,
                                                 uint32_t lane)
{
    assert(edge >= 0 && edge < SWEEP_EDGES && lane < 32);
    struct team_control *control = team.control;
    uint32_t x = at.x + (edge == SWEEP_EAST ? 1U : edge == SWEEP_WEST ? ~0U : 0U);
    uint32_t y = at.y + (edge == SWEEP_NORTH ? 1U : edge == SWEEP_SOUTH ? ~0U : 0U);
    if (x >= team.across || y >= team.up)
        return;
    uint32_t key = news.least + 1 + team_distance(control->net, x, y);
    if (key > bound)
        return;
    uint32_t tile = y * team.across + x, rank = tile & ((1U << team.size) - 1);
    uint32_t beyond = tile >> team.size;
    *(volatile uint32_t *)team_at(&team.tiles[beyond].halo[edge ^ 1][lane], rank) = news.labels;
    __syncwarp();
    if (lane == 0) {
        atomicMin(team_at(&control->key[beyond], rank), key);
        atomicOr(team_at(&control->awake[beyond], rank), (uint32_t)TEAM_AWAKE);
    }
}

/* Whole warp: lowers the bound to the least label of target cells in the tile. */
static __device__ void team_reach(const struct team &team, const struct team_slot &at,
                                  uint32_t *labels, uint32_t limit, uint32_t bound, uint32_t lane)
{
    assert(lane < 32);
    const struct sweep_net &net = team.control->net;
    struct box place = sweep_place_at(net, at.x, at.y, TEAM_SIDE);
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
    if (least <= limit && least < bound && lane >> team.size == 0)
        atomicMin(team_at(&team.control->bound, lane), least); /* lane l: block l */
}

/* A tile's edges: each lane has a word of each edge. */
struct team_edges {
    uint32_t place[SWEEP_EDGES]; /* index of the label in the tile */
    uint32_t beyond[SWEEP_EDGES], label[SWEEP_EDGES];
    bool in[SWEEP_EDGES]; /* the label beyond lowers the label */
};

/* Whole warp: reads the edges of a tile, labels at most `top`. */
static __device__ __forceinline__ team_edges team_look(const struct team &team,
                                                       const team_rules &rules, uint32_t slot,
                                                       uint32_t top, uint32_t lane)
{
    assert(lane < 32);
    const uint32_t x_line = team_first(false, lane), y_line = team_first(true, lane);
    const struct team_tile &tile = team.tiles[slot];
    const uint32_t *costs = team.costs + (size_t)slot * team.costs_step;
    team_edges edges = {
        {y_line, y_line + TEAM_LAST * TEAM_STRIDE, x_line, x_line + TEAM_LAST}, {}, {}, {}};
#pragma unroll
    for (int edge = 0; edge < SWEEP_EDGES; edge++) {
        const uint32_t at = edges.place[edge];
        edges.beyond[edge] = *(const volatile uint32_t *)&tile.halo[edge][lane];
        edges.label[edge] = __viaddmin_u16x2(tile.label[at], 0, top);
        uint32_t enter = sweep_entering(costs[at], edge < SWEEP_WEST ? rules.y : rules.x);
        edges.in[edge] =
            __viaddmin_u16x2(edges.beyond[edge], enter, edges.label[edge]) != edges.label[edge];
    }
    return edges;
}

/* Whole warp: this block's copy of the bound. */
static __device__ __forceinline__ uint32_t team_bound(const struct team_control *control)
{
    return __shfl_sync(~0U, *(const volatile uint32_t *)&control->bound, 0);
}

/* Whole warp: one visit. mark: why the tile is visited; key: least cost of a path through it. */
static __device__ void team_visit(const struct team &team, const team_rules &rules, uint32_t slot,
                                  uint32_t mark, uint32_t key, uint32_t lane)
{
    assert(lane < 32);
    struct team_control *control = team.control;
    const struct team_slot at = control->slots[slot];
    const uint32_t bound = team_bound(control);
    const uint32_t limit = team_limit(at, bound), top = (limit + 1) * 0x10001U;
    uint32_t *labels = team.tiles[slot].label, *costs = team.costs + (size_t)slot * team.costs_step;
    const team_edges edges = team_look(team, rules, slot, top, lane);
    const bool *in = edges.in, all = (mark & (TEAM_NEW | TEAM_AGAIN)) != 0;
    team_work work = {all || __any_sync(~0U, in[SWEEP_WEST] || in[SWEEP_EAST]),
                      all || __any_sync(~0U, in[SWEEP_SOUTH] || in[SWEEP_NORTH]), all};
    work = team_settle(labels, costs, rules, edges.beyond, work, top, lane);
    if (at.goal != 0)
        team_reach(team, at, labels, limit, bound, lane);
    if ((work.x || work.y) && lane == 0) {
        atomicMin(&control->key[slot], key);
        atomicOr(&control->awake[slot], (uint32_t)TEAM_AGAIN);
    }
    team_news news[SWEEP_EDGES];
#pragma unroll
    for (int edge = 0; edge < SWEEP_EDGES; edge++)
        news[edge] = team_news_of((mark & TEAM_NEW) != 0 ? SWEEP_FAR_PAIR : edges.label[edge],
                                  labels[edges.place[edge]], limit);
#pragma unroll
    for (int edge = 0; edge < SWEEP_EDGES; edge++)
        if (news[edge].least != SWEEP_FAR)
            team_send(team, at, edge, news[edge], bound, lane);
}

/* Whole warp: visits the marked tile of least key, if there is one, and returns true. A tile that
 * was only woken by labels, none of which can lead below the bound, is skipped: the labels stay in
 * its halos, so nothing is lost if a key was late. Work that a visit has left in a tile is recorded
 * nowhere else, so such a tile is never skipped. */
static __device__ bool team_visit_next(const struct team &team, const team_rules &rules,
                                       uint32_t lane)
{
    assert(lane < 32);
    struct team_control *control = team.control;
    uint32_t mine = threadIdx.x / 32 + lane * TEAM_WARPS, mark = 0, key = SWEEP_ASLEEP;
    if (mine < team.slots && *(volatile uint32_t *)&control->awake[mine] != 0) {
        key = *(volatile uint32_t *)&control->key[mine];
        key = key == SWEEP_ASLEEP ? 0 : key; /* its key has not arrived yet, or there is none */
    }
    const uint32_t least = __reduce_min_sync(~0U, key);
    if (least == SWEEP_ASLEEP)
        return false;
    const int first = __ffs((int)__ballot_sync(~0U, key == least)) - 1;
    if ((int)lane == first) {
        atomicExch(&control->key[mine], SWEEP_ASLEEP);
        mark = atomicExch(&control->awake[mine], 0U);
    }
    mark = __shfl_sync(~0U, mark, first);
    if ((mark & (TEAM_NEW | TEAM_AGAIN)) != 0 || least <= team_bound(control))
        team_visit(team, rules, threadIdx.x / 32 + (uint32_t)first * TEAM_WARPS, mark, least, lane);
    return true;
}

/* Whole warp: marks those of its tiles whose halos lower a label. */
static __device__ void team_look_again(const struct team &team, const team_rules &rules,
                                       uint32_t lane)
{
    struct team_control *control = team.control;
    const uint32_t bound = team_bound(control);
#pragma unroll 1
    for (uint32_t slot = threadIdx.x / 32; slot < team.slots; slot += TEAM_WARPS) {
        uint32_t top = (team_limit(control->slots[slot], bound) + 1) * 0x10001U;
        const team_edges edges = team_look(team, rules, slot, top, lane);
        bool in = edges.in[0] || edges.in[1] || edges.in[2] || edges.in[3];
        if (__any_sync(~0U, in) && lane == 0)
            atomicOr(&control->awake[slot], (uint32_t)TEAM_AWAKE);
    }
    __syncwarp(); /* another lane reads the marks; a missed mark would count as rest */
}

/* Whole cluster: visits tiles until no work is left. Afterwards control->bound is the net's cost,
 * if it has a path. Returns false if the search was stopped. */
static __device__ bool team_flood(const struct team &team, const team_rules &rules,
                                  const volatile uint32_t *stop_flag)
{
    struct team_rest *rest = &team.control->rest;
    const uint32_t lane = threadIdx.x % 32;
    uint32_t phase = 0;
    bool worked = false, resting = false, quiet = false;
#pragma unroll 1
    for (;;) {
        if (team_visit_next(team, rules, lane)) {
            worked = true;
            continue;
        }
        if (!resting) {
            team_come_to_rest(rest, team.size, team.rank, phase, worked, stop_flag, lane);
            worked = false;
            resting = true;
        }
        if (!__all_sync(~0U, team_has_ended(rest, phase % 2))) {
            team_doze();
            continue;
        }
        if (*(volatile uint32_t *)&rest->stopped[phase % 3] != 0)
            return false;
        bool idle = *(volatile uint32_t *)&rest->busy[phase % 3] == 0;
        if (idle && quiet)
            return true;
        if (idle)
            team_look_again(team, rules, lane);
        quiet = idle;
        resting = false;
        phase++;
    }
}
